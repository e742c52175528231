//! The machine, the waits and the last state of jobs, by the rows of a log that ran; each file of `tests/inputs` with its
//! right values.

use proptest::prelude::*;

use super::{AS_LOGGED, EASY, log, ran};
use crate::common::real_log;
use slotscope::criteria::groups::{GroupBy, Grouping, groups};
use slotscope::criteria::report;
use slotscope::criteria::week::Week;
use slotscope::experiment::{ScenarioFile, WorkloadFacts, report_beside_log};
use slotscope::workload::clock::Clock;
use slotscope::workload::stats::Statistics;
use slotscope::workload::{KnownBy, Log, Machine, Record, Workload, write_sacct, write_swf};

fn input(file: &str) -> Workload {
    log(super::input(file))
}

fn machine(log: &Workload) -> (u32, KnownBy) {
    let Machine { processors, known } = Machine::of(log.header(), log.records());
    (processors, known)
}

fn starts(log: &Workload, scenario: &str) -> Vec<i64> {
    super::starts(&ran(log, scenario))
}

#[test]
fn rows_that_never_ran_are_no_fact_about_the_machine() {
    for (file, right) in [
        ("01_one_cancelled_job_sets_machine.txt", (256, KnownBy::Nodes)),
        ("01b_cancelled_huge.txt", (8, KnownBy::MostInUse)),
        ("01c_pending_huge.txt", (8, KnownBy::MostInUse)),
        ("20_maxprocs_range.swf", (416, KnownBy::MaxProcs)),
    ] {
        let log = input(file);
        assert_eq!(machine(&log), right, "{file}");
        // The same log in another format has the same machine, from the same source.
        assert_eq!(machine(&self::log(write_swf(&log))), right, "{file} as SWF");
    }
    let cancelled = report(&ran(&input("01_one_cancelled_job_sets_machine.txt"), EASY));
    assert_eq!((cancelled.mean_waiting_time * 10.0).round(), 128_259.0);
    assert_eq!((cancelled.mean_utilization * 10_000.0).round(), 9_037.0);
    assert_eq!(starts(&input("01b_cancelled_huge.txt"), EASY), [0, 3600]);
    assert_eq!(report(&ran(&input("20_maxprocs_range.swf"), EASY)).rejected, 0);
}

/// A job of 8 processors that ran alone and a request of 500 that never did, in each format; and the same without the
/// first.
#[test]
fn no_format_takes_a_request_that_never_ran_for_the_machine() {
    let formats = [
        (
            "sacct",
            "JobID|Submit|Start|End|ReqCPUS|AllocCPUS|State\n",
            "1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|8|8|COMPLETED\n",
            "2|2024-03-01T00:00:00|Unknown|Unknown|500|0|CANCELLED\n",
        ),
        (
            "GWF",
            "# JobID\tSubmitTime\n",
            "1 0 0 60 8 -1 -1 8 60 -1 1 u g e q p\n",
            "2 0 -1 -1 -1 -1 -1 500 60 -1 5 u g e q p\n",
        ),
        (
            "SWF",
            "; Computer: a\n",
            "1 0 0 60 8 -1 -1 8 60 -1 1 1 1 1 1 1 -1 -1\n",
            "2 0 -1 -1 -1 -1 -1 500 60 -1 5 1 1 1 1 1 -1 -1\n",
        ),
        (
            "Batsim",
            "job_id,submission_time,requested_number_of_resources,requested_time,success,starting_time,execution_time,finish_time,allocated_resources\n",
            "1,0,8,60,1,0,60,60,0-7\n",
            "2,0,500,60,0,,,,\n",
        ),
    ];
    for (format, heading, ran, never) in formats {
        let of = |rows: &[&str]| machine(&log([heading, &rows.concat()].concat()));
        assert_eq!(of(&[ran, never]).0, 8, "{format}");
        assert_eq!(of(&[never]), (500, KnownBy::LargestRequest), "{format}");
    }
}

#[test]
fn a_wait_is_that_of_a_job_that_ran_from_when_it_was_eligible() {
    for (file, count, mean) in
        [("02_wait_of_cancelled_in_statistics.txt", 1, 10.0), ("03_statistics_wait_not_from_eligible.txt", 2, 9.5)]
    {
        let log = input(file);
        let waits = Statistics::of(&log).waits.expect(file);
        assert_eq!((waits.count, waits.mean), (count, mean), "{file}");
        assert_eq!(report(&ran(&log, AS_LOGGED)).mean_waiting_time, mean, "{file}");
    }
}

/// Nodes with all of their memory for a job: on one node one behind the other, and on nodes that have more or less.
#[test]
fn a_request_of_no_memory_is_that_of_the_whole_node() {
    let nodes = |counts: &str| format!(r#"{{"system": {{"cluster": {{"nodes": [{counts}]}}}}}}"#);
    let log = input("09_mem_0_is_whole_node.txt");
    let one = nodes(r#"{"count": 1, "name": "n1", "cores": 8, "memory": 256}"#);
    assert_eq!(starts(&log, &one), [0, 6000]);
    let two = nodes(r#"{"name": "n1", "cores": 8, "memory": 256}, {"name": "n2", "cores": 8, "memory": 64}"#);
    assert_eq!(starts(&log, &two), [0, 60]);
    assert_eq!(starts(&log, &nodes(r#"{"name": "n1", "cores": 8}"#)), [0, 60]);
    assert_eq!(starts(&self::log(write_sacct(&log)), &one), [0, 6000]);
}

#[test]
fn a_job_of_several_partitions_runs_in_the_first_that_has_room() {
    let text = "JobID|Submit|Start|End|ElapsedRaw|AllocCPUS|TimelimitRaw|Partition|State\n\
        1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:10:00|600|4|10|a|COMPLETED\n\
        2|2024-03-01T00:01:00|2024-03-01T00:10:00|2024-03-01T00:20:00|600|4|10|a,b|COMPLETED\n\
        3|2024-03-01T00:02:00|2024-03-01T00:10:00|2024-03-01T00:20:00|600|4|10|a|COMPLETED\n";
    let nodes = r#"{"system": {"cluster": {"nodes": [{"name": "n1", "cores": 4, "partitions": ["a"]},
        {"name": "n2", "cores": 4, "partitions": ["b"]}]}}}"#;
    assert_eq!(starts(&log(text), nodes), [0, 60, 600]);
}

#[test]
fn a_job_that_ran_in_one_dump_and_had_ended_in_the_next_has_ended() {
    let log = input("17_running_then_completed.txt");
    let records = log.records();
    assert_eq!(records.len(), 3);
    assert_eq!((records[0].run_time, records[0].status), (86_400, 1));
    // Of the two rows the one that has ended counts, whichever comes first.
    let heading = "JobID|Submit|Start|End|Elapsed|AllocCPUS|State\n";
    let running = "1|2024-03-01T00:00:00|2024-03-01T00:00:10|Unknown|10:00:00|4|RUNNING\n";
    let ended = "1|2024-03-01T00:00:00|2024-03-01T00:00:10|2024-03-02T00:00:10|1-00:00:00|4|COMPLETED\n";
    for rows in [[heading, running, ended], [heading, ended, running]] {
        let log = self::log(rows.concat());
        assert_eq!((log.records().len(), log.records()[0].run_time), (1, 86_400));
    }
}

/// Jobs: submission, wait, run time, seconds until it was eligible, allocated and requested size.
fn log_of(jobs: &[(i64, i64, i64, i64, i64, i64)]) -> Workload {
    let record =
        |(id, &(submit, wait, run_time, after, given, asked)): (u64, &(i64, i64, i64, i64, i64, i64))| Record {
            id,
            submit,
            wait,
            run_time,
            eligible: if after < 0 { -1 } else { submit + after },
            allocated_processors: given,
            requested_processors: asked,
            requested_time: 100,
            status: 1,
            ..Record::UNKNOWN
        };
    let records = (1..).zip(jobs).map(record).collect();
    Workload::of_log("random", Log { records, ..Log::default() })
}

proptest! {
    /// Statistics, the log's own run, its calibration, its groups and its week have one wait.
    #[test]
    fn waits_are_the_same_wherever_they_are_told(
        jobs in prop::collection::vec((0i64..1000, -1i64..90, -1i64..50, -1i64..120, -1i64..8, -1i64..8), 1..40),
    ) {
        let log = log_of(&jobs);
        let statistics = Statistics::of(&log);
        // By the words of the documents: over the jobs that ran, from the eligible instant.
        let ran = |it: &&(i64, i64, i64, i64, i64, i64)| it.2 > 0;
        let waits: Vec<i64> = jobs.iter().filter(ran).filter(|it| it.1 >= 0).map(|it| (it.1 - it.3.max(0)).max(0)).collect();
        let count = waits.len();
        let mean = waits.iter().sum::<i64>() as f64 / count.max(1) as f64;
        prop_assert_eq!(statistics.waits.map_or((0, 0.0), |it| (it.count as usize, it.mean)), (count, mean));
        let size = |it: &(i64, i64, i64, i64, i64, i64)| [it.5, it.4].into_iter().find(|&size| size > 0);
        let sizes: Vec<i64> = jobs.iter().filter(ran).filter_map(size).collect();
        prop_assert_eq!(statistics.sizes.map_or(0, |it| it.count as usize), sizes.len());
        prop_assert_eq!(statistics.sizes.map(|it| it.max), sizes.iter().max().copied());
        if statistics.ran == 0 {
            return Ok(());
        }
        let on_400 = |scenario: &str| super::ran(&log, &scenario.replacen('{', r#"{"platform": [400], "#, 1));
        // The mean of no waits is no number.
        let logged = report(&on_400(AS_LOGGED)).mean_waiting_time;
        prop_assert!(if count == 0 { logged.is_nan() } else { logged == mean }, "{} {}", logged, mean);
        let run = on_400(EASY);
        let scenario = ScenarioFile::read(EASY.as_bytes()).expect("a scenario");
        let report = report_beside_log(&run, &scenario.on(&WorkloadFacts::of(&log)), &log);
        let calibration = report.calibration.map_or((0, 0.0), |it| (it.jobs, it.logged_mean_wait));
        prop_assert_eq!(calibration, (count, mean));
        let grouping =
            Grouping { by: GroupBy::Size, span: None, clock: None, with_log: true, most: usize::MAX };
        let grouped = groups(&run, &grouping).groups.into_iter().filter_map(|it| it.logged);
        let week = Week::new(&run, None, Clock::utc(0), true).logged.expect("a week");
        let hours = week.iter().flatten().map(|it| (it.jobs, it.mean_wait));
        for parts in [grouped.map(|it| (it.jobs, it.mean_waiting_time)).collect::<Vec<_>>(), hours.collect()] {
            prop_assert_eq!(parts.iter().map(|it| it.0).sum::<usize>(), count);
            let sum: f64 = parts.iter().map(|it| it.1 * it.0 as f64).sum();
            prop_assert!((sum - mean * count as f64).abs() < 1e-6);
        }
    }
}

/// All lines name job 1, and it had ended before they started: no dependency.
#[test]
fn a_field_that_is_filler_is_taken_only_where_a_scenario_says_so() {
    let lines = (1..=4).map(|id| format!("{id} {} 0 10 1 -1 -1 1 60 -1 1 1 1 1 1 1 1 1\n", 100 * (id - 1)));
    let log = self::log(lines.collect::<String>());
    assert_eq!(starts(&log, EASY), [0, 100, 200, 300]);
    let honour = r#"{"workload": {"dependencies": "honour"}, "system": {"two_level": {"local": {"queue": "easy"}}}}"#;
    assert_eq!(starts(&log, honour), [0, 11, 21, 31]);
    // One line that names itself does not make filler of the others.
    let text = "1 0 0 100 1 -1 -1 1 200 -1 1 1 1 1 1 1 -1 -1\n\
        2 0 0 50 1 -1 -1 1 60 -1 1 1 1 1 1 1 2 5\n\
        3 20 130 30 1 -1 -1 1 40 -1 1 1 1 1 1 1 1 5\n\
        4 30 0 30 1 -1 -1 1 40 -1 1 1 1 1 1 1 5 0\n\
        5 40 0 30 1 -1 -1 1 40 -1 1 1 1 1 1 1 -1 -1\n";
    let run = ran(&self::log(text), r#"{"platform": [8]}"#);
    assert!(run.jobs.iter().map(|it| it.submit).eq([0, 0, 105, 30, 40]));
}

#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn real_logs_have_one_wait_and_no_dependency_that_they_contradict() {
    let sdsc = real_log("SDSC-SP2-1998-first-4961.swf");
    let waits = Statistics::of(&sdsc).waits.expect("waits");
    assert_eq!(waits.count, 4606);
    assert_eq!(report(&ran(&sdsc, AS_LOGGED)).mean_waiting_time, waits.mean);
    let wagap = real_log("wagap-2013.swf.gz");
    let mean = |scenario: &str| report(&ran(&wagap, scenario)).mean_waiting_time.round();
    let [ignored, honoured] = ["ignore", "honour"]
        .map(|it| mean(&EASY.replacen('{', &format!(r#"{{"workload": {{"dependencies": "{it}"}}, "#), 1)));
    assert_eq!(mean(EASY), ignored);
    assert!(ignored < 25_000.0 && honoured > 1_000_000.0, "{ignored}, {honoured}");
}
