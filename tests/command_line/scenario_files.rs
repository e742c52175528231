//! What a scenario on the command line means: all jobs of the log on its own machine, unless it says otherwise.

use serde_json::json;

use super::{Folder, THREE_JOBS, assert_says, called, column, json, parsed, printed, refused, succeeded, text, values};
use crate::common::{real_log, real_log_path};

/// Two jobs with Slurm's numbers, on whole nodes.
const SLURM: &str = "JobID|Submit|Start|End|Elapsed|AllocCPUS|Timelimit|State\n\
    43974388|2024-03-01T00:00:00|2024-03-01T00:00:10|2024-03-01T01:00:10|01:00:00|4|02:00:00|COMPLETED\n\
    43974389|2024-03-01T00:10:00|2024-03-01T01:00:10|2024-03-01T01:30:10|00:30:00|8|01:00:00|COMPLETED\n";

/// Job 5001 never ran, and 5003 does not say how many processors it needs.
const FIVE_THOUSAND: &str = "; MaxProcs: 8\n\
    5001 0 -1 -1 4 -1 -1 4 90 -1 5 1 1 1 1 1 -1 -1\n\
    5002 3 0 10 8 -1 -1 8 20 -1 1 2 1 1 1 1 -1 -1\n\
    5003 4 9 30 -1 -1 -1 -1 30 -1 1 1 1 1 1 1 -1 -1\n";

const RUN: &str = "run {} -";

#[test]
fn an_empty_scenario_takes_the_whole_log_on_its_machine() {
    let found = json(RUN, SLURM);
    let counts = "/jobs /taken /in_log /ran /left_out /reservations/jobs /provenance/scenario/platform";
    assert_eq!(values(&found, counts), "2 2 2 2 0 0 [8]");
    let found = json("run {\"system\":{\"as_logged\":{}}} -", SLURM);
    assert_eq!(values(&found, "/jobs /mean_waiting_time"), "2 1510.0");
}

#[test]
fn a_report_says_what_was_left_out() {
    let output = called(RUN, FIVE_THOUSAND);
    assert_eq!(values(&parsed(&succeeded(&output)), "/taken /in_log /ran /left_out"), "2 3 2 1");
    // What the log does not say is told.
    assert_eq!(
        text(&output.stderr),
        "standard input: 2 of 3 jobs ran and are scheduled; 1 never ran.\n\
         standard input: 1 job has no size: 1 processor is assumed.\n"
    );
    let told = text(&called("run {\"platform\":[4]} -", THREE_JOBS).stderr);
    assert!(told.starts_with("standard input: 1 of 3 jobs taken is rejected") && told.lines().count() == 1, "{told}");
}

#[test]
fn nothing_taken_is_an_error_that_says_why() {
    let range = r#"{"workload": {"first_job": 1, "last_job": 1000}}"#;
    let folder = Folder::with(&[("range.json", range), ("slurm.txt", SLURM)]);
    for line in [
        "run range.json slurm.txt",
        "explain range.json slurm.txt --job 1",
        "sweep range.json slurm.txt --vary seed=1,2",
        "sweep range.json slurm.txt --vary seed=1,2 --plan plan",
        "trade-off slurm.txt --scenario range.json --seeds 1",
    ] {
        let output = folder.called(line);
        assert_eq!(output.status.code(), Some(1), "{line}");
        let words =
            "first_job 1 to last_job 1000 leave none of the log's 2 jobs, whose numbers are 43974388 to 43974389";
        assert_says(&text(&output.stderr), words);
    }
    assert!(!folder.has("plan"));
}

/// The report's scenario, run as a file on the same log, makes the report again, and so does that of a plan.
#[test]
fn a_report_and_a_plan_name_the_scenario_that_they_are_of() {
    let depends = "; MaxProcs: 16\n\
        1 0 0 100 4 -1 -1 4 200 -1 1 1 1 -1 1 -1 -1 -1\n\
        2 10 5 50 8 -1 -1 8 60 -1 1 2 1 -1 1 -1 1 5\n\
        3 20 0 30 16 -1 -1 16 40 -1 1 3 1 -1 1 -1 2 0\n";
    for (given, mean_flow_time) in [
        (r#"{"workload": {"dependencies": "ignore"}}"#, 260.0 / 3.0),
        (r#"{"workload": {"dependencies": "honour"}}"#, 60.0),
        ("{}", 60.0),
    ] {
        let folder = Folder::with(&[("given.json", given), ("log.swf", depends)]);
        let report = |scenario: &str| folder.json(&format!("run {scenario} - < log.swf"));
        let found = report("given.json");
        assert_eq!(found["mean_flow_time"], mean_flow_time, "{given}");
        folder.printed("sweep given.json log.swf --vary seed=1 --plan plan");
        for named in [&found["provenance"], &parsed(&folder.read("plan/plan.json"))] {
            assert_eq!(report(&format!("'{}'", named["scenario"])), found, "{given}");
        }
    }
}

#[test]
fn a_scenario_may_be_typed_and_fields_of_it_set() {
    let found = json("run ' { \"platform\": [16] }' -", THREE_JOBS);
    assert_eq!(found["providers"][0]["processors"], 16);
    let found =
        json("run {} - --set 'platform=[4, 4]' --set seed=9 --set workload.reservations.percent=100", THREE_JOBS);
    assert_eq!(values(&found, "/provenance/seed /reservations/jobs"), "9 3");
    assert_eq!(found["providers"].as_array().map(Vec::len), Some(2));
    let found = json("run {} - --set platform=[4] --set platform=log", THREE_JOBS);
    assert_eq!(found["providers"][0]["processors"], 8);
    for row in [
        "workload.reservation.percent=3 => \"reservation\"",
        "workload.no_such=3 => `no_such`",
        "system.two_level.local.queue=best => `best`",
    ] {
        let (set, said) = row.split_once(" => ").expect(row);
        let output = called(&format!("{RUN} --set {set}"), THREE_JOBS);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{row}");
        assert!(told.starts_with("slotscope: --set: ") && told.contains(said), "{row}: {told}");
    }
    assert_eq!(called("run {} - --set seed", THREE_JOBS).status.code(), Some(2));
    let sweep = "sweep {} - --vary platform.0=8,16 --set workload.reservations.percent=50";
    assert_eq!(printed(sweep, THREE_JOBS).lines().count(), 3);
}

#[test]
fn what_needs_more_providers_says_what_to_do() {
    for row in r#"
    "two_level":{"grid":{"reservation_allocation":"static_partition"}} => static_partition needs at least two providers
    "two_level": {"grid": {"resource_order": [1, 0]}} => resource_order: 1 at place 0
    "imprecise_calendar": {"managers": [[0], 1]} => there is no cluster 1
    "broker": {"agents": [1, 1]} => 2 nodes in all, and the platform has 1"#
        .lines()
        .skip(1)
    {
        let (system, said) = row.split_once(" => ").expect(row);
        let told = refused(&format!("run '{{\"system\": {{{system}}}}}' -"), THREE_JOBS);
        assert!(told.starts_with("slotscope: the scenario: ") && told.contains(said), "{row}: {told}");
        assert_says(&told, "\"platform\": [64, 64]");
    }
}

#[test]
fn workflows_and_batches_run_on_what_they_name_or_on_two_machines_and_six_nodes() {
    let workflow = r#"{"tasks": [{"name": "a", "costs": [1]}, {"name": "b", "costs": [2]}], "edges": []}"#;
    let found = json("run {\"system\":{\"workflow\":{}}} -", workflow);
    assert_eq!(found["provenance"]["scenario"]["platform"], json!([1, 1]));
    assert_eq!(found["providers"].as_array().map(Vec::len), Some(2));
    let batch = "task,start,end,load\na,0,10,50\nb,0,10,20\n";
    let found = json("run {\"system\":{\"broker\":{}}} -", batch);
    assert_eq!(found["provenance"]["scenario"]["platform"], json!([100, 100, 100, 100, 100, 100]));
    assert_eq!(values(&found, "/in_log /left_out"), "2 0");
}

#[test]
fn the_threshold_of_bounded_slowdowns_can_be_set() {
    let slowdown = |threshold: u32| {
        let found = json(&format!("run {{\"bounded_slowdown_threshold\":{threshold}}} -"), THREE_JOBS);
        assert_eq!(found["bounded_slowdown_threshold"], threshold);
        found["mean_bounded_slowdown"].as_f64().expect("a number")
    };
    assert!(slowdown(1) == slowdown(10) && slowdown(60) < slowdown(10));
    let told = refused("run {\"bounded_slowdown_threshold\":0} -", THREE_JOBS);
    assert_says(&told, "bounded_slowdown_threshold: 0 s; it is 1 to");
}

#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn sdsc_is_taken_whole() {
    const NAME: &str = "SDSC-SP2-1998-first-4961.swf";
    assert_eq!(real_log(NAME).records().len(), 4961);
    let found = json(&format!("run {{}} '{}'", real_log_path(NAME).display()), "");
    let counts = "/jobs /in_log /ran /left_out /providers/0/processors /reservations/jobs";
    assert_eq!(values(&found, counts), "4606 4961 4606 355 128 0");
    assert_eq!(found["providers"].as_array().map(Vec::len), Some(1));
}

/// Unix times of a list count from the start of the log, as those of logs do.
#[test]
fn requests_in_unix_time_are_on_the_clock_of_the_log() {
    let slurm = "JobID|Submit|Start|End|Elapsed|ReqCPUS|AllocCPUS|Timelimit|State\n\
        1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:10:00|00:10:00|4|4|00:10:00|COMPLETED\n\
        2|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:10:00|00:10:00|4|4|00:10:00|COMPLETED\n";
    let requests = "job,ready,deadline\n1,1709254800,1709258400\n";
    let folder = Folder::with(&[("log.txt", slurm), ("requests.csv", requests)]);
    let table = folder.printed("run {} log.txt --requests requests.csv --jobs -");
    let mut starts = column(&table, "job").into_iter().zip(column(&table, "start"));
    assert!(starts.any(|it| it == ("1".to_owned(), "3600".to_owned())), "{table}");
}
