//! The whole DAG reserved.

use proptest::prelude::*;

use crate::policy::spare_time::{ScheduleGraph, Variant, reserve};
use crate::policy::workflow::testing::any_allocation;

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
