//! Workflows.

use slotscope::workload;
use slotscope::workload::workflow::{
    Dag, Executed, FileKind, Workflow, from_json, from_wfcommons, read, to_json, to_wfcommons,
};

use super::logs::told;
use crate::Watch;

/// As a file is read, whose kind is told by what it holds, and as one of this kind.
fn workflow(kind: FileKind, input: &[u8], watch: &mut Watch) -> Option<Workflow> {
    watch.reading(input.len(), || FileKind::of(input));
    let reading = told(watch.reading(input.len(), || workload::read("workflow", input)));
    let workflow = reading.as_ref().and_then(|it| it.workload.workflow());
    if let Some(workflow) = workflow.filter(|it| !it.machines.is_empty()) {
        Dag::of(workflow).expect("its order was checked");
    }
    match watch.reading(input.len(), || read(kind, input)) {
        Ok((workflow, repairs)) => {
            assert!(repairs.into_iter().all(|it| !it.words().is_empty()));
            let text = to_json(&workflow);
            assert_eq!(from_json(&text).as_ref(), Ok(&workflow), "{text}");
            Some(workflow)
        }
        Err(fault) => {
            assert!(!fault.to_string().is_empty());
            None
        }
    }
}

/// In our JSON: what is read, written and read again is the same.
pub fn json(input: &[u8], watch: &mut Watch) {
    workflow(FileKind::Json, input, watch);
}

/// Of WfCommons: what was written in that format stays as it is.
pub fn wfcommons(input: &[u8], watch: &mut Watch) {
    let Some(workflow) = workflow(FileKind::WfCommons, input, watch) else {
        return;
    };
    let written = |workflow: &Workflow| {
        let executed = workflow.tasks.iter().map(|task| Executed {
            start: Some(0.0),
            run_time: task.costs.first().copied().unwrap_or_default(),
            ..Executed::default()
        });
        to_wfcommons(workflow, "name", "", &executed.collect::<Vec<_>>())
    };
    let (first, _) = from_wfcommons(&written(&workflow)).expect("it was written");
    assert_eq!(first.tasks.len(), workflow.tasks.len());
    let (second, _) = from_wfcommons(&written(&first)).expect("it was written");
    assert_eq!(first, second);
}

/// Pegasus' DAX.
pub fn dax(input: &[u8], watch: &mut Watch) {
    workflow(FileKind::Dax, input, watch);
}

/// Pegasus' YAML.
pub fn pegasus(input: &[u8], watch: &mut Watch) {
    workflow(FileKind::Pegasus, input, watch);
}

/// DOT.
pub fn dot(input: &[u8], watch: &mut Watch) {
    workflow(FileKind::Dot, input, watch);
}
