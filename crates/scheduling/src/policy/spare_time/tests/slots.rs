//! Properties of all slots, whatever the variant.

use proptest::prelude::*;

use crate::policy::spare_time::{ScheduleGraph, Variant, reserve, reserve_on};
use crate::policy::workflow::testing::any_allocation;

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
