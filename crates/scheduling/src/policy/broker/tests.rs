//! The choices of agent and broker, by hand and against every one there is.

use proptest::prelude::*;

use super::*;
use crate::availability::node_load::NodeLoad;

fn node(capacity: u32, most_tasks: u32, tasks: &[(i64, i64, u32)]) -> NodeTable {
    let mut load = NodeLoad::default();
    for &(start, end, points) in tasks {
        load.add(start, end, points);
    }
    NodeTable { capacity, most_load: capacity * 85 / 100, most_tasks, load }
}

fn offer(agent: u32, load: u32) -> KeptOffer {
    KeptOffer { agent, node: agent, load, capacity: 100, offer: 0 }
}

/// Three agents of two idle nodes each, fifty tasks that never overlap: every offer has the load of its task.
/// Table 1's third row, worked out by hand in the lesson: 25 and 25 after two agents, then 19, 12 and 19.
#[test]
fn ties_as_they_arrive_leave_the_middle_agent_less() {
    let mut schedule = FinalSchedule::new(50);
    let mut reservations = [0; 3];
    let mut after = Vec::new();
    for agent in 0..3 {
        for task in 0..50 {
            schedule.consider(task, offer(agent, 20), &mut reservations);
        }
        after.push(reservations);
    }
    assert_eq!(after, [[50, 0, 0], [25, 25, 0], [19, 12, 19]]);
}

#[test]
fn the_lower_load_wins_then_the_fewer_reservations_then_the_first() {
    let mut schedule = FinalSchedule::new(1);
    let mut reservations = [5, 4, 5];
    let mut consider = |it: KeptOffer| schedule.consider(0, it, &mut reservations);
    assert_eq!(consider(offer(0, 40)), Considered::First);
    assert_eq!(consider(offer(1, 50)), Considered::HigherLoad);
    assert_eq!(consider(offer(1, 40)), Considered::FewerReservations(offer(0, 40)));
    // It has five as well now.
    assert_eq!(consider(offer(2, 40)), Considered::MoreReservations);
    assert_eq!(consider(offer(2, 30)), Considered::LowerLoad(offer(1, 40)));
    // A node of 200 points with 50 of them taken is loaded less.
    let large = KeptOffer { capacity: 200, ..offer(0, 50) };
    assert_eq!(consider(large), Considered::LowerLoad(offer(2, 30)));
    assert_eq!(reservations, [6, 4, 5]);
}

#[test]
fn max_tasks_counts_tasks_at_once() {
    let wanted = Wanted { start: 0, end: 10, load: 1 };
    for (most_tasks, fits) in [(0, false), (1, false), (2, true)] {
        let table = node(100, most_tasks, &[(5, 20, 1)]);
        assert_eq!(table.usage_for(&wanted, u32::MAX).is_some(), fits);
    }
    assert_eq!(first_idle([(0, &node(100, 9, &[(5, 20, 1)]))].into_iter(), &wanted), None);
}

proptest! {
    /// Every node is looked at, at every second.
    #[test]
    fn an_agent_takes_the_least_used_node(
        nodes in prop::collection::vec(
            (1..4_u32, prop::collection::vec((0..40_i64, 1..20_i64, 1..30_u32), 0..8)), 1..6),
        start in 0..40_i64,
        length in 1..20_i64,
        load in 1..60_u32,
    ) {
        let built: Vec<NodeTable> = nodes
            .iter()
            .map(|(size, tasks)| {
                let tasks: Vec<_> = tasks.iter().map(|it| (it.0, it.0 + it.1, it.2)).collect();
                node(size * 50, 4, &tasks)
            })
            .collect();
        let wanted = Wanted { start, end: start + length, load };
        let mut fitting = Vec::new();
        for (index, (size, tasks)) in nodes.iter().enumerate() {
            let at = |second: i64| {
                let on: Vec<u32> = tasks.iter()
                    .filter(|it| it.0 <= second && second < it.0 + it.1)
                    .map(|it| it.2).collect();
                (on.iter().sum::<u32>(), on.len())
            };
            let seconds: Vec<_> = (start..start + length).map(at).collect();
            let usage = seconds.iter().map(|it| it.0).max().unwrap();
            let count = seconds.iter().map(|it| it.1).max().unwrap();
            if count < 4 && f64::from(usage + load) <= 0.85 * f64::from(size * 50) {
                fitting.push((index, usage, size * 50));
            }
        }
        let all = || built.iter().enumerate();
        let first = fitting.first().map(|it| Fit { node: it.0, usage: it.1 });
        prop_assert_eq!(first_fit(all(), &wanted), first);
        let idle = fitting.iter().find(|it| it.1 == 0).map(|it| it.0);
        prop_assert_eq!(first_idle(all(), &wanted).map(|it| it.node), idle);
        // Rational shares, without division.
        let mut least: Option<(usize, u32, u32)> = None;
        for &it in &fitting {
            if least.is_none_or(|best| it.1 * best.2 < best.1 * it.2) {
                least = Some(it);
            }
        }
        let least = least.map(|it| Fit { node: it.0, usage: it.1 });
        prop_assert_eq!(least_used(all(), &wanted), least);
    }

    /// For all earlier and all added tasks: the same node as a search of all nodes.
    #[test]
    fn bounds_lead_to_the_same_node(
        sizes in prop::collection::vec(1..4_u32, 1..70),
        before in prop::collection::vec((0..70_usize, 0..300_i64, 1..60_i64, 1..40_u32), 0..200),
        added in prop::collection::vec((0..70_usize, 0..300_i64, 1..60_i64, 1..40_u32), 0..200),
        asked in prop::collection::vec((0..300_i64, 1..60_i64, 1..200_u32), 30),
        closed in 0..70_usize,
        (mean, alike, any_number) in (1..80_i64, any::<bool>(), any::<bool>()),
        // Points of a batch's node, or more than 16 bits hold.
        points in prop::sample::select(vec![1, 1000]),
    ) {
        let size = |it: &u32| points * if alike { 100 } else { it * 50 };
        let most = if any_number { u32::MAX } else { 5 };
        let mut nodes: Vec<NodeTable> = sizes.iter().map(|it| node(size(it), most, &[])).collect();
        let place = |it: usize| it % sizes.len();
        let wanted = |it: &(usize, i64, i64, u32)| Wanted { start: it.1, end: it.1 + it.2, load: points * it.3 };
        for it in &before {
            if nodes[place(it.0)].usage_for(&wanted(it), u32::MAX).is_some() {
                nodes[place(it.0)].load.add(it.1, it.1 + it.2, points * it.3);
            }
        }
        let mut bounds = LoadBounds::new(&nodes, (0, 360), mean);
        for it in &added {
            if nodes[place(it.0)].usage_for(&wanted(it), u32::MAX).is_some() {
                nodes[place(it.0)].load.add(it.1, it.1 + it.2, points * it.3);
                bounds.added(place(it.0), &wanted(it));
            }
        }
        for it in asked {
            let wanted = Wanted { start: it.0, end: it.0 + it.1, load: points * it.2 };
            let open = nodes.iter().enumerate().filter(|it| it.0 != closed);
            let found = bounds.least_used(&nodes, |it| it != closed, &wanted);
            prop_assert_eq!(found, least_used(open, &wanted));
        }
    }
}
