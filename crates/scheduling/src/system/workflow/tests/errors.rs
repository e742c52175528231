//! Run times that are off their estimates.

use proptest::prelude::*;

use super::run_of;
use crate::system::prelude::*;
use workload::workflow::generate::{Amounts, Kind, generate};
use workload::workflow::{Workflow, from_json, to_json};

fn settings(variant: &str, factor: f64, qoi: f64, on_overrun: &str) -> String {
    format!(
        r#"{{"scheduler": "hybrid_bmct", "variant": "{variant}", "deadline_factor": {factor},
            "qoi_percent": {qoi}, "on_overrun": "{on_overrun}"}}"#
    )
}

/// Two tasks in a row on one machine, 10 s each, and a third that waits for neither.
pub(super) const CHAIN: &str = r#"{"machines": ["m"],
    "tasks": [{"name": "a", "costs": [10]}, {"name": "b", "costs": [10]}],
    "edges": [{"from": "a", "to": "b", "data": 0}],
    "schedule": [{"task": "a", "machine": "m", "start": 0, "finish": 10},
                 {"task": "b", "machine": "m", "start": 10, "finish": 20}]}"#;

/// The first seed under which the first task takes longer than its slot, and the second does not.
fn overrun() -> (u64, f64) {
    (0..1_000)
        .find_map(|seed| {
            let run = run_of(CHAIN, &settings("r_even_time", 1.1, 30.0, "renegotiate"), seed);
            let ran = run.schedule.outcomes[0].ran as f64 / 1000.0;
            let both = run.schedule.outcomes[1].ran as f64 / 1000.0 + ran;
            (ran > 11.1 && ran < 11.9 && both < 21.9).then_some((seed, ran))
        })
        .expect("one of a thousand")
}

#[test]
fn a_task_that_takes_longer_is_killed_and_its_successors_never_run() {
    let (seed, _) = overrun();
    let run = run_of(CHAIN, &settings("r_even_time", 1.1, 30.0, "fail"), seed);
    let statuses = [0, 1].map(|task| run.schedule.outcomes[task].status);
    assert_eq!(statuses, [Status::Killed, Status::Rejected]);
    assert_eq!(run.causes.of(1), crate::engine::Cause::NoData);
    assert_eq!(run.measures["failures"], 1.0);
    assert_eq!(run.tasks()[0].ended, Some(11.0));
    assert_eq!(run.tasks()[1].ended, None);
}

#[test]
fn renegotiating_moves_the_reservations_that_are_left() {
    let (seed, ran) = overrun();
    let run = run_of(CHAIN, &settings("r_even_time", 1.1, 30.0, "renegotiate"), seed);
    assert_eq!((run.measures["failures"], run.measures["moves"]), (0.0, 1.0));
    let [a, b] = [0, 1].map(|task| run.tasks()[task].clone());
    assert!((a.reserved_until - ran).abs() < 1e-3, "{a:?}");
    assert_eq!(a.ended, Some(a.reserved_until));
    assert_eq!(b.start, a.reserved_until);
    assert!((b.finish - b.start - 10.0).abs() < 1e-9);
    assert!(b.reserved_until <= 22.0);
}

#[test]
fn a_task_runs_on_after_its_reservation_or_ends_with_it_and_none_is_used_more_than_reserved() {
    // The deadline is the schedule's end: a is reserved from 0 to 10, and its machine is idle from then to 40.
    let two = r#"{"machines": ["m0", "m1"], "communication": [[0, 1], [1, 0]],
        "tasks": [{"name": "a", "costs": [10, 10]}, {"name": "b", "costs": [40, 40]}], "edges": [],
        "schedule": [{"task": "a", "machine": "m0", "start": 0, "finish": 10},
                     {"task": "b", "machine": "m1", "start": 0, "finish": 40}]}"#;
    let with = |run_until: &str, seed: u64| {
        let settings =
            format!(r#"{{"scheduler": "given", "deadline_factor": 1, "qoi_percent": 80, "run_until": "{run_until}"}}"#);
        run_of(two, &settings, seed)
    };
    let only_a_is_late = |seed: &u64| {
        let ended = [0, 1].map(|task| with("spare_time", *seed).tasks()[task].ended);
        ended[0] > Some(12.0) && ended[1] < Some(39.0)
    };
    let seed = (0..100).find(only_a_is_late).expect("one of a hundred");
    let figures = |run_until: &str| {
        let run = with(run_until, seed);
        let of_b = 100.0 * run.tasks()[1].ended.unwrap_or(0.0) / 40.0;
        // Of two machines, that of b as it runs.
        let of_a = 2.0 * run.measures["slot_utilization"] - of_b;
        let status = run.schedule.outcomes[0].status;
        (status, run.measures["failures"], of_a.round())
    };
    assert_eq!(figures("spare_time"), (Status::Done, 0.0, 100.0));
    assert_eq!(figures("reservation"), (Status::Killed, 1.0, 100.0));
}

/// A workflow with a schedule is one that reads back with it.
pub(super) fn montage(seed: u64) -> String {
    to_json(&generate(Kind::Montage, 40, &Amounts::MONTAGE, seed))
}

pub(super) fn keeps_the_rules(workflow: &Workflow, run: &Run) {
    let tasks = run.tasks();
    let rounding = 1e-9 * run.measures["deadline"];
    for edge in &workflow.edges {
        let (from, to) = (&tasks[edge.from], &tasks[edge.to]);
        let Some(_) = to.ended else { continue };
        let transfer = edge.data * workflow.communication[from.machine as usize][to.machine as usize];
        let ended = from.ended.expect("its data are there");
        assert_eq!(run.schedule.outcomes[edge.from].status, Status::Done);
        assert!(to.start >= ended + transfer - rounding, "{from:?} {to:?}");
    }
    let mut by_machine: Vec<(u32, f64, f64)> =
        tasks.iter().filter_map(|it| Some((it.machine, it.start, it.ended?))).collect();
    // A task that takes no time comes before one that begins with it.
    by_machine.sort_by(|one, other| {
        let times = one.1.total_cmp(&other.1).then(one.2.total_cmp(&other.2));
        one.0.cmp(&other.0).then(times)
    });
    for pair in by_machine.windows(2) {
        let (one, other) = (pair[0], pair[1]);
        assert!(one.0 != other.0 || one.2 <= other.1 + rounding);
        assert!(other.2 <= run.measures["deadline"] + rounding);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(60)))]

    /// Under all errors data, machines and deadline are kept; renegotiating never has more failures
    /// under the same errors than the first failure makes.
    #[test]
    fn what_runs_keeps_the_rules(
        seed in 0..1_000u64, factor in 1.0..2.5_f64, qoi in 0.0..200.0_f64, variant in 0..6usize,
    ) {
        let text = montage(seed);
        let workflow = from_json(&text).unwrap();
        let variant = crate::policy::spare_time::Variant::SHARED[variant].name();
        let endings = ["spare_time", "reservation"];
        let settings = endings.iter().flat_map(|run_until| {
            let given = format!(r#""run_until": "{run_until}", "on_overrun""#);
            let of = |on_overrun| settings(variant, factor, qoi, on_overrun).replace(r#""on_overrun""#, &given);
            ["fail", "renegotiate"].map(of)
        });
        for settings in settings {
            let run = run_of(&text, &settings, seed);
            prop_assert!(run.measures["slot_utilization"] <= 100.0 + 1e-9);
            keeps_the_rules(&workflow, &run);
            let killed = run.schedule.outcomes.iter().filter(|it| it.status == Status::Killed);
            prop_assert_eq!(killed.count() as f64, run.measures["failures"]);
        }
    }

    /// Sect. 4.2: "if the planned reservations for each task have a spare time higher than 10% […], the
    /// actual execution time of a task cannot exceed its reservation slot".
    #[test]
    fn errors_below_the_least_spare_time_fail_no_task(seed in 0..1_000u64, factor in 1.1..2.5_f64) {
        let text = montage(seed);
        let least = run_of(&text, &settings("cp_even_percent", factor, 0.0, "fail"), seed);
        let qoi = 0.999 * least.measures["spare_least"];
        let run = run_of(&text, &settings("cp_even_percent", factor, qoi, "fail"), seed);
        prop_assert_eq!(run.measures["failures"], 0.0);
        prop_assert!(run.measures["slot_utilization"] <= 100.0);
    }
}
