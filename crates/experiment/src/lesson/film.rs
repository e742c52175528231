//! Charts that are watched step by step: the algorithms, and reservations being bound.

use super::format::{Binding, Generate, Interval, RangeSearch, Search};
use scheduling::availability::idle_periods::steps::{Asked, SlotSearch};
use scheduling::availability::idle_periods::{IdlePeriod, Selection};
use scheduling::availability::proposition_1::{Counterexample, Small};
use scheduling::availability::{Carts, Commitment, trace};

/// Promises as the availability structures take them.
pub(super) fn commitments(reservations: &[Interval]) -> Vec<Commitment> {
    let commitment = |it: &Interval| Commitment { start: it.start, end: it.end, processors: it.processors };
    reservations.iter().map(commitment).collect()
}

/// Algorithm 1, as the chart shows it.
pub fn generation(show: &Generate) -> trace::Generation {
    trace::Generation::of(show.capacity, &commitments(&show.reservations))
}

/// Algorithm 2, as the chart shows it.
pub fn search(show: &Search) -> trace::Search {
    let carts = Carts::generate(show.capacity, &commitments(&show.reservations));
    trace::Search::of(&carts, &show.request.request())
}

/// The request of a search among idle periods, and the search, as the chart shows them.
pub fn range_search(show: &RangeSearch) -> (Asked, SlotSearch) {
    let periods = (0..).zip(&show.idle);
    let periods = periods.map(|(server, &(start, end))| IdlePeriod { start, end, server });
    let asked = Asked { start: show.request.ready, length: show.request.length, servers: show.request.processors };
    let periods: Vec<IdlePeriod> = periods.collect();
    let search = SlotSearch::of(&periods, show.slot, &asked, Selection::LatestStart);
    (asked, search)
}

/// The first `booked` reservations of a binding, as Proposition 1's demonstration takes them: a
/// unit of time is a second.
pub fn bound(show: &Binding, booked: usize) -> Counterexample {
    let small = |it: &Interval| Small { start: it.start as usize, end: it.end as usize, processors: it.processors };
    let units = show.reservations.iter().map(|it| it.end as usize).max();
    Counterexample {
        capacity: show.capacity,
        units: units.unwrap_or(0),
        reservations: show.reservations.iter().take(booked).map(small).collect(),
    }
}
