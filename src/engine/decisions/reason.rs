//! Why a job waits.

use serde::{Deserialize, Serialize};

use crate::ordering::sort_by_key;
use crate::workload::Time;

/// Why a job waits, and what it has been promised meanwhile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waits {
    /// Why.
    pub reason: Reason,
    /// The start that it is promised, if it is.
    pub promised: Option<Time>,
}

/// Why a job does not start now. All counts are of processors of its provider, as they were when the
/// job was considered: whoever was started after it in the same pass is not counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// Fewer processors are free than it needs. The claims are all that hold processors then: theirs
    /// and the free ones make up the provider.
    TooFewFree {
        /// How many it needs.
        needs: u32,
        /// How many are free.
        free: u32,
        /// Who holds the others.
        claims: Claims,
    },
    /// Enough are free now, but not until its limit.
    Promised {
        /// How many it needs.
        needs: u32,
        /// The fewest that nobody is promised at any time until its limit: the same ones throughout
        /// if processors have names.
        least_free: u32,
        /// From when there are too few.
        from: Time,
        /// Until when, at the latest its limit.
        until: Time,
        /// Whether processors have names, so that the same ones must be free throughout.
        by_name: bool,
        /// To whom they are promised.
        claims: Claims,
    },
    /// Another job goes first and may not be overtaken.
    Behind {
        /// Index of that job.
        job: u32,
        /// Why that one waits.
        because: Box<Reason>,
    },
    /// It would fit, but delay what another job is promised.
    WouldDelay {
        /// Index of that job.
        job: u32,
        /// The start that it is promised.
        promised: Time,
        /// How many this job needs.
        needs: u32,
        /// The fewest that are left beside the promise at any time until its limit.
        left: u32,
        /// Why that one waits.
        because: Box<Reason>,
    },
    /// There is room for it now, but it keeps the promise that it has until promises are looked over
    /// again.
    KeepsPromise,
    /// Its scheduler acts only at multiples of its period.
    Period {
        /// The next one.
        next: Time,
    },
    /// An attempt to place it found too few servers that are idle for all of its time.
    TooFewIdle {
        /// Which attempt it was, counted from 1.
        attempt: u32,
        /// The start that was tried.
        start: Time,
        /// When the job would have ended.
        until: Time,
        /// How many it needs.
        needs: u32,
        /// How many of those that it may take are idle throughout.
        idle: u32,
        /// Who takes others at some time of it.
        claims: Claims,
        /// Whether its user chose the servers.
        chosen: bool,
    },
    /// It has its place, from the beginning of a slot on, or from a time within one.
    InSlot {
        /// When the slot begins.
        from: Time,
        /// How long it is, in seconds.
        length: Time,
        /// When it will be split into finer ones; `None` if there are none.
        split: Option<Time>,
    },
    /// Nothing is decided: the log has it start later.
    AsRecorded {
        /// When.
        start: Time,
    },
}

impl Reason {
    /// A word for it, in tests and style sheets.
    pub fn word(&self) -> &'static str {
        match self {
            Self::TooFewFree { .. } => "too_few_free",
            Self::Promised { .. } => "promised",
            Self::Behind { .. } => "behind",
            Self::WouldDelay { .. } => "would_delay",
            Self::KeepsPromise => "keeps_promise",
            Self::Period { .. } => "period",
            Self::TooFewIdle { .. } => "too_few_idle",
            Self::InSlot { .. } => "in_slot",
            Self::AsRecorded { .. } => "as_recorded",
        }
    }

    /// The jobs that stand in the way, by their indices: first those that the job itself waits for,
    /// then those that these wait for.
    pub fn blockers(&self) -> Vec<u32> {
        match self {
            Self::TooFewFree { claims, .. }
            | Self::Promised { claims, .. }
            | Self::TooFewIdle { claims, .. } => {
                let firm = claims.listed.iter().filter(|claim| !claim.gives_way);
                firm.map(|claim| claim.job).collect()
            }
            Self::Behind { job, because } | Self::WouldDelay { job, because, .. } => {
                let mut blockers = because.blockers();
                blockers.retain(|other| other != job);
                blockers.insert(0, *job);
                blockers
            }
            Self::KeepsPromise
            | Self::Period { .. }
            | Self::InSlot { .. }
            | Self::AsRecorded { .. } => Vec::new(),
        }
    }
}

/// A list of claims holds at most so many.
pub const MOST_CLAIMS: usize = 16;

/// Who takes processors: those that give them back first, and how many more there are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// By the time at which they end, then by job; at most [`MOST_CLAIMS`].
    pub listed: Vec<Claim>,
    /// How many more.
    pub others: u32,
    /// The processors of those.
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

    /// The processors of all of them.
    pub fn processors(&self) -> u64 {
        let listed = self.listed.iter().map(|it| u64::from(it.processors));
        listed.sum::<u64>() + self.others_processors
    }
}

/// Processors that a job takes, now or later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Index of the job.
    pub job: u32,
    /// By what right.
    pub claimant: Claimant,
    /// How many.
    pub processors: u32,
    /// From when.
    pub from: Time,
    /// Until when at the latest: a batch job's limit, a reservation's end; [`Time::MAX`] if there is
    /// none. In the past of a job that runs on past its limit.
    pub until: Time,
    /// Whether it could be preempted for the job that waits.
    pub gives_way: bool,
    /// Since when it has been so, where a system moves what it has promised, and tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Time>,
}

/// By what right a job takes processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claimant {
    /// A batch job that runs.
    Running,
    /// A batch job that stands still and keeps what no reservation uses.
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
