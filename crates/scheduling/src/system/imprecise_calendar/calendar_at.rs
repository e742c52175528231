//! The calendar of a run at a moment, from the recorded claims on nodes.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::{ImpreciseCalendar, Manager, Tree};
use crate::availability::calendar::{CalendarPlace, Grid, SlotState, Span};
use crate::system::prelude::*;

/// Most slots that are listed: a flat calendar over weeks has hundreds of thousands.
const MOST_SLOTS: usize = 250_000;

/// A slot, with the nodes taken in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotAt {
    pub span: Span,
    /// How many nodes.
    pub taken: u32,
    /// By how many jobs.
    pub jobs: u32,
}

/// A manager's calendar at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CalendarAt {
    pub nodes: u32,
    /// The moment.
    pub now: Time,
    /// The slots of each level, the finest first.
    pub levels: Vec<Vec<SlotAt>>,
    /// How many slots are not listed, up to the last that is not empty.
    pub left_out: u64,
    /// The jobs with nodes, by start.
    pub assigned: Vec<Assigned>,
}

impl CalendarAt {
    /// The calendar of a manager by its number in the tree, of a run whose first job was submitted at `first`; `None`
    /// if there is no such manager. Above clusters it is that of all nodes beneath, in their true state: the
    /// manager's belief may be older. Jobs that ended within the present slot are not in it. A place depends only on
    /// the present boundaries of slots: of a slot that was split a job keeps the part that it needs. O((c + s) log s)
    /// for c claims and s slots.
    pub fn of(settings: &ImpreciseCalendar, moment: &Moment, manager: usize, first: Time, now: Time) -> Option<Self> {
        let nodes: Vec<u32> = moment.providers.iter().map(|it| it.processors).collect();
        let tree = Tree::new(&settings.managers, &nodes);
        let manager = tree.managers().get(manager)?;
        let grid = settings.grid_at(first, now);
        let claims = claims_beneath(moment, manager);
        let mut assigned: Vec<Assigned> = claims.values().map(|claim| Assigned::of(&grid, claim, now)).collect();
        sort_by_key(&mut assigned, |it| (it.claim.from, it.claim.job));
        let end = assigned.iter().map(|it| it.place.to).max().unwrap_or(now);
        let (mut slots, left_out) = spans(&grid, end, settings.least_slots());
        take(&mut slots, &assigned);
        let mut levels = vec![Vec::new(); settings.levels().len()];
        for slot in slots {
            levels[slot.span.level].push(slot);
        }
        Some(Self { nodes: manager.nodes as u32, now, levels, left_out, assigned })
    }

    /// How much of a slot is taken.
    pub fn state(&self, slot: &SlotAt) -> SlotState {
        match slot.taken {
            0 => SlotState::Free,
            taken if taken >= self.nodes => SlotState::Reserved,
            _ => SlotState::PartiallyReserved,
        }
    }

    /// The slot that holds a time: its level, and its place there. The first one of an earlier time, none
    /// of one beyond the last.
    pub fn slot_at(&self, time: Time) -> Option<(usize, usize)> {
        let within = |(level, slots): (usize, &Vec<SlotAt>)| {
            let at = slots.partition_point(|it| it.span.end <= time);
            (at < slots.len()).then_some((level, at))
        };
        self.levels.iter().enumerate().find_map(within)
    }

    /// The jobs with nodes of a slot, by start.
    pub fn assigned_to(&self, slot: Span) -> impl Iterator<Item = &Assigned> {
        let has = move |it: &&Assigned| it.place.from < slot.end && slot.start < it.place.to;
        self.assigned.iter().filter(has)
    }

    /// How many of the jobs run, how many have a firm place, and how many a vague one.
    pub fn by_firmness(&self) -> [usize; 3] {
        let mut counts = [0; 3];
        for it in &self.assigned {
            counts[match it.firmness {
                Firmness::Running => 0,
                Firmness::Firm { .. } => 1,
                Firmness::Vague { .. } => 2,
            }] += 1;
        }
        counts
    }
}

/// The claims on nodes beneath a manager: a job of several clusters once.
fn claims_beneath(moment: &Moment, manager: &Manager) -> BTreeMap<u32, Claim> {
    let mut claims = BTreeMap::<u32, Claim>::new();
    for &cluster in &manager.clusters {
        for claim in &moment.providers[cluster].claims {
            let before = claims.get(&claim.job).map_or(0, |it| it.processors);
            let processors = before + claim.processors;
            claims.insert(claim.job, Claim { processors, ..*claim });
        }
    }
    claims
}

/// The slots from now on, up to the last that is not empty and with `least` of the last level at least,
/// all free; and how many are left out.
fn spans(grid: &Grid, end: Time, least: u32) -> (Vec<SlotAt>, u64) {
    let (count, until) = grid.slots_until(end, least);
    let mut slots = Vec::with_capacity(MOST_SLOTS.min(count as usize));
    let mut begin = grid.begin();
    while begin < until && slots.len() < MOST_SLOTS {
        let span = grid.slot_at(begin);
        slots.push(SlotAt { span, taken: 0, jobs: 0 });
        begin = span.end;
    }
    (slots, count.saturating_sub(MOST_SLOTS as u64))
}

/// Enters the assigned nodes into the slots.
fn take(slots: &mut [SlotAt], assigned: &[Assigned]) {
    // Differences from a slot to the next.
    let mut changes = vec![(0_i64, 0_i64); slots.len() + 1];
    for Assigned { claim, place, .. } in assigned {
        let CalendarPlace { from, to, .. } = *place;
        let first = slots.partition_point(|it| it.span.end <= from);
        let end = slots.partition_point(|it| it.span.start < to);
        let nodes = i64::from(claim.processors);
        if first < end {
            changes[first] = (changes[first].0 + nodes, changes[first].1 + 1);
            changes[end] = (changes[end].0 - nodes, changes[end].1 - 1);
        }
    }
    let (mut taken, mut jobs) = (0, 0);
    for (slot, change) in slots.iter_mut().zip(changes) {
        (taken, jobs) = (taken + change.0, jobs + change.1);
        (slot.taken, slot.jobs) = (taken as u32, jobs as u32);
    }
}

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
    fn of(grid: &Grid, claim: &Claim, now: Time) -> Self {
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
