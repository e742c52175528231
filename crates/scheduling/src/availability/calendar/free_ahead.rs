//! The free nodes of a calendar from now on, as a list of slots.

use super::Calendar;
use crate::availability::{Availability, Step};
use workload::Time;

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

    use super::super::{Demand, Level};
    use super::*;

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
