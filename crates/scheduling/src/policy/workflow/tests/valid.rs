//! Invariants of every allocation, whatever the scheduler.

use proptest::prelude::*;

use crate::policy::workflow::testing::{SCHEDULERS, any_dag};

proptest! {
    #[test]
    fn precedence_communication_and_machines_are_kept(dag in any_dag(40, 6)) {
        for (name, scheduler) in SCHEDULERS {
            let placed = scheduler(&dag).placed;
            for (task, here) in placed.iter().enumerate() {
                prop_assert_eq!(here.finish, here.start + dag.cost(task, here.machine));
                for link in dag.predecessors(task) {
                    let from = placed[link.task];
                    let arrival = from.finish + dag.transfer(link.data, from.machine, here.machine);
                    prop_assert!(here.start >= arrival, "{name}: task {task} before its data");
                }
                for (other, there) in placed.iter().enumerate() {
                    let apart = here.finish <= there.start || there.finish <= here.start;
                    prop_assert!(
                        task == other || here.machine != there.machine || apart,
                        "{name}: {task} and {other} at once"
                    );
                }
            }
        }
    }
}
