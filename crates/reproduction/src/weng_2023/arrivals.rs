//! The order in which tasks arrive, and other orders of the nodes.

use super::Trace;
use scheduling::policy::placement::Request;
use workload::draw::{Draw, Stream};

/// In which order the tasks of the trace arrive, and which are drawn beside them.
const ARRIVALS: Stream = Stream(140);

/// In which order nodes stand that are not taken by name.
const NODES: Stream = Stream(141);

/// The places from 0 to `count` - 1 in random order.
fn shuffled(count: usize, draw: &mut Draw) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, draw.below(last as u32 + 1) as usize);
    }
    order
}

/// The trace with its nodes in random order: of equal ones another is the first.
pub fn with_nodes_shuffled(trace: &Trace, seed: u64) -> Trace {
    let order = shuffled(trace.nodes.len(), &mut Draw::new(seed, NODES));
    Trace { nodes: order.into_iter().map(|at| trace.nodes[at].clone()).collect(), tasks: trace.tasks.clone() }
}

/// The GPUs that the tasks ask for in the end, as a part of the cluster's: 130 %.
const RATIO: (u64, u64) = (13, 10);

/// The tasks as they arrive, by their places in the trace.
///
/// As the published simulator makes them for its experiments (`generate_run_scripts.py`: `-tune 1.3 --shuffle-pod=true`;
/// `SortClusterPods` and `TunePodsByNodeTotalResource`): all tasks of the trace in random order, each once. If they ask
/// for less than 130 % of the GPUs, further ones are drawn from all of them, with replacement, until one more would go
/// beyond, in which only its part of one GPU is counted; if they ask for more, random ones are left out. `gpus` is in
/// thousandths.
pub fn arrivals(tasks: &[Request], gpus: u64, seed: u64) -> Vec<usize> {
    let mut draw = Draw::new(seed, ARRIVALS);
    let mut order = shuffled(tasks.len(), &mut draw);
    let asked = |task: usize| tasks[task].gpus.total();
    let mut total: u64 = order.iter().map(|&task| asked(task)).sum();
    let most = gpus * RATIO.0 / RATIO.1;
    while total > most {
        // The last of a random order is a random one.
        total -= order.pop().map_or(total, asked);
    }
    if order.len() < tasks.len() || total == 0 {
        return order;
    }
    loop {
        let task = draw.below(tasks.len() as u32) as usize;
        if total + u64::from(tasks[task].gpus.of_each()) > most {
            return order;
        }
        total += asked(task);
        order.push(task);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::policy::placement::Gpus;

    fn tasks(gpus: &[Gpus]) -> Vec<Request> {
        let task = |&gpus: &Gpus| Request { gpus, ..Request::default() };
        gpus.iter().map(task).collect()
    }

    #[test]
    fn every_task_comes_once_before_any_is_drawn_again() {
        let tasks = tasks(&[Gpus::None, Gpus::Share(500), Gpus::Whole(1), Gpus::Whole(2)]);
        for seed in 0..20 {
            let order = arrivals(&tasks, 10_000, seed);
            let mut first = order[..4].to_vec();
            first.sort_unstable();
            assert_eq!(first, [0, 1, 2, 3]);
            let total: u64 = order.iter().map(|&it| tasks[it].gpus.total()).sum();
            // Two GPUs count as one when the last is drawn.
            assert!((12_001..=14_000).contains(&total), "{total}");
        }
        assert_ne!(arrivals(&tasks, 10_000, 1), arrivals(&tasks, 10_000, 2));
        assert_eq!(arrivals(&tasks, 10_000, 1), arrivals(&tasks, 10_000, 1));
    }

    #[test]
    fn shuffled_nodes_are_the_same_nodes() {
        let node = |cores| scheduling::policy::placement::Node { cores, ..Default::default() };
        let trace = Trace { nodes: (0..20).map(node).collect(), tasks: Vec::new() };
        let cores = |trace: &Trace| -> Vec<u64> { trace.nodes.iter().map(|it| it.cores).collect() };
        let mut drawn = cores(&with_nodes_shuffled(&trace, 1));
        assert_ne!(drawn, cores(&trace));
        assert_ne!(drawn, cores(&with_nodes_shuffled(&trace, 2)));
        drawn.sort_unstable();
        assert_eq!(drawn, cores(&trace));
    }

    #[test]
    fn random_tasks_are_left_out_if_they_ask_for_more() {
        let tasks = tasks(&[Gpus::Whole(1); 10]);
        let order = arrivals(&tasks, 5_000, 1);
        assert_eq!(order.len(), 6);
    }
}
