//! Hybrid.BMCT, FCP and DLS by pictures, a table and words.

use super::*;

/// Ranks: a 8, b 6, c 3, d 1. b and c are one group: b waits for a, d for c.
const GROUPS: &str = "{ 'machines': ['m0', 'm1'], 'communication': [[0, 1], [1, 0]],
    'tasks': [{ 'name': 'a', 'costs': [2, 2] }, { 'name': 'b', 'costs': [6, 6] },
              { 'name': 'c', 'costs': [2, 2] }, { 'name': 'd', 'costs': [1, 1] }],
    'edges': [{ 'from': 'a', 'to': 'b' }, { 'from': 'a', 'to': 'c', 'data': 1 }, { 'from': 'c', 'to': 'd' }] }";

fn placing(scheduler: Scheduler, first: FirstAssignment) -> Placing {
    placing_of(GROUPS, scheduler, first)
}

#[test]
fn hybrid_bmct_is_told_move_by_move() {
    let steps = placing(Scheduler::HybridBmct, FirstAssignment::CompletionTime);
    let told: Vec<String> = (0..=steps.steps.len()).map(|it| steps.words(it)).collect();
    let expected = "No task is placed yet. The task of the greatest upward rank is first: a.
Group 1 has one task. Task a, rank 8, would finish alone on m0 at 2, on m1 at 2: it first goes to m0, from 0 to \
2.
m0 is done last, at 2. Tried: with a another machine would be done at 2 at the earliest. No move helps: group 1 \
is done.
Group 2 has 2 independent tasks. Task b, rank 6, would finish alone on m0 at 8, on m1 at 8: it first goes to m0, \
from 2 to 8.
Task c, rank 3, would finish alone on m0 at 4, on m1 at 5: it first goes to m0, from 8 to 10.
m0 is done last, at 10. Without b it is done at 4, m1 with it at 8: the task goes to m1, from 2 to 8. Group 2 is \
done at 8 now, before at 10.
m1 is done last, at 8. Tried: with b another machine would be done at 10 at the earliest. No move helps: group 2 \
is done.
Group 3 has one task. Task d, rank 1, would finish alone on m0 at 5, on m1 at 9: it first goes to m0, from 4 to \
5.
m1 is done last, at 8. It has no task of this group. No move helps: group 3 is done. It is the last group.";
    assert_eq!(told.join("\n"), expected);
    let by_time = placing(Scheduler::HybridBmct, FirstAssignment::ExecutionTime);
    assert_eq!(by_time.words(4), "Task c, rank 3, takes 2 s on m0, 2 s on m1: it first goes to m0, from 8 to 10.");
}

#[test]
fn a_move_shows_where_the_task_was_and_is() {
    let steps = placing(Scheduler::HybridBmct, FirstAssignment::CompletionTime);
    let view = steps.view(5);
    assert_eq!(pieces(&view, Tone::Chosen), "b 2–8");
    assert_eq!(pieces(&view, Tone::Was), "b 2–8");
    assert_eq!(pieces(&view, Tone::Present), "c 2–4");
    assert_eq!(pieces(&view, Tone::Estimate), "a 0–2");
    assert!(pieces(&steps.view(6), Tone::Chosen).is_empty());
    let table = steps.table(5);
    assert_eq!(table.head[2], "Group");
    let rows = rows(&table);
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!((rows[1], rows[3]), ("b|6|2|m1|2|8", "d|1|3|||"));
    assert_eq!(steps.makespan(), 8.0);
}

#[test]
fn fcp_and_dls_tell_their_figures() {
    let fcp = placing(Scheduler::Fcp, FirstAssignment::default());
    assert_eq!(
        fcp.words(1),
        "Task a has the greatest rank in the sorted list, 8; 0 more stand in it, and 0 wait for a place. It depends on no other task; m0 is idle first: it goes to m0, from 0 to 2."
    );
    assert_eq!(
        fcp.words(2),
        "Task b has the greatest rank in the sorted list, 6; 1 more stand in it, and 0 wait for a place. Its last message comes from m0, and m1 is idle first; it would start on m0 at 2, on m1 at 2: it goes to m0, from 2 to 8."
    );
    let dls = placing(Scheduler::Dls, FirstAssignment::default());
    assert_eq!(dls.table(0).head[1], "Static level (s)");
    // Of b 6 − 2 on both, of c 3 − 2 and 3 − 3.
    assert_eq!(
        dls.words(2),
        "2 ready. Task b has the highest dynamic level: 4 on m0, 4 on m1; its static level is 6. It goes to m0, from 2 to 8. The best of the others is c on m0 with 1."
    );
}

#[test]
fn a_schedule_of_the_file_has_no_steps() {
    let given = placing(Scheduler::Given, FirstAssignment::default());
    assert!(given.steps.is_empty());
    assert_eq!(given.words(0), "The schedule is from the file: no scheduler decided.");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(30)))]

    /// The steps come to the schedule of the run.
    #[test]
    fn the_last_step_is_what_the_run_planned(
        kind in prop::sample::select(Kind::ALL.to_vec()), tasks in 4_usize..60, seed in 0_u64..1000,
    ) {
        for (scheduler, first_assignment) in schedulers() {
            let scenario = Scenario {
                system: System::Workflow(SystemSettings { scheduler, first_assignment, ..SystemSettings::default() }),
                ..Scenario::default()
            };
            let workload = Workload::of_workflow("made up", generate(kind, tasks, &Amounts::USUAL, seed));
            let run = experiment::run(&scenario, &workload).unwrap();
            let workflow = workload.workflow().unwrap();
            let steps = Placing::of(workflow, scheduler, first_assignment).expect("no circle");
            for (place, task) in steps.places(steps.steps.len()).iter().zip(run.tasks()) {
                let place = place.expect("all are placed");
                let told = (place.machine as u32, place.start, place.finish);
                prop_assert_eq!(told, (task.machine, task.planned_start, task.planned_finish));
            }
        }
    }
}
