//! Helpers that tests of several rooms share.

use super::{Job, LogNames, NameKind, Time};

/// How many cases a property test tries of those that it has: all of them with `SLOTSCOPE_THOROUGH`, which `cargo xtask test
/// --thorough` sets, and otherwise a quarter, drawn anew each time.
pub fn cases(all: u32) -> u32 {
    match std::env::var_os("SLOTSCOPE_THOROUGH") {
        Some(_) => all,
        None => all.div_ceil(4),
    }
}

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
