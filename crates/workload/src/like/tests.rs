use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::lublin::{Kinds, Lublin};
use crate::{Time, read, write_swf};

const HOUR: Time = 3_600;
const WEEK: usize = 168;

/// A log of 8,000 jobs with a daily cycle on a clock, forty users, and sizes up to 128.
fn model() -> Workload {
    let model = Lublin { jobs: 8_000, largest_job: None, kinds: Kinds::Any, ..Lublin::default() };
    let text = write_swf(&model.generate().expect("a log"));
    read("model.swf", text.as_bytes()).expect("a log").workload
}

fn made(log: &Workload, jobs: u32, density: f64, seed: u64) -> Workload {
    let like = Like { jobs: Some(jobs), density, seed };
    like.generate(log).expect("a log")
}

/// The records of a log that ran.
fn ran(log: &Workload) -> Vec<&Record> {
    log.records().iter().filter(|it| it.run_time > 0).collect()
}

/// The greatest distance between two distributions, after Kolmogorov and Smirnov.
fn distance(one: &[i64], other: &[i64]) -> f64 {
    let values: BTreeSet<i64> = one.iter().chain(other).copied().collect();
    let sorted = |of: &[i64]| {
        let mut of = of.to_vec();
        of.sort_unstable();
        of
    };
    let (one, other) = (sorted(one), sorted(other));
    let share = |of: &[i64], value: i64| of.partition_point(|it| *it <= value) as f64 / of.len() as f64;
    let apart = |value: i64| (share(&one, value) - share(&other, value)).abs();
    values.into_iter().map(apart).fold(0.0, f64::max)
}

/// No distance of `drawn` numbers from the distribution that they are drawn from is greater but once in a million times
/// (Dvoretzky, Kiefer and Wolfowitz), and that one differs by a step of the log's from the log's own.
fn bound(drawn: usize, in_log: usize) -> f64 {
    (2e6_f64.ln() / (2.0 * drawn as f64)).sqrt() + 1.0 / in_log as f64
}

fn by_class(log: &Workload, value: impl Fn(&Record) -> i64) -> BTreeMap<u32, Vec<i64>> {
    let mut classes: BTreeMap<u32, Vec<i64>> = BTreeMap::new();
    for record in ran(log) {
        let class = (record.requested_processors as u32).ilog2();
        classes.entry(class).or_default().push(value(record));
    }
    classes
}

#[test]
fn sizes_run_times_and_limits_of_20_000_jobs_are_those_of_the_log() {
    let log = model();
    let like = made(&log, 20_000, 1.0, 3);
    assert_eq!(like.records().len(), 20_000);
    let sizes = |of: &Workload| -> Vec<i64> { ran(of).iter().map(|it| it.requested_processors).collect() };
    let apart = distance(&sizes(&log), &sizes(&like));
    assert!(apart < bound(20_000, 8_000), "{apart}");
    type Value = fn(&Record) -> i64;
    let values: [(&str, Value); 3] = [
        ("run time", |it| it.run_time),
        ("limit", |it| it.requested_time),
        // Half the jobs of a log run for a small part of their limit; the two stay together.
        ("per mille of the limit", |it| 1_000 * it.run_time / it.requested_time),
    ];
    for (name, value) in values {
        let (classes, drawn) = (by_class(&log, value), by_class(&like, value));
        assert_eq!(classes.len(), drawn.len());
        for (class, of_log) in &classes {
            let drawn = &drawn[class];
            let apart = distance(of_log, drawn);
            assert!(apart < bound(drawn.len(), of_log.len()), "{name} {class}: {apart}");
        }
    }
}

/// Jobs in each hour of the week, and for how long it was passed.
fn weekly(log: &Workload) -> ([f64; WEEK], [f64; WEEK]) {
    let records = ran(log);
    let (first, last) = (records[0].submit, records[records.len() - 1].submit);
    let start = log.header().unix_start_time().expect("a clock") - 978_307_200;
    let mut counts = [0.0; WEEK];
    for it in &records {
        counts[((it.submit + start) / HOUR % 168) as usize] += 1.0;
    }
    let mut passed = [0.0; WEEK];
    for minute in (first + start) / 60..=(last + start) / 60 {
        passed[(minute / 60 % 168) as usize] += 60.0;
    }
    (counts, passed)
}

#[test]
fn the_hours_of_20_000_jobs_are_those_of_the_log_at_every_density() {
    let log = model();
    let (counts, passed) = weekly(&log);
    for density in [0.5, 1.0, 2.0] {
        let like = made(&log, 20_000, density, 5);
        let (drawn, time) = weekly(&like);
        let mut busiest: f64 = 0.0;
        for hour in 0..WEEK {
            let expected = counts[hour] / passed[hour] * density * time[hour];
            // Poisson; the last hour is passed in part.
            let room = 5.0 * expected.max(1.0).sqrt() + 2.0;
            assert!((drawn[hour] - expected).abs() < room, "{density} {hour}: {} {expected}", drawn[hour]);
            busiest = busiest.max(expected);
        }
        assert!(busiest > 1.5 * 20_000.0 / WEEK as f64, "there is a cycle");
    }
}

#[test]
fn twice_the_jobs_last_twice_as_long_and_twice_the_density_half_as_long() {
    let log = model();
    let span = |of: &Workload| {
        let records = ran(of);
        (records[records.len() - 1].submit - records[0].submit) as f64
    };
    let (jobs, of_log) = (ran(&log).len() as u32, span(&log));
    for (times, density, expected) in [(1, 1.0, 1.0), (2, 1.0, 2.0), (1, 2.0, 0.5), (4, 2.0, 2.0)] {
        let like = made(&log, times * jobs, density, 2);
        let ratio = span(&like) / of_log;
        assert!((ratio / expected - 1.0).abs() < 0.08, "{times} {density}: {ratio}");
        assert!(like.records().is_sorted_by_key(|it| it.submit));
    }
}

#[test]
fn a_log_that_ends_within_an_hour_of_the_week_has_no_rush_there() {
    // One job in 900 s, the last in the first second of an hour; and ten jobs of ten seconds.
    for (jobs, gap) in [(600_i64, 900), (10, 1)] {
        let lines = (1..=jobs).map(|id| format!("{id} {} 0 60 1 -1 -1 1 90 -1 1 1 1 1 1 1 -1 -1\n", id * gap));
        let log = read("even.swf", lines.collect::<String>().as_bytes()).expect("a log").workload;
        let like = made(&log, 20_000, 1.0, 5);
        let records = like.records();
        let mean = records[records.len() - 1].submit as f64 / 20_000.0;
        assert!((mean / gap as f64 - 1.0).abs() < 0.12, "{gap}: {mean}");
    }
}

#[test]
fn the_same_seed_makes_the_same_bytes_and_says_what_was_done() {
    let log = model();
    let text = write_swf(&made(&log, 500, 1.5, 7));
    assert_eq!(text, write_swf(&made(&log, 500, 1.5, 7)));
    assert_ne!(text, write_swf(&made(&log, 500, 1.5, 8)));
    let head: Vec<&str> = text.lines().take_while(|it| it.starts_with(';')).collect();
    let head = head.join("\n");
    for told in ["generated by Slotscope like model.swf, 500 jobs", "density 1.5, seed 7", "MaxProcs: 128"] {
        assert!(head.contains(told), "{told}: {head}");
    }
    let again = read("again.swf", text.as_bytes()).expect("a log");
    assert_eq!((again.workload.records().len(), again.complaint_count), (500, 0));
    // As many jobs as ran, unless a number is asked for.
    let all = Like::default().generate(&log).expect("a log");
    assert_eq!(all.records().len(), ran(&log).len());
}

#[test]
fn no_record_is_copied_and_users_have_other_numbers_and_their_own_kind_of_jobs() {
    // Each user has sizes and run times of its own; no two jobs are equal.
    let lines = (1..=400_i64).map(|id| {
        let user = 900 + id % 4;
        let size = 1_i64 << (id % 4);
        let (run, limit) = (1_000 * (1 + id % 4) + id, 9_000 + 7 * id);
        format!("{id} {} 5 {run} {size} -1 -1 {size} {limit} -1 1 {user} 3 1 1 1 -1 -1\n", id * 700)
    });
    let text: String = lines.collect();
    let log = read("own.swf", text.as_bytes()).expect("a log").workload;
    let like = made(&log, 2_000, 1.0, 4);
    let key = |it: &Record| (it.requested_processors, it.run_time, it.requested_time);
    let own: BTreeSet<_> = ran(&log).into_iter().map(key).collect();
    let copied = like.records().iter().filter(|it| own.contains(&key(it))).count();
    // Where neighbours lie 4 s apart, one in some thirty is hit by chance or at the end of its class.
    assert!(copied < 100, "{copied} of 2,000");
    let mut sizes: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    for it in like.records() {
        assert!((1..=4).contains(&it.user) && it.group == UNKNOWN && it.wait == UNKNOWN);
        assert!(it.run_time <= it.requested_time);
        sizes.entry(it.user).or_default().insert(it.requested_processors);
    }
    assert!(sizes.len() == 4 && sizes.values().all(|it| it.len() == 1), "{sizes:?}");
    assert_eq!(like.header().unix_start_time(), None, "the log has no clock");
}

#[test]
fn what_cannot_be_made_is_refused_in_words() {
    let log = model();
    let refused = |jobs: Option<u32>, density: f64, log: &Workload| {
        let seed = 1;
        Like { jobs, density, seed }.generate(log).expect_err("refused")
    };
    assert!(refused(Some(0), 1.0, &log).contains("jobs is 0"));
    assert!(refused(None, 0.0, &log).contains("density is 0: it must be from 0.01"));
    assert!(refused(None, f64::NAN, &log).contains("density is NaN"));
    let idle = read("idle.swf", b"1 0 -1 -1 4 -1 -1 4 60 -1 5 1 1 1 1 1 -1 -1\n").expect("a log");
    assert!(refused(None, 1.0, &idle.workload).contains("no job of the log ran"));
    let one = read("one.swf", b"1 0 0 30 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n").expect("a log");
    let like = made(&one.workload, 3, 1.0, 1);
    assert!(like.records().iter().all(|it| (it.run_time, it.requested_time) == (30, 60)));
}
