//! The messages between brokers and agents, as pictures: a sequence diagram of the messages, the load of every
//! node over time, and how many tasks each agent has. All of them show a run up to a step: [`Steps`] defines
//! the steps and the state after each.
//!
//! All of them show a run up to a step: [`Steps`] says what the steps are and what is so after each.

mod dynamic_table;
mod failures;
mod followed;
mod loads;
mod node_loads;
mod sequence;
mod stack;
mod steps;
mod table;
mod tasks_by_agent;
#[cfg(test)]
mod tests;
pub mod words;

pub use dynamic_table::{NodeTable, intervals_table};
pub use failures::Failures;
pub use followed::Followed;
pub use loads::{Held, LoadsAt, Reserved};
pub use node_loads::{LoadsView, NodePlace, loads_height, loads_layout, loads_svg, window_words as node_window_words};
pub use sequence::{
    Arrow, Label, ROWS, Sequence, SequenceView, sequence_height, sequence_layout, sequence_svg, step_at,
};
pub use stack::{Block, Level, levels, stacked};
pub use steps::{Part, Row, Step, Steps};
pub use table::{loads_table, messages_table, tasks_table};
pub use tasks_by_agent::{TasksByAgent, tasks_by_agent_height, tasks_by_agent_svg};

use scheduling::engine::{Messages, Run};

/// The name of a broker, with its number only if there are several.
pub fn broker_name(messages: &Messages, broker: u32) -> String {
    match messages.brokers {
        0 | 1 => "Broker".to_owned(),
        _ => format!("Broker {}", broker + 1),
    }
}

/// The name of an agent, counted from 1.
pub fn agent_name(agent: u32) -> String {
    format!("Agent {}", agent + 1)
}

/// The name of a node within a sentence.
pub fn node_name(run: &Run, provider: usize) -> String {
    match run.batch().and_then(|it| it.nodes.get(provider)) {
        None => format!("node {}", provider + 1),
        Some(name) if name.to_lowercase().starts_with("node") => name.clone(),
        Some(name) => format!("node {name}"),
    }
}

/// The cluster and farm of a node and the agent that keeps it, within a sentence: `node n1 of cluster blue, farm north, kept by Agent 1`.
pub fn node_place(run: &Run, provider: usize) -> String {
    let mut words = node_name(run, provider);
    let named = |names: &[String]| names.get(provider).filter(|it| !it.is_empty()).cloned();
    if let Some(cluster) = named(&run.groups.clusters) {
        words += &if cluster.to_lowercase().starts_with("cluster") {
            format!(" of {cluster}")
        } else {
            format!(" of cluster {cluster}")
        };
    }
    if let Some(farm) = named(&run.groups.farms) {
        words += &if farm.to_lowercase().starts_with("farm") { format!(", {farm}") } else { format!(", farm {farm}") };
    }
    if let Some(agent) = run.messages.agent_of(provider) {
        words += &format!(", kept by {}", agent_name(agent as u32));
    }
    words
}

/// Points of load in percent of a node, to the nearest.
pub fn percent(run: &Run, provider: usize, points: u32) -> u64 {
    let all = u64::from(run.platform.get(provider).copied().unwrap_or(0).max(1));
    (u64::from(points) * 200 + all) / (2 * all)
}
