//! Decisions of brokers and agents on a task, with their facts, and their words.

use serde::{Deserialize, Serialize};

use crate::engine::messages::Verdict;
use crate::system::prelude::*;

/// A decision on a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnDecision {
    /// A broker compared the agents' offers for it.
    Compared(Vec<ComparedOffer>),
    /// The agent whose offer was taken could no longer reserve it.
    Refused,
    /// Its broker stops waiting for the receipt of its reservation.
    InDoubt,
    /// Its broker is down, and had not decided.
    BrokerDown,
    /// It is taken up by another broker, or by its own after an outage.
    TakenUp {
        /// Which one, counted from 0.
        broker: u32,
    },
    /// It is rejected: no agent, or no node, has room for it throughout its interval.
    NoOffer {
        /// How many points of a node it needs.
        needs: u32,
        /// The node that is used least then, of those that it may use; none if it may use none.
        least: Option<LeastUsed>,
    },
    /// It is rejected: nodes have room for it, and no offer of them came in time, or none that could be kept.
    NotAnswered,
    /// It is rejected: nodes have room for its load, and as many tasks as may share them.
    NodesShared,
    /// It is rejected: it was not placed by the time at which it had to begin.
    Begun { start: Time },
    /// It is rejected: every broker is down and none returns.
    NoBroker,
}

/// An offer of an agent, and the broker's verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparedOffer {
    /// Which agent, counted from 0.
    pub agent: u32,
    /// Index of the provider (node).
    pub provider: u32,
    /// The load that it would have, in points.
    pub load: u32,
    /// The points that it has.
    pub capacity: u32,
    /// The broker's verdict.
    pub verdict: Verdict,
}

/// How far a node is used in an interval. All in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeastUsed {
    /// Index of the provider (node).
    pub provider: u32,
    /// Its highest load in the interval.
    pub usage: u32,
    /// The highest that is allowed.
    pub most: u32,
    /// The points that it has.
    pub capacity: u32,
}

impl From<OwnDecision> for Decision {
    fn from(said: OwnDecision) -> Self {
        let own = Own::of(&said);
        match said {
            OwnDecision::Compared(_)
            | OwnDecision::Refused
            | OwnDecision::InDoubt
            | OwnDecision::BrokerDown
            | OwnDecision::TakenUp { .. } => Self::Own(own),
            OwnDecision::NoOffer { .. }
            | OwnDecision::NotAnswered
            | OwnDecision::NodesShared
            | OwnDecision::Begun { .. }
            | OwnDecision::NoBroker => Self::Rejected(Rejection::Own(own)),
        }
    }
}

/// An own decision in words.
pub(super) fn words(own: &Own, speaker: &Speaker) -> Option<Sentence> {
    Some(Sentence::of(match own.read()? {
        OwnDecision::Compared(offers) => compared(&offers),
        OwnDecision::Refused => "its agent could no longer reserve it".to_owned(),
        OwnDecision::InDoubt => "its broker stopped waiting for the receipt, and gives it to no other agent".to_owned(),
        OwnDecision::BrokerDown => "its broker went down before it decided where the task goes".to_owned(),
        OwnDecision::TakenUp { broker } => format!("broker {} takes it over", broker + 1),
        OwnDecision::NoOffer { needs, least } => no_offer(needs, least),
        OwnDecision::NotAnswered => {
            "rejected: nodes have room for it, but no offer that could be kept came in time".to_owned()
        }
        OwnDecision::NodesShared => {
            "rejected: every node that has room for its load already has the most tasks".to_owned()
        }
        OwnDecision::Begun { start } => {
            format!("rejected: it had to begin at {}, and was not placed by then", speaker.at(start))
        }
        OwnDecision::NoBroker => "rejected: every broker is down, and none returns".to_owned(),
    }))
}

/// The offers for a task: first the one that is taken, then those that lost, and why.
fn compared(offers: &[ComparedOffer]) -> String {
    let told = |it: &ComparedOffer| {
        format!("agent {} on node {} at {}", it.agent + 1, it.provider + 1, percent(it.load, it.capacity))
    };
    let taken = offers.iter().find(|it| it.verdict.is_taken());
    let lost = offers.iter().filter(|it| !it.verdict.is_taken());
    let lost: Vec<String> = lost.map(|it| format!("{} ({})", told(it), why(it.verdict))).collect();
    let others = match lost.len() {
        0 => String::new(),
        _ => format!("; lost: {}", lost.join(", ")),
    };
    match taken {
        Some(it) => format!("offered by {}: taken, {}{others}", told(it), why(it.verdict)),
        None => format!("offered, and not taken{others}"),
    }
}

/// Why no agent offers.
fn no_offer(needs: u32, least: Option<LeastUsed>) -> String {
    let Some(it) = least else {
        return "rejected: no node is open to it".to_owned();
    };
    let [needs, usage, most] = [needs, it.usage, it.most].map(|points| percent(points, it.capacity));
    format!(
        "rejected: no node has room. It needs {needs} of a node like node {}, which is used least in its \
         interval: {usage}, of at most {most}",
        it.provider + 1
    )
}

/// Points of a node in percent.
fn percent(points: u32, capacity: u32) -> String {
    format!("{:.0} %", 100.0 * f64::from(points) / f64::from(capacity))
}

/// Why an offer is kept, or not.
fn why(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::First => "as the first, and no better one came",
        Verdict::LowerLoad => "since its node is loaded less",
        Verdict::FewerReservations => "since its agent had fewer reservations",
        Verdict::HigherLoad => "its node would be loaded more",
        Verdict::MoreReservations => "its agent had no fewer reservations",
        Verdict::Unseen => "it came too late",
    }
}
