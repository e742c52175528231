//! The order in which jobs become eligible, some of them when others have ended.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use base::ordering::sort_by_key;
use workload::{Job, Time};

/// The jobs of a run that have not arrived yet, in order of the instant at which they become eligible, then of
/// submission, then of place.
///
/// A job with a predecessor is not among them until that one is settled: it is then submitted its think time later
/// (fields 17 and 18 of SWF), sooner or later than in the log.
#[derive(Clone, Debug)]
pub struct Arrivals {
    /// The jobs without a predecessor, in order.
    order: Vec<u32>,
    arrived: usize,
    /// How many jobs have arrived in all.
    count: u32,
    /// The number of each job in the order of arrival; [`u32::MAX`] before it arrives.
    numbers: Vec<u32>,
    /// Jobs that have been released by the end of another one.
    released: BinaryHeap<Reverse<(Time, Time, u32)>>,
    /// The jobs with a predecessor, by predecessor.
    successors: Vec<(u32, u32)>,
    /// The jobs that have released their successors, where there are any.
    are_settled: Vec<bool>,
}

impl Arrivals {
    /// All `jobs` of a run, in order of submission. O(n log n).
    pub fn of(jobs: &[Job]) -> Self {
        let indexed = || (0..).zip(jobs);
        let mut order: Vec<u32> = indexed().filter(|(_, job)| job.predecessor.is_none()).map(|(at, _)| at).collect();
        // They mostly are in this order already.
        sort_by_key(&mut order, |&at| {
            let job = &jobs[at as usize];
            (job.eligible(), job.submit, at)
        });
        let after = |(at, job): (u32, &Job)| Some((job.predecessor?.job, at));
        let mut successors: Vec<(u32, u32)> = indexed().filter_map(after).collect();
        successors.sort_unstable();
        let are_settled = if successors.is_empty() { Vec::new() } else { vec![false; jobs.len()] };
        Self {
            are_settled,
            order,
            arrived: 0,
            count: 0,
            numbers: vec![u32::MAX; jobs.len()],
            released: BinaryHeap::new(),
            successors,
        }
    }

    /// The job that arrives next and when; `None` if none is left or all others wait for jobs that are not settled. O(1).
    pub fn next(&self, jobs: &[Job]) -> Option<(u32, Time)> {
        let of_log = self.order.get(self.arrived).map(|&at| {
            let job = &jobs[at as usize];
            (job.eligible(), job.submit, at)
        });
        let released = self.released.peek().map(|it| it.0);
        let (time, _, job) = match (of_log, released) {
            (Some(first), Some(second)) => first.min(second),
            (first, second) => first.or(second)?,
        };
        Some((job, time))
    }

    /// Takes the next job if it arrives by `now`. O(log n).
    pub fn pop_due(&mut self, jobs: &[Job], now: Time) -> Option<u32> {
        let (job, _) = self.next(jobs).filter(|it| it.1 <= now)?;
        if self.order.get(self.arrived) == Some(&job) {
            self.arrived += 1;
        } else {
            self.released.pop();
        }
        self.numbers[job as usize] = self.count;
        self.count += 1;
        Some(job)
    }

    /// How many jobs have arrived.
    pub const fn count(&self) -> usize {
        self.count as usize
    }

    /// The place of a job in the order of arrival, from 0; [`u32::MAX`] before it arrives.
    pub fn number(&self, job: u32) -> u32 {
        self.numbers[job as usize]
    }

    /// The end of a job at `now`: the jobs that wait for it are submitted their think time later. O(log n) and O(log n)
    /// for each of them.
    pub fn ended(&mut self, jobs: &mut [Job], job: u32, now: Time) {
        self.settled(jobs, job, |_, think_time| now.saturating_add(think_time.into()));
    }

    /// The rejection of a job at `now`: the jobs that wait for it are submitted now or when the log says, whichever is
    /// later. As [`Arrivals::ended`].
    pub fn rejected(&mut self, jobs: &mut [Job], job: u32, now: Time) {
        self.settled(jobs, job, |logged, _| logged.max(now));
    }

    fn settled(&mut self, jobs: &mut [Job], job: u32, submit: impl Fn(Time, u32) -> Time) {
        let is_settled = self.are_settled.get_mut(job as usize);
        // Without successors there is nothing to do; a job is settled once.
        if is_settled.is_none_or(|it| std::mem::replace(it, true)) {
            return;
        }
        let first = self.successors.partition_point(|it| it.0 < job);
        let its = self.successors[first..].iter().take_while(|it| it.0 == job);
        for &(_, successor) in its {
            let next = &mut jobs[successor as usize];
            let think_time = next.predecessor.map_or(0, |it| it.think_time);
            next.submit = submit(next.submit, think_time);
            let key = (next.eligible(), next.submit, successor);
            self.released.push(Reverse(key));
        }
    }
}

/// Jobs with a time ahead, the earliest first; at one time the lowest job index first.
#[derive(Clone, Debug, Default)]
pub struct EventQueue {
    heap: BinaryHeap<Reverse<(Time, u32)>>,
}

impl EventQueue {
    /// Something happens to `job` at `time`. O(log n).
    pub fn push(&mut self, time: Time, job: u32) {
        self.heap.push(Reverse((time, job)));
    }

    /// How many events are still to come.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether there are no future events.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    pub fn next_time(&self) -> Option<Time> {
        self.heap.peek().map(|&Reverse((time, _))| time)
    }

    /// The jobs with a time ahead, in no particular order.
    pub fn jobs(&self) -> impl Iterator<Item = u32> {
        self.heap.iter().map(|&Reverse((_, job))| job)
    }

    /// Takes the next event if it happens by `now`. O(log n).
    pub fn pop_due(&mut self, now: Time) -> Option<u32> {
        if self.next_time()? > now {
            return None;
        }
        let Reverse((_, job)) = self.heap.pop()?;
        Some(job)
    }
}
