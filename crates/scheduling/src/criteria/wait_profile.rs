//! How the jobs of a run waited, in classes: job by job, yet small enough to be kept of many runs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::distribution::{Distribution, jobs_that_ran};
use super::job_figures::wait;
use super::starts::{Start, starts};
use crate::engine::queuing_delay::{self, QueuingDelay};
use crate::engine::{Run, Status};
use workload::Time;

/// Width of a class of waits, in seconds: a quarter of an hour.
pub const CLASS: Time = 900;

/// Number of classes: five days. Longer waits form one class.
const CLASSES: usize = 480;

/// Run times of a class are below its bound, in seconds, and not below the bound before.
pub const RUN_TIMES: [(Time, &str); 14] = [
    (60, "< 1 min"),
    (600, "1–10 min"),
    (3_600, "10–60 min"),
    (7_200, "1–2 h"),
    (10_800, "2–3 h"),
    (14_400, "3–4 h"),
    (18_000, "4–5 h"),
    (21_600, "5–6 h"),
    (25_200, "6–7 h"),
    (28_800, "7–8 h"),
    (32_400, "8–9 h"),
    (36_000, "9–10 h"),
    (86_400, "10–24 h"),
    (Time::MAX, "≥ 1 d"),
];

/// How the jobs that ran waited.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WaitProfile {
    /// From the ready time to the start, as all criteria count it.
    pub from_ready: Waits,
    /// From the submission to the start: for reservations longer by their lead.
    pub from_submission: Waits,
    /// By run time, as [`RUN_TIMES`] has it.
    pub by_run_time: [RunTimeClass; RUN_TIMES.len()],
    /// By how many processors they took: one entry for each number, in ascending order.
    #[serde(default)]
    pub by_size: Vec<SizeClass>,
    /// Normalized queuing delay of all, then by run time, as [`queuing_delay::CLASSES`] has it.
    #[serde(default)]
    pub queuing_delay: [Delay; queuing_delay::CLASSES + 1],
    /// The queuing delay of the jobs of each queue, by its number in ascending order.
    #[serde(default)]
    pub queuing_delay_of_queues: Vec<(i64, [Delay; queuing_delay::CLASSES + 1])>,
    /// How many batch jobs started while one submitted earlier was waiting at the same provider.
    #[serde(default)]
    pub backfilled: u32,
}

/// Normalized queuing delay in four ways ([`queuing_delay::QueuingDelay`]); 0 of no job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Delay {
    /// The number of jobs.
    pub jobs: u64,
    /// Weighted by processor seconds.
    pub weighted: f64,
    /// Weighted by run time.
    #[serde(default)]
    pub weighted_by_time: f64,
    /// By run time, mean over jobs.
    pub by_run_time: f64,
    /// By limit, mean over jobs.
    pub by_limit: f64,
}

/// How many jobs waited how long.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Waits {
    /// By classes of [`CLASS`] seconds, from 0 on: a wait of a bound belongs to the class that it begins.
    counts: Vec<u32>,
    /// The longest, in seconds; 0 of none.
    pub longest: Time,
    /// The sum of all, in seconds.
    sum: Time,
}

/// The jobs of one size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SizeClass {
    pub processors: u32,
    /// How many jobs ran.
    pub jobs: u32,
    /// The sum of their waits from the ready time, in seconds.
    pub wait: f64,
}

/// The jobs of a class of run times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunTimeClass {
    /// How many jobs ran.
    pub jobs: u32,
    /// The sum of their waits from the ready time, in seconds.
    pub wait: f64,
    /// The sum of their temporal penalties, wait by run time (Castillo et al. 2009, Sect. 5).
    pub penalty: f64,
    /// The least of their temporal penalties that half of them do not exceed; 0 of none.
    pub median_penalty: f64,
}

impl WaitProfile {
    /// The profile of the jobs that ran. O(n log n).
    pub fn new(run: &Run) -> Self {
        let mut profile = Self::default();
        let mut penalties: [Vec<f64>; RUN_TIMES.len()] = Default::default();
        let mut by_size: BTreeMap<u32, SizeClass> = BTreeMap::new();
        for (job, outcome) in jobs_that_ran(run, None) {
            let from_ready = wait(job, outcome);
            profile.from_ready.add(from_ready);
            profile.from_submission.add(outcome.start - job.submit);
            let size = by_size.entry(job.processors).or_default();
            size.processors = job.processors;
            size.jobs += 1;
            size.wait += from_ready as f64;
            // A job that ends as it starts counts as one of a second, as its limit would.
            let ran = outcome.ran.max(1);
            let at = RUN_TIMES.partition_point(|&(bound, _)| bound <= ran).min(RUN_TIMES.len() - 1);
            let class = &mut profile.by_run_time[at];
            class.jobs += 1;
            class.wait += from_ready as f64;
            class.penalty += from_ready as f64 / ran as f64;
            penalties[at].push(from_ready as f64 / ran as f64);
        }
        for (class, penalties) in profile.by_run_time.iter_mut().zip(penalties) {
            let median = Distribution::new(penalties).percentile(50.0);
            class.median_penalty = median.unwrap_or(0.0);
        }
        profile.by_size = by_size.into_values().collect();
        let delays = queuing_delay::queuing_delays(&run.jobs, &run.schedule);
        profile.queuing_delay = delays.map(Delay::from);
        let mut of_queues: BTreeMap<i64, [QueuingDelay; queuing_delay::CLASSES + 1]> = BTreeMap::new();
        for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
            if outcome.status != Status::Rejected {
                let delays = of_queues.entry(job.logged.queue).or_default();
                delays[0].add(job, outcome);
                delays[queuing_delay::class_of(outcome.ran) + 1].add(job, outcome);
            }
        }
        let of_queues = of_queues.into_iter();
        profile.queuing_delay_of_queues = of_queues.map(|(queue, delays)| (queue, delays.map(Delay::from))).collect();
        let starts = starts(run);
        let backfilled = starts.iter().filter(|it| **it == Some(Start::Backfilled));
        profile.backfilled = backfilled.count() as u32;
        profile
    }

    /// The jobs that took more than `above` processors, and at most `most`, together.
    pub fn of_sizes(&self, above: u32, most: u32) -> SizeClass {
        let mut all = SizeClass { processors: most, ..SizeClass::default() };
        let within = |it: &&SizeClass| it.processors > above && it.processors <= most;
        for size in self.by_size.iter().filter(within) {
            all.jobs += size.jobs;
            all.wait += size.wait;
        }
        all
    }

    /// The jobs of the classes of run times from one bound to another, in seconds, which are among
    /// those of [`RUN_TIMES`]: their number and sums, but no median.
    pub fn of_run_times(&self, from: Time, below: Time) -> RunTimeClass {
        let mut all = RunTimeClass::default();
        for ((bound, _), class) in RUN_TIMES.iter().zip(&self.by_run_time) {
            if *bound <= from || *bound > below {
                continue;
            }
            all.jobs += class.jobs;
            all.wait += class.wait;
            all.penalty += class.penalty;
        }
        all
    }
}

impl From<QueuingDelay> for Delay {
    fn from(it: QueuingDelay) -> Self {
        Self {
            jobs: it.jobs(),
            weighted: it.weighted().unwrap_or(0.0),
            weighted_by_time: it.weighted_by_time().unwrap_or(0.0),
            by_run_time: it.by_run_time().unwrap_or(0.0),
            by_limit: it.by_limit().unwrap_or(0.0),
        }
    }
}

impl Waits {
    fn add(&mut self, wait: Time) {
        let class = (wait.max(0) / CLASS).min(CLASSES as Time) as usize;
        if self.counts.len() <= class {
            self.counts.resize(class + 1, 0);
        }
        self.counts[class] += 1;
        self.longest = self.longest.max(wait);
        self.sum = self.sum.saturating_add(wait);
    }

    pub fn jobs(&self) -> u64 {
        self.counts.iter().map(|&count| u64::from(count)).sum()
    }

    /// The mean, in seconds; 0 of none.
    pub fn mean(&self) -> f64 {
        super::ratio(self.sum as f64, self.jobs() as f64)
    }

    /// The share, 0 to 1, of the jobs whose wait was at least `from` classes of [`CLASS`] seconds and
    /// less than `below`; 0 without jobs. Waits longer than the last class count as the last class.
    pub fn share(&self, from: usize, below: usize) -> f64 {
        let count: u64 = self.counts.iter().take(below).skip(from).map(|&count| u64::from(count)).sum();
        super::ratio(count as f64, self.jobs() as f64)
    }
}

impl SizeClass {
    /// Their mean wait, in seconds; 0 of none.
    pub fn mean_wait(&self) -> f64 {
        super::ratio(self.wait, f64::from(self.jobs))
    }
}

impl RunTimeClass {
    /// Their mean wait, in seconds; 0 of none.
    pub fn mean_wait(&self) -> f64 {
        super::ratio(self.wait, f64::from(self.jobs))
    }

    /// Their mean temporal penalty; 0 of none.
    pub fn mean_penalty(&self) -> f64 {
        super::ratio(self.penalty, f64::from(self.jobs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Outcome, Schedule, Status};
    use crate::system::testing::{job, named};

    /// The profile of jobs that each start at a time: submission, processors, run time and limit.
    fn profile(platform: u32, text: &str) -> WaitProfile {
        let ran = |text| {
            let job = job(text);
            let start = named(text, "start=").expect(text);
            let end = start + job.run_time;
            (job.clone(), Outcome { status: Status::Done, start, end, ran: job.run_time, ..Outcome::UNSEEN })
        };
        let (jobs, outcomes) = text.split(',').filter(|it| !it.is_empty()).map(ran).unzip();
        let schedule = Schedule { outcomes, ..Schedule::default() };
        WaitProfile::new(&Run { platform: vec![platform], jobs, schedule, ..Run::default() })
    }

    #[test]
    fn waits_are_counted_from_ready_time_and_from_submission() {
        let it = profile(
            1,
            "0 1 30 30 start=0, 0 1 60 60 start=899, 0 1 7200 7200 from=900 start=1800, 0 1 90000 90000 start=900000",
        );
        let shares = |waits: &Waits| [waits.share(0, 1), waits.share(1, 2), waits.share(2, 3)];
        assert_eq!(shares(&it.from_ready), [0.5, 0.25, 0.0]);
        assert_eq!(shares(&it.from_submission), [0.5, 0.0, 0.25]);
        // A wait longer than the last class counts in it.
        assert_eq!(it.from_ready.share(CLASSES, CLASSES + 1), 0.25);
        assert_eq!((it.from_ready.jobs(), it.from_ready.longest), (4, 900_000));
        assert_eq!(it.from_ready.mean(), (899.0 + 900.0 + 900_000.0) / 4.0);
        assert_eq!(it.from_submission.mean(), (899.0 + 1_800.0 + 900_000.0) / 4.0);
    }

    #[test]
    fn delays_of_queues_are_told_apart_and_jobs_that_overtake_are_counted() {
        // The second overtakes the first, which waits for 100 s.
        let it = profile(4, "0 3 100 100 queue=7 start=100, 0 1 50 50 queue=2 start=10");
        assert_eq!(it.backfilled, 1);
        let all = it.queuing_delay[0];
        assert_eq!(all.weighted, (3.0 * 200.0 + 60.0) / (3.0 * 100.0 + 50.0));
        assert_eq!(all.weighted_by_time, 260.0 / 150.0);
        let of_queues = it
            .queuing_delay_of_queues
            .iter()
            .map(|(queue, delays)| (*queue, delays[0].weighted_by_time, delays[2].jobs));
        assert!(of_queues.eq([(2, 60.0 / 50.0, 1), (7, 2.0, 0)]));
    }

    #[test]
    fn waits_are_counted_by_size() {
        let it = profile(64, "0 1 5 5 start=10, 0 50 5 5 start=20, 0 50 5 5 from=5 start=45");
        assert!(it.by_size.iter().map(|it| (it.processors, it.jobs)).eq([(1, 1), (50, 2)]));
        let mean = |above, most| it.of_sizes(above, most).mean_wait();
        assert_eq!((mean(0, 49), mean(49, 50), mean(0, 50)), (10.0, 30.0, 70.0 / 3.0));
        assert_eq!((mean(50, 99), it.of_sizes(50, 99).jobs), (0.0, 0));
    }

    #[test]
    fn penalties_are_counted_by_run_time() {
        let it = profile(
            1,
            "0 1 0 1 start=5, 0 1 60 60 start=30, 0 1 599 599 start=60, 0 1 7200 7200 start=7200,
             0 1 7199 7199 start=0",
        );
        let jobs = it.by_run_time.map(|class| class.jobs);
        assert_eq!(format!("{jobs:?}"), "[1, 2, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]");
        let minutes = it.of_run_times(60, 600);
        assert_eq!((minutes.jobs, minutes.mean_wait()), (2, 45.0));
        assert_eq!(minutes.mean_penalty(), (0.5 + 60.0 / 599.0) / 2.0);
        assert_eq!(it.by_run_time[1].median_penalty, 60.0 / 599.0);
        assert_eq!(it.by_run_time[2].median_penalty, 0.0);
        let all = it.of_run_times(0, Time::MAX);
        assert_eq!((all.jobs, all.wait), (5, 7_295.0));
        // A job of no length counts as one of a second.
        assert_eq!(it.of_run_times(0, 60).mean_penalty(), 5.0);
        assert_eq!(profile(1, "").of_run_times(0, Time::MAX).mean_wait(), 0.0);
    }
}
