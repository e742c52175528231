//! The protocol where latencies are zero, once more and as plainly as it is written: tables are lists of tasks,
//! every second is counted, and a clone is a clone.

use crate::criteria::wait_parts::tests::check_seconds;
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
        let on: Vec<u32> = node.iter().filter(|it| it.0 <= second && second < it.1).map(|it| it.2).collect();
        (on.iter().sum::<u32>(), on.len())
    };
    let seconds: Vec<_> = (start..end).map(at).collect();
    (seconds.iter().map(|it| it.0).max().unwrap(), seconds.iter().map(|it| it.1).max().unwrap())
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
                offers.push(Offer { task, node, load: used + load });
            }
        }
        offers
    }
}

fn agents_of(nodes: &[usize]) -> Vec<Agent> {
    let agent = |&nodes: &usize| Agent { nodes: vec![Vec::new(); nodes] };
    nodes.iter().map(agent).collect()
}

/// A broker places a batch, which goes round after round; `counts` are its reservations on each agent.
fn rounds(
    tasks: &[Reserved],
    mut batch: Vec<usize>,
    all: &mut [Agent],
    counts: &mut [usize],
    limits: (u32, usize),
    placed: &mut [Option<usize>],
) {
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
        let confirmed: Vec<usize> = batch.iter().copied().filter(|&it| taken[it].is_some()).collect();
        for &task in &confirmed {
            let (agent, node, _) = taken[task].unwrap();
            let above: usize = all[..agent].iter().map(|it| it.nodes.len()).sum();
            all[agent].nodes[node].push(tasks[task]);
            placed[task] = Some(above + node);
        }
        batch.retain(|it| !confirmed.contains(it));
        if confirmed.is_empty() {
            return;
        }
    }
}

/// The node of each task over all agents.
fn protocol(tasks: &[Reserved], agents: &[usize], limits: (u32, usize)) -> (Vec<Option<usize>>, Vec<usize>) {
    let (mut all, mut counts) = (agents_of(agents), vec![0; agents.len()]);
    let mut placed = vec![None; tasks.len()];
    let batch = (0..tasks.len()).collect();
    rounds(tasks, batch, &mut all, &mut counts, limits, &mut placed);
    (placed, counts)
}

/// From when until when which broker is down.
type Down = (usize, Time, Time);

/// The node and the broker of each task, the first of which is submitted at 0 and each other one 2 s after the one
/// before, to several brokers in turn, where brokers go down at odd seconds.
fn with_outages(
    tasks: &[Reserved],
    agents: &[usize],
    brokers: usize,
    down: &[Down],
) -> (Vec<Option<usize>>, Vec<usize>) {
    let is_up = |broker: usize, second: Time| {
        let mut own = down.iter().filter(|it| it.0 == broker);
        !own.any(|it| it.1 <= second && second < it.2)
    };
    let mut all = agents_of(agents);
    let mut counts = vec![vec![0; agents.len()]; brokers];
    let (mut placed, mut unclaimed) = (vec![None; tasks.len()], Vec::new());
    let mut broker_of: Vec<usize> = (0..tasks.len()).map(|it| it % brokers).collect();
    for second in 0..300 {
        let mut begun = Vec::new();
        for broker in (0..brokers).filter(|&it| is_up(it, second) && !is_up(it, second - 1)) {
            begun.push((broker, std::mem::take(&mut unclaimed)));
        }
        let submitted = (second / 2) as usize;
        if second % 2 == 0 && submitted < tasks.len() {
            let mut in_turn = (0..brokers).map(|it| (submitted + it) % brokers);
            match in_turn.find(|&it| is_up(it, second)) {
                Some(broker) => begun.push((broker, vec![submitted])),
                None => unclaimed.push(submitted),
            }
        }
        for (broker, mut batch) in begun {
            batch.iter().for_each(|&it| broker_of[it] = broker);
            batch.retain(|&it| second <= tasks[it].0);
            let counts = &mut counts[broker];
            rounds(tasks, batch, &mut all, counts, (85, usize::MAX), &mut placed);
        }
    }
    (placed, broker_of)
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
        let run = run(&settings, &batch_of(&tasks), nodes, 1);
        let limits = (most, most_tasks.map_or(usize::MAX, |it| it as usize));
        let (placed, counts) = protocol(&tasks, &agents, limits);
        prop_assert_eq!(nodes_of(&run), placed);
        prop_assert_eq!(tasks_of_agents(&run), counts);
        check_seconds(&run, true)?;
    }

    #[test]
    fn every_task_is_where_the_plain_protocol_puts_it_when_brokers_go_down(
        tasks in prop::collection::vec((0..60_i64, 1..25_i64, 1..80_u32), 1..50),
        agents in prop::collection::vec(1..3_usize, 1..4),
        brokers in 1..4_usize,
        down in prop::collection::vec((0..3_usize, 0..60_i64, 1..50_i64), 0..7),
        lease in prop::option::of(1.0..9.0),
    ) {
        let tasks: Vec<Reserved> = (0..)
            .zip(&tasks)
            .map(|(at, it)| (2 * at + it.0, 2 * at + it.0 + it.1, it.2))
            .collect();
        let down: Vec<Down> = down
            .iter()
            .map(|it| (it.0 % brokers, 2 * it.1 + 1, 2 * (it.1 + it.2) + 1))
            .collect();
        let outage = |it: &Down| super::super::BrokerOutage {
            broker: it.0 as u32,
            from: it.1,
            until: Some(it.2),
        };
        let settings = Broker {
            agents: Some(super::super::Agents::Nodes(agents.iter().map(|&it| it as u32).collect())),
            brokers: brokers as u32,
            broker_outages: down.iter().map(outage).collect(),
            lease,
            ..Broker::default()
        };
        let mut of = batch_of(&tasks);
        for (at, it) in (0..).zip(&mut of.tasks) {
            it.submit = 2 * at;
        }
        let run = run(&settings, &of, agents.iter().sum(), 1);
        let (placed, broker_of) = with_outages(&tasks, &agents, brokers, &down);
        prop_assert_eq!(nodes_of(&run), placed);
        let brokers: Vec<usize> = run.messages.bookings.iter().map(|it| it.broker as usize).collect();
        prop_assert_eq!(brokers, broker_of);
    }
}
