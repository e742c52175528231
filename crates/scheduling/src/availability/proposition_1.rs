//! Proposition 1 turned round: where counts mislead.
//!
//! "If specific resources for all ARs are allocated not earlier than at their start times (using the
//! so-called dynamic binding) then information about the amounts of free resources over time is
//! sufficient to determine whether the AR can be created" (Kurowski et al. 2011, Sect. 3.2). Under
//! static binding it is not, and a search finds the smallest workload that shows it.

#[cfg(test)]
mod tests;

use std::fmt;

/// A reservation of the demonstration: a number of processors for some units of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Small {
    /// The first unit of time.
    pub start: usize,
    /// The unit after the last.
    pub end: usize,
    pub processors: u32,
}

impl Small {
    /// All that fit on `capacity` processors and into `units` units of time, in order of start, end
    /// and processors.
    fn all(capacity: u32, units: usize) -> Vec<Self> {
        (0..units)
            .flat_map(|start| (start + 1..=units).map(move |end| (start, end)))
            .flat_map(|(start, end)| (1..=capacity).map(move |processors| Self { start, end, processors }))
            .collect()
    }
}

/// A workload for whose last reservation there are enough free processors at every time, but, under
/// static binding, not the same ones throughout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The processors of the provider.
    pub capacity: u32,
    pub units: usize,
    /// In the order in which they are created; the last one is the one refused.
    pub reservations: Vec<Small>,
}

/// Where one reservation is, as a set of processors, the lowest bit the lowest number.
type Bits = u32;

/// The most processors and reservations that the search goes up to.
const MOST: usize = 4;

/// The smallest counterexample: of fewest processors, then of fewest reservations, then of fewest
/// units of time, and of those the first in order. Everything smaller is tried before, so that the
/// search itself proves it smallest: n reservations start and end at no more than 2n different times,
/// and only the order of these matters, so that 2n - 1 units of time hold every case. One processor
/// cannot mislead, however many reservations there are: a count of one is that processor.
///
/// Some 10^5 workloads: well under a second.
pub fn smallest_counterexample() -> Option<Counterexample> {
    for capacity in 1..=MOST as u32 {
        for count in 1..=MOST {
            for units in 1..2 * count {
                let mut search = Search::new(capacity, count, units);
                if search.extend() {
                    return Some(Counterexample { capacity, units, reservations: search.reservations });
                }
            }
        }
    }
    None
}

/// All workloads of one size, one reservation after the other.
struct Search {
    capacity: u32,
    count: usize,
    all: Vec<Small>,
    reservations: Vec<Small>,
    /// The processors taken in each unit of time, under static binding.
    taken: Vec<Bits>,
}

impl Search {
    fn new(capacity: u32, count: usize, units: usize) -> Self {
        Self { capacity, count, all: Small::all(capacity, units), reservations: Vec::new(), taken: vec![0; units] }
    }

    /// Whether the reservations so far can be completed to a counterexample; if so they are.
    fn extend(&mut self) -> bool {
        let is_last = self.reservations.len() + 1 == self.count;
        for next in self.all.clone() {
            let bound = bind(&self.taken, self.capacity, next);
            if is_last && bound.is_none() && counts_suffice(&self.taken, self.capacity, next) {
                self.reservations.push(next);
                return true;
            }
            let (false, Some(bound)) = (is_last, bound) else {
                continue;
            };
            self.reservations.push(next);
            let units = next.start..next.end;
            units.clone().for_each(|unit| self.taken[unit] |= bound);
            if self.extend() {
                return true;
            }
            units.for_each(|unit| self.taken[unit] &= !bound);
            self.reservations.pop();
        }
        false
    }
}

/// Static binding: the processors of lowest number that are free throughout, if there are enough.
fn bind(taken: &[Bits], capacity: u32, wanted: Small) -> Option<Bits> {
    let units = &taken[wanted.start..wanted.end];
    let busy = units.iter().fold(0, |busy, unit| busy | unit);
    lowest(!busy, capacity, wanted.processors)
}

/// The `count` lowest of these processors, if there are that many.
fn lowest(free: Bits, capacity: u32, count: u32) -> Option<Bits> {
    let chosen: Vec<u32> = (0..capacity).filter(|number| free >> number & 1 == 1).take(count as usize).collect();
    let bits = chosen.iter().fold(0, |bits, number| bits | 1 << number);
    (chosen.len() == count as usize).then_some(bits)
}

/// Whether at every time as many processors are free as are wanted, whichever they are.
fn counts_suffice(taken: &[Bits], capacity: u32, wanted: Small) -> bool {
    let mut units = taken[wanted.start..wanted.end].iter();
    units.all(|unit| capacity - unit.count_ones() >= wanted.processors)
}

impl Counterexample {
    /// Static binding, step by step: the processors of each reservation, and none of the last.
    pub fn static_binding(&self) -> Vec<Option<Bits>> {
        let mut taken = vec![0; self.units];
        let bound = self.reservations.iter().map(|&wanted| {
            let bound = bind(&taken, self.capacity, wanted)?;
            (wanted.start..wanted.end).for_each(|unit| taken[unit] |= bound);
            Some(bound)
        });
        bound.collect()
    }

    /// Dynamic binding: when a reservation starts it takes the free processors of lowest number.
    pub fn dynamic_binding(&self) -> Vec<Option<Bits>> {
        let mut bound = vec![None; self.reservations.len()];
        for now in 0..self.units {
            let running = self.reservations.iter().zip(&bound);
            let mut busy = running
                .filter(|(it, _)| it.start <= now && now < it.end)
                .fold(0, |busy, (_, bits)| busy | bits.unwrap_or(0));
            for (index, wanted) in self.reservations.iter().enumerate() {
                if wanted.start == now {
                    let bits = lowest(!busy, self.capacity, wanted.processors);
                    busy |= bits.unwrap_or(0);
                    bound[index] = bits;
                }
            }
        }
        bound
    }

    /// The free processors in each unit of time before the reservation at this index is created.
    pub fn free_before(&self, index: usize) -> Vec<u32> {
        let free = |unit: usize| {
            let there = self.reservations[..index].iter().filter(|it| it.start <= unit && unit < it.end);
            self.capacity - there.map(|it| it.processors).sum::<u32>()
        };
        (0..self.units).map(free).collect()
    }

    /// A row for each processor, a letter for each unit of time: `A` the first created, `.` idle.
    pub fn drawing(&self, bound: &[Option<Bits>]) -> Vec<String> {
        let cell = |processor: u32, unit: usize| {
            let here = self.reservations.iter().zip(bound).position(|(it, bits)| {
                let holds = bits.is_some_and(|bits| bits >> processor & 1 == 1);
                holds && it.start <= unit && unit < it.end
            });
            here.map_or('.', letter)
        };
        let row = |processor| (0..self.units).map(|unit| cell(processor, unit)).collect();
        (0..self.capacity).map(row).collect()
    }
}

/// The letter that names the reservation at this index.
pub fn letter(index: usize) -> char {
    char::from(b'A' + (index % 26) as u8)
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = self.static_binding();
        for (index, wanted) in self.reservations.iter().enumerate() {
            let free: Vec<String> = self.free_before(index).iter().map(u32::to_string).collect();
            writeln!(
                f,
                "{} asks for {} from {} to {}; free: {}; {}",
                letter(index),
                wanted.processors,
                wanted.start,
                wanted.end,
                free.join(" "),
                if bound[index].is_some() { "created" } else { "never the same ones: refused" }
            )?;
            for row in self.drawing(&bound[..=index]) {
                writeln!(f, "    {row}")?;
            }
        }
        writeln!(f, "With dynamic binding:")?;
        for row in self.drawing(&self.dynamic_binding()) {
            writeln!(f, "    {row}")?;
        }
        Ok(())
    }
}

// The proposition itself: a search for a workload that the counts allow and dynamic binding cannot
// run.

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
/// [`smallest_counterexample`] finds that counts mislead under static binding. Here the order
/// in which reservations are created does not matter: the counts allow a workload if at no time more
/// is wanted than there is, and processors are taken in the order of start. Seven units of time hold
/// every order of the eight times at which four reservations start and end.
///
/// Some 10^6 workloads: about a tenth of a second.
pub fn search_dynamic_binding() -> DynamicSearch {
    let units = 2 * MOST - 1;
    let mut found = DynamicSearch { most: MOST, units, workloads: 0, counterexample: None };
    for capacity in 1..=MOST as u32 {
        let mut search = BoundSearch::new(capacity, MOST, units, lowest);
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
struct BoundSearch {
    capacity: u32,
    count: usize,
    take: Take,
    /// All reservations in order of start.
    all: Vec<Small>,
    reservations: Vec<Small>,
    /// The processors of each.
    bound: Vec<Bits>,
    /// How many processors are promised in each unit of time.
    promised: Vec<u32>,
    workloads: u64,
}

impl BoundSearch {
    fn new(capacity: u32, count: usize, units: usize, take: Take) -> Self {
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
    fn extend(&mut self, from: usize) -> bool {
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
