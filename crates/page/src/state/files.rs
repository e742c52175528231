//! The files of one drop on the experiment: one step, told in one notice, a line each.

use super::listing::{TakenList, taken_text};
use super::{Offer, Said, State};
use crate::contents::Contents;
use crate::dropped_files::{DroppedFiles, Part, Told};
use crate::history::{Experiment, WorkloadKey};
use crate::words::plural;
use experiment::{ScenarioFile, System, validate};
use export::snapshot::Source;
use workload::WorkloadKind;
use workload::node_table::NodesRead;
use workload::requests_csv::count_from_start;
use workload::reserve::{ListedRequest, RequestKind};

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
