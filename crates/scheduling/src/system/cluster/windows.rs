//! For how many chunks a node has room throughout a length of time, by the time at which that begins.

use super::load::Load;
use super::requests::Shape;
use super::room::{Free, Held};
use workload::Time;

/// Something begins or ends.
enum Event<'a> {
    Takes(&'a Held),
    Gives(&'a Held),
    GoesOut,
    Returns,
}

impl Load {
    /// The number of chunks that have room throughout a length of time, from each time on at which it changes, the first
    /// of which is `now`. O((n + w) · w) for n jobs and promises of the node, w of which a length meets.
    pub fn windows(&self, shape: &Shape, node: usize, now: Time, length: Time) -> Vec<(Time, u32)> {
        if shape.is_counted() && !self.has_promised_shares() {
            let levels = self.levels(shape, node, now);
            return windows_of(&levels, now, length);
        }
        let room = |at: Time| self.chunks_throughout(shape, node, at, at.saturating_add(length));
        let points = self.turning_points(now, length);
        std::iter::once(now).chain(points).map(|at| (at, room(at))).collect()
    }

    /// The number of chunks that have room at one time, from each time on at which something begins or ends, the first
    /// of which is `now`.
    fn levels(&self, shape: &Shape, node: usize, now: Time) -> Vec<(Time, u32)> {
        let mut events = self.events(now);
        // What ends gives room to what begins.
        events.sort_by_key(|(at, event)| (*at, matches!(event, Event::Takes(_) | Event::GoesOut)));
        let (mut free, mut outages): (Free, u32) = (self.free.clone(), 0);
        let mut levels = Vec::with_capacity(events.len() + 1);
        let mut events = events.into_iter().peekable();
        let mut at = now;
        loop {
            while let Some((_, event)) = events.next_if(|it| it.0 <= at) {
                match event {
                    Event::Takes(held) => free.take(held),
                    Event::Gives(held) => free.give(held),
                    Event::GoesOut => outages += 1,
                    Event::Returns => outages -= 1,
                }
            }
            let count = match outages {
                0 => free.chunks(shape, node, &self.node),
                _ => 0,
            };
            levels.push((at, count));
            match events.peek() {
                Some(next) => at = next.0,
                None => return levels,
            }
        }
    }

    fn events(&self, now: Time) -> Vec<(Time, Event<'_>)> {
        let mut events = Vec::new();
        events.extend(self.running().map(|(_, until, held)| (until, Event::Gives(held))));
        for (from, until, held) in self.promised() {
            events.push((from, Event::Takes(held)));
            events.push((until, Event::Gives(held)));
        }
        for &(from, until) in self.outages() {
            events.push((from.max(now), Event::GoesOut));
            events.push((until, Event::Returns));
        }
        events
    }
}

/// The least of the levels throughout a length, from each time on at which it changes.
fn windows_of(levels: &[(Time, u32)], now: Time, length: Time) -> Vec<(Time, u32)> {
    let begins = levels.iter().map(|it| it.0);
    let meets = begins.clone().map(|at| at.saturating_sub(length).saturating_add(1));
    let mut times: Vec<Time> = begins.chain(meets).filter(|&it| it >= now).collect();
    times.sort_unstable();
    times.dedup();
    let mut first = 0;
    let window = |at: Time| {
        while levels.get(first + 1).is_some_and(|it| it.0 <= at) {
            first += 1;
        }
        let until = at.saturating_add(length);
        let within = levels[first..].iter().take_while(|it| it.0 <= at || it.0 < until);
        (at, within.map(|it| it.1).min().unwrap_or(0))
    };
    times.into_iter().map(window).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_window_has_the_least_of_its_seconds(
            levels in prop::collection::btree_map(1..40_i64, 0..4_u32, 0..8),
            at_first in 0..4_u32,
            length in 1..20_i64,
        ) {
            let levels: Vec<(Time, u32)> = std::iter::once((0, at_first)).chain(levels).collect();
            let level = |at: Time| levels.iter().rev().find(|it| it.0 <= at).map_or(0, |it| it.1);
            let windows = windows_of(&levels, 0, length);
            for at in 0..50 {
                let slow = (at..at + length).map(level).min();
                let fast = windows.iter().rev().find(|it| it.0 <= at).map(|it| it.1);
                prop_assert_eq!(fast, slow, "at {}", at);
            }
        }
    }
}
