//! Messages about changes of a calendar, and the shadow calendars that apply them.

use std::collections::VecDeque;

use super::{Calendar, Grid, Rolled, Span};
use crate::availability::{Availability, BlockedCarts};
use workload::Time;

/// Nodes that were taken or given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub from: Time,
    /// Until when.
    pub to: Time,
    /// How many more are free; fewer, if negative.
    pub nodes: i64,
}

impl Calendar {
    /// Records changes from now on.
    pub fn write_changes(&mut self) {
        self.changes.get_or_insert_default();
    }

    /// The changes since the last call, in order; empty if changes are not recorded.
    pub fn take_changes(&mut self) -> Vec<Change> {
        self.changes.as_mut().map(std::mem::take).unwrap_or_default()
    }

    pub(super) fn note_change(&mut self, from: Time, to: Time, nodes: i64) {
        if let Some(changes) = &mut self.changes
            && from < to
        {
            changes.push(Change { from, to, nodes });
        }
    }

    /// A shadow calendar learns of a change (Hollingsworth and Maneewongvatana 1999, Sect. 2.4). It
    /// knows how many nodes are free, and no bookings. O(log n + v / 64).
    pub fn learn(&mut self, change: Change) {
        // The slots before the beginning have been dropped.
        let from = change.from.max(self.grid.begin());
        let nodes = change.nodes.unsigned_abs() as u32;
        if change.nodes < 0 {
            self.free.reserve(from, change.to, nodes)
        } else {
            self.free.release(from, change.to, nodes)
        }
    }

    /// How many nodes a job may have of all slots of `from..to` at the most, alone or beside others, as
    /// the threshold has it. A shadow calendar that has not heard of all changes may have a negative
    /// number of free nodes.
    pub fn room(&self, from: Time, to: Time) -> u32 {
        let rooms = self.stretches(from, to).map(|(level, from, to)| {
            let free = self.free.least_free(from, to).clamp(0, i64::from(self.nodes)) as u32;
            self.limits.room(level, free)
        });
        rooms.min().unwrap_or(self.nodes)
    }
}

/// Number of freed intervals that are remembered. A job last examined before the oldest of them is
/// examined in any case.
const MOST: usize = 256;

/// Intervals in which nodes became free, in order.
#[derive(Clone, Debug, Default)]
pub struct Freed {
    recent: VecDeque<Interval>,
    /// How many there were before the recent ones.
    forgotten: u64,
}

/// A freed interval and the most nodes that were free in it when it was freed. More become free there
/// only by freeing again.
#[derive(Clone, Copy, Debug)]
struct Interval {
    from: Time,
    to: Time,
    most: i64,
    /// Whether nothing was freed, but more may be committed there than before.
    opened: bool,
}

/// A booked job that may be able to move forward.
pub struct Hope {
    /// How much had been freed when it was last looked at.
    pub seen: u64,
    pub nodes: u32,
    /// It may not start before.
    pub now: Time,
    pub start: Time,
}

impl Freed {
    pub fn count(&self) -> u64 {
        self.forgotten + self.recent.len() as u64
    }

    /// Nodes became free from `from` to `to`; or, `opened`, more may be committed there.
    pub fn push(&mut self, from: Time, to: Time, opened: bool, free: &BlockedCarts) {
        if from >= to {
            return;
        }
        if self.recent.len() == MOST {
            self.recent.pop_front();
            self.forgotten += 1;
        }
        let most = free.most_free(from, to);
        self.recent.push_back(Interval { from, to, most, opened });
    }

    /// Whether some job may have an earlier place than it has. `need_from` gives the least number of nodes that must
    /// be free for it in any slot from a time on, `fits_opened` whether a place is possible where a threshold was
    /// lifted.
    ///
    /// When it was last examined, every earlier place was blocked at some second before its start. For one to be open
    /// now, such a second must have become free enough since. Splitting a slot opens no place by itself: a job that
    /// could start or end within the slot could have had all of it. Where a threshold was lifted, the place begins
    /// there or before.
    pub fn may_help(&self, hope: &Hope, need_from: impl Fn(Time) -> u32, fits_opened: impl Fn() -> bool) -> bool {
        if hope.seen < self.forgotten {
            return true;
        }
        let since = (hope.seen - self.forgotten) as usize;
        let mut opened = false;
        for it in self.recent.range(since..) {
            let is_there = it.from < hope.start && it.to > hope.now;
            // No job needs less than it has.
            if is_there && it.most >= i64::from(hope.nodes) && it.most >= i64::from(need_from(it.from)) {
                opened |= it.opened;
                if !it.opened {
                    return true;
                }
            }
        }
        opened && fits_opened()
    }
}

impl Calendar {
    /// Notes of which slots more may be committed, now that levels end elsewhere than `before`.
    pub(super) fn note_lifted(&mut self, before: &[Time], now: Time, rolled: &mut Rolled) {
        for level in self.limits.lifted() {
            let (before, after) = (before[level], self.grid.ends()[level]);
            if before >= after {
                continue;
            }
            self.freed.push(before, after, true, &self.free);
            rolled.lifted = true;
            rolled.settles =
                if self.limits.are_alike() { self.grid.slot_since(after - 1, 0) == Some(now) } else { true };
        }
    }

    /// When [`Calendar::roll`] next lifts a threshold from a slot so that a job may be let in. O(log n), or where the
    /// levels differ O(log n) for each booking before.
    ///
    /// Where a pass has moved no job and nothing has changed since (`all_are_settled`), only some divisions count. If all
    /// levels but the finest have the same threshold, those near which a booking begins or ends: a job that has no
    /// place among finest slots that all are alike has none when the next of the same kind has been split, since a
    /// later place needs no less behind the finest slots. Otherwise those of slots that are reserved in part: a job
    /// that may have a free slot could have had it before.
    pub fn next_lifted(&self, all_are_settled: bool) -> Option<Time> {
        match (all_are_settled, self.limits.are_alike()) {
            (true, true) => self.next_near_an_edge(),
            (true, false) => self.next_partial(),
            (false, _) => {
                let levels = self.limits.lifted();
                let next = |level: usize| self.grid.slot_since(self.grid.ends()[level], level);
                levels.filter_map(next).min()
            }
        }
    }

    fn next_near_an_edge(&self) -> Option<Time> {
        self.limits.lifted().next()?;
        let end = self.grid.finest_end()?;
        let next = self.grid.slot_since(end, 0)?;
        let behind = self.grid.next_finest_end()?;
        if self.edges.range(next..=behind).next().is_some() {
            return Some(next);
        }
        let (edge, _) = self.edges.range(behind + 1..).next()?;
        self.grid.slot_since(edge - 1, 0)
    }

    fn next_partial(&self) -> Option<Time> {
        let next = |level: usize| {
            let mut at = self.grid.ends()[level];
            while matches!(self.least_free(at, at + 1), free if free == 0 || free == self.nodes) {
                at = *self.edges.range(at + 1..).next()?.0;
            }
            self.grid.slot_since(at, level)
        };
        self.limits.lifted().filter_map(next).min()
    }
}

/// The nodes and the time that a job requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// How many nodes, all at once.
    pub nodes: u32,
    /// For how long, in seconds: its limit.
    pub length: Time,
    /// No start before it.
    pub ready: Time,
    /// Whether it asks for that very time: backfilling does not move it, and it need not start with a
    /// coarse slot.
    pub fixed: bool,
}

impl Demand {
    /// When a job ends at the latest that starts then.
    pub fn end(&self, start: Time) -> Time {
        start.saturating_add(self.length)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CalendarPlace {
    /// When the job starts.
    pub start: Time,
    /// The whole slots that it has: from the beginning of the first …
    pub from: Time,
    /// … to the end of the last.
    pub to: Time,
}

/// A job's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Booking {
    /// The job's request.
    pub demand: Demand,
    /// The slots that it occupies.
    pub place: CalendarPlace,
    /// How much had been freed when it was last looked at.
    pub(super) seen: u64,
}

impl CalendarPlace {
    /// The whole slots that a job needs which starts then. O(levels).
    pub fn at(grid: &Grid, start: Time, length: Time) -> Self {
        Self { start, from: grid.slot_at(start).start, to: grid.boundary(start.saturating_add(length)) }
    }
}

impl Booking {
    /// When it ends at the latest.
    pub fn end(&self) -> Time {
        self.demand.end(self.place.start)
    }

    /// When one of its slots is next split of which it does not need all.
    pub(super) fn next_split(&self, grid: &Grid) -> Option<Time> {
        let finest = grid.finest();
        let split = |slot: Span| grid.split_time(slot);
        let first = (self.place.from < self.place.start).then(|| split(grid.slot_at(self.place.from))).flatten();
        let needed = self.end();
        let last = (self.place.to - needed >= finest).then(|| split(grid.slot_at(self.place.to - 1))).flatten();
        first.into_iter().chain(last).min()
    }

    /// The slot in which it starts: as long as that is a coarse one, its start is vague.
    pub fn first_slot(&self, grid: &Grid) -> Span {
        grid.slot_at(self.place.start)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::availability::calendar::{Demand, Level};

    fn levels() -> [Level; 3] {
        [(Some(3), 5), (Some(2), 20), (None, 60)].map(|(count, length)| Level { count, length })
    }

    proptest! {
        #[test]
        fn a_copy_that_hears_of_every_change_knows_what_is_free(
            jobs in prop::collection::vec((1..=8u32, 1..90i64, 0..60i64, 0..40i64), 1..30),
            percent in 40..=100u32,
        ) {
            let mut calendar = Calendar::new(&levels(), None, percent, 8, 0);
            let mut copy = calendar.clone();
            calendar.write_changes();
            let mut now = 0;
            for (job, &(nodes, length, lead, pause)) in (0..).zip(&jobs) {
                calendar.roll(now);
                copy.roll(now);
                let demand = Demand { nodes, length, ready: now + lead, fixed: lead > 30 };
                if let Some(place) = calendar.earliest(&demand) {
                    // Every job with a place had room for it, and one node more would have been too
                    // many in every slot that is full up to its limit.
                    prop_assert!(calendar.room(place.from, place.to) >= nodes);
                    calendar.book(job, &demand, place);
                }
                if job % 3 == 0 {
                    calendar.cancel(job / 2, now);
                }
                for change in calendar.take_changes() {
                    copy.learn(change);
                }
                for time in (now..now + 400).step_by(7) {
                    prop_assert_eq!(
                        copy.least_free(time, time + 9),
                        calendar.least_free(time, time + 9)
                    );
                    prop_assert_eq!(copy.room(time, time + 30), calendar.room(time, time + 30));
                }
                now += pause;
            }
        }

        #[test]
        fn room_is_what_may_be_booked(
            taken in prop::collection::vec((1..=8u32, 1..90i64), 0..6),
            start in 0..30i64,
            length in 1..80i64,
            percent in 40..=100u32,
        ) {
            let mut calendar = Calendar::new(&levels(), None, percent, 8, 0);
            for (job, &(nodes, length)) in (0..).zip(&taken) {
                let demand = Demand { nodes, length, ready: 0, fixed: false };
                let place = calendar.earliest(&demand).unwrap();
                calendar.book(job, &demand, place);
            }
            let demand = |nodes| Demand { nodes, length, ready: start * 5, fixed: true };
            let place = calendar.exactly(&demand(1)).unwrap();
            let most = (1..=8).filter(|&nodes| calendar.has_room(&demand(nodes), place)).max();
            let room = calendar.room(place.from, place.to);
            prop_assert_eq!(most.unwrap_or(0), room);
        }
    }
}
