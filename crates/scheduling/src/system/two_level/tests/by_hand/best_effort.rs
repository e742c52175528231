//! "Best effort reservations allow LRMS to reserve either available number of slots within a range
//! given by a user (per-slot best-effort) or a specific number of slots for available time also from
//! a range given by a user (per-time best-effort)" (Sect. 3.1).

use super::*;

#[test]
fn per_slot_it_takes_the_processors_that_there_are() {
    // Beside `A` there are two processors for `B`, which asks for four and takes one at least: its
    // work of 4 * 2 processor seconds takes 4 s on them. `C` takes no fewer than three.
    // With a second more of work it would take 6 s, and is reserved for 4.
    for (run_time, killed) in [(2, ""), (3, "killed:B")] {
        assert_draws(
            "",
            &format!(
                "0 2 4 4 from=2 to=6, 0 4 {run_time} 4 from=2 to=6 least=1, 0 3 2 2 from=2 to=4 least=3,
                 0 4 2 2, 3 1 1 1"
            ),
            &format!(
                "ddAAAACC
                 ddAAAACC
                 ddBBBBCC
                 ddBBBBe. {killed}"
            ),
        );
    }
}

#[test]
fn per_slot_it_lasts_the_longer_the_fewer_processors_it_takes() {
    // Reserved for their run times: `C` is searched as 8 s on one processor, from 2 to 10, where `A`
    // leaves no more than that one. `D` begins when three are free.
    let jobs = "0 2 4 4 from=2 to=6, 0 4 2 2 from=2 to=10 least=1, 0 3 2 2 from=2 to=4 least=3, 0 4 2 2, 3 1 1 1";
    assert_draws(
        "reservation_length: run_time",
        &format!("0 3 2 2 from=8 to=10, {jobs}"),
        "eeBBBBDDAA
         eeBBBBDDAA
         eeCCCCCCCC
         ee.f..DDAA",
    );
    // Without `A` there are two from 2 to 10, which do it in half the time.
    assert_draws(
        "reservation_length: run_time",
        jobs,
        "ddAAAACC
         ddAAAACC
         ddBBBBCC
         ddBBBBe.",
    );
}

#[test]
fn per_time_it_takes_the_time_that_there_is() {
    // `B` asks for 6 s, takes 3, and gets the 4 until `A`, where its job is killed. `C` takes its
    // whole length only, which is there. `D` takes a second, and gets its 4 after `A`. `E` takes 4,
    // which are nowhere before `D` ends, and gets 5.
    assert_draws(
        "",
        "0 3 2 2 from=6 to=8, 0 2 5 6 from=2 to=8 percent=50, 0 2 3 4 from=2 to=6 percent=100,
         0 4 4 4 from=2 to=6 percent=25, 0 1 5 5 from=0 to=5 percent=80, 0 1 1 2",
        "f.BBBBAADDDDEEEEE
         ..BBBBAADDDD.....
         ..CCC-AADDDD.....
         ..CCC-..DDDD.....
         killed:B",
    );
}

#[test]
fn in_a_widened_window_it_begins_as_soon_as_there_is_the_least() {
    // `A` leaves one processor until 3, then two. `B`, ready since 1, takes the one at once, although
    // it could have both from 3 on; where it takes no fewer than two, it waits for them.
    for (least, expected) in [(1, "AAA.....C AAA...... .BB-....."), (2, "AAAB--..C AAAB--... .........")] {
        let jobs = format!("0 2 3 3 from=0 to=3, 1 2 1 3 from=1 to=9 least={least}, 1 1 1 1 from=8 to=9");
        assert_draws("", &jobs, expected);
    }
    // Between `A` and `C` there are 2 s for `B`, which asks for 4, and takes them if half will do;
    // otherwise it goes after `C`, where its deadline still is.
    for (percent, expected) in [(50, "AAACCBB killed:C"), (51, "AAA..BBCCCC")] {
        let jobs = format!("0 1 3 3 from=0 to=3, 0 1 2 2 from=5 to=7, 1 1 4 4 from=1 to=11 percent={percent}");
        assert_draws("late_reservations: deadline", &jobs, expected);
    }
}

#[test]
fn the_least_time_is_rounded_up() {
    // Half of 3 s is 2 s, which are not there before `A`, where 1 is; a third is.
    for (percent, expected) in [(50, ".AAAABBB"), (33, "BAAAA killed:B")] {
        assert_draws("", &format!("0 1 4 4 from=1 to=5, 0 1 3 3 from=0 to=3 percent={percent}"), expected);
    }
}

#[test]
fn a_hard_deadline_is_asked_of_what_is_given_not_of_the_least() {
    // On the fewest processors `A` would take 12 s; it is given all that it asked for, and 6 will do.
    // Beside `B` there is one processor: twice as long is too late.
    for (jobs, expected) in [
        ("0 2 6 6 from=0 to=6 least=1", "AAAAAA AAAAAA"),
        ("0 1 9 9 from=0 to=9, 0 2 6 6 from=0 to=6 least=1", "AAAAAAAAA ......... rejected:B"),
    ] {
        assert_draws("late_reservations: deadline; reservation_length: run_time", jobs, expected);
    }
}

#[test]
fn a_hard_deadline_ends_what_takes_as_long_as_it_can() {
    // `A` holds the machine until 3: of the 6 s that `B` asks for 5 are left, and 4 would do.
    let jobs = "0 2 3 3 from=0 to=3, 0 2 6 6 from=2 to=8 percent=60";
    assert_draws("late_reservations: deadline", jobs, "AAABBBBB AAABBBBB killed:B");
}
