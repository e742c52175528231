//! Slots and spare times by the delays that can matter, against all delays.

use proptest::prelude::*;

use crate::policy::spare_time::ScheduleGraph;
use crate::policy::workflow::testing::any_allocation;

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
