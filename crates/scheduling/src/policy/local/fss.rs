//! Fair share.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use super::queue::place_of;
use super::turns::Span;
use super::{Arrival, Finds, LocalPass, LocalPolicy, Waiting, in_order, start_all_that_fit};
use crate::policy::usage::OwnerUsage;
use workload::Time;

/// FSS: "resource usage is equally distributed among system users or groups, as opposed to equal
/// distribution among end-user tasks" (Kurowski et al. 2011, Sect. 2.1).
///
/// Takes the waiting jobs by their owners' usage at this provider so far, the least first, ties in
/// order of arrival, and starts every job that fits. Usage is processor seconds, including
/// reservations, each second counting the less the longer ago it is: half after each half-life.
#[derive(Clone, Debug)]
pub struct FairShare {
    usage: OwnerUsage,
}

impl FairShare {
    /// The policy with the owner of each job of the run, numbered from 0, and the half-life in
    /// seconds.
    pub fn new(owners: Arc<[u32]>, half_life: Time) -> Self {
        let usage = OwnerUsage::new(owners, half_life);
        Self { usage }
    }

    /// The usage of the owner of `job` up to `now`, in processor seconds, faded.
    pub fn used_by_owner(&self, job: u32, now: Time) -> f64 {
        self.usage.used_by_owner(job, now)
    }

    /// The same pass by an index in which the jobs of each owner stand together.
    ///
    /// The index gives the first job of each owner that fits. Room only ever shrinks in a pass: a job
    /// that does not fit does not fit later in the pass.
    fn pass_by_owner(&self, pass: &mut LocalPass) {
        let mut first = BinaryHeap::new();
        let mut span = Span::ALL;
        while let Some((owner, arrival)) = pass.first_of_that_fits(&span) {
            let job = pass.queue[place_of(pass.queue, arrival)].job;
            let used = self.usage.order(job, pass.now);
            first.push(Reverse((used, arrival, owner)));
            span.after = Some((owner, Arrival(u32::MAX)));
        }
        while let Some(Reverse((used, arrival, owner))) = first.pop() {
            let place = place_of(pass.queue, arrival);
            if pass.fits(place) {
                pass.start(place);
            }
            let others = Span { after: Some((owner, arrival)), below: Some(owner + 1) };
            if let Some((_, next)) = pass.first_of_that_fits(&others) {
                first.push(Reverse((used, next, owner)));
            }
        }
    }
}

impl LocalPolicy for FairShare {
    fn pass(&mut self, pass: &mut LocalPass) {
        if pass.left.turns().is_some() {
            return self.pass_by_owner(pass);
        }
        let queue = pass.queue;
        let now = pass.now;
        start_all_that_fit(pass, || in_order(queue, |job| self.order(job, now)));
    }

    fn order(&self, job: &Waiting, now: Time) -> i64 {
        self.usage.order(job.job, now)
    }

    fn finds(&self) -> Finds {
        Finds::ByTurn
    }

    fn filed(&self, job: &Waiting) -> i64 {
        self.usage.owner(job.job).into()
    }

    fn began(&mut self, now: Time, job: u32, processors: u32) {
        self.usage.began(now, job, processors);
    }

    fn ended(&mut self, now: Time, job: u32, processors: u32) {
        self.usage.ended(now, job, processors);
    }
}
