//! What becomes of the scenario when a log is dropped, and what is said of it.
//!
//! Policies and periods stay, since they are what is studied. What belongs to a log does not: its jobs,
//! its machine, its load. So a log shows the same whatever was on the page before it.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::contents::Contents;
use super::words;
use crate::experiment::{MOST_PROCESSORS, Scenario, System, USUAL_NODES};
use crate::system::text::capital;
use crate::workload::reserve::{ListedRequest, RequestKind, Reservations};
use crate::workload::select::Selection;
use crate::workload::task_batch::NODE_POINTS;
use crate::workload::{Machine, WorkloadKind};

/// A log that has been dropped.
#[derive(Clone, Copy, Debug)]
pub struct DroppedLog<'a> {
    /// The file's name.
    pub name: &'a str,
    /// How many jobs it has.
    pub jobs: usize,
    /// Its machine.
    pub machine: Machine,
}

impl DroppedLog<'_> {
    /// The scenario for it after `before`: all its jobs, unclipped and at its own load, on its own
    /// machine as the one provider. The share of reservations stays if it was set by hand, and is 0
    /// otherwise; listed ones stay.
    ///
    /// What the policies say of other providers goes: their places in the order of resources, their
    /// local systems. A static partition, which takes two providers, becomes MCT.
    pub fn scenario(&self, share_by_hand: bool, before: &Scenario) -> Scenario {
        let mut scenario = on_system_for(WorkloadKind::Log, before);
        let usual = Selection::default();
        let selection = &mut scenario.workload;
        selection.first_job = None;
        selection.last_job = None;
        selection.count = None;
        selection.clip_size_to = usual.clip_size_to;
        selection.clip_limit_to = usual.clip_limit_to;
        selection.load_factor = usual.load_factor;
        if !share_by_hand {
            selection.reservations.percent = 0.0;
        }
        scenario.platform = vec![self.machine.processors.min(MOST_PROCESSORS)];
        scenario.system.model_mut().keep_providers(1);
        scenario
    }

    /// What is said of it: what was taken, of which machine and why, and what else has changed from
    /// `before` to `after`, which are in front of `count` scenarios.
    pub fn told(&self, before: &Scenario, after: &Scenario, count: usize) -> String {
        let jobs = words::plural(self.jobs, "job");
        let taken = if after.workload.skip_never_ran {
            "all taken that ran"
        } else {
            "all taken"
        };
        let machine = words::processors(self.machine.processors);
        let known = self.machine.known.words();
        let mut text = format!(
            "{}: {jobs}, {taken}, on one provider of {machine}: {known}.",
            self.name
        );
        if self.machine.processors > MOST_PROCESSORS {
            let most = words::processors(MOST_PROCESSORS);
            text += &format!(" No more than {most} are simulated.");
        }
        let reservations = &after.workload.reservations;
        if reservations.request == RequestKind::Listed && reservations.any() {
            text += " The listed reservations stay.";
        } else if reservations.any() {
            let percent = percent(reservations.percent);
            text += &format!(" The {percent} reservations that you set stay.");
        } else {
            text += " No advance reservations are put on it.";
        }
        for changed in before.system.clone().model_mut().keep_providers(1) {
            text += &format!(" {changed}");
        }
        let own = |it: &Selection| (it.load_factor, it.clip_size_to, it.clip_limit_to);
        if own(&before.workload) != own(&after.workload) {
            text += " Load factor and clipping are off again.";
        }
        if count > 1 {
            text += &format!(" The same for all {count} scenarios.");
        }
        text
    }
}

/// The scenario for a workload that is no log: under a system that takes such. A task batch has its nodes as
/// providers, or if it names none the scenario's, if these are nodes, or six.
pub fn for_tasks(contents: &Contents, before: &Scenario) -> Scenario {
    let mut scenario = on_system_for(contents.kind, before);
    let are_nodes = scenario.platform.iter().all(|&it| it == NODE_POINTS);
    let nodes = match (contents.kind, contents.machines) {
        (WorkloadKind::TaskBatch, 0) if !are_nodes => USUAL_NODES,
        (WorkloadKind::TaskBatch, named) if named > 0 => named,
        _ => return scenario,
    };
    scenario.platform = vec![NODE_POINTS; nodes];
    scenario.system.model_mut().keep_providers(nodes);
    scenario
}

/// The scenario under a system that takes such a workload: its own, or the first there is. What was taken of
/// a workflow before is not asked of another one.
pub fn on_system_for(kind: WorkloadKind, before: &Scenario) -> Scenario {
    let mut scenario = before.clone();
    (scenario.workload.ccr, scenario.workload.machines) = (None, None);
    if !scenario.system.model().takes().contains(&kind)
        && let Some(system) = System::for_kind(kind)
    {
        scenario.system = system;
    }
    scenario
}

/// What is said of a workload that takes the place of a log and is none: `montage.json: 60 tasks on 5 machines.`,
/// `tasks.csv: 100 tasks, 0 to 3 100 s, on 6 nodes, the providers: it names none.`
pub fn tasks_told(contents: &Contents, after: &Scenario) -> String {
    let tasks = contents.tasks();
    let nodes = words::plural(after.platform.len(), "node");
    let machines = match contents.machines {
        _ if contents.kind == WorkloadKind::TaskBatch => match contents.machines {
            0 => format!("{nodes}, the providers: it names none"),
            _ => nodes,
        },
        0 => format!(
            "{}, one for each provider: its file names none",
            words::plural(after.platform.len(), "machine")
        ),
        count => words::plural(count, "machine"),
    };
    let comma = if contents.task_span.is_some() {
        ","
    } else {
        ""
    };
    let mut text = format!("{}: {tasks}{comma} on {machines}.", contents.name);
    for repair in &contents.repairs {
        text += &format!(" {}.", capital(repair));
    }
    text
}

/// The scenario without the requests of jobs that were drawn by hand, and are gone with them. Those that
/// were listed stay.
pub fn without_drawn(scenario: &Scenario, drawn: &[ListedRequest]) -> Scenario {
    let mut scenario = scenario.clone();
    let reservations = &mut scenario.workload.reservations;
    if reservations.request == RequestKind::Listed && *reservations.listed == *drawn {
        reservations.request = RequestKind::default();
        reservations.listed = Arc::default();
    }
    scenario
}

/// The scenario on the providers of `former`, with all that its policies say of them.
pub fn with_providers(scenario: &Scenario, former: &Scenario) -> Scenario {
    let mut scenario = scenario.clone();
    scenario.platform.clone_from(&former.platform);
    let model = scenario.system.model_mut();
    model.take_providers_of(&former.system);
    scenario
}

/// The scenario with so many percent of advance reservations.
pub fn with_share(scenario: &Scenario, percent: f64) -> Scenario {
    let mut scenario = scenario.clone();
    scenario.workload.reservations.percent = percent;
    scenario
}

/// The share that may be put on a log instead of the one that was taken off: that one, or the usual.
/// None where reservations are listed, or there are some.
pub fn share_to_offer(before: &Scenario, after: &Scenario) -> Option<f64> {
    let (then, now) = (&before.workload.reservations, &after.workload.reservations);
    let has_none = now.request != RequestKind::Listed && !now.any();
    let share = if then.percent > 0.0 {
        then.percent
    } else {
        Reservations::default().percent
    };
    has_none.then_some(share)
}

/// Whether a share that a link, a session or a project shows was chosen: any but none, and but that
/// with which the sample opens.
pub fn is_chosen(percent: f64, is_sample: bool) -> bool {
    percent > 0.0 && !(is_sample && percent == Reservations::default().percent)
}

/// `30 %`, `12.5 %`.
pub fn percent(percent: f64) -> String {
    format!("{percent} %")
}

/// Providers as a person reads them: `64 + 64 processors`.
pub fn providers(platform: &[u32]) -> String {
    const MOST: usize = 4;
    match platform {
        [one] => words::processors(*one),
        several if several.len() <= MOST => {
            let sizes: Vec<String> = several.iter().map(|&it| words::count(it.into())).collect();
            format!("{} processors", sizes.join(" + "))
        }
        many => format!("{} providers", words::count(many.len() as i64)),
    }
}
