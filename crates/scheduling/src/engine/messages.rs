//! Messages between brokers and agents, and their effects.

use serde::{Deserialize, Serialize};

use super::{Outcome, Run};
use crate::availability::node_load::{DynamicTable, Reservation};
use base::ordering::sort_by_key;
use workload::Time;

/// The messages of a run in the order in which they were sent, with their effects. Empty for systems whose
/// parts exchange no messages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Messages {
    pub brokers: u32,
    /// How many providers (nodes) each agent keeps, in the order of the providers.
    pub agents: Vec<u32>,
    /// The highest load that a node may have, in its own processors (points), for each provider.
    pub most_load: Vec<u32>,
    /// How long an agent holds its offers, in thousandths of a second; `None` where it holds none.
    pub lease: Option<Time>,
    /// The first [`Messages::MOST`] of them, in the order of sending.
    pub list: Vec<Message>,
    /// How many more there were.
    pub left_out: u64,
    /// The offers within the messages, message by message, then in batch order; the first
    /// [`Messages::MOST_OFFERS`].
    pub offers: Vec<Offer>,
    /// The booking of each job, parallel to the jobs.
    pub bookings: Vec<Booking>,
}

/// A message. Times are thousandths of a second, counted as the run's times are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub kind: MessageKind,
    /// The broker that sends it or that it is for, counted from 0.
    pub broker: u32,
    /// The agent that sends it or that it is for, counted from 0.
    pub agent: u32,
    /// Which round of that broker it belongs to, counted from 0.
    pub round: u32,
    pub sent: Time,
    /// When it arrives, or would have.
    pub arrives: Time,
    pub fate: Fate,
    /// How many tasks it is about: those asked for, offered, confirmed or reserved.
    pub tasks: u32,
    /// For a receipt, how many of the confirmed tasks could not be reserved.
    pub refused: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MessageKind {
    /// Broker to agent: these tasks are to be placed.
    Batch,
    /// Agent to broker: these it could reserve, and the load that its node would have.
    Offers,
    /// Broker to agent: these offers are taken, all others are not.
    Decision,
    /// Agent to broker: these are reserved.
    Receipt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// It is under way.
    Sent,
    /// It arrived and was read.
    Read,
    /// It was lost on its way.
    Lost,
    /// It arrived at an agent or a broker that was down.
    Unheard,
    /// It arrived when the receiver no longer waited for it.
    TooLate,
}

/// An offer of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// Its message's place in [`Messages::list`].
    pub message: u32,
    /// Index of the job.
    pub job: u32,
    /// Index of the provider.
    pub provider: u32,
    /// The load that the provider would have, in its processors (points).
    pub load: u32,
    /// The broker's verdict.
    pub verdict: Verdict,
}

/// The verdict of a broker on an offer when it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// None: the broker never saw the offer, or too late, or was down before it had decided.
    Unseen,
    /// The first for its task, and kept to the end.
    First,
    /// It took the place of another, since its load is lower.
    LowerLoad,
    /// It took the place of another of the same load, since its agent had fewer reservations.
    FewerReservations,
    /// Another of lower load was there, or came.
    HigherLoad,
    /// Another offer of the same load stood already or came later, from an agent with fewer reservations.
    MoreReservations,
}

impl Verdict {
    /// Whether the offer was kept in the end.
    pub const fn is_taken(self) -> bool {
        matches!(self, Self::First | Self::LowerLoad | Self::FewerReservations)
    }
}

/// The booking of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Booking {
    /// The broker that places it.
    pub broker: u32,
    /// The agent on one of whose nodes it is reserved, if it is.
    pub agent: Option<u32>,
    /// The round of its broker in which it was reserved, or tried last; counted from 0.
    pub round: u32,
    /// How many offers for it a broker got.
    pub offers: u32,
    /// The place in [`Messages::list`] of the decision that reserved it, if that is kept.
    pub decision: Option<u32>,
    /// Whether its broker does not know whether it is reserved, since no receipt came.
    pub in_doubt: bool,
}

impl Messages {
    /// The most messages that are kept.
    pub const MOST: usize = 100_000;
    /// The most offers that are kept.
    pub const MOST_OFFERS: usize = 200_000;

    /// Whether the run has no agents, and so no messages.
    pub fn is_empty(&self) -> bool {
        self.agents.is_empty()
    }

    pub fn agent_of(&self, provider: usize) -> Option<usize> {
        let mut above = 0;
        self.agents.iter().position(|&nodes| {
            above += nodes as usize;
            provider < above
        })
    }

    /// The providers of an agent, first and one past the last.
    pub fn providers_of(&self, agent: usize) -> std::ops::Range<usize> {
        let first: u32 = self.agents[..agent].iter().sum();
        first as usize..(first + self.agents[agent]) as usize
    }
}

/// The dynamic table of each provider with all reservations at the end of the run. Jobs are given by index, those of
/// an interval in order of start, then of index. O(n log n + k) for n jobs and k entries of jobs in intervals.
pub fn dynamic_tables(run: &Run) -> Vec<DynamicTable> {
    let mut reserved: Vec<Vec<Reservation>> = vec![Vec::new(); run.platform.len()];
    for (job, it) in (0..).zip(&run.schedule.outcomes) {
        let of = reserved.get_mut(it.provider as usize);
        if let (Some(taken), Some(of)) = (Outcome::taken(it), of) {
            of.push((job, taken, it.processors));
        }
    }
    let table = |of: &mut Vec<Reservation>| {
        sort_by_key(of, |it| (it.1.0, it.0));
        DynamicTable::of(of)
    };
    reserved.iter_mut().map(table).collect()
}
