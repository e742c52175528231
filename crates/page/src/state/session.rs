//! The stored session, and the copies of the present link.

use std::rc::Rc;

use super::loading::other_system;
use super::opening::Awaiting;
use super::{Arrival, Finished, Forms, OpenAction, Origin, Said, State};
use crate::contents::Contents;
use crate::embed::CopyAs;
use crate::history::{Experiment, History, WorkloadKey};
use crate::sketched::Sketched;
use crate::view::{Group, View};
use crate::{dropped_log, sketched};
use experiment::Scenario;
use export::permalink;
use export::permalink::LinkError;
use export::snapshot::{FileMark, Sight, Snapshot, Source};

/// Whether the session is stored for the next visit.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Keeping {
    /// It is not known: nothing has been stored since the page opened.
    #[default]
    Unknown,
    Kept,
    /// It is, but without its log, for which the page will ask; why.
    WithoutLog(Rc<str>),
    /// It is not; why.
    Refused(Rc<str>),
    /// The user has deleted the session: it is not stored.
    Forgotten,
    /// The page is within another one: no session is opened or stored until the user asks for it.
    Framed,
}

pub enum SessionAction {
    /// Whether the session is stored for the next visit.
    Keeping(Keeping),
    /// The user deletes the session.
    Forget,
    /// The present link goes to the clipboard.
    CopyLink(CopyAs),
}

/// The state of the stored session, and of copies of the link.
#[derive(Clone, Default)]
pub struct SessionState {
    /// Whether the session is stored for the next visit.
    pub keeping: Keeping,
    /// The experiment at the time when the user deleted the session.
    forgotten: Option<Rc<Experiment>>,
    /// How often the user has deleted the session.
    pub forgets: u32,
    /// How often the link was copied, and in which form the last time.
    pub copies: (u32, CopyAs),
}

impl SessionState {
    /// Applies an action while `present` is on the page.
    pub fn apply(&mut self, action: SessionAction, present: &Rc<Experiment>) {
        match action {
            // Sessions written before the user deleted them are gone.
            SessionAction::Keeping(_) if self.is_forgotten(present) => {}
            SessionAction::Keeping(keeping) => self.keeping = keeping,
            SessionAction::Forget => {
                if self.keeping != Keeping::Framed {
                    self.keeping = Keeping::Forgotten;
                }
                self.forgotten = Some(present.clone());
                self.forgets += 1;
            }
            SessionAction::CopyLink(what) => self.copies = (self.copies.0 + 1, what),
        }
    }

    /// Something has been changed: from now on all is kept, also what undoing leads back to.
    pub fn changed(&mut self) {
        self.forgotten = None;
    }

    /// Whether the user has deleted this session and has changed nothing since; looking is no change.
    pub fn is_forgotten(&self, present: &Rc<Experiment>) -> bool {
        self.forgotten.as_ref().is_some_and(|it| Rc::ptr_eq(it, present))
    }
}

impl State {
    /// All that the page shows.
    pub fn snapshot(&self) -> Snapshot {
        let experiment = self.compared();
        // A run that has not come yet will show what it was opened with.
        let jobs = self.run.finished.as_ref().map(|it| &it.run.jobs[..]);
        let looked_at = || self.view.looked_at(jobs.unwrap_or_default());
        let Arrival { sight, cursor, opened, job, selected, look } =
            self.opening.arrival.clone().unwrap_or_else(looked_at);
        Snapshot {
            workload: self.source().unwrap_or(Source::Sample),
            scenarios: experiment.scenarios().cloned().collect(),
            front: experiment.front(),
            baseline: experiment.baseline(),
            view: self.view.shown.id().to_owned(),
            sight: sight.map(Sight::from),
            cursor,
            opened,
            job,
            selected: selected.to_vec(),
            colour_by: look.colour_by,
            rows: look.rows,
            span: look.span,
            curves: (*self.forms.curves).clone(),
            trade_off: (*self.forms.trade_off).clone(),
            lesson: self.view.lesson.clone().filter(|_| self.view.shown == View::Lessons),
        }
    }

    /// Where the present workload comes from, once that is known.
    pub fn source(&self) -> Option<Source> {
        let present = self.history.present();
        match self.workloads.get(present.workload) {
            Some(contents) => Some(contents.source.clone()),
            None => present.sketch.as_deref().map(sketched::linked),
        }
    }

    /// Whether the state stands for something: no link is being opened, nothing is forgotten, and it is not the example
    /// of a first visit on which nothing has been done.
    pub fn is_settled(&self) -> bool {
        let is_forgotten = self.session.is_forgotten(self.history.present());
        let is_first_visit = self.shows_door() && self.history.can() == (false, false);
        !self.opening.is_coming() && self.source().is_some() && !is_forgotten && !is_first_visit
    }

    /// The content of the present link: what is being opened, otherwise what the page shows.
    pub fn linked(&self) -> Snapshot {
        self.opening.awaited.as_ref().map_or_else(|| self.snapshot(), |it| (*it.snapshot).clone())
    }

    /// The hash of the present link, without `#`, and whether it leaves out which jobs are highlighted,
    /// since they are too many.
    ///
    /// # Errors
    ///
    /// As [`permalink::link`], and if a scenario cannot be run, since the link would not open.
    pub fn link(&self) -> Result<(String, bool), LinkError> {
        let mut snapshot = self.linked();
        snapshot.check().map_err(LinkError::Refused)?;
        let whole = permalink::link(&snapshot);
        if whole.is_ok() || snapshot.selected.is_empty() {
            return whole.map(|text| (text, false));
        }
        snapshot.selected.clear();
        permalink::link(&snapshot).map(|text| (text, true))
    }
}

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
