//! The decision log: the decisions about a job, step by step, and why it waited.
//!
//! The terms are those of any system that starts jobs on counted processors. Decisions of a single system
//! are [`Own`]: nothing here knows their contents. To keep a log, a run is watched, with a watch set
//! before it on one job or on one moment. Runs are deterministic, so the same scenario can be run again,
//! with a watch, to explain it, and no other run pays for it.

mod log;
mod moment;
mod overtaking;
mod own;
mod reason;
mod watched_log;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use log::{Log, MOST_ENTRIES};
pub use moment::{Gap, Moment, ProviderMoment, Queued};
pub use overtaking::{MOST_OVERTAKEN, Overtaken, Overtaking, Room};
pub use own::Own;
pub use reason::{Claim, Claimant, Claims, Hindrance, MOST_CLAIMS, Reason, Waits};
pub use watched_log::WatchedLog;

use super::Cause;
use workload::Time;

/// The subject of a decision log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Watch {
    /// One job, by its index in the run, until it is done.
    Job(u32),
    /// Every job and provider at the last decision at or before this time, in seconds.
    Moment(Time),
}

/// The decision log of a watched run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Explanation {
    /// Its subject.
    pub watch: Watch,
    /// The decisions in order: of a watched job all of them, of a watched moment those made then.
    pub entries: Vec<Entry>,
    /// How many entries were left out in the middle, where the log is longer than it may be.
    pub left_out: u64,
    /// The state at the watched moment.
    pub moment: Option<Moment>,
    /// What kept a watched job from nodes, from each time on at which that changed, where a system has nodes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hindrances: Vec<(Time, Option<Hindrance>)>,
}

/// A decision, or as many as were the same in a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// When it was made first, in seconds.
    pub first: Time,
    pub last: Time,
    /// How often.
    pub count: u32,
    /// Index of the job that it is about.
    pub job: u32,
    /// Index of the provider that made it, or that it is about; `None` above the providers.
    pub provider: Option<u32>,
    pub decision: Decision,
}

/// A decision about a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Decision {
    /// It came in.
    Submitted,
    /// It was sent to a provider's queue; the providers compared.
    Sent(Vec<Candidate>),
    /// It was promised its processors, as an advance reservation.
    Booked {
        start: Time,
        /// Until when.
        end: Time,
        processors: u32,
        /// The offers of all providers that can serve it.
        offers: Vec<Candidate>,
        /// Which provider has how many of them, if several serve it together.
        shares: Vec<Share>,
    },
    /// No provider takes it.
    Rejected(Rejection),
    Waits(Waits),
    /// It got its processors.
    Started {
        processors: u32,
        /// Until when it may keep them; [`Time::MAX`] if it has no limit.
        until: Time,
        /// Whether it had been interrupted before.
        again: bool,
        /// The jobs that it overtakes, if any.
        overtaking: Option<Overtaking>,
        /// Which provider has how many of them, if several serve it together.
        shares: Vec<Share>,
    },
    /// It reached its limit, or its reservation's end, and was stopped.
    Killed,
    /// It ran to its own end.
    Done,
    /// Its processors were held after its end, and are free now.
    Released,
    /// A decision of one system only.
    Own(Own),
}

impl Decision {
    /// Whether an entry may stand for both: they are equal, but for the values of an order, which may change with time.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Waits(one), Self::Waits(other)) => one.is_like(other),
            _ => self == other,
        }
    }

    /// The system's own decision or reason, if it is of that type.
    pub fn own<T: DeserializeOwned>(&self) -> Option<T> {
        match self {
            Self::Own(own) | Self::Rejected(Rejection::Own(own)) => own.read(),
            Self::Waits(waits) => waits.reason.own(),
            _ => None,
        }
    }
}

/// Processors of one of several providers that serve a job together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Index of the provider.
    pub provider: u32,
    pub processors: u32,
}

/// A provider that a job might go to, as it was when that was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Index of the provider.
    pub provider: u32,
    pub taken: bool,
    /// Jobs of the same kind that wait there.
    pub waiting: u32,
    /// Processors that are free there at that time.
    pub free: u32,
    /// The start that it offers, if it was asked for one.
    pub start: Option<Time>,
}

/// Why no provider takes a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rejection {
    /// It needs more processors than any provider that may take it has.
    TooLarge { needs: u32, most: u32 },
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
    /// It cannot end by the horizon of bookings.
    BeyondHorizon {
        /// When it would end at the earliest.
        end: Time,
        horizon: Time,
    },
    /// For a reason that only its system has.
    Own(Own),
}

impl Rejection {
    /// What a report counts it as; `None` for a reason that only its system has.
    pub const fn cause(&self) -> Option<Cause> {
        match self {
            Self::TooLarge { .. } => Some(Cause::TooLarge),
            Self::NoInterval { .. } => Some(Cause::NoInterval),
            Self::NoLength { .. } => Some(Cause::NoLength),
            Self::ReadyBeforeSubmission { .. } => Some(Cause::ReadyBeforeSubmission),
            Self::BeyondHorizon { .. } => Some(Cause::BeyondHorizon),
            Self::Own(_) => None,
        }
    }
}

/// The most entries of a list of candidates.
pub const MOST_CANDIDATES: usize = 24;
