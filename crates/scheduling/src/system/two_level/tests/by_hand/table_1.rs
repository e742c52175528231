//! Table 1 of Kurowski et al. 2011, "Comparison of advance reservation capabilities of local
//! schedulers": a file a row, a drawing a cell. "Input to query about AR" does not show in a schedule.
//!
//! The same jobs are drawn under all four systems, a column a minute unless a file says otherwise.

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

// "Impact of non-AR tasks on creation of AR": none in Platform LSF; in PBS Pro and Maui "runtime
// limits taken into account"; in SGE "AR only on slot without non-AR tasks running unless they have
// runtime limits".

/// `a` and `b` run on the two processors, until their limits of 14 and 12 minutes at the latest; the
/// log does not name that of `a`. `C` asks for both processors from 10 to 20, `D` for one from 10 to
/// 12.
#[test]
fn of_each_system() {
    assert_draws_under(
        1,
        "0 1 14 14 guessed, 0 1 11 12, 1 2 9 10 from=10 to=20, 2 1 1 2 from=10 to=12",
        &[
            // `C` gets its request. Only `D` is in its way, and goes before `a` at 20.
            (
                "platform_lsf",
                "aaaaaaaaaaCCCCCCCCC-D---------aaaa
                 bbbbbbbbbbCCCCCCCCC-b.............",
            ),
            // Both begin when the limits leave enough, not when the jobs end.
            (
                "pbs_pro maui",
                "aaaaaaaaaaaaaaCCCCCCCCC-
                 bbbbbbbbbbb.D-CCCCCCCCC-",
            ),
            // On `a`'s processor no reservation is possible: `C` is rejected.
            (
                "sge",
                "aaaaaaaaaaaaaa
                 bbbbbbbbbbb.D-
                 rejected:C",
            ),
        ],
    );
}
