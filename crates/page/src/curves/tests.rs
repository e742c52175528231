use super::*;
use crate::history::WorkloadKey;
use crate::tasks::Job;
use crate::tasks::tests::{answers, log, lost, report_on_log, scenario, scenarios_of, told, with, without_draws};
use experiment::sweep::{Figures, Vary};
use export::curves_file::CurvesFile;
use workload::replicate::Replication;

const WORKLOAD: WorkloadKey = 4;

const SHARES: [f64; 2] = [0.0, 50.0];

const QUEUES: [&str; 2] = ["fcfs", "easy"];

/// The shares of reservations under FCFS and EASY over two seeds.
fn form() -> CurvesForm {
    typed("0, 50", 2)
}

/// The same with other shares and seeds.
fn typed(values: &str, seeds: u32) -> CurvesForm {
    CurvesForm {
        values: Some(values.to_owned()),
        seeds,
        overlaid: [("queue".to_owned(), QUEUES.map(str::to_owned).to_vec())].into(),
        ..CurvesForm::default()
    }
}

/// The same along another field.
fn along(axis: &str, values: &str, seeds: u32) -> CurvesForm {
    CurvesForm { axis: Some(axis.to_owned()), ..typed(values, seeds) }
}

fn base_of(scenario: Scenario) -> Rc<Experiment> {
    Rc::new(Experiment::new(scenario, WORKLOAD))
}

fn plan(form: CurvesForm, base: Scenario) -> Result<(Sweep, Vec<Task>), String> {
    let sweep = Sweep::plan(&Rc::new(form), &base_of(base), WorkloadKind::Log)?;
    let tasks = sweep.tasks();
    Ok((sweep, tasks))
}

fn planned(form: CurvesForm) -> (Sweep, Vec<Task>) {
    plan(form, scenario()).unwrap()
}

fn start(sweeps: &mut Sweeps, sweep: Sweep) {
    sweeps.apply(SweepAction::Start(Box::new(sweep)));
}

/// The state with the sweep of a form, and its tasks.
fn started(form: CurvesForm, base: Scenario) -> (Sweeps, Vec<Task>) {
    let (sweep, tasks) = plan(form, base).unwrap();
    let mut sweeps = Sweeps::default();
    start(&mut sweeps, sweep);
    (sweeps, tasks)
}

/// That of the form on the scenario.
fn begun() -> (Sweeps, Vec<Task>) {
    started(form(), scenario())
}

fn answer(sweeps: &mut Sweeps, tasks: &[Task]) {
    sweeps.apply(SweepAction::Made(answers(tasks)));
}

/// The sweep of a form, all of whose runs have returned.
fn finished(form: CurvesForm, base: Scenario) -> Sweep {
    let (mut sweeps, tasks) = started(form, base);
    answer(&mut sweeps, &tasks);
    Sweep::clone(sweep(&sweeps))
}

fn sweep(sweeps: &Sweeps) -> &Sweep {
    sweeps.sweep.as_ref().unwrap()
}

fn place_of(sweep: &Sweep, figure: Criterion) -> usize {
    sweep.figures.iter().position(|it| *it == figure).unwrap()
}

/// Whether there is a point of each line at each value, FCFS before EASY.
fn points(sweep: &Sweep, at: usize) -> [bool; 4] {
    [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(line, x)| sweep.interval(line, x, at).is_some())
}

fn queued(queue: &str, share: f64, seed: u64) -> Scenario {
    with(&format!("system.two_level.local.queue={queue} workload.reservations.percent={share} seed={seed}"))
}

/// The share of reservations of a task's run.
fn share_of(task: &Task) -> Option<f64> {
    let Job::Run { scenario, .. } = &task.job else { return None };
    Some(scenario.workload.reservations.percent)
}

#[test]
fn a_plan_runs_every_line_at_every_value_under_every_seed_whole_curves_first() {
    let (sweep, tasks) = planned(form());
    assert_eq!((&*sweep.xs, sweep.study.seeds, &sweep.given), (&SHARES[..], 2, &None));
    assert_eq!((&*sweep.axis.path, &*sweep.axis.label), (knobs::SHARE, "advance reservations (%)"));
    assert_eq!(sweep.names.len(), 2);
    assert!(sweep.names[1].contains("EASY"), "{:?}", sweep.names);
    assert_eq!(told(&sweep.runs), "0 of 8 running");
    let mut expected = Vec::new();
    for seed in [1, 2] {
        for share in SHARES {
            for queue in QUEUES {
                let mark = Mark { question: 0, place: expected.len() };
                expected.push(Task::run(mark, WORKLOAD, queued(queue, share, seed)));
            }
        }
    }
    assert_eq!(tasks, expected);
}

#[test]
fn the_coarse_grid_comes_first_and_the_sweep_before_stays_in_sight_until_then() {
    let (mut sweeps, tasks) = begun();
    answer(&mut sweeps, &tasks);
    let (next, tasks) = planned(typed("0, 10, .., 100", 2));
    sweeps.follow(next);
    let in_sight = |it: &Sweeps| it.in_sight().map(|it| it.xs.len());
    assert_eq!((in_sight(&sweeps), sweep(&sweeps).coarse_count()), (Some(2), 8));
    let shares: Vec<Option<f64>> = tasks[..8].iter().map(share_of).collect();
    assert_eq!(shares, [0.0, 0.0, 30.0, 30.0, 60.0, 60.0, 90.0, 90.0].map(Some));
    let tasks: Vec<Task> = sweep(&sweeps).tasks();
    answer(&mut sweeps, &tasks[..7]);
    assert_eq!(in_sight(&sweeps), Some(2));
    answer(&mut sweeps, &tasks[7..8]);
    assert_eq!(in_sight(&sweeps), Some(11));
}

#[test]
fn every_axis_sets_its_fields_in_every_run() {
    for (axis, values, fields) in [
        (knobs::SHARE, ["0", "50"], "workload.reservations.percent=X"),
        ("system.two_level.grid.period", ["0", "86400"], "system.two_level.grid.period=X"),
        (
            knobs::WINDOW,
            ["0", "2.5"],
            "workload.reservations.request=flexible workload.reservations.earlier_hours=X \
             workload.reservations.later_hours=X",
        ),
    ] {
        let (sweep, tasks) = planned(along(axis, &values.join(", "), 1));
        assert_eq!(sweep.axis.path, axis);
        let of = |x, queue| with(&format!("{} system.two_level.local.queue={queue}", fields.replace('X', x)));
        assert_eq!(scenarios_of(&tasks), values.map(|x| QUEUES.map(|queue| of(x, queue))).concat(), "{axis}");
    }
}

#[test]
fn a_sweep_of_too_many_runs_or_of_no_numbers_is_refused_in_words() {
    let why = plan(typed("0, 1, .., 100", 100), scenario()).expect_err("no sweep");
    assert_eq!(why, "20200 runs are too many; at most 20000 can be made at once");
    planned(typed("0, 1, .., 100", 99));
    for wrong in ["", "many", "0, 101", "-5", "3,2,..,9"] {
        plan(typed(wrong, 2), scenario()).expect_err(wrong);
    }
}

#[test]
fn a_field_that_no_line_reads_is_refused_with_the_reason() {
    let why = plan(form(), with("workload.reservations.request=listed")).expect_err("nothing varies");
    assert!(why.contains("there is no share to vary"), "{why}");
}

#[test]
fn no_seed_is_taken_for_one() {
    let (sweep, tasks) = planned(typed("0, 50", 0));
    assert_eq!((sweep.study.seeds, tasks.len()), (1, 4));
}

#[test]
fn means_and_intervals_are_those_of_the_runs() {
    let sweep = finished(form(), scenario());
    assert_eq!(told(&sweep.runs), "8 of 8 ended");
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
    let (mut sweeps, tasks) = begun();
    let flow_time = place_of(sweep(&sweeps), Criterion::PAPER[1]);
    assert_eq!(points(sweep(&sweeps), flow_time), [false; 4]);
    // EASY at 50 % under the second seed alone.
    answer(&mut sweeps, &tasks[7..]);
    let interval = sweep(&sweeps).interval(1, 1, flow_time).unwrap();
    assert_eq!(interval.mean, report_on_log(&queued("easy", 50.0, 2)).mean_flow_time);
    assert_eq!(interval.half_width, None);
    assert_eq!(points(sweep(&sweeps), flow_time), [false, false, false, true]);
    assert_eq!(told(&sweep(&sweeps).runs), "1 of 8 running");
}

#[test]
fn a_view_that_holds_an_earlier_sweep_keeps_it() {
    let (mut sweeps, tasks) = begun();
    let shown = sweeps.clone();
    answer(&mut sweeps, &tasks[..1]);
    assert_eq!(sweep(&shown).runs.done, 0);
    assert_ne!(shown, sweeps);
}

#[test]
fn failures_are_counted_with_the_first_reason_and_the_others_go_on() {
    let (mut sweeps, tasks) = begun();
    let mut made = answers(&tasks);
    for at in [2, 6] {
        made[at] = lost(&tasks[at]);
    }
    sweeps.apply(SweepAction::Made(made));
    assert_eq!(told(&sweep(&sweeps).runs), "8 of 8 ended, 2 failed: the worker stopped");
    // Both seeds of FCFS at 50 % failed.
    assert_eq!(points(sweep(&sweeps), 0), [true, false, true, true]);
}

#[test]
fn a_sweep_that_is_cancelled_keeps_its_points_and_takes_no_more() {
    let (mut sweeps, tasks) = begun();
    answer(&mut sweeps, &tasks[..3]);
    sweeps.apply(SweepAction::Cancel);
    let stopped = sweeps.clone();
    assert_eq!(told(&sweep(&stopped).runs), "3 of 8 cancelled");
    assert!(points(sweep(&stopped), 0)[0]);
    answer(&mut sweeps, &tasks[3..]);
    assert_eq!(sweeps, stopped);
}

#[test]
fn answers_to_an_earlier_sweep_are_dropped() {
    let (mut sweeps, old) = begun();
    let (form, base) = (Rc::new(form()), base_of(without_draws()));
    let next = Sweep::plan(&form, &base, WorkloadKind::Log);
    start(&mut sweeps, next.unwrap());
    let tasks = sweep(&sweeps).tasks();
    let fresh = sweeps.clone();
    answer(&mut sweeps, &old);
    sweeps.apply(SweepAction::Made(vec![lost(&old[0])]));
    assert_eq!(sweeps, fresh);
    answer(&mut sweeps, &tasks);
    assert!(!sweep(&sweeps).runs.is_running());
}

#[test]
fn without_a_sweep_there_is_nothing_to_stop_or_to_fill_in() {
    let mut sweeps = Sweeps::default();
    sweeps.apply(SweepAction::Cancel);
    answer(&mut sweeps, &planned(form()).1[..1]);
    assert_eq!(sweeps, Sweeps::default());
}

#[test]
fn curves_are_old_when_the_form_or_the_scenario_asks_for_others() {
    let (sweep, _) = planned(form());
    let figures = CurvesForm { figures: vec!["makespan".to_owned()], ..form() };
    for (form, expected, why) in [
        (form(), None, "it is the same"),
        (typed("0,50,", 2), None, "the same numbers"),
        (typed("0, 25, 50", 2), Some(Outdated::Form), "other numbers"),
        (typed("0, 50", 3), Some(Outdated::Form), "other seeds"),
        (typed("?", 2), Some(Outdated::Form), "no numbers"),
        (figures, None, "any figure is drawn of these runs"),
    ] {
        assert_eq!(sweep.outdated(&base_of(scenario()), &form), expected, "{why}");
    }
    let compared = Experiment::of(vec![scenario(), with("seed=9")], 0, 0, WORKLOAD);
    for (present, expected, why) in [
        (Experiment::new(with("seed=9"), WORKLOAD), Some(Outdated::Scenario), "another scenario"),
        (Experiment::new(scenario(), WORKLOAD + 1), Some(Outdated::Scenario), "another workload"),
        (compared, None, "another scenario beside it"),
    ] {
        assert_eq!(sweep.outdated(&present, &form()), expected, "{why}");
    }
}

#[test]
fn without_randomness_all_seeds_agree_and_no_mean_has_an_interval() {
    let period = || along("system.two_level.grid.period", "0, 3600", 2);
    let certain = finished(period(), without_draws());
    let drawn = finished(period(), scenario());
    // With one seed there is nothing to tell either.
    let one = finished(typed("0, 50", 1), scenario());
    for (sweep, draws, has_intervals) in [(&certain, false, false), (&drawn, true, true), (&one, true, false)] {
        assert_eq!((!sweep.study.is_exact(), sweep.has_intervals()), (draws, has_intervals));
    }
    for at in 0..certain.figures.len() {
        let exact = certain.interval(0, 0, at);
        assert!(exact.is_none_or(|it| it.half_width.is_none()));
    }
    assert!(drawn.interval(0, 0, 0).unwrap().half_width.is_some());
}

/// A sweep that was run elsewhere, of whose runs `run` has the figures.
pub(super) fn file(scenario: Scenario, varied: &[&str], seeds: u32, run: impl Fn(&Scenario) -> Figures) -> CurvesFile {
    let varied: Vec<Vary> = varied.iter().map(|it| it.parse().unwrap()).collect();
    let set = |all: Vec<Scenario>, vary: &Vary| {
        let each = |it| vary.values.iter().map(move |value| vary.set(it, value).unwrap());
        all.iter().flat_map(each).collect()
    };
    let points = varied.iter().fold(vec![scenario.clone()], set);
    let seeded = |it: &Scenario| {
        (0..u64::from(seeds)).map(|more| Scenario { seed: it.seed + more, ..it.clone() }).collect::<Vec<_>>()
    };
    let runs = points.iter().flat_map(seeded).map(|it| run(&it)).collect();
    let log = "elsewhere.swf".to_owned();
    CurvesFile { runs, scenario, varied, seeds, replicate: None, log, kind: WorkloadKind::Log }
}

/// A sweep over shares and queues that was run elsewhere.
fn curves_file() -> CurvesFile {
    let varied = ["workload.reservations.percent=0,50", "system.two_level.local.queue=fcfs,easy"];
    file(scenario(), &varied, 2, |it| Figures::of(&report_on_log(it), &[]))
}

pub(super) fn read(file: &CurvesFile) -> Result<Sweep, String> {
    Sweep::read("curves.json", file.to_json().as_bytes())
}

#[test]
fn a_sweep_from_a_file_shows_the_same_means_and_is_never_old() {
    let mut sweeps = Sweeps::default();
    start(&mut sweeps, read(&curves_file()).unwrap());
    let given = sweep(&sweeps);
    let origin = given.given.as_ref().unwrap();
    assert_eq!((&*origin.file, &*origin.log), ("curves.json", "elsewhere.swf"));
    assert_eq!(told(&given.runs), "8 of 8 ended");
    let own = finished(form(), scenario());
    assert_eq!((&given.xs, &given.study), (&own.xs, &own.study));
    for at in [0, 1, 2] {
        for (series, x) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            assert_eq!(given.interval(series, x, at), own.interval(series, x, at));
        }
    }
    assert_eq!(given.outdated(&base_of(with("seed=9")), &CurvesForm::default()), None);
    // The page's own curves take its place.
    let (form, base) = (Rc::new(form()), base_of(scenario()));
    let next = Sweep::plan(&form, &base, WorkloadKind::Log);
    start(&mut sweeps, next.unwrap());
    assert_eq!(sweep(&sweeps).given, None);
}

#[test]
fn a_sweep_of_replicates_from_a_file_says_what_was_done_and_has_intervals() {
    let replicate: Replication = "shake=2".parse().unwrap();
    let given = read(&CurvesFile { replicate: Some(replicate), ..curves_file() }).unwrap();
    assert!(given.has_intervals());
    let words = "2 perturbations of the submissions by up to 60 s";
    assert!(given.in_one_line().ends_with(words));
    let told = crate::chance::of_curves(&given.study);
    assert!(told.contains(words) && told.contains("95 % intervals"));
}

#[test]
fn a_sweep_on_replicates_has_intervals_where_nothing_is_drawn() {
    let replicate: Replication = "shake=3:40".parse().unwrap();
    let on = |replicate| CurvesForm { replicate, ..typed("0", 2) };
    let plain = finished(on(None), without_draws());
    assert_eq!((plain.study.seeds, plain.has_intervals()), (2, false));
    let sweep = finished(on(Some(replicate)), without_draws());
    assert_eq!((sweep.study.seeds, sweep.runs.total()), (3, 6));
    assert!(sweep.has_intervals());
    let line = "advance reservations 0\u{a0}% · 2 curves · 3 perturbations of the submissions by up to 40 s";
    assert_eq!(sweep.in_one_line(), line);
    // The figures are those of the command line: on the replicate of each seed.
    let at = place_of(&sweep, Criterion::FLOW_TIME);
    for (series, queue) in QUEUES.into_iter().enumerate() {
        let flows = [0, 1, 2].map(|place| {
            let one = queued(queue, 0.0, 1 + u64::from(place));
            let report = experiment::report_on(&one, &log(), Some((&replicate, place)));
            report.unwrap().mean_flow_time
        });
        let told = sweep.interval(series, 0, at).unwrap();
        assert!((told.mean - flows.iter().sum::<f64>() / 3.0).abs() < 1e-9, "{queue}");
        assert!(told.half_width.is_some_and(|it| it > 0.0), "{queue}");
    }
    let other = on(Some(replicate.with_count(4)));
    assert_eq!(sweep.outdated(&base_of(without_draws()), &other), Some(Outdated::Form));
}

#[test]
fn the_form_folds_to_a_line_once_a_sweep_has_started_and_opens_again() {
    let mut sweeps = Sweeps::default();
    sweeps.apply(SweepAction::Fold(true));
    assert!(!sweeps.folded, "there is nothing yet that it could fold to");
    let (mut sweeps, tasks) = begun();
    assert!(sweeps.folded);
    assert_eq!(sweep(&sweeps).in_one_line(), "advance reservations 0–50\u{a0}% · 2 curves · 2 seeds");
    sweeps.apply(SweepAction::Fold(false));
    assert!(!sweeps.folded);
    // Answers leave it as it is, and the next sweep folds it again.
    answer(&mut sweeps, &tasks);
    assert!(!sweeps.folded);
    let overlaid = [("queue".to_owned(), vec!["easy".to_owned()])].into();
    start(&mut sweeps, planned(CurvesForm { overlaid, ..typed("50", 1) }).0);
    assert!(sweeps.folded);
    let line = sweep(&sweeps).in_one_line();
    assert!(line.starts_with("advance reservations 50\u{a0}% · EASY"), "{line}");
    assert!(line.ends_with(" · 1 seed"), "{line}");
}

/// A sweep of three seeds from a file, in which seeds shift mean flow time by 100 s and EASY shifts it by this.
fn shifted(easy: f64) -> Sweep {
    let varied = ["workload.reservations.percent=0,50", "system.two_level.local.queue=fcfs,easy"];
    let runs = |it: &Scenario| {
        let is_easy = format!("{:?}", it.system).contains("Easy");
        let flow_time = 1000.0 + 100.0 * it.seed as f64 + if is_easy { easy } else { 0.0 };
        Figures { criteria: [0.5, flow_time, 0.0], ..Figures::default() }
    };
    read(&file(scenario(), &varied, 3, runs)).unwrap()
}

#[test]
fn lines_that_lie_on_each_other_are_drawn_as_differences_seed_by_seed() {
    let sweep = shifted(-5.0);
    let at = place_of(&sweep, Criterion::FLOW_TIME);
    let usual = CurvesForm::default();
    assert!(sweep.as_differences(&usual));
    let means = CurvesForm { differences: Some(false), ..usual.clone() };
    assert!(!sweep.as_differences(&means));
    for x in [0, 1] {
        let [first, second] = [0, 1].map(|series| sweep.shown(&usual, series, x, at).unwrap());
        assert_eq!([first.mean, second.mean], [0.0, -5.0]);
        assert_eq!([first.half_width, second.half_width], [Some(0.0); 2]);
        assert_eq!(sweep.shown(&means, 1, x, at), sweep.interval(1, x, at));
    }
    let panel = &curves(&sweep, &usual, &[at]).panels[0];
    assert_eq!(panel.y_label, "Δ mean flow time F (s)");
    assert_eq!(panel.series[1].points[1].mean, -5.0);
    let told = "Differences from Strict FCFS, seed by seed. The file does not say whether the same jobs ran.";
    assert_eq!(sweep.differences_told(), told);
}

#[test]
fn lines_apart_equal_ones_and_single_ones_are_drawn_as_means() {
    let usual = CurvesForm::default();
    for easy in [-900.0, 0.0] {
        assert!(!shifted(easy).as_differences(&usual), "{easy}");
    }
    let asked = CurvesForm { differences: Some(true), ..usual };
    assert!(shifted(-900.0).as_differences(&asked));
    let one = CurvesForm { overlaid: [("queue".to_owned(), vec!["easy".to_owned()])].into(), ..typed("50", 1) };
    assert!(!planned(one).0.as_differences(&asked));
}

#[test]
fn points_of_other_jobs_are_counted() {
    let mut sweep = Sweep { given: None, ..shifted(-5.0) };
    assert_eq!(sweep.differences_told(), "Differences from Strict FCFS, seed by seed.");
    // EASY at 50 %, with the first seed.
    sweep.runs.made[3].as_mut().unwrap().population = 7;
    let told = sweep.differences_told();
    assert_eq!(
        told,
        "Differences from Strict FCFS, seed by seed. At 1 of 2 points the jobs that ran differ: no verdict there."
    );
}

#[test]
fn a_sweep_that_runs_is_drawn_as_the_one_before_it() {
    let mut sweeps = Sweeps::default();
    start(&mut sweeps, shifted(-5.0));
    let names = sweep(&sweeps).names.clone();
    let (next, _) = planned(form());
    assert_eq!(next.names, names);
    start(&mut sweeps, next);
    let tasks = sweep(&sweeps).tasks();
    assert!(sweep(&sweeps).as_differences(&CurvesForm::default()));
    answer(&mut sweeps, &tasks);
    // Once all have returned it is its own lines that decide.
    assert_eq!(sweep(&sweeps).as_differences(&CurvesForm::default()), sweep(&sweeps).lines_coincide());
}

#[test]
fn the_criteria_are_drawn_and_what_is_0_in_all_runs_is_not() {
    let sweep = finished(form(), scenario());
    let usual = CurvesForm::default();
    let of = |places: Vec<usize>| -> Vec<Criterion> { places.into_iter().map(|at| sweep.figures[at]).collect() };
    let drawn = of(sweep.drawn(&usual));
    assert!(drawn.starts_with(&Criterion::PAPER));
    assert!(!drawn.contains(&Criterion::REJECTED), "no job is rejected");
    assert!(!drawn.contains(&Criterion::MAKESPAN), "it is not usual");
    let by_kind = [Criterion::BATCH_FLOW_TIME, Criterion::RESERVATION_FLOW_TIME];
    assert!(by_kind.iter().all(|it| drawn.contains(it)));
    // The table has the system's own figures as well.
    let tabled = of(sweep.tabled(&usual));
    assert!(drawn.iter().all(|it| tabled.contains(it)));
    let own = |it: &&Criterion| matches!(it, Criterion::Own(_));
    let all = sweep.figures.iter().filter(own).count();
    assert_eq!(tabled.iter().filter(own).count(), all);
}

#[test]
fn flow_times_by_kind_are_drawn_if_a_run_has_jobs_of_both_kinds() {
    let sweep = finished(typed("0", 2), scenario());
    let drawn = sweep.drawn(&typed("0", 2));
    for figure in [Criterion::BATCH_FLOW_TIME, Criterion::RESERVATION_FLOW_TIME] {
        assert!(!drawn.contains(&place_of(&sweep, figure)), "{figure:?}");
    }
}

#[test]
fn chosen_figures_are_drawn_alone_of_the_same_runs() {
    let sweep = finished(form(), scenario());
    let chosen = CurvesForm { figures: vec!["makespan".to_owned()], ..form() };
    let makespan = place_of(&sweep, Criterion::MAKESPAN);
    assert_eq!(sweep.drawn(&chosen), [makespan]);
    assert_eq!(sweep.tabled(&chosen), [makespan]);
    let report = report_on_log(&queued("fcfs", 0.0, 1));
    let shown = sweep.interval(0, 0, makespan).unwrap().mean;
    assert_eq!(Some(shown), Criterion::MAKESPAN.of(&report));
}

/// The keys of the figures that are drawn, and those that are left out with the reasons.
fn panels(sweep: &Sweep, form: &CurvesForm) -> (String, String) {
    let drawn: Vec<&str> = sweep.drawn(form).into_iter().map(|at| sweep.figures[at].key()).collect();
    let left_out = sweep.left_out(form).into_iter().map(|it| format!("{}: {}\n", it.figure.key(), it.why));
    (drawn.join(" "), left_out.collect())
}

#[test]
fn a_figure_of_which_no_run_has_a_value_is_no_panel_and_the_reason_is_said() {
    let asked =
        |keys: &str| CurvesForm { figures: keys.split_whitespace().map(str::to_owned).collect(), ..typed("0", 2) };
    let wide = with("platform=[20]");
    let sweep = finished(asked(""), wide.clone());
    let (drawn, left_out) = panels(&sweep, &asked(""));
    assert_eq!(drawn, "mean_utilization mean_flow_time");
    assert_eq!(left_out, "mean_tardiness: no reservation ran\n");
    let chosen = asked(
        "waiting_time_90 reservations.waiting_time_90 by_size.16.jobs by_size.1.waiting_time_90 rejections.too_large",
    );
    let (drawn, left_out) = panels(&sweep, &chosen);
    assert_eq!(drawn, "waiting_time_90 by_size.1.waiting_time_90 rejections.too_large");
    let expected = "reservations.waiting_time_90: no reservation ran\nby_size.16.jobs: no job of this size ran\n";
    assert_eq!(left_out, expected);
    // As long as runs are to return nothing is said.
    let (sweeps, _) = started(asked(""), wide);
    assert!(self::sweep(&sweeps).left_out(&chosen).is_empty());
    assert_eq!(self::sweep(&sweeps).drawn(&chosen).len(), 5);
    // With reservations at one point tardiness is 0 at the other.
    assert_eq!(panels(&finished(form(), scenario()), &form()).1, "");
}

#[test]
fn waits_take_the_place_of_tardiness_where_no_job_can_have_a_deadline() {
    let form = along("workload.load_factor", "1, 2", 2);
    let (drawn, left_out) = panels(&finished(form.clone(), without_draws()), &form);
    assert_eq!(drawn, "mean_utilization mean_flow_time mean_waiting_time waiting_time_90 mean_bounded_slowdown");
    assert_eq!(left_out, "");
}

#[test]
fn an_axis_of_positive_values_far_apart_may_be_logarithmic() {
    let is_log = |values| planned(along("workload.load_factor", values, 2)).0.may_be_log();
    for (values, expected) in [("0.2, 1, 2", true), ("2, 0.1", true), ("0.5, 1, 2", false), ("1", false)] {
        assert_eq!(is_log(values), expected, "{values}");
    }
    assert!(!planned(form()).0.may_be_log(), "0 has no logarithm");
}
