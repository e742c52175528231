//! Table 1 of Kurowski et al. 2011, "Comparison of advance reservation capabilities of local
//! schedulers": a file a row, a drawing a cell. "Input to query about AR" does not show in a schedule.
//!
//! The same jobs are drawn under all four systems, a column a minute unless a file says otherwise.

mod batch_jobs_and_creation;
mod binding;
mod granularity;
mod reservation_end;
mod running_batch_jobs;
mod waiting_batch_jobs;

use super::*;

/// Draws jobs under each of the systems that stand before a drawing. Times are multiples of `minutes`.
#[track_caller]
fn assert_draws_under(minutes: i64, jobs: &str, drawings: &[(&str, &str)]) {
    for (systems, drawing) in drawings {
        for system in systems.split_whitespace() {
            let settings = format!("local.systems: [\"{system}\"]");
            assert_draws_in(60 * minutes, &settings, &self::jobs(jobs), drawing);
        }
    }
}
