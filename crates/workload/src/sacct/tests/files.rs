//! Whole files, with what their first and last lines say.

use super::*;
use crate::testing;

const COMMAS: &[u8] = include_bytes!("../../../../../tests/formats/sacct/commas.txt");
const PADDED: &[u8] = include_bytes!("../../../../../tests/formats/sacct/padded.txt");
const NAMELESS: &[u8] = include_bytes!("../../../../../tests/formats/sacct/nameless.txt");
const ACCOUNTING: &[u8] = include_bytes!("../../../../../tests/formats/sacct/sacct.json");
const QUEUE: &[u8] = include_bytes!("../../../../../tests/formats/sacct/squeue.json");

/// Number, submission, wait, run time, suspension, sizes given and asked for, limit and status.
fn figures(text: &[u8]) -> String {
    testing::figures(read("a", text).unwrap().workload.records(), |r| {
        let sizes = [r.allocated_processors, r.requested_processors];
        let suspended = r.suspended.into();
        [r.id as i64, r.submit, r.wait, r.run_time, suspended, sizes[0], sizes[1], r.requested_time, r.status]
    })
}

fn told(text: &[u8]) -> String {
    testing::told(&read("a", text).unwrap().complaints)
}

/// When each was eligible, whether it has no limit, and the job of which it is a part.
fn further(text: &[u8]) -> String {
    testing::figures(read("a", text).unwrap().workload.records(), |r| {
        [r.eligible, r.is_unlimited.into(), r.heterogeneous.into()]
    })
}

#[test]
fn commas_below_a_line_of_the_standard_error() {
    let jobs = "101 0 10 3600 3600 4 4 7200 1; 102 600 3000 1800 0 -1 9441 -1 0; 103 5400 -1 0 0 -1 -1 -1 -1";
    assert_eq!(figures(COMMAS), jobs);
    assert_eq!(
        told(COMMAS),
        "line 1: before the line that names the columns: it is passed over\n\
        line 5: ReqCPUS is 9.22K, a rounded number; it counts as 9441\n\
        line 5: the times have no seconds: what follows from two of them is known to the minute\n\
        line 6: ReqCPUS is 16?, which Slurm writes for no number; it counts as unknown"
    );
    assert_eq!(further(COMMAS), "0 0 0; 3600 1 0; 5400 1 0");
}

#[test]
fn padded_columns() {
    assert_eq!(figures(PADDED), "101 0 10 3600 0 4 -1 7200 1; 102 600 3010 1800 0 8 -1 3600 0");
}

#[test]
fn rows_for_xdmod_without_names() {
    assert_eq!(figures(NAMELESS), "401 0 7200 259200 0 256 256 259200 0; 402 60 60 10800 0 36 36 259200 5");
}

#[test]
fn json_of_the_accounting_and_of_the_queue() {
    assert_eq!(figures(ACCOUNTING), "101 0 10 3600 60 4 4 7200 1; 102 600 3010 1800 0 8 8 -1 0");
    assert_eq!(told(ACCOUNTING), "");
    // The second: 900 s from its start to the moment of the list, 100 of them suspended.
    assert_eq!(figures(QUEUE), "201 0 -1 -1 0 -1 4 -1 -1; 202 0 300 800 100 8 6 7500 -1");
    assert_eq!(told(QUEUE), "line 5: the job still runs; its run time counts up to now");
    let parts = |text: &[u8]| {
        testing::figures(read("a", text).unwrap().workload.records(), |r| {
            [r.is_unlimited.into(), r.heterogeneous.into()]
        })
    };
    assert_eq!((&*parts(ACCOUNTING), &*parts(QUEUE)), ("0 0; 1 102", "1 0; 0 202"));
}

#[test]
fn a_size_that_is_nowhere_is_told() {
    use crate::account::{Account, Guess};
    use crate::select::Selection;
    let text = b"JobID|Submit|Start|Elapsed|State\n101|0|10|01:00:00|COMPLETED\n102|600|3610|00:30:00|COMPLETED\n";
    let reading = read("a", text).unwrap();
    let guessed = Account::of(&reading, (&Selection::of_all(), 1)).guessed;
    assert!(guessed.contains(&Guess::OneProcessor { jobs: 2 }), "{guessed:?}");
}

proptest! {
    #[test]
    fn any_damage_to_them_is_survived(
        texts in [COMMAS, PADDED, NAMELESS, ACCOUNTING, QUEUE].map(testing::damaged),
    ) {
        for text in texts {
            let _ = read("a", &text).map_err(|error| error.to_string());
        }
    }
}
