//! A log as it was read: header and records, nothing interpreted.

use super::Time;

/// The value of a log's field that is not known.
pub const UNKNOWN: i64 = -1;

/// One line of a log: the 18 fields of the Standard Workload Format 2.2, in its order, and what other formats tell
/// beyond them.
///
/// Times are seconds, memory is kilobytes per processor. A value that the log does not know is
/// [`UNKNOWN`]. Fractions are rounded to the nearest whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Field 1: the job's number.
    pub id: u32,
    /// Field 2: when it was submitted.
    pub submit: Time,
    /// Field 3: how long it waited in the logged system.
    pub wait: Time,
    /// Field 4: how long it ran.
    pub run_time: Time,
    /// Field 5: how many processors it was given.
    pub allocated_processors: i64,
    /// Field 6: mean processor time used per processor.
    pub average_cpu_time: i64,
    /// Field 7: mean memory used.
    pub used_memory: i64,
    /// Field 8: how many processors it asked for.
    pub requested_processors: i64,
    /// Field 9: the run-time limit it asked for.
    pub requested_time: Time,
    /// Field 10: the memory it asked for.
    pub requested_memory: i64,
    /// Field 11: 1 completed, 0 failed, 5 cancelled, 2 to 4 parts of a checkpointed job.
    pub status: i64,
    /// Field 12: who submitted it.
    pub user: i64,
    /// Field 13: the user's group.
    pub group: i64,
    /// Field 14: which application.
    pub executable: i64,
    /// Field 15: which queue of the logged system.
    pub queue: i64,
    /// Field 16: which partition of the logged system.
    pub partition: i64,
    /// Field 17: the job that this one waited for.
    pub preceding_job: i64,
    /// Field 18: seconds between that job's end and this one's submission.
    pub think_time: Time,
    /// Whether the logged system stopped it at its limit. `None` where the log does not tell: no field of SWF
    /// does, which counts such a job as failed.
    pub killed_at_limit: Option<bool>,
}

impl Record {
    /// A job of which nothing is known: number 0, submitted at 0.
    pub const UNKNOWN: Self = Self {
        id: 0,
        submit: 0,
        wait: UNKNOWN,
        run_time: UNKNOWN,
        allocated_processors: UNKNOWN,
        average_cpu_time: UNKNOWN,
        used_memory: UNKNOWN,
        requested_processors: UNKNOWN,
        requested_time: UNKNOWN,
        requested_memory: UNKNOWN,
        status: UNKNOWN,
        user: UNKNOWN,
        group: UNKNOWN,
        executable: UNKNOWN,
        queue: UNKNOWN,
        partition: UNKNOWN,
        preceding_job: UNKNOWN,
        think_time: UNKNOWN,
        killed_at_limit: None,
    };

    /// The 18 values of SWF in the order of the columns (see [`super::Field::ALL`]).
    pub fn values(&self) -> [i64; 18] {
        [
            i64::from(self.id),
            self.submit,
            self.wait,
            self.run_time,
            self.allocated_processors,
            self.average_cpu_time,
            self.used_memory,
            self.requested_processors,
            self.requested_time,
            self.requested_memory,
            self.status,
            self.user,
            self.group,
            self.executable,
            self.queue,
            self.partition,
            self.preceding_job,
            self.think_time,
        ]
    }
}

/// The header comments of a log, as `Key: value` in the order they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Key and value of each line of the form `; Key: value`, and an empty key with any other words; a
    /// continued line is joined with a line break.
    pub entries: Vec<(String, String)>,
}

impl Header {
    /// The keys that anything depends on.
    pub const KEYS: [&str; 3] = ["MaxProcs", "MaxNodes", "UnixStartTime"];

    /// The first value under `key`, compared without case.
    pub fn get(&self, key: &str) -> Option<&str> {
        let found = self
            .entries
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(key))?;
        Some(found.1.as_str())
    }

    /// `MaxProcs`, or `MaxNodes` where that is missing: the processors of the logged machine.
    pub fn max_processors(&self) -> Option<u32> {
        ["MaxProcs", "MaxNodes"]
            .iter()
            .find_map(|key| self.get(key)?.split_whitespace().next()?.parse().ok())
            .filter(|&processors| processors > 0)
    }

    /// Whether a `Note` says just this.
    pub(super) fn has_note(&self, text: &str) -> bool {
        let is =
            |(key, value): &(String, String)| key.eq_ignore_ascii_case("Note") && value == text;
        self.entries.iter().any(is)
    }

    /// `UnixStartTime`: the Unix time of the log's time 0, in seconds.
    pub fn unix_start_time(&self) -> Option<i64> {
        self.get("UnixStartTime")?.trim().parse().ok()
    }
}
