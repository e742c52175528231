use proptest::prelude::*;

use super::*;
use crate::resources::{Chunks, NodeKind};
use crate::testing::{assert_told, rows};
use crate::{Content, UNKNOWN};

/// A log of jobs by number, submission and user; each runs for 10 s.
fn log(rows: &[(u64, Time, i64)]) -> Workload {
    let records = rows.iter().map(|&(id, submit, user)| Record {
        id,
        submit,
        eligible: submit,
        user,
        run_time: 10,
        requested_processors: 1,
        ..Record::UNKNOWN
    });
    let log = Log { records: records.collect(), ..Log::default() };
    Workload::of_log("a.swf", log)
}

fn replicate(of: &Workload, kind: &str, seed: u64, place: u32) -> Replicate {
    let replication: Replication = kind.parse().expect("a replication");
    let made = replication.replicate(of, &Selection::of_all(), (seed, place));
    made.expect("a replicate")
}

fn of_each(replicate: &Replicate) -> Vec<(u64, Time, bool)> {
    let jobs = taken(&replicate.workload, &replicate.selection);
    jobs.iter().map(|it| (it.id, it.submit, replicate.counted.counts(it))).collect()
}

#[test]
fn jobs_ask_for_the_same_of_nodes() {
    let rows: Vec<(u64, Time, i64)> = (1..=40).map(|id| (id, 86_400 * id as Time, id as i64 % 4)).collect();
    let mut all = log(&rows);
    let Content::Log(made) = &mut all.content else { panic!("a log") };
    for (place, record) in made.records.iter_mut().enumerate() {
        // So each job is known again.
        record.run_time = 100 + place as Time;
        if place % 3 > 0 {
            made.resources.set(place, Chunks { memory: place as u64, ..Chunks::default() });
        }
    }
    made.resources.nodes.push(NodeKind::default());
    for kind in ["windows=2", "users=2", "shake=2:300"] {
        let made = replicate(&all, kind, 3, 1).workload;
        let made = made.log().expect("a log");
        assert_eq!(made.resources.nodes.len(), 1);
        assert!(made.records.len() > 5);
        for (place, record) in made.records.iter().enumerate() {
            let asked = made.resources.of(place).map(|it| it.memory);
            let from = record.run_time as u64 - 100;
            assert_eq!(asked, (!from.is_multiple_of(3)).then_some(from), "{kind}");
        }
    }
}

#[test]
fn windows_are_consecutive_and_begin_with_their_warm_up() {
    // Not in order of submission in the file; from 100 to 199, a hundred seconds.
    let all = log(&[(3, 150, 1), (1, 100, 1), (2, 109, 1), (4, 159, 2), (5, 199, 2)]);
    let of = |kind, place| of_each(&replicate(&all, kind, 1, place));
    assert_eq!(of("windows=2:0.1", 0), [(1, 100, false), (2, 109, true)]);
    assert_eq!(of("windows=2:0.1", 1), [(3, 150, false), (4, 159, true), (5, 199, true)]);
    assert_eq!(of("windows=2:0", 0).len(), 2);
    // Times and numbers stay.
    assert_eq!(replicate(&all, "windows=2", 1, 1).workload.records()[0].id, 3);
}

/// Why there is no such replicate.
fn refusal(of: &Workload, kind: &str, selection: &Selection, draw: (u64, u32)) -> String {
    let replication: Replication = kind.parse().expect("a replication");
    replication.replicate(of, selection, draw).expect_err("refused").to_string()
}

#[test]
fn a_window_without_counted_jobs_is_refused() {
    let why = refusal(&log(&[(1, 0, 1), (2, 99, 1)]), "windows=10", &Selection::of_all(), (1, 4));
    assert_eq!(why, "window 5 of 10 has no jobs after its warm-up: take fewer windows");
}

#[test]
fn shaking_moves_each_submission_and_what_follows_it_and_nothing_else() {
    let mut rows: Vec<_> = (1..=200).map(|id| (id, 1_000 + id as Time, 1)).collect();
    rows[0].1 = 0;
    let all = log(&rows);
    let shaken = replicate(&all, "shake=2:30", 7, 0);
    let pairs = || all.records().iter().zip(shaken.workload.records());
    let by: Vec<Time> = pairs().map(|(was, is)| is.submit - was.submit).collect();
    assert!(by.iter().all(|it| it.abs() <= 30) && by[0] >= 0);
    let distinct: std::collections::BTreeSet<Time> = by.iter().copied().collect();
    assert!(distinct.len() > 40);
    for (was, is) in pairs() {
        let back = Record { submit: was.submit, eligible: is.eligible - (is.submit - was.submit), ..*is };
        assert_eq!(back, *was);
    }
    assert_eq!(replicate(&all, "shake=2:30", 7, 1), shaken, "the seed alone decides");
    assert_ne!(replicate(&all, "shake=2:30", 8, 0), shaken);
}

#[test]
fn users_keep_their_jobs_together_at_the_same_hour_of_a_weekday() {
    // User 1 is there throughout, the others for a day each; four weeks.
    let mut rows: Vec<_> = (0..28).map(|day| (day + 1, day as Time * 86_400 + 5, 1)).collect();
    for user in 2..=9 {
        let day = Time::from(user as i32) * 2 * 86_400;
        rows.push((user as u64 * 100, day + 50, user));
        rows.push((user as u64 * 100 + 1, day + 90, user));
    }
    let all = log(&rows);
    let made = replicate(&all, "users=5", 3, 0);
    let records = made.workload.records();
    let ids: Vec<u64> = records.iter().map(|it| it.id).collect();
    assert_eq!(ids, (1..=records.len() as u64).collect::<Vec<_>>());
    assert!(records.is_sorted_by_key(|it| it.submit));
    let of = |user: i64| records.iter().filter(move |it| it.user == user);
    // The one that is there for long is there once, and all its days.
    assert_eq!(of(1).count(), 28);
    // As many others as before, each with two jobs 40 s apart: one drawn again is another user.
    let users: std::collections::BTreeSet<i64> = records.iter().map(|it| it.user).collect();
    assert_eq!((users.len(), records.len()), (9, 28 + 16));
    for user in users.into_iter().filter(|it| *it != 1) {
        let [first, second] = of(user).collect::<Vec<_>>()[..] else { panic!("two jobs of user {user}") };
        assert_eq!(second.submit - first.submit, 40);
        let hour = (first.submit - 5) % 604_800;
        let is_one = |it: &&(u64, Time, i64)| (it.1 - 5) % 604_800 == hour;
        assert!(rows.iter().any(|it| is_one(&it)), "another hour or weekday");
    }
    assert_ne!(replicate(&all, "users=5", 4, 0), made);
    assert_eq!(replicate(&all, "users=5", 3, 2), made);
}

#[test]
fn a_predecessor_is_that_of_the_same_draw() {
    let mut all = log(&[(1, 0, 1), (2, 10, 1), (3, 20, 2), (4, 700_000, 3), (5, 1_300_000, 4)]);
    let crate::Content::Log(of) = &mut all.content else { panic!("a log") };
    of.records[1].preceding_job = 1;
    of.records[2].preceding_job = 2;
    for seed in 0..20 {
        let made = replicate(&all, "users=2", seed, 0);
        for record in made.workload.records() {
            let Ok(named) = u64::try_from(record.preceding_job) else {
                continue;
            };
            let named = &made.workload.records()[named as usize - 1];
            assert_eq!(named.user, record.user);
            assert_eq!(record.submit - named.submit, 10);
        }
    }
}

#[test]
fn what_cannot_be_replicated_is_refused_in_words() {
    let unknown = log(&[(1, 0, UNKNOWN), (2, 5, UNKNOWN)]);
    let known = log(&[(1, 0, 1), (2, 5, 2)]);
    let usual = Selection::of_all();
    let fold = Some(crate::select::Fold { days: 1, intervals: 1, keep_days: None });
    let mut listed = usual.clone();
    listed.reservations.request = RequestKind::Listed;
    for (kind, of, selection, told) in [
        ("users=2", &unknown, &usual, "…which user submitted…"),
        ("shake=2", &unknown, &Selection { fold, ..usual.clone() }, "…workload.fold…"),
        ("users=2", &known, &listed, "…listed…"),
        ("users=2", &known, &usual, "…not longer than a day…"),
        ("windows=2", &known, &Selection { first_job: Some(9), ..usual.clone() }, "…no jobs…"),
    ] {
        assert_told(refusal(of, kind, selection, (1, 0)), told, kind);
    }
}

#[test]
fn replications_read_as_they_are_written() {
    for [typed, written] in rows(
        "windows=10 | windows=10:0.1
        windows=4:0.25 | windows=4:0.25
        users=20 | users=20
        shake=20 | shake=20:60
        shake=3:300 | shake=3:300",
    ) {
        let read: Replication = typed.parse().expect(&typed);
        assert_eq!(read.to_string(), written);
        assert_eq!(written.parse(), Ok(read));
        let json = serde_json::to_string(&read).expect("JSON");
        assert_eq!(serde_json::from_str::<Replication>(&json).expect("JSON"), read);
    }
    let wrong = " windows windows= windows=1 windows=2:1 windows=2:-1 windows=2:NaN users=5:2 shake=20:0 shake=20:1e9 \
        shuffle=3 users=10001 users=-1";
    for wrong in wrong.split(' ') {
        assert!(wrong.parse::<Replication>().is_err(), "{wrong}");
    }
}

proptest! {
    /// The windows together have every job once, whatever their number.
    #[test]
    fn windows_partition_the_log(
        submits in prop::collection::vec(0i64..1_000, 2..80), count in 2u32..7,
    ) {
        let rows: Vec<_> = (1..).zip(&submits).map(|(id, &submit)| (id, submit, 1)).collect();
        let all = log(&rows);
        let windows = Replication::Windows { count, warm_up: 0.0 };
        let mut ids = Vec::new();
        for place in 0..count {
            match windows.replicate(&all, &Selection::of_all(), (1, place)) {
                Ok(it) => ids.extend(it.workload.records().iter().map(|it| it.id)),
                Err(why) => prop_assert!(why.to_string().contains("has no jobs")),
            }
        }
        ids.sort_unstable();
        prop_assert_eq!(ids, (1..=submits.len() as u64).collect::<Vec<_>>());
    }

    /// Every draw keeps the number of users and the hours, and loses no job of a user.
    #[test]
    fn resampled_users_keep_all_their_jobs(
        rows in prop::collection::vec((0i64..5_000_000, 0i64..12), 1..80), seed in any::<u64>(),
    ) {
        let rows: Vec<_> = (1..).zip(&rows).map(|(id, &(submit, user))| (id, submit, user)).collect();
        let all = log(&rows);
        let users: Replication = "users=2".parse().unwrap();
        let Ok(made) = users.replicate(&all, &Selection::of_all(), (seed, 0)) else {
            let submits = || all.records().iter().map(|it| it.submit);
            prop_assert!(submits().max().unwrap() - submits().min().unwrap() < 86_400);
            return Ok(());
        };
        let counts = |of: &Workload| {
            let mut counts: std::collections::BTreeMap<i64, usize> = Default::default();
            of.records().iter().for_each(|it| *counts.entry(it.user).or_default() += 1);
            counts
        };
        let (before, after) = (counts(&all), counts(&made.workload));
        prop_assert_eq!(before.len(), after.len());
        let sizes: std::collections::BTreeSet<usize> = before.values().copied().collect();
        prop_assert!(after.values().all(|it| sizes.contains(it)));
    }
}
