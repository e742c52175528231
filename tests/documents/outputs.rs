//! docs/outputs.md has every field of what comes out.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;
use slotscope::engine::Cause;
use slotscope::experiment::{Scenario, System, knobs};
use slotscope::system::{Knob, Measure};

const DOCUMENT: &str = include_str!("../../docs/outputs.md");

/// Eight jobs on eight processors that wait for one another.
const LOG: &str = "; MaxProcs: 8\n\
    5001 0 5 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n\
    5002 3 0 10 8 -1 -1 8 20 -1 1 2 1 1 1 1 -1 -1\n\
    5003 4 9 30 2 -1 -1 2 30 -1 1 1 1 1 1 1 -1 -1\n\
    5004 5 9 30 2 -1 -1 2 400000000 -1 1 1 1 1 1 1 -1 -1\n\
    5005 6 9 300 8 -1 -1 8 600 -1 1 1 1 1 1 1 -1 -1\n\
    5006 7 9 30 2 -1 -1 2 30 -1 1 1 1 1 1 1 -1 -1\n";

/// Providers that are too small for some of them.
const SMALL_PLATFORM: &str = r#"{"platform": [4]}"#;

/// Two jobs of Slurm that asked for memory.
const SACCT: &str = "JobID|Submit|Start|End|AllocCPUS|ReqMem\n\
    1|2024-03-01T00:00:00|2024-03-01T00:00:10|2024-03-01T01:00:00|4|8G\n\
    2|2024-03-01T00:01:00|2024-03-01T00:10:00|2024-03-01T01:00:00|4|8G\n";

/// A table of no known format, and a mapping of its columns.
const TABLE: &str = "when,began,took,cores\n0,5,60,4\n3,9,30,2\n";
const COLUMNS: &str = "submit=when,start=began,run_time=took,requested_processors=cores";

const TASKS: &str = "task,start,end,load\na,0,10,50\nb,0,10,20\n";

const WORKFLOW: &str = include_str!("../workflows/zhao-2007-figure-5.json");

#[track_caller]
fn output(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_slotscope"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("slotscope starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("its input");
    drop(stdin);
    let output = child.wait_with_output().expect("slotscope ends");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[track_caller]
fn json(arguments: &[&str], input: &str) -> Value {
    serde_json::from_str(&output(arguments, input)).expect("JSON")
}

/// The text under a heading.
#[track_caller]
fn section(heading: &str) -> &'static str {
    let (_, rest) = DOCUMENT.split_once(&format!("\n## {heading}\n")).expect(heading);
    rest.split("\n## ").next().expect("a section")
}

/// What stands between backticks in the first column of a section's tables.
fn documented(heading: &str) -> BTreeSet<&'static str> {
    let rows = section(heading).lines().filter_map(|it| it.strip_prefix("| "));
    let first = rows.filter_map(|row| row.split(" | ").next());
    first.flat_map(named).collect()
}

/// What stands between backticks.
fn named(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('`').skip(1).step_by(2)
}

/// The paths of all fields, `[]` for whatever a list holds.
fn paths(json: &Value, path: &str, found: &mut BTreeSet<String>) {
    match json {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path = match path {
                    "" => name.clone(),
                    path => format!("{path}.{name}"),
                };
                paths(value, &path, found);
                found.insert(path);
            }
        }
        Value::Array(items) => {
            let path = format!("{path}[]");
            items.iter().for_each(|it| paths(it, &path, found));
        }
        _ => {}
    }
}

fn paths_of(json: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    paths(json, "", &mut found);
    found
}

/// The names of all fields, wherever they stand.
fn names_of(json: &Value) -> BTreeSet<String> {
    let all = paths_of(json).into_iter();
    let last = all.filter_map(|path| Some(path.rsplit('.').next()?.replace("[]", "")));
    last.filter(|it| !it.is_empty()).collect()
}

#[test]
fn the_report_is_documented_field_by_field() {
    let scenario = r#"{"workload": {"reservations": {"percent": 50}}}"#;
    let mut found = paths_of(&json(&["run", scenario, "-"], LOG));
    // What some reports have only.
    let logged = r#"{"system": {"as_logged": {}}}"#;
    found.extend(paths_of(&json(&["run", logged, "-"], LOG)));
    found.extend(paths_of(&json(&["run", "{}", "-", "--by", "user"], LOG)));
    found.extend(paths_of(&json(&["run", "{}", "-"], SACCT)));
    found.extend(paths_of(&json(&["run", SMALL_PLATFORM, "-"], LOG)));
    let thinned = ["run", "{}", "-", "--set", "workload.thin_users=0.5"];
    found.extend(paths_of(&json(&thinned, LOG)));
    let elsewhere = ["rejections.", "by_size.", "provenance.", "measures.", "groups[].", "not_modelled."];
    let is_own = |it: &&String| !elsewhere.iter().any(|part| it.starts_with(part));
    let found: BTreeSet<&str> = found.iter().filter(is_own).map(String::as_str).collect();
    assert_eq!(found, documented("Report"));
}

#[test]
fn causes_of_rejections_are_documented() {
    let report = json(&["run", SMALL_PLATFORM, "-"], LOG);
    let rejections = report["rejections"].as_object().expect("rejections");
    assert_eq!(rejections.get("too_large"), Some(&report["rejected"]));
    let causes = Cause::ALL.map(|it| it.row());
    let keys: BTreeSet<&str> = causes.iter().map(|it| it.key).collect();
    assert_eq!(documented("Rejections"), keys);
    for it in causes {
        let row = format!("| `{}` | {}. {} |", it.key, it.name, it.about);
        assert!(section("Rejections").contains(&row), "{row}");
    }
}

#[test]
fn the_classes_of_sizes_have_the_fields_of_a_kind_of_jobs() {
    let report = json(&["run", "{}", "-"], LOG);
    let classes = report["by_size"].as_object().expect("classes");
    assert!(!classes.is_empty());
    for (smallest, class) in classes {
        assert!(smallest.parse::<u32>().is_ok_and(u32::is_power_of_two));
        assert_eq!(paths_of(class), paths_of(&report["batch"]));
    }
    assert!(section("Sizes").contains("`by_size.8`"));
}

#[test]
fn groups_are_documented_field_by_field() {
    let by = "partition,account,user,group,queue,qos,size,month";
    let report = json(&["run", "{}", "-", "--by", by], LOG);
    assert_documented(names_of(&report["groups"]), "Groups", &[]);
    for key in by.split(',') {
        assert!(named(section("Groups")).any(|it| it == key), "{key}");
    }
}

#[test]
fn provenance_is_documented_field_by_field() {
    let arguments = ["sweep", "{}", "-", "--vary", "seed=1,2", "--json"];
    let mut found = paths_of(&json(&arguments, LOG)["provenance"]);
    let with_columns = ["run", "{}", "-", "--columns", COLUMNS];
    found.extend(paths_of(&json(&with_columns, TABLE)["provenance"]));
    let replicated = ["sweep", "{}", "-", "--vary", "seed=1", "--replicate", "shake=2", "--json"];
    found.extend(paths_of(&json(&replicated, LOG)["provenance"]));
    let is_own = |it: &&String| !it.starts_with("scenario.") && !it.starts_with("sweep.replicate.");
    let found = found.iter().filter(is_own).map(String::as_str);
    let found: BTreeSet<&str> = found.filter(|it| !["log", "sweep"].contains(it)).collect();
    assert_eq!(found, documented("Provenance"));
}

#[test]
fn the_columns_of_jobs_are_documented() {
    let columns = |scenario: &str, input: &str| -> Vec<String> {
        let table = output(&["run", scenario, "-", "--jobs", "-"], input);
        let head = table.lines().next().expect("a head");
        head.split(',').map(str::to_owned).collect()
    };
    let found: BTreeSet<String> = [
        columns("{}", LOG),
        columns(r#"{"system": {"broker": {}}}"#, TASKS),
        columns(r#"{"system": {"workflow": {}}}"#, WORKFLOW),
    ]
    .concat()
    .into_iter()
    .collect();
    let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(found, documented("Jobs CSV"));
}

#[test]
fn the_columns_of_dynamic_tables_are_documented() {
    let arguments = |scenario, export| ["run", scenario, "-", "--export", export];
    let of = |input: &str| {
        let scenario = r#"{"system": {"broker": {}}}"#;
        let table = output(&arguments(scenario, "dynamic-tables=-"), input);
        let head = table.lines().next().expect("a head").to_owned();
        (head, table)
    };
    let (head, table) = of(TASKS);
    let found: BTreeSet<&str> = head.split(',').collect();
    assert_eq!(found, documented("Dynamic tables CSV"));
    // Each agent offers both tasks a node of its own, for the same loads. The second agent has fewer reservations when
    // it offers to take a, then the third; b stays on the second node of the first one.
    for row in ["0,1,0,10,2,20,20,b,", "0,1,10,,,0,0,,", "2,4,0,10,1,50,50,a,"] {
        assert!(table.lines().any(|it| it == row), "{table}");
    }
    assert!(of(LOG).0.split(',').all(|it| found.contains(it)));
}

fn measures() -> Vec<&'static Measure> {
    let all = System::all();
    let all: Vec<&'static [Measure]> = all.iter().map(|it| it.model().measures()).collect();
    all.into_iter().flatten().collect()
}

#[test]
fn measures_are_documented_with_their_units() {
    let keys: BTreeSet<&str> = measures().iter().map(|it| it.key).collect();
    assert_eq!(keys, documented("Measures"));
    for measure in measures() {
        let row = format!("| `{}` | {} |", measure.key, measure.unit.symbol());
        let row = row.replace("|  |", "| |");
        assert!(section("Measures").contains(&row), "{row}");
    }
}

#[test]
fn the_columns_of_sweeps_are_documented_and_every_figure_has_one() {
    let documented = documented("Sweep CSV");
    for system in System::all() {
        let scenario = Scenario { system: system.clone(), ..Scenario::default() };
        let scenario = serde_json::to_value(scenario).expect("JSON");
        let takes = format!("{{\"system\": {}}}", scenario["system"]);
        let input = match system.model().takes_logs() {
            true => LOG,
            false => WORKFLOW,
        };
        let table = output(&["sweep", &takes, "-", "--vary", "seed=1,2"], input);
        let head = table.lines().next().expect("a head");
        let figures: BTreeSet<&str> = head.split(',').skip(1).step_by(3).collect();
        let own: BTreeSet<&str> = system.model().measures().iter().map(|it| it.key).collect();
        let expected: BTreeSet<&str> = documented.union(&own).copied().collect();
        assert_eq!(figures, expected, "{head}");
        let endings = head.split(',').skip(1).collect::<Vec<_>>();
        for three in endings.chunks(3) {
            assert_eq!(three[1], format!("{}_deviation", three[0]));
            assert_eq!(three[2], format!("{}_half_width", three[0]));
        }
        // What a run measures is what its system declares: the head is known before anything runs.
        let report = json(&["run", &takes, "-"], input);
        let measured = report["measures"].as_object().expect("measures");
        assert!(measured.keys().all(|it| own.contains(it.as_str())), "{measured:?}");
    }
}

#[track_caller]
fn assert_documented(found: BTreeSet<String>, heading: &str, beside: &[&str]) {
    let known: BTreeSet<&str> = named(section(heading)).collect();
    for name in &found {
        let is_known = known.contains(name.as_str()) || beside.contains(&name.as_str());
        assert!(is_known, "{heading}: {name}");
    }
}

#[test]
fn the_fields_of_the_trade_off_are_documented() {
    let arguments = [
        "trade-off",
        "-",
        "--replicate",
        "shake=2",
        "--periods",
        "0",
        "--json",
        "--best-period",
        "flow-time",
        "--to",
        "60",
    ];
    let mut found = json(&arguments, LOG);
    found["provenance"] = Value::Null;
    assert!(found["replicate"].is_object());
    found["replicate"] = Value::Null;
    let keys: Vec<&str> = System::all()
        .into_iter()
        .flat_map(|system| {
            let scenario = Scenario { system, ..Scenario::default() };
            knobs::knobs(&scenario)
        })
        .map(|knob: &'static Knob| knob.key)
        .collect();
    assert_documented(names_of(&found), "Trade-off JSON", &keys);
}

#[test]
fn the_fields_of_explanations_are_documented() {
    for policy in ["easy", "fcfs", "conservative", "pppd", "lsf"] {
        for job in ["5002", "5005", "5006"] {
            let queue = format!("system.two_level.local.queue={policy}");
            let arguments = ["explain", "{}", "-", "--job", job, "--json", "--set", &queue];
            assert_documented(names_of(&json(&arguments, LOG)), "Explain JSON", &[]);
        }
    }
    for system in ["broker", "co_allocation", "imprecise_calendar", "as_logged"] {
        let scenario = format!("{{\"system\": {{\"{system}\": {{}}}}}}");
        let arguments = ["explain", &scenario, "-", "--job", "5005", "--json"];
        assert_documented(names_of(&json(&arguments, LOG)), "Explain JSON", &[]);
    }
}

#[test]
fn the_fields_of_statistics_and_curves_are_documented() {
    assert_documented(names_of(&json(&["stats", "-"], LOG)), "Stats JSON", &[]);
    assert_documented(names_of(&json(&["stats", "-"], TASKS)), "Stats JSON", &[]);
    let replicated = ["--replicate", "shake=2"];
    let arguments = ["sweep", "{}", "-", "--vary", "seed=1,2", "--out", "-"];
    let arguments = [&arguments[..], &replicated].concat();
    let found = json(&arguments, LOG);
    let fields = found.as_object().expect("an object").keys().cloned();
    assert_documented(fields.collect(), "Curves file", &[]);
    assert_eq!(documented("Curves file").len(), found.as_object().map_or(0, |it| it.len()));
}

#[test]
fn the_fields_of_a_workflow_among_jobs_are_documented() {
    let workflow = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/workflows/zhao-2007-figure-5.json");
    let arguments = ["reserve", "{}", "-", "--workflow", workflow, "--at", "1000"];
    let found = json(&arguments, LOG);
    assert_documented(names_of(&found), "Reserve JSON", &[]);
    let own = found.as_object().expect("an object").values();
    let own: usize = own.filter_map(|it| Some(it.as_object()?.len())).sum();
    assert!(own > 12, "{found}");
}

#[test]
fn the_citation_names_version_and_license_of_the_package() {
    let citation = include_str!("../../CITATION.cff");
    for line in [
        "cff-version: 1.2.0".to_owned(),
        format!("version: {}", env!("CARGO_PKG_VERSION")),
        "title: Slotscope".to_owned(),
        "  - name: The Slotscope developers".to_owned(),
    ] {
        assert!(citation.lines().any(|it| it == line), "{line}");
    }
    let manifest = include_str!("../../Cargo.toml");
    let (_, license) = manifest.split_once("license = \"").expect("a license");
    let license = license.split('"').next().expect("its end");
    for one in license.split(" OR ") {
        assert!(citation.contains(&format!("  - {one}\n")), "{one}");
    }
}
