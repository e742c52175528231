//! What tests of several rooms share.

use super::{Job, Logged, Time};

/// A batch job of nobody, with a limit.
pub fn job(id: u32, submit: Time, processors: u32, run_time: Time, requested_time: Time) -> Job {
    Job {
        id,
        submit,
        processors,
        run_time,
        requested_time,
        limit_known: true,
        logged_wait: None,
        run_time_known: true,
        killed_at_limit: None,
        logged: Logged::UNKNOWN,
        reservation: None,
    }
}

/// A job, submitted by this user.
pub fn of_user(user: i64, mut job: Job) -> Job {
    job.logged.user = user;
    job
}
