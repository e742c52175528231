//! Work that is measured in floating-point operations: how long it takes depends on a speed that its file does not
//! name.

use super::{MAX_TIME, Record, Time};

/// Operations that a processor, or a machine of speed 1, does in a second unless a scenario names another number.
pub const USUAL: f64 = 1e9;

/// The least and the most operations in a second that a scenario may name.
pub const SPEEDS: (f64, f64) = (1.0, 1e21);

/// The work of a job of which a part is measured in operations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// The job's number.
    pub job: u64,
    /// The part that takes seconds at any speed.
    pub seconds: f64,
    /// The operations that each of its processors does, one after the other.
    pub flops: f64,
    /// Whether it sends messages as well, whose time is not known.
    pub sends: bool,
}

impl Work {
    /// The run time at a speed in operations per second: rounded to whole seconds, at least 1 unless there is no work,
    /// and at most [`MAX_TIME`].
    pub fn run_time(&self, per_second: f64) -> Time {
        let seconds = self.seconds + self.flops / per_second;
        if seconds > 0.0 { (seconds.min(MAX_TIME as f64).round() as Time).max(1) } else { 0 }
    }
}

/// The records with the run times of `work`, which is ascending by jobs, at a speed. O(n log m) for n records and m
/// works.
pub(super) fn at_speed(records: &[Record], work: &[Work], per_second: f64) -> Vec<Record> {
    let with_time = |record: &Record| {
        let place = work.binary_search_by_key(&record.id, |it| it.job);
        let run_time = place.map_or(record.run_time, |it| work[it].run_time(per_second));
        Record { run_time, ..*record }
    };
    records.iter().map(with_time).collect()
}

/// That jobs have such work, in a sentence.
pub(super) fn words(work: &[Work]) -> Option<String> {
    let jobs = match work.len() {
        0 => return None,
        1 => "the profile of 1 job counts".to_owned(),
        jobs => format!("the profiles of {jobs} jobs count"),
    };
    let messages = match work.iter().filter(|it| it.sends).count() {
        0 => String::new(),
        1 => "; messages, which 1 of them sends, take no time".to_owned(),
        jobs => format!("; messages, which {jobs} of them send, take no time"),
    };
    Some(format!(
        "{jobs} floating-point operations: a processor does 10⁹ in a second unless workload.flops_per_second is \
         another number{messages}"
    ))
}
