//! A log that has been read replaces the present one; the offers of its notice.

use std::rc::Rc;

use super::{Offer, Said, State, TakenList, quicker, taken_text};
use crate::account::heeding;
use crate::contents::Contents;
use crate::dropped_files::{DroppedFiles, Part, Told};
use crate::dropped_log;
use crate::dropped_log::DroppedLog;
use crate::history::{Experiment, SAMPLE, WorkloadKey};
use crate::words::plural;
use experiment::{Scenario, ScenarioFile, System, validate};
use export::snapshot::Source;
use workload::node_table::NodesRead;
use workload::requests_csv::count_from_start;
use workload::reserve::{IntervalStart, ListedRequest, RequestKind};
use workload::select::{Dependencies, SizeFrom};
use workload::{Feature, WorkloadKind};

impl State {
    /// A workload has been read.
    pub(super) fn load(&mut self, key: WorkloadKey, contents: &Rc<Contents>) {
        self.workloads.know(key, contents.clone());
        self.tables.leave_for(key);
        let is_other = self.history.present().workload != key && !self.is_awaited(key, contents);
        // The sample is made as the page begins. If it opens with something else, that stays.
        if is_other && key != SAMPLE {
            self.take_workload(key, contents);
        } else if self.history.present().workload == key {
            self.take_files_of(key, contents.kind);
        } else {
            let told = self.part_from(key);
            self.say_of_files(None, told, false, Vec::new());
        }
    }

    /// A workload that has been read takes the place of the present one.
    pub(super) fn take_workload(&mut self, key: WorkloadKey, contents: &Contents) {
        if contents.kind != WorkloadKind::Log {
            return self.take_tasks(key, contents);
        }
        let before = self.history.present().clone();
        let log = dropped(contents, self.contents().map(|it| &**it));
        let mut next = Experiment::clone(&before);
        next.workload = key;
        next.sketch = None;
        let drawn = before.sketch.as_ref().map(|sketch| sketch.requests());
        next.change_all(|scenario| {
            let undrawn = drawn.as_ref().map(|drawn| dropped_log::without_drawn(scenario, drawn));
            log.scenario(before.share_by_hand, undrawn.as_ref().unwrap_or(scenario))
        });
        let files = self.came_with(key, contents.kind);
        // A scenario has its own platform, and nodes are one.
        let has_platform = files.parts.iter().any(|it| !matches!(it.1, Part::Requests(_)));
        let told = self.add_parts(files.parts, &mut next, Some(contents));
        let text = log.told(&before.scenario, &next.scenario, next.count());
        let mut offers = Vec::new();
        let platforms = |it: &Experiment| -> Vec<Vec<u32>> { it.scenarios().map(|it| it.platform.clone()).collect() };
        if !has_platform && platforms(&before) != platforms(&next) {
            offers.push(Offer::Providers(before.clone()));
        }
        let share = dropped_log::share_to_offer(&before.scenario, &next.scenario);
        offers.extend(share.filter(|_| !has_platform).map(Offer::Share));
        let asked_for = next.scenario.workload.size_from == SizeFrom::Requested;
        let gave_more = contents.intake.rare.given_more > 0;
        offers.extend((asked_for && gave_more).then_some(Offer::AllocatedSizes));
        offers.extend(contents.intake.preceding.is_filler().then_some(Offer::Dependencies));
        offers.extend(other_system(contents, &next.scenario));
        self.history.change(next, None);
        let told = files.told.into_iter().chain(told).collect();
        self.say_of_files(Some(text), told, true, offers);
    }

    /// A workflow or a task batch takes the place of the present workload: under a system that takes such, with
    /// its usual settings unless it is there already.
    fn take_tasks(&mut self, key: WorkloadKey, contents: &Contents) {
        let mut next = Experiment::clone(self.history.present());
        next.workload = key;
        next.sketch = None;
        next.change_all(|scenario| dropped_log::for_tasks(contents, scenario));
        let files = self.came_with(key, contents.kind);
        let told = self.add_parts(files.parts, &mut next, Some(contents));
        let text = dropped_log::tasks_told(contents, &next.scenario);
        self.history.change(next, None);
        let told = files.told.into_iter().chain(told).collect();
        self.say_of_files(Some(text), told, true, Vec::new());
    }

    /// Carries out an offer of a notice, and keeps its other offers.
    pub(super) fn accept(&mut self, number: u32, offer: &Offer) {
        let rest = self.notices.other_offers(number, offer);
        self.begin_step();
        self.notices.dismiss(number);
        let mut next = Experiment::clone(self.history.present());
        let text = match offer {
            Offer::ReadAgain(key) => return self.workloads.read_again(*key),
            Offer::Providers(former) => {
                let former: Vec<&Scenario> = former.scenarios().collect();
                next.change_each(|place, scenario| match former.get(place) {
                    Some(former) => dropped_log::with_providers(scenario, former),
                    None => scenario.clone(),
                });
                let providers = dropped_log::providers(&next.scenario.platform);
                format!("The log runs on your platform: {providers}.")
            }
            Offer::AllocatedSizes => {
                next.change_all(|scenario| {
                    let mut scenario = scenario.clone();
                    scenario.workload.size_from = SizeFrom::Allocated;
                    scenario
                });
                "Jobs have as many processors as the log gave them.".to_owned()
            }
            Offer::Dependencies => {
                next.change_all(|scenario| {
                    let mut scenario = scenario.clone();
                    scenario.workload.dependencies = Dependencies::Honour;
                    scenario
                });
                "Jobs are submitted when those that they name have ended in the run.".to_owned()
            }
            Offer::System(key) => {
                let Some(usual) = System::of_key(key) else {
                    return;
                };
                next.scenario = self.with_system(&next, usual);
                let model = next.scenario.system.model();
                let needs_nodes = |it: Feature| model.heeds(it, true) && !model.heeds(it, false);
                let lacks_nodes = |it: &Rc<Contents>| {
                    !it.intake.has_nodes && it.intake.not_modelled.iter().any(|it| needs_nodes(it.0))
                };
                let more = if self.contents().is_some_and(lacks_nodes) {
                    " The log names no nodes: drop a file of them."
                } else {
                    ""
                };
                format!("The system is {}.{more}", model.name())
            }
            Offer::Quicker(_) => {
                let Some((scenario, quicker)) = quicker(&next.scenario) else {
                    return;
                };
                next.scenario = scenario;
                quicker.taken.to_owned()
            }
            Offer::Share(percent) => {
                next.change_all(|scenario| dropped_log::with_share(scenario, *percent));
                next.share_by_hand = true;
                let percent = dropped_log::percent(*percent);
                format!("{percent} of the jobs are advance reservations.")
            }
        };
        self.history.change(next, None);
        self.notices.say(Said::done(text, true).offering(rest));
    }

    /// Back to the scenario that the workload began with.
    pub(super) fn reset(&mut self) {
        let present = self.history.present();
        let next = Experiment { scenario: self.usual(), share_by_hand: false, ..Experiment::clone(present) };
        self.history.change(next, None);
    }

    /// The scenario that the workload in front begins with.
    pub fn usual(&self) -> Scenario {
        let (present, usual) = (self.history.present(), Scenario::default());
        match self.contents().filter(|_| present.workload != SAMPLE) {
            None => usual,
            Some(contents) if contents.kind != WorkloadKind::Log => dropped_log::for_tasks(contents, &usual),
            Some(_) if present.sketch.is_some() => drawn(),
            Some(contents) => dropped(contents, None).scenario(false, &usual),
        }
    }
}

/// A log that is dropped while another workload is there.
fn dropped<'a>(contents: &'a Contents, former: Option<&Contents>) -> DroppedLog<'a> {
    DroppedLog {
        name: &contents.name,
        intake: &contents.intake,
        machine: contents.machine,
        former_start: former.map_or_else(IntervalStart::default, |it| it.intake.usual_start()),
    }
}

/// The offer of a system that takes more of a log into account.
pub(super) fn other_system(contents: &Contents, scenario: &Scenario) -> Option<Offer> {
    let other = heeding(&contents.intake, &scenario.system)?;
    Some(Offer::System(other.model().key()))
}

/// The usual scenario of jobs that are drawn by hand: all of them.
fn drawn() -> Scenario {
    let mut scenario = Scenario::default();
    scenario.workload.first_job = None;
    scenario.workload.last_job = None;
    scenario
}

pub enum WorkloadAction {
    /// A workload has been read, and is to be shown.
    Loaded(WorkloadKey, Rc<Contents>),
    /// The contents of a workload that is on the page already.
    Known(WorkloadKey, Rc<Contents>),
    /// Nothing leads to these workloads any more.
    LetGo(Vec<WorkloadKey>),
    /// A workload could not be read; why.
    Unreadable(WorkloadKey, String),
    /// A workload was not read, but may be another time; why not.
    NotRead(WorkloadKey, String),
}

/// The contents of the workloads of this visit.
#[derive(Clone, Default)]
pub struct Workloads {
    /// In the order in which they were read.
    known: Vec<(WorkloadKey, Rc<Contents>)>,
    /// How often a workload was to be read again, and which was the last.
    pub read_again: (u32, WorkloadKey),
}

impl Workloads {
    pub fn get(&self, key: WorkloadKey) -> Option<&Rc<Contents>> {
        let found = self.known.iter().find(|(known, _)| *known == key);
        Some(&found?.1)
    }

    /// All that are known.
    pub fn keys(&self) -> impl Iterator<Item = WorkloadKey> {
        self.known.iter().map(|(key, _)| *key)
    }

    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// The contents of an experiment's workload. While a sketch is being read, the previous contents stand for
    /// it.
    pub fn of(&self, experiment: &Experiment) -> Option<&Rc<Contents>> {
        let last = self.known.last().map(|(_, contents)| contents);
        self.get(experiment.workload).or(last.filter(|_| experiment.sketch.is_some()))
    }

    /// The workload that a snapshot names, if it is here. The sample always is.
    pub fn named(&self, source: &Source) -> Option<WorkloadKey> {
        if source.is_same(&Source::Sample) {
            return Some(SAMPLE);
        }
        let mut known = self.known.iter();
        known.find(|(_, contents)| contents.source.is_same(source)).map(|(key, _)| *key)
    }

    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.known.iter().map(|(_, contents)| &contents.source)
    }

    /// Keeps the contents of a workload.
    pub fn know(&mut self, key: WorkloadKey, contents: Rc<Contents>) {
        self.known.retain(|(known, _)| *known != key);
        self.known.push((key, contents));
    }

    /// Forgets the contents of these.
    pub fn let_go(&mut self, gone: &[WorkloadKey]) {
        self.known.retain(|(key, _)| !gone.contains(key));
    }

    pub fn read_again(&mut self, key: WorkloadKey) {
        self.read_again = (self.read_again.0 + 1, key);
    }
}

impl State {
    /// Files have been dropped: they wait for the workload that is being read, or change the present one.
    pub(super) fn take_files(&mut self, mut files: DroppedFiles) {
        if files.workload.is_some() {
            // Of an earlier log that is still being read nothing stays.
            let kept = self.waiting.take().filter(|it| it.workload.is_none());
            files.join(kept.unwrap_or_default());
            self.waiting = Some(files);
        } else if let Some(waiting) = self.waiting.as_mut().filter(|it| it.workload.is_some()) {
            waiting.join(files);
        } else {
            self.take_files_here(files);
        }
    }

    fn take_files_here(&mut self, files: DroppedFiles) {
        let DroppedFiles { parts, mut told, .. } = files;
        // A scenario and a list that come alone are seen on the page.
        let is_seen = parts.len() == 1 && told.is_empty() && !matches!(parts[0].1, Part::Nodes(_));
        let contents = self.contents().cloned();
        let is_log_of_file = |it: &Contents| it.kind == WorkloadKind::Log && matches!(it.source, Source::File(_));
        let takes_nodes = contents.as_deref().is_some_and(is_log_of_file);
        let (kept, parts) = parts.into_iter().partition(|it| !takes_nodes && matches!(it.1, Part::Nodes(_)));
        let mut next = Experiment::clone(self.history.present());
        told.extend(self.add_parts(parts, &mut next, contents.as_deref()));
        let is_changed = next != **self.history.present();
        if is_changed {
            self.begin_step();
            self.history.change(next, None);
        }
        told.extend(self.keep(kept));
        if !is_seen || told.iter().any(|it| it.failed) {
            self.say_of_files(None, told, is_changed, Vec::new());
        }
        // The same list once more makes no run.
        self.tell_list_if_run();
    }

    /// The files that wait for a workload that has been read, or for any log.
    pub(super) fn came_with(&mut self, key: WorkloadKey, kind: WorkloadKind) -> DroppedFiles {
        let wanted = self.tables.wanted.as_ref().map(|it| it.key);
        let is_its = |waiting: &mut DroppedFiles| match waiting.workload {
            Some(awaited) => awaited == key || wanted == Some(awaited),
            None => kind == WorkloadKind::Log,
        };
        self.waiting.take_if(is_its).unwrap_or_default()
    }

    /// Files whose workload is not taken wait for the next log. What is said of them.
    pub(super) fn part_from(&mut self, key: WorkloadKey) -> Vec<Told> {
        // Files that wait for any log go on waiting: a workflow is none.
        let files = self.came_with(key, WorkloadKind::Workflow);
        let kept = self.keep(files.parts);
        files.told.into_iter().chain(kept).collect()
    }

    /// Keeps files for the next log.
    fn keep(&mut self, parts: Vec<(String, Part)>) -> Vec<Told> {
        let told = parts.iter().map(|(name, part)| Ok(part.here(name)).into()).collect();
        if !parts.is_empty() {
            self.waiting = Some(DroppedFiles { parts, ..DroppedFiles::default() });
        }
        told
    }

    /// Takes files that came with a workload that a link, session or project has opened.
    pub(super) fn take_files_of(&mut self, key: WorkloadKey, kind: WorkloadKind) {
        let mut files = self.came_with(key, kind);
        files.workload = None;
        self.take_files(files);
    }

    /// Puts the scenario, the nodes and the requests of files into `next`, as the command line does. A line for each.
    pub(super) fn add_parts(
        &mut self,
        parts: Vec<(String, Part)>,
        next: &mut Experiment,
        contents: Option<&Contents>,
    ) -> Vec<Told> {
        let mut names_system = false;
        let mut told = Vec::new();
        for (name, part) in parts {
            let line = match part {
                Part::Scenario(file) => {
                    names_system = file.names_system();
                    take_scenario(&name, &file, next, contents)
                }
                Part::Nodes(read) => self.take_nodes(&name, read, next, names_system),
                Part::Requests(requests) => self.take_requests(name, requests, next, contents),
            };
            told.push(line.into());
        }
        told
    }

    fn take_nodes(
        &self,
        name: &str,
        read: NodesRead,
        next: &mut Experiment,
        names_system: bool,
    ) -> Result<String, String> {
        let mut scenario = next.scenario.clone();
        let unused = |why: &str| format!("{name} is not used: {why}.");
        if scenario.system.model_mut().nodes_mut().is_none() {
            if names_system {
                let system = scenario.system.model().name();
                return Err(unused(&format!("the scenario chooses {system}, which knows no nodes")));
            }
            let usual = System::with_nodes().ok_or_else(|| unused("no system knows nodes"))?;
            scenario = self.with_system(next, usual);
        }
        let told = told_nodes(name, &read, scenario.system.model().name());
        match scenario.system.model_mut().nodes_mut() {
            Some(nodes) if !names_system || nodes.is_empty() => *nodes = read.kinds,
            _ => return Err(unused("the scenario has nodes")),
        }
        validate(&scenario).map_err(|why| unused(&why.to_string()))?;
        next.scenario = scenario;
        Ok(told)
    }

    fn take_requests(
        &mut self,
        name: String,
        mut requests: Vec<ListedRequest>,
        next: &mut Experiment,
        contents: Option<&Contents>,
    ) -> Result<String, String> {
        if let Some(contents) = contents {
            if contents.kind != WorkloadKind::Log {
                let kind = contents.kind.name();
                return Err(format!(
                    "{name}: requests are for jobs of a log, but this is {kind}, whose tasks are all reserved."
                ));
            }
            let start = contents.clock.map(|it| it.start);
            count_from_start(&mut requests, start).map_err(|why| format!("{name}: {why}."))?;
        }
        let reservations = &mut next.scenario.workload.reservations;
        reservations.request = RequestKind::Listed;
        reservations.listed = requests.into();
        let told = taken_text(&name, &next.scenario, None);
        let is_changed = *next != **self.history.present();
        self.list = Some(TakenList { name, movement: is_changed.then(|| self.history.movement() + 1) });
        Ok(told)
    }

    /// The notice about the files of a drop; `first` is about its workload.
    pub(super) fn say_of_files(&mut self, first: Option<String>, told: Vec<Told>, undo: bool, offers: Vec<Offer>) {
        let failed = first.is_none() && told.iter().all(|it| it.failed);
        let stays = !failed && told.iter().any(|it| it.failed);
        let lines: Vec<String> = first.into_iter().chain(told.into_iter().map(|it| it.line)).collect();
        if !lines.is_empty() {
            self.notices.say(Said { failed, stays, text: lines.join("\n"), undo, offers });
        }
    }
}

/// Takes what a scenario's file says of a workload, or says why that cannot be run.
fn take_scenario(
    name: &str,
    file: &ScenarioFile,
    next: &mut Experiment,
    contents: Option<&Contents>,
) -> Result<String, String> {
    let unread = || format!("{name}: the workload is still being read: drop the scenario again");
    let scenario = file.on(&contents.ok_or_else(unread)?.facts());
    validate(&scenario).map_err(|why| format!("{name} is not a scenario: {why}"))?;
    // What the file says is chosen, also where it says what was there.
    next.share_by_hand |= scenario != next.scenario;
    next.scenario = scenario;
    Ok(format!("{name}: the scenario is used."))
}

fn told_nodes(name: &str, read: &NodesRead, system: &str) -> String {
    let mut told = format!("{name}: {} from {}, under {system}.", plural(read.count() as usize, "node"), read.source);
    if !read.out_of_service.is_empty() {
        told += &format!(" Down or drained, but among them: {}.", read.out_of_service);
    }
    if let Some(first) = read.remarks.first() {
        told += &format!(" {}, the first: {first}.", plural(read.remarks.len(), "remark"));
    }
    told
}
