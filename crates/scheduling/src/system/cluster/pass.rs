//! A pass over the jobs that wait.
//!
//! It is the pass of `ordered` (`policy/local/ordered.rs`), in which a job fits if nodes have room for its chunks until its
//! limit, and a promise holds the nodes that the job would get.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::kept::KeptPromises;
use super::rooms::{Place, Rooms};
use super::waiting::Orders;
use super::waiting::{WaitingJob, WaitingJobs};
use crate::policy::local::turns::Turn;
use crate::policy::local::{Instant, Promises};
use workload::Time;

/// What a pass sees and decides.
pub struct Pass<'a> {
    /// The instant.
    pub now: Time,
    /// The nodes.
    pub rooms: &'a mut Rooms,
    /// The jobs that wait.
    pub waiting: &'a mut WaitingJobs,
    pub orders: &'a Orders,
    /// The promises of the last passes.
    pub kept: &'a mut KeptPromises,
    /// What the formulas read of this instant.
    pub at: Instant,
    /// The jobs that started, with their places.
    pub started: Vec<(WaitingJob, Place)>,
    /// How many of these started although a job whose turn comes before them waits.
    pub backfilled: u64,
    /// What was promised, and to which job nothing could be, if it is to be explained.
    pub told: Option<Vec<Told>>,
    /// The job at which a strict pass ended.
    pub ended_by: Option<u32>,
}

/// A job that had its turn and did not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its index.
    pub job: u32,
    /// The promised start and place; `None` where no time was found.
    pub promise: Option<(Time, Place)>,
}

impl Pass<'_> {
    /// Walks the jobs, then starts the rest that fits.
    pub fn run(&mut self) {
        if self.told.is_none() && !self.any_fits() {
            return;
        }
        let rule = &self.orders.rule;
        if rule.walks() {
            self.walk();
        }
        if !rule.strict {
            if self.orders.backfill_is_constant() {
                self.start_the_rest_by_turn()
            } else {
                self.start_the_rest_by_value()
            }
        }
        self.rooms.withdraw();
        self.count_backfilled();
    }

    /// O(waiting jobs) where the order changes with time, and something started.
    fn count_backfilled(&mut self) {
        if self.started.is_empty() {
            return;
        }
        let turn = |job: &WaitingJob| (self.orders.key(job, false, &self.at), job.arrival);
        let first = if self.orders.walk_is_constant() {
            self.waiting.next_head(None)
        } else {
            self.waiting.all().map(turn).min()
        };
        let ahead = |job: &WaitingJob| first.is_some_and(|first| first < turn(job));
        let backfilled = self.started.iter().filter(|it| ahead(&it.0)).count();
        self.backfilled = backfilled as u64;
    }

    /// Phase 1.
    fn walk(&mut self) {
        self.kept.begin(self.rooms);
        let (mut used_up, mut after) = (0_u32, None);
        let mut by_value = if self.orders.walk_is_constant() { None } else { Some(self.by_value(false)) };
        loop {
            let next = match &mut by_value {
                Some(heap) => heap.pop().map(|it| it.0),
                None => self.waiting.next_head(after),
            };
            after = next;
            let Some(job) = next.and_then(|it| self.waiting.of(it.1)).copied() else {
                return;
            };
            let kept = self.kept.still_good(self.rooms, &job);
            if kept.is_none() && self.start_if_it_fits(&job) {
                continue;
            }
            if self.orders.rule.strict {
                self.ended_by = Some(job.job);
                return;
            }
            // Where nothing fits any more, no promise is needed. To find that out takes longer than a promise.
            let is_due = used_up == 0 || (used_up + 1).is_power_of_two();
            if self.told.is_none() && is_due && !self.any_fits() {
                return;
            }
            self.promise(&job, kept);
            used_up += 1;
            if self.orders.rule.promises == Promises::Count(used_up) {
                return;
            }
        }
    }

    fn promise(&mut self, job: &WaitingJob, kept: Option<(Time, Place)>) {
        let is_new = kept.is_none();
        let found = kept.or_else(|| self.rooms.place_later(job.asked, job.job, job.limit));
        if let Some((from, place)) = &found {
            let until = from.saturating_add(job.limit);
            self.rooms.promise(*from, until, place);
            if is_new {
                self.kept.made(self.rooms, job.job, *from, place);
            }
        }
        if let Some(told) = &mut self.told {
            told.push(Told { job: job.job, promise: found });
        }
    }

    /// Phase 2 in an order that stays the same: of each kind of request the first job that fits, and of these the first.
    fn start_the_rest_by_turn(&mut self) {
        let kinds: Vec<u32> = self.waiting.waiting_kinds().collect();
        let first = |it: &mut Self, kind: u32, after: Option<Turn>| {
            let turn = it.first_that_fits(kind, after)?;
            Some(Reverse((turn, kind)))
        };
        let mut next: BinaryHeap<_> = kinds.into_iter().filter_map(|kind| first(self, kind, None)).collect();
        while let Some(Reverse((turn, kind))) = next.pop() {
            // Another kind may have taken its room meanwhile.
            if let Some(job) = self.waiting.of(turn.1).copied() {
                self.start_if_it_fits(&job);
            }
            next.extend(first(self, kind, Some(turn)));
        }
    }

    /// Phase 2 in an order that changes.
    fn start_the_rest_by_value(&mut self) {
        let mut heap = self.by_value(true);
        while let Some(Reverse(turn)) = heap.pop() {
            if let Some(job) = self.waiting.of(turn.1).copied() {
                self.start_if_it_fits(&job);
            }
        }
    }

    /// The jobs of kinds that may fit by their values now; in the order of the walk all of them.
    fn by_value(&mut self, backfills: bool) -> BinaryHeap<Reverse<Turn>> {
        let mut jobs: Vec<WaitingJob> = self.waiting.all().copied().collect();
        if backfills {
            jobs.retain(|it| self.rooms.chunks_now(it.asked.kind) >= u64::from(it.asked.count));
        }
        let turn = |job: &WaitingJob| Reverse((self.orders.key(job, backfills, &self.at), job.arrival));
        jobs.iter().map(turn).collect()
    }

    fn start_if_it_fits(&mut self, job: &WaitingJob) -> bool {
        let place = self.rooms.place_now(job.asked, job.job, self.now, job.limit);
        let Some(mut place) = place else {
            return false;
        };
        let until = self.now.saturating_add(job.limit);
        self.rooms.start(job.job, until, &mut place);
        self.waiting.remove(job, self.orders.keys(job));
        self.started.push((*job, place));
        true
    }

    /// Whether any job that waits fits.
    fn any_fits(&mut self) -> bool {
        let kinds: Vec<u32> = self.waiting.waiting_kinds().collect();
        kinds.into_iter().any(|it| self.first_that_fits(it, None).is_some())
    }

    /// The first job of a kind that fits, in the order of backfilling, after a turn.
    fn first_that_fits(&mut self, kind: u32, after: Option<Turn>) -> Option<Turn> {
        let chunks = self.rooms.chunks_now(kind);
        let (rooms, now) = (&mut *self.rooms, self.now);
        let fits = |asked, limit| rooms.fits(asked, now, limit);
        self.waiting.first_of(kind, after, chunks, fits)
    }
}
