//! Statistics of a log.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Field, Machine, Workload};
use crate::{Record, Time};

/// A log in numbers. Times are seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// How many jobs.
    pub jobs: u64,
    /// How many of them ran: their run time is known and above 0.
    pub ran: u64,
    /// How many users submitted them, as far as they are known.
    pub users: u64,
    /// The earliest submission.
    pub first_submission: Option<Time>,
    /// The latest submission.
    pub last_submission: Option<Time>,
    /// The processors that the load is for.
    pub processors: Option<u32>,
    /// Processor seconds of the jobs that ran, over those that the machine has between first and
    /// last submission. None if the machine or the span is unknown.
    pub offered_load: Option<f64>,
    /// Sizes of the jobs that ran: requested, or allocated where that is unknown.
    pub sizes: Option<Summary>,
    /// Run times of the jobs that ran.
    pub run_times: Option<Summary>,
    /// Requested times of the jobs that ran, where known and above 0.
    pub requested_times: Option<Summary>,
    /// Requests beyond every plausible length, if there are any.
    pub implausible_requests: Option<Implausible>,
    /// Waits of the jobs that ran, from when they were eligible, where known.
    pub waits: Option<Summary>,
    /// Times between a submission and the next.
    pub inter_arrivals: Option<Summary>,
    /// Jobs that ran by size: 1, 2, 3 to 4, 5 to 8 and so on.
    pub size_classes: Vec<Class>,
    /// Jobs that ran by run time, in the same classes.
    pub run_time_classes: Vec<Class>,
    /// The share of sizes that are 1, from 0 to 1.
    pub serial_share: f64,
    /// The share of sizes that are a power of two, 1 among them.
    pub power_of_two_share: f64,
    /// How many jobs lack a value, for each field that some lack, in the order of the columns.
    pub missing: Vec<Missing>,
}

/// How many jobs lack a field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// The field.
    pub field: Field,
    /// How many jobs.
    pub jobs: u64,
}

impl Statistics {
    /// The numbers of a log, with the load of its own machine ([`Machine::of`]).
    pub fn of(workload: &Workload) -> Self {
        let machine = Machine::of(workload.header(), workload.records());
        Self::on(workload, Some(machine.processors))
    }

    /// The numbers of a log, with the load of a machine of `processors` processors. O(n log n) for
    /// n jobs.
    pub fn on(workload: &Workload, processors: Option<u32>) -> Self {
        let records = workload.records();
        let ran = || records.iter().filter(|it| it.has_run());
        let collect = |value: fn(&Record) -> Option<i64>| -> Vec<i64> { ran().filter_map(value).collect() };
        let sizes = collect(Record::size);
        let run_times = collect(|record| Some(record.run_time));
        let mut submissions: Vec<Time> = records.iter().map(|record| record.submit).collect();
        submissions.sort_unstable();
        let users: BTreeSet<i64> = records.iter().map(|record| record.user).collect();
        let share =
            |is: fn(&i64) -> bool| sizes.iter().filter(|size| is(size)).count() as f64 / sizes.len().max(1) as f64;
        Self {
            jobs: records.len() as u64,
            ran: run_times.len() as u64,
            users: users.iter().filter(|&&user| user >= 0).count() as u64,
            first_submission: submissions.first().copied(),
            last_submission: submissions.last().copied(),
            processors,
            offered_load: offered_load(records, &submissions, processors),
            serial_share: share(|&size| size == 1),
            power_of_two_share: share(|&size| size.count_ones() == 1),
            size_classes: classes(&sizes),
            run_time_classes: classes(&run_times),
            sizes: Summary::of(sizes),
            run_times: Summary::of(run_times),
            requested_times: Summary::of(collect(|record| Some(record.requested_time).filter(|&time| time > 0))),
            implausible_requests: Implausible::of(records),
            waits: Summary::of(collect(Record::logged_wait)),
            inter_arrivals: Summary::of(submissions.windows(2).map(|two| two[1] - two[0]).collect()),
            missing: missing(records),
        }
    }
}

fn offered_load(records: &[Record], submissions: &[Time], processors: Option<u32>) -> Option<f64> {
    let span = submissions.last()? - submissions.first()?;
    let capacity = i128::from(processors?) * i128::from(span);
    let work: i128 =
        records.iter().map(|record| i128::from(record.run_time.max(0)) * i128::from(record.size().unwrap_or(0))).sum();
    (capacity > 0).then(|| work as f64 / capacity as f64)
}

fn missing(records: &[Record]) -> Vec<Missing> {
    let mut counts = [0_u64; Field::ALL.len()];
    for record in records {
        for (count, value) in counts.iter_mut().zip(record.values()) {
            *count += u64::from(value < 0);
        }
    }
    Field::ALL
        .into_iter()
        .zip(counts)
        .filter(|&(_, jobs)| jobs > 0)
        .map(|(field, jobs)| Missing { field, jobs })
        .collect()
}

/// No request up to this is called implausible, in seconds: 100 days, longer than production systems
/// let a job run.
pub const LONGEST_PLAUSIBLE: Time = 100 * 86_400;

/// Nor is any up to this multiple of the longest run of its log.
pub const TIMES_LONGEST_RUN: Time = 10;

/// The most jobs that are named.
const NAMED: usize = 20;

/// The requests of a log that are longer than both [`LONGEST_PLAUSIBLE`] and [`TIMES_LONGEST_RUN`] times
/// the longest that any of its jobs ran. Times are seconds.
///
/// Such a request is a mistake, or stands for none: its job could never have made use of it. But a
/// scheduler that believes it promises the processors for years.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Implausible {
    /// How many jobs have one.
    pub jobs: u64,
    /// Their numbers, in the order of the log: the first 20.
    pub first: Vec<u64>,
    /// The longest of these requests.
    pub longest: Time,
    /// The bound above which requests are implausible.
    pub beyond: Time,
    /// The limit to which they can be cut without any job being stopped or any other request changed:
    /// the longest plausible request, or the longest run if that is longer. At least 1.
    pub clip_to: Time,
}

impl Implausible {
    /// The implausible requests of the jobs of a log that ran; `None` if there are none. O(n).
    pub fn of(records: &[Record]) -> Option<Self> {
        let ran = || records.iter().filter(|it| it.has_run());
        let longest_run = ran().map(|it| it.run_time).max()?;
        let beyond = LONGEST_PLAUSIBLE.max(longest_run.saturating_mul(TIMES_LONGEST_RUN));
        let is_beyond = |record: &&Record| record.requested_time > beyond;
        let found = || ran().filter(is_beyond);
        let longest = found().map(|it| it.requested_time).max()?;
        let longest_plausible = ran().filter(|it| !is_beyond(it)).map(|it| it.requested_time).max();
        Some(Self {
            jobs: found().count() as u64,
            first: found().map(|it| it.id).take(NAMED).collect(),
            longest,
            beyond,
            clip_to: longest_plausible.unwrap_or(0).max(longest_run),
        })
    }
}

/// Least, mean, median and greatest of some numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// How many numbers.
    pub count: u64,
    /// The least.
    pub min: i64,
    /// Their sum over their count.
    pub mean: f64,
    /// The one in the middle, or the mean of the two there.
    pub median: f64,
    /// The greatest.
    pub max: i64,
}

impl Summary {
    /// None of no numbers.
    pub fn of(mut numbers: Vec<i64>) -> Option<Self> {
        numbers.sort_unstable();
        let (&min, &max) = (numbers.first()?, numbers.last()?);
        let count = numbers.len();
        let sum: i128 = numbers.iter().map(|&number| i128::from(number)).sum();
        // For an odd count both are the one in the middle.
        let middle = [numbers[(count - 1) / 2], numbers[count / 2]];
        Some(Self {
            count: count as u64,
            min,
            mean: sum as f64 / count as f64,
            median: (middle[0] as f64 + middle[1] as f64) / 2.0,
            max,
        })
    }
}

/// How many numbers lie in a range, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Class {
    /// The least.
    pub from: i64,
    /// The greatest: a power of two.
    pub to: i64,
    /// How many.
    pub count: u64,
}

/// Counts numbers from 1 in the classes 1, 2, 3 to 4, 5 to 8 and so on, up to the last that is
/// not empty. Smaller numbers are left out.
pub fn classes(numbers: &[i64]) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for &number in numbers.iter().filter(|&&number| number >= 1) {
        // The bits of n - 1 make the exponent of the next power of two.
        let class = (64 - (number - 1).leading_zeros()) as usize;
        while classes.len() <= class {
            let to = 1_i64.checked_shl(classes.len() as u32).filter(|&to| to > 0);
            let from = classes.last().map_or(1, |below| below.to + 1);
            classes.push(Class { from, to: to.unwrap_or(i64::MAX), count: 0 });
        }
        classes[class].count += 1;
    }
    classes
}
