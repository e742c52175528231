//! The grid scheduler: its queue, its period δ, its two allocation policies.

use std::collections::VecDeque;

use crate::policy::grid::{BatchAllocator, BesidePartition, Inputs, ReservationAllocator};
use crate::policy::local::Arrival;
use crate::policy::usage::OwnerUsage;
use workload::{Job, Time};

use super::priorities;
use super::provider::next_multiple;
use super::{FairShare, Grid, GridQueue, ReservationAllocation, ReservationQueue, TwoLevel};

/// The grid scheduler's state.
pub struct GridScheduler {
    /// Where batch jobs go.
    pub batch: Box<dyn BatchAllocator + Send>,
    /// Where reservations go.
    pub reservations: Box<dyn ReservationAllocator + Send>,
    period: Time,
    /// Whether reservations are forwarded whenever they arrive.
    reservations_first: bool,
    /// How many jobs have arrived.
    arrived: u32,
    /// Jobs that wait for δ, with their places in the order of arrival, in which they stand until a pass orders them.
    queue: VecDeque<(u32, Arrival)>,
    /// In which order a pass forwards the batch jobs.
    order: PassOrder,
    /// How many of them are ordered and still to be forwarded in this pass.
    ordered: usize,
    /// Jobs to forward in this instant's pass, reservations first under "AR first".
    arrived_reservations: VecDeque<(u32, Arrival)>,
}

impl GridScheduler {
    pub fn new(settings: &TwoLevel, jobs: &[Job], seed: u64) -> Self {
        let of = Inputs { seed, mct_ties: settings.mct_ties, resource_order: &settings.grid.resource_order };
        Self {
            batch: batch_allocation(&settings.grid, &of),
            reservations: settings.grid.reservation_allocation.made(&of),
            period: settings.grid.period,
            reservations_first: settings.grid.reservation_queue == ReservationQueue::First,
            arrived: 0,
            queue: VecDeque::new(),
            order: PassOrder::of(settings, jobs),
            ordered: 0,
            arrived_reservations: VecDeque::new(),
        }
    }

    /// A job arrives in the grid queue. `key` is the order of arrival: a job that a rejection of this pass releases goes
    /// before those with a larger key that are still to be forwarded. O(1), and O(jobs that it goes before).
    pub fn submit<K: Ord>(&mut self, job: u32, is_reservation: bool, key: impl Fn(u32) -> K) {
        let queue =
            if is_reservation && self.reservations_first { &mut self.arrived_reservations } else { &mut self.queue };
        let own = key(job);
        let before = queue.iter().rev().take_while(|it| key(it.0) > own).count();
        let place = queue.len() - before;
        queue.insert(place, (job, Arrival(self.arrived)));
        self.arrived += 1;
        // It takes the place of the next one in the order of arrival, and so on.
        for at in place + 1..queue.len() {
            (queue[at - 1].1, queue[at].1) = (queue[at].1, queue[at - 1].1);
        }
        self.ordered = 0;
    }

    /// The next job to forward at `now`, if any is due, and its place in the order of arrival at the providers.
    pub fn next_due(&mut self, now: Time) -> Option<(u32, Arrival)> {
        if let Some(reservation) = self.arrived_reservations.pop_front() {
            return Some(reservation);
        }
        if self.period > 0 && now.rem_euclid(self.period) != 0 {
            return None;
        }
        if self.ordered == 0 {
            self.put_in_order(now);
        }
        self.ordered = self.ordered.saturating_sub(1);
        self.queue.pop_front()
    }

    /// Orders the batch jobs of a pass, which is forwarded whole: they take each other's places, and reservations keep
    /// theirs.
    fn put_in_order(&mut self, now: Time) {
        let PassOrder::ByRank(rank) = &self.order else {
            return;
        };
        self.ordered = self.queue.len();
        let mut ordered: Vec<u32> = self.queue.iter().map(|it| it.0).filter(|&it| rank.is_batch(it)).collect();
        ordered.sort_by_cached_key(|&job| rank.of(job, now));
        let mut ordered = ordered.into_iter();
        for (job, _) in self.queue.iter_mut().filter(|it| rank.is_batch(it.0)) {
            *job = ordered.next().unwrap_or(*job);
        }
    }

    /// A job has got processors of a provider at `now`.
    pub fn began(&mut self, now: Time, job: u32, processors: u32) {
        if let Some(usage) = self.order.usage() {
            usage.began(now, job, processors);
        }
    }

    /// A job has given processors of a provider back at `now`.
    pub fn ended(&mut self, now: Time, job: u32, processors: u32) {
        if let Some(usage) = self.order.usage() {
            usage.ended(now, job, processors);
        }
    }

    /// The jobs that wait for its next pass, in order.
    pub fn queue(&self) -> impl Iterator<Item = u32> {
        self.queue.iter().map(|it| it.0)
    }

    /// When the next pass is due, after `now`.
    pub fn next_time(&self, now: Time) -> Option<Time> {
        (!self.queue.is_empty()).then(|| next_multiple(now + 1, self.period.max(1)))
    }
}

/// In which order a pass forwards the batch jobs.
enum PassOrder {
    /// That of their arrival.
    Arrival,
    /// The lowest rank first, equals in order of arrival.
    ByRank(Rank),
}

/// The ranks of batch jobs; reservations have none.
enum Rank {
    /// The rank of each job of the run; it does not change.
    Fixed(Vec<Option<i64>>),
    /// By the usage of the job's owner at all providers so far.
    Used { is_batch: Vec<bool>, usage: OwnerUsage },
}

impl PassOrder {
    fn of(settings: &TwoLevel, jobs: &[Job]) -> Self {
        let by = |rank: &dyn Fn(&Job) -> i64| {
            let batch = |job: &Job| (!job.is_reservation()).then(|| rank(job));
            Self::ByRank(Rank::Fixed(jobs.iter().map(batch).collect()))
        };
        match settings.grid.queue {
            GridQueue::Fcfs => Self::Arrival,
            GridQueue::Largest => by(&|job| -i64::from(job.processors)),
            GridQueue::Shortest => by(&|job| job.limit()),
            GridQueue::Priority => by(&|job| priorities::rank(&settings.local.priority, job)),
            GridQueue::FairShare => {
                let FairShare { among, half_life } = settings.local.fair_share;
                Self::ByRank(Rank::Used {
                    is_batch: jobs.iter().map(|job| !job.is_reservation()).collect(),
                    usage: OwnerUsage::new(priorities::owners(among, jobs), half_life),
                })
            }
        }
    }

    /// The usage that it orders by.
    fn usage(&mut self) -> Option<&mut OwnerUsage> {
        match self {
            Self::ByRank(Rank::Used { usage, .. }) => Some(usage),
            _ => None,
        }
    }
}

impl Rank {
    fn is_batch(&self, job: u32) -> bool {
        match self {
            Self::Fixed(ranks) => ranks[job as usize].is_some(),
            Self::Used { is_batch, .. } => is_batch[job as usize],
        }
    }

    fn of(&self, job: u32, now: Time) -> Option<i64> {
        match self {
            Self::Fixed(ranks) => ranks[job as usize],
            Self::Used { usage, .. } => Some(usage.order(job, now)),
        }
    }
}

fn batch_allocation(settings: &Grid, of: &Inputs) -> Box<dyn BatchAllocator + Send> {
    let rest = settings.batch_allocation.made(of);
    match settings.reservation_allocation {
        ReservationAllocation::StaticPartition => Box::new(BesidePartition { rest }),
        _ => rest,
    }
}
