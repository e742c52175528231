//! How jobs started, derived from the schedule alone.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::job_figures::has_run;
use crate::engine::Run;
use workload::Time;

/// How a job came to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// A batch job that started with no earlier one waiting.
    InTurn,
    /// A batch job that started while one submitted earlier was waiting at the same provider.
    Backfilled,
    /// An advance reservation.
    Reserved,
}

/// How each job of a run started, parallel to its jobs; `None` of those that never did. O(n log n).
///
/// A batch job was *backfilled* if, at its first start, a batch job that precedes it in the order of
/// submission had been sent to the same provider and had not started yet. Jobs that start in the same
/// second do not wait for each other; reservations neither wait for a job nor overtake one.
pub fn starts(run: &Run) -> Vec<Option<Start>> {
    let outcomes = &run.schedule.outcomes;
    let mut found = vec![None; run.jobs.len()];
    let mut batch = vec![Vec::new(); run.platform.len()];
    for (at, (job, outcome)) in run.jobs.iter().zip(outcomes).enumerate() {
        match (has_run(outcome), job.is_reservation()) {
            (true, true) => found[at] = Some(Start::Reserved),
            (true, false) => batch[outcome.provider as usize].push(at),
            (false, _) => {}
        }
    }
    for jobs in batch {
        let times = |job: usize| (outcomes[job].allocated, outcomes[job].start);
        for (job, start) in of_provider(&jobs, times) {
            found[job] = Some(start);
        }
    }
    found
}

/// The starts of one provider's batch jobs, which are given in order of submission, with when each was
/// sent there and when it started.
fn of_provider(jobs: &[usize], times: impl Fn(usize) -> (Time, Time)) -> impl Iterator<Item = (usize, Start)> {
    let mut sent = jobs.to_vec();
    sent.sort_by_key(|&job| times(job).0);
    let mut started = jobs.to_vec();
    started.sort_by_key(|&job| times(job).1);
    let mut sent = sent.into_iter().peekable();
    let mut waiting = BTreeSet::new();
    let mut found = Vec::with_capacity(jobs.len());
    for now in started.chunk_by(|&a, &b| times(a).1 == times(b).1) {
        let time = times(now[0]).1;
        while let Some(job) = sent.next_if(|&job| times(job).0 <= time) {
            waiting.insert(job);
        }
        for job in now {
            waiting.remove(job);
        }
        let first = waiting.first().copied().unwrap_or(usize::MAX);
        found.extend(now.iter().map(|&job| {
            let start = if first < job { Start::Backfilled } else { Start::InTurn };
            (job, start)
        }));
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::{Outcome, Schedule, Status};
    use crate::system::testing::job;

    /// The rule by itself: every pair of jobs.
    fn by_pairs(run: &Run) -> Vec<Option<Start>> {
        let all: Vec<_> = run.jobs.iter().zip(&run.schedule.outcomes).collect();
        let start = |me: usize| {
            let (job, mine) = all[me];
            if mine.status == Status::Rejected {
                return None;
            }
            if job.reservation.is_some() {
                return Some(Start::Reserved);
            }
            let overtakes = all[..me].iter().any(|(other, theirs)| {
                other.reservation.is_none()
                    && theirs.status != Status::Rejected
                    && theirs.provider == mine.provider
                    && theirs.allocated <= mine.start
                    && theirs.start > mine.start
            });
            Some(if overtakes { Start::Backfilled } else { Start::InTurn })
        };
        (0..all.len()).map(start).collect()
    }

    /// A run of batch jobs, and of a reservation at every place of `reserved`: sent when, started when,
    /// at which provider, whether rejected.
    fn run_of(jobs: &[(Time, Time, u32, bool)], reserved: &[usize]) -> Run {
        let outcome = |&(sent, start, provider, rejected): &(Time, Time, u32, bool)| Outcome {
            status: if rejected { Status::Rejected } else { Status::Done },
            provider,
            allocated: sent,
            start,
            ..Outcome::UNSEEN
        };
        Run {
            platform: vec![8; 3],
            jobs: (0..jobs.len())
                .map(|at| job(if reserved.contains(&at) { "0 1 5 5 from=0 to=100" } else { "0 1 5 5" }))
                .collect(),
            schedule: Schedule { outcomes: jobs.iter().map(outcome).collect(), ..Schedule::default() },
            ..Run::default()
        }
    }

    #[test]
    fn a_job_that_starts_before_a_waiting_one_is_backfilled() {
        // The second waits until 50; the third starts before it, the fourth with it, the fifth at
        // another provider; the last one comes before the first has been sent anywhere.
        for (jobs, reserved, expected) in [
            (
                "[[0, 0, 0, false], [0, 50, 0, false], [0, 10, 0, false], [0, 50, 0, false], [0, 10, 1, false],
                  [0, 20, 0, true], [0, 20, 0, false]]",
                &[6][..],
                "[Some(InTurn), Some(InTurn), Some(Backfilled), Some(InTurn), Some(InTurn), None, Some(Reserved)]",
            ),
            // A job sent after another one has started does not wait behind it.
            ("[[30, 40, 0, false], [0, 20, 0, false]]", &[], "[Some(InTurn), Some(InTurn)]"),
        ] {
            let run = run_of(&serde_json::from_str::<Vec<_>>(jobs).expect(jobs), reserved);
            assert_eq!(format!("{:?}", starts(&run)), expected, "{jobs}");
        }
    }

    proptest! {
        #[test]
        fn starts_are_those_of_the_rule(
            jobs in prop::collection::vec((0i64..12, 0i64..20, 0u32..3, prop::bool::weighted(0.1)), 0..40),
            reserved in prop::collection::vec(0usize..40, 0..8),
        ) {
            let jobs: Vec<_> = jobs.into_iter()
                .map(|(sent, wait, provider, rejected)| (sent, sent + wait, provider, rejected))
                .collect();
            let run = run_of(&jobs, &reserved);
            prop_assert_eq!(starts(&run), by_pairs(&run));
        }
    }
}
