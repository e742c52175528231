//! Steps and what is drawn of them.

use proptest::prelude::*;

use super::*;
use crate::prelude::*;
use experiment;
use experiment::{Run, Scenario, System};
use scheduling::policy::spare_time::{THRESHOLD, Variant};
use scheduling::policy::workflow::{FirstAssignment, Scheduler};
use scheduling::system::workflow::{DEADLINE, Workflow as SystemSettings};
use workload::Workload;
use workload::workflow::generate::{Amounts, Kind, generate};
use workload::workflow::{Workflow, from_json};

/// Zhao and Sakellariou 2007, Figure 5.
fn example() -> Workflow {
    from_json(include_str!("../../../../tests/workflows/zhao-2007-figure-5.json")).unwrap()
}

/// All schedulers with steps, with what else they take.
fn schedulers() -> impl Iterator<Item = (Scheduler, FirstAssignment)> {
    let usual = FirstAssignment::default();
    [
        (Scheduler::Heft, usual),
        (Scheduler::HybridBmct, FirstAssignment::ExecutionTime),
        (Scheduler::HybridBmct, FirstAssignment::CompletionTime),
        (Scheduler::Fcp, usual),
        (Scheduler::Dls, usual),
    ]
    .into_iter()
}

/// The pieces of a tone, each with its name and its times.
fn pieces(view: &TaskSlots, tone: Tone) -> String {
    let told: Vec<String> = view
        .pieces
        .iter()
        .filter(|it| it.tone == tone)
        .map(|it| format!("{} {}–{}", it.name, it.from, it.to))
        .collect();
    told.join(", ")
}

/// The rows of a table, line by line.
fn rows(table: &Table) -> String {
    let rows: Vec<String> = table.rows.iter().map(|it| it.join("|")).collect();
    rows.join("\n")
}

/// The decisions on a workflow's file, which is written with single quotes.
fn placing_of(file: &str, scheduler: Scheduler, first: FirstAssignment) -> Placing {
    let workflow = from_json(&file.replace('\'', "\"")).expect(file);
    Placing::of(&workflow, scheduler, first).expect("no circle")
}

fn heft(file: &str) -> Placing {
    placing_of(file, Scheduler::Heft, FirstAssignment::default())
}

/// Three tasks by hand: a 4 s on m0 and 6 s on m1, b 3 and 2 behind it with 5 s of data, c 2 and 9 behind a
/// without data. Ranks: b 2.5, c 5.5, a 5 + max(5 + 2.5, 5.5) = 12.5.
fn by_hand() -> Placing {
    let file = "{ 'machines': ['m0', 'm1'],
        'tasks': [{ 'name': 'a', 'costs': [4, 6] }, { 'name': 'b', 'costs': [3, 2] }, { 'name': 'c', 'costs': [2, 9] }],
        'edges': [{ 'from': 'a', 'to': 'b', 'data': 5 }, { 'from': 'a', 'to': 'c' }],
        'communication': [[0, 1], [1, 0]] }";
    heft(file)
}

#[test]
fn heft_is_told_task_by_task() {
    let ranking = by_hand();
    assert_eq!(ranking.makespan(), 9.0);
    assert_eq!(rows(&ranking.table(1)), "a|12.5|m0|0|4\nc|5.5|||\nb|2.5|||");
    // On m0 from 6 to 9, on m1 after the data, from 9 to 11.
    assert_eq!(
        ranking.words(3),
        "Task b has the greatest rank of the remaining tasks, 2.5. It would end on m0 at 9, on m1 at 11: it goes to m0, from 6 to 9."
    );
    let view = ranking.view(3);
    assert_eq!(pieces(&view, Tone::Chosen), "b 6–9");
    assert_eq!(pieces(&view, Tone::Candidate), "b 9–11");
    assert!(view.transfers.is_empty(), "all on one machine");
    assert!(ranking.words(0).ends_with("is first: a."));
}

#[test]
fn data_that_a_task_waits_for_are_on_their_way() {
    let file = "{ 'machines': ['m0', 'm1'],
        'tasks': [{ 'name': 'a', 'costs': [4, 60] }, { 'name': 'b', 'costs': [30, 2] }],
        'edges': [{ 'from': 'a', 'to': 'b', 'data': 5 }],
        'communication': [[0, 1], [1, 0]] }";
    let ranking = heft(file);
    let transfers = ranking.view(2).transfers;
    assert_eq!(transfers.len(), 1);
    assert_eq!((transfers[0].from, transfers[0].to), ((0, 4.0), (1, 9.0)));
}

/// Figure 6 of the paper: the table that it prints.
#[test]
fn the_first_round_of_the_example_is_the_papers_table() {
    let steps = PlanSteps::sharing(&example(), 200.0, Variant::REvenTime).unwrap();
    assert_eq!((steps.count(), steps.machines()), (3, 3));
    let printed = "0|0|7.54|0|24.54
1|0|7.54|44.14|74.68
2|4.6|2.94|57.78|75.72
3|0|7.54|62.08|73.62
4|0|7.54|36.24|57.78
5|0|7.54|24.54|62.08
6|1.2|6.34|73.62|96.96
7|0|7.54|74.68|128.22
8|2.3|5.24|77.38|104.62
9|0|7.54|133.36|159.9";
    assert_eq!(rows(&steps.table(1)), printed);
    assert_eq!(steps.words(0), "The initial schedule. 75.4 s are left until the deadline at 200 s.");
    assert_eq!(steps.words(1), "Of 75.4 s that were left, tasks are given 2.94 to 7.54 s; 40.1 s are left now.");
    assert!(steps.words(3).ends_with("It is the last round."));
}

#[test]
fn the_critical_path_is_told_apart_where_it_counts() {
    for (variant, expected) in [(Variant::CpEvenTime, vec!["0", "1", "7", "9"]), (Variant::REvenTime, Vec::new())] {
        let steps = PlanSteps::sharing(&example(), 200.0, variant).unwrap();
        let pieces = steps.view(0).pieces;
        assert!(pieces.iter().filter(|it| it.tone == Tone::Critical).map(|it| &*it.name).eq(expected), "{variant:?}");
    }
}

#[test]
fn an_earlier_deadline_leaves_nothing_to_share_out() {
    let steps = PlanSteps::sharing(&example(), 10.0, Variant::REvenTime).unwrap();
    assert_eq!(steps.count(), 0);
    assert!(steps.words(0).starts_with("The initial schedule. 0 s are left"));
}

#[test]
fn every_picture_has_the_machines_and_the_tasks() {
    let steps = PlanSteps::sharing(&example(), 200.0, Variant::CpEvenPercent).unwrap();
    let frame = Frame::new(700, task_slots_height(steps.machines()));
    let picture = task_slots_svg(frame, &Theme::light(), &steps.view(1), &Captions::default());
    for text in ["m0", "m2", "deadline", "given now", "on the critical path"] {
        assert!(picture.contains(text), "{text}");
    }
}

/// A run of a made-up workflow of about this many tasks.
fn run_of(kind: Kind, tasks: usize, seed: u64, variant: Variant) -> Run {
    let workflow = generate(kind, tasks, &Amounts::USUAL, seed);
    let settings = SystemSettings { variant, ..SystemSettings::default() };
    let scenario = Scenario { system: System::Workflow(settings), ..Scenario::default() };
    experiment::run(&scenario, &Workload::of_workflow("made up", workflow)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(40)))]

    /// The run's own system has told its slots and its spare time: the same come out of the run.
    #[test]
    fn the_last_step_is_what_the_run_reserved(
        kind in prop::sample::select(Kind::ALL.to_vec()), tasks in 4_usize..60, seed in 0_u64..1000,
        variant in prop::sample::select(Variant::ALL.to_vec()),
    ) {
        let run = run_of(kind, tasks, seed, variant);
        let deadline = run.measures[DEADLINE];
        let shared = sharing(run.workflow().unwrap(), (deadline, THRESHOLD), variant).expect("it tells of its data");
        let view = shared.view(shared.rounds.len());
        let near = |one: f64, other: f64| (one - other).abs() < 1e-6 * deadline;
        for task in run.tasks() {
            let of_task = |it: &&Piece| it.name == task.name && it.machine == task.machine as usize;
            let piece = view.pieces.iter().find(of_task).unwrap();
            prop_assert!(near(piece.from, task.start) && near(piece.to, task.finish), "{piece:?} {task:?}");
        }
        let spare = spare_by_variant(run.workflow().unwrap(), (deadline, THRESHOLD));
        let own = spare.iter().find(|it| it.variant == variant).expect("the run's own");
        let told = ["spare_least", "spare_mean", "spare_most"].map(|key| run.measures[key]);
        for (ours, told) in [own.least, own.mean, own.most].into_iter().zip(told) {
            prop_assert!((ours - told).abs() < 1e-6 * (1.0 + told), "{ours} {told}");
        }
    }
}

#[test]
fn bars_name_every_variant_and_its_figures() {
    let run = run_of(Kind::Montage, 60, 1, Variant::REvenTime);
    let spare = spare_by_variant(run.workflow().unwrap(), (run.measures[DEADLINE], THRESHOLD));
    assert_eq!(spare.len(), Variant::ALL.len());
    let frame = Frame::new(600, spare_bars_height(spare.len()));
    let picture = spare_bars_svg(frame, &Theme::dark(), &spare, Variant::REvenTime, &Captions::default());
    for it in &spare {
        assert!(picture.contains(it.variant.name()));
        assert!(picture.contains(&format!("{:.0} %", it.mean)));
    }
    assert_eq!(spare_table(&spare).rows.len(), spare.len());
}

proptest! {
    /// Pieces of one machine never lie over one another but for places that were only tried.
    #[test]
    fn steps_hold_no_machine_twice(seed in 0_u64..200, tasks in 4_usize..40, variant in prop::sample::select(Variant::ALL.to_vec())) {
        let workflow = generate(Kind::Montage, tasks, &Amounts::USUAL, seed);
        let mut plans: Vec<PlanSteps> = schedulers()
            .map(|(scheduler, first)| PlanSteps::placing(&workflow, scheduler, first).unwrap())
            .collect();
        let deadline = 3.0 * plans[0].view(plans[0].count()).end;
        plans.push(PlanSteps::sharing(&workflow, deadline, variant).unwrap());
        for steps in plans {
            for shown in 0..=steps.count() {
                let view = steps.view(shown);
                prop_assert!(!steps.words(shown).is_empty());
                let mut held: Vec<_> = view
                    .pieces
                    .iter()
                    .filter(|it| ![Tone::Candidate, Tone::Was].contains(&it.tone))
                    .collect();
                held.sort_by(|one, other| (one.machine, one.from, one.to).partial_cmp(&(other.machine, other.from, other.to)).expect("times"));
                for pair in held.windows(2) {
                    prop_assert!(pair[0].machine != pair[1].machine || pair[0].to <= pair[1].from + 1e-6, "{pair:?}");
                }
            }
        }
    }
}

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
