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
pub(super) use crate::system::testing::numbered;
use crate::system::testing::{self, jobs, measures, run, starts};
use workload::testing::{job, of_user};
use workload::{Job, Time};

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

pub(super) fn any_job() -> impl Strategy<Value = Job> {
    testing::any_job(0.2)
}
