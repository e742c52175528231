//! How a snapshot gets onto the page.

use std::rc::Rc;

use super::loading::other_system;
use super::opening::Awaiting;
use super::{Arrival, Finished, Forms, OpenAction, Origin, Said, State};
use crate::contents::Contents;
use crate::dropped_log;
use crate::history::{Experiment, History, WorkloadKey};
use crate::sketched::Sketched;
use crate::view::{Group, View};
use experiment::Scenario;
use export::snapshot::{FileMark, Snapshot, Source};

impl State {
    /// Takes a step in opening a snapshot.
    pub(super) fn open(&mut self, action: OpenAction) {
        match action {
            OpenAction::Open(snapshot, origin, log) => match self.workloads.named(&snapshot.workload) {
                Some(key) => {
                    self.show_snapshot(&snapshot, origin, key);
                    self.opening.showed(Rc::new(*snapshot), origin);
                }
                None => self.opening.wait(*snapshot, origin, log),
            },
            OpenAction::Ask => self.opening.not_found(),
            OpenAction::TakeOther { with_link } => self.take_other(with_link),
            OpenAction::Leave => self.leave(),
            OpenAction::Begin => self.opening.is_under_way = false,
            OpenAction::Welcome(example) => self.welcome(&example),
        }
    }

    /// Gives up the snapshot whose file is asked for: the former workload is shown again, with its own settings.
    pub(super) fn leave(&mut self) {
        let mark = self.opening.asked().cloned();
        self.opening.awaited = None;
        if let Some(mark) = mark {
            let shown = self.contents().map(|it| &it.name);
            let shown = shown.map_or_else(String::new, |it| format!(" The page shows {it}."));
            let text = format!("{} was not opened.{shown}", mark.name);
            self.notices.say(Said::done(text, false));
        }
    }

    /// The file that is asked for in place of views of the run: none of another workload is shown where a link, project,
    /// session or hand-in lacks its own. Views of *Learn* show no run of the page.
    pub fn asked(&self) -> Option<&FileMark> {
        let asked = self.opening.asked();
        asked.filter(|_| self.view.shown.group() != Group::Learn)
    }

    /// The run that the page shows.
    pub fn shown_run(&self) -> Option<&Rc<Finished>> {
        self.run.finished.as_ref().filter(|_| self.asked().is_none())
    }

    /// Whether there is a step to undo, and one to redo: to leave a file that is asked for is one.
    pub fn can(&self) -> (bool, bool) {
        let (undo, redo) = self.history.can();
        let asks = self.opening.asked().is_some();
        (undo || asks, redo && !asks)
    }

    /// Opens the example of a first visit, unless the page has opened with something in the meantime.
    fn welcome(&mut self, example: &Sketched) {
        if !self.is_untouched() {
            return;
        }
        self.opening.is_under_way = false;
        let first = example.experiment(self.history.present());
        self.history = History::new(first);
        self.layout.door = Some(example.key);
        self.view.sketch(example.chosen, false);
    }

    /// Whether the page shows the sample, and nothing has been done or opened: it is slow to find that there is nothing
    /// to open.
    fn is_untouched(&self) -> bool {
        let began = State::at_start();
        let nothing_done = self.history.present() == began.history.present()
            && self.history.can() == (false, false)
            && self.view.shown == began.view.shown;
        nothing_done && self.opening.awaited.is_none() && self.opening.found.is_none()
    }

    /// Whether the page says what it is: on a first visit, until something else is done than to look at the example.
    pub fn shows_door(&self) -> bool {
        let is_example = self.layout.door == Some(self.history.present().workload);
        is_example && self.view.shown == View::Gantt && !self.layout.projector && !self.layout.only
    }

    /// Whether a workload that has been read is what a snapshot waits for, or comes in its place; it
    /// is then no longer to be taken as it is.
    pub(super) fn is_awaited(&mut self, key: WorkloadKey, contents: &Contents) -> bool {
        // An earlier version asked for the columns of a table that this one recognizes.
        if let Source::File(mark) = &contents.source
            && mark.mapping.is_none()
            && let Some(mapping) = self.opening.mapping_of(mark)
        {
            self.tables.want(key, None, mapping);
            return true;
        }
        match self.opening.offer(key, &contents.source) {
            Awaiting::Found(awaited) => {
                self.show_snapshot(&awaited.snapshot, awaited.origin, key);
                self.opening.remember(&awaited);
                true
            }
            Awaiting::Other => true,
            Awaiting::Nothing => false,
        }
    }

    fn take_other(&mut self, with_link: bool) {
        let Some((key, awaited)) = self.opening.take_other() else {
            return;
        };
        if with_link {
            self.show_snapshot(&awaited.snapshot, awaited.origin, key);
        } else if let Some(contents) = self.workloads.get(key).cloned() {
            self.take_workload(key, &contents);
        }
    }

    /// Shows a snapshot on a workload that is here. Before anything has been shown that is what the
    /// page begins with; after that it is a step that can be undone.
    fn show_snapshot(&mut self, snapshot: &Snapshot, origin: Origin, key: WorkloadKey) {
        (self.opening.awaited, self.opening.is_under_way) = (None, false);
        let experiment = experiment(snapshot, key);
        let is_first = self.run.finished.is_none();
        let is_new = experiment != **self.history.present();
        if is_first {
            self.history = History::new(experiment);
        } else {
            self.notices.withdraw_offers();
            self.history.change(experiment, None);
        }
        let said = match origin {
            Origin::Link => (!is_first).then_some("The link has been opened."),
            Origin::Session => is_new.then_some("The last session is open again."),
            Origin::Paper => None,
            Origin::Project => Some("The project has been opened."),
            Origin::HandIn => Some("The hand-in has been opened."),
        };
        // The use of a session's file was reported when it was dropped.
        let contents = self.workloads.get(key).filter(|_| origin != Origin::Session);
        let scenario = &self.history.present().scenario;
        let account = contents.and_then(|it| dropped_log::file_told(it, scenario));
        let other = contents.and_then(|it| other_system(it, scenario));
        let sentences: Vec<String> = said.map(str::to_owned).into_iter().chain(account).collect();
        if !sentences.is_empty() {
            let text = sentences.join(" ");
            let said = Said::done(text, is_new && !is_first);
            self.notices.say(said.offering(other.into_iter().collect()));
        }
        match View::of(&snapshot.view) {
            Some(view) => self.view.show(view),
            None => {
                let text = format!("This version has no view \"{}\".", snapshot.view);
                self.notices.say(Said::failed(text));
            }
        }
        if self.view.shown == View::Lessons {
            self.go_to_lesson(snapshot.lesson.clone());
        }
        self.forms = Forms::of(snapshot);
        self.trade_off.weigh(&self.forms.trade_off);
        self.opening.arrival = Some(Arrival::of(snapshot));
        self.arrive();
    }

    /// Takes the view from a snapshot, once its run is there.
    pub(super) fn arrive(&mut self) {
        let Some(finished) = &self.run.finished else {
            return;
        };
        if !finished.experiment.runs_as(self.history.present()) {
            return;
        }
        if let Some(arrival) = self.opening.arrival.take() {
            self.view.arrive(arrival, &finished.run.jobs);
        }
    }

    /// The mark of the other file that was dropped in place of the one awaited.
    pub fn other_file(&self) -> Option<FileMark> {
        let contents: &Rc<Contents> = self.workloads.get(self.opening.other()?)?;
        match &contents.source {
            Source::File(mark) => Some(mark.clone()),
            _ => None,
        }
    }
}

fn experiment(snapshot: &Snapshot, key: WorkloadKey) -> Experiment {
    let scenarios = snapshot.scenarios.clone();
    let mut experiment = Experiment::of(scenarios, snapshot.front, snapshot.baseline, key);
    let is_sample = snapshot.workload == Source::Sample;
    let is_chosen = |scenario: &Scenario| dropped_log::is_chosen(scenario.workload.reservations.percent, is_sample);
    let by_hand = experiment.scenarios().any(is_chosen);
    experiment.share_by_hand = by_hand;
    experiment
}
