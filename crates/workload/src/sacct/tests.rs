mod nodes;
mod shapes;

use proptest::prelude::*;

use super::*;
use crate::resources::{Chunks, Resources};
use crate::testing::{self, any_records, damaged, figures, listed, reading, rows, told};
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

const COMMAS: &[u8] = include_bytes!("../../../../tests/formats/sacct/commas.txt");
const PADDED: &[u8] = include_bytes!("../../../../tests/formats/sacct/padded.txt");
const NAMELESS: &[u8] = include_bytes!("../../../../tests/formats/sacct/nameless.txt");
const ACCOUNTING: &[u8] = include_bytes!("../../../../tests/formats/sacct/sacct.json");
const QUEUE: &[u8] = include_bytes!("../../../../tests/formats/sacct/squeue.json");

/// Number, submission, wait, run time, suspension, sizes given and asked for, limit and status.
fn figures_of(text: &[u8]) -> String {
    figures(read("a", text).unwrap().workload.records(), |r| {
        let sizes = [r.allocated_processors, r.requested_processors];
        let suspended = r.suspended.into();
        [r.id as i64, r.submit, r.wait, r.run_time, suspended, sizes[0], sizes[1], r.requested_time, r.status]
    })
}

fn told_files(text: &[u8]) -> String {
    testing::told(&read("a", text).unwrap().complaints)
}

/// When each was eligible, whether it has no limit, and the job of which it is a part.
fn further(text: &[u8]) -> String {
    figures(read("a", text).unwrap().workload.records(), |r| {
        [r.eligible, r.is_unlimited.into(), r.heterogeneous.into()]
    })
}

#[test]
fn commas_below_a_line_of_the_standard_error() {
    let jobs = "101 0 10 3600 3600 4 4 7200 1; 102 600 3000 1800 0 -1 9441 -1 0; 103 5400 -1 0 0 -1 -1 -1 -1";
    assert_eq!(figures_of(COMMAS), jobs);
    assert_eq!(
        told_files(COMMAS),
        "line 1: before the line that names the columns: it is passed over\n\
        line 5: ReqCPUS is 9.22K, a rounded number; it counts as 9441\n\
        line 5: the times have no seconds: what follows from two of them is known to the minute\n\
        line 6: ReqCPUS is 16?, which Slurm writes for no number; it counts as unknown"
    );
    assert_eq!(further(COMMAS), "0 0 0; 3600 1 0; 5400 1 0");
}

#[test]
fn padded_columns() {
    assert_eq!(figures_of(PADDED), "101 0 10 3600 0 4 -1 7200 1; 102 600 3010 1800 0 8 -1 3600 0");
}

#[test]
fn rows_for_xdmod_without_names() {
    assert_eq!(figures_of(NAMELESS), "401 0 7200 259200 0 256 256 259200 0; 402 60 60 10800 0 36 36 259200 5");
}

#[test]
fn json_of_the_accounting_and_of_the_queue() {
    assert_eq!(figures_of(ACCOUNTING), "101 0 10 3600 60 4 4 7200 1; 102 600 3010 1800 0 8 8 -1 0");
    assert_eq!(told_files(ACCOUNTING), "");
    // The second: 900 s from its start to the moment of the list, 100 of them suspended.
    assert_eq!(figures_of(QUEUE), "201 0 -1 -1 0 -1 4 -1 -1; 202 0 300 800 100 8 6 7500 -1");
    assert_eq!(told_files(QUEUE), "line 5: the job still runs; its run time counts up to now");
    let parts = |text: &[u8]| {
        figures(read("a", text).unwrap().workload.records(), |r| [r.is_unlimited.into(), r.heterogeneous.into()])
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

#[test]
fn every_run_of_a_requeued_job_counts_once() {
    let text = "JobID|JobIDRaw|Submit|Start|End|Elapsed|AllocCPUS|State\n\
        400|400|2024-03-01T00:00:00|2024-03-01T00:00:10|2024-03-01T01:04:59|01:04:49|1|REQUEUED\n\
        400.batch|400.batch|2024-03-01T00:00:10|2024-03-01T00:00:10|2024-03-01T01:04:59|01:04:49|1|FAILED\n\
        400|400|2024-03-01T01:04:59|2024-03-01T01:07:00|2024-03-01T02:21:33|01:14:33|1|REQUEUED\n\
        400|400|2024-03-01T02:21:33|2024-03-01T02:24:00|2024-03-01T04:06:02|01:42:02|1|COMPLETED\n\
        400|400|2024-03-01T02:21:33|2024-03-01T02:24:00|2024-03-01T04:06:02|01:42:02|1|COMPLETED\n";
    // The last ends at 04:06:02, from the first submission on; together they run for 14,484 s.
    let runs =
        figures(&records(text), |r| [r.run_time, r.submit + r.wait + r.run_time + Time::from(r.suspended), r.status]);
    assert_eq!(runs, "3889 3899 0; 4473 8493 0; 6122 14762 1");
    assert_eq!(complaints(text), "line 6: job 400 a second time; the first counts");
}

#[test]
fn numbers_that_began_anew_and_other_clusters_are_further_jobs() {
    let recycled = "JobID|Submit|Start|End|Elapsed|AllocCPUS\n\
        12728301|2017-10-03T17:39:00|2017-10-03T17:39:29|2017-10-03T17:49:29|00:10:00|40\n\
        12728302|2017-10-03T17:40:00|2017-10-03T17:40:29|2017-10-03T17:50:29|00:10:00|40\n\
        12728301|2026-08-20T09:00:00|2026-08-20T09:05:00|2026-08-20T13:05:00|04:00:00|32\n\
        12728302|2026-08-20T09:01:00|2026-08-20T09:05:00|2026-08-20T13:05:00|04:00:00|32\n";
    assert_eq!(records(recycled).len(), 4);
    assert_eq!(complaints(recycled), "");
    let clusters =
        "JobID|Cluster|Submit|Start|Elapsed|AllocCPUS\n500|c1|100|100|01:00:00|4\n500|c2|100|100|02:00:00|8\n";
    assert!(records(clusters).iter().map(|it| it.allocated_processors).eq([4, 8]));
}

#[test]
fn a_row_of_a_requeued_or_resized_job_is_a_run_if_it_held_processors() {
    let text = "JobID|Submit|Start|End|ElapsedRaw|AllocCPUS|State\n\
        1|100|110|210|100|8|RESIZING\n1|210|210|260|50|4|COMPLETED\n2|100|Unknown|Unknown|0|0|REQUEUED\n\
        3|100|110|Unknown|90|8|RESIZING\n";
    let found = figures(&records(text), |r| [r.run_time, r.allocated_processors, r.status]);
    assert_eq!(found, "100 8 -1; 50 4 1; 0 0 -1; 90 8 -1");
    assert!(records(text).iter().map(|r| r.killed_at_limit).eq([Some(false), Some(false), None, None]));
    assert_eq!(complaints(text), "line 5: the job still runs; its run time counts up to now");
}

#[test]
fn a_suspended_job_ends_later_than_it_ran() {
    for [row, run_time, suspended] in rows(
        "05:00:00|02:00:00|03:00:00 | 7200 | 10800
        05:00:00|05:00:00|00:00:00 | 18000 | 0
        // Either of the two follows from the other.
        05:00:00|02:00:00| | 7200 | 10800
        05:00:00||03:00:00 | 7200 | 10800
        // A change of the clocks, or what Slurm says itself.
        05:00:00|04:00:00| | 14400 | 0
        05:00:00|02:00:00|00:00:00 | 7200 | 0
        Unknown|02:00:00|00:10:00 | 7200 | 600
        05:00:00|02:00:00|long | 7200 | 0",
    ) {
        let start = "2024-03-01T00:00:00";
        let end = if row.starts_with('U') { "" } else { "2024-03-01T" };
        let text = format!("JobID|Submit|Start|End|Elapsed|Suspended\n500|{start}|{start}|{end}{row}\n");
        let found = records(&text)[0];
        assert_eq!((found.run_time.to_string(), found.suspended.to_string()), (run_time, suspended), "{row}");
    }
}

#[test]
fn eligible_times_limits_and_parts_are_kept() {
    let text = "JobID|JobIDRaw|Submit|Eligible|Start|Timelimit|QOS|Account|Partition\n\
        300+0|300|2024-03-01T00:00:00|2024-03-01T10:00:00|2024-03-01T10:00:05|UNLIMITED|high|a|cpu\n\
        300+1|301|2024-03-01T00:00:00|Unknown|2024-03-01T10:00:05|01:00:00|low|b|gpu\n\
        302|302|2024-03-01T00:01:00|2024-03-01T00:01:00|Unknown|Partition_Limit|low|a|gpu\n";
    let records = records(text);
    let found =
        figures(&records, |r| [r.submit, r.eligible, r.is_unlimited.into(), r.requested_time, r.heterogeneous.into()]);
    assert_eq!(found, "0 36000 1 -1 300; 0 -1 0 3600 300; 60 60 0 -1 0");
    let names = figures(&records, |r| [r.qos.into(), r.account.into(), r.group, r.partition, r.queue]);
    assert_eq!(names, "1 1 1 1 1; 2 2 2 2 2; 2 1 1 2 2");
}

#[test]
fn a_job_that_began_before_it_was_submitted_waited_0() {
    let text = "JobID|Submit|Start|ElapsedRaw\n1|100|40|600\n";
    assert_eq!(figures(&records(text), |r| [r.wait, r.run_time]), "0 600");
    assert_eq!(complaints(text), "line 2: Start is 60 s before Submit; the wait counts as 0");
}

#[test]
fn lists_of_nodes_that_are_not_used_are_told() {
    let many = listed((0..3000).map(|at| format!("x{at}y")), ",");
    for (nodes, said) in [
        ("n[1-2],gpu1", ""),
        ("n[1-", "line 2: NodeList should be a list of nodes but is \"n[1-\"; its place is unknown"),
        (&many, "line 1: the nodes of jobs are too many for so short a log; where jobs ran is not used"),
    ] {
        let read = reading(&format!(
            "JobID|Submit|Start|End|AllocCPUS|NodeList\n\
            1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|{nodes}\n"
        ));
        let has_nodes = !read.workload.log().unwrap().placements.nodes().is_empty();
        assert_eq!(has_nodes, said.is_empty(), "{nodes}");
        assert_eq!(told(&read.complaints), said);
    }
}

fn read_again(log: Log) -> (String, Resources) {
    let text = write_sacct(&Workload::of_log("a", log));
    let back = read("a", text.as_bytes()).unwrap();
    assert_eq!(back.complaints, [], "{text}");
    (text, (*back.workload.log().unwrap().resources).clone())
}

fn job(id: usize, processors: i64) -> Record {
    Record { id: id as u64, submit: id as Time, requested_processors: processors, ..Record::UNKNOWN }
}

#[test]
fn shares_and_choices_of_gpus_are_lost() {
    let mut log = Log { records: vec![job(0, 8), job(1, 8)], ..Log::default() };
    let share = Chunks { count: 1, on_distinct_nodes: true, gpus: 460, ..Chunks::default() };
    log.resources.set(0, share.clone());
    let choice = Chunks { gpus: 2_000, gpu_types: vec!["a".into(), "b".into()], ..share.clone() };
    log.resources.set(1, choice.clone());
    let (text, back) = read_again(log);
    assert!(text.contains("|1|node=1,gres/gpu=2||\n"), "{text}");
    assert_eq!(back.of(0), Some(&Chunks { gpus: 0, ..share }));
    let any = Chunks { gpu_types: Vec::new(), ..choice };
    assert_eq!(back.of(1), Some(&any));
}

/// A request as sacct says one: on nodes, for GPUs or for processors.
fn any_chunks() -> impl Strategy<Value = Option<Chunks>> {
    let features = prop::collection::btree_set("[a-c]{1,2}", 0..3);
    let gpu_type = prop::option::of("[a-z]{1,3}");
    (0..4_u8, 1..9_u32, 0..4_u32, 0..9_u64, gpu_type, features).prop_map(
        |(kind, count, gpus, memory, gpu_type, features)| {
            let gpu_types = gpu_type.filter(|_| gpus > 0).map(Box::from);
            let on_nodes = Chunks {
                count,
                on_distinct_nodes: true,
                gpus: gpus * 1_000,
                memory,
                gpu_types: gpu_types.into_iter().collect(),
                features: features.into_iter().map(Box::from).collect(),
                ..Chunks::default()
            };
            match kind {
                0 => None,
                1 => Some(on_nodes),
                2 if gpus > 0 => Some(Chunks { on_distinct_nodes: false, gpus: 1_000, ..on_nodes }),
                _ if memory > 0 => {
                    Some(Chunks { count: 0, on_distinct_nodes: false, gpus: 0, gpu_types: Vec::new(), ..on_nodes })
                }
                _ => None,
            }
        },
    )
}

proptest! {
    #[test]
    fn requests_that_are_written_read_back_equal(
        asked in prop::collection::vec((any_chunks(), 8_i64..100), 1..12),
    ) {
        let mut log = Log::default();
        for (place, (chunks, processors)) in asked.iter().enumerate() {
            log.records.push(job(place, *processors));
            if let Some(chunks) = chunks {
                log.resources.set(place, chunks.clone());
            }
        }
        let (text, back) = read_again(log);
        for (place, (chunks, _)) in asked.iter().enumerate() {
            prop_assert_eq!(back.of(place), chunks.as_ref(), "{}", text);
        }
    }
}
