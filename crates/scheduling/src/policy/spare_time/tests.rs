//! The paper's worked example, and shares against all paths, one by one.

use proptest::prelude::*;

use super::{
    CriticalShare, Recursive, ScheduleGraph, Slot, Variant, critical_path, paths, reserve, reserve_beside, reserve_on,
};
use crate::policy::workflow::testing::any_allocation;
use crate::policy::workflow::{Allocation, given};
use workload::workflow::{Dag, from_json};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(500)))]

    /// To the last bit, for all extensions of slots.
    #[test]
    fn delays_that_are_left_out_decide_nothing(
        (dag, allocation) in any_allocation(40, 4),
        extensions in proptest::collection::vec(prop_oneof![Just(0.0), 0.0..100.0_f64], 40),
    ) {
        let graph = ScheduleGraph::of(&dag, &allocation);
        let slots = graph.slots(&extensions);
        let spare = graph.spare_times(&slots);
        let end = slots.iter().map(|it| it.reserved_until).fold(0.0, f64::max);
        let mut left = 0;
        for task in 0..dag.tasks() {
            let start = graph.predecessors(task).iter().map(|it| slots[it.task].reserved_until + it.seconds);
            prop_assert_eq!(slots[task].start, start.fold(0.0, f64::max));
            let next = graph.successors(task).iter().map(|it| slots[it.task].start - it.seconds);
            prop_assert_eq!(spare[task], next.fold(end, f64::min) - slots[task].finish);
            left += graph.binding_predecessors(task).len();
        }
        let all: usize = (0..dag.tasks()).map(|it| graph.predecessors(it).len()).sum();
        prop_assert!(left <= all);
    }
}

const DEADLINE: f64 = 200.0;

/// Figure 5 b, c and e. Its graph is a picture that the text lacks: these are the edges that follow from
/// the numbers.
const FILE: &str = include_str!("../../../../../tests/workflows/zhao-2007-figure-5.json");

fn example() -> (Dag, Allocation) {
    let workflow = from_json(FILE).expect("a workflow");
    let dag = Dag::of(&workflow).expect("no circle");
    let allocation = given(&workflow, &dag).expect("its own schedule");
    (dag, allocation)
}

/// Slots begin and end as in a text, apart from a rounding.
#[track_caller]
fn assert_slots(found: &[Slot], printed: &str, rounding: f64) {
    let printed: Vec<&str> = printed.split(", ").collect();
    assert_eq!(found.len(), printed.len());
    for (slot, printed) in found.iter().zip(printed) {
        let [start, end] = numbers(printed)[..] else { panic!("{printed}") };
        let is_near = (slot.start - start).abs() <= rounding && (slot.reserved_until - end).abs() <= rounding;
        assert!(is_near, "{slot:?}, and the paper has {printed}");
    }
}

fn numbers(text: &str) -> Vec<f64> {
    text.split(' ').map(|it| it.parse().expect(text)).collect()
}

#[test]
fn slots_begin_as_in_figure_5e() {
    let (dag, allocation) = example();
    let slots = ScheduleGraph::of(&dag, &allocation).slots(&[0.0; 10]);
    let printed = "0 17, 36.6 59.6, 42.7 57.7, 47 51, 28.7 42.7, 17 47, \
        51 68, 59.6 105.6, 62.3 84.3, 105.6 124.6";
    assert_slots(&slots, printed, 0.01);
}

#[test]
fn the_first_iteration_is_figure_6() {
    let (dag, allocation) = example();
    let graph = ScheduleGraph::of(&dag, &allocation);
    let mut recursive = Recursive::new(&graph, DEADLINE, Variant::REvenTime);
    let first = recursive.iterate().expect("time is left");
    assert!((first.left - 75.4).abs() < 1e-9);
    for (found, expected) in [
        (&first.spare, "0 0 4.6 0 0 0 1.2 0 2.3 0"),
        (&first.given, "7.54 7.54 2.94 7.54 7.54 7.54 6.34 7.54 5.24 7.54"),
    ] {
        let mut pairs = found.iter().zip(numbers(expected));
        let is_near = pairs.all(|(one, other)| (one - other).abs() < 1e-9);
        assert!(is_near && found.len() == 10, "{found:?}, not {expected}");
    }
    let printed = "0 24.54, 44.14 74.68, 57.78 75.72, 62.08 73.62, 36.24 57.78, 24.54 62.08, \
        73.62 96.96, 74.68 128.22, 77.38 104.62, 133.36 159.9";
    assert_slots(&first.slots, printed, 0.01);
}

/// "After two more iterations": with a threshold of 5 %.
#[test]
fn the_recursive_allocation_takes_three_iterations() {
    let (dag, allocation) = example();
    let graph = ScheduleGraph::of(&dag, &allocation);
    let mut recursive = Recursive::new(&graph, DEADLINE, Variant::REvenTime);
    let rounds = std::iter::from_fn(|| recursive.iterate()).count();
    assert_eq!(rounds, 3);
}

/// The figure goes on from shares that are cut to two digits, as 7a prints them: 12.56 for 37.7 ÷ 3.
#[test]
fn the_critical_path_and_its_slots_are_figure_7() {
    let (dag, allocation) = example();
    let graph = ScheduleGraph::of(&dag, &allocation);
    assert_eq!(critical_path(&graph), [0, 1, 7, 9]);
    let slots = reserve(&dag, &allocation, DEADLINE, Variant::CpEvenTime);
    let cut = |slot: &Slot| (100.0 * (slot.reserved_until - slot.finish) + 1e-6).floor() / 100.0;
    let shares: Vec<f64> = slots.iter().map(cut).collect();
    assert_eq!(shares, numbers("18.85 18.85 12.56 12.56 12.56 12.56 12.56 18.85 12.56 18.85"));
    let printed = "0 35.85, 55.45 97.3, 74.11 101.67, 78.41 94.97, 47.55 74.11, 35.85 78.41, \
        94.97 124.53, 97.3 162.15, 101.67 136.23, 162.15 200";
    assert_slots(&graph.slots(&shares), printed, 0.01);
    // Nothing is cut here: a task behind two others is later by at most three times their rounding.
    assert_slots(&slots, printed, 0.0201);
}

/// The critical tasks 0, 1, 7 and 9 take 105 of the 207 s of all tasks. By the reading that is used they get 75.4 ÷
/// 207 of their estimates at first; by the other one 75.4 ÷ 105, after which no spare time is left.
#[test]
fn the_first_round_of_r_cp_first_has_two_readings() {
    let (dag, allocation) = example();
    let graph = ScheduleGraph::of(&dag, &allocation);
    let of_all = Recursive::new(&graph, DEADLINE, Variant::RCpFirst);
    for (mut recursive, parts, rounds_more) in
        [(of_all.clone(), 207.0, true), (of_all.first_among_critical(), 105.0, false)]
    {
        let first = recursive.iterate().expect("time is left");
        for (task, given) in first.given.iter().enumerate() {
            let expected = if [0, 1, 7, 9].contains(&task) { 75.4 / parts * graph.estimates()[task] } else { 0.0 };
            assert!((given - expected).abs() < 1e-9, "task {task}: {given}");
        }
        assert_eq!(recursive.iterate().is_some(), rounds_more);
        assert_eq!(recursive.cut_rounds(), 0);
    }
}

/// All paths from tasks that wait for none to tasks for which none waits.
fn all_paths(graph: &ScheduleGraph) -> Vec<Vec<usize>> {
    let mut growing: Vec<Vec<usize>> =
        (0..graph.tasks()).filter(|&it| graph.predecessors(it).is_empty()).map(|it| vec![it]).collect();
    let mut whole = Vec::new();
    while let Some(path) = growing.pop() {
        let successors = graph.successors(path[path.len() - 1]);
        if successors.is_empty() {
            whole.push(path);
            continue;
        }
        for next in successors {
            growing.push([path.as_slice(), &[next.task]].concat());
        }
    }
    whole
}

/// Sect. 3.4 and Figure 4, as the example goes.
fn by_paths(graph: &ScheduleGraph, deadline: f64, (critical, beside): (CriticalShare, CriticalShare)) -> Vec<f64> {
    let none = vec![0.0; graph.tasks()];
    let finish = graph.slots(&none).iter().map(|it| it.finish).fold(0.0, f64::max);
    let spare = deadline - finish;
    let on_path = critical_path(graph);
    let part = |task: usize, share: CriticalShare| match share {
        CriticalShare::Time => 1.0,
        CriticalShare::Percent => graph.estimates()[task],
    };
    let of = |task: usize| part(task, critical);
    let of_others = |task: usize| part(task, beside);
    let unit = match on_path.iter().map(|&it| of(it)).sum::<f64>() {
        0.0 => 0.0,
        parts => spare / parts,
    };
    let mut given: Vec<Option<f64>> = vec![None; graph.tasks()];
    for &task in &on_path {
        given[task] = Some(unit * of(task));
    }
    for path in all_paths(graph) {
        let (critical, others): (Vec<usize>, Vec<usize>) = path.iter().partition(|it| on_path.contains(it));
        let taken: f64 = critical.iter().map(|&it| unit * of(it)).sum();
        let parts: f64 = others.iter().map(|&it| of_others(it)).sum();
        for &task in &others {
            // A percentage of 0 is 0.
            let left = match of_others(task) {
                0.0 => 0.0,
                part => (spare - taken).max(0.0) / parts * part,
            };
            given[task] = Some(given[task].map_or(left, |known| known.min(left)));
        }
    }
    given.into_iter().map(|it| it.expect("on a path")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(1_000)))]

    #[test]
    fn the_least_share_over_all_paths_is_found(
        (dag, allocation) in any_allocation(14, 4),
        factor in 1.01..3.0_f64,
    ) {
        let graph = ScheduleGraph::of(&dag, &allocation);
        let finish = allocation.finish();
        let deadline = factor * finish;
        let (time, percent) = (CriticalShare::Time, CriticalShare::Percent);
        let of_variant = |variant| reserve(&dag, &allocation, deadline, variant);
        for (shares, slots) in [
            ((time, time), of_variant(Variant::CpEvenTime)),
            ((percent, percent), of_variant(Variant::CpEvenPercent)),
            ((percent, time), reserve_beside(&graph, deadline, (percent, time))),
        ] {
            let expected = by_paths(&graph, deadline, shares);
            for (task, (slot, expected)) in slots.iter().zip(expected).enumerate() {
                let found = slot.reserved_until - slot.finish;
                prop_assert!(
                    (found - expected).abs() <= 1e-9 * deadline,
                    "{shares:?} task {task}: {found} for {expected}"
                );
                prop_assert!(slot.reserved_until <= deadline * (1.0 + 1e-9));
            }
        }
    }
}

proptest! {
    #[test]
    fn paths_are_counted_as_they_are((dag, allocation) in any_allocation(14, 4)) {
        let graph = ScheduleGraph::of(&dag, &allocation);
        let all = all_paths(&graph);
        let counted = paths(&graph);
        prop_assert_eq!(counted.count, all.len() as f64);
        prop_assert_eq!(counted.tasks, all.iter().map(Vec::len).sum::<usize>() as f64);
    }
}

proptest! {
    #[test]
    fn slots_keep_deadline_estimates_precedence_and_machines(
        (dag, allocation) in any_allocation(40, 5),
        factor in 1.0..3.0_f64,
    ) {
        let deadline = factor * allocation.finish();
        let rounding = 1e-9 * deadline.max(1.0);
        for variant in Variant::SHARED {
            let slots = reserve(&dag, &allocation, deadline, variant);
            for (task, slot) in slots.iter().enumerate() {
                let placed = &allocation.placed[task];
                prop_assert_eq!(slot.machine, placed.machine);
                let estimate = dag.cost(task, slot.machine);
                prop_assert!((slot.finish - slot.start - estimate).abs() <= rounding);
                prop_assert!(slot.reserved_until >= slot.finish);
                prop_assert!(
                    slot.reserved_until <= deadline + rounding,
                    "{}: {} after {deadline}", variant.name(), slot.reserved_until
                );
                for link in dag.predecessors(task) {
                    let from = &slots[link.task];
                    let arrival =
                        from.reserved_until + dag.transfer(link.data, from.machine, slot.machine);
                    prop_assert!(slot.start >= arrival - rounding);
                }
            }
            for tasks in allocation.by_machine(&dag) {
                for pair in tasks.windows(2) {
                    prop_assert!(slots[pair[1]].start >= slots[pair[0]].reserved_until);
                }
            }
        }
    }

    /// Sect. 3.3: sharing out ends when less than a twentieth of the deadline is left. Some task on
    /// the critical path always gets more, if any task has a cost: a percentage of zero is zero.
    #[test]
    fn the_recursive_variants_leave_less_than_a_twentieth(
        (dag, allocation) in any_allocation(25, 4),
        factor in 1.1..3.0_f64,
    ) {
        prop_assume!(allocation.placed.iter().any(|it| it.finish > it.start));
        let deadline = factor * allocation.finish();
        for variant in &Variant::SHARED[..4] {
            let slots = reserve(&dag, &allocation, deadline, *variant);
            let end = slots.iter().map(|it| it.reserved_until).fold(0.0, f64::max);
            prop_assert!(deadline - end < 0.05 * deadline, "{}: {end} of {deadline}", variant.name());
        }
    }

    /// Figure 2: "Until the Application Spare Time is zero or reaches a pre-defined value".
    #[test]
    fn a_smaller_threshold_leaves_less(
        (dag, allocation) in any_allocation(25, 4),
        factor in 1.1..3.0_f64,
        threshold in 0.0..0.05_f64,
    ) {
        let deadline = factor * allocation.finish();
        prop_assume!(allocation.placed.iter().any(|it| it.finish > it.start));
        let graph = ScheduleGraph::of(&dag, &allocation);
        for variant in &Variant::SHARED[..4] {
            let slots = reserve_on(&graph, deadline, *variant, threshold);
            let end = slots.iter().map(|it| it.reserved_until).fold(0.0, f64::max);
            let left = threshold.max(1e-9) * deadline;
            prop_assert!(deadline - end < left, "{}: {end} of {deadline}", variant.name());
            prop_assert!(end <= deadline * (1.0 + 1e-9));
        }
    }

    /// Sect. 2, after [24]: a task that is late by its spare time delays no other; later, it does.
    #[test]
    fn spare_time_is_how_late_a_task_may_be((dag, allocation) in any_allocation(20, 4)) {
        let graph = ScheduleGraph::of(&dag, &allocation);
        let none = vec![0.0; dag.tasks()];
        let slots = graph.slots(&none);
        let spare = graph.spare_times(&slots);
        // Tasks without cost may begin before the schedule has them.
        let last_end = slots.iter().map(|it| it.reserved_until).fold(0.0, f64::max);
        let rounding = 1e-9 * last_end;
        for task in 0..dag.tasks() {
            let late = |by: f64| {
                let mut extensions = none.clone();
                extensions[task] = by;
                let moved = graph.slots(&extensions);
                let later = (0..dag.tasks()).filter(|&it| it != task).filter(|&it| moved[it].start > slots[it].start + rounding).count();
                (later, moved[task].reserved_until)
            };
            let (later, end) = late(spare[task]);
            prop_assert_eq!(later, 0);
            prop_assert!(end <= last_end + rounding);
            let (later, end) = late(spare[task] + 1.0);
            prop_assert!(later > 0 || end > last_end);
        }
    }
}

proptest! {
    /// Machines are held from their first task on, without a gap, until the deadline; no spare time is
    /// shared out, so that tasks begin as early as in the schedule without slots.
    #[test]
    fn machines_are_held_until_the_deadline(
        (dag, allocation) in any_allocation(40, 5),
        factor in 1.0..3.0_f64,
    ) {
        let deadline = factor * allocation.finish();
        let slots = reserve(&dag, &allocation, deadline, Variant::DagReserve);
        let bare = ScheduleGraph::of(&dag, &allocation).slots(&vec![0.0; dag.tasks()]);
        for (slot, bare) in slots.iter().zip(&bare) {
            prop_assert_eq!((slot.start, slot.finish), (bare.start, bare.finish));
        }
        for tasks in allocation.by_machine(&dag) {
            for pair in tasks.windows(2) {
                prop_assert_eq!(slots[pair[0]].reserved_until, slots[pair[1]].start);
            }
            if let Some(&last) = tasks.last() {
                prop_assert_eq!(slots[last].reserved_until, deadline);
            }
        }
    }

    /// A task that alone ends at its latest end delays the last end to the deadline at most; later it
    /// is delayed beyond.
    #[test]
    fn latest_ends_just_keep_the_deadline(
        (dag, allocation) in any_allocation(20, 4),
        factor in 1.0..2.0_f64,
    ) {
        let graph = ScheduleGraph::of(&dag, &allocation);
        let none = vec![0.0; dag.tasks()];
        let deadline = factor * allocation.finish();
        let finishes: Vec<f64> = graph.slots(&none).iter().map(|it| it.finish).collect();
        let rounding = 1e-9 * deadline;
        for (task, latest) in graph.latest_ends(deadline).into_iter().enumerate() {
            let last_end = |late: f64| {
                let mut extensions = none.clone();
                extensions[task] = late;
                graph.slots(&extensions).iter().map(|it| it.reserved_until).fold(0.0, f64::max)
            };
            let late = latest - finishes[task];
            prop_assert!(late >= -rounding);
            prop_assert!(last_end(late.max(0.0)) <= deadline + rounding);
            prop_assert!(last_end(late + 1.0) > deadline);
        }
    }
}
