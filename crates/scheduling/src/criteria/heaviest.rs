//! Who used most.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::distribution::jobs_that_ran;
use super::job_figures::work;
use super::span::Span;
use crate::engine::Run;
use base::ordering::sort_by_key;

/// What one user's jobs came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Usage {
    /// The log's number, or [`workload::UNKNOWN`].
    pub user: i64,
    /// How many of the jobs ran.
    pub jobs: usize,
    /// The processor-seconds that they ran.
    pub work: f64,
    /// The same as a share of all jobs', 0 to 1.
    pub share: f64,
}

/// The users of most processor-seconds, at most `most` of them, and how many there are in all; of a
/// span the jobs submitted in it count. Of equals the smaller number comes first. O(jobs log users).
pub fn heaviest_users(run: &Run, span: Option<Span>, most: usize) -> (Vec<Usage>, usize) {
    let mut sums: BTreeMap<i64, (usize, i128)> = BTreeMap::new();
    for (job, outcome) in jobs_that_ran(run, span) {
        let sum = sums.entry(job.logged.user).or_default();
        sum.0 += 1;
        sum.1 += work(outcome);
    }
    let total: i128 = sums.values().map(|&(_, work)| work).sum();
    let mut order: Vec<_> = sums.into_iter().collect();
    sort_by_key(&mut order, |&(user, (_, work))| (Reverse(work), user));
    let users = order.len();
    order.truncate(most);
    let usage = |(user, (jobs, work)): (i64, (usize, i128))| Usage {
        user,
        jobs,
        work: run.tick.in_seconds(work as f64),
        share: super::ratio(work as f64, total as f64),
    };
    (order.into_iter().map(usage).collect(), users)
}
