//! The share of each task off the critical path, along every path one by one.

use proptest::prelude::*;

use crate::policy::spare_time::{CriticalShare, ScheduleGraph, Variant, critical_path, paths, reserve, reserve_beside};
use crate::policy::workflow::testing::any_allocation;

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
