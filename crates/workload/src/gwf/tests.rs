use proptest::prelude::*;

use super::*;
use crate::resources::Resources;
use crate::testing::{any_records, damaged, figures, told};
use crate::{Header, Log, MAX_PROCESSORS, Unused, Workload, read};

fn complaints(text: &str) -> String {
    told(&parse(text.as_bytes(), 100).complaints.kept)
}

#[test]
fn columns_may_be_parted_by_blanks_and_further_ones_make_no_difference() {
    let by_tabs = "7\t10\t1\t5\t2\t-1\t-1\t2\t9\t-1\t1\tU1\tG1\tE 1\tQ1\tP1\tx\tx";
    let by_blanks = "  7 10 1 5 2 -1 -1 2 9 -1 1 U1 G1 E_1 Q1 P1 x x -1 -1 and so on";
    let records = |text: &str| parse(text.as_bytes(), 9).log.records;
    assert_eq!(records(by_tabs), records(by_blanks));
    assert_eq!(records(by_tabs).len(), 1);
}

#[test]
fn a_line_without_number_submission_or_enough_columns_is_left_out() {
    assert_eq!(
        complaints("1 2 3\n-1 0 0 1 1\n2 -1 0 1 1\nx 0 0 1 1\n3 0 0 1 1\n3 0 0 1 1\n4 0 0 1 1 oops"),
        "line 1: only 3 of 29 columns; a job needs at least the first 5\n\
        line 2: job number (field 1) is missing (-1)\n\
        line 3: submit time (field 2) is missing (-1)\n\
        line 4: job number (field 1) should be a number but is \"x\"\n\
        line 6: job 3 a second time; the first counts\n\
        line 7: average CPU time (field 6) is \"oops\"; it counts as unknown"
    );
}

#[test]
fn a_reservation_that_began_before_its_submission_waited_0() {
    let text = "1 1160000060 -60 3600 4 -1 -1 4 3600\n2 1160000100 0 3600 4 -1 -1 4 3600\n";
    let fractions = "1 0.6 0 10.5 4 -1 -1 4 3600\n2 0.6 10.5 10 4 -1 -1 4 3600\n";
    for (text, processors, times) in [(text, 8, "0 0 3600; 40 0 3600"), (fractions, 4, "1 0 10; 1 10 10")] {
        let log = parse(text.replace(' ', "\t").as_bytes(), 9).log;
        assert_eq!(log.header.max_processors(), Some(processors));
        assert_eq!(figures(&log.records, |it| [it.submit, it.wait, it.run_time]), times);
    }
    let told = "line 1: wait time (field 3) is -60: the job began before its submission; the wait counts as 0";
    assert_eq!(complaints(text), told);
}

#[test]
fn unix_times_beside_the_start_of_the_log_are_unix_times() {
    let text = "# UnixStartTime: 1709251200\n1 1709251260 10 100 4\n";
    let log = parse(text.as_bytes(), 9).log;
    assert_eq!((log.header.unix_start_time(), log.records[0].submit), (Some(1_709_251_200), 60));
}

/// Records with values that the format can represent.
fn records() -> impl Strategy<Value = Vec<Record>> {
    const TIME: i64 = 300_000_000;
    const SIZE: i64 = MAX_PROCESSORS as i64;
    const OTHER: i64 = 999_999;
    any_records([TIME, TIME, TIME, SIZE, OTHER, OTHER, SIZE, TIME, OTHER, 5, OTHER, OTHER, OTHER, OTHER, OTHER, -1, -1])
}

proptest! {
    #[test]
    fn what_is_written_reads_back_equal(
        records in records(),
        start in prop::option::of(0_i64..2_000_000_000),
    ) {
        let mut header = Header {
            entries: vec![("MaxProcs".into(), "64".into()), ("Note".into(), "one\ntwo".into())],
        };
        if let Some(start) = start {
            header.entries.push(("UnixStartTime".into(), start.to_string()));
        }
        let unused = Unused::of_records(&records);
        let resources = Resources::of_records(&records);
        let log = Log { header, records, unused, resources: Box::new(resources), ..Log::default() };
        let workload = Workload::of_log("a", log);
        let reading = read("a", write_gwf(&workload).as_bytes()).unwrap();
        prop_assert_eq!(reading.workload, workload);
        prop_assert_eq!(reading.complaint_count, 0);
    }

    #[test]
    fn any_bytes_are_taken(text in prop::collection::vec(any::<u8>(), 0..300)) {
        parse(&text, 10);
    }

    #[test]
    fn anything_that_looks_like_a_log_is_taken(text in "(#?[-a:.0-9 \t]{0,60}[\r\n]{1,2}){0,20}") {
        let parsed = parse(text.as_bytes(), 1000);
        prop_assert!(parsed.log.records.iter().all(|record| record.submit >= 0));
        prop_assert_eq!(parsed.complaints.count, parsed.complaints.kept.len() as u64);
    }

    #[test]
    fn any_damage_is_survived(text in damaged(include_bytes!("../../../../tests/formats/grid.gwf"))) {
        let _ = read("a", &text).map_err(|error| error.to_string());
    }
}
