mod drawn;

use super::*;
use crate::tasks::tests::{answers, log, lost, report_on_log, scenario, scenario_of, without_draws};
use experiment::sweep::{Vary, product};
use export::curves_file::CurvesFile;
use workload::reserve::RequestKind;

const WORKLOAD: WorkloadKey = 4;

const SHARES: [f64; 2] = [0.0, 50.0];

const QUEUES: [&str; 2] = ["fcfs", "easy"];

/// The shares of reservations under FCFS and EASY over two seeds.
fn form() -> CurvesForm {
    CurvesForm {
        values: Some("0, 50".to_owned()),
        seeds: 2,
        overlaid: [("queue".to_owned(), QUEUES.map(str::to_owned).to_vec())].into(),
        ..CurvesForm::default()
    }
}

fn base_of(scenario: Scenario) -> Rc<Experiment> {
    Rc::new(Experiment::new(scenario, WORKLOAD))
}

fn plan(form: CurvesForm, base: Scenario) -> Result<(Sweep, Vec<Task>), String> {
    let base = base_of(base);
    Sweep::plan(&Rc::new(form), &base, WorkloadKind::Log, 1)
}

/// The state with the sweep of a form, and its tasks.
fn started(form: CurvesForm, base: Scenario) -> (Sweeps, Vec<Task>) {
    let (sweep, tasks) = plan(form, base).expect("a sweep");
    let mut sweeps = Sweeps::default();
    sweeps.apply(SweepAction::Start(Box::new(sweep)));
    (sweeps, tasks)
}

/// The same, all of whose runs have returned.
fn finished(form: CurvesForm, base: Scenario) -> Sweep {
    let (mut sweeps, tasks) = started(form, base);
    sweeps.apply(SweepAction::Made(answers(&tasks)));
    Sweep::clone(sweep(&sweeps))
}

fn sweep(sweeps: &Sweeps) -> &Sweep {
    sweeps.sweep.as_ref().expect("a sweep")
}

fn place_of(sweep: &Sweep, figure: Criterion) -> usize {
    let mut figures = sweep.figures.iter();
    figures.position(|it| *it == figure).expect("a figure")
}

fn queued(queue: &str, share: f64, seed: u64) -> Scenario {
    let mut scenario = scenario();
    scenario.workload.reservations.percent = share;
    scenario.seed = seed;
    knobs::set(&scenario, "system.two_level.local.queue", &queue.into()).expect("a queue")
}

#[test]
fn a_plan_runs_every_line_at_every_value_under_every_seed_whole_curves_first() {
    let (sweep, tasks) = plan(form(), scenario()).expect("a sweep");
    assert_eq!(sweep.xs, SHARES);
    assert_eq!(sweep.axis.path, knobs::SHARE);
    assert_eq!(sweep.axis.label, "advance reservations (%)");
    assert_eq!(sweep.names.len(), 2);
    assert!(sweep.names[1].contains("EASY"), "{:?}", sweep.names);
    assert_eq!((sweep.seeds(), sweep.given.clone()), (2, None));
    assert_eq!((sweep.runs.total(), sweep.runs.done), (8, 0));
    assert!(sweep.runs.is_running());
    let mut expected = Vec::new();
    for seed in [1, 2] {
        for share in SHARES {
            for queue in QUEUES {
                let place = expected.len();
                let mark = Mark { question: 1, place };
                expected.push(Task::run(mark, WORKLOAD, queued(queue, share, seed)));
            }
        }
    }
    assert_eq!(tasks, expected);
}

#[test]
fn every_axis_sets_its_fields_in_every_run() {
    let along = |path: &str, values: &str| {
        let form = CurvesForm { axis: Some(path.to_owned()), values: Some(values.to_owned()), seeds: 1, ..form() };
        let (sweep, tasks) = plan(form, scenario()).expect("a sweep");
        assert_eq!(sweep.axis.path, path);
        let scenarios = tasks.iter().map(|it| scenario_of(it).clone());
        scenarios.collect::<Vec<Scenario>>()
    };
    let of_fcfs_and_easy = |scenarios: [Scenario; 2]| -> Vec<Scenario> {
        let lines = |it: &Scenario| {
            QUEUES.map(|queue| {
                let path = "system.two_level.local.queue";
                knobs::set(it, path, &queue.into()).expect("a queue")
            })
        };
        scenarios.iter().flat_map(lines).collect()
    };
    let shares = SHARES.map(|share| {
        let mut scenario = scenario();
        scenario.workload.reservations.percent = share;
        scenario
    });
    assert_eq!(along(knobs::SHARE, "0, 50"), of_fcfs_and_easy(shares));
    let periods = [0, 86_400].map(|period| {
        let mut scenario = scenario();
        let settings = scheduling::system::two_level::TwoLevel::of_mut(&mut scenario.system);
        settings.grid.period = period;
        scenario
    });
    let period = along("system.two_level.grid.period", "0, 86400");
    assert_eq!(period, of_fcfs_and_easy(periods));
    let windows = [0.0, 2.5].map(|hours| {
        let mut scenario = scenario();
        let reservations = &mut scenario.workload.reservations;
        reservations.request = RequestKind::Flexible;
        reservations.earlier_hours = hours;
        reservations.later_hours = hours;
        scenario
    });
    assert_eq!(along(knobs::WINDOW, "0, 2.5"), of_fcfs_and_easy(windows));
}

#[test]
fn a_sweep_of_too_many_runs_or_of_no_numbers_is_refused_in_words() {
    let refused = |form, base| plan(form, base).expect_err("no sweep");
    let many = CurvesForm { values: Some("0, 1, .., 100".to_owned()), seeds: 100, ..form() };
    let why = refused(many.clone(), scenario());
    assert_eq!(why, "20200 runs are too many; at most 20000 can be made at once");
    let fewer = CurvesForm { seeds: 99, ..many };
    assert!(plan(fewer, scenario()).is_ok());
    let typed = |values: &str| CurvesForm { values: Some(values.to_owned()), ..form() };
    for wrong in ["", "many", "0, 101", "-5", "3,2,..,9"] {
        refused(typed(wrong), scenario());
    }
}

#[test]
fn a_field_that_no_line_reads_is_refused_with_the_reason() {
    let mut base = scenario();
    base.workload.reservations.request = RequestKind::Listed;
    let why = plan(form(), base).expect_err("nothing varies");
    assert!(why.contains("there is no share to vary"), "{why}");
}

#[test]
fn no_seed_is_taken_for_one() {
    let none = CurvesForm { seeds: 0, ..form() };
    let (sweep, tasks) = plan(none, scenario()).expect("a sweep");
    assert_eq!((sweep.seeds(), tasks.len()), (1, 4));
}

#[test]
fn means_and_intervals_are_those_of_the_runs() {
    let sweep = finished(form(), scenario());
    assert!(!sweep.runs.is_running());
    assert_eq!((sweep.runs.done, sweep.runs.failed.clone()), (8, None));
    for (line, queue) in QUEUES.into_iter().enumerate() {
        for (x, share) in SHARES.into_iter().enumerate() {
            let reports = [1, 2].map(|seed| report_on_log(&queued(queue, share, seed)));
            for (at, figure) in sweep.figures.iter().enumerate() {
                let values: Vec<f64> = reports.iter().filter_map(|it| figure.of(it)).collect();
                let expected = Interval::of(&values);
                let expected = match share {
                    0.0 => expected.map(Interval::exact),
                    _ => expected,
                };
                assert_eq!(sweep.interval(line, x, at), expected, "{figure:?}");
            }
        }
    }
}

#[test]
fn a_point_is_the_mean_of_the_seeds_that_have_returned() {
    let (mut sweeps, tasks) = started(form(), scenario());
    let flow_time = place_of(sweep(&sweeps), Criterion::PAPER[1]);
    assert_eq!(sweep(&sweeps).interval(1, 1, flow_time), None);
    // EASY at 50 % under the second seed alone.
    sweeps.apply(SweepAction::Made(answers(&tasks[7..])));
    let interval = sweep(&sweeps).interval(1, 1, flow_time).expect("a mean");
    let report = report_on_log(&queued("easy", 50.0, 2));
    assert_eq!(interval.mean, report.mean_flow_time);
    assert_eq!(interval.half_width, None);
    for (series, x) in [(0, 0), (0, 1), (1, 0)] {
        assert_eq!(sweep(&sweeps).interval(series, x, flow_time), None);
    }
    assert_eq!(sweep(&sweeps).runs.done, 1);
    assert!(sweep(&sweeps).runs.is_running());
}

#[test]
fn a_view_that_holds_an_earlier_sweep_keeps_it() {
    let (mut sweeps, tasks) = started(form(), scenario());
    let shown = sweeps.clone();
    sweeps.apply(SweepAction::Made(answers(&tasks[..1])));
    assert_eq!(sweep(&shown).runs.done, 0);
    assert_ne!(shown, sweeps);
}

#[test]
fn failures_are_counted_with_the_first_reason_and_the_others_go_on() {
    let (mut sweeps, tasks) = started(form(), scenario());
    let mut made = answers(&tasks);
    made[2] = lost(&tasks[2]);
    made[6] = lost(&tasks[6]);
    sweeps.apply(SweepAction::Made(made));
    let runs = &sweep(&sweeps).runs;
    assert_eq!(runs.failed, Some(("the worker stopped".to_owned(), 2)));
    assert!(!runs.is_running(), "all have come back");
    let has_point = |series, x| sweep(&sweeps).interval(series, x, 0).is_some();
    // Both seeds of FCFS at 50 % failed.
    assert!(!has_point(0, 1));
    assert!(has_point(0, 0) && has_point(1, 0) && has_point(1, 1));
}

#[test]
fn a_sweep_that_is_cancelled_keeps_its_points_and_takes_no_more() {
    let (mut sweeps, tasks) = started(form(), scenario());
    sweeps.apply(SweepAction::Made(answers(&tasks[..3])));
    sweeps.apply(SweepAction::Cancel);
    let stopped = sweeps.clone();
    assert!(sweep(&stopped).runs.cancelled && !sweep(&stopped).runs.is_running());
    assert_eq!(sweep(&stopped).runs.done, 3);
    assert!(sweep(&stopped).interval(0, 0, 0).is_some());
    sweeps.apply(SweepAction::Made(answers(&tasks[3..])));
    assert_eq!(sweeps, stopped);
}

#[test]
fn answers_to_an_earlier_sweep_are_dropped() {
    let (mut sweeps, old) = started(form(), scenario());
    let question = sweeps.next_question();
    let next = base_of(without_draws());
    let (next, tasks) = Sweep::plan(&Rc::new(form()), &next, WorkloadKind::Log, question).expect("a sweep");
    sweeps.apply(SweepAction::Start(Box::new(next)));
    let fresh = sweeps.clone();
    sweeps.apply(SweepAction::Made(answers(&old)));
    sweeps.apply(SweepAction::Made(vec![lost(&old[0])]));
    assert_eq!(sweeps, fresh);
    sweeps.apply(SweepAction::Made(answers(&tasks)));
    assert!(!sweep(&sweeps).runs.is_running());
}

#[test]
fn without_a_sweep_there_is_nothing_to_stop_or_to_fill_in() {
    let (_, tasks) = plan(form(), scenario()).expect("a sweep");
    let mut sweeps = Sweeps::default();
    sweeps.apply(SweepAction::Cancel);
    sweeps.apply(SweepAction::Made(answers(&tasks[..1])));
    assert_eq!(sweeps, Sweeps::default());
}

#[test]
fn curves_are_old_when_the_form_or_the_scenario_asks_for_others() {
    let (sweep, _) = plan(form(), scenario()).expect("a sweep");
    let present = base_of(scenario());
    let typed = |values: &str, seeds| CurvesForm { values: Some(values.to_owned()), seeds, ..form() };
    let of_form = |form: CurvesForm| sweep.outdated(&present, &form);
    assert_eq!(of_form(form()), None);
    assert_eq!(of_form(typed("0,50,", 2)), None, "the same numbers");
    assert_eq!(of_form(typed("0, 25, 50", 2)), Some(Outdated::Form));
    assert_eq!(of_form(typed("0, 50", 3)), Some(Outdated::Form));
    assert_eq!(of_form(typed("?", 2)), Some(Outdated::Form));
    let mut figures = form();
    figures.figures = vec!["makespan".to_owned()];
    assert_eq!(of_form(figures), None, "any figure is drawn of these runs");
    let mut other = scenario();
    other.seed = 9;
    let of = |present: &Experiment| sweep.outdated(present, &form());
    assert_eq!(of(&base_of(other.clone())), Some(Outdated::Scenario));
    let elsewhere = Experiment::new(scenario(), WORKLOAD + 1);
    assert_eq!(of(&elsewhere), Some(Outdated::Scenario));
    let compared = Experiment::of(vec![scenario(), other], 0, 0, WORKLOAD);
    assert_eq!(of(&compared), None, "another scenario beside it");
}

#[test]
fn without_randomness_all_seeds_agree_and_no_mean_has_an_interval() {
    let period = CurvesForm {
        axis: Some("system.two_level.grid.period".to_owned()),
        values: Some("0, 3600".to_owned()),
        ..form()
    };
    let certain = finished(period.clone(), without_draws());
    assert!(!certain.draws() && !certain.has_intervals());
    let drawn = finished(period, scenario());
    assert!(drawn.draws() && drawn.has_intervals());
    for at in 0..certain.figures.len() {
        let exact = certain.interval(0, 0, at);
        assert!(exact.is_none_or(|it| it.half_width.is_none()));
    }
    let width = |sweep: &Sweep| sweep.interval(0, 0, 0).expect("a mean").half_width;
    assert!(width(&drawn).is_some());
    // With one seed there is nothing to tell either.
    let one = CurvesForm { seeds: 1, ..form() };
    let one = finished(one, scenario());
    assert!(one.draws() && !one.has_intervals());
}

/// A sweep over shares and queues that was run elsewhere.
fn curves_file() -> GivenCurves {
    let varied = ["workload.reservations.percent=0,50", "system.two_level.local.queue=fcfs,easy"];
    let varied: Vec<Vary> = varied.map(|it| it.parse().expect("values")).into();
    let all = product(&scenario(), &varied, 2).expect("scenarios");
    let scenarios = all.iter().flat_map(|(_, scenarios)| scenarios);
    let file = CurvesFile {
        runs: scenarios.map(|it| Figures::of(&report_on_log(it), &[])).collect(),
        scenario: scenario(),
        varied,
        seeds: 2,
        replicate: None,
        log: "elsewhere.swf".to_owned(),
        kind: log().kind(),
    };
    GivenCurves::read(file.to_json().as_bytes()).expect("curves")
}

#[test]
fn a_sweep_from_a_file_shows_the_same_means_and_is_never_old() {
    let mut sweeps = Sweeps::default();
    let given = Sweep::given("curves.json".to_owned(), curves_file(), 0);
    sweeps.apply(SweepAction::Start(Box::new(given)));
    let given = sweep(&sweeps);
    let origin = given.given.clone().expect("an origin");
    assert_eq!((&*origin.file, &*origin.log), ("curves.json", "elsewhere.swf"));
    assert_eq!((given.runs.done, given.runs.total()), (8, 8));
    assert!(!given.runs.is_running());
    let own = finished(form(), scenario());
    assert_eq!((&given.xs, given.seeds()), (&own.xs, own.seeds()));
    for at in [0, 1, 2] {
        for (series, x) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            assert_eq!(given.interval(series, x, at), own.interval(series, x, at));
        }
    }
    let mut other = scenario();
    other.seed = 9;
    assert_eq!(given.outdated(&base_of(other), &CurvesForm::default()), None);
    // The page's own curves take its place.
    let question = sweeps.next_question();
    let base = base_of(scenario());
    let (next, _) = Sweep::plan(&Rc::new(form()), &base, WorkloadKind::Log, question).expect("a sweep");
    sweeps.apply(SweepAction::Start(Box::new(next)));
    assert_eq!(sweep(&sweeps).given, None);
}

#[test]
fn a_sweep_of_replicates_from_a_file_says_what_was_done_and_has_intervals() {
    let replicate: Replication = "shake=2".parse().expect("a replication");
    let curves = GivenCurves { replicate: Some(replicate), drawn: vec![true; 4], ..curves_file() };
    let given = Sweep::given("curves.json".to_owned(), curves, 0);
    assert!(given.has_intervals());
    let words = "2 perturbations of the submissions by up to 60 s";
    assert!(given.in_one_line().ends_with(words));
    let told = crate::chance::of_replicates(&replicate);
    assert!(told.contains(words) && told.contains("95 % intervals"));
}

#[test]
fn a_sweep_on_replicates_has_intervals_where_nothing_is_drawn() {
    let replicate: Replication = "shake=3:40".parse().expect("a replication");
    let on = |replicate| CurvesForm { values: Some("0".to_owned()), replicate, ..form() };
    let plain = finished(on(None), without_draws());
    assert_eq!((plain.seeds(), plain.has_intervals()), (2, false));
    let sweep = finished(on(Some(replicate)), without_draws());
    assert_eq!((sweep.seeds(), sweep.runs.total()), (3, 6));
    assert!(sweep.draws() && sweep.has_intervals());
    let line = "advance reservations 0\u{a0}% · 2 curves · 3 perturbations of the submissions by up to 40 s";
    assert_eq!(sweep.in_one_line(), line);
    // The figures are those of the command line: on the replicate of each seed.
    let at = place_of(&sweep, Criterion::FLOW_TIME);
    for (series, queue) in QUEUES.into_iter().enumerate() {
        let flows = (0..3_u32).map(|place| {
            let one = queued(queue, 0.0, 1 + u64::from(place));
            let report = experiment::report_on(&one, &log(), Some((&replicate, place)));
            report.expect("a report").mean_flow_time
        });
        let flows: Vec<f64> = flows.collect();
        let told = sweep.interval(series, 0, at).expect("an interval");
        assert!((told.mean - flows.iter().sum::<f64>() / 3.0).abs() < 1e-9, "{queue}");
        assert!(told.half_width.is_some_and(|it| it > 0.0), "{queue}");
    }
    let other = on(Some(replicate.with_count(4)));
    let outdated = sweep.outdated(&base_of(without_draws()), &other);
    assert_eq!(outdated, Some(Outdated::Form));
}

#[test]
fn the_form_folds_to_a_line_once_a_sweep_has_started_and_opens_again() {
    let mut sweeps = Sweeps::default();
    sweeps.apply(SweepAction::Fold(true));
    assert!(!sweeps.folded, "there is nothing yet that it could fold to");
    let (mut sweeps, tasks) = started(form(), scenario());
    assert!(sweeps.folded);
    let line = "advance reservations 0–50\u{a0}% · 2 curves · 2 seeds";
    assert_eq!(sweep(&sweeps).in_one_line(), line);
    sweeps.apply(SweepAction::Fold(false));
    assert!(!sweeps.folded);
    // Answers leave it as it is, and the next sweep folds it again.
    sweeps.apply(SweepAction::Made(answers(&tasks)));
    assert!(!sweeps.folded);
    let one = CurvesForm {
        values: Some("50".to_owned()),
        seeds: 1,
        overlaid: [("queue".to_owned(), vec!["easy".to_owned()])].into(),
        ..CurvesForm::default()
    };
    let (next, _) = plan(one, scenario()).expect("a sweep");
    sweeps.apply(SweepAction::Start(Box::new(next)));
    assert!(sweeps.folded);
    let line = sweep(&sweeps).in_one_line();
    assert!(line.starts_with("advance reservations 50\u{a0}% · EASY"), "{line}");
    assert!(line.ends_with(" · 1 seed"), "{line}");
}
