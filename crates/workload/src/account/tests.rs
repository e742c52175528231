use super::*;
use crate::reserve::{IntervalStart, usual_start};
use crate::select::{Fold, SizeFrom};
use crate::testing::reading;
use crate::{KnownBy, Machine, UnreadColumn, lublin::Lublin, traces};

/// Eight jobs, of which three ran: 1 was cancelled, 2 got no processor, 3 ended within its first second, 4 is of
/// unknown length; 6 names no size, 7 no request and no limit, 8 both. Line 9 is no job.
const EVERY_FATE: &str = "\
1 0 0 -1 -1 -1 -1 4 60 -1 5 1 1 -1 1 1 -1 -1
2 1 0 0 -1 -1 -1 4 60 -1 0 1 1 -1 1 1 -1 -1
3 2 0 0 4 -1 -1 4 60 -1 1 1 1 -1 1 1 -1 -1
4 3 0 -1 4 -1 -1 4 60 -1 1 1 1 -1 1 1 -1 -1
5 4 0 -1 4 -1 -1 4 60 -1 5 1 1 -1 1 2 -1 -1
6 5 0 10 -1 -1 -1 -1 60 -1 1 1 1 -1 1 1 -1 -1
7 6 0 10 5 -1 -1 -1 -1 -1 1 1 1 -1 1 2 -1 -1
8 7 0 10 3 -1 -1 2 60 -1 1 1 1 -1 1 2 -1 -1 node7
x 8 0 10 2 -1 -1 2 60 -1 1 1 1 -1 1 2 -1 -1
";

fn all() -> Selection {
    let mut selection = Selection { first_job: None, last_job: None, ..Selection::default() };
    selection.reservations.percent = 0.0;
    selection
}

#[test]
fn every_job_of_a_file_is_accounted_for() {
    let account = Account::of(&reading(EVERY_FATE), (&all(), 1));
    let intake = &account.intake;
    assert_eq!((intake.jobs, intake.rejected, intake.amended), (8, 1, 0));
    let fates = (intake.ran, intake.never_ran, intake.ran_no_time);
    assert_eq!((fates, intake.run_time_unknown), ((3, 3, 1), 1));
    let left_out = LeftOut { never_ran: 3, ran_no_time: 1, run_time_unknown: 1, ..LeftOut::default() };
    let taken = Taken { jobs: 3, left_out: Some(left_out), unmet_dependencies: None, thinned: None };
    assert_eq!(account.taken, Some(taken));
    assert_eq!(intake.pooled, Some(Pooled::Partitions(2)));
    let column = UnreadColumn { name: "field 19".to_owned(), jobs: 1, example: "node7".to_owned() };
    assert_eq!(intake.not_used, [column]);
}

#[test]
fn what_is_guessed_is_counted_among_the_jobs_that_are_taken() {
    let reading = reading(EVERY_FATE);
    let guessed = |selection: &Selection| Account::of(&reading, (selection, 1)).guessed;
    let machine = Guess::Machine(Machine { processors: 8, known: KnownBy::MostInUse });
    let limits = |by| Guess::Limits { jobs: 1, by };
    let allocated = Guess::Sizes { jobs: 1, from: SizeFrom::Allocated };
    let one = Guess::OneProcessor { jobs: 1 };
    let expected = [machine, allocated, one, limits(StandIn::RunTimeTimes(1.0))];
    assert_eq!(guessed(&all()), expected);
    let fixed = Selection { missing_limit: Some(600), size_from: SizeFrom::Allocated, ..all() };
    let expected = [machine, one, limits(StandIn::Seconds(600))];
    assert_eq!(guessed(&fixed), expected);
    // The two that got no processor count as well.
    let unclean = Selection { skip_never_ran: false, size_from: SizeFrom::Allocated, ..all() };
    let requested = Guess::Sizes { jobs: 2, from: SizeFrom::Requested };
    assert!(guessed(&unclean).contains(&requested));
    let named = format!("; MaxProcs: 8\n{EVERY_FATE}");
    let named = Account::of(&crate::testing::reading(&named), (&all(), 1));
    assert!(!named.guessed.contains(&machine));
}

/// The numbers of jobs taken and left out add up to the file, whatever is selected, and the jobs taken are
/// those that run.
#[test]
fn the_sum_is_the_file_under_every_selection() {
    let reading = reading(EVERY_FATE);
    let fold = Fold { days: 1, intervals: 2, keep_days: None };
    for selection in [
        all(),
        Selection::default(),
        Selection { first_job: Some(3), last_job: Some(7), ..all() },
        Selection { count: Some(2), ..all() },
        Selection { skip_never_ran: false, last_job: Some(6), count: Some(4), ..all() },
        Selection { fold: Some(fold), ..all() },
    ] {
        let taken = Account::of(&reading, (&selection, 1)).taken.expect("taken");
        let left_out = taken.left_out.expect("by what");
        assert_eq!(taken.jobs + left_out.jobs(), 8, "{selection:?}");
        let jobs = select(&reading.workload, &selection, 1).len() as u64;
        assert_eq!(taken.jobs, jobs, "{selection:?}");
        // The page, which has no records, says the same, or less.
        let intake = Intake::of(&reading);
        let in_run = Some((jobs, taken.thinned));
        let told = Account::from_intake(intake, &selection, in_run).taken;
        let told = told.expect("taken");
        assert_eq!(told.jobs, jobs);
        assert!(told.left_out.is_none_or(|it| it == left_out));
        assert_eq!(told.left_out.is_some(), selection.asks_for_all());
    }
    let some = Selection { first_job: Some(3), count: Some(1), ..all() };
    let left_out = Account::of(&reading, (&some, 1)).taken.unwrap().left_out;
    let expected =
        LeftOut { not_in_range: 2, never_ran: 1, ran_no_time: 1, run_time_unknown: 1, beyond: 2, thinned: 0 };
    assert_eq!(left_out, Some(expected));
}

#[test]
fn a_log_without_any_wait_has_reservations_begin_at_drawn_times() {
    for (reading, start) in [
        (reading("1 0 -1 10 4 -1 -1 4 60\n2 5 -1 10 4 -1 -1 4 60\n"), IntervalStart::LeadTime),
        (reading("1 0 -1 10 4 -1 -1 4 60\n2 5 0 10 4 -1 -1 4 60\n"), IntervalStart::LoggedWait),
        (reading("digraph { a [cost=2] b [cost=4] a -> b }"), IntervalStart::LoggedWait),
        (Lublin::default().generate().expect("jobs").into(), IntervalStart::LoggedWait),
    ] {
        assert_eq!(usual_start(&reading.workload), start);
        assert_eq!(Intake::of(&reading).usual_start(), start);
    }
}

#[test]
fn logged_waits_that_are_asked_for_and_lacking_are_noticed() {
    let (without, with) = ("1 0 -1 10 4 -1 -1 4 60\n", "1 0 3 10 4 -1 -1 4 60\n");
    for (text, reservations, is_noticed) in [
        (without, r#"{"percent": 20, "start": "logged_wait"}"#, true),
        (with, r#"{"percent": 20, "start": "logged_wait"}"#, false),
        (without, r#"{"percent": 20, "start": "lead_time"}"#, false),
        (without, r#"{"percent": 0}"#, false),
        (without, r#"{"request": "listed", "listed": [{"job": 1, "ready": 1, "deadline": 9}]}"#, false),
    ] {
        let reservations = serde_json::from_str(reservations).expect("settings");
        let selection = Selection { reservations, ..Selection::default() };
        let account = Account::of(&reading(text), (&selection, 1));
        assert_eq!(account.starts_by_missing_waits(&selection), is_noticed, "{selection:?}");
    }
}

/// Jobs of users 1 to 4; the last of user 1 never ran.
const OF_USERS: &str = "\
1 0 0 100 1 -1 -1 1 200 -1 1 1 1 1 1 1 -1 -1
2 1 0 100 2 -1 -1 2 200 -1 1 2 1 1 1 1 -1 -1
3 2 0 100 3 -1 -1 3 200 -1 1 3 1 1 1 1 -1 -1
4 3 0 100 4 -1 -1 4 200 -1 1 4 1 1 1 1 -1 -1
5 4 0 -1 -1 -1 -1 4 200 -1 5 1 1 1 1 1 -1 -1
";

#[test]
fn the_jobs_of_users_that_leave_are_counted_with_the_share_that_stays() {
    let reading = reading(OF_USERS);
    let half = Selection { thin_users: Some(0.5), ..all() };
    for seed in 1..9 {
        let account = Account::of(&reading, (&half, seed));
        let taken = account.taken.expect("taken");
        let (left_out, thinned) = (taken.left_out.unwrap(), taken.thinned.expect("users leave"));
        assert_eq!((thinned.users, left_out.never_ran), (4, 1));
        assert_eq!(left_out.thinned, thinned.jobs_left_out);
        assert_eq!((left_out.beyond, taken.jobs + left_out.jobs()), (0, 5));
        assert!((0.3..=0.7).contains(&thinned.work), "{thinned:?}");
        // The page knows as much from a run, and without one that it does not know.
        let of_run = Some((taken.jobs, Some(thinned)));
        let told = Account::from_intake(account.intake.clone(), &half, of_run);
        assert_eq!(told.taken, Some(taken));
        let early = Account::from_intake(account.intake, &half, None);
        assert_eq!(early.taken, None);
    }
}

#[test]
fn a_batch_and_a_workflow_take_all_and_may_name_no_machine() {
    let batch = Account::of(&reading("task,start,end,load\n1,0,3100,20\n2,30,90,45\n"), (&all(), 1));
    assert_eq!(batch.taken.map(|it| it.jobs), Some(2));
    assert_eq!(batch.guessed, [Guess::Platform]);
    let of_its_own = "<batch><node nodeName='a'/><node nodeName='b'/>\
        <task taskId='1' startTime='5' endTime='10' load='20'/></batch>";
    let batch = Account::of(&reading(of_its_own), (&all(), 1));
    assert_eq!((batch.intake.jobs, batch.intake.machines), (1, 2));
    assert_eq!(batch.guessed, []);
}

#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn real_logs_are_accounted_for() {
    let of = |name| Account::of(&traces::trace(name), (&all(), 1));
    let sdsc = of("SDSC-SP2-1998-first-4961.swf");
    let left_out = LeftOut { never_ran: 355, ..LeftOut::default() };
    let taken = Taken { jobs: 4606, left_out: Some(left_out), unmet_dependencies: None, thinned: None };
    assert_eq!((sdsc.intake.jobs, sdsc.taken), (4961, Some(taken)));
    // Waits are those of jobs that ran.
    assert_eq!((sdsc.intake.waits, sdsc.guessed.len()), (4606, 0));

    let kth = of("KTH-SP2-1996-2.swf.gz");
    let fates = (kth.intake.ran, kth.intake.never_ran, kth.intake.ran_no_time);
    assert_eq!(fates, (28_481, 0, 8));

    let nasa = of("NASA-iPSC-1993-3.1-cln.swf.gz");
    assert_eq!((nasa.intake.ran, nasa.intake.ran_no_time), (18_066, 173));
    assert_eq!(nasa.intake.usual_start(), IntervalStart::LeadTime);
    let guessed = [
        Guess::Sizes { jobs: 18_066, from: SizeFrom::Allocated },
        Guess::Limits { jobs: 18_066, by: StandIn::RunTimeTimes(1.0) },
    ];
    assert_eq!(nasa.guessed, guessed);
}
