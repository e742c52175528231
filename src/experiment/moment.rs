//! A run at one moment: what a provider has promised then.

use super::Run;
use crate::availability::{Carts, Commitment};
use crate::engine::{Outcome, Status};
use crate::workload::{Job, Time};

/// A promise of a provider that holds at some moment, and the job that it was made to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// Index of the job in the run.
    pub job: u32,
    /// Whether it is a reservation; a running batch job otherwise.
    pub is_reservation: bool,
    /// The interval and the processors promised.
    pub commitment: Commitment,
}

/// What a provider has promised at time `now`: the reservations that it has accepted by then and
/// that are not over, and the running batch jobs until their limits. Sorted by start. O(jobs).
///
/// `reservation_length` tells for how long a reservation was made, in seconds.
pub fn promises(
    run: &Run,
    provider: usize,
    now: Time,
    reservation_length: impl Fn(&Job) -> Time,
) -> Vec<Promise> {
    let mut promises = Vec::new();
    for (index, (job, outcome)) in run.jobs.iter().zip(&run.schedule.outcomes).enumerate() {
        if outcome.status == Status::Rejected || outcome.provider as usize != provider {
            continue;
        }
        let interval = if job.is_reservation() {
            reservation_at(outcome, now, reservation_length(job))
        } else {
            running_at(outcome, now, job.requested_time)
        };
        if let Some((start, end)) = interval {
            promises.push(Promise {
                job: index as u32,
                is_reservation: job.is_reservation(),
                commitment: Commitment {
                    start,
                    end,
                    processors: job.processors,
                },
            });
        }
    }
    promises.sort_by_key(|promise| (promise.commitment.start, promise.job));
    promises
}

fn reservation_at(outcome: &Outcome, now: Time, length: Time) -> Option<(Time, Time)> {
    if outcome.allocated > now || outcome.released <= now {
        return None;
    }
    // Until it begins, the booked interval is all that is known, even if it will be held up.
    let start = if outcome.start <= now {
        outcome.start
    } else {
        outcome.promised_start
    };
    Some((start, start.saturating_add(length)))
}

fn running_at(outcome: &Outcome, now: Time, limit: Time) -> Option<(Time, Time)> {
    if outcome.start > now || outcome.released <= now {
        return None;
    }
    Some((outcome.start, outcome.start.saturating_add(limit)))
}

/// The CARTS slots that these promises leave of a provider.
pub fn slots(processors: u32, promises: &[Promise]) -> Carts {
    let commitments: Vec<Commitment> = promises.iter().map(|it| it.commitment).collect();
    Carts::generate(processors, &commitments)
}
