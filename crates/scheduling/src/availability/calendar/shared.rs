//! What happens to commitments when several jobs share a slot.

use std::collections::BTreeMap;

use super::{Demand, FAR_FUTURE, Grid, Level, Span};
use workload::Time;

/// How far ahead a search looks, in slots of the last level.
const MOST_SLOTS: Time = 200_000;

/// A calendar without the rule that a request gets a full slot: a slot that is not of the finest level
/// takes jobs as long as there is resource, node seconds, for all of them (Hollingsworth and
/// Maneewongvatana 1999, Sect. 2.3: "it is possible to have an allocation that can not be scheduled when
/// a slot is divided").
///
/// It is there to show why the rule is needed: every job is looked at by itself, so every search takes
/// O(jobs) for each slot. A job that goes on from one slot into the next has its nodes at once at the beginning of
/// that; when in its first slot it starts is open until the slot is split. Then the jobs that start in it
/// are given new slots in the order of their numbers, each the first within the old slot that has room,
/// and those that ask for a time before all others.
#[derive(Clone, Debug)]
pub struct SharedSlots {
    grid: Grid,
    nodes: u32,
    held: BTreeMap<u32, Held>,
}

/// A job's commitment.
#[derive(Clone, Copy, Debug)]
struct Held {
    demand: Demand,
    /// The beginning of the slot in which it starts, or the time that it asked for.
    start: Time,
}

/// A job that starts in a slot that was split, taken out of the calendar.
#[derive(Clone, Copy, Debug)]
pub struct Starting {
    pub slot: Span,
    pub job: u32,
    /// The job's request.
    pub demand: Demand,
    /// The beginning of that slot, or the time that it asked for.
    pub start: Time,
}

/// A job whose start has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    pub job: u32,
    /// When it was to start: at the beginning of its slot.
    pub before: Time,
    pub start: Time,
    /// Whether that is outside of the slot that it was committed to.
    pub is_broken: bool,
}

impl SharedSlots {
    /// The calendar of `nodes` nodes, free for all time, at time `now`. A level is refilled when fewer
    /// than `low_water` of its slots are left, or than its count.
    pub fn new(levels: &[Level], low_water: Option<u32>, nodes: u32, now: Time) -> Self {
        Self { grid: Grid::new(levels, low_water, now), nodes, held: BTreeMap::new() }
    }

    /// Its slots, without their contents.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The demand of a job and its start: the beginning of its slot, unless that will be split.
    pub fn booking(&self, job: u32) -> Option<(Demand, Time)> {
        self.held.get(&job).map(|it| (it.demand, it.start))
    }

    /// The jobs that have not been cancelled, with their demands and starts.
    pub fn bookings(&self) -> impl Iterator<Item = (u32, Demand, Time)> {
        self.held.iter().map(|(&job, it)| (job, it.demand, it.start))
    }

    /// The beginning of the first slot at a job's ready time or later from which there is enough for it.
    /// `None` if there is none, or too far away.
    pub fn earliest(&self, demand: &Demand) -> Option<Time> {
        let horizon = self.horizon();
        let reach = horizon - self.grid.begin();
        let is_sensible = demand.length <= reach && demand.ready <= horizon;
        is_sensible.then(|| self.first_fit(*demand, demand.ready, horizon))?
    }

    /// Whether there is enough for a job at that start.
    pub fn has_room(&self, demand: Demand, start: Time) -> bool {
        demand.nodes <= self.nodes && self.first_full(demand, start).is_none()
    }

    /// How many nodes a job may have at that start at the most. O(log nodes) searches.
    pub fn room(&self, demand: Demand, start: Time) -> u32 {
        let (mut fits, mut too_many) = (0, self.nodes + 1);
        while too_many - fits > 1 {
            let nodes = fits + (too_many - fits) / 2;
            if self.has_room(Demand { nodes, ..demand }, start) { fits = nodes } else { too_many = nodes }
        }
        fits
    }

    /// Gives a job the start that was found for it.
    pub fn book(&mut self, job: u32, demand: Demand, start: Time) {
        self.held.insert(job, Held { demand, start });
    }

    /// A job loses its booking.
    pub fn forget(&mut self, job: u32) {
        self.held.remove(&job);
    }

    /// Takes a booking back; whether a slot that begins at `now` or later has more for others again.
    pub fn cancel(&mut self, job: u32, now: Time) -> bool {
        let held = self.held.remove(&job);
        held.is_some_and(|it| self.grid.boundary(now) < self.end(&it))
    }

    /// Moves a job forward to the earliest start before its own, but not before `now`; not if it asked
    /// for a time. Says whether it moved.
    pub fn move_forward(&mut self, job: u32, now: Time) -> bool {
        let Some(held) = self.held.get(&job).copied().filter(|it| !it.demand.fixed) else {
            return false;
        };
        self.held.remove(&job);
        let earlier = self.first_fit(held.demand, now.max(held.demand.ready), held.start);
        let start = earlier.unwrap_or(held.start);
        self.book(job, held.demand, start);
        earlier.is_some()
    }

    /// The next time at which a slot is split in which a job is to start.
    pub fn next_split(&self) -> Option<Time> {
        let begin = self.grid.begin();
        self.held
            .values()
            .filter(|it| it.start >= begin)
            .filter_map(|it| self.grid.split_time(self.grid.slot_at(it.start)))
            .min()
    }

    /// When the last booking ends.
    pub fn last_end(&self) -> Time {
        self.held.values().map(|it| self.end(it)).max().unwrap_or(0)
    }

    fn horizon(&self) -> Time {
        let last = self.grid.slot_at(FAR_FUTURE);
        let reach = (last.end - last.start).saturating_mul(MOST_SLOTS);
        self.grid.begin().saturating_add(reach).min(FAR_FUTURE)
    }

    /// Goes on to `now` and moves no job: a job that starts in a slot that is split starts at its beginning.
    pub fn go_on(&mut self, now: Time) {
        self.grid.roll(now);
    }

    /// Goes on to `now`, no farther than the next split, and takes out the jobs that start in a slot that is split: in the order
    /// in which they are given new ones.
    pub fn split(&mut self, now: Time) -> Vec<Starting> {
        let before = self.grid.clone();
        self.grid.roll(now);
        let split = |it: &Held| {
            let slot = before.slot_at(it.start);
            (it.start >= now && slot != self.grid.slot_at(it.start)).then_some(slot)
        };
        let starting = self.held.iter().filter_map(|(&job, it)| {
            let (demand, start) = (it.demand, it.start);
            split(it).map(|slot| Starting { slot, job, demand, start })
        });
        let mut starting: Vec<Starting> = starting.collect();
        starting.sort_by_key(|it| (it.slot.start, !it.demand.fixed, it.job));
        for it in &starting {
            self.held.remove(&it.job);
        }
        starting
    }

    /// Advances to `now`, at most to the next split, and returns the jobs whose start changes because
    /// slots are split. A job whose commitment cannot be kept gets the first slot that has room for it.
    pub fn roll(&mut self, now: Time) -> Vec<Moved> {
        let mut moved = Vec::new();
        for Starting { slot, job, demand, start: before } in self.split(now) {
            let until = if demand.fixed { before + 1 } else { slot.end };
            let kept = self.first_fit(demand, before, until);
            let found = kept.or_else(|| self.first_fit(demand, slot.start.max(demand.ready), FAR_FUTURE));
            // Behind all bookings there is room.
            let start = found.unwrap_or(FAR_FUTURE);
            let is_broken = kept.is_none();
            if is_broken || start != before {
                moved.push(Moved { job, before, start, is_broken });
            }
            self.book(job, demand, start);
        }
        moved
    }

    /// The first start at `ready` or later and before `until` at which there is enough.
    pub fn first_fit(&self, demand: Demand, ready: Time, until: Time) -> Option<Time> {
        if demand.nodes > self.nodes || demand.length > FAR_FUTURE {
            return None;
        }
        let mut start = self.grid.boundary(ready);
        if demand.fixed {
            let finest = self.grid.finest();
            start = ready + (finest - ready.rem_euclid(finest)) % finest;
        }
        while start < until {
            let Some(full) = self.first_full(demand, start) else {
                return Some(start);
            };
            // Every later start before that slot needs as much of the slot or more.
            start = self.grid.boundary(start + 1).max(full.start);
        }
        None
    }

    /// The first of the slots that a job needs from `start` on that has not enough for it.
    fn first_full(&self, demand: Demand, start: Time) -> Option<Span> {
        let wanted = Held { demand, start };
        // Behind the slot in which the last booking ends there is room.
        let last = self.grid.boundary(self.last_end());
        let end = self.end(&wanted).min(last);
        let mut time = start;
        while time < end {
            let slot = self.grid.slot_at(time);
            let both = || self.held.values().chain([&wanted]);
            let enough = match slot.level {
                0 => self.nodes_in(both(), slot) <= u64::from(self.nodes),
                _ => {
                    let resource = i128::from(self.nodes) * i128::from(slot.end - slot.start);
                    let taken = both().map(|it| self.resource(it, slot)).sum::<i128>();
                    let going_on = both().filter(|it| it.start < slot.start);
                    taken <= resource && self.nodes_in(going_on, slot) <= u64::from(self.nodes)
                }
            };
            if !enough {
                return Some(slot);
            }
            time = slot.end;
        }
        None
    }

    /// When a job is over at the latest, in whole finest slots.
    fn end(&self, held: &Held) -> Time {
        let (finest, end) = (self.grid.finest(), held.start + held.demand.length);
        end + (finest - end.rem_euclid(finest)) % finest
    }

    /// The nodes of those that need some of a slot.
    fn nodes_in<'a>(&self, held: impl Iterator<Item = &'a Held>, slot: Span) -> u64 {
        held.filter(|it| it.start < slot.end && self.end(it) > slot.start).map(|it| u64::from(it.demand.nodes)).sum()
    }

    /// The node seconds that a job needs of a slot.
    fn resource(&self, held: &Held, slot: Span) -> i128 {
        let time = self.end(held).min(slot.end) - held.start.max(slot.start);
        i128::from(time.max(0)) * i128::from(held.demand.nodes)
    }
}
