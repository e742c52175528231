//! Brokers and agents, by hand, against the protocol in its plainest form, and under every fault.

mod average_load;
mod broker_outages;
mod explained;
mod faults;
mod naive;
mod places;
mod table_1;

use super::Broker;
use crate::engine::{Run, Status};
use crate::system::Simulation;
use crate::system::testing::{jobs, measures, named, settings};
use workload::Time;
use workload::task_batch::{BatchTask, NODE_POINTS, TaskBatch};

/// Tasks, each by its start, end and load, and when it is submitted if that is not 0.
fn batch(text: &str) -> TaskBatch {
    let task = |(text, place): (&str, u32)| {
        let numbers: Vec<Time> = text.split_whitespace().map_while(|it| it.parse().ok()).collect();
        BatchTask {
            name: place.to_string(),
            submit: named(text, "submit=").unwrap_or(0),
            start: numbers[0],
            end: numbers[1],
            load: numbers[2] as u32,
            ..BatchTask::default()
        }
    };
    TaskBatch { tasks: text.split(',').zip(1..).map(task).collect(), ..TaskBatch::default() }
}

/// A batch of tasks of these starts, ends and loads.
fn batch_of(tasks: &[(Time, Time, u32)]) -> TaskBatch {
    let tasks = tasks.iter().map(|(start, end, load)| format!("{start} {end} {load}"));
    batch(&tasks.collect::<Vec<_>>().join(","))
}

/// A run of a batch to its end.
fn run(settings: &Broker, batch: &TaskBatch, nodes: usize, seed: u64) -> Run {
    let platform = vec![NODE_POINTS; nodes];
    settings.validate(&platform).expect("settings that can run");
    let mut simulation = super::run::BrokerSimulation::of_batch(settings, batch, nodes, seed);
    let agents = simulation.protocol.agents.len();
    settings.validate_for(agents).expect("as many agents");
    // Batches of few tasks also reach the copy.
    simulation.protocol.nodes.large = 8;
    let mut simulation: Box<dyn Simulation> = Box::new(simulation);
    for pieces in 1.. {
        if simulation.advance(pieces) {
            break;
        }
    }
    let standing = simulation.standing();
    assert_eq!((standing.waiting, standing.left()), (0, 0));
    simulation.finish()
}

/// The node of each task, none of those without a reservation.
fn nodes_of(run: &Run) -> Vec<Option<usize>> {
    run.schedule.outcomes.iter().map(|it| (it.status != Status::Rejected).then_some(it.provider as usize)).collect()
}

/// The same in words, a `-` for none.
fn nodes(run: &Run) -> String {
    nodes_of(run).into_iter().map(|it| it.map_or("-".to_owned(), |it| it.to_string())).collect::<Vec<_>>().join(" ")
}

/// How many tasks each agent has.
fn tasks_of_agents(run: &Run) -> Vec<usize> {
    let mut counts = vec![0; run.messages.agents.len()];
    for node in nodes_of(run).into_iter().flatten() {
        counts[run.messages.agent_of(node).expect("an agent")] += 1;
    }
    counts
}
