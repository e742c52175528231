//! Schedules and reservations, without errors.

use super::{TOPCUOGLU, refusal, run_of};
use crate::criteria::report;
use crate::engine::{Status, Tick};
use crate::policy::spare_time::Variant;
use crate::system::testing::measures;
use crate::system::workflow::{Plan, Workflow, carried_out};
use workload::workflow::generate::{Amounts, Kind, generate};
use workload::workflow::to_json;

#[test]
fn heft_takes_80_and_the_deadline_is_160() {
    let run = run_of(TOPCUOGLU, "{}", 1);
    assert_eq!(measures(&run, "schedule_length deadline"), "80 160");
    assert_eq!(run.platform, [1, 1, 1]);
    assert_eq!(run.workflow().expect("a workflow").machines, ["p1", "p2", "p3"]);
    assert!(run.tasks()[..2].iter().map(|it| &it.name).eq(["n1", "n2"]));
    assert!(run.schedule.outcomes.iter().all(|it| it.status == Status::Done));
}

/// With a deadline at the schedule's end no spare time is shared out, and the slots are the
/// schedule.
#[test]
fn without_time_to_share_reservations_are_the_schedule() {
    let run = run_of(TOPCUOGLU, r#"{"deadline_factor": 1}"#, 1);
    let n1 = &run.tasks()[0];
    assert_eq!((n1.start, n1.finish, n1.reserved_until), (0.0, 9.0, 9.0));
    let last = &run.tasks()[9];
    assert_eq!((last.finish, last.ended), (80.0, Some(80.0)));
    assert_eq!(run.measures["spare_least"], 0.0);
    let report = report(&run);
    assert_eq!(report.makespan, 80.0);
    assert_eq!(report.measures["slot_utilization"], 100.0);
}

#[test]
fn a_deadline_in_seconds_counts_in_place_of_the_factor() {
    let run = run_of(TOPCUOGLU, r#"{"deadline": 100.5, "deadline_factor": 3}"#, 1);
    assert_eq!(run.measures["deadline"], 100.5);
    assert_eq!(run.measures["alpha"], 100.0 * 20.5 / 80.0);
    assert_eq!(run.jobs[0].reservation.unwrap().deadline, 100_500);
    let refused = refusal(TOPCUOGLU, r#"{"deadline": 79.5}"#);
    assert_eq!(refused, "system.workflow.deadline: 79.5 s is before the end of the schedule, 80 s");
}

/// The schedule, the deadline and the reservations count from the earliest start; spare time stays the same.
#[test]
fn nothing_starts_before_the_earliest_start() {
    let [at_once, later] = ["{}", r#"{"earliest_start": 100.5}"#].map(|it| run_of(TOPCUOGLU, it, 1));
    assert_eq!(later.measures["deadline"], 260.5);
    let asked = later.jobs[0].reservation.unwrap();
    assert_eq!((asked.ready, asked.deadline), (100_500, 260_500));
    for (first, second) in at_once.schedule.outcomes.iter().zip(&later.schedule.outcomes) {
        assert_eq!((second.start, second.completion), (first.start + 100_500, first.completion + 100_500));
    }
    for (first, second) in at_once.tasks().iter().zip(later.tasks()) {
        assert_eq!((second.start, second.planned_start), (first.start + 100.5, first.planned_start));
    }
    for key in ["schedule_length", "alpha", "spare_least", "spare_mean", "slot_utilization"] {
        assert_eq!(at_once.measures[key], later.measures[key], "{key}");
    }
}

/// A deadline of no lengths at all would be shorter than any schedule.
#[test]
fn the_own_schedule_is_asked_for_in_vain_where_there_is_none() {
    let refused = refusal(TOPCUOGLU, r#"{"scheduler": "given"}"#);
    assert!(refused.contains("no schedule of its own"), "{refused}");
}

#[test]
fn times_in_ticks_are_the_exact_ones_rounded() {
    let workflow = to_json(&generate(Kind::Montage, 60, &Amounts::MONTAGE, 3));
    for variant in ["r_even_time", "cp_even_percent"] {
        let run = run_of(&workflow, &format!(r#"{{"variant": "{variant}"}}"#), 1);
        assert_eq!(run.tick, Tick::MILLISECOND);
        for (at, (outcome, task)) in run.schedule.outcomes.iter().zip(run.tasks()).enumerate() {
            for (ticks, seconds) in
                [(outcome.start, task.start), (outcome.end, task.finish), (outcome.held_until, task.reserved_until)]
            {
                assert!((ticks as f64 / 1000.0 - seconds).abs() <= 5.1e-4, "{ticks} {seconds}");
            }
            let bars = run.schedule.bars_of(at).iter().map(|it| (it.start, it.end));
            assert!(bars.eq([(outcome.start, outcome.held_until)]));
        }
        assert!(run.schedule.bars.is_sorted_by_key(|bar| bar.start));
    }
}

/// Where the file names no machines, providers are the machines, and speeds divide run times.
#[test]
fn providers_are_machines_where_the_file_names_none() {
    let text = r#"{"tasks": [{"name": "a", "costs": [10]}, {"name": "b", "costs": [6]}],
        "edges": [{"from": "a", "to": "b", "data": 100}]}"#;
    let run = run_of(text, r#"{"deadline_factor": 1}"#, 1);
    assert_eq!((run.platform.len(), run.measures["schedule_length"]), (2, 16.0));
    let run = run_of(text, r#"{"speeds": [1, 4], "bandwidth": 10}"#, 1);
    assert_eq!(run.measures["schedule_length"], 4.0);
    assert_eq!(run.tasks()[1].machine, 1);
}

#[test]
fn a_run_is_the_same_every_time() {
    let workflow = to_json(&generate(Kind::Layered, 40, &Amounts::USUAL, 5));
    let settings = r#"{"qoi_percent": 80, "on_overrun": "renegotiate"}"#;
    assert_eq!(run_of(&workflow, settings, 7), run_of(&workflow, settings, 7));
    assert_ne!(run_of(&workflow, settings, 7), run_of(&workflow, settings, 8));
}

/// Reproductions execute one plan repeatedly; the result equals that of a run with its settings.
#[test]
fn a_plan_that_is_shared_out_again_is_that_of_a_run() {
    let workflow = generate(Kind::Montage, 57, &Amounts::MONTAGE, 3);
    let mut plan = Plan::new(&workflow, &Workflow::default(), 0).unwrap();
    for (variant, deadline_factor, threshold_percent) in [
        (Variant::REvenPercent1, 1.2, 5.0),
        (Variant::REvenPercent1, 1.2, 0.1),
        (Variant::CpEvenPercent, 1.5, 5.0),
        (Variant::DagReserve, 1.1, 5.0),
    ] {
        let settings =
            Workflow { variant, deadline_factor, threshold_percent, qoi_percent: 60.0, ..Workflow::default() };
        plan.deadline = deadline_factor * plan.allocation.finish();
        plan.threshold = threshold_percent / 100.0;
        plan.share_out(variant);
        let json = serde_json::to_string(&settings).unwrap();
        let run = run_of(&to_json(&workflow), &json, 11);
        assert_eq!(carried_out(&plan, &settings, 11), run.measures, "{json}");
    }
}
