//! Imprecise calendars: slots whose length grows with their distance in time.
//!
//! Hollingsworth and Maneewongvatana, "Imprecise calendars: an approach to scheduling computational
//! grids", ICDCS 1999, Sects. 2.1 to 2.3. A [`Calendar`] is an array of slots of several levels, of
//! which the first ones are the finest; as time goes on coarse ones are split. A job in a slot occupies
//! its nodes for the whole slot ("we reserve a full slot for any request"), so that every commitment can
//! be kept when slots are split. So a slot needs no more than a count of its free nodes, and slots that
//! are alike stand in the index as one: [`BlockedCarts`] keeps the counts, and a calendar of a million
//! slots is as fast as one of a thousand. [`SharedSlots`] shows how commitments fail without that rule.

mod change;
mod grid;
mod search;
mod shared;
#[cfg(test)]
pub(crate) mod tests;

use std::collections::{BTreeMap, BTreeSet};

pub use change::Change;
pub use change::{Booking, CalendarPlace, Demand};
pub use grid::{CONFIGURATIONS, Configuration, Level};
pub use grid::{Grid, Span};
pub use shared::{Moved, SharedSlots, Starting};

use super::{Availability, BlockedCarts};
use change::Freed;
use grid::Limits;
use workload::Time;

/// No booking ends later than this.
pub const FAR_FUTURE: Time = Time::MAX / 4;

/// How much of a slot is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotState {
    /// All of its nodes are free.
    Free,
    PartiallyReserved,
    /// None is.
    Reserved,
}

/// Changes during an advance of time that may let jobs in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rolled {
    /// Whether nodes are free again.
    pub freed: bool,
    /// Whether more may be committed of a slot than before: it was divided into slots of a level with a higher
    /// threshold, or without one.
    pub lifted: bool,
    /// Whether a pass that moves no job now settles for a while which jobs the threshold lets in. Where all levels but the
    /// finest have the same, that is so if the slot was split at this very time: never are more finest slots ahead.
    pub settles: bool,
}

/// The calendar of a manager over nodes that are all alike.
#[derive(Clone, Debug)]
pub struct Calendar {
    grid: Grid,
    nodes: u32,
    limits: Limits,
    /// How many nodes are free: constant throughout a slot.
    free: BlockedCarts,
    bookings: BTreeMap<u32, Booking>,
    /// Times at which a slot is next split that its booking does not need completely, with the job
    /// of that booking.
    splits: BTreeSet<(Time, u32)>,
    freed: Freed,
    /// How often something was booked or given back.
    changed: u64,
    /// How many bookings begin or end when: the last is where the calendar must reach to.
    edges: BTreeMap<Time, u32>,
    /// The changes since they were last taken, if they are recorded.
    changes: Option<Vec<Change>>,
}

impl Calendar {
    /// The calendar of `nodes` nodes, free for all time, at time `now`. A level is refilled when fewer
    /// than `low_water` of its slots are left, or than its count; of a slot that is not of the finest
    /// level at most `threshold_percent` of the nodes are committed, unless to a single job.
    pub fn new(levels: &[Level], low_water: Option<u32>, threshold_percent: u32, nodes: u32, now: Time) -> Self {
        Self {
            grid: Grid::new(levels, low_water, now),
            nodes,
            limits: Limits::alike(nodes, levels.len(), threshold_percent),
            free: BlockedCarts::new(nodes),
            bookings: BTreeMap::new(),
            splits: BTreeSet::new(),
            freed: Freed::default(),
            changed: 0,
            edges: BTreeMap::new(),
            changes: None,
        }
    }

    /// This calendar with a threshold for each level but the finest, the second level's first. The calendar must be
    /// empty.
    #[must_use]
    pub fn with_thresholds(mut self, percents: &[u32]) -> Self {
        self.limits = Limits::new(self.nodes, percents);
        self
    }

    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Its slots, without their contents.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    pub fn booking(&self, job: u32) -> Option<&Booking> {
        self.bookings.get(&job)
    }

    /// All bookings, by job.
    pub fn bookings(&self) -> impl Iterator<Item = (u32, &Booking)> {
        self.bookings.iter().map(|(&job, booking)| (job, booking))
    }

    /// The fewest nodes that are free at any time of `from..to`.
    pub fn least_free(&self, from: Time, to: Time) -> u32 {
        self.free.least_free(from, to).max(0) as u32
    }

    /// Gives a job a place that was found for it. It must not have one. O(log n + v / 64) for v slots
    /// that differ from their neighbours.
    pub fn book(&mut self, job: u32, demand: &Demand, place: CalendarPlace) {
        self.changed += 1;
        self.free.reserve(place.from, place.to, demand.nodes);
        self.note_change(place.from, place.to, -i64::from(demand.nodes));
        let booking = Booking { demand: *demand, place, seen: self.freed.count() };
        self.note_edges(place);
        self.note_split(job, &booking);
        let former = self.bookings.insert(job, booking);
        debug_assert!(former.is_none(), "job {job} has a place already");
    }

    /// Cancels a booking: its slots that begin at `now` or later become free. A job that runs until
    /// `now` keeps the slot that contains that time; a job that has not begun keeps nothing.
    /// Returns whether any slot became free.
    pub fn cancel(&mut self, job: u32, now: Time) -> bool {
        let Some(booking) = self.bookings.remove(&job) else {
            return false;
        };
        self.forget_split(job, &booking);
        self.forget_edges(booking.place);
        let from = self.grid.boundary(now).max(booking.place.from);
        self.give_back(from, booking.place.to, booking.demand.nodes);
        from < booking.place.to
    }

    /// Advances to `now`: past slots are dropped, coarse ones split, and of each new slot a booking keeps
    /// only the part that it needs. No commitment changes. O(log n) for each booking that keeps less.
    pub fn roll(&mut self, now: Time) -> Rolled {
        let before = self.grid.ends().to_vec();
        let mut rolled = Rolled::default();
        self.grid.roll(now);
        self.free.forget_before(self.grid.begin());
        while let Some(&(time, job)) = self.splits.first()
            && time <= now
        {
            self.splits.pop_first();
            rolled.freed |= self.refit(job);
        }
        self.note_lifted(&before, now, &mut rolled);
        rolled
    }

    /// When [`Calendar::roll`] next makes something free, if only time goes on.
    pub fn next_freed(&self) -> Option<Time> {
        self.splits.first().map(|&(time, _)| time)
    }

    /// How often something was booked or given back.
    pub fn changed(&self) -> u64 {
        self.changed
    }

    /// Reduces a booking to those of the newly split slots that it needs. Returns whether any slot
    /// became free.
    fn refit(&mut self, job: u32) -> bool {
        let Some(booking) = self.bookings.get_mut(&job) else {
            return false;
        };
        let before = booking.place;
        let place = CalendarPlace::at(&self.grid, before.start, booking.demand.length);
        booking.place = place;
        let (booking, nodes) = (*booking, booking.demand.nodes);
        self.forget_edges(before);
        self.note_edges(place);
        self.give_back(before.from, place.from, nodes);
        self.give_back(place.to, before.to, nodes);
        self.note_split(job, &booking);
        (place.from, place.to) != (before.from, before.to)
    }

    fn give_back(&mut self, from: Time, to: Time, nodes: u32) {
        self.changed += 1;
        self.free.release(from, to, nodes);
        self.note_change(from, to, i64::from(nodes));
        self.freed.push(from, to, false, &self.free);
    }

    fn note_split(&mut self, job: u32, booking: &Booking) {
        if let Some(time) = booking.next_split(&self.grid) {
            self.splits.insert((time, job));
        }
    }

    fn forget_split(&mut self, job: u32, booking: &Booking) {
        if let Some(time) = booking.next_split(&self.grid) {
            self.splits.remove(&(time, job));
        }
    }

    fn note_edges(&mut self, place: CalendarPlace) {
        for edge in [place.from, place.to] {
            *self.edges.entry(edge).or_default() += 1;
        }
    }

    fn forget_edges(&mut self, place: CalendarPlace) {
        for edge in [place.from, place.to] {
            if let Some(count) = self.edges.get_mut(&edge) {
                *count -= 1;
                if *count == 0 {
                    self.edges.remove(&edge);
                }
            }
        }
    }

    /// The parts of `from..to` in which one limit holds, with the last level that has it.
    fn stretches(&self, from: Time, to: Time) -> impl Iterator<Item = (usize, Time, Time)> {
        let mut begin = from;
        let parts = self.limits.runs().iter().map(move |&level| {
            let end = self.grid.ends().get(level).map_or(to, |&it| it.min(to));
            let from = begin;
            begin = begin.max(end);
            (level, from, end)
        });
        parts.filter(|(_, from, end)| from < end)
    }

    /// How many slots it has: until the last booking's end, its last level with `least` slots at least;
    /// and how many a calendar of the finest slots alone would need for the same time. O(levels + log n).
    pub fn size(&self, least: u32) -> (u64, u64) {
        let last = self.edges.last_key_value().map_or(0, |(&end, _)| end);
        let (slots, end) = self.grid.slots_until(last, least);
        let flat = (end - self.grid.begin()) / self.grid.finest();
        (slots, flat as u64)
    }

    /// How much of a slot is taken.
    pub fn state(&self, slot: Span) -> SlotState {
        match self.least_free(slot.start, slot.end) {
            0 => SlotState::Reserved,
            free if free == self.nodes => SlotState::Free,
            _ => SlotState::PartiallyReserved,
        }
    }

    /// Its slots from now until one that ends at `until` or later.
    pub fn slots(&self, until: Time) -> Vec<(Span, SlotState)> {
        let mut slots = Vec::new();
        let mut begin = self.grid.begin();
        while begin < until {
            let slot = self.grid.slot_at(begin);
            slots.push((slot, self.state(slot)));
            begin = slot.end;
        }
        slots
    }
}
