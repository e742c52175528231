//! Table 1, and the rule for ties that makes it.

use proptest::prelude::*;

use super::super::Agents;
use super::*;
use workload::draw::{Draw, Stream};

/// Starts uniform from 0 on, lengths 10 to 100, loads 5 to 40.
fn made(tasks: usize, latest: u32, seed: u64) -> TaskBatch {
    let mut draw = Draw::new(seed, Stream(900));
    let mut between = |least: u32, most: u32| least + draw.below(most - least + 1);
    let tasks: Vec<_> = (0..tasks)
        .map(|_| {
            let start = Time::from(between(0, latest));
            let end = start + Time::from(between(10, 100));
            (start, end, between(5, 40))
        })
        .collect();
    batch_of(&tasks)
}

#[test]
fn the_first_two_rows_come_out_on_batches_that_fit() {
    for (tasks, expected) in [(8, [4, 4]), (20, [10, 10])] {
        // One after the other: every offer has the load of its task.
        let apart: Vec<_> = (0..tasks).map(|it| (it * 10, it * 10 + 10, 20)).collect();
        let run = run(&Broker::default(), &batch_of(&apart), 4, 1);
        assert_eq!(tasks_of_agents(&run), expected);
        assert_eq!(run.measures["performance"], 100.0);
    }
}

proptest! {
    /// Agents with as many nodes make the same offers: where one round reserves all, only the rule for ties decides,
    /// however often tasks meet.
    #[test]
    fn fifty_tasks_leave_the_middle_agent_twelve(seed in any::<u64>(), latest in 100..5_000_u32, nodes in 1..5_usize) {
        let run = run(
            &Broker { agents: Some(Agents::Count(3)), ..Broker::default() },
            &made(50, latest, seed),
            3 * nodes,
            1,
        );
        if run.measures["rounds"] == 1.0 {
            prop_assert_eq!(tasks_of_agents(&run), [19, 12, 19]);
        }
    }
}

#[test]
fn ties_when_all_are_in_are_shared_out_evenly() {
    let fair = settings("tie_rule: when_all_are_in");
    let apart: Vec<_> = (0..50).map(|it| (it * 10, it * 10 + 10, 20)).collect();
    assert_eq!(tasks_of_agents(&run(&Broker::default(), &batch_of(&apart), 6, 1)), [19, 12, 19]);
    // The third agent is asked last, and has none: it gets the first task, then the second agent the next.
    assert_eq!(tasks_of_agents(&run(&fair, &batch_of(&apart), 6, 1)), [16, 17, 17]);
}
