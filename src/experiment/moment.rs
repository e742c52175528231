//! A run at one moment: what a provider has promised then.

mod standing;

pub use standing::{Standing, instants, standing};

use super::Run;
use crate::availability::{Carts, Commitment};
use crate::engine::{NEVER, Outcome, Status};
use crate::workload::Time;

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
/// that are not over, and the running batch jobs until their limits, where its calendar counts them.
/// Sorted by start. O(jobs).
pub fn promises(run: &Run, provider: usize, now: Time) -> Vec<Promise> {
    let mut promises = Vec::new();
    for (index, (job, outcome)) in run.jobs.iter().zip(&run.schedule.outcomes).enumerate() {
        if outcome.status == Status::Rejected || outcome.provider as usize != provider {
            continue;
        }
        let interval = if job.is_reservation() {
            reservation_at(outcome, now)
        } else {
            running_at(run, index, now)
        };
        if let Some((start, end)) = interval {
            promises.push(Promise {
                job: index as u32,
                is_reservation: job.is_reservation(),
                commitment: Commitment {
                    start,
                    end,
                    processors: outcome.processors,
                },
            });
        }
    }
    promises.sort_by_key(|promise| (promise.commitment.start, promise.job));
    promises
}

fn reservation_at(outcome: &Outcome, now: Time) -> Option<(Time, Time)> {
    if outcome.allocated > now || outcome.released <= now {
        return None;
    }
    // Until it begins, the booked interval is all that is known, even if it will be held up.
    let held_up = if outcome.start <= now {
        0
    } else {
        outcome.start - outcome.promised_start
    };
    Some((outcome.held_from - held_up, outcome.held_until - held_up))
}

fn running_at(run: &Run, job: usize, now: Time) -> Option<(Time, Time)> {
    let outcome = &run.schedule.outcomes[job];
    let last = (outcome.held_from, outcome.released, outcome.held_until);
    let earlier = run.schedule.earlier_stints(job).iter().map(|stint| {
        let bar = &run.schedule.bars_of_stint(stint)[0];
        (bar.start, bar.end, stint.held_until)
    });
    let mut stints = earlier.chain([last]);
    let (start, _, held_until) = stints.find(|&(start, end, _)| start <= now && now < end)?;
    (held_until != NEVER).then_some((start, held_until))
}

/// The CARTS slots that these promises leave of a provider.
pub fn slots(processors: u32, promises: &[Promise]) -> Carts {
    let commitments: Vec<Commitment> = promises.iter().map(|it| it.commitment).collect();
    Carts::generate(processors, &commitments)
}
