//! The allocations, each a policy of its own: none knows another.

use serde::{Deserialize, Serialize};

use super::{BatchAllocator, Load, Offer, ReservationAllocator};
use base::setting::setting;
use workload::draw::{Draw, Stream};

/// "For every task the resource provider with minimum queue length is selected" (Kurowski et al.
/// 2011, Sect. 4.4.2). Waiting batch jobs count, running ones and reservations do not; the first of equals wins.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadBalancing;

impl BatchAllocator for LoadBalancing {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        fewest(processors, providers, |load| load.waiting)
    }
}

/// Load balancing with the "queues of local schedulers" in the plural: the reservations that wait for their start
/// count like batch jobs that wait.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadBalancingWithReservations;

impl BatchAllocator for LoadBalancingWithReservations {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        fewest(processors, providers, |load| load.waiting.saturating_add(load.waiting_reservations))
    }
}

/// The first of those providers that are large enough and have the fewest waiting.
fn fewest(processors: u32, providers: &[Load], waiting: impl Fn(&Load) -> u32) -> Option<usize> {
    let (provider, _) = providers
        .iter()
        .enumerate()
        .filter(|(_, load)| load.processors >= processors)
        .min_by_key(|(_, load)| waiting(load))?;
    Some(provider)
}

/// The provider whose waiting jobs ask for the least work, size times limit, for each of its
/// processors: a long queue of small jobs counts less than a short one of large jobs. The first of
/// equals wins.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeastWork;

impl BatchAllocator for LeastWork {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        let (provider, _) = providers.iter().enumerate().filter(|(_, load)| load.processors >= processors).min_by(
            |(_, a), (_, b)| {
                // Waiting work over processors, compared without fractions.
                let of_a = a.waiting_work * i128::from(b.processors);
                let of_b = b.waiting_work * i128::from(a.processors);
                of_a.cmp(&of_b)
            },
        )?;
        Some(provider)
    }
}

/// The provider with the most processors free now, less those that its waiting jobs ask for. Without
/// the second part all jobs of one pass would go to the same provider. The first of equals wins.
#[derive(Clone, Copy, Debug, Default)]
pub struct MostFree;

impl BatchAllocator for MostFree {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        let spoken_for = |load: &Load| i128::from(load.waiting_processors) - i128::from(load.free);
        let (provider, _) = providers
            .iter()
            .enumerate()
            .filter(|(_, load)| load.processors >= processors)
            .min_by_key(|(_, load)| spoken_for(load))?;
        Some(provider)
    }
}

// Each kind of job has a stream of draws of its own, so that they do not disturb one another.
const BATCH_JOBS: Stream = Stream(101);
const RESERVATIONS: Stream = Stream(103);

/// A seeded draw: for a batch job among the providers that are large enough (Kurowski et al. 2011,
/// Sect. 5.1), for a reservation among those with an offer ("randomly selecting queues for AR and
/// non-AR tasks", Sect. 5.3).
#[derive(Clone, Debug)]
pub struct Random {
    draw: Draw,
}

impl Random {
    /// The policy for batch jobs.
    pub fn of_batch_jobs(seed: u64) -> Self {
        let draw = Draw::new(seed, BATCH_JOBS);
        Self { draw }
    }

    /// The policy for reservations.
    pub fn of_reservations(seed: u64) -> Self {
        let draw = Draw::new(seed, RESERVATIONS);
        Self { draw }
    }
}

impl BatchAllocator for Random {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        let large_enough = |load: &Load| load.processors >= processors;
        let count = providers.iter().filter(|load| large_enough(load)).count();
        if count == 0 {
            return None;
        }
        let drawn = self.draw.below(count as u32) as usize;
        let (provider, _) = providers.iter().enumerate().filter(|(_, load)| large_enough(load)).nth(drawn)?;
        Some(provider)
    }
}

impl ReservationAllocator for Random {
    fn choose(&mut self, offers: &[Offer]) -> Option<usize> {
        let count = offers.len() as u32;
        (count > 0).then(|| self.draw.below(count) as usize)
    }
}

/// One provider after the other; a provider that is too small is passed over.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundRobin {
    next: usize,
}

impl BatchAllocator for RoundRobin {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        let count = providers.len();
        let provider = (0..count)
            .map(|step| (self.next + step) % count)
            .find(|&provider| providers[provider].processors >= processors)?;
        self.next = (provider + 1) % count;
        Some(provider)
    }
}

/// The draws of ties: a stream of their own, so that policies do not disturb one another.
const TIES: Stream = Stream(102);

/// The provider with the earliest offer: processors are alike everywhere, so that the earliest
/// start is the minimum completion time (Kurowski et al. 2011, Sect. 4.4.2).
///
/// For a fixed interval all providers that can serve it offer the same start. If the first always
/// won, MCT would be AR resource priority under another name.
#[derive(Clone, Debug)]
pub struct Mct {
    ties: MctTies,
    draw: Draw,
}

setting! {
    /// Which provider MCT chooses among those that offer the same completion time.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum MctTies {
        /// A seeded draw.
        #[default]
        Random {
            key: "random",
            name: "Ties at random",
            label: "Random",
            about: "One of them, drawn at random from the seed.",
        }
        /// The one with the fewest reservations; the first of equals.
        FewestReservations {
            key: "fewest_reservations",
            name: "Ties to the fewest reservations",
            label: "Fewest",
            about: "The one with the fewest reservations.",
        }
        /// The first.
        Order {
            key: "order",
            name: "Ties in order",
            label: "First",
            about: "The first in order.",
        }
    }
}

impl Mct {
    /// The policy with its way to break ties, and its draws.
    pub fn new(ties: MctTies, seed: u64) -> Self {
        Self { ties, draw: Draw::new(seed, TIES) }
    }
}

impl ReservationAllocator for Mct {
    fn choose(&mut self, offers: &[Offer]) -> Option<usize> {
        let earliest = offers.iter().map(|offer| offer.start).min()?;
        let mut tied = offers.iter().enumerate().filter(|(_, offer)| offer.start == earliest);
        let (chosen, _) = match self.ties {
            MctTies::Random => {
                let count = tied.clone().count() as u32;
                tied.nth(self.draw.below(count) as usize)?
            }
            MctTies::FewestReservations => tied.min_by_key(|(_, offer)| offer.reservations)?,
            MctTies::Order => tied.next()?,
        };
        Some(chosen)
    }
}

/// The first provider, by decreasing priority, whose offer meets the request, even if a later one offers an
/// earlier start: reservations gather on the first providers (Kurowski et al. 2011, Sect. 4.4.2).
///
/// Where no offer meets it, "ARs are searched in larger interval" (Sect. 5.4): the earliest offer,
/// and of equals the one of higher priority.
#[derive(Clone, Debug, Default)]
pub struct ResourcePriority {
    /// Providers by decreasing priority; those that are missing follow in the order of the platform.
    pub order: Vec<u32>,
}

impl ResourcePriority {
    /// Its place among the priorities, the highest first.
    fn rank(&self, provider: usize) -> (usize, usize) {
        let mut named = self.order.iter();
        let place = named.position(|&it| it as usize == provider);
        (place.unwrap_or(self.order.len()), provider)
    }
}

impl ReservationAllocator for ResourcePriority {
    fn choose(&mut self, offers: &[Offer]) -> Option<usize> {
        let (chosen, _) = offers.iter().enumerate().min_by_key(|(_, offer)| {
            let start_if_late = (!offer.meets_deadline).then_some(offer.start);
            (start_if_late, self.rank(offer.provider))
        })?;
        Some(chosen)
    }
}

/// The first provider is the reservations', the others are the batch jobs' (Kurowski et al. 2011,
/// Sect. 5.3 and Table 6: "one resource provider for AR tasks and one resource provider for non-AR
/// tasks").
#[derive(Clone, Copy, Debug, Default)]
pub struct StaticPartition;

impl ReservationAllocator for StaticPartition {
    fn choose(&mut self, offers: &[Offer]) -> Option<usize> {
        offers.iter().position(|offer| offer.provider == 0)
    }
}

/// The other half of [`StaticPartition`]: another policy for batch jobs, kept off the first
/// provider.
pub struct BesidePartition {
    /// Chooses among the rest.
    pub rest: Box<dyn BatchAllocator + Send>,
}

impl BatchAllocator for BesidePartition {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        let (_, rest) = providers.split_first()?;
        Some(1 + self.rest.choose(processors, rest)?)
    }
}

/// The provider with the shortest queue of reservations, those that wait for their start; the first
/// of equals. It is load balancing (Kurowski et al. 2011, Sect. 4.4.2) with the queue that each
/// local scheduler has for reservations (Sect. 4.2), as one may read "the LB on-line strategy at the
/// grid-level" of Sect. 5.2.
#[derive(Clone, Copy, Debug, Default)]
pub struct FewestWaiting;

impl ReservationAllocator for FewestWaiting {
    fn choose(&mut self, offers: &[Offer]) -> Option<usize> {
        let (chosen, _) = offers.iter().enumerate().min_by_key(|(_, offer)| offer.waiting_reservations)?;
        Some(chosen)
    }
}
