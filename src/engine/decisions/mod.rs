//! The decision log: what became of a job, step by step, and why it waited.
//!
//! The terms are those of any system that starts jobs on counted processors: nothing here knows a
//! policy. A log is a watch that somebody sets before a run, on one job or on one moment. Runs are
//! deterministic, so that whoever asks why may run the same scenario again with a watch on, and no
//! other run pays for it.

mod log;
mod managed;
mod moment;
mod overtaking;
mod reason;
mod watched_log;

use serde::{Deserialize, Serialize};

pub use log::{Log, MOST_ENTRIES};
pub use managed::{Belief, FreeFrom, Managed, Request, RequestAt, RequestKind};
pub use moment::{Gap, Moment, ProviderMoment, Queued};
pub use overtaking::{MOST_OVERTAKEN, Overtaken, Overtaking, Room};
pub use reason::{Claim, Claimant, Claims, MOST_CLAIMS, Reason, Waits};
pub use watched_log::WatchedLog;

use super::messages::Verdict;
use crate::workload::Time;

/// What a run keeps a log of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Watch {
    /// One job, by its index in the run, until it is done.
    Job(u32),
    /// Every job and provider at the last decision at or before this time, in seconds.
    Moment(Time),
}

/// What a watched run has to tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// What was watched.
    pub watch: Watch,
    /// What was decided, in order: of the watched job all of it, of a moment what was decided then.
    pub entries: Vec<Entry>,
    /// How many entries were left out in the middle, where the log is longer than it may be.
    pub left_out: u64,
    /// How all stood at the moment that was watched.
    pub moment: Option<Moment>,
}

/// A decision, or as many as were the same in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When it was made first, in seconds.
    pub first: Time,
    /// When it was made last.
    pub last: Time,
    /// How often.
    pub count: u32,
    /// Index of the job that it is about.
    pub job: u32,
    /// Index of the provider that made it, or that it is about; `None` above the providers.
    pub provider: Option<u32>,
    /// What was decided.
    pub decision: Decision,
}

/// What was decided of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// It came in.
    Submitted,
    /// The scheduler above the providers keeps it until its next pass.
    HeldAbove {
        /// When that is.
        until: Time,
    },
    /// A manager passes it on to the one above.
    PassedUp(PassedUp),
    /// A manager asked providers whether they have room for it, and all have.
    Agreed(Request),
    /// Not all of them have: none reserves.
    Declined(Request),
    /// A manager had them reserve it, and not all had room any more: none keeps it.
    NotReserved(Request),
    /// It was sent to a provider's queue; what was compared.
    Sent(Vec<Candidate>),
    /// It was sent to several providers, which serve it together.
    SentToSeveral(Vec<Share>),
    /// It was promised its processors, as an advance reservation; what was offered.
    Booked {
        /// From when.
        start: Time,
        /// Until when.
        end: Time,
        /// How many.
        processors: u32,
        /// What every provider that can serve it offered.
        offers: Vec<Candidate>,
        /// Which provider has how many of them, if several serve it together.
        shares: Vec<Share>,
    },
    /// A broker compared what agents offered for it.
    Compared(Vec<ComparedOffer>),
    /// The agent whose offer was taken could not reserve it any more.
    Refused,
    /// Its broker waits no longer to hear whether it is reserved.
    InDoubt,
    /// Its broker is down, and had not decided.
    BrokerDown,
    /// A broker takes it up whose own it was not, or that was down.
    TakenUp {
        /// Which one, counted from 0.
        broker: u32,
    },
    /// Nobody takes it.
    Rejected(Rejection),
    /// What there is instead of what it asked for.
    Instead(Vec<Alternative>),
    /// It waits.
    Waits(Waits),
    /// It got its processors.
    Started {
        /// How many.
        processors: u32,
        /// Until when it may keep them; [`Time::MAX`] if it has no limit.
        until: Time,
        /// Whether it had been interrupted before.
        again: bool,
        /// Whom it overtakes, if anybody.
        overtaking: Option<Overtaking>,
        /// Which provider has how many of them, if several serve it together.
        shares: Vec<Share>,
    },
    /// The log has it start now: nothing was decided.
    StartedAsRecorded {
        /// On how many processors.
        processors: u32,
        /// How many of its provider were free, if those were too few.
        free: Option<u32>,
    },
    /// Its processors were given to a more urgent job.
    Preempted {
        /// Index of that job.
        by: u32,
    },
    /// It stands still while a reservation uses its processors.
    Suspended {
        /// Index of that job.
        by: u32,
    },
    /// Its reservation is over and it is not done: it stands still, to go on as a batch job where it
    /// was.
    Outlasts,
    /// It reached its limit, or its reservation's end, and was stopped.
    Killed,
    /// It ran to its own end.
    Done,
    /// Its processors were held after its end, and are free now.
    Released,
}

/// Processors of one of several providers that serve a job together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Index of the provider.
    pub provider: u32,
    /// How many.
    pub processors: u32,
}

/// What a provider was asked, and whether it agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inquiry {
    /// Of which provider how many.
    pub share: Share,
    /// Whether it has them then.
    pub agrees: bool,
    /// How many it has then instead.
    pub has: Option<u32>,
}

/// An offer of an agent, and what the broker made of it.
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
    /// What the broker made of it.
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

/// Why a manager passes a job on to the one above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PassedUp {
    /// It is submitted there: it is too large or too long for the lower one.
    Promoted,
    /// It needs more processors than there are beneath the lower one.
    TooLarge {
        /// How many there are.
        nodes: u32,
    },
    /// The first place that the lower one has is too far away.
    TooLate {
        /// When that begins.
        start: Time,
    },
}

/// A provider that a job might go to, as it was when that was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Index of the provider.
    pub provider: u32,
    /// Whether it was taken.
    pub taken: bool,
    /// Jobs of the same kind that wait there.
    pub waiting: u32,
    /// Processors that are free there at that time.
    pub free: u32,
    /// The start that it offers, if it was asked for one.
    pub start: Option<Time>,
}

/// Why nobody takes a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rejection {
    /// It needs more processors than any provider that may take it has.
    TooLarge {
        /// How many it needs.
        needs: u32,
        /// The most that there are.
        most: u32,
    },
    /// No provider has an interval that ends in time.
    NoInterval {
        /// By when it had to end.
        deadline: Time,
    },
    /// It asks for no time at all.
    NoLength {
        /// The length that it asks for, in seconds: 0 or less.
        length: Time,
    },
    /// Its earliest start lies before its submission.
    ReadyBeforeSubmission {
        /// That start.
        ready: Time,
    },
    /// It cannot end by the time up to which anything is booked.
    BeyondHorizon {
        /// When it would end at the earliest.
        end: Time,
        /// That time.
        horizon: Time,
    },
    /// It was tried as often as it may be, and found too few servers every time.
    NoAttempt {
        /// How many it needs.
        needs: u32,
        /// How often it was tried.
        attempts: u32,
        /// The last start that was tried.
        last: Time,
        /// Whether its user chose the servers.
        chosen: bool,
    },
    /// Its user chose another number of servers than it needs.
    ChosenCount {
        /// How many it needs.
        needs: u32,
        /// How many were chosen.
        chosen: u32,
    },
    /// The cluster that it comes from has consumed too much at others.
    OverDeficit {
        /// How many processor seconds more than it has supplied.
        owes: i64,
        /// How many it may.
        limit: i64,
    },
    /// A task that it waits for has failed, or ended too late.
    NoData,
    /// No agent, or no node, has room for it throughout its interval.
    NoOffer {
        /// How many points of a node it needs.
        needs: u32,
        /// The node that is used least then, of those that it may use; none if it may use none.
        least: Option<LeastUsed>,
    },
    /// Nodes have room for it, and no offer of them came in time, or none that could be kept.
    NotAnswered,
    /// Nodes have room for its load, and as many tasks as may share them.
    NodesShared,
    /// It was not placed by the time at which it had to begin.
    Begun {
        /// That time.
        start: Time,
    },
    /// Every broker is down for ever.
    NoBroker,
    /// The log says too little of it.
    NotLogged {
        /// Whether it does not say how long it waited.
        wait: bool,
        /// Whether it does not say how long it ran.
        run_time: bool,
    },
}

/// What a job might have instead of what it asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alternative {
    /// From when.
    pub from: Time,
    /// Until when.
    pub to: Time,
    /// How many processors are idle throughout.
    pub processors: u32,
}

/// A list of candidates holds at most so many.
pub const MOST_CANDIDATES: usize = 24;
