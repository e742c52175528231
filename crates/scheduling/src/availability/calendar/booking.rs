//! Demands of jobs on a calendar, and their bookings.

use super::{Grid, Span};
use workload::Time;

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
