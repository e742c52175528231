//! Which systems schedule a workload, and what the others need.

use crate::contents::Contents;
use scheduling::system::System;
use workload::WorkloadKind;

/// What systems ask of a workload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Schedulable {
    pub kind: WorkloadKind,
    /// Whether it is a log that says of no job how long it waited.
    pub lacks_waits: bool,
}

impl From<&Contents> for Schedulable {
    fn from(contents: &Contents) -> Self {
        Self { kind: contents.kind, lacks_waits: contents.kind == WorkloadKind::Log && contents.intake.lacks_waits() }
    }
}

impl Schedulable {
    /// What a system needs and the workload does not have: `a workflow file`; `None` if the system schedules it.
    pub fn lacks(self, system: &System) -> Option<String> {
        let model = system.model();
        if !model.takes().contains(&self.kind) {
            let taken = model.takes().iter().map(|it| match it {
                WorkloadKind::Workflow => "a workflow file",
                WorkloadKind::Log | WorkloadKind::TaskBatch => it.name(),
            });
            return Some(taken.collect::<Vec<_>>().join(" or "));
        }
        let is_empty = model.card().is_the_log && self.lacks_waits;
        is_empty.then(|| "a log with waiting times".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_itself_is_no_schedule_where_it_has_no_waits() {
        for lacks_waits in [false, true] {
            let log = Schedulable { kind: WorkloadKind::Log, lacks_waits };
            for system in System::all() {
                let model = system.model();
                let takes = model.takes().contains(&WorkloadKind::Log);
                let is_offered = takes && !(lacks_waits && model.card().is_the_log);
                assert_eq!(log.lacks(&system).is_none(), is_offered, "{}", model.key());
            }
        }
    }
}
