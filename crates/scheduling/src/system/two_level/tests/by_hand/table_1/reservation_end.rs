//! "Behavior of active tasks on AR end (before completion of all tasks)": killed; in SGE "by default
//! 60 s before AR end". In Platform LSF they are killed too, but "if AR is open tasks are suspended".

use super::*;

/// `A` is made for 5 minutes and would run 12, `B` for the one after and would run 3.
fn jobs() -> [Job; 3] {
    [reservation((0, 1, 12, 5), 0, 5), reservation((0, 1, 3, 1), 5, 6), batch((1, 2, 2, 2))]
}

#[test]
fn platform_lsf() {
    // The end is that of the slot: `A` has 10 minutes, and `B`, beside it, is done before.
    let expected = [
        "AAAAAAAAAAcc", //
        "-----BBB--cc",
    ];
    assert_draws_in(MINUTE, LocalSystem::PlatformLsf, &jobs(), &expected);
    assert_killed(LocalSystem::PlatformLsf, 2, &jobs(), "A");
}

const KILLED_AT_THE_END: [&str; 2] = [
    "AAAAABcc", //
    "......cc",
];

#[test]
fn pbs_pro() {
    assert_draws_in(MINUTE, LocalSystem::PbsPro, &jobs(), &KILLED_AT_THE_END);
    assert_killed(LocalSystem::PbsPro, 2, &jobs(), "AB");
}

#[test]
fn maui() {
    assert_draws_in(MINUTE, LocalSystem::Maui, &jobs(), &KILLED_AT_THE_END);
    assert_killed(LocalSystem::Maui, 2, &jobs(), "AB");
}

#[test]
fn sge() {
    // A minute before the end: `B` does not run at all.
    let expected = [
        "AAAA--cc", //
        "......cc",
    ];
    assert_draws_in(MINUTE, LocalSystem::Sge, &jobs(), &expected);
    assert_killed(LocalSystem::Sge, 2, &jobs(), "AB");
}

/// Draws minutes on a single processor in Platform LSF; `killed` names the killed jobs.
#[track_caller]
fn assert_draws_in_lsf(open: LsfReservations, jobs: &[Job], row: &str, killed: &str) {
    let mut settings = system(LocalSystem::PlatformLsf);
    settings.local.platform_lsf_reservations = open;
    let jobs = in_units(MINUTE, jobs);
    assert_eq!(draw(&settings, 1, &jobs, MINUTE), row);
    assert_eq!(killed_and_rejected(&settings, 1, &jobs).0, killed);
}

/// Takes half of the time that it asks for.
fn half_will_do(mut reservation: Job) -> Job {
    let least_percent = 50;
    if let Some(request) = &mut reservation.reservation {
        request.flexibility = Flexibility::Time { least_percent };
    }
    reservation
}

#[test]
fn platform_lsf_with_open_reservations() {
    // Before `A` there are 10 of the 20 minutes that `B` asks for; its job takes 15.
    let jobs = [reservation((0, 1, 5, 10), 10, 20), half_will_do(reservation((0, 1, 15, 20), 0, 20))];
    let closed = LsfReservations::Closed;
    assert_draws_in_lsf(closed, &jobs, "BBBBBBBBBBAAAAA-----", "B");
    let open = LsfReservations::Open;
    assert_draws_in_lsf(open, &jobs, "BBBBBBBBBBAAAAA-----BBBBB", "");
}

#[test]
fn platform_lsf_first_resumes_jobs_that_gave_way() {
    // `c` gave way to `B` and is done first; then `B` goes on where it was.
    let jobs =
        [reservation((0, 1, 10, 10), 20, 30), half_will_do(reservation((0, 1, 15, 20), 10, 30)), batch((0, 1, 12, 12))];
    let row = "ccccccccccBBBBBBBBBBAAAAAAAAAAccBBBBB";
    assert_draws_in_lsf(LsfReservations::Open, &jobs, row, "");
}

#[test]
fn a_limit_ends_a_job_whether_its_reservation_is_open_or_not() {
    // `A` may run 10 minutes, and does. `B` may run 13: it is killed 3 minutes after it goes on.
    let jobs = [reservation((0, 1, 15, 10), 0, 10)];
    assert_draws_in_lsf(LsfReservations::Open, &jobs, "AAAAAAAAAA", "A");
    let jobs = [reservation((0, 1, 10, 10), 10, 20), half_will_do(reservation((0, 1, 15, 13), 0, 13))];
    let row = "BBBBBBBBBBAAAAAAAAAABBB";
    assert_draws_in_lsf(LsfReservations::Open, &jobs, row, "B");
}
