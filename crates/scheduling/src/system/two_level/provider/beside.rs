//! Where a reservation would touch another one.

use std::collections::BTreeMap;

use super::Provider;
use crate::availability::Request;
use workload::Time;

/// The reservations of a provider that are not over: the slots of each, from one time until before another.
pub type Reserved = BTreeMap<u32, (Time, Time)>;

impl Provider {
    /// From now on it knows where its reservations lie.
    pub fn keep_reserved(&mut self) {
        self.reserved = Some(Reserved::new());
    }

    /// A reservation lies there.
    pub fn lies(&mut self, job: u32, (from, to): (Time, Time)) {
        let slots = (self.rules.round_down(from), self.rules.round_up(to));
        if let Some(reserved) = &mut self.reserved {
            reserved.insert(job, slots);
        }
    }

    /// The earliest start by the deadline at which the request fits and its slots begin where those of a reservation
    /// end, or end where they begin. `None` if there is none, or where reservations lie is not kept. With n
    /// reservations O(n log n), and a look at the calendar for each at most thrice.
    pub fn start_beside(&self, request: &Request) -> Option<Time> {
        let Request { ready, length, .. } = *request;
        let last = request.deadline.unwrap_or(Time::MAX).checked_sub(length)?;
        let mut starts = Vec::new();
        for &(from, to) in self.reserved.as_ref()?.values() {
            // In the slot that begins at `to` the earliest start takes no more slots than any other.
            let after = to.max(ready);
            starts.extend((self.rules.round_down(after) == to).then_some(after));
            // Those that end in the slot before `from`: a later one may take a slot less at its beginning.
            let latest = from.saturating_sub(length);
            let before = latest.saturating_sub(self.rules.granularity - 1).max(ready);
            let later = self.rules.round_up(before);
            starts.extend([before, later].into_iter().filter(|&it| it <= latest));
        }
        starts.retain(|&start| start <= last);
        starts.sort_unstable();
        starts.dedup();
        let fits = |&start: &Time| {
            let room = self.room(start, start.saturating_add(length));
            room >= i64::from(request.processors)
        };
        starts.into_iter().find(fits)
    }
}
