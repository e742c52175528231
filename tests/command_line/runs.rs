//! Runs, their reports, requests, and what is refused.

use super::{Folder, THREE_JOBS, assert_says, column, json, printed, text, values};

fn folder(scenario: &str, log: &str) -> Folder {
    Folder::with(&[("scenario.json", scenario), ("log.swf", log)])
}

const NO_RESERVATIONS: &str = r#"{ "platform": [8], "workload": { "reservations": { "percent": 0 } } }"#;

#[test]
fn run_prints_a_report_and_writes_the_jobs() {
    let folder = folder(NO_RESERVATIONS, THREE_JOBS);
    let report = folder.json("run scenario.json - --jobs jobs.csv < log.swf");
    assert_eq!(values(&report, "/jobs /rejected /killed"), "3 0 0");
    let expected = "\
        job,kind,provider,processors_used,submit,ready,deadline,start,end,processors,run_time,requested_time,status,processors_given,ran,lost,interruptions,name\n\
        1,batch,0,\"0-3\",0,0,,0,60,4,60,90,done,4,60,0,0,1\n\
        2,batch,0,\"0-7\",3,3,,60,70,8,10,20,done,8,10,0,0,2\n\
        3,batch,0,\"4-5\",4,4,,4,34,2,30,30,done,2,30,0,0,3\n";
    assert_eq!(folder.read("jobs.csv").replace("\r\n", "\n"), expected);
}

#[test]
fn the_report_can_go_to_a_file() {
    let folder = folder("{}", THREE_JOBS);
    assert_eq!(folder.printed("run scenario.json - --report report.json < log.swf"), "");
    assert_says(&folder.read("report.json"), "\"mean_utilization\"");
}

#[test]
fn requests_make_the_jobs_they_name_reservations() {
    let folder = folder(r#"{ "platform": [8] }"#, THREE_JOBS);
    folder.file("requests.csv", "\u{feff}job,ready,deadline\r\n2,100,200\r\n\r\n9,0,1\r\n");
    let run = "run scenario.json - --requests requests.csv --jobs jobs.csv < log.swf";
    assert_eq!(folder.warned(run), "requests.csv: 1 of 2 requests are for jobs that are not taken\n");
    assert_eq!(values(&folder.json(run), "/jobs /reservations/jobs"), "3 1");
    assert_says(&folder.read("jobs.csv"), "\n2,reservation,0,\"0-7\",3,100,200,100,");
    // The list in the scenario itself is the same run.
    folder.file(
        "whole.json",
        r#"{ "platform": [8], "workload": { "reservations": { "request": "listed", "listed": [
            { "job": 2, "ready": 100, "deadline": 200 }, { "job": 9, "ready": 0, "deadline": 1 } ] } } }"#,
    );
    assert_eq!(folder.printed("run whole.json - < log.swf"), folder.printed(run));
    // A sweep takes the list, too; it leaves the percentage nothing to say.
    folder.assert_refused(
        "sweep scenario.json - --requests requests.csv --vary workload.reservations.percent=0,100 < log.swf \
         => listed one by one",
    );
    let table = folder.printed("sweep scenario.json - --requests requests.csv --vary seed=1,2 < log.swf");
    let figures: Vec<&str> = table.lines().filter_map(|row| Some(row.split_once(',')?.1)).collect();
    assert!(figures.len() == 3 && figures[1] == figures[2], "{table}");
}

#[test]
fn requests_that_cannot_be_read_are_refused_with_their_line() {
    let folder = folder("{}", THREE_JOBS);
    folder.file("wrong.csv", "job,ready,deadline\n2,100,20\n");
    folder.file("requests.csv", "2,100,200\n");
    let output = folder.called("run scenario.json - --requests wrong.csv < log.swf");
    assert!(!output.status.success() && output.stdout.is_empty());
    assert_eq!(text(&output.stderr), "slotscope: wrong.csv: line 2: ready is 100, after the deadline (20)\n");
    folder.assert_refused("run scenario.json - --requests - < requests.csv => not both");
    folder.printed("run scenario.json log.swf --requests - < requests.csv");
}

#[test]
fn an_unknown_field_is_named() {
    let folder = folder(r#"{ "workload": { "reservation": {} } }"#, THREE_JOBS);
    folder.assert_refused("run scenario.json - < log.swf => `reservation` … line 1");
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let folder = folder("{}", THREE_JOBS);
    for row in r#"
        { "platform": [] } => platform
        { "system": { "two_level": { "grid": { "reservation_allocation": "static_partition" } } } } => two providers
        [] => one JSON object
        { "platform": [0] } => platform[0]
        { "workload": { "reservations": { "percent": 101 } } } => percent
        { "system": { "two_level": { "grid": { "period": -1 } } } } => grid.period"#
        .lines()
        .skip(1)
    {
        let (scenario, words) = row.split_once(" => ").expect(row);
        folder.file("wrong.json", scenario);
        let told = folder.refused("run wrong.json - < log.swf");
        assert!(told.contains(words), "{row}: {told}");
    }
    folder.file("not-a.log", "not a log");
    folder.file("empty.swf", "");
    folder.assert_refused(
        "run scenario.json no-such-file.swf => no-such-file.swf\n\
         run scenario.json - < not-a.log => standard input\n\
         run - - < scenario.json => not both\n\
         run ./. - < log.swf => ./.",
    );
    assert_eq!(folder.refused("stats empty.swf"), "slotscope: empty.swf: the file is empty\n");
}

#[test]
fn a_scenario_may_begin_with_a_byte_order_mark_and_come_from_standard_input() {
    folder("\u{feff}{}", THREE_JOBS).printed("run - log.swf < scenario.json");
}

#[test]
fn explain_tells_the_life_of_a_job() {
    let folder = folder(NO_RESERVATIONS, THREE_JOBS);
    let explained = |job| folder.called(&format!("explain scenario.json - --job {job} < log.swf"));
    assert_eq!(
        text(&explained(2).stdout),
        "job 2\n\
         It waited 57 s: behind jobs that arrived earlier.\n\
         00:00:03  submitted\n\
         00:00:03  sent to provider 1\n\
         00:00:03 to 00:00:34  needs 8, 4 free; job 1 takes 4 until 00:01:30\n\
         00:01:00  starts on 8 of provider 1, until 00:01:20 at the latest\n\
         00:01:10  done\n"
    );
    // A job that starts at once has no sentence on its wait.
    let told = text(&explained(1).stdout);
    assert!(told.starts_with("job 1\n00:00:00  submitted\n") && !told.contains("waited"), "{told}");
    assert_eq!(explained(9).status.code(), Some(1));
    assert_eq!(text(&explained(9).stderr), "slotscope: job 9 is not among the 3 jobs taken\n");
}

/// Two jobs of a cluster with GPUs; the first ran into its limit.
const ACCOUNTING: &str = "JobID|Submit|Eligible|Start|End|ElapsedRaw|Timelimit|AllocCPUS|AllocTRES|Partition|State|WorkDir\n\
    1|1970-01-02T00:00:00|1970-01-02T00:00:00|1970-01-02T10:00:00|1970-01-02T11:00:00|3600|01:00:00|4|cpu=4,gres/gpu=2|a|TIMEOUT|/home\n\
    2|1970-01-02T00:00:10|1970-01-02T05:00:00|1970-01-02T12:00:00|1970-01-02T12:30:00|1800|01:00:00|4|cpu=4|b|COMPLETED|/home\n";

/// Runs of all of a log on 8 processors, with waits of a policy or with its own.
const EASY: &str = "run {} - --set platform=[8] --set system.two_level.local.queue=easy";
const AS_LOGGED: &str = r#"run '{"platform": [8], "system": {"as_logged": {}}}' -"#;

#[test]
fn a_report_says_how_far_its_waits_are_from_those_of_the_log() {
    let far = json(EASY, ACCOUNTING)["calibration"].take();
    // There is no rank correlation, since both start at once.
    assert_eq!(
        values(
            &far,
            "/jobs /logged_mean_wait /logged_median_wait /simulated_mean_wait /simulated_median_wait \
             /rank_correlation /far"
        ),
        "2 30600.0 30600.0 0.0 0.0 null true"
    );
    let named = r#"["gpus","partitions","other_columns"] ["WorkDir"]"#;
    assert_eq!(values(&far, "/left_out /columns_not_read"), named);
    // Nothing to compare with where the log has no waits, and none of the log itself.
    assert!(json(EASY, "1 0 -1 60 4 -1 -1 4 90\n")["calibration"].is_null());
    let logged = json(AS_LOGGED, ACCOUNTING);
    assert_eq!(values(&logged, "/calibration /killed /killed_unknown"), "null 1 null");
}

#[test]
fn waits_that_were_made_up_with_a_log_are_nothing_to_compare_with() {
    let report = json("run {} -", &printed("generate lublin --jobs 50", ""));
    assert!(report["jobs"].as_u64() > Some(0) && report["calibration"].is_null(), "{report}");
}

#[test]
fn jobs_that_timed_out_in_the_log_are_killed_there_and_written_so_again() {
    let folder = Folder::with(&[("log.txt", ACCOUNTING)]);
    folder.printed(&format!("{AS_LOGGED} --jobs jobs.csv --export sacct=back.txt < log.txt"));
    assert_eq!(column(&folder.read("jobs.csv"), "status"), ["killed", "done"]);
    let back = folder.read("back.txt");
    assert_eq!([back.matches("|TIMEOUT").count(), back.matches("|COMPLETED").count()], [1, 1]);
    // SWF does not tell: nothing is known then.
    let swf = printed("convert - --to swf", ACCOUNTING);
    assert_eq!(values(&json(AS_LOGGED, &swf), "/killed /killed_unknown"), "0 true");
    // And Slurm's own words come through.
    assert_eq!(printed("convert - --to sacct", ACCOUNTING).matches("TIMEOUT").count(), 1);
}
