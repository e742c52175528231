//! Small schedules, worked out on paper and drawn: a row a processor, a column a second, a letter
//! a job (`a` the first submitted), `.` idle, capital letters reservations, `-` a reservation's
//! processors while its job does not run. Behind the rows stand the jobs that were killed or rejected.

mod preemption;
mod queues;
mod table_1;

use proptest::prelude::*;

use super::random::{batch_jobs, run, slower};
use crate::policy::local::Sizes;
use crate::system::prelude::*;
use crate::system::testing::{job, jobs, settings, starts};
use crate::system::two_level::{Simulation, *};
use workload::Predecessor;

/// Draws jobs on as many processors as the drawing has rows.
#[track_caller]
fn assert_draws(settings: &str, jobs: &str, expected: &str) {
    assert_draws_in(1, settings, &self::jobs(jobs), expected);
}

/// Draws jobs whose times are in units of `unit` seconds, a column a unit.
#[track_caller]
fn assert_draws_in(unit: i64, settings: &str, jobs: &[Job], expected: &str) {
    let expected: Vec<&str> = expected.split_whitespace().collect();
    let processors = expected.iter().filter(|it| !it.contains(':')).count();
    let drawn = draw(&self::settings(settings), processors, &slower(unit, jobs.to_vec()), unit);
    assert_eq!(drawn.join("\n"), expected.join("\n"), "{settings}");
}

fn draw(settings: &TwoLevel, processors: usize, jobs: &[Job], column: i64) -> Vec<String> {
    settings.validate(1).expect("settings that can be run");
    assert!(jobs.is_sorted_by_key(|job| job.submit));
    let run = run(settings, &[processors as u32], jobs);
    let letter = |job: usize| if run.jobs[job].is_reservation() { b'A' } else { b'a' } + job as u8;
    let columns = run.schedule.bars.iter().map(|bar| bar.end).max().unwrap_or(0) / column;
    let mut rows = vec![vec![b'.'; columns as usize]; processors];
    for bar in &run.schedule.bars {
        let (job, outcome) = (bar.job as usize, &run.schedule.outcomes[bar.job as usize]);
        assert!(bar.start % column == 0 && bar.end % column == 0);
        for row in &mut rows[bar.first_processor as usize..=bar.last_processor as usize] {
            for place in bar.start / column..bar.end / column {
                let runs = (outcome.start..outcome.end).contains(&(place * column));
                row[place as usize] = if runs || !run.jobs[job].is_reservation() { letter(job) } else { b'-' };
            }
        }
    }
    for (name, status) in [("killed:", Status::Killed), ("rejected:", Status::Rejected)] {
        let of = (0..jobs.len()).filter(|&it| run.schedule.outcomes[it].status == status).map(letter);
        let line: Vec<u8> = name.bytes().chain(of).collect();
        rows.extend((line.len() > name.len()).then_some(line));
    }
    rows.into_iter().map(|row| String::from_utf8(row).unwrap()).collect()
}

// The end C of a reservation: the end of the interval that was booked, of its job, or of the time
// that it requested.

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

#[test]
fn what_was_used_long_ago_counts_less() {
    // At 20 user 1 has used 8 s, from 0 to 8, user 2 has used 4, from 8 to 12, and user 3 the 8 since.
    // With a half-life of 4 s the first weigh (2^-3 - 2^-5) * 4 / ln 2 = 0.54 s, the second
    // (2^-2 - 2^-3) * 4 / ln 2 = 0.72, the third (1 - 2^-2) * 4 / ln 2 = 4.33.
    // Without decay, user 2 has the least usage, and the others the same.
    for (half_life, expected) in [(4, "aaaaaaaabbbbccccccccdef"), (0, "aaaaaaaabbbbccccccccedf")] {
        assert_draws(
            &format!("local.queue: fss; local.fair_share.half_life: {half_life}"),
            "0 1 8 8 user=1, 1 1 4 4 user=2, 2 1 8 8 user=3, 13 1 1 1 user=1, 13 1 1 1 user=2, 13 1 1 1 user=3",
            expected,
        );
    }
}

#[test]
fn groups_share_what_their_users_use() {
    // At 3 user 1 has used 6 processor seconds, the others none: `b`, `c`, `d` in order of arrival,
    // of which `c` does not fit, then `e`.
    // Group 1 has used 6, group 2 none: `c` and `d` come first; at 5 it is 6 and 4.
    for (among, expected) in [("users", "aaabbcc aaadecc"), ("groups", "aaaccde aaaccbb")] {
        assert_draws(
            &format!("local.queue: fss; local.fair_share.half_life: 0; local.fair_share.among: {among}"),
            "0 2 3 3 user=1 group=1, 1 1 2 2 user=2 group=1, 1 2 2 2 user=3 group=2, 1 1 1 1 user=3 group=2,
             2 1 1 1 user=1 group=1",
            expected,
        );
    }
}

#[test]
fn reservations_are_used_too() {
    // Both while their jobs run and while they only hold their processors.
    // At 4 user 1 has used 4 s, user 2 none; at 7 it is 4 and 3, at 8 a tie, at 10 6 and 4.
    assert_draws(
        "local.queue: fss; local.fair_share.half_life: 0",
        "0 1 1 4 from=0 to=4 user=1, 1 1 2 2 user=1, 1 1 3 3 user=2, 2 1 1 1 user=2, 2 1 1 1 user=1",
        "A---cccdbbe",
    );
}

#[test]
fn at_the_grids_period_the_usage_of_all_providers_counts() {
    // `a` and `b` take a provider each at 0. Of those that wait for the pass at 10 `e` comes first, whose user has
    // no usage, then `d`, whose user has used 4 s of the second provider, then `c`: 8 s of the first.
    let jobs = jobs("0 1 8 8 user=1, 0 1 4 4 user=2, 1 1 3 3 user=1, 2 1 3 3 user=2, 3 1 5 5 user=3");
    for (queue, expected) in [
        ("fair_share", "[(0, 0), (1, 0), (0, 15), (1, 10), (0, 10)]"),
        ("fcfs", "[(0, 0), (1, 0), (0, 10), (1, 10), (0, 13)]"),
    ] {
        let settings =
            format!("local.queue: fcfs; local.fair_share.half_life: 0; grid.period: 10; grid.queue: {queue}");
        let run = run(&self::settings(&settings), &[1, 1], &jobs);
        let taken = run.schedule.outcomes.iter().map(|it| (it.provider, it.start));
        assert_eq!(format!("{:?}", taken.collect::<Vec<_>>()), expected, "{queue}");
    }
}

const SLOTS_OF_4: &str = "local.slots.fixed: 4";

/// Seven jobs on two processors with slots of 4 s: from 0, 4, 8 and 12.
const SEVEN_JOBS: &str = "0 1 6 4 from=5 to=9, 0 2 3 3, 3 1 2 2, 3 2 1 1, 6 1 2 2 from=6 to=8, 7 1 1 1, 9 1 1 4";

#[test]
fn what_is_promised_is_promised_for_whole_slots() {
    // `A`, from 5 to 9, holds the slots from 4 to 12, and its job may run until then. `b` gives the
    // slot from 0 back at 3, when `c` takes one of two and `d` finds the other only; `c` gives that from 4 back
    // at 5, so that `E` begins at 6. `f` needs the slot from 4, which is full, until 8. `g` has the
    // slots to 16 until it ends. `d` waits for `A`'s slots to end.
    assert_draws(
        SLOTS_OF_4,
        SEVEN_JOBS,
        "bbbcc.EEfg..d
         bbb.-AAAAAA-d",
    );
}

#[test]
fn a_reservation_that_ends_with_its_job_gives_its_whole_slot_back() {
    assert_draws(
        "local.slots.fixed: 4; reservation_end: job_end",
        SEVEN_JOBS,
        "bbbcc.EEfg.d
         bbb.-AAAAAAd",
    );
}

#[test]
fn the_same_jobs_in_slots_of_any_length() {
    // `A` holds its processor from 5 to 9, when it is killed, and `d` can begin; `g`, with room from
    // the start in whole slots, comes after it.
    assert_draws(
        "",
        SEVEN_JOBS,
        "bbbccAAAAdg
         bbb...EEfd.
         killed:A",
    );
}

#[test]
fn a_reservation_begins_inside_a_slot_or_where_one_begins() {
    // `A` fills the slot from 0. `B`, ready at 2, begins with the next one; `C`, ready at 6, inside
    // that. `D` asks for 7 to 9, which touches two slots, of which the first is full: it begins at 8.
    // `C` holds its processor from 4 on.
    assert_draws(
        SLOTS_OF_4,
        "0 2 1 1 from=0 to=1, 0 1 3 3 from=2 to=5, 0 1 2 2 from=6 to=8, 0 1 2 2 from=7 to=9, 1 1 1 1",
        "A---BBB-DD--
         A-----CCe...",
    );
}

fn after(job: u32, it: Job) -> Job {
    let predecessor = Some(Predecessor { job, think_time: 0 });
    Job { predecessor, ..it }
}

#[test]
fn a_reservation_that_begins_now_holds_its_processors_when_a_job_is_allocated() {
    let jobs = jobs("0 4 10 10 from=10 to=20, 10 1 5 5, 11 1 5 5");
    // The reservation is the first provider's; under the last allocation it does not wait any longer at 10.
    for (allocation, providers) in
        [("most_free", [0, 1, 1]), ("load_balancing", [0, 0, 1]), ("load_balancing_with_reservations", [0, 0, 1])]
    {
        let settings = settings(&format!("mct_ties: order; grid.batch_allocation: {allocation}"));
        let outcomes = run(&settings, &[4, 4], &jobs).schedule.outcomes;
        assert!(outcomes.iter().map(|it| it.provider).eq(providers), "{allocation}");
    }
}

#[test]
fn a_rejection_releases_jobs_in_the_order_of_arrival() {
    for (rejected, period, expected) in [
        // `c` stands behind the job that is released now.
        ("10 3 5 5", 0, "-1 10 15"),
        ("10 3 5 5", 4, "-1 17 12"),
        ("12 3 5 5", 4, "-1 12 17"),
        ("10 3 5 5 from=10 to=20", 0, "-1 10 15"),
    ] {
        let whole = Job { submit: job(rejected).submit, ..job("0 2 5 5") };
        let jobs = [job(rejected), after(0, whole.clone()), whole];
        let settings = settings(&format!("grid.period: {period}"));
        assert_eq!(starts(&run(&settings, &[2], &jobs)), expected, "{period} {rejected}");
    }
}

proptest! {
    /// As if they had been submitted at the rejection: at the next multiple of δ.
    #[test]
    fn jobs_that_a_rejection_releases_are_submitted_then(
        jobs in batch_jobs(),
        period in proptest::sample::select(vec![0_i64, 7]),
        queue in proptest::sample::select(vec!["fcfs", "fcfs_backfilling", "easy", "conservative"]),
    ) {
        const MOST: u32 = 5;
        let (mut dependent, mut alone) = (jobs.clone(), jobs);
        for at in 1..alone.len() {
            if alone[at - 1].processors <= MOST || at % 3 == 0 {
                continue;
            }
            let rejected = alone[at - 1].submit;
            let rejected = (rejected + period.max(1) - 1).div_euclid(period.max(1)) * period.max(1);
            alone[at].submit = alone[at].submit.max(rejected);
            dependent[at] = after(at as u32 - 1, dependent[at].clone());
        }
        let settings = settings(&format!("grid.period: {period}; local.queue: {queue}"));
        let starts = |jobs: &[Job]| starts(&run(&settings, &[MOST], jobs));
        prop_assert_eq!(starts(&dependent), starts(&alone));
    }
}

#[test]
fn batch_jobs_keep_out_of_the_way_of_a_reservation_by_their_limits() {
    // `B` is booked from 4 to 8. `a` may last until 4; `c` fits beside `B`; `d`, which needs all
    // four, waits for `B` to end.
    assert_draws(
        "local.queue: fcfs_backfilling",
        "0 2 3 4, 0 2 2 4 from=4 to=8, 1 2 5 6, 3 4 1 1",
        "aaa.BB--d
         aaa.BB--d
         .ccccc..d
         .ccccc..d",
    );
}

#[test]
fn a_reservation_that_ends_with_its_job_frees_its_processors() {
    for (settings, row) in [("", ".AA----b "), ("reservation_end: job_end", ".AAb ")] {
        assert_draws(settings, "0 4 2 6 from=1 to=7, 2 4 1 1", &row.repeat(4));
    }
}

#[test]
fn a_reservation_held_up_for_long_takes_no_instant_a_second() {
    let year = 366 * 86_400;
    let settings: TwoLevel = settings("local.queue: lsf; local.period: 1; local.over_limit: ignore");
    let jobs = jobs(&format!("0 1 {year} 1, 0 1 5 5 from=3 to=8, 4 1 1 1"));
    let mut simulation = Simulation::with_sizes(&settings, &[1], jobs, 1, Sizes::SMALL);
    assert!(simulation.advance(20), "it is over after a few instants");
    let starts = simulation.finish().1.outcomes.into_iter().map(|it| it.start);
    assert!(starts.eq([0, year, year + 5]));
}

#[test]
fn under_ar_fcfs_a_reservation_comes_behind_the_batch_jobs_that_were_there_before_it() {
    // All wait for the grid scheduler's pass at 10. `a` needs all processors until 12 and was there
    // before `B`, which asks for them from 10 on; `c` came last.
    for (queue, row) in [("fcfs", "..........aaBBc "), ("first", "..........BBaac ")] {
        let settings = format!("grid.period: 10; grid.reservation_queue: {queue}");
        assert_draws(&settings, "1 2 2 2, 4 2 2 2 from=10 to=12, 5 2 1 1", &row.repeat(2));
    }
}

#[test]
fn a_flexible_reservation_can_stand_beside_another_one() {
    // Before it, after it, or, where the window ends too early for either, at once.
    for (window, flexible_start, expected) in [
        ("from=0 to=20", "earliest", "BB........AAAA .............."),
        ("from=0 to=20", "beside_reservation", "........BBAAAA .............."),
        ("from=12 to=20", "earliest", "..........AAAA ............BB"),
        ("from=12 to=20", "beside_reservation", "..........AAAABB ................"),
        ("from=0 to=9", "beside_reservation", "BB........AAAA .............."),
    ] {
        let jobs = format!("0 1 4 4 from=10 to=14, 0 1 2 2 {window}");
        assert_draws(&format!("grid.flexible_start: {flexible_start}"), &jobs, expected);
    }
}

#[test]
fn starts_are_asked_for_one_by_one_or_searched() {
    // `a` holds the processor until 5; the reservation from 2 on is offered 5 by an interval search, and the first
    // of 2, 6, 10, ... that is free by a provider that says yes or no.
    for (step, expected) in [(0, "aaaaaBB"), (4, "aaaaa.BB"), (3, "aaaaaBB")] {
        assert_draws(&format!("grid.inquiry_step: {step}"), "0 1 5 5, 1 1 2 2 from=2 to=30", expected);
    }
}

// Reservations that keep the processors that they are given when they are accepted.
//
// `a` runs 3 s over its limit, so that `B` begins at 4 and reaches over the time of `C`.

#[test]
fn what_two_reservations_were_promised_is_not_free_when_one_gives_it_back() {
    // `B` ends with its job at 5, and its processors are `C`'s from 6 on: `d` would be in its way.
    assert_draws(
        "local.binding: static; local.over_limit: ignore; reservation_end: job_end",
        "0 1 4 1, 0 1 1 5 from=1 to=6, 0 1 2 2 from=6 to=8, 5 1 2 2",
        "aaaaB.CCdd",
    );
}

#[test]
fn what_two_reservations_were_promised_counts_once() {
    // From 7 to 9 two processors are promised twice; the third is free for `d`.
    assert_draws(
        "local.binding: static; local.over_limit: ignore",
        "0 2 4 1, 0 2 5 5 from=1 to=6, 0 2 2 2 from=7 to=9, 5 1 3 3",
        "aaaaBBBBBCC
         aaaaBBBBBCC
         .....ddd...",
    );
}
