//! The command line, as a person or a script calls it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use slotscope::criteria::Report;

const THREE_JOBS: &str = "; MaxProcs: 8\n\
    1 0 5 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n\
    2 3 0 10 8 -1 -1 8 20 -1 1 2 1 1 1 1 -1 -1\n\
    3 4 9 30 2 -1 -1 2 30 -1 1 1 1 1 1 1 -1 -1\n";

fn slotscope(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_slotscope"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("slotscope starts");
    // A command that fails early does not read its input.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("slotscope ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("slotscope-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        Self(folder)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect(name);
        path
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn run_prints_a_report_and_writes_the_jobs() {
    let folder = Folder::new("run");
    let scenario = folder.file(
        "scenario.json",
        r#"{ "platform": [8], "workload": { "reservations": { "percent": 0 } } }"#,
    );
    let jobs = folder.path("jobs.csv");
    let output = slotscope(&["run", &scenario, "-", "--jobs", &jobs], THREE_JOBS);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: Report = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!((report.jobs, report.rejected, report.killed), (3, 0, 0));
    let expected = "\
        job,kind,provider,processors_used,submit,ready,deadline,start,end,processors,run_time,requested_time,status,processors_given,ran,lost,interruptions\n\
        1,batch,0,\"0-3\",0,0,,0,60,4,60,90,done,4,60,0,0\n\
        2,batch,0,\"0-7\",3,3,,60,70,8,10,20,done,8,10,0,0\n\
        3,batch,0,\"4-5\",4,4,,4,34,2,30,30,done,2,30,0,0\n";
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
    let requests = folder.file(
        "requests.csv",
        "\u{feff}job,ready,deadline\r\n2,100,200\r\n\r\n9,0,1\r\n",
    );
    let jobs = folder.path("jobs.csv");
    let arguments = ["run", &scenario, "-", "--requests", &requests];
    let output = slotscope(&[&arguments[..], &["--jobs", &jobs]].concat(), THREE_JOBS);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(
        text(&output.stderr),
        format!("{requests}: 1 of 2 requests are for jobs that are not taken\n")
    );
    let report: Report = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!((report.jobs, report.reservations.jobs), (3, 1));
    let written = std::fs::read_to_string(&jobs).expect("jobs.csv");
    let row = written.lines().find(|row| row.starts_with("2,"));
    let row = row.expect("a row for job 2");
    assert!(
        row.starts_with("2,reservation,0,\"0-7\",3,100,200,100,"),
        "{row}"
    );
    // The list in the scenario itself is the same run.
    let whole = folder.file(
        "whole.json",
        r#"{ "platform": [8], "workload": { "reservations": { "request": "listed", "listed": [
            { "job": 2, "ready": 100, "deadline": 200 }, { "job": 9, "ready": 0, "deadline": 1 } ] } } }"#,
    );
    assert_eq!(
        slotscope(&["run", &whole, "-"], THREE_JOBS).stdout,
        output.stdout
    );
    // A sweep takes the list, too; it leaves the percentage nothing to say.
    let vary = ["--vary", "workload.reservations.percent=0,100"];
    let sweep = ["sweep", &scenario, "-", "--requests", &requests];
    let output = slotscope(&[&sweep[..], &vary].concat(), THREE_JOBS);
    let table = text(&output.stdout);
    let figures: Vec<&str> = table
        .lines()
        .filter_map(|row| row.split_once(','))
        .map(|row| row.1)
        .collect();
    assert!(figures.len() == 3 && figures[1] == figures[2], "{table}");
}

#[test]
fn requests_that_cannot_be_read_are_refused_with_their_line() {
    let folder = Folder::new("wrong-requests");
    let scenario = folder.file("scenario.json", "{}");
    let requests = folder.file("requests.csv", "job,ready,deadline\n2,100,20\n");
    let output = slotscope(
        &["run", &scenario, "-", "--requests", &requests],
        THREE_JOBS,
    );
    assert!(!output.status.success() && output.stdout.is_empty());
    assert_eq!(
        text(&output.stderr),
        format!("slotscope: {requests}: line 2: ready is 100, after the deadline (20)\n")
    );
    let output = slotscope(&["run", &scenario, "-", "--requests", "-"], "2,100,200\n");
    let told = text(&output.stderr);
    assert!(
        !output.status.success() && told.contains("not both"),
        "{told}"
    );
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
    assert!(
        told.contains("`reservation`") && told.contains("line 1"),
        "{told}"
    );
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
        (
            r#"{ "workload": { "reservations": { "percent": 101 } } }"#,
            "percent",
        ),
        (
            r#"{ "system": { "two_level": { "grid": { "period": -1 } } } }"#,
            "grid.period",
        ),
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
    assert!(
        !output.status.success() && told.contains("not both"),
        "{told}"
    );
    let folder_itself = folder.path(".");
    let output = slotscope(&["run", &folder_itself, "-"], THREE_JOBS);
    assert!(!output.status.success() && text(&output.stderr).contains(&folder_itself));
    let empty = folder.file("empty.swf", "");
    let output = slotscope(&["stats", &empty], "");
    assert_eq!(
        text(&output.stderr),
        format!("slotscope: {empty}: the file is empty\n")
    );
}

#[test]
fn a_scenario_may_begin_with_a_byte_order_mark_and_come_from_standard_input() {
    let folder = Folder::new("mark");
    let log = folder.file("log.swf", THREE_JOBS);
    let output = slotscope(&["run", "-", &log], "\u{feff}{}");
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn stats_sums_a_log_up() {
    let output = slotscope(&["stats", "-"], THREE_JOBS);
    let stats: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&stats["jobs"], &stats["users"]), (&3.into(), &2.into()));
}

#[test]
fn a_generated_log_can_be_run() {
    let log = slotscope(&["generate", "lublin", "--jobs", "50", "--seed", "7"], "");
    assert!(log.status.success());
    let again = slotscope(&["generate", "lublin", "--jobs", "50", "--seed", "7"], "");
    assert_eq!(log.stdout, again.stdout);
    let folder = Folder::new("generated");
    let scenario = folder.file("scenario.json", "{}");
    let output = slotscope(&["run", &scenario, "-"], &text(&log.stdout));
    let report: Report = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!((report.jobs, report.rejected), (50, 0));
    assert_eq!(report.reservations.jobs, 15);
}

#[test]
fn a_sweep_prints_a_row_a_value() {
    let folder = Folder::new("sweep");
    let scenario = folder.file("scenario.json", r#"{ "platform": [8] }"#);
    let vary = "workload.reservations.percent=0,50,..,100";
    let arguments = ["sweep", &scenario, "-", "--vary", vary, "--seeds", "3"];
    let output = slotscope(&arguments, THREE_JOBS);
    let table = text(&output.stdout);
    let first_column: Vec<&str> = table
        .lines()
        .map(|row| row.split(',').next().unwrap())
        .collect();
    assert_eq!(
        first_column,
        ["workload.reservations.percent", "0", "50", "100"]
    );
    assert!(
        table.lines().all(|row| row.split(',').count() == 10),
        "{table}"
    );
    assert!(
        table.starts_with("workload.reservations.percent,mean_utilization,mean_utilization_deviation,mean_utilization_half_width,mean_flow_time,"),
        "{table}"
    );
    // All jobs are reservations with every seed: nothing differs, and that is written as 0.
    let last = table.lines().last().unwrap();
    let spread = last.split(',').skip(1).collect::<Vec<_>>();
    let spread: Vec<&str> = spread
        .chunks(3)
        .flat_map(|three| three[1..].to_vec())
        .collect();
    assert_eq!(spread, ["0"; 6], "{table}");
    let wrong = slotscope(
        &["sweep", &scenario, "-", "--vary", "no.field=1"],
        THREE_JOBS,
    );
    assert!(
        text(&wrong.stderr).contains("\"no\""),
        "{}",
        text(&wrong.stderr)
    );
}

#[test]
fn a_heavier_load_waits_longer_and_no_load_is_refused() {
    let folder = Folder::new("load");
    let scenario = folder.file(
        "scenario.json",
        r#"{ "platform": [8], "workload": { "reservations": { "percent": 0 } } }"#,
    );
    // Each of five takes the machine for 60 s, and comes 60 s after the one before.
    let log: String = (0..5)
        .map(|job| format!("{} {} 0 60 8 -1 -1 8 60\n", job + 1, 60 * job))
        .collect();
    let sweep = |values: &str| {
        let vary = format!("workload.load_factor={values}");
        slotscope(&["sweep", &scenario, "-", "--vary", &vary], &log)
    };
    let table = text(&sweep("0.5,1,2,4").stdout);
    let mut rows = table.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let column = rows
        .next()
        .unwrap()
        .iter()
        .position(|it| *it == "mean_flow_time");
    let column = column.unwrap_or_else(|| panic!("{table}"));
    let flow: Vec<f64> = rows.map(|row| row[column].parse().unwrap()).collect();
    // Of the k-th, counted from 0, at load 2: 60 + 30 k; at load 4: 60 + 45 k.
    assert_eq!(flow, [60.0, 60.0, 120.0, 150.0]);
    for wrong in ["0", "-1", "1000"] {
        let output = sweep(wrong);
        let told = text(&output.stderr);
        assert!(!output.status.success(), "{wrong}");
        assert!(
            told.contains("load_factor is") && told.contains("from 0.01 to 100"),
            "{told}"
        );
    }
}

#[test]
fn a_trade_off_prints_the_front_first() {
    let folder = Folder::new("trade-off");
    let scenario = folder.file("scenario.json", r#"{ "platform": [8, 8] }"#);
    let arguments = |more: &[&'static str]| {
        let mut all = vec!["trade-off", "-", "--scenario", &scenario, "--seeds", "2"];
        all.extend(more);
        slotscope(&all, THREE_JOBS)
    };
    let output = arguments(&["--periods", "0,60", "--json", "--best-period", "flow-time"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let all = found["combinations"].as_array().expect("a list");
    let periods: std::collections::BTreeSet<_> =
        all.iter().map(|it| it["period"].as_i64()).collect();
    assert_eq!(periods, [Some(0), Some(60)].into());
    let on_front: Vec<bool> = all.iter().map(|it| it["on_front"] == true).collect();
    assert!(on_front[0] && on_front.is_sorted_by(|before, after| before >= after));
    let best = &found["best_period"];
    let tried = best["tried"].as_array().expect("a list");
    let flow_time = |it: &serde_json::Value| it["mean_flow_time"].as_f64().expect("a number");
    assert!(
        tried.len() > 15
            && tried
                .iter()
                .all(|it| flow_time(it) >= flow_time(&best["best"]))
    );
    let table = text(&arguments(&["--periods", "0,60"]).stdout);
    let rows: Vec<&str> = table.lines().skip(3).collect();
    assert_eq!(rows.len(), all.len(), "{table}");
    for (row, it) in rows.iter().zip(all) {
        assert_eq!(row.starts_with('*'), it["on_front"] == true, "{row}");
        assert!(row.ends_with(it["label"].as_str().expect("words")), "{row}");
    }
    let refused = slotscope(&["trade-off", "-", "--from", "-1"], THREE_JOBS);
    assert!(!refused.status.success());
}

#[test]
fn the_periods_of_the_local_queues_are_varied_beside_the_grids() {
    let folder = Folder::new("local-periods");
    let scenario = folder.file(
        "scenario.json",
        r#"{ "platform": [8], "system": { "two_level": { "local": { "queue": "lsf" } } } }"#,
    );
    let arguments = |more: &[&'static str]| {
        let mut all = vec!["trade-off", "-", "--seeds", "1", "--json"];
        all.extend(more);
        slotscope(&all, THREE_JOBS)
    };
    let of_scenario = ["--scenario", Box::leak(scenario.into_boxed_str())];
    let local = ["--periods", "0,60", "--local-periods", "0,7"];
    let search = [
        "--best-period",
        "flow-time",
        "--period-of",
        "local",
        "--to",
        "30",
    ];
    let output = arguments(&[&of_scenario[..], &local, &search].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let all = found["combinations"].as_array().expect("a list");
    let pairs = |queue: &str| -> std::collections::BTreeSet<_> {
        let of_queue = all.iter().filter(|it| it["queue"] == queue);
        let pair = |it: &serde_json::Value| (it["period"].as_i64(), it["local_period"].as_i64());
        of_queue.map(pair).collect()
    };
    let all_pairs = [(0, 0), (0, 7), (60, 0), (60, 7)].map(|(a, b)| (Some(a), Some(b)));
    assert_eq!(pairs("lsf"), all_pairs.into());
    assert_eq!(pairs("easy").len(), 2);
    assert!(
        all.iter()
            .any(|it| it["label"] == "LSF · grid δ 1 min · local δ 7 s")
    );
    assert_eq!(found["best_period"]["period_of"], "local");
    // On its default scenario nobody reads it.
    let refused = arguments(&search);
    assert!(!refused.status.success());
    assert!(text(&refused.stderr).contains("largest size first"));
}

#[test]
fn a_log_is_converted_there_and_back() {
    let there = |text: &str, format: &str| {
        let output = slotscope(&["convert", "-", "--to", format], text);
        assert!(output.status.success(), "{}", text_of(&output));
        text_of(&output)
    };
    fn text_of(output: &Output) -> String {
        text(&output.stdout) + &text(&output.stderr)
    }
    let swf = there(THREE_JOBS, "swf");
    for format in ["gwf", "sacct"] {
        let other = there(THREE_JOBS, format);
        assert_ne!(other, swf);
        let back = there(&other, "swf");
        let jobs = |text: &str| -> Vec<String> {
            let rows = text.lines().filter(|row| !row.starts_with(';'));
            rows.map(str::to_owned).collect()
        };
        assert_eq!(jobs(&back), jobs(&swf), "{format}");
    }
    // Batsim's workload has no waits, users or states.
    let back = there(&there(THREE_JOBS, "batsim"), "swf");
    let second = back.lines().find(|row| row.trim_start().starts_with("2 "));
    let fields: Vec<&str> = second.expect("job 2").split_whitespace().collect();
    assert_eq!(
        fields[..9],
        ["2", "3", "-1", "10", "-1", "-1", "-1", "8", "20"]
    );
    assert!(back.contains("; MaxProcs: 8"), "{back}");
}

#[test]
fn a_conversion_goes_to_a_file_and_says_what_is_lost() {
    let folder = Folder::new("convert");
    let log = folder.file(
        "log.swf",
        &format!("{THREE_JOBS}4 9 0 -1 4 -1 -1 4 90 -1 5 1 1 1 1 1 -1 -1\n"),
    );
    let out = folder.path("workload.json");
    let output = slotscope(&["convert", &log, "--to", "batsim", "--out", &out], "");
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(
        text(&output.stderr),
        format!("{log}: 1 of 4 jobs never ran and have no place in a workload for Batsim\n")
    );
    let written = std::fs::read_to_string(&out).expect("workload.json");
    assert!(
        written.contains(
            r#"{"id": "1", "subtime": 0, "res": 4, "walltime": 90, "profile": "delay60"}"#
        )
    );
    let output = slotscope(&["convert", &log, "--to", "xml"], "");
    assert!(!output.status.success());
}

#[test]
fn a_run_exports_what_other_programs_read() {
    let folder = Folder::new("exports");
    let scenario = folder.file(
        "scenario.json",
        r#"{ "platform": [8], "workload": { "reservations": { "percent": 0 } } }"#,
    );
    let files = ["swf", "jobs-csv", "sacct", "gwf", "batsim"].map(|it| (it, folder.path(it)));
    let mut arguments = vec!["run".to_owned(), scenario.clone(), "-".to_owned()];
    for (format, file) in &files {
        arguments.extend(["--export".to_owned(), format!("{format}={file}")]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = slotscope(&arguments, THREE_JOBS);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for (format, file) in &files {
        let bytes = std::fs::read(file).expect(file);
        let reading = slotscope::workload::read(format, &bytes).expect(format);
        assert_eq!(
            (reading.workload.records.len(), reading.complaint_count),
            (3, 0)
        );
        let second = reading.workload.records[1];
        assert_eq!(
            (second.id, second.submit, second.run_time),
            (2, 3, 10),
            "{format}"
        );
        let wait = if *format == "batsim" { -1 } else { 57 };
        assert_eq!(second.wait, wait, "{format}");
    }
    for (wrong, word) in [("xml=a", "jobs-csv"), ("swf", "file"), ("swf=", "file")] {
        let output = slotscope(&["run", &scenario, "-", "--export", wrong], THREE_JOBS);
        let told = text(&output.stderr);
        assert!(!output.status.success() && told.contains(word), "{told}");
    }
}

#[test]
fn explain_tells_the_life_of_a_job() {
    let folder = Folder::new("explain");
    let scenario = folder.file(
        "scenario.json",
        r#"{ "platform": [8], "workload": { "reservations": { "percent": 0 } } }"#,
    );
    let output = slotscope(&["explain", &scenario, "-", "--job", "2"], THREE_JOBS);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(
        text(&output.stdout),
        "job 2\n\
         00:00:03  submitted\n\
         00:00:03  sent to provider 1\n\
         00:00:03 to 00:00:34  needs 8, 4 free; job 1 takes 4 until 00:01:30\n\
         00:01:00  starts on 8 of provider 1, until 00:01:20 at the latest\n\
         00:01:10  done\n"
    );
    let output = slotscope(&["explain", &scenario, "-", "--job", "9"], THREE_JOBS);
    assert!(!output.status.success());
    let error = "slotscope: job 9 is not among the 3 jobs taken\n";
    assert_eq!(text(&output.stderr), error);
}
