//! "Best effort reservations allow LRMS to reserve either available number of slots within a range
//! given by a user (per-slot best-effort) or a specific number of slots for available time also from
//! a range given by a user (per-time best-effort)" (Sect. 3.1).

use super::*;

fn best_effort(job: Batch, ready: i64, deadline: i64, flexibility: Flexibility) -> Job {
    Job { reservation: Some(ReservationRequest { ready, deadline, flexibility, is_listed: false }), ..batch(job) }
}

#[test]
fn per_slot_it_takes_the_processors_that_there_are() {
    // Beside `A` there are two processors for `B`, which asks for four and takes one at least: its
    // work of 4 * 2 processor seconds takes 4 s on them. `C` takes no fewer than three.
    let jobs = [
        reservation((0, 2, 4, 4), 2, 6),
        best_effort((0, 4, 2, 4), 2, 6, Flexibility::Processors { least: 1 }),
        best_effort((0, 3, 2, 2), 2, 4, Flexibility::Processors { least: 3 }),
        batch((0, 4, 2, 2)),
        batch((3, 1, 1, 1)),
    ];
    let expected = [
        "ddAAAACC", //
        "ddAAAACC", //
        "ddBBBBCC", //
        "ddBBBBe.",
    ];
    assert_draws(&TwoLevel::default(), 4, &jobs, &expected);
    // With a second more of work it would take 6 s, and is reserved for 4.
    let mut jobs = jobs;
    jobs[1].run_time = 3;
    assert_draws(&TwoLevel::default(), 4, &jobs, &expected);
    let (killed, _) = killed_and_rejected(&TwoLevel::default(), 4, &jobs);
    assert_eq!(killed, "B");
}

#[test]
fn per_slot_it_lasts_the_longer_the_fewer_processors_it_takes() {
    // Reserved for their run times: `C` is searched as 8 s on one processor, from 2 to 10, where `A`
    // leaves no more than that one. `D` begins when three are free.
    let settings = TwoLevel { reservation_length: ReservationLength::RunTime, ..TwoLevel::default() };
    let mut jobs = vec![
        reservation((0, 3, 2, 2), 8, 10),
        reservation((0, 2, 4, 4), 2, 6),
        best_effort((0, 4, 2, 2), 2, 10, Flexibility::Processors { least: 1 }),
        best_effort((0, 3, 2, 2), 2, 4, Flexibility::Processors { least: 3 }),
        batch((0, 4, 2, 2)),
        batch((3, 1, 1, 1)),
    ];
    let expected = [
        "eeBBBBDDAA", //
        "eeBBBBDDAA",
        "eeCCCCCCCC",
        "ee.f..DDAA",
    ];
    assert_draws(&settings, 4, &jobs, &expected);
    // Without `A` there are two from 2 to 10, which do it in half the time.
    jobs.remove(0);
    let expected = [
        "ddAAAACC", //
        "ddAAAACC", //
        "ddBBBBCC", //
        "ddBBBBe.",
    ];
    assert_draws(&settings, 4, &jobs, &expected);
}

#[test]
fn per_time_it_takes_the_time_that_there_is() {
    // `B` asks for 6 s, takes 3, and gets the 4 until `A`, where its job is killed. `C` takes its
    // whole length only, which is there. `D` takes a second, and gets its 4 after `A`. `E` takes 4,
    // which are nowhere before `D` ends, and gets 5.
    let within = |least_percent| Flexibility::Time { least_percent };
    let jobs = [
        reservation((0, 3, 2, 2), 6, 8),
        best_effort((0, 2, 5, 6), 2, 8, within(50)),
        best_effort((0, 2, 3, 4), 2, 6, within(100)),
        best_effort((0, 4, 4, 4), 2, 6, within(25)),
        best_effort((0, 1, 5, 5), 0, 5, within(80)),
        batch((0, 1, 1, 2)),
    ];
    let expected = [
        "f.BBBBAADDDDEEEEE", //
        "..BBBBAADDDD.....",
        "..CCC-AADDDD.....",
        "..CCC-..DDDD.....",
    ];
    assert_draws(&TwoLevel::default(), 4, &jobs, &expected);
    let (killed, _) = killed_and_rejected(&TwoLevel::default(), 4, &jobs);
    assert_eq!(killed, "B");
}

#[test]
fn in_a_widened_window_it_begins_as_soon_as_there_is_the_least() {
    // `A` leaves one processor until 3, then two. `B`, ready since 1, takes the one at once, although
    // it could have both from 3 on; where it takes no fewer than two, it waits for them.
    let on_at_least = |least| {
        [
            reservation((0, 2, 3, 3), 0, 3),
            best_effort((1, 2, 1, 3), 1, 9, Flexibility::Processors { least }),
            reservation((1, 1, 1, 1), 8, 9),
        ]
    };
    let expected = [
        "AAA.....C", //
        "AAA......",
        ".BB-.....",
    ];
    assert_draws(&TwoLevel::default(), 3, &on_at_least(1), &expected);
    let expected = [
        "AAAB--..C", //
        "AAAB--...",
        ".........",
    ];
    assert_draws(&TwoLevel::default(), 3, &on_at_least(2), &expected);
    // Between `A` and `C` there are 2 s for `B`, which asks for 4, and takes them if half will do;
    // otherwise it goes after `C`, where its deadline still is.
    let for_at_least = |least_percent| {
        let within = Flexibility::Time { least_percent };
        [reservation((0, 1, 3, 3), 0, 3), reservation((0, 1, 2, 2), 5, 7), best_effort((1, 1, 4, 4), 1, 11, within)]
    };
    let settings = TwoLevel { late_reservations: LateReservations::Deadline, ..TwoLevel::default() };
    assert_draws(&settings, 1, &for_at_least(50), &["AAACCBB"]);
    assert_draws(&settings, 1, &for_at_least(51), &["AAA..BBCCCC"]);
}

#[test]
fn the_least_time_is_rounded_up() {
    // Half of 3 s is 2 s, which are not there before `A`, where 1 is; a third is.
    let jobs = |least_percent| {
        [reservation((0, 1, 4, 4), 1, 5), best_effort((0, 1, 3, 3), 0, 3, Flexibility::Time { least_percent })]
    };
    assert_draws(&TwoLevel::default(), 1, &jobs(50), &[".AAAABBB"]);
    assert_draws(&TwoLevel::default(), 1, &jobs(33), &["BAAAA"]);
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
    let jobs = [reservation((0, 1, 9, 9), 0, 9), best_effort((0, 2, 6, 6), 0, 6, flexibility)];
    assert_draws(&settings, 2, &jobs, &["AAAAAAAAA", "........."]);
}

#[test]
fn a_hard_deadline_ends_what_takes_as_long_as_it_can() {
    // `A` holds the machine until 3: of the 6 s that `B` asks for 5 are left, and 4 would do.
    let settings = TwoLevel { late_reservations: LateReservations::Deadline, ..TwoLevel::default() };
    let half = Flexibility::Time { least_percent: 60 };
    let jobs = [reservation((0, 2, 3, 3), 0, 3), best_effort((0, 2, 6, 6), 2, 8, half)];
    assert_draws(&settings, 2, &jobs, &["AAABBBBB"; 2]);
}
