//! What a scenario on the command line means: all jobs of the log on its own machine, unless it says otherwise.

use serde_json::Value;

use super::{Folder, THREE_JOBS, slotscope, text};
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

#[track_caller]
fn report(scenario: &str, log: &str) -> Value {
    let output = slotscope(&["run", scenario, "-"], log);
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("a report")
}

#[test]
fn an_empty_scenario_takes_the_whole_log_on_its_machine() {
    let found = report("{}", SLURM);
    for (field, value) in [("jobs", 2), ("taken", 2), ("in_log", 2), ("ran", 2), ("left_out", 0)] {
        assert_eq!(found[field], value, "{field}");
    }
    assert_eq!(found["reservations"]["jobs"], 0);
    assert_eq!(found["provenance"]["scenario"]["platform"], serde_json::json!([8]));
    let found = report(r#"{"system": {"as_logged": {}}}"#, SLURM);
    assert_eq!((&found["jobs"], &found["mean_waiting_time"]), (&2.into(), &1510.0.into()));
}

#[test]
fn a_report_says_what_was_left_out() {
    let output = slotscope(&["run", "{}", "-"], FIVE_THOUSAND);
    let found: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let counts = ["taken", "in_log", "ran", "left_out"].map(|it| found[it].as_u64());
    assert_eq!(counts, [2, 3, 2, 1].map(Some));
    // What the log does not say is told.
    assert_eq!(
        text(&output.stderr),
        "standard input: 2 of 3 jobs ran and are scheduled; 1 never ran.\n\
         standard input: 1 job has no size: 1 processor is assumed.\n"
    );
    let output = slotscope(&["run", r#"{"platform": [4]}"#, "-"], THREE_JOBS);
    let told = text(&output.stderr);
    assert!(told.starts_with("standard input: 1 of 3 jobs taken is rejected") && told.lines().count() == 1, "{told}");
}

#[test]
fn nothing_taken_is_an_error_that_says_why() {
    let folder = Folder::new("nothing-taken");
    let range = r#"{"workload": {"first_job": 1, "last_job": 1000}}"#;
    let log = folder.file("slurm.txt", SLURM);
    let plan = folder.path("plan");
    let vary = ["--vary", "seed=1,2"];
    let commands: [&[&str]; 5] = [
        &["run", range, &log],
        &["explain", range, &log, "--job", "1"],
        &["sweep", range, &log, vary[0], vary[1]],
        &["sweep", range, &log, vary[0], vary[1], "--plan", &plan],
        &["trade-off", &log, "--scenario", range, "--seeds", "1"],
    ];
    for command in commands {
        let output = slotscope(command, "");
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command:?}");
        assert!(
            told.contains(
                "first_job 1 to last_job 1000 leave none of the log's 2 jobs, whose numbers are \
                 43974388 to 43974389"
            ),
            "{command:?}: {told}"
        );
    }
    assert!(!std::path::Path::new(&plan).exists());
}

/// The report's scenario, run as a file on the same log, makes the report again, and so does that of a plan.
#[test]
fn a_report_and_a_plan_name_the_scenario_that_they_are_of() {
    let folder = Folder::new("named-scenario");
    let depends = "; MaxProcs: 16\n\
        1 0 0 100 4 -1 -1 4 200 -1 1 1 1 -1 1 -1 -1 -1\n\
        2 10 5 50 8 -1 -1 8 60 -1 1 2 1 -1 1 -1 1 5\n\
        3 20 0 30 16 -1 -1 16 40 -1 1 3 1 -1 1 -1 2 0\n";
    let log = folder.file("log.swf", depends);
    for (given, mean_flow_time) in [
        (r#"{"workload": {"dependencies": "ignore"}}"#, 260.0 / 3.0),
        (r#"{"workload": {"dependencies": "honour"}}"#, 60.0),
        ("{}", 60.0),
    ] {
        let found = report(given, depends);
        assert_eq!(found["mean_flow_time"], mean_flow_time, "{given}");
        let again = report(&found["provenance"]["scenario"].to_string(), depends);
        assert_eq!(again, found, "{given}");
        let plan = folder.path(&format!("plan-{}", given.replace(|it: char| !it.is_ascii_alphabetic(), "")));
        let made = ["sweep", given, &log, "--vary", "seed=1", "--plan", &plan];
        assert!(slotscope(&made, "").status.success());
        let plan = std::fs::read(std::path::Path::new(&plan).join("plan.json")).expect("a plan");
        let plan: Value = serde_json::from_slice(&plan).expect("JSON");
        assert_eq!(report(&plan["scenario"].to_string(), depends), found);
    }
}

#[test]
fn a_scenario_may_be_typed_and_fields_of_it_set() {
    let found = report(r#" { "platform": [16] }"#, THREE_JOBS);
    assert_eq!(found["providers"][0]["processors"], 16);
    let set = |settings: &[&str]| {
        let options = settings.iter().flat_map(|it| ["--set", it]);
        let arguments = ["run", "{}", "-"].into_iter().chain(options);
        slotscope(&arguments.collect::<Vec<_>>(), THREE_JOBS)
    };
    let output = set(&["platform=[4, 4]", "seed=9", "workload.reservations.percent=100"]);
    let found: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(found["provenance"]["seed"], 9);
    assert_eq!(found["providers"].as_array().map(Vec::len), Some(2));
    assert_eq!(found["reservations"]["jobs"], 3);
    let output = set(&["platform=[4]", "platform=log"]);
    let found: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(found["providers"][0]["processors"], 8);
    for (wrong, said) in [
        ("workload.reservation.percent=3", "\"reservation\""),
        ("workload.no_such=3", "`no_such`"),
        ("system.two_level.local.queue=best", "`best`"),
    ] {
        let output = set(&[wrong]);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{wrong}");
        assert!(told.starts_with("slotscope: --set: ") && told.contains(said), "{told}");
    }
    assert_eq!(set(&["seed"]).status.code(), Some(2));
    let vary = ["--vary", "platform.0=8,16", "--set", "workload.reservations.percent=50"];
    let output = slotscope(&[&["sweep", "{}", "-"][..], &vary].concat(), THREE_JOBS);
    assert_eq!(text(&output.stdout).lines().count(), 3, "{}", text(&output.stderr));
}

#[test]
fn what_needs_more_providers_says_what_to_do() {
    for (scenario, said) in [
        (
            r#"{"system": {"two_level": {"grid": {"reservation_allocation": "static_partition"}}}}"#,
            "static_partition needs at least two providers",
        ),
        (r#"{"system": {"two_level": {"grid": {"resource_order": [1, 0]}}}}"#, "resource_order: 1 at place 0"),
        (r#"{"system": {"imprecise_calendar": {"managers": [[0], 1]}}}"#, "there is no cluster 1"),
        (r#"{"system": {"broker": {"agents": [1, 1]}}}"#, "2 nodes in all, and the platform has 1"),
    ] {
        let output = slotscope(&["run", scenario, "-"], THREE_JOBS);
        let told = text(&output.stderr);
        assert!(!output.status.success());
        assert!(
            told.starts_with("slotscope: the scenario: ")
                && told.contains(said)
                && told.contains("\"platform\": [64, 64]"),
            "{told}"
        );
    }
}

#[test]
fn workflows_and_batches_run_on_what_they_name_or_on_two_machines_and_six_nodes() {
    let workflow = r#"{"tasks": [{"name": "a", "costs": [1]}, {"name": "b", "costs": [2]}], "edges": []}"#;
    let found = report(r#"{"system": {"workflow": {}}}"#, workflow);
    assert_eq!(found["provenance"]["scenario"]["platform"], serde_json::json!([1, 1]));
    assert_eq!(found["providers"].as_array().map(Vec::len), Some(2));
    let batch = "task,start,end,load\na,0,10,50\nb,0,10,20\n";
    let found = report(r#"{"system": {"broker": {}}}"#, batch);
    assert_eq!(found["provenance"]["scenario"]["platform"], Value::from(vec![100; 6]));
    assert_eq!((&found["in_log"], &found["left_out"]), (&2.into(), &0.into()));
}

#[test]
fn the_threshold_of_bounded_slowdowns_can_be_set() {
    let slowdown = |threshold: u32| {
        let scenario = format!(r#"{{"bounded_slowdown_threshold": {threshold}}}"#);
        let found = report(&scenario, THREE_JOBS);
        assert_eq!(found["bounded_slowdown_threshold"], threshold);
        found["mean_bounded_slowdown"].as_f64().expect("a number")
    };
    assert!(slowdown(1) == slowdown(10) && slowdown(60) < slowdown(10));
    let output = slotscope(&["run", r#"{"bounded_slowdown_threshold": 0}"#, "-"], THREE_JOBS);
    assert!(text(&output.stderr).contains("bounded_slowdown_threshold: 0 s; it is 1 to"));
}

#[test]
#[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
fn sdsc_is_taken_whole() {
    const NAME: &str = "SDSC-SP2-1998-first-4961.swf";
    assert_eq!(real_log(NAME).records().len(), 4961);
    let path = real_log_path(NAME);
    let output = slotscope(&["run", "{}", path.to_str().expect("a plain path")], "");
    let found: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let counts = ["jobs", "in_log", "ran", "left_out"].map(|it| found[it].as_u64());
    assert_eq!(counts, [4606, 4961, 4606, 355].map(Some));
    assert_eq!(found["providers"][0]["processors"], 128);
    assert_eq!(found["providers"].as_array().map(Vec::len), Some(1));
    assert_eq!(found["reservations"]["jobs"], 0);
}

/// Unix times of a list count from the start of the log, as those of logs do.
#[test]
fn requests_in_unix_time_are_on_the_clock_of_the_log() {
    let folder = Folder::new("unix-requests");
    let slurm = "JobID|Submit|Start|End|Elapsed|ReqCPUS|AllocCPUS|Timelimit|State\n\
        1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:10:00|00:10:00|4|4|00:10:00|COMPLETED\n\
        2|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:10:00|00:10:00|4|4|00:10:00|COMPLETED\n";
    let log = folder.file("log.txt", slurm);
    let list = folder.file("requests.csv", "job,ready,deadline\n1,1709254800,1709258400\n");
    let arguments = ["run", "{}", &log, "--requests", &list, "--jobs", "-"];
    let output = slotscope(&arguments, "");
    let table = text(&output.stdout);
    let mut lines = table.lines().map(super::fields);
    let head = lines.next().expect("a head");
    let start = head.iter().position(|it| it == "start").expect("a column");
    let job: Vec<String> = lines.find(|it| it[0] == "1").expect("job 1");
    assert_eq!(job[start], "3600", "{table}");
}
