//! The numbers behind the pictures.

use super::loads::LoadsAt;
use super::sequence::{from_and_to, says, time_words, trouble};
use super::stack::levels;
use super::steps::{Part, Steps};
use super::tasks_by_agent::TasksByAgent;
use super::{agent_name, node_name, percent};
use crate::numbers::Numbered;
use crate::table::Table;
use base::text::capital;
use scheduling::engine::messages::Fate;
use scheduling::engine::{Messages, Run};

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
        let highest = |of: &dyn Fn(&super::Level) -> u32| {
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
