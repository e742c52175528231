//! Ready times of all machines at once are those of each.

use proptest::prelude::*;

use crate::policy::workflow::testing::any_allocation;
use crate::policy::workflow::{ready, ready_everywhere};

proptest! {
    #[test]
    fn machines_looked_at_together_are_as_one_by_one((dag, allocation) in any_allocation(20, 6)) {
        let mut together = vec![7.0];
        for task in 0..dag.tasks() {
            ready_everywhere(&dag, &allocation.placed, task, &mut together);
            let each = 0..dag.machines();
            let each: Vec<f64> = each.map(|it| ready(&dag, &allocation.placed, task, it)).collect();
            prop_assert_eq!(&together, &each);
        }
    }
}
