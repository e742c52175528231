//! Sizes, and the run times, limits and users of the jobs of each class of sizes.

use std::collections::BTreeMap;

use libm::{exp, log, round};

use crate::draw::Draw;
use crate::{Job, Time};

/// A limit that fewer jobs ask for could tell of which job a generated one is made.
const FEW: usize = 5;

/// A job without its submission.
pub(super) struct Drawn {
    pub(super) size: u32,
    pub(super) run_time: Time,
    /// The limit, if the log knows one.
    pub(super) limit: Option<Time>,
    pub(super) is_unlimited: bool,
    /// The user, by the log's number.
    pub(super) user: i64,
}

/// The jobs of a log by classes of sizes, from one power of two to before the next.
pub(super) struct Classes<'a> {
    /// All jobs: their sizes have the log's frequencies.
    jobs: &'a [Job],
    /// The jobs of each class by its smallest size, ascending by run time.
    classes: BTreeMap<u32, Vec<&'a Job>>,
    /// The limits of the log, each with the next greater one and how many jobs have it.
    limits: BTreeMap<Time, (Time, usize)>,
}

impl<'a> Classes<'a> {
    /// Those of some jobs; `None` if there are none.
    pub(super) fn of(jobs: &'a [Job]) -> Option<Self> {
        if jobs.is_empty() || u32::try_from(jobs.len()).is_err() {
            return None;
        }
        let mut classes: BTreeMap<u32, Vec<&Job>> = BTreeMap::new();
        let mut counts: BTreeMap<Time, usize> = BTreeMap::new();
        for job in jobs {
            classes.entry(class(job.processors)).or_default().push(job);
            if let Some(limit) = limit(job) {
                *counts.entry(limit).or_default() += 1;
            }
        }
        for class in classes.values_mut() {
            class.sort_by_key(|job| (job.run_time, job.requested_time, job.id));
        }
        let greater = counts.keys().skip(1).chain(counts.keys().next_back());
        let limits = counts.iter().zip(greater);
        let limits = limits.map(|((&limit, &count), &next)| (limit, (next, count)));
        Some(Self { jobs, classes, limits: limits.collect() })
    }

    /// A job: its size is that of any job, the rest that of any job of its class. So the run times of a class are those of the
    /// log within the distance of neighbours, and no record is copied unless others equal it.
    pub(super) fn draw(&self, draw: &mut Draw) -> Drawn {
        let size = self.jobs[place(self.jobs.len(), draw)].processors;
        let class = &self.classes[&class(size)];
        let at = place(class.len(), draw);
        let job = class[at];
        let next = class.get(at + 1).unwrap_or(&job);
        let run_time = between(job.run_time, next.run_time, draw);
        let limit = limit(job).map(|limit| match self.limits[&limit] {
            (next, count) if count < FEW => between(limit, next, draw),
            _ => limit,
        });
        // A job within its limit stays so.
        let run_time = match limit {
            Some(limit) if job.run_time <= job.requested_time => run_time.min(limit),
            _ => run_time,
        };
        Drawn { size, run_time, limit, is_unlimited: job.is_unlimited, user: job.logged.user }
    }
}

/// The smallest size of a class.
fn class(size: u32) -> u32 {
    1 << size.max(1).ilog2()
}

/// The limit of a job, if the log knows one.
fn limit(job: &Job) -> Option<Time> {
    (job.limit_known && !job.is_unlimited).then_some(job.requested_time)
}

fn place(count: usize, draw: &mut Draw) -> usize {
    draw.below(count as u32) as usize
}

/// A whole number from the one to the other, at most, uniform in its logarithm. Both are above 0.
fn between(least: Time, most: Time, draw: &mut Draw) -> Time {
    let part = draw.unit();
    if least >= most {
        return least;
    }
    let (low, high) = (log(least as f64), log(most as f64));
    let drawn = round(exp(low + part * (high - low))) as Time;
    drawn.clamp(least, most)
}
