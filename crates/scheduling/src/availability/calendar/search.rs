//! First fit, and moving forward (Hollingsworth and Maneewongvatana 1999, Sect. 2.3).

use super::change::Hope;
use super::{Calendar, CalendarPlace, Demand, FAR_FUTURE};
use crate::availability::{Availability, Request, Step};
use workload::Time;

impl Calendar {
    /// First fit: the earliest slot from which a job's nodes are free in as many whole slots as it
    /// needs. `None` if it never fits: it needs more nodes than there are, or ends beyond all time.
    ///
    /// A job with a fixed time starts at the first boundary of finest slots at or after it, even
    /// inside a coarse slot; if its nodes are not free then, the first slot after it from which they
    /// are.
    pub fn earliest(&self, demand: &Demand) -> Option<CalendarPlace> {
        if demand.fixed
            && let Some(place) = self.exactly(demand)
            && self.has_room(demand, place)
        {
            return Some(place);
        }
        self.earliest_before(demand, demand.ready, FAR_FUTURE)
    }

    /// The place of a job with a fixed time, whether it is free or not.
    pub fn exactly(&self, demand: &Demand) -> Option<CalendarPlace> {
        let finest = self.grid.finest();
        let over = demand.ready.rem_euclid(finest);
        let start = demand.ready.saturating_add((finest - over) % finest);
        let is_sensible = start <= FAR_FUTURE && demand.length <= FAR_FUTURE - start.max(0);
        is_sensible.then(|| CalendarPlace::at(&self.grid, start, demand.length))
    }

    /// Whether a place is free, as an inquiry asks.
    pub fn has_room(&self, demand: &Demand, place: CalendarPlace) -> bool {
        demand.nodes <= self.nodes && self.is_free(demand.nodes, place.from, place.to)
    }

    /// Moves a job forward to the earliest place before its own, but not before `now`. A job with a
    /// fixed time keeps it; all others must have been ready when they were booked. Returns whether it
    /// moved.
    pub fn move_forward(&mut self, job: u32, now: Time) -> bool {
        let Some(booking) = self.bookings.get_mut(&job) else {
            return false;
        };
        let (demand, place) = (booking.demand, booking.place);
        let seen = std::mem::replace(&mut booking.seen, self.freed.count());
        let now = now.max(demand.ready);
        let hope = Hope { seen, nodes: demand.nodes, now, start: place.start };
        let need_from = |time| self.least_need_at(time, demand.nodes);
        let fits_opened = || self.fits_opened(&hope, demand.length);
        if demand.fixed || !self.freed.may_help(&hope, need_from, fits_opened) {
            return false;
        }
        let Some(earlier) = self.earliest_before(&demand, now, place.from) else {
            return false;
        };
        self.cancel(job, place.from);
        self.book(job, &demand, earlier);
        true
    }

    /// The earliest place of a booked job: at `from` or later and before its own. For the parts of a
    /// group, which move together.
    pub fn earlier(&self, job: u32, from: Time) -> Option<CalendarPlace> {
        let booking = self.bookings.get(&job)?;
        let from = from.max(booking.demand.ready);
        self.earliest_before(&booking.demand, from, booking.place.from)
    }

    /// Whether a place may begin where a threshold was lifted. If all levels but the finest have the same, that is in a
    /// finest slot: it ends among them, or goes on into the first other.
    fn fits_opened(&self, hope: &Hope, length: Time) -> bool {
        let Some(end) = self.grid.finest_end().filter(|_| self.limits.are_alike()) else {
            return true;
        };
        let need = self.limits.need(1, hope.nodes);
        let goes_on = || self.free.least_free(end, end + 1) >= i64::from(need);
        length <= end - hope.now || hope.start <= end || goes_on()
    }

    /// How many nodes must at least be free in any slot from a time on for a job of `nodes` nodes.
    fn least_need_at(&self, time: Time, nodes: u32) -> u32 {
        self.limits.least_need(self.grid.level_at(time), nodes)
    }

    fn is_free(&self, nodes: u32, from: Time, to: Time) -> bool {
        let mut stretches = self.stretches(from, to);
        stretches.all(|(level, from, to)| self.free.least_free(from, to) >= i64::from(self.limits.need(level, nodes)))
    }

    /// The earliest slot at `ready` or later and before `limit`, if all from `limit` on is free: where a
    /// job that has its place there could move to.
    fn earliest_before(&self, demand: &Demand, ready: Time, limit: Time) -> Option<CalendarPlace> {
        let Demand { nodes, length, .. } = *demand;
        if nodes > self.nodes || ready > FAR_FUTURE || length > FAR_FUTURE {
            return None;
        }
        let finest = self.grid.finest();
        let least = length + (finest - length.rem_euclid(finest)) % finest;
        let mut start = self.grid.boundary(ready);
        loop {
            // No place has fewer slots than the finest ones that it needs.
            let request = |nodes| Request { ready: start, deadline: None, length: least, processors: nodes };
            let need = self.least_need_at(start, nodes);
            let found = self.free.earliest_fit_before(&request(need), limit)?;
            if found > start {
                start = self.grid.boundary(found);
                if need < self.least_need_at(start, nodes) {
                    continue;
                }
            }
            if start >= limit {
                return None;
            }
            let place = CalendarPlace::at(&self.grid, start, length);
            if place.to > FAR_FUTURE {
                return None;
            }
            let to = place.to.min(limit);
            if self.is_free(nodes, start, to) {
                return Some(place);
            }
            start = self.behind_last_blocked(nodes, start, to).max(self.grid.boundary(start + 1));
        }
    }

    /// Behind the last slot of `from..to` with too few free nodes, of which there is one: every job that
    /// starts later than `from`, but before that slot's end, needs that slot as well. O(log(to - from))
    /// searches.
    fn behind_last_blocked(&self, nodes: u32, from: Time, to: Time) -> Time {
        let (mut blocked, mut free) = (from, to);
        while free - blocked > 1 {
            let middle = blocked + (free - blocked) / 2;
            if self.is_free(nodes, middle, to) { free = middle } else { blocked = middle }
        }
        self.grid.boundary(free)
    }
}

impl Calendar {
    /// From when on how many nodes are free, from the present slot on: neighbours differ, and the last has no
    /// end. A shadow calendar that has not heard of everything may have fewer than none free: they count as none.
    /// O(v) for v slots that differ from their neighbours.
    pub fn free_ahead(&self) -> Vec<(Time, u32)> {
        let begin = self.grid().begin();
        let mut free: Vec<(Time, u32)> = Vec::new();
        for Step { start, free: count } in self.free.steps() {
            let count = count.clamp(0, i64::from(self.nodes)) as u32;
            // Slots before the present one are over.
            if start <= begin {
                free.clear();
            }
            if free.last().is_none_or(|&(_, before)| before != count) {
                free.push((start.max(begin), count));
            }
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::availability::calendar::{Demand, Level};

    proptest! {
        #[test]
        fn the_list_has_what_is_free_at_every_second(
            jobs in prop::collection::vec((1..=8u32, 1..90i64, 0..40i64), 1..20),
        ) {
            let levels = [(Some(3), 5), (None, 20)].map(|(count, length)| Level { count, length });
            let mut calendar = Calendar::new(&levels, None, 100, 8, 0);
            let mut now = 0;
            for (job, &(nodes, length, pause)) in (0..).zip(&jobs) {
                calendar.roll(now);
                let demand = Demand { nodes, length, ready: now, fixed: false };
                let place = calendar.earliest(&demand).expect("a place");
                calendar.book(job, &demand, place);
                if job % 3 == 0 {
                    calendar.cancel(job / 2, now);
                }
                let free = calendar.free_ahead();
                prop_assert_eq!(free[0].0, calendar.grid().begin());
                prop_assert!(free.windows(2).all(|it| it[0].0 < it[1].0 && it[0].1 != it[1].1));
                for time in calendar.grid().begin()..now + 900 {
                    let at = free.partition_point(|it| it.0 <= time) - 1;
                    prop_assert_eq!(free[at].1, calendar.least_free(time, time + 1), "at {}", time);
                }
                now += pause;
            }
        }
    }
}
