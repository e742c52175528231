//! Executions of workflows.

mod early;
mod errors;
mod plans;
mod whole_dag;

use super::Workflow;
use crate::engine::Run;
use crate::system::{Input, Simulated, Simulation, Work};
use workload::select::Selection;
use workload::workflow::{self, from_json};

/// The ten tasks of Topcuoglu, Hariri and Wu 2002, Figure 2.
const TOPCUOGLU: &str = r#"{
    "machines": ["p1", "p2", "p3"],
    "tasks": [
        {"name": "n1", "costs": [14, 16, 9]}, {"name": "n2", "costs": [13, 19, 18]},
        {"name": "n3", "costs": [11, 13, 19]}, {"name": "n4", "costs": [13, 8, 17]},
        {"name": "n5", "costs": [12, 13, 10]}, {"name": "n6", "costs": [13, 16, 9]},
        {"name": "n7", "costs": [7, 15, 11]}, {"name": "n8", "costs": [5, 11, 14]},
        {"name": "n9", "costs": [18, 12, 20]}, {"name": "n10", "costs": [21, 7, 16]}
    ],
    "edges": [
        {"from": "n1", "to": "n2", "data": 18}, {"from": "n1", "to": "n3", "data": 12},
        {"from": "n1", "to": "n4", "data": 9}, {"from": "n1", "to": "n5", "data": 11},
        {"from": "n1", "to": "n6", "data": 14}, {"from": "n2", "to": "n8", "data": 19},
        {"from": "n2", "to": "n9", "data": 16}, {"from": "n3", "to": "n7", "data": 23},
        {"from": "n4", "to": "n8", "data": 27}, {"from": "n4", "to": "n9", "data": 23},
        {"from": "n5", "to": "n9", "data": 13}, {"from": "n6", "to": "n8", "data": 15},
        {"from": "n7", "to": "n10", "data": 17}, {"from": "n8", "to": "n10", "data": 11},
        {"from": "n9", "to": "n10", "data": 13}
    ],
    "communication": [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
}"#;

fn workflow(text: &str) -> workflow::Workflow {
    from_json(text).unwrap()
}

/// A run of a workflow with these settings, JSON, and a seed.
fn run_of(text: &str, settings: &str, seed: u64) -> Run {
    let settings: Workflow = serde_json::from_str(settings).unwrap();
    started(text, &settings, seed).unwrap().finish()
}

/// A run is over when it begins.
fn started(text: &str, settings: &Workflow, seed: u64) -> Result<Box<dyn Simulation>, String> {
    let platform = [64, 64];
    settings.validate(&platform)?;
    settings.start(Input {
        platform: &platform,
        seed,
        work: Work::Workflow(&workflow(text), &Selection::default()),
        placements: None,
        resources: None,
        names: None,
    })
}

/// Why a workflow cannot be run with these settings.
fn refusal(text: &str, settings: &str) -> String {
    let settings: Workflow = serde_json::from_str(settings).unwrap();
    started(text, &settings, 1).err().expect("it is refused")
}
