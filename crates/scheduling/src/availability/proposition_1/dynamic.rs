//! The proposition itself: a search for a workload that the counts allow and dynamic binding cannot
//! run.

use super::{Bits, MOST, Small, lowest};

/// The result of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DynamicSearch {
    /// The most processors, and the most reservations, of a workload.
    pub most: usize,
    /// Within how many units of time.
    pub units: usize,
    /// How many workloads were searched: all that the counts allow. Reservations that are the same
    /// in another order are one workload.
    pub workloads: u64,
    /// The first workload for whose last reservation the counts see enough processors at every time,
    /// while too few are idle when it starts, with the processors of its provider.
    pub counterexample: Option<(u32, Vec<Small>)>,
}

/// Searches all workloads of up to four reservations on up to four processors, the space in which
/// [`super::smallest_counterexample`] finds that counts mislead under static binding. Here the order
/// in which reservations are created does not matter: the counts allow a workload if at no time more
/// is wanted than there is, and processors are taken in the order of start. Seven units of time hold
/// every order of the eight times at which four reservations start and end.
///
/// Some 10^6 workloads: about a tenth of a second.
pub fn search_dynamic_binding() -> DynamicSearch {
    let units = 2 * MOST - 1;
    let mut found = DynamicSearch { most: MOST, units, workloads: 0, counterexample: None };
    for capacity in 1..=MOST as u32 {
        let mut search = Search::new(capacity, MOST, units, lowest);
        if search.extend(0) {
            found.counterexample = Some((capacity, search.reservations));
            return found;
        }
        found.workloads += search.workloads;
    }
    found
}

/// Takes a number of the free processors, if there are that many.
type Take = fn(Bits, u32, u32) -> Option<Bits>;

/// All workloads of one size, their reservations in the order of start.
pub(super) struct Search {
    capacity: u32,
    count: usize,
    take: Take,
    /// All reservations in order of start.
    all: Vec<Small>,
    pub(super) reservations: Vec<Small>,
    /// The processors of each.
    bound: Vec<Bits>,
    /// How many processors are promised in each unit of time.
    promised: Vec<u32>,
    pub(super) workloads: u64,
}

impl Search {
    pub(super) fn new(capacity: u32, count: usize, units: usize, take: Take) -> Self {
        Self {
            capacity,
            count,
            take,
            all: Small::all(capacity, units),
            reservations: Vec::new(),
            bound: Vec::new(),
            promised: vec![0; units],
            workloads: 0,
        }
    }

    /// Whether the reservations so far, with others from this place on, make a counterexample.
    pub(super) fn extend(&mut self, from: usize) -> bool {
        if self.reservations.len() == self.count {
            return false;
        }
        for place in from..self.all.len() {
            let next = self.all[place];
            let units = next.start..next.end;
            let mut promised = self.promised[units.clone()].iter();
            if !promised.all(|promised| promised + next.processors <= self.capacity) {
                continue;
            }
            self.workloads += 1;
            let running = self.reservations.iter().zip(&self.bound);
            let busy = running.filter(|(it, _)| it.end > next.start).fold(0, |busy, (_, bits)| busy | bits);
            let bound = (self.take)(!busy, self.capacity, next.processors);
            self.reservations.push(next);
            let Some(bound) = bound else {
                return true;
            };
            self.bound.push(bound);
            units.clone().for_each(|unit| self.promised[unit] += next.processors);
            if self.extend(place) {
                return true;
            }
            units.for_each(|unit| self.promised[unit] -= next.processors);
            self.bound.pop();
            self.reservations.pop();
        }
        false
    }
}
