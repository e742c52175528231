//! Runs, their reports, requests, and what is refused.

use slotscope::criteria::Report;

use super::{Folder, THREE_JOBS, slotscope, text};

#[test]
fn run_prints_a_report_and_writes_the_jobs() {
    let folder = Folder::new("run");
    let scenario =
        folder.file("scenario.json", r#"{ "platform": [8], "workload": { "reservations": { "percent": 0 } } }"#);
    let jobs = folder.path("jobs.csv");
    let output = slotscope(&["run", &scenario, "-", "--jobs", &jobs], THREE_JOBS);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: Report = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!((report.jobs, report.rejected, report.killed), (3, 0, 0));
    let expected = "\
        job,kind,provider,processors_used,submit,ready,deadline,start,end,processors,run_time,requested_time,status,processors_given,ran,lost,interruptions,name\n\
        1,batch,0,\"0-3\",0,0,,0,60,4,60,90,done,4,60,0,0,1\n\
        2,batch,0,\"0-7\",3,3,,60,70,8,10,20,done,8,10,0,0,2\n\
        3,batch,0,\"4-5\",4,4,,4,34,2,30,30,done,2,30,0,0,3\n";
    let written = std::fs::read_to_string(&jobs).expect("jobs.csv");
    assert_eq!(written.replace("\r\n", "\n"), expected);
}

#[test]
fn the_report_can_go_to_a_file() {
    let folder = Folder::new("report");
    let scenario = folder.file("scenario.json", "{}");
    let report = folder.path("report.json");
    let output = slotscope(&["run", &scenario, "-", "--report", &report], THREE_JOBS);
    assert!(output.status.success() && output.stdout.is_empty());
    let report = std::fs::read_to_string(&report).expect("report.json");
    assert!(report.contains("\"mean_utilization\""));
}

#[test]
fn requests_make_the_jobs_they_name_reservations() {
    let folder = Folder::new("requests");
    let scenario = folder.file("scenario.json", r#"{ "platform": [8] }"#);
    let requests = folder.file("requests.csv", "\u{feff}job,ready,deadline\r\n2,100,200\r\n\r\n9,0,1\r\n");
    let jobs = folder.path("jobs.csv");
    let arguments = ["run", &scenario, "-", "--requests", &requests];
    let output = slotscope(&[&arguments[..], &["--jobs", &jobs]].concat(), THREE_JOBS);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), format!("{requests}: 1 of 2 requests are for jobs that are not taken\n"));
    let report: Report = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!((report.jobs, report.reservations.jobs), (3, 1));
    let written = std::fs::read_to_string(&jobs).expect("jobs.csv");
    let row = written.lines().find(|row| row.starts_with("2,"));
    let row = row.expect("a row for job 2");
    assert!(row.starts_with("2,reservation,0,\"0-7\",3,100,200,100,"), "{row}");
    // The list in the scenario itself is the same run.
    let whole = folder.file(
        "whole.json",
        r#"{ "platform": [8], "workload": { "reservations": { "request": "listed", "listed": [
            { "job": 2, "ready": 100, "deadline": 200 }, { "job": 9, "ready": 0, "deadline": 1 } ] } } }"#,
    );
    assert_eq!(slotscope(&["run", &whole, "-"], THREE_JOBS).stdout, output.stdout);
    // A sweep takes the list, too; it leaves the percentage nothing to say.
    let sweep = ["sweep", &scenario, "-", "--requests", &requests, "--vary"];
    let swept = |vary| slotscope(&[&sweep[..], &[vary]].concat(), THREE_JOBS);
    let refused = swept("workload.reservations.percent=0,100");
    assert!(text(&refused.stderr).contains("listed one by one"));
    let output = swept("seed=1,2");
    let table = text(&output.stdout);
    let figures: Vec<&str> = table.lines().filter_map(|row| row.split_once(',')).map(|row| row.1).collect();
    assert!(figures.len() == 3 && figures[1] == figures[2], "{table}");
}

#[test]
fn requests_that_cannot_be_read_are_refused_with_their_line() {
    let folder = Folder::new("wrong-requests");
    let scenario = folder.file("scenario.json", "{}");
    let requests = folder.file("requests.csv", "job,ready,deadline\n2,100,20\n");
    let output = slotscope(&["run", &scenario, "-", "--requests", &requests], THREE_JOBS);
    assert!(!output.status.success() && output.stdout.is_empty());
    assert_eq!(text(&output.stderr), format!("slotscope: {requests}: line 2: ready is 100, after the deadline (20)\n"));
    let output = slotscope(&["run", &scenario, "-", "--requests", "-"], "2,100,200\n");
    let told = text(&output.stderr);
    assert!(!output.status.success() && told.contains("not both"), "{told}");
    let log = folder.file("log.swf", THREE_JOBS);
    let output = slotscope(&["run", &scenario, &log, "--requests", "-"], "2,100,200\n");
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn an_unknown_field_is_named() {
    let folder = Folder::new("unknown");
    let scenario = folder.file("scenario.json", r#"{ "workload": { "reservation": {} } }"#);
    let output = slotscope(&["run", &scenario, "-"], THREE_JOBS);
    assert!(!output.status.success());
    let told = text(&output.stderr);
    assert!(told.contains("`reservation`") && told.contains("line 1"), "{told}");
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let folder = Folder::new("refused");
    for (scenario, word) in [
        (r#"{ "platform": [] }"#, "platform"),
        (
            r#"{ "platform": [8], "system": { "two_level": { "grid": {
                "reservation_allocation": "static_partition" } } } }"#,
            "two providers",
        ),
        ("[]", "one JSON object"),
        (r#"{ "platform": [0] }"#, "platform[0]"),
        (r#"{ "workload": { "reservations": { "percent": 101 } } }"#, "percent"),
        (r#"{ "system": { "two_level": { "grid": { "period": -1 } } } }"#, "grid.period"),
    ] {
        let path = folder.file("scenario.json", scenario);
        let output = slotscope(&["run", &path, "-"], THREE_JOBS);
        let told = text(&output.stderr);
        assert!(!output.status.success() && told.contains(word), "{told}");
    }
    let scenario = folder.file("scenario.json", "{}");
    let output = slotscope(&["run", &scenario, "no-such-file.swf"], "");
    assert!(text(&output.stderr).contains("no-such-file.swf"));
    let output = slotscope(&["run", &scenario, "-"], "not a log");
    assert!(text(&output.stderr).contains("standard input"));
    let output = slotscope(&["run", "-", "-"], "{}");
    let told = text(&output.stderr);
    assert!(!output.status.success() && told.contains("not both"), "{told}");
    let folder_itself = folder.path(".");
    let output = slotscope(&["run", &folder_itself, "-"], THREE_JOBS);
    assert!(!output.status.success() && text(&output.stderr).contains(&folder_itself));
    let empty = folder.file("empty.swf", "");
    let output = slotscope(&["stats", &empty], "");
    assert_eq!(text(&output.stderr), format!("slotscope: {empty}: the file is empty\n"));
}

#[test]
fn a_scenario_may_begin_with_a_byte_order_mark_and_come_from_standard_input() {
    let folder = Folder::new("mark");
    let log = folder.file("log.swf", THREE_JOBS);
    let output = slotscope(&["run", "-", &log], "\u{feff}{}");
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn explain_tells_the_life_of_a_job() {
    let folder = Folder::new("explain");
    let scenario =
        folder.file("scenario.json", r#"{ "platform": [8], "workload": { "reservations": { "percent": 0 } } }"#);
    let output = slotscope(&["explain", &scenario, "-", "--job", "2"], THREE_JOBS);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(
        text(&output.stdout),
        "job 2\n\
         It waited 57 s: behind jobs that arrived earlier.\n\
         00:00:03  submitted\n\
         00:00:03  sent to provider 1\n\
         00:00:03 to 00:00:34  needs 8, 4 free; job 1 takes 4 until 00:01:30\n\
         00:01:00  starts on 8 of provider 1, until 00:01:20 at the latest\n\
         00:01:10  done\n"
    );
    // A job that starts at once has no sentence on its wait.
    let output = slotscope(&["explain", &scenario, "-", "--job", "1"], THREE_JOBS);
    let told = text(&output.stdout);
    assert!(told.starts_with("job 1\n00:00:00  submitted\n") && !told.contains("waited"), "{told}");
    let output = slotscope(&["explain", &scenario, "-", "--job", "9"], THREE_JOBS);
    assert!(!output.status.success());
    let error = "slotscope: job 9 is not among the 3 jobs taken\n";
    assert_eq!(text(&output.stderr), error);
}

/// Two jobs of a cluster with GPUs; the first ran into its limit.
const ACCOUNTING: &str = "JobID|Submit|Eligible|Start|End|ElapsedRaw|Timelimit|AllocCPUS|AllocTRES|Partition|State|WorkDir\n\
    1|1970-01-02T00:00:00|1970-01-02T00:00:00|1970-01-02T10:00:00|1970-01-02T11:00:00|3600|01:00:00|4|cpu=4,gres/gpu=2|a|TIMEOUT|/home\n\
    2|1970-01-02T00:00:10|1970-01-02T05:00:00|1970-01-02T12:00:00|1970-01-02T12:30:00|1800|01:00:00|4|cpu=4|b|COMPLETED|/home\n";

/// The whole log on a platform of its size.
fn whole(system: &str) -> String {
    format!(
        r#"{{"platform": [8], "workload": {{"first_job": null, "last_job": null, "reservations": {{"percent": 0}}}}, "system": {system}}}"#
    )
}

#[test]
fn a_report_says_how_far_its_waits_are_from_those_of_the_log() {
    let folder = Folder::new("calibration");
    let scenario = folder.file("easy.json", &whole(r#"{"two_level": {"local": {"queue": "easy"}}}"#));
    let report = |scenario: &str, log: &str| -> serde_json::Value {
        let output = slotscope(&["run", scenario, "-"], log);
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("a report")
    };
    let far = &report(&scenario, ACCOUNTING)["calibration"];
    assert_eq!(far["jobs"], 2);
    assert_eq!(far["logged_mean_wait"], 30_600.0);
    assert_eq!(far["logged_median_wait"], 30_600.0);
    assert_eq!((&far["simulated_mean_wait"], &far["simulated_median_wait"]), (&0.0.into(), &0.0.into()));
    assert!(far["rank_correlation"].is_null(), "both start at once");
    assert_eq!(far["far"], true);
    let left_out = serde_json::json!(["gpus", "partitions", "other_columns"]);
    assert_eq!(far["left_out"], left_out);
    assert_eq!(far["columns_not_read"], serde_json::json!(["WorkDir"]));
    // Nothing to compare with where the log has no waits, and none of the log itself.
    let without = report(&scenario, "1 0 -1 60 4 -1 -1 4 90\n");
    assert!(without["calibration"].is_null());
    let logged = folder.file("logged.json", &whole(r#"{"as_logged": {}}"#));
    let logged = report(&logged, ACCOUNTING);
    assert!(logged["calibration"].is_null());
    assert_eq!((&logged["killed"], &logged["killed_unknown"]), (&1.into(), &serde_json::Value::Null));
}

#[test]
fn waits_that_were_made_up_with_a_log_are_nothing_to_compare_with() {
    let generated = slotscope(&["generate", "lublin", "--jobs", "50"], "");
    let folder = Folder::new("made-up");
    let scenario = folder.file("scenario.json", "{}");
    let output = slotscope(&["run", &scenario, "-"], &text(&generated.stdout));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert!(report["jobs"].as_u64() > Some(0) && report["calibration"].is_null(), "{report}");
}

#[test]
fn jobs_that_timed_out_in_the_log_are_killed_there_and_written_so_again() {
    let folder = Folder::new("timed-out");
    let scenario = folder.file("logged.json", &whole(r#"{"as_logged": {}}"#));
    let (jobs, back) = (folder.path("jobs.csv"), folder.path("back.txt"));
    let export = format!("sacct={back}");
    let output = slotscope(&["run", &scenario, "-", "--jobs", &jobs, "--export", &export], ACCOUNTING);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let states = |path: &str, word: &str| {
        let text = std::fs::read_to_string(path).expect("a file");
        text.lines().filter(|line| line.contains(word)).count()
    };
    assert_eq!((states(&jobs, "killed"), states(&jobs, "done")), (1, 1));
    assert_eq!((states(&back, "|TIMEOUT"), states(&back, "|COMPLETED")), (1, 1));
    // SWF does not tell: nothing is known then.
    let swf = slotscope(&["convert", "-", "--to", "swf"], ACCOUNTING);
    let output = slotscope(&["run", &scenario, "-"], &text(&swf.stdout));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!((&report["killed"], &report["killed_unknown"]), (&0.into(), &true.into()));
    // And Slurm's own words come through.
    let sacct = slotscope(&["convert", "-", "--to", "sacct"], ACCOUNTING);
    assert_eq!(text(&sacct.stdout).matches("TIMEOUT").count(), 1);
}
