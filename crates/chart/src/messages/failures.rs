//! The failures of the messages of a run.

use std::collections::BTreeMap;

use super::sequence::ends;
use super::steps::{Part, Step};
use scheduling::engine::Messages;
use scheduling::engine::messages::Fate;

/// The number of failures of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Failures {
    /// Messages that were lost on their way.
    pub lost: usize,
    /// Messages that arrived at an agent or a broker that was down.
    pub unheard: usize,
    /// Messages that arrived after their recipient had stopped waiting.
    pub too_late: usize,
    /// Confirmed tasks that could not be reserved.
    pub refused: usize,
    /// Tasks for which their broker has no receipt.
    pub in_doubt: usize,
}

impl Failures {
    /// Of a whole run.
    pub fn of(messages: &Messages) -> Self {
        let count = |fate| messages.list.iter().filter(|it| it.fate == fate).count();
        // An agent that is told a decision again says the same again.
        let answers = messages.list.iter().filter(|it| it.refused > 0);
        let refused = answers
            .map(|it| ((it.broker, it.agent, it.round), it.refused as usize))
            .collect::<BTreeMap<_, _>>()
            .values()
            .sum();
        Self {
            lost: count(Fate::Lost),
            unheard: count(Fate::Unheard),
            too_late: count(Fate::TooLate),
            refused,
            in_doubt: messages.bookings.iter().filter(|it| it.in_doubt).count(),
        }
    }

    /// Each with its name, its number and its explanation.
    pub fn listed(&self) -> [(&'static str, usize, &'static str); 5] {
        [
            ("lost", self.lost, "Messages that were lost on their way; only the recipient of their answer notices it."),
            ("unheard", self.unheard, "Messages that arrived at an agent or a broker that was down."),
            ("too late", self.too_late, "Messages that arrived after their recipient had stopped waiting."),
            ("refused", self.refused, "Tasks that a broker confirmed, but the agent could no longer reserve."),
            (
                "in doubt",
                self.in_doubt,
                "Tasks for which the broker has no receipt, so that it does not know whether they are reserved.",
            ),
        ]
    }
}

/// From which place among the steps to which a broker or an agent is known to be down: what arrives there is not heard,
/// and it says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Down {
    /// Its line: its place among the brokers, then the agents.
    pub line: usize,
    pub first: u32,
    pub last: u32,
}

/// All outages of agents and brokers that the messages tell of, in order of their ends.
pub(super) fn down(messages: &Messages, steps: &[Step]) -> Vec<Down> {
    let lines = messages.brokers.max(1) as usize + messages.agents.len();
    let mut open: Vec<Option<Down>> = vec![None; lines];
    let mut closed = Vec::new();
    for (at, step) in (0..).zip(steps) {
        let message = &messages.list[step.message as usize];
        let (from, to) = ends(messages, message);
        if step.part != Part::Arrival {
            closed.extend(open[from].take());
        }
        match (step.part, message.fate) {
            (Part::Whole | Part::Arrival, Fate::Unheard) => {
                let first = open[to].map_or(at, |it| it.first);
                open[to] = Some(Down { line: to, first, last: at });
            }
            (Part::Whole | Part::Arrival, Fate::Read | Fate::TooLate) => {
                closed.extend(open[to].take());
            }
            _ => {}
        }
    }
    closed.extend(open.into_iter().flatten());
    closed
}
