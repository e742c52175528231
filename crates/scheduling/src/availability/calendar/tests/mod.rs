//! Calendars: the paper's examples, and random ones against an array of slots.

pub(crate) mod array;
mod examples;
pub(crate) mod properties;

use super::*;

pub fn level(count: Option<u32>, length: Time) -> Level {
    Level { count, length }
}

pub fn demand(nodes: u32, length: Time, ready: Time) -> Demand {
    Demand { nodes, length, ready, fixed: false }
}

pub fn fixed(nodes: u32, length: Time, ready: Time) -> Demand {
    Demand { fixed: true, ..demand(nodes, length, ready) }
}

/// Books the first place that fits, and returns its start.
pub fn first_fit(calendar: &mut Calendar, job: u32, demand: Demand) -> Time {
    let place = calendar.earliest(&demand).expect("a place");
    calendar.book(job, &demand, place);
    place.start
}
