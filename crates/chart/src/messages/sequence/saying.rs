//! The messages in a word or two.

use crate::messages::{agent_name, broker_name};
use scheduling::engine::Messages;
use scheduling::engine::messages::{Fate, Message, MessageKind};
use workload::Time;

/// A time of a message.
pub(in crate::messages) fn time_words(at: Time) -> String {
    format!("{} s", at as f64 / 1000.0).replace('-', "−")
}

/// A message in a word or two.
pub fn says(it: &Message) -> String {
    let counted = |count: u32| match count {
        0 => "none".to_owned(),
        count => count.to_string(),
    };
    match it.kind {
        MessageKind::Batch => format!("batch of {}", it.tasks),
        MessageKind::Offers if it.tasks == 1 => "1 offer".to_owned(),
        MessageKind::Offers if it.tasks == 0 => "no offers".to_owned(),
        MessageKind::Offers => format!("{} offers", it.tasks),
        MessageKind::Decision => format!("confirms {}", counted(it.tasks)),
        MessageKind::Receipt if it.refused == 0 => format!("reserved {}", it.tasks),
        MessageKind::Receipt if it.tasks == 0 => format!("refuses {}", it.refused),
        MessageKind::Receipt => format!("reserved {}, refuses {}", it.tasks, it.refused),
    }
}

/// The failure of a message, if it failed.
pub fn trouble(fate: Fate) -> Option<&'static str> {
    match fate {
        Fate::Read => None,
        Fate::Sent => Some("under way"),
        Fate::Lost => Some("lost"),
        Fate::Unheard => Some("unheard"),
        Fate::TooLate => Some("too late"),
    }
}

/// Sender and recipient of a message, as places among the brokers, then the agents.
pub(in crate::messages) fn ends(messages: &Messages, it: &Message) -> (usize, usize) {
    let brokers = messages.brokers.max(1) as usize;
    let last = (brokers + messages.agents.len()).saturating_sub(1);
    let broker = (it.broker as usize).min(brokers - 1);
    let agent = (brokers + it.agent as usize).min(last);
    match it.kind {
        MessageKind::Batch | MessageKind::Decision => (broker, agent),
        MessageKind::Offers | MessageKind::Receipt => (agent, broker),
    }
}

/// The name of a line.
pub(super) fn end_name(messages: &Messages, end: usize) -> String {
    let brokers = messages.brokers.max(1);
    match (end as u32).checked_sub(brokers) {
        None => broker_name(messages, end as u32),
        Some(agent) => agent_name(agent),
    }
}

/// Sender and recipient of a message.
pub fn from_and_to(messages: &Messages, it: &Message) -> (String, String) {
    let (from, to) = ends(messages, it);
    (end_name(messages, from), end_name(messages, to))
}
