//! The paper's indicators (Sect. 4), and the effects of failures.

use super::run::BrokerSimulation;
use crate::system::prelude::*;
use crate::system::{Better, Measure, Measures, Unit};

pub(super) const PERFORMANCE: &str = "performance";
pub(super) const BALANCE: &str = "load_variation";
const MOST: &str = "most_tasks_of_an_agent";
const FEWEST: &str = "fewest_tasks_of_an_agent";
const MEAN_LOAD: &str = "mean_load";
const AVERAGE_LOAD: &str = "average_load";
const HIGHEST_LOAD: &str = "highest_load";
const COMMUNICATION: &str = "communication_time";
const ROUNDS: &str = "rounds";
const MESSAGES: &str = "messages";
const LOST: &str = "lost_messages";
const UNHEARD: &str = "unheard_messages";
const DISCONNECTIONS: &str = "disconnections";
const TAKEN_UP: &str = "tasks_taken_up";
const REFUSED: &str = "refused_tasks";
const EXPIRED: &str = "expired_offers";
const IN_DOUBT: &str = "tasks_in_doubt";

pub(super) const MEASURES: &[Measure] = &[
    Measure::new(
        PERFORMANCE,
        "Tasks scheduled",
        "The paper's performance: tasks that have a reservation, of all tasks.",
        Unit::Percent,
        Better::Higher,
    )
    .counting_ran(),
    Measure::new(
        BALANCE,
        "Variation of load",
        "The imbalance of loads: standard deviation of the mean loads of the nodes, divided by their mean; 0 if all are equal.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        MEAN_LOAD,
        "Mean load",
        "The mean load of all nodes over time, from the first start to the last end.",
        Unit::Percent,
        Better::Neither,
    ),
    Measure::new(
        AVERAGE_LOAD,
        "Average load over intervals",
        "The average load that the paper's agents monitor: the arithmetic mean of a node's loads over the intervals of its dynamic table, however long each is, including the last one, which has no end; the mean of all nodes.",
        Unit::Percent,
        Better::Neither,
    ),
    Measure::new(
        HIGHEST_LOAD,
        "Highest load",
        "The highest load of any node at any time.",
        Unit::Percent,
        Better::Neither,
    ),
    Measure::new(
        MOST,
        "Most tasks of an agent",
        "The load of an agent in the paper: the number of tasks reserved on its nodes. This is the largest of all agents.",
        Unit::Jobs,
        Better::Neither,
    ),
    Measure::new(
        FEWEST,
        "Fewest tasks of an agent",
        "The load of the agent with the fewest tasks.",
        Unit::Jobs,
        Better::Neither,
    ),
    Measure::new(
        COMMUNICATION,
        "Communication time",
        "The time of a task batch from broker to agent, on average.",
        Unit::Seconds,
        Better::Lower,
    ),
    Measure::new(ROUNDS, "Rounds", "How often a broker sent a batch.", Unit::Times, Better::Lower),
    Measure::new(MESSAGES, "Messages", "How many messages were sent.", Unit::Times, Better::Lower),
    Measure::new(
        LOST,
        "Messages lost",
        "The number of messages that were lost on their way.",
        Unit::Times,
        Better::Neither,
    ),
    Measure::new(
        UNHEARD,
        "Messages unheard",
        "The number of messages that reached an agent or a broker that was down.",
        Unit::Times,
        Better::Neither,
    ),
    Measure::new(
        DISCONNECTIONS,
        "Agents considered dead",
        "How often a broker got no answer from an agent, and did not ask it again until it reconnected.",
        Unit::Times,
        Better::Neither,
    ),
    Measure::new(
        TAKEN_UP,
        "Tasks taken over",
        "The number of undecided tasks of a failed broker that another broker took over, or the first that returned.",
        Unit::Jobs,
        Better::Neither,
    ),
    Measure::new(
        REFUSED,
        "Confirmed tasks refused",
        "The number of confirmed offers that the agent could not keep: the node had been reserved meanwhile, or the task's start had passed.",
        Unit::Jobs,
        Better::Lower,
    ),
    Measure::new(
        EXPIRED,
        "Offers run out",
        "The number of offers whose lease ran out before a decision came.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        IN_DOUBT,
        "Tasks in doubt",
        "Tasks for which the broker has no receipt, so that it does not know whether they are reserved. Each is reserved once or not at all.",
        Unit::Jobs,
        Better::Lower,
    ),
];

/// The figures of a run. O(n log n) for n tasks.
pub(super) fn measures(run: &BrokerSimulation, schedule: &Schedule) -> Measures {
    let protocol = &run.protocol;
    let tasks = protocol.requests.len();
    let reserved = protocol.settled.nodes.iter().flatten().count();
    let of_agents = tasks_of_agents(run);
    let loads = Loads::of(run);
    let record = &protocol.record;
    let share = |part: f64, of: f64| if of > 0.0 { part / of } else { 0.0 };
    let mut measures = Measures::new();
    for (key, value) in [
        (PERFORMANCE, share(100.0 * reserved as f64, tasks as f64)),
        (BALANCE, loads.variation()),
        (MEAN_LOAD, 100.0 * loads.mean()),
        (AVERAGE_LOAD, average_load(run)),
        (HIGHEST_LOAD, highest_load(run, schedule)),
        (MOST, of_agents.iter().copied().max().unwrap_or(0) as f64),
        (FEWEST, of_agents.iter().copied().min().unwrap_or(0) as f64),
        (COMMUNICATION, share(record.delivery as f64 / 1_000.0, record.delivered as f64)),
        (ROUNDS, protocol.rounds as f64),
        (MESSAGES, record.sent as f64),
        (LOST, record.lost as f64),
        (UNHEARD, record.unheard as f64),
        (DISCONNECTIONS, protocol.disconnections() as f64),
        (TAKEN_UP, protocol.taken_up as f64),
        (REFUSED, record.refused as f64),
        (EXPIRED, protocol.agents.iter().map(|it| it.expired).sum::<u64>() as f64),
        (IN_DOUBT, record.bookings().iter().filter(|it| it.in_doubt).count() as f64),
    ] {
        measures.insert(key.to_owned(), value);
    }
    // Without reservations there is no such figure.
    if reserved == 0 {
        measures.remove(BALANCE);
    }
    if record.delivered == 0 {
        measures.remove(COMMUNICATION);
    }
    measures
}

fn tasks_of_agents(run: &BrokerSimulation) -> Vec<usize> {
    let nodes = &run.protocol.nodes;
    let mut of_nodes = vec![0; nodes.tables.len()];
    for node in run.protocol.settled.nodes.iter().flatten() {
        of_nodes[*node as usize] += 1;
    }
    let agents = 0..nodes.agents.len();
    agents.map(|agent| of_nodes[nodes.of_agent(agent)].iter().sum()).collect()
}

/// The mean load of each node, from 0 to 1, over the time of all tasks.
struct Loads(Vec<f64>);

impl Loads {
    fn of(run: &BrokerSimulation) -> Self {
        let protocol = &run.protocol;
        let wanted = || protocol.requests.iter().map(|it| it.wanted);
        let first = wanted().map(|it| it.start).min().unwrap_or(0);
        let last: Time = wanted().map(|it| it.end).max().unwrap_or(0);
        let mut points = vec![0_i64; run.platform.len()];
        for (request, node) in protocol.requests.iter().zip(&protocol.settled.nodes) {
            if let Some(node) = node {
                let it = &request.wanted;
                points[*node as usize] += i64::from(it.load) * (it.end - it.start);
            }
        }
        let of_node =
            |(&used, &capacity): (&i64, &u32)| used as f64 / (f64::from(capacity) * (last - first).max(1) as f64);
        Self(points.iter().zip(&run.platform).map(of_node).collect())
    }

    fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len().max(1) as f64
    }

    /// The coefficient of variation.
    fn variation(&self) -> f64 {
        let mean = self.mean();
        let squares = self.0.iter().map(|it| (it - mean) * (it - mean));
        let deviation = (squares.sum::<f64>() / self.0.len().max(1) as f64).sqrt();
        if mean > 0.0 { deviation / mean } else { 0.0 }
    }
}

/// The arithmetic mean of each node's loads over the intervals of its dynamic table, in percent of it; of all nodes
/// the mean. The same as by [`crate::availability::node_load::DynamicTable`], without the tasks of every interval.
fn average_load(run: &BrokerSimulation) -> f64 {
    let protocol = &run.protocol;
    let mut changes: Vec<(u32, Time, i64)> = Vec::new();
    for (request, node) in protocol.requests.iter().zip(&protocol.settled.nodes) {
        if let Some(node) = node {
            let it = &request.wanted;
            changes.push((*node, it.start.max(0), i64::from(it.load)));
            changes.push((*node, it.end.max(0), -i64::from(it.load)));
        }
    }
    changes.sort_unstable();
    let mut sum = 0.0;
    for of_node in changes.chunk_by(|a, b| a.0 == b.0) {
        // There is always an interval from 0 on.
        let (mut load, mut all, mut intervals) = (0, 0, u32::from(of_node[0].1 > 0));
        for at_once in of_node.chunk_by(|a, b| a.1 == b.1) {
            load += at_once.iter().map(|it| it.2).sum::<i64>();
            all += load;
            intervals += 1;
        }
        let capacity = f64::from(run.platform[of_node[0].0 as usize]);
        sum += 100.0 * all as f64 / (f64::from(intervals) * capacity);
    }
    sum / run.platform.len().max(1) as f64
}

/// The highest load of any node, in percent of it.
fn highest_load(run: &BrokerSimulation, schedule: &Schedule) -> f64 {
    let mut changes: Vec<(u32, Time, i64)> = Vec::with_capacity(2 * schedule.bars.len());
    for bar in &schedule.bars {
        let points = i64::from(bar.last_processor - bar.first_processor + 1);
        changes.push((bar.provider, bar.start, points));
        changes.push((bar.provider, bar.end, -points));
    }
    // At one time ends come first.
    changes.sort_unstable();
    let (mut load, mut highest) = (0, 0.0_f64);
    for (node, _, points) in changes {
        load += points;
        let capacity = f64::from(run.platform[node as usize]);
        highest = highest.max(100.0 * load as f64 / capacity);
    }
    highest
}
