use serde_json::Value;

use super::*;
use crate::{ScenarioFile, run};
use scheduling::criteria::report;
use workload::read;

const LOG: &[u8] = b"; MaxProcs: 8\n5001 0 5 60 4\n5002 3 0 0 8\n5003 4 9 30 2\n";

fn full() -> FullReport {
    let log = read("a.swf", LOG).expect("a log").workload;
    let facts = WorkloadFacts::of_file(&log, LOG);
    let scenario = ScenarioFile::usual(&facts);
    let run = run(&scenario, &log).expect("a run");
    full_report(report(&run), &scenario, &facts)
}

#[test]
fn a_report_tells_what_was_taken_of_what_there_is() {
    let full = full();
    assert_eq!((full.taken, full.report.jobs), (2, 2));
    assert_eq!((full.in_log, full.ran, full.left_out), (3, 2, 1));
    let json: Value = serde_json::from_str(&full.to_json()).expect("JSON");
    assert_eq!(json["jobs"], json["taken"]);
    assert_eq!(json["bounded_slowdown_threshold"], 10);
    // It is still a report.
    let read: Report = serde_json::from_str(&full.to_json()).expect("a report");
    assert_eq!(read, full.report);
}

#[test]
fn a_report_tells_what_no_model_takes_into_account_and_how_columns_were_read() {
    let sacct = b"JobID|Submit|Start|End|AllocCPUS|AllocTRES|ReqMem\n\
        1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|cpu=4,gres/gpu=1|8G\n\
        2|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|4|cpu=4|8G\n";
    let read = workload::read("a", sacct).expect("a log");
    let facts = WorkloadFacts::of_file(&read.workload, sacct);
    let found: Vec<(Feature, u64)> =
        full_report(Report::default(), &Scenario::default(), &facts).not_modelled.into_iter().collect();
    assert_eq!(found, [(Feature::Gpus, 1), (Feature::Memory, 2)]);
    // A system with nodes decides by both.
    let on_nodes = r#"{"system": {"cluster": {"nodes": [{"cores": 8, "gpus": 4, "memory": 64}]}}}"#;
    let on_nodes: Scenario = serde_json::from_str(on_nodes).expect("a scenario");
    let full = full_report(Report::default(), &on_nodes, &facts);
    assert!(full.not_modelled.is_empty());

    let table = b"when,began,took,cores\n0,5,60,4\n3,9,30,2\n";
    let columns = "submit=when,start=began,run_time=took,requested_processors=cores";
    let mapping = workload::table::Mapping::parse(columns).expect("a mapping");
    let read = workload::read_with("a", table, &mapping).expect("a log");
    let facts = WorkloadFacts::of_file(&read.workload, table);
    let provenance = Provenance::of(&Scenario::default(), &facts);
    assert_eq!(provenance.log.columns.as_deref(), Some(columns));
    assert!(provenance.notes("").contains(&format!("Columns: {columns}")));
}

#[test]
fn provenance_gives_the_same_run_again() {
    let full = full();
    let provenance: Provenance = serde_json::from_str(&full.provenance.to_json()).expect("provenance");
    assert_eq!(provenance, full.provenance);
    assert_eq!(provenance.version, env!("CARGO_PKG_VERSION"));
    assert_eq!(provenance.seed, provenance.scenario.seed);
    assert_eq!(provenance.scenario.platform, [8]);
    assert_eq!(provenance.log.digest, Some(Digest::of(LOG)));
    let log = read("a.swf", LOG).expect("a log").workload;
    let again = report(&run(&provenance.scenario, &log).expect("a run"));
    assert_eq!(again, full.report);
}

#[test]
fn notes_name_version_digest_seed_and_scenario() {
    let provenance = full().provenance;
    let notes = provenance.notes("words");
    let lines: Vec<&str> = notes.lines().collect();
    let [words, version, digest, seed, scenario] = lines.as_slice() else { panic!("{notes}") };
    assert_eq!(*words, "words");
    assert_eq!(*version, format!("Slotscope version: {VERSION}"));
    assert_eq!(*digest, format!("Log SHA-256: {}", Digest::of(LOG)));
    assert_eq!(*seed, "Seed: 1");
    let json = scenario.strip_prefix("Scenario: ").expect("a scenario");
    let read = crate::Scenario::from_json(json.as_bytes());
    assert_eq!(read, Ok(provenance.scenario));
}
