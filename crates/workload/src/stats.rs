//! Statistics of a log.

mod implausible;
mod summary;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Field, Machine, Record, Time, Workload};
pub use implausible::{Implausible, LONGEST_PLAUSIBLE, TIMES_LONGEST_RUN};
pub use summary::{Class, Summary, classes};

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
