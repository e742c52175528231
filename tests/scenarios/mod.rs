//! Scenarios with known results: links of earlier versions, explanations by hand, formats, and each figure of a report.

#[path = "../common/cases.rs"]
mod cases;
mod clocks;
mod earlier;
mod formats;
mod guesses;
mod logs_of_today;
mod quantities;
mod small_inputs;
mod verdicts;
mod what_ran;

use slotscope::engine::Run;
use slotscope::experiment::{ScenarioFile, WorkloadFacts, run};
use slotscope::workload::{Workload, read};

/// Scenario files.
const EASY: &str = r#"{"system": {"two_level": {"local": {"queue": "easy"}}}}"#;
const AS_LOGGED: &str = r#"{"system": {"as_logged": {}}}"#;

/// A file of `tests/inputs`.
fn input(file: &str) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs");
    std::fs::read(folder.join(file)).expect(file)
}

fn log(text: impl AsRef<[u8]>) -> Workload {
    read("log", text.as_ref()).unwrap_or_else(|why| panic!("{why}")).workload
}

/// A scenario file on a workload, as the command line runs it.
fn ran(workload: &Workload, scenario: &str) -> Run {
    let file = ScenarioFile::read(scenario.as_bytes()).expect(scenario);
    run(&file.on(&WorkloadFacts::of(workload)), workload).unwrap_or_else(|why| panic!("{scenario}: {why}"))
}

fn starts(run: &Run) -> Vec<i64> {
    run.schedule.outcomes.iter().map(|it| it.start).collect()
}
