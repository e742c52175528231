//! The end C of a reservation: the end of the interval that was booked, of its job, or of the time
//! that it requested.

use super::*;

/// The C of the second of `jobs` under each reading, the default first.
#[track_caller]
fn assert_completions(settings: &str, jobs: &str, expected: [i64; 3]) {
    let completions = Completion::ALL.map(|completion| {
        let settings = TwoLevel { completion, ..self::settings(settings) };
        settings.validate(1).expect("settings that can be run");
        run(&settings, &[2], &self::jobs(jobs)).schedule.outcomes[1].completion
    });
    assert_eq!(completions, expected);
}

#[test]
fn what_is_given_in_full_ends_when_it_was_asked_to() {
    // `A`, ready at 20, is out of the way.
    assert_completions("", "0 2 4 4 from=20 to=24, 0 2 3 6 from=2 to=8", [8, 5, 8]);
}

#[test]
fn a_shorter_time_that_was_booked_ends_sooner() {
    // `A` holds the machine from 6 on; `B` asks for 2 to 8.
    // Half of the 6 s would do; there are 4 before `A`, and the job runs 3 of them.
    assert_completions("", "0 2 4 4 from=6 to=10, 0 2 3 6 from=2 to=8 percent=50", [6, 5, 8]);
}

#[test]
fn a_reservation_for_the_run_time_ends_with_it() {
    assert_completions("reservation_length: run_time", "0 2 4 4 from=6 to=10, 0 2 3 6 from=2 to=8", [5, 5, 8]);
}

#[test]
fn slots_of_a_fixed_length_do_not_put_it_off() {
    // Booked from 2 to 5 in slots of 10, which it holds to the end; its job, which is not stopped
    // before, runs on until then. The other one goes after it.
    let settings = settings("reservation_length: run_time; local.slots.fixed: 10");
    let jobs = jobs("0 2 3 6 from=2 to=8, 0 2 4 4 from=6 to=10");
    let outcome = run(&settings, &[2], &jobs).schedule.outcomes[0];
    assert_eq!((outcome.released, outcome.completion), (10, 5));
}

#[test]
fn a_hard_deadline_stops_a_job_that_its_slots_would_let_run_on() {
    // A due date does not.
    for (late, row) in [("deadline", "--AAAA----"), ("due_date", "--AAAAAAAA")] {
        let settings = format!("local.slots.fixed: 10; late_reservations: {late}");
        assert_draws(&settings, "0 1 9 4 from=2 to=6", &format!("{row} killed:A"));
    }
}
