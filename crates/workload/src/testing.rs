//! Helpers that tests of several rooms share.

use super::{Job, Time};

/// A batch job without a user, with a limit.
pub fn job(id: u64, submit: Time, processors: u32, run_time: Time, requested_time: Time) -> Job {
    Job {
        id,
        submit,
        processors,
        run_time,
        requested_time,
        ..Job::default()
    }
}

/// A job, submitted by this user.
pub fn of_user(user: i64, mut job: Job) -> Job {
    job.logged.user = user;
    job
}
