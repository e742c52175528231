use proptest::prelude::*;

use super::*;
use crate::resources::Resources;
use crate::testing::{self, any_records, told};
use crate::{Log, MAX_PROCESSORS, MAX_TIME, Unused, read};

fn parse_text(text: &str) -> Parsed {
    parse(text.as_bytes(), 1000)
}

fn complaints(text: &str) -> String {
    told(&parse_text(text).complaints.kept)
}

fn ids(parsed: &Parsed) -> Vec<u64> {
    parsed.log.records.iter().map(|record| record.id).collect()
}

const LINE: &str = "1 10 20 30 4 5 6 7 8 9 1 12 13 14 15 16 17 18";

#[test]
fn the_18_fields_stand_in_their_order() {
    let record = Record {
        id: 1,
        submit: 10,
        wait: 20,
        run_time: 30,
        allocated_processors: 4,
        average_cpu_time: 5,
        used_memory: 6,
        requested_processors: 7,
        requested_time: 8,
        requested_memory: 9,
        status: 1,
        user: 12,
        group: 13,
        executable: 14,
        queue: 15,
        partition: 16,
        preceding_job: 17,
        think_time: 18,
        ..Record::UNKNOWN
    };
    assert_eq!(parse_text(LINE).log.records, [record]);
}

#[test]
fn blanks_line_ends_and_further_columns_make_no_difference() {
    let plain = parse_text(&format!("{LINE}\n")).log.records;
    for text in [
        LINE.to_owned(),
        format!("  \t{}  \t\r\n", LINE.replace(' ', "\t  ")),
        format!("\r\n\n{LINE} 19 twenty\r"),
        format!("; comment\r{LINE} ; and why"),
        LINE.replace("10 20", "9.5 20.4999"),
    ] {
        let parsed = parse_text(&text);
        assert_eq!(parsed.log.records, plain, "{text}");
        assert_eq!(parsed.complaints.count, 0, "{text}");
    }
}

#[test]
fn missing_columns_are_unknown() {
    let record = parse_text("1 10 20 30 4").log.records[0];
    assert_eq!((record.allocated_processors, record.requested_time), (4, -1));
    assert_eq!(complaints("1 10 20 30 4"), "");
}

#[test]
fn a_line_shorter_than_the_first_is_told() {
    let told = "line 2: 8 columns where the first line has 18; the rest count as unknown";
    assert_eq!(complaints(&format!("{LINE}\n2 10 20 30 4 5 6 7\n")), told);
}

#[test]
fn bad_lines_are_left_out_and_told_with_line_and_field() {
    let parsed = parse_text(&format!(
        "; Version: 2.2\n{LINE}\n2 10 20\n3 10 20 3x 4\n\n4 10 20 30 99999999999999999999\n\
        5 -1 20 30 4\n-1 10 20 30 4\n6 99999999999999 20 30 4\n7 10 20 30 4 5 6 7 8\n"
    ));
    assert_eq!(ids(&parsed), [1, 7]);
    assert_eq!((parsed.complaints.left_out, parsed.complaints.count), (6, 7));
    assert_eq!(
        told(&parsed.complaints.kept),
        "line 3: only 3 of 18 columns; a job needs at least the first 5\n\
        line 4: run time (field 4) should be a number but is \"3x\"\n\
        line 6: allocated processors (field 5) is 99999999999999999999, more than 10000000\n\
        line 7: submit time (field 2) is missing (-1)\n\
        line 8: job number (field 1) is missing (-1)\n\
        line 9: submit time (field 2) is 99999999999999, more than 100000000000\n\
        line 10: 9 columns where the first line has 18; the rest count as unknown"
    );
}

#[test]
fn what_no_job_needs_is_mended() {
    let parsed = parse_text("1 10 soon -30 4 5 6 7 8 9 1 alice\n");
    assert_eq!(testing::figures(&parsed.log.records, |it| [it.wait, it.run_time, it.user]), "-1 -1 -1");
    assert_eq!(
        told(&parsed.complaints.kept),
        "line 1: wait time (field 3) is \"soon\"; it counts as unknown\n\
        line 1: run time (field 4) is -30; it counts as unknown\n\
        line 1: user (field 12) is \"alice\"; it counts as unknown"
    );
    assert!(parsed.complaints.kept.iter().all(|complaint| !complaint.problem.leaves_out()));
}

#[test]
fn the_first_of_two_lines_with_one_number_counts() {
    let parsed = parse_text("5 1 0 1 1\n3 2 0 1 1\n5 3 0 1 1\n7 4 0 1 1\n3 5 0 1 1\n");
    assert_eq!(ids(&parsed), [5, 3, 7]);
    assert_eq!(parsed.complaints.kept[0].to_string(), "line 3: job number 5 a second time; the first line counts");
    assert_eq!(parsed.complaints.left_out, 2);
}

#[test]
fn the_parts_of_a_checkpointed_job_are_left_out() {
    let parsed = parse_text("1 5 0 9 1 0 0 1 9 0 1\n1 -1 0 4 1 0 0 1 9 0 2\n1 -1 3 5 1 0 0 1 9 0 3\n");
    assert_eq!(parsed.log.records.len(), 1);
    assert_eq!(
        parsed.complaints.kept[1].to_string(),
        "line 3: part of checkpointed job 1 (status 3); its first line counts"
    );
}

#[test]
fn a_long_word_is_shown_shortened() {
    let told = "line 1: job number (field 1) should be a number but is \"xxxxxxxxxxxxxxxxxxxxxxxx…\"";
    assert_eq!(complaints(&format!("{} 1 1 1 1", "x".repeat(5000))), told);
}

#[test]
fn only_so_many_complaints_are_kept() {
    let parsed = parse("x\n".repeat(50).as_bytes(), 10);
    assert_eq!((parsed.complaints.kept.len(), parsed.complaints.count), (10, 50));
}

#[test]
fn the_header_has_keys_values_and_continued_values() {
    let parsed = parse_text(
        "; Version: 2.2\n;MaxProcs:100\n; Information: http://one.example/\n\
        ;              http://two.example/\n;\n; free words without a key\n; Note:\n;\tindented\n\
        ; Queue: 0 interactive\n1 1 1 1 1\n; Note: too late\n",
    );
    let entries = [
        ("Version", "2.2"),
        ("MaxProcs", "100"),
        ("Information", "http://one.example/\nhttp://two.example/"),
        ("", "free words without a key"),
        ("Note", "indented"),
        ("Queue", "0 interactive"),
    ];
    assert_eq!(parsed.log.header.entries, entries.map(|(key, value)| (key.to_owned(), value.to_owned())));
    assert_eq!(parsed.log.header.max_processors(), Some(100));
}

#[test]
fn unix_times_count_from_the_first_submission() {
    for (text, start, submitted) in [
        ("1 1362096005 1 1 1\n2 1362096000 1 1 1\n", Some(1_362_096_000), "5; 0"),
        // Where the header says when time 0 was, times count from there whatever they are.
        ("; UnixStartTime: 7\n1 1362096005 1 1 1\n", Some(7), "1362096005"),
        // No log before 1980: these are seconds from its own start.
        ("1 315532799 1 1 1\n", None, "315532799"),
    ] {
        let log = parse_text(text).log;
        assert_eq!(
            (log.header.unix_start_time(), &*testing::figures(&log.records, |it| [it.submit])),
            (start, submitted)
        );
    }
}

#[test]
fn bytes_that_are_not_utf_8_do_no_harm_in_comments() {
    let parsed = parse(b"; Computer: K\xf6ln\n1 1 1 1 1 ; \xff\n", 10);
    assert_eq!(parsed.log.header.get("computer"), Some("K\u{fffd}ln"));
    assert_eq!(ids(&parsed), [1]);
}

/// Number, submission, wait, run time, size given and limit.
fn figures(text: &str) -> String {
    testing::figures(&parse_text(text).log.records, |r| {
        [r.id as i64, r.submit, r.wait, r.run_time, r.allocated_processors, r.requested_time]
    })
}

#[test]
fn instants_are_rounded_and_durations_follow() {
    // From 0.6 to 11.1 and from there to 21.1: the second begins when the first ends.
    let text = "1 0.6 0 10.5 4 -1 -1 4 60\n2 0.6 10.5 10 4 -1 -1 4 60\n";
    assert_eq!(figures(text), "1 1 0 10 4 60; 2 1 10 10 4 60");
    // A job that ran stays one, and one that kept its limit as well; an unknown wait stays unknown.
    let text = "1 0 -1 0.3 4 -1 -1 4 0.4\n2 0.4 0 10.4 4 -1 -1 4 10.4\n";
    assert_eq!(figures(text), "1 0 -1 1 4 1; 2 0 0 11 4 11");
    let text = "1 0.5 -1.0 -1 4 -1 -1 4 -1\n2 0.5 -2.5 3 4\n";
    assert_eq!(figures(text), "1 1 -1 -1 4 -1; 2 1 0 3 4 -1");
}

#[test]
fn a_job_that_began_before_its_submission_waited_0() {
    let text = "1 100 -60 3600 4\n2 100 -1 3600 4\n";
    assert_eq!(figures(text), "1 100 0 3600 4 -1; 2 100 -1 3600 4 -1");
    let told = "line 1: wait time (field 3) is -60: the job began before its submission; the wait counts as 0";
    assert_eq!(complaints(text), told);
}

#[test]
fn unix_times_beside_the_start_of_the_log_are_unix_times() {
    let start = 1_709_251_200_i64;
    for (in_header, first, told, submitted) in [
        (start, start + 60, start, "60; 120"),
        // Jobs that were submitted before, and a start that is far off.
        (start, start - 60, start - 60, "0; 60"),
        (400_000_000, start, start, "0; 60"),
        // Seconds from the start of the log, however long it is.
        (start, 400_000_000, start, "400000000; 400000060"),
    ] {
        let text = format!("; UnixStartTime: {in_header}\n1 {first} 10 100 4\n2 {} 0 100 4\n", first + 60);
        let log = parse_text(&text).log;
        assert_eq!(log.header.entries.len(), 1);
        assert_eq!(log.header.unix_start_time(), Some(told), "{text}");
        assert_eq!(testing::figures(&log.records, |it| [it.submit]), submitted, "{text}");
    }
}

#[test]
fn processors_of_the_header_may_have_commas() {
    for (value, most) in [
        ("1,024", Some(1024)),
        ("1,234,567 (all)", Some(1_234_567)),
        ("430 (336 batch, 94 interactive)", Some(430)),
        ("1,02", None),
        ("1024,512", None),
    ] {
        let log = parse_text(&format!("; MaxProcs: {value}\n1 0 0 1 1\n")).log;
        assert_eq!(log.header.max_processors(), most, "{value}");
    }
}

#[test]
fn numbers_of_jobs_may_have_64_bits() {
    let text = "6251668984 0 0 100 4\n6251668985 5 0 100 4\n";
    assert_eq!(ids(&parse_text(text)), [6_251_668_984, 6_251_668_985]);
}

#[test]
fn commas_part_the_columns_where_there_are_all() {
    let plain = "1 0 0 100 4 -1 -1 4 200 -1 1 1 1 -1 1 -1 -1 -1\n2 10 5 50 8 -1 -1 8 60 -1 1 2 1 -1 1 -1 -1 -1\n";
    let expected = parse_text(plain).log.records;
    let rows = plain.replace(' ', ",");
    let names = (0..18).map(|it| it.to_string()).collect::<Vec<_>>().join(",");
    let indexed = rows.lines().zip(0..).map(|(line, number)| format!("{number},{line}\n"));
    for text in [
        rows.clone(),
        rows.replace("-1", ""),
        rows.replace(',', ", "),
        rows.replace("100", "100.0"),
        format!("{names}\n{rows}"),
        format!(",{names}\n{}", indexed.collect::<String>()),
    ] {
        assert_eq!(parse_text(&text).log.records, expected, "{text}");
        assert_eq!(complaints(&text), "");
    }
    // Five numbers could be anything.
    assert_eq!(parse_text("1,0,0,100,4\n").log.records, []);
    assert_eq!(parse_text("0,1,0,0,100,4,1,1,4,200,1,1,1,1,1,1,1,1,1\n").log.records, []);
}

proptest! {
    #[test]
    fn any_bytes_are_taken(text in prop::collection::vec(any::<u8>(), 0..300)) {
        parse(&text, 10);
    }

    #[test]
    fn anything_that_looks_like_a_log_is_taken(text in "([-;.:,x0-9 \t]{0,40}[\r\n]{1,2}){0,20}") {
        let parsed = parse_text(&text);
        prop_assert!(parsed.log.records.iter().all(|record| record.submit >= 0));
        prop_assert_eq!(parsed.complaints.count, parsed.complaints.kept.len() as u64);
    }
}

const LOG: &str = "\
; Version: 2.2
; Note: one
;       two
;
    1        0     20     30    4     -1    -1    4     60    -1  1   1   1  -1 -1 -1 -1 -1
";

#[test]
fn the_lines_look_like_the_archives() {
    let workload = read("a", LOG.as_bytes()).unwrap().workload;
    assert_eq!(write_swf(&workload), LOG);
}

fn records() -> impl Strategy<Value = Vec<Record>> {
    const SIZE: i64 = MAX_PROCESSORS as i64;
    let mut most = [999_999; 17];
    for (place, of_field) in
        [(0, MAX_TIME), (1, MAX_TIME), (2, MAX_TIME), (3, SIZE), (6, SIZE), (7, MAX_TIME), (16, MAX_TIME)]
    {
        most[place] = of_field;
    }
    any_records(most).prop_map(|mut records| {
        records.sort_by_key(|record| record.submit);
        records
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back_equal(
        records in records(),
        entries in prop::collection::vec(("[A-Za-z]{1,9}", "([!-~]([ -~]{0,9}[!-~])?\n?){0,3}"), 0..6),
    ) {
        // Times without a start could be Unix times.
        let start = [("UnixStartTime".to_owned(), "0".to_owned())];
        let entries = entries
            .into_iter()
            .map(|(key, value): (String, String)| (key, value.trim_end().to_owned()))
            .chain(start)
            .collect();
        let unused = Unused::of_records(&records);
        let resources = Resources::of_records(&records);
        let log = Log { header: Header { entries }, records, unused, resources: Box::new(resources), ..Log::default() };
        let workload = Workload::of_log("a", log);
        let reading = read("a", write_swf(&workload).as_bytes()).unwrap();
        prop_assert_eq!(reading.workload, workload);
        prop_assert_eq!(reading.complaint_count, 0);
    }
}
