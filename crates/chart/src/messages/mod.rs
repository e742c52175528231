//! The messages between brokers and agents, as pictures: a sequence diagram of the messages, the load of every
//! node over time, and how many tasks each agent has. All of them show a run up to a step: [`Steps`] defines
//! the steps and the state after each.
//!
//! All of them show a run up to a step: [`Steps`] says what the steps are and what is so after each.

mod dynamic_table;
mod failures;
mod node_loads;
mod sequence;
mod steps;
mod tasks_by_agent;
#[cfg(test)]
mod tests;
pub mod words;

use super::numbers::Numbered;
use super::table::Table;
use base::text::capital;
use scheduling::engine::messages::Fate;
use scheduling::engine::{Messages, Run};
use sequence::{from_and_to, says, time_words, trouble};

pub use dynamic_table::{NodeTable, intervals_table};
pub use failures::Failures;
pub use node_loads::{Block, Level, levels, stacked};
pub use node_loads::{Held, LoadsAt, Reserved};
pub use node_loads::{LoadsView, NodePlace, loads_height, loads_layout, loads_svg, window_words as node_window_words};
pub use sequence::{
    Arrow, Label, ROWS, Sequence, SequenceView, sequence_height, sequence_layout, sequence_svg, step_at,
};
pub use steps::{Part, Row, Step, Steps};
pub use tasks_by_agent::{TasksByAgent, tasks_by_agent_height, tasks_by_agent_svg};

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

fn head(words: &[&str]) -> Vec<String> {
    words.iter().map(|it| (*it).to_owned()).collect()
}

/// At most this many steps from one on.
pub fn messages_table(messages: &Messages, steps: &Steps, first: usize, most: usize) -> Numbered {
    let rows = steps.steps.iter().enumerate().skip(first).take(most);
    let rows = rows.map(|(at, step)| {
        let it = &messages.list[step.message as usize];
        let (from, to) = from_and_to(messages, it);
        let came = match (step.part, trouble(it.fate)) {
            (Part::Sending, _) if it.fate != Fate::Sent => "sent",
            (Part::Arrival, None) => "arrives",
            (_, None) => "read",
            (_, Some(trouble)) => trouble,
        };
        vec![(at + 1).to_string(), time_words(step.at), from, to, says(it), came.to_owned(), (it.round + 1).to_string()]
    });
    Numbered {
        table: Table { head: head(&["Step", "At", "From", "To", "Says", "Outcome", "Round"]), rows: rows.collect() },
        count: steps.len().saturating_sub(first),
    }
}

/// The nodes in sight.
pub fn loads_table(run: &Run, loads: &LoadsAt) -> Table {
    let rows = loads.nodes.clone().zip(&loads.held).map(|(node, held)| {
        let count = |offered: bool| held.iter().filter(|it| it.is_offered == offered).count();
        let levels = levels(held);
        let highest = |of: &dyn Fn(&Level) -> u32| {
            let most = levels.iter().map(of).max().unwrap_or(0);
            format!("{} %", percent(run, node, most))
        };
        let agent = run.messages.agent_of(node);
        vec![
            capital(&node_name(run, node)),
            agent.map_or_else(|| "–".to_owned(), |it| agent_name(it as u32)),
            count(false).to_string(),
            highest(&|it| it.reserved),
            count(true).to_string(),
            highest(&|it| it.all),
        ]
    });
    Table { head: head(&["Node", "Agent", "Reserved", "Highest load", "Offered", "With offers"]), rows: rows.collect() }
}

/// All agents.
pub fn tasks_table(of: &TasksByAgent) -> Table {
    let rows = of.now.iter().enumerate().map(|(agent, now)| {
        let percent = 100.0 * *now as f64 / of.tasks.max(1) as f64;
        vec![agent_name(agent as u32), now.to_string(), format!("{percent:.1} %"), of.in_the_end[agent].to_string()]
    });
    Table { head: head(&["Agent", "Reserved so far", "Of all tasks", "In the end"]), rows: rows.collect() }
}

/// The steps of a run and its reservations. The run itself is passed each time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Followed {
    pub steps: Steps,
    reserved: Reserved,
}

impl Followed {
    /// O(n log n) for n messages and jobs.
    pub fn of(run: &Run) -> Self {
        Self { steps: Steps::of(&run.messages), reserved: Reserved::of(run) }
    }

    /// The messages of the run.
    pub fn sequence<'a>(&'a self, run: &'a Run) -> Sequence<'a> {
        Sequence { messages: &run.messages, steps: &self.steps }
    }

    /// The rows around the current step.
    pub fn view(&self, shown: usize) -> SequenceView {
        let rows = ROWS.min(self.steps.rows.len());
        SequenceView { shown, first: self.steps.first_row(shown, rows), rows }
    }

    /// The first node in sight: as chosen, or the first of the agent that the step is about.
    pub fn first_node(&self, run: &Run, chosen: Option<usize>, shown: usize) -> usize {
        let messages = &run.messages;
        let last = run.platform.len().saturating_sub(1);
        let of_step = || {
            let step = self.steps.current(shown)?;
            let agent = messages.list[step.message as usize].agent as usize;
            (agent < messages.agents.len()).then(|| messages.providers_of(agent).start)
        };
        chosen.or_else(of_step).unwrap_or(0).min(last)
    }

    /// The loads of this many nodes from the first on, or of all if there are fewer.
    pub fn loads(&self, run: &Run, shown: usize, first: usize, count: usize) -> LoadsAt {
        let first = first.min(run.platform.len().saturating_sub(count));
        LoadsAt::of(run, &self.steps, &self.reserved, first..first + count, shown)
    }

    /// The dynamic table of a node; none if there is no such node.
    pub fn node_table(&self, run: &Run, shown: usize, node: usize) -> Option<NodeTable> {
        let nodes = node..node + 1;
        let held = LoadsAt::of(run, &self.steps, &self.reserved, nodes, shown);
        NodeTable::of(&held, node, self.reserved.span)
    }

    /// The picture of the loads of some nodes.
    pub fn loads_view<'a>(&self, run: &'a Run, held: &'a LoadsAt) -> LoadsView<'a> {
        LoadsView { run, held, window: self.reserved.span }
    }
}
