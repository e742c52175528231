//! Where results go, and what they say of where they come from.

use std::path::Path;

use serde_json::Value;
use slotscope::experiment::Provenance;
use slotscope::experiment::plan::Digest;

use super::{Folder, THREE_JOBS, slotscope, text};

#[test]
fn a_dash_is_standard_output() {
    let folder = Folder::new("dash");
    let log = folder.file("log.swf", THREE_JOBS);
    let run = |more: &[&str]| slotscope(&[&["run", "{}", &log][..], more].concat(), "");
    let report = text(&run(&[]).stdout);
    let jobs = text(&run(&["--jobs", "-"]).stdout);
    assert!(jobs.starts_with("job,kind,") && jobs.lines().count() == 4, "{jobs}");
    assert!(text(&run(&["--export", "swf=-"]).stdout).starts_with("; "));
    assert_eq!(text(&run(&["--report", "-"]).stdout), report);
    // The report goes elsewhere, or nowhere.
    let path = folder.path("report.json");
    assert_eq!(text(&run(&["--jobs", "-", "--report", &path]).stdout), jobs);
    assert_eq!(std::fs::read_to_string(&path).expect("the report"), report);
    for twice in [
        ["--jobs", "-", "--report", "-"],
        ["--jobs", "-", "--export", "swf=-"],
        ["--export", "gwf=-", "--export", "swf=-"],
    ] {
        let output = run(&twice);
        let told = text(&output.stderr);
        assert!(!output.status.success() && output.stdout.is_empty(), "{twice:?}");
        assert!(told.contains("standard output") && told.contains("not both"), "{told}");
    }
    let converted = slotscope(&["convert", &log, "--to", "swf", "--out", "-"], "");
    assert!(text(&converted.stdout).contains("MaxProcs: 8"));
    assert!(!Path::new("-").exists());
}

/// A shell hands out pipes and devices as files, beside which nothing can be written.
#[cfg(unix)]
#[test]
fn devices_are_written_to_and_nothing_beside_them() {
    let arguments = ["run", "{}", "-", "--report", "/dev/null", "--jobs"];
    for device in ["/dev/stdout", "/dev/null"] {
        let output = slotscope(&[&arguments[..], &[device]].concat(), THREE_JOBS);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let is_printed = text(&output.stdout).starts_with("job,kind,");
        assert_eq!(is_printed, device == "/dev/stdout");
    }
}

#[test]
fn every_result_names_version_scenario_seed_and_log() {
    let folder = Folder::new("provenance");
    let log = folder.file("log.swf", THREE_JOBS);
    let [jobs, swf, gwf, sacct] = ["jobs.csv", "s.swf", "s.gwf", "s.txt"].map(|it| folder.path(it));
    let exports = [format!("swf={swf}"), format!("gwf={gwf}"), format!("sacct={sacct}")];
    let exports = exports.iter().flat_map(|it| ["--export", it]);
    let arguments = ["run", "{}", &log, "--set", "seed=7", "--jobs", &jobs];
    let arguments: Vec<&str> = arguments.into_iter().chain(exports).collect();
    let output = slotscope(&arguments, "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let provenance: Provenance = serde_json::from_value(report["provenance"].clone()).expect("provenance");
    assert_eq!(provenance.version, env!("CARGO_PKG_VERSION"));
    assert_eq!((provenance.seed, provenance.scenario.seed), (7, 7));
    assert_eq!(provenance.log.name, "log.swf");
    assert_eq!(provenance.log.digest, Some(Digest::of(THREE_JOBS.as_bytes())));
    // Tables stay pure and have it beside them; comments hold it where there are any.
    let read = |path: &str| std::fs::read_to_string(path).expect("a file");
    assert!(read(&jobs).starts_with("job,") && read(&sacct).starts_with("JobID|"));
    for path in [&jobs, &sacct] {
        assert_eq!(read(&format!("{path}.provenance.json")), provenance.to_json());
    }
    let scenario = serde_json::to_string(&provenance.scenario).expect("JSON");
    for path in [&swf, &gwf] {
        let written = read(path);
        for said in [
            format!("Slotscope version: {}", env!("CARGO_PKG_VERSION")),
            format!("Log SHA-256: {}", Digest::of(THREE_JOBS.as_bytes())),
            "Seed: 7".to_owned(),
            format!("Scenario: {scenario}"),
        ] {
            assert!(written.contains(&said), "{said}: {written}");
        }
        assert!(!Path::new(&format!("{path}.provenance.json")).exists());
        let again = slotscope(&["run", r#"{"system": {"as_logged": {}}}"#, path], "");
        let again: Value = serde_json::from_slice(&again.stdout).expect("it reads back");
        assert_eq!(again["mean_flow_time"], report["mean_flow_time"]);
    }
    // The scenario that it names is the same run.
    let again = slotscope(&["run", &scenario, &log], "");
    assert_eq!(again.stdout, output.stdout);
}

#[test]
fn the_table_of_a_sweep_goes_where_it_is_asked_for() {
    let folder = Folder::new("table");
    let log = folder.file("log.swf", THREE_JOBS);
    let sweep = |more: &[&str]| {
        let vary = "workload.reservations.percent=0,50,100";
        let arguments = ["sweep", "{}", &log, "--vary", vary, "--seeds", "2"];
        slotscope(&[&arguments[..], more].concat(), "")
    };
    let table = text(&sweep(&[]).stdout);
    assert_eq!(table.lines().count(), 4);
    for threads in ["1", "3"] {
        assert_eq!(text(&sweep(&["--threads", threads]).stdout), table);
    }
    let path = folder.path("table.csv");
    assert!(sweep(&["--table", &path]).stdout.is_empty());
    assert_eq!(std::fs::read_to_string(&path).expect("the table"), table);
    let beside = std::fs::read(folder.path("table.csv.provenance.json")).expect("provenance");
    let provenance: Provenance = serde_json::from_slice(&beside).expect("provenance");
    let swept = provenance.sweep.expect("what was varied");
    assert_eq!((swept.seeds, swept.vary[0].values.len()), (2, 3));
    assert_eq!(provenance.log.digest, Some(Digest::of(THREE_JOBS.as_bytes())));
    assert_eq!(text(&sweep(&["--table", "-"]).stdout), table);
    let curves = text(&sweep(&["--out", "-"]).stdout);
    assert!(curves.contains("\"slotscope_sweep\"") && !curves.contains("_half_width"));
    assert!(!sweep(&["--out", "-", "--table", "-"]).status.success());
    // A short sweep says nothing of its progress.
    assert!(sweep(&[]).stderr.is_empty());
}

#[test]
fn a_sweep_as_json_has_the_columns_of_the_table() {
    let arguments = ["sweep", "{}", "-", "--vary", "platform.0=8,16", "--seeds", "2"];
    let table = text(&slotscope(&arguments, THREE_JOBS).stdout);
    let output = slotscope(&[&arguments[..], &["--json"]].concat(), THREE_JOBS);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&json["seeds"], &json["provenance"]["seed"]), (&2.into(), &1.into()));
    let rows = json["rows"].as_array().expect("a list");
    let mut lines = table.lines().map(|line| line.split(','));
    let names: Vec<&str> = lines.next().expect("a head").collect();
    assert_eq!(rows.len(), 2);
    for (row, line) in rows.iter().zip(lines) {
        assert_eq!(row.as_object().map(serde_json::Map::len), Some(names.len()));
        for (name, cell) in names.iter().zip(line) {
            let (found, cell) = (row[*name].as_f64(), cell.parse().ok());
            let is_near = |(a, b): (f64, f64)| (a - b).abs() < 1e-9;
            assert!(found.zip(cell).is_none_or(is_near) && found.is_some() == cell.is_some());
        }
    }
}

#[test]
fn help_has_an_example_and_exit_codes() {
    for command in [
        "run",
        "explain",
        "stats",
        "convert",
        "sweep",
        "knobs",
        "reproduce",
        "lesson",
        "trade-off",
        "sweep run",
        "sweep gather",
        "sweep status",
        "sweep submit",
        "generate",
        "generate lublin",
        "generate like",
        "generate tasks",
    ] {
        let words = command.split(' ').chain(["--help"]);
        let told = text(&slotscope(&words.collect::<Vec<_>>(), "").stdout);
        for part in ["Example: slotscope", "Exit codes: 0 done; 1 it failed", "2 the arguments"] {
            assert!(told.contains(part), "{command}: {part}: {told}");
        }
    }
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    if let Ok(full) = full {
        let mut help = std::process::Command::new(env!("CARGO_BIN_EXE_slotscope"));
        let ended = help.arg("--help").stdout(full).output().expect("it ends");
        assert_eq!(ended.status.code(), Some(1));
        assert!(text(&ended.stderr).contains("standard output: "));
    }
    let large = ["generate", "lublin", "--processors", "4000000000"];
    assert_eq!(slotscope(&large, "").status.code(), Some(2));
    assert_eq!(slotscope(&["run"], "").status.code(), Some(2));
    assert_eq!(slotscope(&["run", "{}", "no-such-file"], "").status.code(), Some(1));
}
