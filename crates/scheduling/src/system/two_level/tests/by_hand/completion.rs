//! The end C of a reservation: the end of the interval that was booked, of its job, or of the time
//! that it requested.

use super::*;

/// The C of the second of `jobs` under each reading, the default first.
fn completions(mut settings: TwoLevel, jobs: &[Job]) -> [i64; 3] {
    Completion::ALL.map(|completion| {
        settings.completion = completion;
        settings.validate(1).expect("settings that can be run");
        run(&settings, &[2], jobs).schedule.outcomes[1].completion
    })
}

/// `A` holds the machine from 6 on; `B` asks for 2 to 8.
fn jobs(run_time: i64, flexibility: Flexibility) -> [Job; 2] {
    let mut jobs = [reservation((0, 2, 4, 4), 6, 10), reservation((0, 2, run_time, 6), 2, 8)];
    jobs[1].reservation.as_mut().unwrap().flexibility = flexibility;
    jobs
}

#[test]
fn what_is_given_in_full_ends_when_it_was_asked_to() {
    // `A`, ready at 20, is out of the way.
    let mut jobs = jobs(3, Flexibility::Rigid);
    jobs[0] = reservation((0, 2, 4, 4), 20, 24);
    assert_eq!(completions(TwoLevel::default(), &jobs), [8, 5, 8]);
}

#[test]
fn a_shorter_time_that_was_booked_ends_sooner() {
    // Half of the 6 s would do; there are 4 before `A`, and the job runs 3 of them.
    let half = Flexibility::Time { least_percent: 50 };
    assert_eq!(completions(TwoLevel::default(), &jobs(3, half)), [6, 5, 8]);
}

#[test]
fn a_reservation_for_the_run_time_ends_with_it() {
    let settings = TwoLevel { reservation_length: ReservationLength::RunTime, ..TwoLevel::default() };
    assert_eq!(completions(settings, &jobs(3, Flexibility::Rigid)), [5, 5, 8]);
}

#[test]
fn slots_of_a_fixed_length_do_not_put_it_off() {
    // Booked from 2 to 5 in slots of 10, which it holds to the end; its job, which is not stopped
    // before, runs on until then. `A` goes after it.
    let mut settings = TwoLevel { reservation_length: ReservationLength::RunTime, ..TwoLevel::default() };
    settings.local.slots = Slots::Fixed(10);
    let mut jobs = jobs(3, Flexibility::Rigid);
    jobs.reverse();
    jobs[0].submit = 0;
    let outcome = run(&settings, &[2], &jobs).schedule.outcomes[0];
    assert_eq!((outcome.released, outcome.completion), (10, 5));
}

#[test]
fn a_hard_deadline_stops_a_job_that_its_slots_would_let_run_on() {
    let mut settings = TwoLevel { late_reservations: LateReservations::Deadline, ..TwoLevel::default() };
    settings.local.slots = Slots::Fixed(10);
    let jobs = [reservation((0, 1, 9, 4), 2, 6)];
    assert_draws_with_killed(&settings, &jobs, "--AAAA----", "A");
    // A due date does not.
    settings.late_reservations = LateReservations::DueDate;
    assert_draws_with_killed(&settings, &jobs, "--AAAAAAAA", "A");
}

#[track_caller]
fn assert_draws_with_killed(settings: &TwoLevel, jobs: &[Job], row: &str, letters: &str) {
    assert_draws(settings, 1, jobs, &[row]);
    let (killed, _) = killed_and_rejected(settings, 1, jobs);
    assert_eq!(killed, letters);
}
