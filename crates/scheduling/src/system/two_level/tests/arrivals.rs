//! The order in which jobs came to the providers, seen in the finished schedule.

use super::naive::grid::arrivals;
use crate::engine::{Run, Status};
use crate::system::two_level::*;
use workload::Time;

/// The place of each job in the order in which batch jobs came to the providers; a reservation has that of its
/// submission.
pub fn arrivals_in(settings: &TwoLevel, run: &Run) -> Vec<usize> {
    let mut places = arrivals(settings, &run.jobs);
    if settings.grid.queue != GridQueue::FairShare {
        return places;
    }
    assert_eq!(settings.local.fair_share.half_life, 0, "nothing is forgotten");
    let period = settings.grid.period.max(1);
    let forwarded = |job: usize| (run.jobs[job].submit + period - 1).div_euclid(period) * period;
    let is_batch = |job: &usize| !run.jobs[*job].is_reservation();
    let batch: Vec<usize> = (0..run.jobs.len()).filter(is_batch).collect();
    for together in batch.chunk_by(|&one, &other| forwarded(one) == forwarded(other)) {
        let mut ordered = together.to_vec();
        ordered.sort_by_key(|&job| (used_by_owner(settings, run, job, forwarded(job)), job));
        for (job, &place) in ordered.into_iter().zip(together) {
            places[job] = place;
        }
    }
    places
}

/// The processor seconds that the jobs of the job's owner had of all providers before a time.
fn used_by_owner(settings: &TwoLevel, run: &Run, job: usize, before: Time) -> Time {
    let owner = |job: usize| match settings.local.fair_share.among {
        ShareAmong::Users => run.jobs[job].logged.user,
        ShareAmong::Groups => run.jobs[job].logged.group,
    };
    let jobs = 0..run.jobs.len();
    jobs.filter(|&other| owner(other) == owner(job)).map(|other| used(run, other, before)).sum()
}

fn used(run: &Run, job: usize, before: Time) -> Time {
    let outcome = &run.schedule.outcomes[job];
    if outcome.status == Status::Rejected {
        return 0;
    }
    let earlier = run.schedule.earlier_stints(job).iter();
    let earlier = earlier.map(|it| run.schedule.bars_of_stint(it)[0]);
    let seconds = earlier.map(|bar| (bar.start, bar.end)).chain([(outcome.held_from, outcome.released)]);
    let seconds = seconds.map(|(from, to)| (to.min(before) - from).max(0));
    Time::from(outcome.processors) * seconds.sum::<Time>()
}
