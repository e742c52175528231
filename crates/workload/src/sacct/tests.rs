mod files;
mod nodes;
mod runs;
mod shapes;
mod written;

use proptest::prelude::*;

use super::*;
use crate::testing::{any_records, damaged, rows, told};
use crate::{Log, MAX_PROCESSORS, ReadErrorKind, Record, Time, Workload, read};

fn records(text: &str) -> Vec<Record> {
    parse(text.as_bytes(), 10).map(|parsed| parsed.log.records).unwrap_or_default()
}

fn complaints(text: &str) -> String {
    told(&parse(text.as_bytes(), 100).map_err(|_| ()).unwrap().complaints.kept)
}

#[test]
fn columns_may_stand_in_any_order_and_end_with_a_bar() {
    let one = records("JobID|Submit|Start|ElapsedRaw|NCPUS\n5|100|110|60|4\n");
    let other = records("ncpus|ELAPSEDRAW|start|submit|comment|jobid|\n4|60|110|100|so|5|\n");
    assert_eq!(one, other);
    let expected = Record { id: 5, submit: 100, wait: 10, run_time: 60, allocated_processors: 4, ..Record::UNKNOWN };
    assert_eq!(one, [expected]);
}

#[test]
fn without_submissions_there_is_no_log() {
    let text = b"JobID|JobName|Partition|Account|AllocCPUS|State|ExitCode\n1|a|b|c|1|COMPLETED|0:0\n";
    let error = read("a", text).unwrap_err();
    assert!(matches!(error.kind, ReadErrorKind::TooFewColumns { .. }));
    assert!(error.to_string().contains("--format=JobID,Submit"), "{error}");
    let header_only = read("a", b"JobID|Submit\n\n").unwrap_err().to_string();
    assert_eq!(header_only, "a: the file holds comments or a header only, no job");
}

#[test]
fn steps_are_passed_over_and_tasks_of_arrays_are_jobs() {
    let text = "JobID|Submit|State\n7|1|COMPLETED\n7.batch|1|COMPLETED\n7.0|1|FAILED\n\
         8_1|2|COMPLETED\n8_[2-9]|2|PENDING\n9+1|3|COMPLETED\nJobID|Submit|State\n7|1|COMPLETED\n";
    assert!(records(text).iter().map(|record| record.id).eq([7, 8, 9, 10]));
    assert_eq!(complaints(text), "line 9: job 7 a second time; the first counts");
}

#[test]
fn run_times_are_what_slurm_measured_or_else_a_difference() {
    for [row, seconds] in rows(
        "1:30|2:30|2:00:00|7205 | 7205
        1:30|2:30|1-02:00:00| | 93600
        1:30|2:30|| | 3600
        1:30|Unknown|| | -1
        2:30|1:30|| | -1
        None|None|00:00:00|0 | 0",
    ) {
        let row = row.replace("1:30|", "1970-01-02T01:30:00|").replace("2:30|", "1970-01-02T02:30:00|");
        let text = format!("JobID|Submit|Start|End|Elapsed|ElapsedRaw\n1|0|{row}\n");
        assert_eq!(records(&text)[0].run_time.to_string(), seconds, "{row}");
    }
}

#[test]
fn limits_may_be_none_or_in_minutes() {
    for [name, word, seconds] in rows(
        "Timelimit | 1-12:00:00 | 129600
        Timelimit | UNLIMITED | -1
        Timelimit | Partition_Limit | -1
        Timelimit |  | -1
        TimelimitRaw | 90 | 5400
        TimelimitRaw | UNLIMITED | -1",
    ) {
        let records = records(&format!("JobID|Submit|{name}\n1|0|{word}\n"));
        assert_eq!(records[0].requested_time.to_string(), seconds, "{name} {word}");
    }
}

#[test]
fn states_are_told_apart_as_far_as_swf_does() {
    for [state, expected] in rows(
        "COMPLETED | 1 Some(false)
        CANCELLED by 1003 | 5 Some(false)
        CANCELLED+ | 5 Some(false)
        FAILED | 0 Some(false)
        TIMEOUT | 0 Some(true)
        TO | 0 Some(true)
        // It could not have ended by its deadline: no limit of its own.
        DEADLINE | 0 Some(false)
        NODE_FAIL | 0 Some(false)
        PENDING | -1 None
        RUNNING | -1 None
        | -1 None
        WONDERFUL | -1 None",
    ) {
        let record = records(&format!("JobID|Submit|State\n1|0|{state}\n"))[0];
        assert_eq!(format!("{} {:?}", record.status, record.killed_at_limit), expected, "{state}");
    }
    // Without the column it is unknown.
    assert_eq!(records("JobID|Submit\n1|0\n")[0].killed_at_limit, None);
}

#[test]
fn what_is_amended_or_left_out_is_told() {
    assert_eq!(
        complaints(
            "JobID|Submit|Start|NCPUS|Timelimit|State\n1|Unknown|1|1||COMPLETED\n2|yesterday|1|1||COMPLETED\n\
            3|10|4|1||COMPLETED\n4|1|1|1|soon|COMPLETED\n5|1|1|1||RUNNING\n6|1|1|many||COMPLETED\n\
            7|1|1|1||WONDERFUL\n|1|1|1||COMPLETED\n8|1|1\n9|1|1|99999999||COMPLETED\n"
        ),
        "line 2: job 1 has no time of submission\n\
        line 3: Submit should be a time but is \"yesterday\"\n\
        line 4: Start is 6 s before Submit; the wait counts as 0\n\
        line 5: Timelimit should be a duration but is \"soon\"; it counts as unknown\n\
        line 6: the job still runs; its run time is unknown\n\
        line 7: NCPUS should be a number but is \"many\"\n\
        line 8: State is \"WONDERFUL\"; it counts as unknown\n\
        line 9: the job has no name\n\
        line 10: 3 columns where the first line names 6\n\
        line 11: NCPUS is 99999999, more than 10000000"
    );
}

/// Records with values that the format can represent.
fn representable() -> impl Strategy<Value = Vec<Record>> {
    const TIME: i64 = 300_000_000;
    const SIZE: i64 = MAX_PROCESSORS as i64;
    const OTHER: i64 = 999_999;
    /// Status, and whether it was killed at its limit.
    const ENDS: [(i64, Option<bool>); 5] =
        [(-1, None), (0, Some(true)), (0, Some(false)), (1, Some(false)), (5, Some(false))];
    let most = [TIME, TIME, TIME, SIZE, -1, -1, SIZE, TIME, -1, 3, OTHER, OTHER, OTHER, OTHER, OTHER, -1, -1];
    any_records(most).prop_map(|mut records| {
        for it in &mut records {
            (it.status, it.killed_at_limit) = ENDS[(it.status + 1) as usize];
            // It is written as the quality of service.
            it.qos = it.queue as i32;
        }
        records
    })
}

#[test]
fn the_end_of_a_suspended_job_and_no_limit_are_written() {
    let job = |id: u64, suspended: u32, is_unlimited: bool| Record {
        id,
        submit: 100,
        wait: 10,
        run_time: 7200,
        suspended,
        is_unlimited,
        ..Record::UNKNOWN
    };
    let records = vec![job(1, 10_800, true), job(2, 0, false)];
    let text = write_sacct(&Workload::of_log("a", Log { records: records.clone(), ..Log::default() }));
    let rows: Vec<Vec<&str>> = text.lines().map(|it| it.split('|').collect()).collect();
    // It starts 110 s after midnight, runs for two hours and is suspended for three.
    let expected = [
        ["End", "Elapsed", "Timelimit"],
        ["1970-01-01T05:01:50", "02:00:00", "UNLIMITED"],
        ["1970-01-01T02:01:50", "02:00:00", "Partition_Limit"],
    ];
    let places = expected[0].map(|name| rows[0].iter().position(|it| *it == name).unwrap());
    let found: Vec<_> = rows.iter().map(|row| places.map(|it| row[it])).collect();
    assert_eq!(found, expected);
    assert_eq!(self::records(&text), records);
}

proptest! {
    #[test]
    fn what_is_written_reads_back_equal(
        records in representable(),
        start in prop::option::of(800_000_000_i64..2_000_000_000),
    ) {
        let mut header = Header::default();
        if let Some(start) = start {
            header.entries.push(("UnixStartTime".into(), start.to_string()));
        }
        let workload = Workload::of_log("a", Log { header, records, ..Log::default() });
        let reading = read("a", write_sacct(&workload).as_bytes()).unwrap();
        prop_assert_eq!(reading.complaint_count, 0);
        // The calendar says when a job was submitted, not when the log began.
        let first = workload.records().iter().map(|record| record.submit).min().unwrap();
        let (shift, begun) = match start {
            Some(start) => (first, Some(start + first)),
            None => (0, None),
        };
        prop_assert_eq!(reading.workload.header().unix_start_time(), begun);
        let mut back = reading.workload.records().to_vec();
        back.iter_mut().for_each(|record| record.submit += shift);
        prop_assert_eq!(back, workload.records());
    }

    #[test]
    fn any_bytes_are_taken(text in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = parse(&text, 10);
        let _ = parse(&[b"JobID|Submit|Elapsed|Timelimit|State\n", &text[..]].concat(), 10);
    }

    #[test]
    fn any_damage_is_survived(text in damaged(include_bytes!("../../../../tests/formats/accounting.txt"))) {
        let _ = read("a", &text).map_err(|error| error.to_string());
    }
}
