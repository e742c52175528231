//! The same operations with a count of the heads and slots that were read or changed.

use super::BlockedCarts;
use crate::availability::{Availability, Request};
use workload::Time;

impl BlockedCarts {
    /// The earliest fit ([`Availability::earliest_fit`]), and how many heads and slots were looked at.
    pub fn counted_fit(&self, request: &Request) -> (Option<Time>, u64) {
        let mut looked = 0;
        let found = self.fit_before(request, Time::MAX, &mut |more| looked += more);
        (found, looked as u64)
    }

    /// Reserves ([`Availability::reserve`]); how many heads and slots were changed.
    pub fn counted_reserve(&mut self, from: Time, to: Time, processors: u32) -> u64 {
        let mut changed = 0;
        self.add(from, to, -(processors as i32), &mut |more| changed += more);
        changed as u64
    }

    /// Releases ([`Availability::release`]); how many heads and slots were changed.
    pub fn counted_release(&mut self, from: Time, to: Time, processors: u32) -> u64 {
        let mut changed = 0;
        self.add(from, to, processors as i32, &mut |more| changed += more);
        changed as u64
    }

    /// Forgets ([`Availability::forget_before`]); how many blocks and slots of the first one were dropped.
    pub fn counted_forget(&mut self, time: Time) -> u64 {
        let dropped = self.place_of(time);
        self.forget_before(time);
        (dropped.block + dropped.slot) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_at_is_counted_and_the_answer_is_the_same() {
        let mut carts = BlockedCarts::new(4);
        // The slots: the one before 10, 10 to 20, and the one from 20 on.
        assert_eq!(carts.counted_reserve(10, 20, 3), 2, "the head and one slot");
        let request = Request { ready: 5, deadline: None, length: 6, processors: 2 };
        let (found, looked) = carts.counted_fit(&request);
        assert_eq!(found, carts.earliest_fit(&request));
        assert_eq!(found, Some(20));
        // With enough: the head and the first slot. Without: the head, and both slots up to 10. From there on with
        // enough: the head and two slots. Without, until 26: the head and the last slot.
        assert_eq!(looked, 2 + 3 + 3 + 2);
        assert_eq!(carts.counted_forget(15), 1, "the slot before 10");
        assert_eq!(carts.counted_release(10, 20, 3), 2);
    }
}
