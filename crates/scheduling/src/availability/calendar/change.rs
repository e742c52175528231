//! Messages about changes of a calendar, and the shadow calendars that apply them.

use super::Calendar;
use crate::availability::Availability;
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
            let free = self.free.least_free(from, to);
            let free = free.clamp(0, i64::from(self.nodes)) as u32;
            self.limits.room(level, free)
        });
        rooms.min().unwrap_or(self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Demand, Level};
    use super::*;

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
