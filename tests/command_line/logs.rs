//! Logs: summed up, generated, converted, exported.

#[cfg(unix)]
use super::program;
use super::{Folder, THREE_JOBS, assert_says, json, printed, refused, text, values};

/// Input that never ends is refused: at its limit, or at once if it is no text.
#[cfg(unix)]
#[test]
fn endless_input_ends_at_the_limit() {
    use std::process::{Command, Stdio};

    let mut yes = Command::new("yes").stdout(Stdio::piped()).spawn().expect("yes");
    let endless = yes.stdout.take().expect("a pipe");
    let output = program(&["stats", "-", "--most-bytes", "3145728"]).stdin(endless).output().expect("slotscope ends");
    yes.wait().expect("yes ends with its pipe");
    assert_eq!(
        text(&output.stderr),
        "slotscope: standard input: it is larger than 3 MiB, the most that is read; --most-bytes BYTES reads more\n"
    );
    assert_eq!(refused("stats /dev/zero", ""), "slotscope: /dev/zero: this is a binary file, not a log of jobs\n");
    assert_says(&refused("stats - --most-bytes 100", THREE_JOBS), "it is larger than 100 bytes");
    printed("stats - --most-bytes 1000", THREE_JOBS);
}

#[test]
fn stats_sums_a_log_up() {
    assert_eq!(values(&json("stats -", THREE_JOBS), "/jobs /users"), "3 2");
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
    let stats = json("stats -", LACKING);
    let intake = &stats["account"]["intake"];
    assert_eq!(values(intake, "/jobs /ran /never_ran /ran_no_time /rejected /waits"), "5 3 1 1 1 0");
    assert_eq!(values(intake, "/pooled/partitions /not_used/0/name"), "2 \"field 19\"");
    assert_eq!(stats["account"]["taken"]["jobs"], 3);
    assert_says(&stats["account"]["guessed"].to_string(), "machine … sizes … limits");
}

#[test]
fn a_run_tells_what_is_left_out_guessed_and_not_used_and_nothing_where_nothing_is() {
    let folder = Folder::with(&[("three.swf", THREE_JOBS), ("lacking.swf", LACKING)]);
    let told = |given: &str| folder.warned(&format!("run {{}} - --set platform=[8] {given}"));
    assert_eq!(told("< three.swf"), "");
    let said = told("< lacking.swf");
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
    let half = "--set workload.reservations.percent=50 --set workload.reservations.start";
    let warning = "The log has no waits, so every reservation is ready the moment it is submitted.";
    assert_says(&told(&format!("{half}=logged_wait < lacking.swf")), warning);
    let said = told(&format!("{half}=lead_time < lacking.swf"));
    assert!(!said.contains(warning) && said.contains("0 to 24 h after submission"), "{said}");
}

#[test]
fn a_generated_log_can_be_run() {
    let generate = "generate lublin --jobs 50 --seed 7";
    let log = printed(generate, "");
    assert_eq!(printed(generate, ""), log);
    let report = json("run {} - --set 'platform=[64, 64]' --set workload.reservations.percent=30", &log);
    assert_eq!(values(&report, "/jobs /rejected /reservations/jobs"), "50 0 15");
}

#[test]
fn a_log_is_converted_there_and_back() {
    let there = |log: &str, format: &str| printed(&format!("convert - --to {format}"), log);
    let swf = there(THREE_JOBS, "swf");
    for format in ["gwf", "sacct"] {
        let other = there(THREE_JOBS, format);
        assert_ne!(other, swf);
        let back = there(&other, "swf");
        assert!(jobs(&back).eq(jobs(&swf)), "{format}: {back}");
    }
    // Batsim's workload has no waits, users or states.
    let back = there(&there(THREE_JOBS, "batsim"), "swf");
    let second: Vec<&str> = jobs(&back).nth(1).expect("job 2").split_whitespace().collect();
    assert_eq!(second[..9].join(" "), "2 3 -1 10 -1 -1 -1 8 20");
    assert_says(&back, "; MaxProcs: 8");
}

/// The lines of a log that are no comments.
fn jobs(log: &str) -> impl Iterator<Item = &str> {
    log.lines().filter(|row| !row.starts_with(';'))
}

#[test]
fn a_conversion_goes_to_a_file_and_says_what_is_lost() {
    let log = format!("{THREE_JOBS}4 9 0 -1 4 -1 -1 4 90 -1 5 1 1 1 1 1 -1 -1\n");
    let folder = Folder::with(&[("log.swf", &log)]);
    let output = folder.called("convert log.swf --to batsim --out workload.json");
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(text(&output.stderr), "log.swf: 1 of 4 jobs never ran and have no place in a workload for Batsim\n");
    assert_says(
        &folder.read("workload.json"),
        r#"{"id": "1", "subtime": 0, "res": 4, "walltime": 90, "profile": "delay60"}"#,
    );
    folder.refused("convert log.swf --to xml");
}

#[test]
fn a_run_exports_what_other_programs_read() {
    let folder = Folder::with(&[("log.swf", THREE_JOBS)]);
    let formats = ["swf", "jobs-csv", "sacct", "gwf", "batsim"];
    let exports = formats.map(|it| format!("--export {it}={it}")).join(" ");
    folder.printed(&format!("run {{}} - --set platform=[8] {exports} < log.swf"));
    for format in formats {
        let reading = slotscope::workload::read(format, folder.read(format).as_bytes()).expect(format);
        assert_eq!((reading.workload.records().len(), reading.complaint_count), (3, 0));
        let second = reading.workload.records()[1];
        let wait = if format == "batsim" { -1 } else { 57 };
        assert_eq!([second.id as i64, second.submit, second.run_time, second.wait], [2, 3, 10, wait], "{format}");
    }
    folder.assert_refused(
        "run {} log.swf --export xml=a => jobs-csv\n\
         run {} log.swf --export swf => file\n\
         run {} log.swf --export swf= => file",
    );
}

#[test]
fn a_key_that_stands_twice_in_slurms_json_is_named_with_its_lines() {
    let twice = "{\"jobs\": [{\"job_id\": 1, \"state\": {}}],\n\"jobs\": [],\n\"jobs\": []}\n";
    assert_eq!(
        refused("stats -", twice),
        "slotscope: standard input: the key \"jobs\" is there twice, in line 1 and in line 2: leave one\n"
    );
}
