//! What is arranged of a run, and what is found of it.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::gantt::arranged::order;
use base::slices::testing::with_rests;
use experiment::{Scenario, run};
use proptest::prelude::*;
use scheduling::engine::testing::{bar_run, random_run};

#[test]
fn processors_that_nobody_uses_are_left_out_at_both_ends() {
    let bars = [(7, 0, 3, 5, 0, 500), (8, 1, 0, 40, 200, 900)];
    let index = GanttIndex::new(&bar_run(&[100, 24_515], &bars));
    let (used, whole) = (index.used(), index.whole());
    assert_eq!((used.first_row, used.last_row), (3.0, 141.0));
    assert_eq!((used.start, used.end), (whole.start, whole.end));
    let empty = GanttIndex::new(&bar_run(&[100], &[]));
    assert_eq!(empty.used(), empty.whole());
}

#[test]
fn a_job_keeps_its_shade_whatever_surrounds_it() {
    // The same three jobs, alone and after others, on other processors and in another order.
    let alone = [(4, 0, 0, 0, 0, 9), (5, 0, 1, 1, 0, 9), (6, 0, 2, 3, 0, 9)];
    let among = [(1, 0, 0, 1, 0, 4), (6, 0, 2, 3, 0, 9), (5, 0, 0, 0, 4, 9), (4, 0, 1, 1, 4, 9)];
    let shades = |bars: &[_]| {
        let run = bar_run(&[4], bars);
        let index = GanttIndex::new(&run);
        index.pieces.iter().map(|it| (run.jobs[it.job as usize].id, it.shade)).collect::<BTreeMap<u64, u8>>()
    };
    let (alone, among) = (shades(&alone), shades(&among));
    for (number, shade) in &alone {
        assert_eq!(among[number], *shade, "job {number}");
    }
    assert_eq!(alone.values().collect::<BTreeSet<_>>().len(), 3);
}

proptest! {
    /// However they are put in order.
    #[test]
    fn pieces_are_in_order_and_found_by_their_jobs(run in random_run(), long in 1i64..400) {
        let index = GanttIndex::new(&run);
        let (in_slices, rests) = with_rests(async |pace| GanttIndex::in_slices(&run, pace).await);
        prop_assert_eq!(&in_slices, &index);
        prop_assert!(rests > 4);
        let pieces: Vec<Piece> = index.pieces.iter().collect();
        prop_assert!(pieces.is_sorted_by_key(order));
        for job in 0..run.jobs.len() as u32 + 2 {
            let found: Vec<Piece> = index.of_job(job).collect();
            let wanted = index.pieces.iter().filter(|it| it.job == job);
            prop_assert_eq!(found, wanted.collect::<Vec<_>>());
        }
        // Of those that take long none is missed, and blocks are all that is counted too much.
        let mut found = Vec::new();
        index.for_each_long_between((50.0, 700.0), long as f64, |it| found.push(*it));
        let in_sight = |it: &&Piece| it.start < 700 && it.end > 50;
        let all: Vec<&Piece> = pieces.iter().filter(in_sight).collect();
        let is_long = |it: &&&Piece| it.end - it.start >= long;
        prop_assert!(all.iter().filter(is_long).all(|it| found.contains(it)));
        prop_assert!(found.iter().all(|it| all.contains(&it)));
        let count = index.count_between(50.0, 700.0);
        prop_assert!(count >= all.len() && count <= index.pieces.len().next_multiple_of(BLOCK));
    }

    /// A few at a time, all are visited once.
    #[test]
    fn pieces_are_visited_in_parts(run in random_run(), most in 1usize..200) {
        let index = GanttIndex::new(&run);
        let (mut found, mut all) = (Vec::new(), Vec::new());
        index.for_each_between(20.0, 900.0, |_, piece| all.push(*piece));
        let mut next = 0;
        while next != usize::MAX {
            let before = found.len();
            next = index.for_some_between((20.0, 900.0), next, most, |piece| found.push(*piece));
            prop_assert!(found.len() < before + most + BLOCK);
        }
        prop_assert_eq!(found, all);
    }
}

/// A run of a log under a scenario that is written with single quotes.
fn run_of(log: &str, scenario: &str) -> Run {
    let workload = workload::read("two", log.as_bytes()).unwrap().workload;
    let scenario = Scenario::from_json(scenario.replace('\'', "\"").as_bytes()).unwrap();
    run(&scenario, &workload).unwrap()
}

#[test]
fn a_preempted_job_has_a_bar_for_each_stint() {
    // The second job is larger: it takes the first one's processors from 10 to 30.
    let log = "1 0 0 50 2 -1 -1 2 60 -1 1 1 1 1 1 1 -1 -1\n\
               2 10 0 20 4 -1 -1 4 30 -1 1 1 1 1 1 1 -1 -1\n";
    let scenario = "{'workload': {'reservations': {'percent': 0}}, 'platform': [4],
        'system': {'two_level': {'local': {'queue': 'pppd'}}}}";
    let index = GanttIndex::new(&run_of(log, scenario));
    let bars: Vec<_> = index.pieces.iter().map(|it| (it.job, it.start, it.end)).collect();
    assert_eq!(bars, [(0, 0, 10), (1, 10, 30), (0, 30, 70)]);
    assert_eq!(index.pieces.at(0).shade, index.pieces.at(2).shade);
}

#[test]
fn who_found_no_room_stands_above_the_processors() {
    // The log has both run on four processors at once.
    let log = "1 0 0 50 3 -1 -1 3 60 -1 1 1 1 1 1 1 -1 -1\n\
               2 10 0 20 2 -1 -1 2 30 -1 1 1 1 1 1 1 -1 -1\n";
    let fits = GanttIndex::new(&run_of(log, "{'platform': [4, 2], 'system': {'as_logged': {}}}"));
    assert_eq!((&fits.rows, fits.pieces.at(1).provider), (&vec![4, 2], 1));
    let index = GanttIndex::new(&run_of(log, "{'platform': [4], 'system': {'as_logged': {}}}"));
    assert_eq!((&index.platform[..], &index.rows[..]), (&[4][..], &[6][..]));
    let rows: Vec<_> = index.pieces.iter().map(|it| (it.first, it.last)).collect();
    assert_eq!(rows, [(0, 2), (4, 5)]);
    assert_eq!(index.whole().rows(), 6.0);
    assert_eq!(index.used().last_row, 6.0);
}
