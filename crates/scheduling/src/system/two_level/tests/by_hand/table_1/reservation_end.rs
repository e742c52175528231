//! "Behavior of active tasks on AR end (before completion of all tasks)": killed; in SGE "by default
//! 60 s before AR end". In Platform LSF they are killed too, but "if AR is open tasks are suspended".

use super::*;

/// `A` is made for 5 minutes and would run 12, `B` for the one after and would run 3.
#[test]
fn of_each_system() {
    assert_draws_under(
        1,
        "0 1 12 5 from=0 to=5, 0 1 3 1 from=5 to=6, 1 2 2 2",
        &[
            // The end is that of the slot: `A` has 10 minutes, and `B`, beside it, is done before.
            (
                "platform_lsf",
                "AAAAAAAAAAcc
                 -----BBB--cc
                 killed:A",
            ),
            (
                "pbs_pro maui",
                "AAAAABcc
                 ......cc
                 killed:AB",
            ),
            // A minute before the end: `B` does not run at all.
            (
                "sge",
                "AAAA--cc
                 ......cc
                 killed:AB",
            ),
        ],
    );
}

/// Draws minutes on a single processor in Platform LSF.
#[track_caller]
fn assert_draws_in_lsf(reservations: &str, jobs: &str, expected: &str) {
    let settings = format!("local.systems: [\"platform_lsf\"]; local.platform_lsf_reservations: {reservations}");
    assert_draws_in(60, &settings, &self::jobs(jobs), expected);
}

#[test]
fn platform_lsf_with_open_reservations() {
    // Before `A` there are 10 of the 20 minutes that `B` asks for; its job takes 15.
    let jobs = "0 1 5 10 from=10 to=20, 0 1 15 20 from=0 to=20 percent=50";
    assert_draws_in_lsf("closed", jobs, "BBBBBBBBBBAAAAA----- killed:B");
    assert_draws_in_lsf("open", jobs, "BBBBBBBBBBAAAAA-----BBBBB");
}

#[test]
fn platform_lsf_first_resumes_jobs_that_gave_way() {
    // `c` gave way to `B` and is done first; then `B` goes on where it was.
    let jobs = "0 1 10 10 from=20 to=30, 0 1 15 20 from=10 to=30 percent=50, 0 1 12 12";
    assert_draws_in_lsf("open", jobs, "ccccccccccBBBBBBBBBBAAAAAAAAAAccBBBBB");
}

#[test]
fn a_limit_ends_a_job_whether_its_reservation_is_open_or_not() {
    // `A` may run 10 minutes, and does. `B` may run 13: it is killed 3 minutes after it goes on.
    assert_draws_in_lsf("open", "0 1 15 10 from=0 to=10", "AAAAAAAAAA killed:A");
    let jobs = "0 1 10 10 from=10 to=20, 0 1 15 13 from=0 to=13 percent=50";
    assert_draws_in_lsf("open", jobs, "BBBBBBBBBBAAAAAAAAAABBB killed:B");
}
