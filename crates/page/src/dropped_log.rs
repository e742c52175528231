//! The scenario for a dropped log, and the notice about it.
//!
//! Policies and periods stay, since they are what is studied. What belongs to a log does not: its jobs,
//! its machine, its load. So a log shows the same whatever was on the page before it.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::contents::Contents;
use super::{account, words};
use base::text::capital;
use experiment::{MOST_PROCESSORS, Scenario, System, USUAL_NODES};
use export::snapshot::Source;
use workload::account::{Account, Intake};
use workload::reserve::{IntervalStart, ListedRequest, RequestKind, Reservations};
use workload::select::Selection;
use workload::task_batch::NODE_POINTS;
use workload::{Machine, WorkloadKind};

#[derive(Clone, Copy, Debug)]
pub struct DroppedLog<'a> {
    /// The file's name.
    pub name: &'a str,
    /// The jobs of the file.
    pub intake: &'a Intake,
    pub machine: Machine,
    /// Where reservations begin by default on the workload before it.
    pub former_start: IntervalStart,
}

impl DroppedLog<'_> {
    /// The scenario for it after `before`: all its jobs, unclipped and at its own load, on its own
    /// machine as the one provider. The share of reservations stays if it was set by hand, and is 0
    /// otherwise; listed ones stay.
    ///
    /// Where its jobs have no waits reservations begin at drawn lead times; that goes with it.
    ///
    /// What the policies say of other providers goes: their places in the order of resources, their
    /// local systems. A static partition, which takes two providers, becomes MCT. What they say of certain jobs
    /// goes as well.
    pub fn scenario(&self, share_by_hand: bool, before: &Scenario) -> Scenario {
        let mut scenario = on_system_for(WorkloadKind::Log, before);
        let usual = Selection::default();
        let selection = &mut scenario.workload;
        selection.first_job = None;
        selection.last_job = None;
        selection.count = None;
        selection.clip_size_to = usual.clip_size_to;
        selection.clip_limit_to = usual.clip_limit_to;
        selection.reservations.start = self.start(selection.reservations.start);
        selection.load_factor = usual.load_factor;
        selection.thin_users = usual.thin_users;
        selection.dependencies = self.intake.preceding.usual();
        if !share_by_hand {
            selection.reservations.percent = 0.0;
        }
        scenario.platform = vec![self.machine.processors.min(MOST_PROCESSORS)];
        let system = scenario.system.model_mut();
        system.keep_providers(1);
        system.forget_jobs();
        scenario
    }

    /// Where reservations begin on it after `before`.
    fn start(&self, before: IntervalStart) -> IntervalStart {
        let usual = self.intake.usual_start();
        let was_usual = before == self.former_start;
        if was_usual || usual == IntervalStart::LeadTime {
            return usual;
        }
        before
    }

    /// The notice: how many jobs are taken and why the others are left out, the machine, guesses, and what else
    /// has changed from `before` to `after`, which are in front of `count` scenarios.
    pub fn told(&self, before: &Scenario, after: &Scenario, count: usize) -> String {
        let selection = &after.workload;
        let account = Account::from_intake(self.intake.clone(), selection, None);
        let account = account::for_system(account, &after.system);
        let taken = account::taken(&account);
        let machine = account::machine(self.machine);
        let mut text = format!("{}: {taken} {machine}", self.name);
        if self.machine.processors > MOST_PROCESSORS {
            let most = words::processors(MOST_PROCESSORS);
            text += &format!(" No more than {most} are simulated.");
        }
        let system = after.system.model().name();
        // The notice stays while another system is chosen.
        for sentence in account::beside(&account, selection, after.platform.len(), Some(system)) {
            text += &format!(" {sentence}");
        }
        let (former, reservations) = (&before.workload.reservations, &after.workload.reservations);
        if !reservations.any() {
            text += " No job is a reservation.";
        } else if reservations.request == RequestKind::Listed && reservations.listed == former.listed {
            text += " The listed reservations stay.";
        } else if reservations.request != RequestKind::Listed && reservations.percent == former.percent {
            let percent = percent(reservations.percent);
            text += &format!(" The {percent} reservations that you set stay.");
        }
        let mut system = before.system.clone();
        let system = system.model_mut();
        let mut changed = system.keep_providers(1);
        changed.extend(system.forget_jobs());
        for changed in changed {
            text += &format!(" {changed}");
        }
        let own = |it: &Selection| {
            let load = (it.load_factor, it.thin_users);
            (load, it.clip_size_to, it.clip_limit_to)
        };
        if own(&before.workload) != own(&after.workload) {
            text += " Load factor, thinning and clipping are reset.";
        }
        for repair in &self.intake.repairs {
            text += &format!(" {}.", capital(repair));
        }
        if count > 1 {
            text += &format!(" This holds for all {count} scenarios.");
        }
        text
    }
}

/// The number of machines that a dropped workflow begins with if it names none: with fewer its tasks run one after
/// the other.
const BEGUN_MACHINES: usize = 4;

/// The scenario for a workload that is no log: under a system that takes such. A task batch has its nodes as
/// providers, or if it names none the scenario's, if these are nodes, or six. A workflow that names no machines has
/// the scenario's, if these are several of one processor, or four.
pub fn for_tasks(contents: &Contents, before: &Scenario) -> Scenario {
    let mut scenario = on_system_for(contents.kind, before);
    let are_all = |processors: u32| scenario.platform.iter().all(|&it| it == processors);
    let are_machines = are_all(1) && scenario.platform.len() > 1;
    let platform = match (contents.kind, contents.machines) {
        (WorkloadKind::TaskBatch, 0) if !are_all(NODE_POINTS) => vec![NODE_POINTS; USUAL_NODES],
        (WorkloadKind::TaskBatch, named) if named > 0 => vec![NODE_POINTS; named],
        (WorkloadKind::Workflow, 0) if !are_machines => vec![1; BEGUN_MACHINES],
        _ => return scenario,
    };
    let count = platform.len();
    scenario.platform = platform;
    scenario.system.model_mut().keep_providers(count);
    scenario
}

/// The scenario under a system that takes such a workload: its own, or the first there is. What was taken of
/// a workflow before is not asked of another one, and the speed neither.
pub fn on_system_for(kind: WorkloadKind, before: &Scenario) -> Scenario {
    let mut scenario = before.clone();
    (scenario.workload.ccr, scenario.workload.machines) = (None, None);
    scenario.workload.flops_per_second = None;
    if !scenario.system.model().takes().contains(&kind)
        && let Some(system) = System::for_kind(kind)
    {
        scenario.system = system;
    }
    scenario
}

/// The notice about a workflow or a task batch that replaces the workload: `montage.json: 60 tasks on 5
/// machines.`, `tasks.csv: 100 tasks, 0 to 3 100 s. File lists no nodes; using the platform's 6.`
pub fn tasks_told(contents: &Contents, after: &Scenario) -> String {
    let account = contents.account(&after.workload, None);
    let machine = match contents.kind {
        WorkloadKind::TaskBatch => "node",
        _ => "machine",
    };
    let comma = if contents.task_span.is_some() { "," } else { "" };
    let on = match contents.machines {
        0 => String::new(),
        named => format!("{comma} on {}", words::plural(named, machine)),
    };
    let mut text = format!("{}: {}{on}.", contents.name, contents.tasks());
    for sentence in account::beside(&account, &after.workload, after.platform.len(), None) {
        text += &format!(" {sentence}");
    }
    for repair in &contents.intake.repairs {
        text += &format!(" {}.", capital(repair));
    }
    text
}

/// The notice about the file of a link or a project, which has its own scenario: how many jobs are taken, or
/// how many the file has if that is not known yet, and the guesses. None if the file is not a log.
pub fn file_told(contents: &Contents, scenario: &Scenario) -> Option<String> {
    let is_file = matches!(contents.source, Source::File(_));
    if !is_file || contents.kind != WorkloadKind::Log {
        return None;
    }
    let (selection, platform) = (&scenario.workload, &scenario.platform);
    let account = account::for_system(contents.account(selection, None), &scenario.system);
    let mut sentences = vec![account::taken(&account)];
    let machine = contents.machine;
    // On other providers the log's machine does not matter.
    let is_guess = machine.known.is_guess() && *platform == [machine.processors];
    sentences.extend(is_guess.then(|| account::machine(machine)));
    // The notice stays while another system is chosen.
    let system = Some(scenario.system.model().name());
    sentences.extend(account::beside(&account, selection, platform.len(), system));
    Some(format!("{}: {}", contents.name, sentences.join(" ")))
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
    scenario.system.model_mut().take_providers_of(&former.system);
    scenario
}

/// The scenario with this many percent of advance reservations.
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
    let share = if then.percent > 0.0 { then.percent } else { Reservations::default().percent };
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
