//! The protocol where latencies are zero, once more and as plainly as it is written: tables are lists of tasks,
//! every second is counted, and a clone is a clone.

use proptest::prelude::*;

use super::*;

/// A task that is reserved: start, end, load.
type Reserved = (Time, Time, u32);

struct Agent {
    nodes: Vec<Vec<Reserved>>,
}

struct Offer {
    task: usize,
    node: usize,
    load: u32,
}

fn usage(node: &[Reserved], start: Time, end: Time) -> (u32, usize) {
    let at = |second: Time| {
        let on: Vec<u32> = node
            .iter()
            .filter(|it| it.0 <= second && second < it.1)
            .map(|it| it.2)
            .collect();
        (on.iter().sum::<u32>(), on.len())
    };
    let seconds: Vec<_> = (start..end).map(at).collect();
    (
        seconds.iter().map(|it| it.0).max().unwrap(),
        seconds.iter().map(|it| it.1).max().unwrap(),
    )
}

impl Agent {
    fn offers(&self, batch: &[usize], tasks: &[Reserved], limits: (u32, usize)) -> Vec<Offer> {
        let mut clone = self.nodes.clone();
        let mut offers = Vec::new();
        for &task in batch {
            let (start, end, load) = tasks[task];
            let mut best: Option<(usize, u32)> = None;
            for (node, reserved) in clone.iter().enumerate() {
                let (used, count) = usage(reserved, start, end);
                let fits = used + load <= limits.0 && count < limits.1;
                if fits && best.is_none_or(|it| used < it.1) {
                    best = Some((node, used));
                }
            }
            if let Some((node, used)) = best {
                clone[node].push((start, end, load));
                offers.push(Offer {
                    task,
                    node,
                    load: used + load,
                });
            }
        }
        offers
    }
}

/// The node of each task over all agents.
fn protocol(
    tasks: &[Reserved],
    agents: &[usize],
    limits: (u32, usize),
) -> (Vec<Option<usize>>, Vec<usize>) {
    let mut all: Vec<Agent> = agents
        .iter()
        .map(|&nodes| Agent {
            nodes: vec![Vec::new(); nodes],
        })
        .collect();
    let mut counts = vec![0; agents.len()];
    let mut placed = vec![None; tasks.len()];
    let mut batch: Vec<usize> = (0..tasks.len()).collect();
    loop {
        // Task, then agent, node and load.
        let mut taken: Vec<Option<(usize, usize, u32)>> = vec![None; tasks.len()];
        for (agent, it) in all.iter().enumerate() {
            for offer in it.offers(&batch, tasks, limits) {
                let replaces = match taken[offer.task] {
                    None => true,
                    Some((other, _, load)) if offer.load == load => counts[agent] < counts[other],
                    Some((_, _, load)) => offer.load < load,
                };
                if replaces {
                    if let Some((other, ..)) = taken[offer.task] {
                        counts[other] -= 1;
                    }
                    counts[agent] += 1;
                    taken[offer.task] = Some((agent, offer.node, offer.load));
                }
            }
        }
        let confirmed: Vec<usize> = batch
            .iter()
            .copied()
            .filter(|&it| taken[it].is_some())
            .collect();
        for &task in &confirmed {
            let (agent, node, _) = taken[task].unwrap();
            all[agent].nodes[node].push(tasks[task]);
            placed[task] = Some(agents[..agent].iter().sum::<usize>() + node);
        }
        batch.retain(|it| !confirmed.contains(it));
        if confirmed.is_empty() {
            return (placed, counts);
        }
    }
}

proptest! {
    #[test]
    fn every_task_is_where_the_plain_protocol_puts_it(
        tasks in prop::collection::vec((0..60_i64, 1..25_i64, 1..100_u32), 1..60),
        agents in prop::collection::vec(1..4_usize, 1..5),
        most in 20..101_u32,
        most_tasks in prop::option::of(1..5_u32),
        lease in prop::option::of(1.0..9.0),
    ) {
        let tasks: Vec<Reserved> = tasks.iter().map(|it| (it.0, it.0 + it.1, it.2)).collect();
        let nodes = agents.iter().sum();
        let settings = Broker {
            agents: Some(super::super::Agents::Nodes(agents.iter().map(|&it| it as u32).collect())),
            max_load_percent: most,
            max_tasks: most_tasks,
            lease,
            ..Broker::default()
        };
        let run = run(&settings, &batch(&tasks), nodes, 1);
        let limits = (most, most_tasks.map_or(usize::MAX, |it| it as usize));
        let (placed, counts) = protocol(&tasks, &agents, limits);
        prop_assert_eq!(nodes_of(&run), placed);
        prop_assert_eq!(tasks_of_agents(&run), counts);
    }
}
