//! Why a job waits.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Own;
use crate::policy::order_values::Precedence;
use base::ordering::sort_by_key;
use workload::Time;

/// Why a job waits, and the promise that it has meanwhile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waits {
    /// Why.
    pub reason: Reason,
    /// The start that it is promised, if it is.
    pub promised: Option<Time>,
    /// The job that arrived later and goes first by the order, where that is a formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behind: Option<Precedence>,
    /// What keeps nodes from it that have processors for it, where a system has nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hindrance: Option<Hindrance>,
}

/// What keeps a job from nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hindrance {
    /// Jobs that run leave its chunks no room on nodes that it may use.
    Nodes,
    /// There is room for it but for an outage, now or before its limit.
    Outage,
    /// There is room for it but for promises to others.
    Promise,
}

impl Waits {
    /// For a reason, without a promise.
    pub const fn of(reason: Reason) -> Self {
        Self { reason, promised: None, behind: None, hindrance: None }
    }

    /// Whether they are equal, but for the values of an order.
    pub fn is_like(&self, other: &Self) -> bool {
        let first = |it: &Self| it.behind.as_ref().map(|it| it.ahead.job);
        (&self.reason, self.promised, first(self)) == (&other.reason, other.promised, first(other))
    }
}

/// Why a job does not start now. All counts are of processors of its provider, as they were when the
/// job was considered: jobs started after it in the same pass are not counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// Fewer processors are free than it needs. The claims are all that hold processors then: theirs
    /// and the free ones make up the provider.
    TooFewFree {
        needs: u32,
        free: u32,
        /// The claims on the other processors.
        claims: Claims,
    },
    /// For a reason that only its system has.
    Own(Own),
}

impl Reason {
    /// The system's own reason, if it is of that type.
    pub fn own<T: DeserializeOwned>(&self) -> Option<T> {
        match self {
            Self::Own(own) => own.read(),
            Self::TooFewFree { .. } => None,
        }
    }

    /// A word for it, in tests and style sheets.
    pub fn word(&self) -> String {
        match self {
            Self::TooFewFree { .. } => "too_few_free".to_owned(),
            Self::Own(own) => own.word(),
        }
    }

    /// The jobs that stand in the way, by their indices: first those that the job itself waits for,
    /// then those that these wait for.
    pub fn blockers(&self) -> Vec<u32> {
        match self {
            Self::TooFewFree { claims, .. } => claims.blockers(),
            Self::Own(own) => own.blockers().to_vec(),
        }
    }
}

/// The most entries of a list of claims.
pub const MOST_CLAIMS: usize = 16;

/// Jobs that take processors: those that give them back first, and the number of others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// By the time at which they end, then by job; at most [`MOST_CLAIMS`].
    pub listed: Vec<Claim>,
    /// How many more.
    pub others: u32,
    pub others_processors: u64,
}

impl Claims {
    /// The first of them by the time at which they end.
    pub fn of(mut claims: Vec<Claim>) -> Self {
        sort_by_key(&mut claims, |claim| (claim.until, claim.job));
        let others = claims.split_off(claims.len().min(MOST_CLAIMS));
        Self {
            listed: claims,
            others: others.len() as u32,
            others_processors: others.iter().map(|it| u64::from(it.processors)).sum(),
        }
    }

    /// The jobs that do not give way, of those that are listed.
    pub fn blockers(&self) -> Vec<u32> {
        self.listed.iter().filter(|claim| !claim.gives_way).map(|claim| claim.job).collect()
    }

    pub fn processors(&self) -> u64 {
        self.listed.iter().map(|it| u64::from(it.processors)).sum::<u64>() + self.others_processors
    }
}

/// Processors that a job takes, now or later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Index of the job.
    pub job: u32,
    /// The kind of claim.
    pub claimant: Claimant,
    pub processors: u32,
    pub from: Time,
    /// Until when at the latest: a batch job's limit, a reservation's end; [`Time::MAX`] if there is
    /// none. In the past of a job that runs on past its limit.
    pub until: Time,
    /// Whether it could be preempted for the job that waits.
    pub gives_way: bool,
    /// Since when the promise stands, where a system moves promises and records it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Time>,
}

/// The kind of claim that a job has on processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claimant {
    /// A batch job that runs.
    Running,
    /// A batch job that is suspended and keeps the processors that no reservation uses.
    Suspended,
    /// A reservation that has begun.
    Reservation,
    /// A reservation that has not begun.
    Booked,
    /// A waiting batch job that was promised a start.
    Promise,
}

impl Claimant {
    /// Whether the processors are taken now, not only promised.
    pub fn holds(self) -> bool {
        matches!(self, Self::Running | Self::Suspended | Self::Reservation)
    }
}
