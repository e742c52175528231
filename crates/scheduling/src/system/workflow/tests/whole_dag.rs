//! The whole workflow reserved, its machines until the deadline.

use crate::criteria::wait_parts::tests::check_seconds;
use proptest::prelude::*;

use super::run_of;
use crate::engine::Status;
use workload::workflow::generate::{Amounts, Kind, generate};
use workload::workflow::to_json;

/// a (10 s) on m0, then b (10 s) there; c (4 s) on m1 waits for the data of a, which take 2 s.
const FORK: &str = r#"{"machines": ["m0", "m1"],
    "tasks": [{"name": "a", "costs": [10, 10]}, {"name": "b", "costs": [10, 10]}, {"name": "c", "costs": [4, 4]}],
    "edges": [{"from": "a", "to": "b", "data": 0}, {"from": "a", "to": "c", "data": 2}],
    "communication": [[0, 1], [1, 0]],
    "schedule": [{"task": "a", "machine": "m0", "start": 0, "finish": 10},
                 {"task": "b", "machine": "m0", "start": 10, "finish": 20},
                 {"task": "c", "machine": "m1", "start": 12, "finish": 16}]}"#;

fn settings(scheduler: &str, factor: f64, qoi: f64) -> String {
    format!(
        r#"{{"scheduler": "{scheduler}", "variant": "dag_reserve", "deadline_factor": {factor}, "qoi_percent": {qoi}}}"#
    )
}

#[test]
fn both_machines_are_reserved_from_the_start_to_the_deadline() {
    let run = run_of(FORK, &settings("given", 1.25, 0.0), 1);
    let told: Vec<(f64, f64, f64)> = run.tasks().iter().map(|it| (it.start, it.finish, it.reserved_until)).collect();
    assert_eq!(told, [(0.0, 10.0, 10.0), (10.0, 20.0, 25.0), (12.0, 16.0, 25.0)]);
    // 20 s of 25 s, and 4 s of 25 s.
    assert_eq!(run.measures["slot_utilization"], (80.0 + 16.0) / 2.0);
    assert_eq!(run.measures["failures"], 0.0);
    // a and b may be late by 5 s each, alone; c may end at 25 s.
    assert_eq!(run.measures["spare_least"], 50.0);
    assert_eq!(run.measures["spare_most"], 225.0);
}

/// Where b, behind a, comes to more than 25 s together, it is killed at the deadline; where a alone does
/// not, c has its data 2 s behind it.
#[test]
fn tasks_start_when_they_can_and_end_by_the_deadline() {
    let (mut killed, mut earlier) = (0, 0);
    for seed in 0..100 {
        let run = run_of(FORK, &settings("given", 1.25, 60.0), seed);
        let ran = [0, 1, 2].map(|task: usize| run.schedule.outcomes[task].ran as f64 / 1e3);
        let [a, b, c] = [0, 1, 2].map(|task: usize| run.tasks()[task].clone());
        let near = |one: f64, other: f64| (one - other).abs() <= 2e-3;
        assert!(near(a.ended.unwrap(), ran[0]), "{a:?}");
        assert_eq!((b.start, c.start), (a.ended.unwrap(), a.ended.unwrap() + 2.0));
        let fails = run.measures["failures"];
        let is_killed = run.schedule.outcomes[1].status == Status::Killed;
        assert_eq!(fails, f64::from(u8::from(is_killed)));
        if is_killed {
            assert_eq!(b.ended, Some(25.0));
            killed += 1;
        }
        if b.start < 10.0 {
            earlier += 1;
        }
    }
    assert!(killed > 0 && earlier > 0, "{killed} killed, {earlier} earlier");
}

/// Data that come at the deadline are too late: the workflow is not done, though no task was killed.
#[test]
fn a_task_that_could_begin_only_at_the_deadline_fails() {
    let text = FORK.replace(r#""to": "c", "data": 2"#, r#""to": "c", "data": 9"#);
    let text = text.replace(r#""start": 12, "finish": 16"#, r#""start": 19, "finish": 23"#);
    let mut late = 0;
    for seed in 0..200 {
        let run = run_of(&text, &settings("given", 1.0, 90.0), seed);
        let a = run.tasks()[0].ended.unwrap();
        let is_rejected = run.schedule.outcomes[2].status == Status::Rejected;
        assert_eq!(is_rejected, a + 9.0 >= 23.0, "a ends at {a}");
        if is_rejected {
            late += 1;
            assert!(run.measures["failures"] >= 1.0);
        }
    }
    assert!(late > 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(60)))]

    #[test]
    fn exact_estimates_never_fail(seed in 0..1_000u64, factor in 1.0..3.0_f64, kind in 0..5usize) {
        let text = to_json(&generate(Kind::ALL[kind], 40, &Amounts::USUAL, seed));
        for scheduler in ["heft", "hybrid_bmct", "fcp", "dls"] {
            let run = run_of(&text, &settings(scheduler, factor, 0.0), seed);
            prop_assert_eq!(run.measures["failures"], 0.0);
            prop_assert!(run.schedule.outcomes.iter().all(|it| it.status == Status::Done));
        }
    }

    /// Under all errors: no task runs past the deadline, machines run one task at a time and tasks wait
    /// for their data; a failure is reported exactly where not all is done.
    #[test]
    fn what_runs_keeps_the_rules(
        seed in 0..1_000u64, factor in 1.0..2.0_f64, qoi in 0.0..200.0_f64,
    ) {
        let workflow = generate(Kind::Montage, 40, &Amounts::MONTAGE, seed);
        let run = run_of(&to_json(&workflow), &settings("hybrid_bmct", factor, qoi), seed);
        let (tasks, outcomes) = (run.tasks(), &run.schedule.outcomes);
        let deadline = run.measures["deadline"];
        for edge in &run.workflow().expect("a workflow").edges {
            let (from, to) = (edge.from as usize, edge.to as usize);
            if tasks[to].ended.is_none() {
                continue;
            }
            prop_assert_eq!(outcomes[from].status, Status::Done);
            prop_assert!(tasks[to].start >= tasks[from].ended.unwrap() + edge.seconds);
        }
        let mut by_machine: Vec<(u32, f64, f64)> = tasks
            .iter()
            .filter_map(|it| Some((it.machine, it.start, it.ended?)))
            .collect();
        by_machine.sort_by(|one, other| {
            let starts = one.1.total_cmp(&other.1).then(one.2.total_cmp(&other.2));
            one.0.cmp(&other.0).then(starts)
        });
        for pair in by_machine.windows(2) {
            prop_assert!(pair[0].0 != pair[1].0 || pair[0].2 <= pair[1].1);
        }
        prop_assert!(by_machine.iter().all(|it| it.2 <= deadline));
        prop_assert!(tasks.iter().all(|it| it.finish <= it.reserved_until && it.reserved_until <= deadline));
        let all_done = outcomes.iter().all(|it| it.status == Status::Done);
        prop_assert_eq!(run.measures["failures"] == 0.0, all_done);
        prop_assert!(run.measures["slot_utilization"] <= 100.0);
        check_seconds(&run, true)?;
    }
}
