//! docs/outputs.md has every field of what comes out.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{document, named};
use crate::command_line::{json, printed};
use slotscope::engine::Cause;
use slotscope::experiment::{Scenario, System, knobs};
use slotscope::system::Measure;

const DOCUMENT: &str = include_str!("../../docs/outputs.md");

/// Eight jobs on eight processors that wait for one another.
const LOG: &str = "; MaxProcs: 8\n\
    5001 0 5 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n\
    5002 3 0 10 8 -1 -1 8 20 -1 1 2 1 1 1 1 -1 -1\n\
    5003 4 9 30 2 -1 -1 2 30 -1 1 1 1 1 1 1 -1 -1\n\
    5004 5 9 30 2 -1 -1 2 400000000 -1 1 1 1 1 1 1 -1 -1\n\
    5005 6 9 300 8 -1 -1 8 600 -1 1 1 1 1 1 1 -1 -1\n\
    5006 7 9 30 2 -1 -1 2 30 -1 1 1 1 1 1 1 -1 -1\n";

/// A run of them on a platform that is too small for some.
const SMALL: &str = "run {} - --set platform=[4]";

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
fn section(heading: &str) -> &'static str {
    super::section(DOCUMENT, heading)
}

/// What stands between backticks in the first column of a section's tables.
fn documented(heading: &str) -> BTreeSet<String> {
    section(heading)
        .lines()
        .filter_map(|it| it.strip_prefix("| "))
        .filter_map(|row| row.split(" | ").next())
        .flat_map(named)
        .map(str::to_owned)
        .collect()
}

/// The columns of a table.
fn head(table: &str) -> BTreeSet<String> {
    table.lines().next().expect("a head").split(',').map(str::to_owned).collect()
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
    paths_of(json)
        .into_iter()
        .filter_map(|path| Some(path.rsplit('.').next()?.replace("[]", "")))
        .filter(|it| !it.is_empty())
        .collect()
}

#[test]
fn the_report_is_documented_field_by_field() {
    let mut found = BTreeSet::new();
    // What some reports have only stands behind the first.
    for (line, input) in [
        ("run {} - --set workload.reservations.percent=50", LOG),
        ("run {\"system\":{\"as_logged\":{}}} -", LOG),
        ("run {} - --by user", LOG),
        ("run {} -", SACCT),
        (SMALL, LOG),
        ("run {} - --set workload.thin_users=0.5", LOG),
    ] {
        found.extend(paths_of(&json(line, input)));
    }
    let elsewhere = ["rejections.", "by_size.", "provenance.", "measures.", "groups[].", "not_modelled."];
    found.retain(|it| !elsewhere.iter().any(|part| it.starts_with(part)));
    assert_eq!(found, documented("Report"));
}

#[test]
fn causes_of_rejections_are_documented() {
    let report = json(SMALL, LOG);
    let rejections = report["rejections"].as_object().expect("rejections");
    assert_eq!(rejections.get("too_large"), Some(&report["rejected"]));
    let causes = Cause::ALL.map(|it| it.row());
    assert_eq!(documented("Rejections"), causes.iter().map(|it| it.key.to_owned()).collect());
    for it in causes {
        let row = format!("| `{}` | {}. {} |", it.key, it.name, it.about);
        assert!(section("Rejections").contains(&row), "{row}");
    }
}

#[test]
fn the_classes_of_sizes_have_the_fields_of_a_kind_of_jobs() {
    let report = json("run {} -", LOG);
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
    let report = json(&format!("run {{}} - --by {by}"), LOG);
    assert_documented(names_of(&report["groups"]), "Groups");
    for key in by.split(',') {
        assert!(named(section("Groups")).contains(key), "{key}");
    }
}

#[test]
fn provenance_is_documented_field_by_field() {
    let columns = format!("run {{}} - --columns {COLUMNS}");
    let mut found = BTreeSet::new();
    for (line, input) in [
        ("sweep {} - --vary seed=1,2 --json", LOG),
        (&columns, TABLE),
        ("sweep {} - --vary seed=1 --replicate shake=2 --json", LOG),
    ] {
        found.extend(paths_of(&json(line, input)["provenance"]));
    }
    found.retain(|it| !it.starts_with("scenario.") && !it.starts_with("sweep.replicate."));
    found.retain(|it| !["log", "sweep"].contains(&it.as_str()));
    assert_eq!(found, documented("Provenance"));
}

const BROKER: &str = "run {\"system\":{\"broker\":{}}} -";

#[test]
fn the_columns_of_jobs_are_documented() {
    let runs = [("run {} -", LOG), (BROKER, TASKS), ("run {\"system\":{\"workflow\":{}}} -", WORKFLOW)];
    let found = runs.map(|(run, input)| head(&printed(&format!("{run} --jobs -"), input)));
    assert_eq!(found.into_iter().flatten().collect::<BTreeSet<_>>(), documented("Jobs CSV"));
}

#[test]
fn the_columns_of_dynamic_tables_are_documented() {
    let of = |input: &str| printed(&format!("{BROKER} --export dynamic-tables=-"), input);
    let table = of(TASKS);
    assert_eq!(head(&table), documented("Dynamic tables CSV"));
    // Each agent offers both tasks a node of its own, for the same loads. The second agent has fewer reservations when
    // it offers to take a, then the third; b stays on the second node of the first one.
    for row in ["0,1,0,10,2,20,20,b,", "0,1,10,,,0,0,,", "2,4,0,10,1,50,50,a,"] {
        assert!(table.lines().any(|it| it == row), "{table}");
    }
    assert!(head(&of(LOG)).is_subset(&head(&table)));
}

fn measures() -> impl Iterator<Item = &'static Measure> {
    System::all().into_iter().flat_map(|it| it.model().measures())
}

#[test]
fn measures_are_documented_with_their_units() {
    assert_eq!(measures().map(|it| it.key.to_owned()).collect::<BTreeSet<_>>(), documented("Measures"));
    for measure in measures() {
        let row = format!("| `{}` | {} |", measure.key, measure.unit.symbol());
        let row = row.replace("|  |", "| |");
        assert!(section("Measures").contains(&row), "{row}");
    }
}

#[test]
fn the_columns_of_sweeps_are_documented_and_every_figure_has_one() {
    for system in System::all() {
        let own: BTreeSet<String> = system.model().measures().iter().map(|it| it.key.to_owned()).collect();
        let input = if system.model().takes_logs() { LOG } else { WORKFLOW };
        let scenario = serde_json::to_value(Scenario { system, ..Scenario::default() }).expect("JSON");
        let scenario = format!("'{{\"system\": {}}}'", scenario["system"]);
        let table = printed(&format!("sweep {scenario} - --vary seed=1,2"), input);
        let head: Vec<&str> = table.lines().next().expect("a head").split(',').skip(1).collect();
        let figures = head.iter().step_by(3).map(|it| (*it).to_owned());
        assert_eq!(figures.collect::<BTreeSet<_>>(), &documented("Sweep CSV") | &own, "{head:?}");
        for three in head.chunks(3) {
            assert_eq!(three[1..], ["deviation", "half_width"].map(|it| format!("{}_{it}", three[0])));
        }
        // What a run measures is what its system declares: the head is known before anything runs.
        let report = json(&format!("run {scenario} -"), input);
        let measured = report["measures"].as_object().expect("measures");
        assert!(measured.keys().all(|it| own.contains(it)), "{measured:?}");
    }
}

#[track_caller]
fn assert_documented(found: BTreeSet<String>, heading: &str) {
    let known: BTreeSet<String> = named(section(heading)).into_iter().map(str::to_owned).collect();
    assert_eq!(found.difference(&known).collect::<Vec<_>>(), [""; 0], "{heading}");
}

#[test]
fn the_fields_of_the_trade_off_are_documented() {
    let trade_off = "trade-off - --replicate shake=2 --periods 0 --json --best-period flow-time --to 60";
    let mut found = json(trade_off, LOG);
    assert!(found["replicate"].is_object());
    (found["provenance"], found["replicate"]) = (Value::Null, Value::Null);
    let of_system = |system| knobs::knobs(&Scenario { system, ..Scenario::default() });
    let keys: BTreeSet<_> = System::all().into_iter().flat_map(of_system).map(|it| it.key().to_owned()).collect();
    assert_documented(&names_of(&found) - &keys, "Trade-off JSON");
}

#[test]
fn the_fields_of_explanations_are_documented() {
    for policy in ["easy", "fcfs", "conservative", "pppd", "lsf"] {
        for job in [5002, 5005, 5006] {
            let set = format!("--set system.two_level.local.queue={policy}");
            let explained = json(&format!("explain {{}} - --job {job} --json {set}"), LOG);
            assert_documented(names_of(&explained), "Explain JSON");
        }
    }
    for system in ["broker", "co_allocation", "imprecise_calendar", "as_logged"] {
        let explain = format!("explain {{\"system\":{{\"{system}\":{{}}}}}} - --job 5005 --json");
        assert_documented(names_of(&json(&explain, LOG)), "Explain JSON");
    }
}

#[test]
fn the_fields_of_statistics_and_curves_are_documented() {
    assert_documented(names_of(&json("stats -", LOG)), "Stats JSON");
    assert_documented(names_of(&json("stats -", TASKS)), "Stats JSON");
    let found = json("sweep {} - --vary seed=1,2 --out - --replicate shake=2", LOG);
    let fields: BTreeSet<String> = found.as_object().expect("an object").keys().cloned().collect();
    assert_eq!(documented("Curves file").len(), fields.len());
    assert_documented(fields, "Curves file");
}

#[test]
fn the_fields_of_a_workflow_among_jobs_are_documented() {
    let workflow = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/workflows/zhao-2007-figure-5.json");
    let found = json(&format!("reserve {{}} - --workflow '{workflow}' --at 1000"), LOG);
    assert_documented(names_of(&found), "Reserve JSON");
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

#[test]
fn every_system_is_in_the_table_of_its_own_view() {
    let page = document("docs/page.md");
    for system in System::all() {
        let model = system.model();
        let row = format!("| *{}* | `{}` | {}", model.card().inside, model.key(), model.card().inside_about);
        assert!(page.contains(&row), "{row}");
    }
}
