//! The place of a job in a calendar, and how exact it is.

use crate::availability::calendar::{CalendarPlace, Grid};
use crate::engine::decisions::{Claim, Claimant};
use workload::Time;

/// The place of a job in the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// Its recorded claim: its nodes, from its start to its limit.
    pub claim: Claim,
    /// The whole slots that it has.
    pub place: CalendarPlace,
    /// How exact its start is.
    pub firmness: Firmness,
}

/// How exact a job's start is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Firmness {
    /// It has started.
    Running,
    /// It starts with a slot of the finest level, or at the very time that it asked for.
    Firm { since: Time },
    /// It starts with a coarser slot, which will be split.
    Vague {
        since: Time,
        /// How long that slot is, in seconds.
        length: Time,
        /// When it is split, if time only goes on.
        split: Option<Time>,
    },
}

impl Assigned {
    /// The place of a claim in a calendar with these slots.
    pub(super) fn of(grid: &Grid, claim: &Claim, now: Time) -> Self {
        Self {
            claim: *claim,
            place: CalendarPlace::at(grid, claim.from, claim.until - claim.from),
            firmness: firmness(grid, claim, now),
        }
    }

    /// Whether the job asked for this fixed time: it is never moved.
    pub fn is_reservation(&self) -> bool {
        matches!(self.claim.claimant, Claimant::Booked | Claimant::Reservation)
    }

    /// How exact its start is, in words, with times as `clock` has them.
    pub fn words(&self, clock: &dyn Fn(Time) -> String) -> String {
        let start = clock(self.claim.from);
        match self.firmness {
            Firmness::Running => format!("runs since {start}"),
            Firmness::Firm { since } if self.is_reservation() => {
                format!("reserved for {start} since {}", clock(since))
            }
            Firmness::Firm { since } => format!("firm since {}: starts at {start}", clock(since)),
            Firmness::Vague { since, length, split } => {
                let since = clock(since);
                let until = split.map_or_else(String::new, |it| format!(", split at {}", clock(it)));
                format!("vague since {since}: from {start}, in a slot of {length} s{until}")
            }
        }
    }
}

/// How exact the start of a claim is: since the job was placed there, or since the slot has its present
/// level.
fn firmness(grid: &Grid, claim: &Claim, now: Time) -> Firmness {
    if claim.claimant.holds() {
        return Firmness::Running;
    }
    let put = claim.since.unwrap_or(now);
    if claim.claimant == Claimant::Booked {
        return Firmness::Firm { since: put };
    }
    let slot = grid.slot_at(claim.from);
    let split = grid.slot_since(claim.from, slot.level);
    let since = split.map_or(put, |it| it.max(put));
    match slot.level {
        0 => Firmness::Firm { since },
        _ => Firmness::Vague { since, length: slot.end - slot.start, split: grid.split_time(slot) },
    }
}
