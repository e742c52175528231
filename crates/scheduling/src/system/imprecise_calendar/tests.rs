//! Imprecise calendars: whole schedules, impossible requests, and their explanations.

mod bad_requests;
mod by_hand;
mod messages;
mod naive;
mod naive_levels;
mod naive_messages;
mod naive_shared;
pub(super) mod naive_tree;
mod shared;
pub(super) mod tree;

use proptest::prelude::*;
use serde_json::json;

use super::ImpreciseCalendar;
use crate::availability::calendar::Level;
use crate::engine::Run;
use crate::system::testing::{jobs, measures, run, starts};
use workload::testing::{job, of_user};
use workload::{Flexibility, Job, ReservationRequest, Time};

pub(super) fn settings(json: &str) -> ImpreciseCalendar {
    let settings: ImpreciseCalendar = serde_json::from_str(json).expect("settings");
    settings.validate(&[8]).expect("settings that can be run");
    settings
}

/// Three levels: the counts of the finest and of the middle one, and the lengths of all, each of the coarser ones as a
/// multiple of the next finer.
pub(super) fn three_levels(
    (finest, middle): (u32, u32),
    (length, times, times_more): (Time, Time, Time),
) -> [Level; 3] {
    let middle_length = length * times;
    [(Some(finest), length), (Some(middle), middle_length), (None, middle_length * times_more)]
        .map(|(count, length)| Level { count, length })
}

fn reserved(mut job: Job, ready: Time) -> Job {
    job.reservation = Some(ReservationRequest {
        ready,
        deadline: ready.saturating_add(job.requested_time),
        flexibility: Flexibility::Rigid,
        is_listed: false,
    });
    job
}

/// Submission, lead time of a reservation, run time, limit and size, of few nodes and short times.
pub(super) fn any_job() -> impl Strategy<Value = Job> {
    let times = (0..250i64, 0..50i64, 1..50i64);
    let lead = proptest::option::weighted(0.2, 0..60i64);
    (times, 1..=9u32, lead).prop_map(|((submit, run_time, limit), processors, lead)| {
        let job = job(0, submit, processors, run_time, limit);
        match lead {
            Some(lead) => reserved(job, submit + lead),
            None => job,
        }
    })
}

pub(super) fn numbered(mut jobs: Vec<Job>) -> Vec<Job> {
    jobs.sort_by_key(|job| job.submit);
    for (index, job) in jobs.iter_mut().enumerate() {
        job.id = index as u64 + 1;
    }
    jobs
}
