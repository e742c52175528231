//! Helpers that tests of several rooms share.

use super::{Job, LogNames, NameKind, Time};

/// A batch job without a user, with a limit.
pub fn job(id: u64, submit: Time, processors: u32, run_time: Time, requested_time: Time) -> Job {
    Job { id, submit, processors, run_time, requested_time, ..Job::default() }
}

/// A job, submitted by this user.
pub fn of_user(user: i64, mut job: Job) -> Job {
    job.logged.user = user;
    job
}

/// The names of a log: for each kind those of its numbers, from 1 on.
pub fn log_names(of_kinds: &[(NameKind, &[&str])]) -> LogNames {
    let mut kinds: [Vec<Box<str>>; NameKind::ALL.len()] = Default::default();
    for (kind, names) in of_kinds {
        kinds[*kind as usize] = names.iter().map(|&it| it.into()).collect();
    }
    LogNames::new(kinds)
}
