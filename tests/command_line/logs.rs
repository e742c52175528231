//! Logs: summed up, generated, converted, exported.

use std::process::Output;

use slotscope::criteria::Report;

use super::{Folder, THREE_JOBS, slotscope, text};

/// Input that never ends is refused: at its limit, or at once if it is no text.
#[cfg(unix)]
#[test]
fn endless_input_ends_at_the_limit() {
    use std::process::{Command, Stdio};

    let mut yes = Command::new("yes").stdout(Stdio::piped()).spawn().expect("yes");
    let endless = yes.stdout.take().expect("a pipe");
    let output = Command::new(env!("CARGO_BIN_EXE_slotscope"))
        .args(["stats", "-", "--most-bytes", "3145728"])
        .stdin(endless)
        .output()
        .expect("slotscope ends");
    yes.wait().expect("yes ends with its pipe");
    assert_eq!(
        text(&output.stderr),
        "slotscope: standard input: it is larger than 3 MiB, the most that is read; --most-bytes BYTES reads more\n"
    );
    let output = slotscope(&["stats", "/dev/zero"], "");
    assert_eq!(text(&output.stderr), "slotscope: /dev/zero: this is a binary file, not a log of jobs\n");
    let output = slotscope(&["stats", "-", "--most-bytes", "100"], super::THREE_JOBS);
    assert!(text(&output.stderr).contains("it is larger than 100 bytes"));
    let output = slotscope(&["stats", "-", "--most-bytes", "1000"], super::THREE_JOBS);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn stats_sums_a_log_up() {
    let output = slotscope(&["stats", "-"], THREE_JOBS);
    let stats: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&stats["jobs"], &stats["users"]), (&3.into(), &2.into()));
}

/// No waits, requests or limits for two of its five jobs, two partitions, a column that is not read, a bad line.
const LACKING: &str = "\
1 0 -1 60 4 -1 -1 -1 -1 -1 1 1 1 1 1 1 -1 -1 n[1-4]
2 3 -1 10 8 -1 -1 -1 -1 -1 1 1 1 1 1 2 -1 -1 n5
3 4 -1 30 2 -1 -1 2 30 -1 1 2 1 1 1 2 -1 -1
4 5 -1 -1 -1 -1 -1 2 30 -1 5 2 1 1 1 2 -1 -1
5 6 -1 0 2 -1 -1 2 30 -1 1 2 1 1 1 2 -1 -1
six 6 -1 0 2 -1 -1 2 30
";

#[test]
fn stats_say_what_becomes_of_the_file() {
    let output = slotscope(&["stats", "-"], LACKING);
    let stats: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let intake = &stats["account"]["intake"];
    for (field, jobs) in [("jobs", 5), ("ran", 3), ("never_ran", 1), ("ran_no_time", 1), ("rejected", 1), ("waits", 0)]
    {
        assert_eq!(intake[field], jobs, "{field}");
    }
    assert_eq!(intake["pooled"]["partitions"], 2);
    assert_eq!(intake["not_used"][0]["name"], "field 19");
    assert_eq!(stats["account"]["taken"]["jobs"], 3);
    let guessed = stats["account"]["guessed"].to_string();
    for guess in ["machine", "sizes", "limits"] {
        assert!(guessed.contains(guess), "{guessed}");
    }
}

#[test]
fn a_run_tells_what_is_left_out_guessed_and_not_used_and_nothing_where_nothing_is() {
    let folder = Folder::new("account");
    let of = |name: &str, reservations: &str| {
        let scenario = format!(
            r#"{{ "platform": [8], "workload": {{ "first_job": null, "last_job": null, "reservations": {reservations} }} }}"#
        );
        folder.file(name, &scenario)
    };
    let told = |scenario: &str, log: &str| {
        let output = slotscope(&["run", scenario, "-"], log);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stderr)
    };
    let none = of("none.json", r#"{ "percent": 0 }"#);
    assert_eq!(told(&none, THREE_JOBS), "");
    let said = told(&none, LACKING);
    let lines: Vec<&str> = said.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "standard input: 3 of 5 jobs ran and are scheduled; 1 never ran, 1 ran for 0 s. Machine: 8 processors, \
             a guess: the size of the largest job.",
            "standard input: 2 jobs have no requested size: the allocated one is used. 2 jobs have no time limit: \
             the run time is used. The log's 2 partitions are pooled: a job may run on any processor. The log has \
             no waits: reservations ask to start 0 to 24 h after submission, drawn at random. Column not used: \
             field 19 (\"n[1-4]\").",
        ]
    );
    let logged = of("logged.json", r#"{ "percent": 50, "start": "logged_wait" }"#);
    let warning = "The log has no waits, so every reservation is ready the moment it is submitted.";
    assert!(told(&logged, LACKING).contains(warning));
    let drawn = of("drawn.json", r#"{ "percent": 50, "start": "lead_time" }"#);
    let said = told(&drawn, LACKING);
    assert!(!said.contains(warning) && said.contains("0 to 24 h after submission"), "{said}");
}

#[test]
fn a_generated_log_can_be_run() {
    let log = slotscope(&["generate", "lublin", "--jobs", "50", "--seed", "7"], "");
    assert!(log.status.success());
    let again = slotscope(&["generate", "lublin", "--jobs", "50", "--seed", "7"], "");
    assert_eq!(log.stdout, again.stdout);
    let folder = Folder::new("generated");
    let scenario =
        folder.file("scenario.json", r#"{ "platform": [64, 64], "workload": { "reservations": { "percent": 30 } } }"#);
    let output = slotscope(&["run", &scenario, "-"], &text(&log.stdout));
    let report: Report = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!((report.jobs, report.rejected), (50, 0));
    assert_eq!(report.reservations.jobs, 15);
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
    assert_eq!(fields[..9], ["2", "3", "-1", "10", "-1", "-1", "-1", "8", "20"]);
    assert!(back.contains("; MaxProcs: 8"), "{back}");
}

#[test]
fn a_conversion_goes_to_a_file_and_says_what_is_lost() {
    let folder = Folder::new("convert");
    let log = folder.file("log.swf", &format!("{THREE_JOBS}4 9 0 -1 4 -1 -1 4 90 -1 5 1 1 1 1 1 -1 -1\n"));
    let out = folder.path("workload.json");
    let output = slotscope(&["convert", &log, "--to", "batsim", "--out", &out], "");
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(
        text(&output.stderr),
        format!("{log}: 1 of 4 jobs never ran and have no place in a workload for Batsim\n")
    );
    let written = std::fs::read_to_string(&out).expect("workload.json");
    assert!(written.contains(r#"{"id": "1", "subtime": 0, "res": 4, "walltime": 90, "profile": "delay60"}"#));
    let output = slotscope(&["convert", &log, "--to", "xml"], "");
    assert!(!output.status.success());
}

#[test]
fn a_run_exports_what_other_programs_read() {
    let folder = Folder::new("exports");
    let scenario =
        folder.file("scenario.json", r#"{ "platform": [8], "workload": { "reservations": { "percent": 0 } } }"#);
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
        assert_eq!((reading.workload.records().len(), reading.complaint_count), (3, 0));
        let second = reading.workload.records()[1];
        assert_eq!((second.id, second.submit, second.run_time), (2, 3, 10), "{format}");
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
fn a_key_that_stands_twice_in_slurms_json_is_named_with_its_lines() {
    let ran =
        slotscope(&["stats", "-"], "{\"jobs\": [{\"job_id\": 1, \"state\": {}}],\n\"jobs\": [],\n\"jobs\": []}\n");
    assert!(!ran.status.success());
    let expected = "slotscope: standard input: the key \"jobs\" is there twice, in line 1 and in line 2: leave one\n";
    assert_eq!(text(&ran.stderr), expected);
}
