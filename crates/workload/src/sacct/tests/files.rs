//! Whole files, with what their first and last lines say.

use super::*;

const COMMAS: &[u8] = include_bytes!("../../../../../tests/formats/sacct/commas.txt");
const PADDED: &[u8] = include_bytes!("../../../../../tests/formats/sacct/padded.txt");
const NAMELESS: &[u8] = include_bytes!("../../../../../tests/formats/sacct/nameless.txt");
const ACCOUNTING: &[u8] = include_bytes!("../../../../../tests/formats/sacct/sacct.json");
const QUEUE: &[u8] = include_bytes!("../../../../../tests/formats/sacct/squeue.json");

/// Number, submission, wait, run time, suspension, sizes given and asked for, limit and status.
fn figures(text: &[u8]) -> Vec<[i64; 9]> {
    let reading = read("a", text).unwrap();
    let of = |r: &Record| {
        let sizes = [r.allocated_processors, r.requested_processors];
        let [given, asked] = sizes;
        let times = [r.submit, r.wait, r.run_time, r.suspended.into()];
        let [submit, wait, run_time, suspended] = times;
        [r.id as i64, submit, wait, run_time, suspended, given, asked, r.requested_time, r.status]
    };
    reading.workload.records().iter().map(of).collect()
}

fn told(text: &[u8]) -> Vec<String> {
    let complaints = read("a", text).unwrap().complaints;
    complaints.iter().map(ToString::to_string).collect()
}

#[test]
fn commas_below_a_line_of_the_standard_error() {
    assert_eq!(
        figures(COMMAS),
        [
            [101, 0, 10, 3600, 3600, 4, 4, 7200, 1],
            [102, 600, 3000, 1800, 0, -1, 9441, -1, 0],
            [103, 5400, -1, 0, 0, -1, -1, -1, -1],
        ]
    );
    assert_eq!(
        told(COMMAS),
        [
            "line 1: before the line that names the columns: it is passed over",
            "line 5: ReqCPUS is 9.22K, a rounded number; it counts as 9441",
            "line 5: the times have no seconds: what follows from two of them is known to the minute",
            "line 6: ReqCPUS is 16?, which Slurm writes for no number; it counts as unknown",
        ]
    );
    let workload = read("a", COMMAS).unwrap().workload;
    let of = |r: &Record| (r.eligible, r.is_unlimited);
    let found: Vec<_> = workload.records().iter().map(of).collect();
    assert_eq!(found, [(0, false), (3600, true), (5400, true)]);
}

#[test]
fn padded_columns() {
    assert_eq!(figures(PADDED), [[101, 0, 10, 3600, 0, 4, -1, 7200, 1], [102, 600, 3010, 1800, 0, 8, -1, 3600, 0],]);
}

#[test]
fn rows_for_xdmod_without_names() {
    assert_eq!(
        figures(NAMELESS),
        [[401, 0, 7200, 259_200, 0, 256, 256, 259_200, 0], [402, 60, 60, 10_800, 0, 36, 36, 259_200, 5],]
    );
}

#[test]
fn json_of_the_accounting_and_of_the_queue() {
    assert_eq!(figures(ACCOUNTING), [[101, 0, 10, 3600, 60, 4, 4, 7200, 1], [102, 600, 3010, 1800, 0, 8, 8, -1, 0],]);
    assert_eq!(told(ACCOUNTING), [""; 0]);
    assert_eq!(
        figures(QUEUE),
        [
            [201, 0, -1, -1, 0, -1, 4, -1, -1],
            // 900 s from its start to the moment of the list, 100 of them suspended.
            [202, 0, 300, 800, 100, 8, 6, 7500, -1],
        ]
    );
    assert_eq!(told(QUEUE), ["line 5: the job still runs; its run time counts up to now"]);
    let of = |text: &[u8]| {
        let workload = read("a", text).unwrap().workload;
        let of = |r: &Record| (r.is_unlimited, r.heterogeneous);
        workload.records().iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(of(ACCOUNTING), [(false, 0), (true, 102)]);
    assert_eq!(of(QUEUE), [(true, 0), (false, 202)]);
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
    fn any_damage_to_them_is_survived(place in 0_usize..4000, byte: u8, cut: bool) {
        for text in [COMMAS, PADDED, NAMELESS, ACCOUNTING, QUEUE] {
            let place = place % text.len();
            let mut text = text.to_vec();
            text[place] = byte;
            if cut {
                text.truncate(place);
            }
            let _ = read("a", &text).map_err(|error| error.to_string());
        }
    }
}
