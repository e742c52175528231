//! Brokers and agents, by hand, against the protocol in its plainest form, and under every fault.

mod average_load;
mod broker_outages;
mod explained;
mod faults;
mod naive;
mod places;
mod table_1;

use super::Broker;
use crate::engine::Run;
use crate::engine::Status;
use crate::system::Simulation;
use workload::Time;
use workload::task_batch::{BatchTask, NODE_POINTS, TaskBatch};

/// Tasks by start, end and load, all submitted at 0.
fn batch(tasks: &[(Time, Time, u32)]) -> TaskBatch {
    let task = |(place, &(start, end, load)): (usize, &(Time, Time, u32))| BatchTask {
        name: (place + 1).to_string(),
        start,
        end,
        load,
        ..BatchTask::default()
    };
    TaskBatch { tasks: tasks.iter().enumerate().map(task).collect(), ..TaskBatch::default() }
}

fn settings(json: &str) -> Broker {
    serde_json::from_str(json).expect("settings")
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
    let node = |it: &crate::engine::Outcome| (it.status != Status::Rejected).then_some(it.provider as usize);
    run.schedule.outcomes.iter().map(node).collect()
}

/// How many tasks each agent has.
fn tasks_of_agents(run: &Run) -> Vec<usize> {
    let mut counts = vec![0; run.messages.agents.len()];
    for node in nodes_of(run).into_iter().flatten() {
        counts[run.messages.agent_of(node).expect("an agent")] += 1;
    }
    counts
}
