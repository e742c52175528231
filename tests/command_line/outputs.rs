//! Where results go, and what they say of where they come from.

use slotscope::experiment::Provenance;
use slotscope::experiment::plan::Digest;

use super::{Folder, THREE_JOBS, assert_says, called, column, json, parsed, printed, succeeded, text, values};

fn folder() -> Folder {
    Folder::with(&[("log.swf", THREE_JOBS)])
}

#[test]
fn a_dash_is_standard_output() {
    let folder = folder();
    let report = folder.printed("run {} log.swf");
    let jobs = folder.printed("run {} log.swf --jobs -");
    assert!(jobs.starts_with("job,kind,") && jobs.lines().count() == 4, "{jobs}");
    assert!(folder.printed("run {} log.swf --export swf=-").starts_with("; "));
    assert_eq!(folder.printed("run {} log.swf --report -"), report);
    // The report goes elsewhere, or nowhere.
    assert_eq!(folder.printed("run {} log.swf --jobs - --report report.json"), jobs);
    assert_eq!(folder.read("report.json"), report);
    folder.assert_refused(
        "run {} log.swf --jobs - --report - => standard output … not both\n\
         run {} log.swf --jobs - --export swf=- => standard output … not both\n\
         run {} log.swf --export gwf=- --export swf=- => standard output … not both",
    );
    assert_says(&folder.printed("convert log.swf --to swf --out -"), "MaxProcs: 8");
    assert!(!folder.has("-"));
}

/// A shell hands out pipes and devices as files, beside which nothing can be written.
#[cfg(unix)]
#[test]
fn devices_are_written_to_and_nothing_beside_them() {
    let run = "run {} - --report /dev/null --jobs";
    assert!(printed(&format!("{run} /dev/stdout"), THREE_JOBS).starts_with("job,kind,"));
    assert!(!printed(&format!("{run} /dev/null"), THREE_JOBS).starts_with("job,kind,"));
}

#[test]
fn every_result_names_version_scenario_seed_and_log() {
    let folder = folder();
    let run = "run {} log.swf --set seed=7 --jobs jobs.csv --export swf=s.swf --export gwf=s.gwf --export sacct=s.txt";
    let printed = folder.printed(run);
    let report = parsed(&printed);
    let provenance: Provenance = serde_json::from_value(report["provenance"].clone()).expect("provenance");
    let (version, digest) = (env!("CARGO_PKG_VERSION"), Digest::of(THREE_JOBS.as_bytes()));
    assert_eq!((provenance.version.as_str(), provenance.seed, provenance.scenario.seed), (version, 7, 7));
    assert_eq!((provenance.log.name.as_str(), provenance.log.digest), ("log.swf", Some(digest)));
    // Tables stay pure and have it beside them; comments hold it where there are any.
    assert!(folder.read("jobs.csv").starts_with("job,") && folder.read("s.txt").starts_with("JobID|"));
    for path in ["jobs.csv", "s.txt"] {
        assert_eq!(folder.read(&format!("{path}.provenance.json")), provenance.to_json());
    }
    let scenario = serde_json::to_string(&provenance.scenario).expect("JSON");
    for path in ["s.swf", "s.gwf"] {
        assert_says(
            &folder.read(path),
            &format!("Slotscope version: {version} … Log SHA-256: {digest} … Seed: 7 … Scenario: {scenario}"),
        );
        assert!(!folder.has(&format!("{path}.provenance.json")));
        let again = folder.json(&format!("run {{\"system\":{{\"as_logged\":{{}}}}}} {path}"));
        assert_eq!(again["mean_flow_time"], report["mean_flow_time"]);
    }
    // The scenario that it names is the same run.
    assert_eq!(folder.printed(&format!("run '{scenario}' log.swf")), printed);
}

#[test]
fn the_table_of_a_sweep_goes_where_it_is_asked_for() {
    let folder = folder();
    let sweep = "sweep {} log.swf --vary workload.reservations.percent=0,50,100 --seeds 2";
    let output = folder.called(sweep);
    let table = succeeded(&output);
    assert_eq!(table.lines().count(), 4);
    // A short sweep says nothing of its progress.
    assert!(output.stderr.is_empty());
    for to in ["--threads 1", "--threads 3", "--table -"] {
        assert_eq!(folder.printed(&format!("{sweep} {to}")), table, "{to}");
    }
    assert_eq!(folder.printed(&format!("{sweep} --table table.csv")), "");
    assert_eq!(folder.read("table.csv"), table);
    let beside = folder.read("table.csv.provenance.json");
    let provenance: Provenance = serde_json::from_str(&beside).expect("provenance");
    let swept = provenance.sweep.expect("what was varied");
    assert_eq!((swept.seeds, swept.vary[0].values.len()), (2, 3));
    assert_eq!(provenance.log.digest, Some(Digest::of(THREE_JOBS.as_bytes())));
    let curves = folder.printed(&format!("{sweep} --out -"));
    assert!(curves.contains("\"slotscope_sweep\"") && !curves.contains("_half_width"));
    folder.refused(&format!("{sweep} --out - --table -"));
}

#[test]
fn a_sweep_as_json_has_the_columns_of_the_table() {
    let sweep = "sweep {} - --vary platform.0=8,16 --seeds 2";
    let table = printed(sweep, THREE_JOBS);
    let json = json(&format!("{sweep} --json"), THREE_JOBS);
    assert_eq!(values(&json, "/seeds /provenance/seed"), "2 1");
    let rows = json["rows"].as_array().expect("a list");
    let names: Vec<&str> = table.lines().next().expect("a head").split(',').collect();
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|it| it.as_object().map(serde_json::Map::len) == Some(names.len())));
    for name in names {
        for (row, cell) in rows.iter().zip(column(&table, name)) {
            match row[name].as_f64() {
                Some(found) => assert!((found - cell.parse::<f64>().expect(name)).abs() < 1e-9, "{name}"),
                None => assert!(cell.parse::<f64>().is_err(), "{name}: {cell}"),
            }
        }
    }
}

#[test]
fn help_has_an_example_and_exit_codes() {
    let commands = "run, explain, stats, convert, sweep, knobs, reproduce, lesson, trade-off, sweep run, sweep gather, \
        sweep status, sweep submit, generate, generate lublin, generate like, generate tasks";
    for command in commands.split(", ") {
        assert_says(
            &printed(&format!("{command} --help"), ""),
            "Example: slotscope … Exit codes: 0 done; 1 it failed … 2 the arguments",
        );
    }
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    if let Ok(full) = full {
        let ended = super::program(&["--help"]).stdout(full).output().expect("it ends");
        assert_eq!(ended.status.code(), Some(1));
        assert_says(&text(&ended.stderr), "standard output: ");
    }
    for (line, code) in [("generate lublin --processors 4000000000", 2), ("run", 2), ("run {} no-such-file", 1)] {
        assert_eq!(called(line, "").status.code(), Some(code), "{line}");
    }
}
