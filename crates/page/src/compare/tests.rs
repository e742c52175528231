use super::*;
use crate::contents::Contents;
use crate::state::{Action, RunAction, State, WorkloadAction};
use crate::tasks::tests::{answers, log, lost, report_on_log, scenario_of, scenarios_of, with};
use crate::tasks::{Job, Wanted};
use experiment::System;
use export::snapshot::Source;
use scheduling::criteria::report;
use scheduling::policy::formula::Formula;

const WORKLOAD: WorkloadKey = 4;

/// The log that the test worker has.
const SIZE: Size = Size { records: 6, bars_per_job: 1.0, kind: WorkloadKind::Log };

fn queued(queue: &str) -> Scenario {
    with(&format!("system.two_level.local.queue={queue}"))
}

fn seeded(scenario: &Scenario, offset: u64) -> Scenario {
    Scenario { seed: scenario.seed + offset, ..scenario.clone() }
}

fn experiment_of(scenarios: &[Scenario], front: usize) -> Rc<Experiment> {
    Rc::new(Experiment::of(scenarios.to_vec(), front, 0, WORKLOAD))
}

/// FCFS and EASY, the second one in front.
pub(crate) fn two() -> Rc<Experiment> {
    experiment_of(&[queued("fcfs"), queued("easy")], 1)
}

fn finished_on(scenario: &Scenario, workload: WorkloadKey) -> Rc<Finished> {
    let run = experiment::run(scenario, &log()).unwrap();
    Rc::new(Finished {
        experiment: Rc::new(Experiment::new(scenario.clone(), workload)),
        movement: 0,
        report: report(&run),
        run,
        milliseconds: 1.0,
        arranged: OnceCell::default(),
        busiest: OnceCell::default(),
    })
}

fn finished(scenario: &Scenario) -> Rc<Finished> {
    finished_on(scenario, WORKLOAD)
}

/// A comparison that has taken up an experiment, over this many seeds.
pub(crate) fn comparing(experiment: &Rc<Experiment>, seeds: u32) -> Comparison {
    let mut comparison = Comparison::default();
    let settings = ComparisonSettings { seeds, ..ComparisonSettings::default() };
    comparison.apply(ComparisonAction::Set(settings));
    take_up(&mut comparison, experiment);
    comparison
}

fn take_up(comparison: &mut Comparison, experiment: &Rc<Experiment>) {
    comparison.apply(ComparisonAction::TakeUp(experiment.clone(), SIZE));
}

fn make(comparison: &mut Comparison, tasks: &[Task]) {
    comparison.apply(ComparisonAction::Made(answers(tasks)));
}

/// Runs the scenario in front, the others, and all seeds.
pub(crate) fn run_all(comparison: &mut Comparison, experiment: &Experiment) {
    comparison.apply(ComparisonAction::Front(finished(&experiment.scenario)));
    let tasks = comparison.missing_runs(experiment);
    make(comparison, &tasks);
    let tasks = comparison.missing_reports(experiment);
    make(comparison, &tasks);
}

fn sight(comparison: &Comparison, experiment: &Experiment) -> Sight {
    comparison.sight(experiment, WorkloadKind::Log)
}

/// The rows of the library for scenarios on the log over the first seeds.
fn library(scenarios: &[Scenario], seeds: u64, baseline: usize) -> Vec<Row> {
    let of = |it: &Scenario| -> Vec<Report> { (0..seeds).map(|offset| report_on_log(&seeded(it, offset))).collect() };
    let reports: Vec<Vec<Report>> = scenarios.iter().map(of).collect();
    let there: Vec<Vec<Option<&Report>>> = reports.iter().map(|it| it.iter().map(Some).collect()).collect();
    let basis = |it: &Scenario| Basis::of(it, WorkloadKind::Log, false);
    let bases: Vec<Basis> = scenarios.iter().map(basis).collect();
    rows(&there, &bases, baseline)
}

/// FCFS and EASY, which are compared over this many seeds.
fn begun(seeds: u32) -> (Comparison, Rc<Experiment>) {
    let experiment = two();
    (comparing(&experiment, seeds), experiment)
}

/// A run of a scenario is in front.
fn show(comparison: &mut Comparison, scenario: &Scenario) {
    comparison.apply(ComparisonAction::Front(finished(scenario)));
}

/// Checks how many seeds there are, and how many of the runs.
#[track_caller]
fn check(comparison: &Comparison, experiment: &Experiment, seeds: usize, done: (usize, usize)) {
    let seen = sight(comparison, experiment);
    assert_eq!((seen.seeds, seen.done), (seeds, done));
}

/// Checks that nothing is to be run.
#[track_caller]
fn check_idle(comparison: &Comparison, experiment: &Experiment) {
    assert!(comparison.missing_runs(experiment).is_empty());
    assert!(comparison.missing_reports(experiment).is_empty());
}

#[test]
fn settings_change_alone_and_charts_fold_one_by_one() {
    let (mut comparison, experiment) = begun(2);
    let numbers = comparison.numbers(&experiment);
    let folded = comparison.settings.folding(1).folding(5);
    comparison.apply(ComparisonAction::Set(folded));
    assert_eq!([0, 1, 2, 3, 4, 5].map(|it| folded.is_folded(it)), [false, true, false, false, false, true]);
    assert_eq!(folded.folding(5).folding(1), ComparisonSettings { seeds: 2, ..ComparisonSettings::default() });
    assert_eq!(comparison.settings, folded);
    assert_eq!(comparison.numbers(&experiment), numbers);
}

#[test]
fn nothing_is_run_of_an_experiment_that_was_not_taken_up() {
    let comparison = Comparison::default();
    let experiment = two();
    assert_eq!(comparison.numbers(&experiment), None);
    check_idle(&comparison, &experiment);
    let sight = sight(&comparison, &experiment);
    assert!(sight.subjects.iter().all(Option::is_none));
    assert!(sight.refused.iter().all(Option::is_none));
    assert_eq!((sight.seeds, sight.done.0), (0, 0));
}

#[test]
fn all_but_the_scenario_in_front_are_run_whole_and_once() {
    // The third is the same as the first.
    let experiment = experiment_of(&["fcfs", "easy", "fcfs"].map(queued), 1);
    let comparison = comparing(&experiment, 2);
    let numbers = comparison.numbers(&experiment).unwrap();
    assert_eq!(numbers[0], numbers[2]);
    assert_ne!(numbers[0], numbers[1]);
    let tasks = comparison.missing_runs(&experiment);
    assert_eq!(scenarios_of(&tasks), [queued("fcfs")]);
    let [Task { mark, workload, job: Job::Run { wanted, .. } }] = &tasks[..] else {
        panic!("one run: {tasks:?}");
    };
    assert_eq!((mark.question, *workload, *wanted), (numbers[0], WORKLOAD, Wanted::Run));
}

#[test]
fn the_first_seeds_of_all_scenarios_come_before_the_second_ones() {
    let (comparison, experiment) = begun(3);
    let tasks = comparison.missing_reports(&experiment);
    let [fcfs, easy] = ["fcfs", "easy"].map(queued);
    let expected = [seeded(&fcfs, 1), seeded(&easy, 1), seeded(&fcfs, 2), seeded(&easy, 2)];
    assert_eq!(scenarios_of(&tasks), expected);
    for Task { workload, job, .. } in &tasks {
        assert!(matches!(job, Job::Run { wanted: Wanted::Report, .. }) && *workload == WORKLOAD, "{job:?}");
    }
    assert!(begun(1).0.missing_reports(&experiment).is_empty());
}

#[test]
fn a_seed_at_the_end_of_its_range_comes_round() {
    let experiment = experiment_of(&[with(&format!("seed={}", u64::MAX)), queued("easy")], 1);
    let tasks = comparing(&experiment, 2).missing_reports(&experiment);
    assert_eq!(scenario_of(&tasks[0]).seed, 0);
}

#[test]
fn the_table_is_that_of_the_library_once_all_has_returned() {
    let (mut comparison, experiment) = begun(3);
    run_all(&mut comparison, &experiment);
    let scenarios = ["fcfs", "easy"].map(queued);
    let seen = sight(&comparison, &experiment);
    assert_eq!(*seen.rows, library(&scenarios, 3, 0));
    check(&comparison, &experiment, 3, (6, 6));
    for (subject, scenario) in seen.subjects.iter().zip(&scenarios) {
        let finished = &subject.as_ref().unwrap().finished;
        assert_eq!(finished.experiment.scenario, *scenario);
        assert_eq!(finished.report, report_on_log(scenario));
    }
    check_idle(&comparison, &experiment);
    // Another baseline, and fewer seeds: no run is made again.
    let other = Experiment::of(scenarios.to_vec(), 1, 1, WORKLOAD);
    assert_eq!(*sight(&comparison, &other).rows, library(&scenarios, 3, 1));
    comparison.apply(ComparisonAction::Set(ComparisonSettings { seeds: 2, ..comparison.settings }));
    assert_eq!(*sight(&comparison, &experiment).rows, library(&scenarios, 2, 0));
    check(&comparison, &experiment, 2, (4, 4));
}

#[test]
fn means_are_over_the_seeds_that_all_scenarios_have() {
    let (mut comparison, experiment) = begun(3);
    show(&mut comparison, &queued("easy"));
    let reports = comparison.missing_reports(&experiment);
    // Both scenarios under the second seed, one of them under the third.
    make(&mut comparison, &reports[..3]);
    assert_eq!(sight(&comparison, &experiment).seeds, 1, "the first run of FCFS is missing");
    let runs = comparison.missing_runs(&experiment);
    make(&mut comparison, &runs);
    check(&comparison, &experiment, 2, (5, 6));
    assert_eq!(*sight(&comparison, &experiment).rows, library(&["fcfs", "easy"].map(queued), 2, 0));
}

#[test]
fn without_draws_the_first_report_is_that_of_all_seeds() {
    let of = |queue| with(&format!("workload.reservations.percent=0 system.two_level.local.queue={queue}"));
    let scenarios = ["fcfs", "easy"].map(of);
    let experiment = experiment_of(&scenarios, 1);
    let mut comparison = comparing(&experiment, 3);
    assert!(comparison.missing_reports(&experiment).is_empty());
    run_all(&mut comparison, &experiment);
    check(&comparison, &experiment, 3, (6, 6));
    let seen = sight(&comparison, &experiment);
    assert_eq!(*seen.rows, library(&scenarios, 3, 0));
    let mut cells = seen.rows.iter().flat_map(|row| row.cells.iter().flatten());
    assert!(cells.all(|it| it.value.half_width.is_none() && !it.is_told_best));
}

#[test]
fn the_last_run_stands_in_front_until_the_scenario_has_been_run() {
    let (mut comparison, _) = begun(1);
    let last = finished(&queued("easy"));
    comparison.apply(ComparisonAction::Front(last.clone()));
    // A control moves on.
    let moved = with("system.two_level.local.queue=easy workload.reservations.percent=60");
    let next = experiment_of(&[queued("fcfs"), moved.clone()], 1);
    take_up(&mut comparison, &next);
    let shown = |comparison: &Comparison, experiment: &Experiment| {
        let subjects = sight(comparison, experiment).subjects;
        subjects[1].as_ref().map(|it| it.finished.clone())
    };
    assert!(shown(&comparison, &next).is_some_and(|it| Rc::ptr_eq(&it, &last)));
    let own = finished(&moved);
    comparison.apply(ComparisonAction::Front(own.clone()));
    assert!(shown(&comparison, &next).is_some_and(|it| Rc::ptr_eq(&it, &own)));
    // Of another workload it tells nothing.
    let elsewhere = Experiment::of(vec![queued("fcfs"), moved], 1, 0, WORKLOAD + 1);
    assert!(shown(&comparison, &elsewhere).is_none());
}

#[test]
fn the_same_run_is_arranged_once() {
    let (mut comparison, experiment) = begun(1);
    let run = finished(&queued("easy"));
    comparison.apply(ComparisonAction::Front(run.clone()));
    let first = sight(&comparison, &experiment).subjects[1].clone();
    comparison.apply(ComparisonAction::Front(run));
    assert!(first.is_some() && sight(&comparison, &experiment).subjects[1] == first);
}

#[test]
fn a_run_that_was_made_before_it_was_compared_is_not_made_again() {
    let mut comparison = Comparison::default();
    let run = finished(&queued("easy"));
    comparison.apply(ComparisonAction::Front(run.clone()));
    take_up(&mut comparison, &two());
    comparison.apply(ComparisonAction::Front(run));
    // The other one comes to the front: EASY is there.
    let other = experiment_of(&["fcfs", "easy"].map(queued), 0);
    assert!(comparison.missing_runs(&other).is_empty());
}

#[test]
fn a_lost_run_is_told_and_made_again_on_request() {
    let (mut comparison, experiment) = begun(2);
    show(&mut comparison, &queued("easy"));
    let tasks = comparison.missing_runs(&experiment);
    comparison.apply(ComparisonAction::Made(vec![lost(&tasks[0])]));
    let why = NotMade::Lost("the worker stopped".to_owned());
    assert_eq!(sight(&comparison, &experiment).refused, [Some(why), None]);
    assert!(comparison.missing_runs(&experiment).is_empty());
    // The other scenario goes on by itself.
    let others = comparison.missing_reports(&experiment);
    assert_eq!(scenarios_of(&others), [seeded(&queued("easy"), 1)]);
    make(&mut comparison, &others);
    check(&comparison, &experiment, 2, (2, 2));
    let tries = comparison.tries();
    comparison.apply(ComparisonAction::TryAgain);
    assert_eq!(comparison.tries(), tries + 1);
    assert_eq!(comparison.missing_runs(&experiment), tasks);
    run_all(&mut comparison, &experiment);
    let seen = sight(&comparison, &experiment);
    assert_eq!(seen.refused, [None, None]);
    assert_eq!(*seen.rows, library(&["fcfs", "easy"].map(queued), 2, 0));
}

#[test]
fn a_scenario_that_cannot_be_run_stays_refused() {
    let (mut comparison, experiment) = begun(2);
    let mark = comparison.missing_runs(&experiment)[0].mark;
    let why = NotMade::Refused("the log is empty".to_owned());
    comparison.apply(ComparisonAction::Made(vec![(mark, Err(why.clone()))]));
    comparison.apply(ComparisonAction::TryAgain);
    assert_eq!(sight(&comparison, &experiment).refused, [Some(why), None]);
    assert!(comparison.missing_runs(&experiment).is_empty());
}

#[test]
fn a_run_in_front_takes_a_refusal_back() {
    let (mut comparison, experiment) = begun(2);
    let tasks = comparison.missing_runs(&experiment);
    comparison.apply(ComparisonAction::Made(vec![lost(&tasks[0])]));
    let tries = comparison.tries();
    show(&mut comparison, &queued("fcfs"));
    assert_eq!(sight(&comparison, &experiment).refused, [None, None]);
    // `tries` has changed, so that the view requests the missing reports again.
    assert_eq!(comparison.tries(), tries + 1);
    assert_eq!(scenarios_of(&comparison.missing_reports(&experiment)).len(), 2);
}

#[test]
fn what_was_compared_before_is_there_again_after_undo() {
    let (mut comparison, experiment) = begun(2);
    run_all(&mut comparison, &experiment);
    let before = sight(&comparison, &experiment);
    let next = experiment_of(&["fcfs", "sjf"].map(queued), 1);
    take_up(&mut comparison, &next);
    run_all(&mut comparison, &next);
    take_up(&mut comparison, &experiment);
    check_idle(&comparison, &experiment);
    assert_eq!(sight(&comparison, &experiment).rows, before.rows);
    // And redo.
    take_up(&mut comparison, &next);
    assert!(comparison.missing_reports(&next).is_empty());
}

/// More experiments than are kept, which each compare FCFS with another share.
fn shares() -> Vec<Rc<Experiment>> {
    let other = |at| with(&format!("system.two_level.local.queue=easy workload.reservations.percent={}", 51 + at));
    (0..KEPT + 2).map(|at| experiment_of(&[queued("fcfs"), other(at)], 0)).collect()
}

#[test]
fn only_the_last_few_that_are_no_longer_compared_stay() {
    let all = shares();
    let mut comparison = comparing(&all[0], 1);
    for experiment in &all {
        take_up(&mut comparison, experiment);
        run_all(&mut comparison, experiment);
    }
    for (at, experiment) in all.iter().enumerate() {
        assert_eq!(comparison.numbers(experiment).is_some(), at > 0, "{at}");
    }
    // FCFS has been compared all the time.
    assert!(sight(&comparison, &all[0]).subjects[0].is_some());
}

#[test]
fn answers_to_a_scenario_that_is_gone_are_dropped() {
    let all = shares();
    let mut comparison = comparing(&all[0], 2);
    let old = comparison.missing_runs(&all[0]);
    let reports = comparison.missing_reports(&all[0]);
    for experiment in &all[1..] {
        take_up(&mut comparison, experiment);
    }
    make(&mut comparison, &old);
    comparison.apply(ComparisonAction::Made(vec![lost(&old[0])]));
    assert_eq!(comparison.numbers(&all[0]), None);
    // Back again it has another number.
    take_up(&mut comparison, &all[0]);
    make(&mut comparison, &old);
    make(&mut comparison, &reports[1..]);
    let seen = sight(&comparison, &all[0]);
    assert!(seen.subjects[1].is_none());
    assert_eq!(seen.done.0, 0);
    assert_eq!(comparison.missing_runs(&all[0]).len(), 1);
}

#[test]
fn another_workload_is_another_comparison() {
    let (mut comparison, experiment) = begun(1);
    run_all(&mut comparison, &experiment);
    let elsewhere = Rc::new(Experiment::of(["fcfs", "easy"].map(queued).to_vec(), 1, 0, WORKLOAD + 1));
    assert_eq!(comparison.numbers(&elsewhere), None);
    take_up(&mut comparison, &elsewhere);
    let tasks = comparison.missing_runs(&elsewhere);
    assert_eq!((tasks.len(), tasks[0].workload), (1, WORKLOAD + 1));
    assert!(sight(&comparison, &elsewhere).subjects.iter().all(Option::is_none));
}

#[test]
fn every_action_makes_another_version() {
    let (mut comparison, _) = begun(2);
    let before = comparison.clone();
    assert!(before == comparison);
    comparison.apply(ComparisonAction::TryAgain);
    assert!(before != comparison);
}

#[test]
fn a_subject_finds_its_jobs_by_their_numbers_in_the_log() {
    let subject = Subject::new(finished(&queued("fcfs")));
    for at in 0..6 {
        let number = subject.number(at).unwrap();
        assert_eq!(subject.job(number), Some(at as u32));
    }
    assert_eq!((subject.number(6), subject.job(7)), (None, None));
    assert!(subject == subject);
    assert!(Subject::new(finished(&queued("fcfs"))) != subject);
}

/// A workload of which one run takes more than half of the room for all runs.
const LARGE: Size = Size { records: 2_000_000, ..SIZE };

/// Three scenarios of all jobs.
fn of_all_jobs() -> [Scenario; 3] {
    ["fcfs", "easy", "sjf"].map(|it| with(&format!("system.two_level.local.queue={it} workload.last_job=null")))
}

#[test]
fn runs_for_which_there_is_no_room_are_refused_before_they_are_made() {
    let scenarios = of_all_jobs();
    let experiment = experiment_of(&scenarios, 1);
    let mut comparison = Comparison::default();
    comparison.apply(ComparisonAction::TakeUp(experiment.clone(), LARGE));
    let refused = sight(&comparison, &experiment).refused;
    // The one in front is on the page anyway.
    let [_, None, Some(NotMade::Refused(why))] = &refused[..] else {
        panic!("{refused:?}");
    };
    assert!(why.contains("fewer scenarios"), "{why}");
    let planned = scenarios_of(&comparison.missing_runs(&experiment));
    assert!(!planned.contains(&scenarios[2]));
    let planned = scenarios_of(&comparison.missing_reports(&experiment));
    assert!(planned.iter().all(|it| seeded(&scenarios[2], 1) != *it));
    // To ask again makes no room; a smaller workload does.
    comparison.apply(ComparisonAction::TryAgain);
    assert_eq!(sight(&comparison, &experiment).refused, refused);
    comparison.apply(ComparisonAction::TakeUp(experiment.clone(), SIZE));
    let refused = sight(&comparison, &experiment).refused;
    assert!(refused.iter().all(Option::is_none));
}

#[test]
fn a_scenario_that_leaves_makes_room_for_the_next() {
    let scenarios = of_all_jobs();
    let mut comparison = Comparison::default();
    let experiment = experiment_of(&scenarios, 0);
    comparison.apply(ComparisonAction::TakeUp(experiment, LARGE));
    let alone = experiment_of(&scenarios[2..], 0);
    comparison.apply(ComparisonAction::TakeUp(alone.clone(), LARGE));
    assert_eq!(sight(&comparison, &alone).refused, [None]);
}

#[test]
fn the_size_is_that_of_the_present_workload_and_of_its_last_run() {
    let mut state = State::at_start();
    let unknown = state.size();
    assert_eq!((unknown.records, unknown.bars_per_job), (0, budget::BARS_PER_JOB));
    let sample = workload::lublin::Lublin::default().generate().unwrap();
    let contents = Contents::of(&sample.into(), Source::Sample, None, 1.0);
    state = state.after(Action::Workload(WorkloadAction::Loaded(0, Rc::new(contents))));
    let read = state.size();
    assert_eq!((read.records, read.kind), (1_000, WorkloadKind::Log));
    assert_eq!(read.bars_per_job, budget::BARS_PER_JOB);
    // A run of another workload tells nothing.
    let other = finished_on(&queued("fcfs"), 1);
    state = state.after(Action::Run(RunAction::Finished(other)));
    assert_eq!(state.size(), read);
    let own = finished_on(&queued("fcfs"), 0);
    let bars = own.run.schedule.bars.len();
    state = state.after(Action::Run(RunAction::Finished(own)));
    assert_eq!(state.size().bars_per_job, bars as f64 / 6.0);
}

#[test]
fn a_pool_leaves_out_what_a_cluster_takes_into_account() {
    let of = |key: &str| Scenario { system: System::of_key(key).unwrap(), ..Scenario::default() };
    let [pool, cluster, log] = ["two_level", "cluster", "as_logged"].map(of);
    let features = [(Feature::Gpus, 1), (Feature::Memory, 2), (Feature::Licences, 9)];
    let left_out = |scenarios: &[&Scenario]| left_out(scenarios, &features, true);
    let told = left_out(&[&pool, &cluster]);
    let expected = "leaves out GPUs (1 job), memory (2 jobs), which another scenario takes into account.";
    assert_eq!(told, [Some(expected.to_owned()), None]);
    // Pools beside one another hide the same.
    assert_eq!(left_out(&[&pool, &pool]), [None, None]);
    assert_eq!(left_out(&[&cluster]), [None]);
    let beside_log = left_out(&[&log, &cluster]);
    assert_eq!(beside_log[0], None);
    assert!(beside_log[1].as_ref().is_some_and(|it| it.contains("licences (9 jobs)")));
}

#[test]
fn kept_orders_are_offered_first_until_they_are_there() {
    let mut kept = KeptFormulas::default();
    for (name, text) in [("old", "limit"), ("mine", "-wait / limit")] {
        kept.keep(name, Formula::read(text).unwrap());
    }
    let experiment = Experiment::new(Scenario::default(), 0);
    let all = offered(&experiment, Schedulable::default(), &kept);
    let told: Vec<_> = all.iter().take(2).map(|it| (it.id.as_str(), it.label.as_str())).collect();
    assert_eq!(told, [("order-0", "ordered by ★ mine"), ("order-1", "ordered by ★ old")]);
    assert!(all.iter().any(|it| it.id == "fcfs"));
    let beside = Experiment::of(vec![Scenario::default(), all[0].scenario.clone()], 0, 0, 0);
    let left = offered(&beside, Schedulable::default(), &kept);
    assert!(left.iter().all(|it| it.id != "order-0") && left[0].id == "order-1");
    // The log itself has no schedule where it has no waits.
    let has_log = |lacks_waits: bool| {
        let workload = Schedulable { lacks_waits, ..Schedulable::default() };
        let all = offered(&experiment, workload, &kept);
        all.iter().any(|it| it.id == "as-logged")
    };
    assert_eq!((has_log(false), has_log(true)), (true, false));
    // A system that orders none by formula is offered none.
    let system = System::of_key("co_allocation").unwrap();
    let other = Experiment::new(Scenario { system, ..Scenario::default() }, 0);
    assert!(offered(&other, Schedulable::default(), &kept).iter().all(|it| !it.id.starts_with("order-")));
}

#[test]
fn two_queue_policies_lead_to_another_grid_policy_where_jobs_reserve_on_several_providers() {
    let [queue, share, providers] = ["system.two_level.local.queue", knobs::SHARE, "platform.providers"]
        .map(|path| move |scenario: &Scenario, value: serde_json::Value| knobs::set(scenario, path, &value).unwrap());
    let told = |first: Scenario| {
        let second = queue(&first, "easy".into());
        let experiment = Experiment::of(vec![first, second], 0, 0, 0);
        let all = offered(&experiment, Schedulable::default(), &KeptFormulas::default());
        further_policy(&experiment, &all).map(|it| it.0)
    };
    let default = Scenario::default();
    assert_eq!(told(default.clone()).as_deref(), Some("AR resource priority"));
    assert_eq!(told(share(&default, 0.into())), None);
    assert_eq!(told(providers(&default, 1.into())), None);
}

#[test]
fn a_scenario_is_first_compared_with_the_policy_that_was_tried_before_it() {
    let queue = "system.two_level.local.queue";
    let with = |queue_policy: &str, seed: u64| {
        let scenario = Scenario { seed, ..Scenario::default() };
        Experiment::new(knobs::set(&scenario, queue, &queue_policy.into()).unwrap(), 0)
    };
    let told = |history: &History| {
        let contrast = natural_contrast(history, Schedulable::default()).unwrap();
        (knobs::get(&contrast, queue).as_str().unwrap().to_owned(), contrast.seed)
    };
    let mut history = History::new(with("easy", 1));
    assert_eq!(told(&history), ("fcfs_backfilling".to_owned(), 1));
    history.change(with("conservative", 1), None);
    history.change(with("conservative", 2), None);
    assert_eq!(told(&history), ("easy".to_owned(), 2));
    // Another log's policies were not tried on this one.
    history.change(Experiment { workload: 3, ..with("conservative", 2) }, None);
    assert_eq!(told(&history), ("easy".to_owned(), 2), "the first that is offered");
}
