//! Zhao and Sakellariou 2007, Sect. 3.5: Figures 5 to 8.

use crate::policy::spare_time::{Recursive, ScheduleGraph, Slot, Variant, critical_path, reserve};
use crate::policy::workflow::{Allocation, given};
use workload::workflow::{Dag, from_json};

const DEADLINE: f64 = 200.0;

/// Figure 5 b, c and e. Its graph is a picture that the text lacks: these are the edges that follow from
/// the numbers.
const FILE: &str = include_str!("../../../../../../tests/workflows/zhao-2007-figure-5.json");

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
