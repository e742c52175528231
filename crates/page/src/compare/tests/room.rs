//! Runs for which there is no room.

use super::*;
use crate::contents::Contents;
use crate::state::State;
use crate::state::{Action, RunAction, WorkloadAction};
use export::snapshot::Source;

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
