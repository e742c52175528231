//! "Best effort reservations allow LRMS to reserve either available number of slots within a range
//! given by a user (per-slot best-effort) or a specific number of slots for available time also from
//! a range given by a user (per-time best-effort)" (Sect. 3.1).

use super::*;

fn best_effort(job: Batch, ready: i64, deadline: i64, flexibility: Flexibility) -> Job {
    Job {
        reservation: Some(ReservationRequest {
            ready,
            deadline,
            flexibility,
        }),
        ..batch(job)
    }
}

#[test]
fn a_hard_deadline_is_asked_of_what_is_given_not_of_the_least() {
    // On the fewest processors `A` would take 12 s; it is given all that it asked for, and 6 will do.
    let flexibility = Flexibility::Processors { least: 1 };
    let settings = TwoLevel {
        late_reservations: LateReservations::Deadline,
        reservation_length: ReservationLength::RunTime,
        ..TwoLevel::default()
    };
    let jobs = [best_effort((0, 2, 6, 6), 0, 6, flexibility)];
    assert_draws(&settings, 2, &jobs, &["AAAAAA"; 2]);
    // Beside `B` there is one processor: twice as long is too late.
    let jobs = [
        reservation((0, 1, 9, 9), 0, 9),
        best_effort((0, 2, 6, 6), 0, 6, flexibility),
    ];
    assert_draws(&settings, 2, &jobs, &["AAAAAAAAA", "........."]);
}

#[test]
fn a_hard_deadline_ends_what_takes_as_long_as_it_can() {
    // `A` holds the machine until 3: of the 6 s that `B` asks for 5 are left, and 4 would do.
    let settings = TwoLevel {
        late_reservations: LateReservations::Deadline,
        ..TwoLevel::default()
    };
    let half = Flexibility::Time { least_percent: 60 };
    let jobs = [
        reservation((0, 2, 3, 3), 0, 3),
        best_effort((0, 2, 6, 6), 2, 8, half),
    ];
    assert_draws(&settings, 2, &jobs, &["AAABBBBB"; 2]);
}
