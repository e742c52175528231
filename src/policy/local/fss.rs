//! Fair share.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use super::queue::place_of;
use super::turns::Span;
use super::{Finds, LocalPolicy, Shown, Waiting, in_order, start_whatever_fits};
use crate::workload::Time;

/// FSS: "resource usage is equally distributed among system users or groups, as opposed to equal
/// distribution among end-user tasks" (Kurowski et al. 2011, Sect. 2.1).
///
/// Takes the waiting jobs by what their owners have used here so far, the least first, equals in
/// order of arrival, and starts whatever fits. Usage is processor seconds, of reservations too,
/// each second counting the less the longer ago it is: half after each half-life.
#[derive(Clone, Debug)]
pub struct FairShare {
    /// The owner, user or group, of each job of the run.
    owners: Arc<[u32]>,
    /// What each owner has used.
    usage: Vec<Usage>,
    /// Seconds after which a past second counts half; 0 never forgets.
    half_life: Time,
}

/// What one owner has used of a provider.
#[derive(Clone, Copy, Debug, Default)]
struct Usage {
    /// Up to this time.
    until: Time,
    /// Processor seconds, faded to then.
    faded: f64,
    /// Processors in use since.
    processors: u32,
}

impl FairShare {
    /// The policy with the owner of each job of the run, numbered from 0, and the half-life in
    /// seconds.
    pub fn new(owners: Arc<[u32]>, half_life: Time) -> Self {
        let count = owners.iter().max().map_or(0, |&owner| owner as usize + 1);
        Self {
            owners,
            usage: vec![Usage::default(); count],
            half_life,
        }
    }

    /// What the owner of `job` has used up to `now`, in processor seconds, faded.
    pub fn used_by_owner(&self, job: u32, now: Time) -> f64 {
        self.usage[self.owners[job as usize] as usize].at(now, self.half_life)
    }

    /// The same pass by an index in which the jobs of each owner stand together.
    ///
    /// Of each owner it knows the first job that fits. Room only ever shrinks in a pass: whoever does
    /// not fit does not fit at his turn.
    fn pass_by_owner(&self, shown: &mut Shown) {
        let mut first = BinaryHeap::new();
        let mut span = Span::ALL;
        while let Some((owner, arrival)) = shown.first_of_that_fits(&span) {
            let job = shown.queue[place_of(shown.queue, arrival)].job;
            let used = order(self.used_by_owner(job, shown.now));
            first.push(Reverse((used, arrival, owner)));
            span.after = Some((owner, u32::MAX));
        }
        while let Some(Reverse((used, arrival, owner))) = first.pop() {
            let place = place_of(shown.queue, arrival);
            if shown.fits(place) {
                shown.start(place);
            }
            let others = Span {
                after: Some((owner, arrival)),
                below: Some(owner + 1),
            };
            if let Some((_, next)) = shown.first_of_that_fits(&others) {
                first.push(Reverse((used, next, owner)));
            }
        }
    }

    fn change(&mut self, now: Time, job: u32, change: impl Fn(u32) -> u32) {
        let usage = &mut self.usage[self.owners[job as usize] as usize];
        usage.faded = usage.at(now, self.half_life);
        usage.until = now;
        usage.processors = change(usage.processors);
    }
}

impl Usage {
    /// The integral of the processors in use, each second faded by its age.
    fn at(&self, now: Time, half_life: Time) -> f64 {
        let seconds = (now - self.until) as f64;
        let processors = f64::from(self.processors);
        if half_life == 0 {
            return self.faded + processors * seconds;
        }
        let fading = libm::exp2(-seconds / half_life as f64);
        let mean_life = half_life as f64 / std::f64::consts::LN_2;
        self.faded * fading + processors * mean_life * (1.0 - fading)
    }
}

/// The order of usages as that of whole numbers.
fn order(used: f64) -> i64 {
    // They are never below zero, where numbers and their bits have the same order.
    used.to_bits() as i64
}

impl LocalPolicy for FairShare {
    fn pass(&mut self, shown: &mut Shown) {
        if shown.left.turns().is_some() {
            return self.pass_by_owner(shown);
        }
        let queue = shown.queue;
        let now = shown.now;
        start_whatever_fits(shown, || in_order(queue, |job| self.order(job, now)));
    }

    fn order(&self, job: &Waiting, now: Time) -> i64 {
        order(self.used_by_owner(job.job, now))
    }

    fn finds(&self) -> Finds {
        Finds::ByTurn
    }

    fn filed(&self, job: &Waiting) -> i64 {
        self.owners[job.job as usize].into()
    }

    fn began(&mut self, now: Time, job: u32, processors: u32) {
        self.change(now, job, |in_use| in_use + processors);
    }

    fn ended(&mut self, now: Time, job: u32, processors: u32) {
        self.change(now, job, |in_use| in_use - processors);
    }
}
