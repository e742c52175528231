//! The jobs of a run in groups: by partition, account, user and so on, by size or by month of submission. Of each how
//! many, how many processor hours, and how long they waited, in the run and in the log.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::class_means::size_name;
use super::distribution::{WAITS_AT, nearest_ranks};
use super::job_figures::{bounded_slowdown, has_run, logged_wait, wait};
use super::span::Span;
use crate::engine::{Outcome, Run};
use base::ordering::sort_by_key;
use base::setting::setting;
use base::slices;
use base::slices::{AtOnce, Pace, at_once, rest};
use workload::calendar::civil;
use workload::clock::Clock;
use workload::{Job, LogNames, NameKind, Time, UNKNOWN};

const DAY: Time = 86_400;

/// The length of a month where the log has no date, in days.
const MONTH: Time = 30;

setting! {
    /// The property by which jobs are grouped.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum GroupBy {
        /// The partition of the logged system.
        Partition {
            key: "partition",
            name: "Partition",
            about: "The partition of the logged system.",
        }
        /// The account that was charged.
        Account {
            key: "account",
            name: "Account",
            about: "The account that was charged for a job.",
        }
        /// The user of the log.
        User {
            key: "user",
            name: "User",
            about: "The user that submitted a job.",
        }
        /// The user's group.
        Group {
            key: "group",
            name: "Group",
            about: "The group of the user that submitted a job.",
        }
        /// The queue of the logged system.
        Queue {
            key: "queue",
            name: "Queue",
            about: "The queue of the logged system.",
        }
        /// The quality of service.
        Qos {
            key: "qos",
            name: "QOS",
            about: "The quality of service of a job.",
        }
        /// The size s of a job, in classes from one power of two to before the next.
        Size {
            key: "size",
            name: "Size",
            about: "The processors that a job needs, in classes: 1, 2–3, 4–7, 8–15, and so on.",
        }
        /// The month of submission.
        Month {
            key: "month",
            name: "Month",
            about: "The month in which a job was submitted, by the clock of the log, in its own zone; without a date 30 days each, \
                    from the log's start.",
        }
    }
}

impl GroupBy {
    /// Its key, as files and the command line write it.
    pub const fn key(self) -> &'static str {
        self.row().key
    }

    /// The kind of names behind its numbers; `None` of a size and a month, which the log does not number.
    pub const fn names(self) -> Option<NameKind> {
        match self {
            Self::Partition => Some(NameKind::Partition),
            Self::Account => Some(NameKind::Account),
            Self::User => Some(NameKind::User),
            Self::Group => Some(NameKind::Group),
            Self::Queue => Some(NameKind::Queue),
            Self::Qos => Some(NameKind::Qos),
            Self::Size | Self::Month => None,
        }
    }

    /// The number of the log by which it groups a job, if it has names.
    fn logged(self, job: &Job) -> Option<i64> {
        match self {
            Self::Partition => Some(job.logged.partition),
            Self::Account => Some(job.logged.account.into()),
            Self::User => Some(job.logged.user),
            Self::Group => Some(job.logged.group),
            Self::Queue => Some(job.logged.queue),
            Self::Qos => Some(job.logged.qos.into()),
            Self::Size | Self::Month => None,
        }
    }

    /// Those by which a run can be grouped: a number of the log only if it is known of some job. O(jobs).
    pub fn offered(run: &Run) -> Vec<Self> {
        let is_known = |by: Self| {
            let mut numbers = run.jobs.iter().map(|job| by.logged(job));
            numbers.any(|it| it != Some(UNKNOWN))
        };
        Self::ALL.into_iter().filter(|&by| is_known(by)).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grouping {
    /// By this property.
    pub by: GroupBy,
    /// Only the jobs submitted in this span; `None` for all.
    pub span: Option<Span>,
    /// The log's clock; `None` where it has no date.
    pub clock: Option<Clock>,
    /// Whether the waits of the log are told beside those of the run.
    pub with_log: bool,
    /// This many groups at most; the others are summed up. `usize::MAX` for all.
    pub most: usize,
}

impl Grouping {
    /// All jobs and all groups by this property, the log's waits left out.
    pub const fn new(by: GroupBy) -> Self {
        Self { by, span: None, clock: None, with_log: false, most: usize::MAX }
    }

    /// The number of the group of a job: the log's; of a size the smallest of its class; of a month the months since
    /// year 0 or, without a date, since the log's start.
    fn number(&self, job: &Job, ticks_per_second: Time) -> i64 {
        if let Some(number) = self.by.logged(job) {
            return number;
        }
        if self.by == GroupBy::Size {
            return 1 << job.processors.max(1).ilog2();
        }
        let submit = job.submit.div_euclid(ticks_per_second);
        match self.clock {
            Some(clock) => {
                let (year, month, _) = civil(clock.local(submit).0.div_euclid(DAY));
                year * 12 + month - 1
            }
            None => submit.div_euclid(MONTH * DAY),
        }
    }

    /// The label of a group: `user u001`, or `user 12` without a name, `user not known`, `4–7 processors`, `2024-03`, `days 30–59`.
    pub fn label(&self, number: i64, names: Option<&LogNames>) -> String {
        if let Some(kind) = self.by.names() {
            let word = kind.word();
            let named =
                names.map_or_else(|| LogNames::default().label(kind, number), |names| names.label(kind, number));
            return named.unwrap_or_else(|| format!("{word} not known"));
        }
        match (self.by, self.clock) {
            (GroupBy::Month, Some(_)) => {
                let (year, month) = (number.div_euclid(12), number.rem_euclid(12) + 1);
                format!("{year:04}-{month:02}")
            }
            (GroupBy::Month, None) => {
                let first = number.saturating_mul(MONTH);
                format!("days {first}–{}", first.saturating_add(MONTH - 1))
            }
            _ => {
                let first = u32::try_from(number).unwrap_or(u32::MAX);
                let last = first.saturating_add(first.saturating_sub(1));
                let noun = if first == 1 { "processor" } else { "processors" };
                format!("{} {noun}", size_name((first, last)))
            }
        }
    }
}

/// The groups of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grouped {
    /// By this property.
    pub by: GroupBy,
    /// Of months the zone in which they begin; `None` where the log has no date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// In order of their processor hours, the most first; of equals the smaller number comes first.
    pub groups: Vec<Group>,
    /// The groups beyond those, how many and summed up: their percentiles are of all their jobs together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<(usize, Group)>,
}

/// The jobs of a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// Its label ([`Grouping::label`]).
    #[serde(rename = "group")]
    pub label: String,
    /// Its number, which [`Grouping::label`] puts in words: ascending in sizes and months.
    #[serde(skip)]
    pub number: i64,
    /// Its jobs, the rejected ones among them.
    pub jobs: usize,
    /// Its jobs that never ran.
    pub rejected: usize,
    /// Processors times the hours in which its jobs ran, those that were lost by preemption among them. The rest of a
    /// reservation that outlasts its job, and suspensions, do not count.
    pub processor_hours: f64,
    /// How its jobs that ran waited; `None` if none did.
    pub simulated: Option<Waits>,
    /// How its jobs waited in the logged system: those of which the log gives wait and run time. `None` if there are
    /// none, or the log was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logged: Option<Waits>,
    /// How many of its jobs are not among those, if the log was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_logged_wait: Option<usize>,
}

/// How some jobs waited, in seconds. Percentiles are by the nearest rank: the least wait that this share of the
/// jobs does not exceed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Waits {
    /// How many jobs, at least one.
    pub jobs: usize,
    /// Their mean wait: in the run from the ready time to the first start; in the log from when the job was eligible, of a
    /// reservation from its submission.
    pub mean_waiting_time: f64,
    /// The 50th percentile.
    pub median_waiting_time: f64,
    /// The 90th percentile.
    pub waiting_time_90: f64,
    /// The 99th percentile.
    pub waiting_time_99: f64,
    /// Their mean bounded slowdown; in the log of wait, run time and suspensions.
    pub mean_bounded_slowdown: f64,
}

/// The groups of a run. O(n log g) for n jobs in g groups.
pub fn groups(run: &Run, grouping: &Grouping) -> Grouped {
    at_once(groups_in_slices(run, grouping, &AtOnce))
}

/// The same in slices, for a page that has to react in between.
pub async fn groups_in_slices(run: &Run, grouping: &Grouping, pace: &dyn Pace) -> Grouped {
    let mut sums: BTreeMap<i64, Sums> = BTreeMap::new();
    let ticks_per_second = Time::from(run.tick.per_second());
    let outcomes = run.schedule.outcomes.chunks(slices::ITEMS);
    for (jobs, outcomes) in run.jobs.chunks(slices::ITEMS).zip(outcomes) {
        for (job, outcome) in jobs.iter().zip(outcomes) {
            if grouping.span.is_some_and(|span| !span.holds(job.submit)) {
                continue;
            }
            let sum = sums.entry(grouping.number(job, ticks_per_second)).or_default();
            sum.add(job, outcome, run);
            if grouping.with_log {
                sum.add_logged(job, run);
            }
        }
        rest(pace).await;
    }
    let mut order: Vec<(i64, Sums)> = sums.into_iter().collect();
    sort_by_key(&mut order, |(number, sums)| (Reverse(sums.work()), *number));
    let beyond = order.split_off(grouping.most.min(order.len()));
    let mut groups = Vec::with_capacity(order.len());
    for (number, sums) in order {
        groups.push(sums.group(grouping, grouping.label(number, run.names()), number, run));
        rest(pace).await;
    }
    let count = beyond.len();
    let mut all = Sums::default();
    for (_, sums) in beyond {
        all.append(sums);
        rest(pace).await;
    }
    let others = || all.group(grouping, "others".to_owned(), UNKNOWN, run);
    let clock = grouping.clock.filter(|_| grouping.by == GroupBy::Month);
    Grouped {
        by: grouping.by,
        zone: clock.map(|it| it.zone.words()),
        groups,
        others: (count > 0).then(|| (count, others())),
    }
}

/// Sums over some jobs of a run, and their waits. Times are ticks.
#[derive(Default)]
struct Sums {
    jobs: usize,
    rejected: usize,
    /// Processors times ticks.
    work: i128,
    simulated: Collected,
    logged: Collected,
}

/// The waits of some jobs, and the sum of their bounded slowdowns.
#[derive(Default)]
struct Collected {
    waits: Vec<Time>,
    slowdowns: f64,
}

impl Sums {
    fn add(&mut self, job: &Job, outcome: &Outcome, run: &Run) {
        self.jobs += 1;
        if !has_run(outcome) {
            self.rejected += 1;
            return;
        }
        let ran = i128::from(outcome.ran) + i128::from(outcome.lost);
        self.work += ran * i128::from(outcome.processors);
        self.simulated.waits.push(wait(job, outcome));
        self.simulated.slowdowns += bounded_slowdown(job, outcome, run.slowdown_threshold_in_ticks());
    }

    /// Adds the wait of a job in the log, if the log gives it and the run time.
    fn add_logged(&mut self, job: &Job, run: &Run) {
        let Some(wait) = logged_wait(job, run) else {
            return;
        };
        let in_system = wait.saturating_add(job.run_time).saturating_add(job.suspended.into()) as f64;
        let least = job.run_time.max(run.slowdown_threshold_in_ticks());
        self.logged.waits.push(wait);
        self.logged.slowdowns += (in_system / least as f64).max(1.0);
    }

    /// Adds the jobs of another group.
    fn append(&mut self, other: Self) {
        self.jobs += other.jobs;
        self.rejected += other.rejected;
        self.work += other.work;
        for (all, more) in [(&mut self.simulated, other.simulated), (&mut self.logged, other.logged)] {
            all.waits.extend(more.waits);
            all.slowdowns += more.slowdowns;
        }
    }

    /// Processors times ticks in which the jobs ran.
    fn work(&self) -> i128 {
        self.work
    }

    /// The figures. O(n) for n jobs.
    fn group(self, grouping: &Grouping, label: String, number: i64, run: &Run) -> Group {
        let with_wait = self.logged.waits.len();
        Group {
            label,
            number,
            jobs: self.jobs,
            rejected: self.rejected,
            processor_hours: run.tick.in_seconds(self.work as f64) / 3_600.0,
            simulated: self.simulated.figures(run),
            logged: self.logged.figures(run),
            without_logged_wait: grouping.with_log.then(|| self.jobs - with_wait),
        }
    }
}

impl Collected {
    fn figures(mut self, run: &Run) -> Option<Waits> {
        let jobs = self.waits.len();
        if jobs == 0 {
            return None;
        }
        let sum: i128 = self.waits.iter().map(|&it| i128::from(it)).sum();
        let [median, of_90, of_99] = nearest_ranks(&mut self.waits, WAITS_AT).map(|it| run.tick.seconds(it));
        Some(Waits {
            jobs,
            mean_waiting_time: run.tick.in_seconds(sum as f64 / jobs as f64),
            median_waiting_time: median,
            waiting_time_90: of_90,
            waiting_time_99: of_99,
            mean_bounded_slowdown: self.slowdowns / jobs as f64,
        })
    }
}
