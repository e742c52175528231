//! The whole state of the page and its changes: actions in, state out. It consists of a few states that do not
//! know each other; actions that concern several of them are handled here and in the files beside.

mod edit;
mod lessons;
mod loading;
mod notices;
mod opening;
mod run;
mod session;
#[cfg(test)]
mod tests;
mod view;

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::Reduce;
use crate::classroom::{Classroom, ClassroomAction, Visit, VisitAction};
use crate::compare::{Comparison, ComparisonAction};
use crate::contents::Contents;
use crate::curves::{SweepAction, Sweeps};
use crate::dropped_files::DroppedFiles;
use crate::history::{Experiment, History, SAMPLE, WorkloadKey};
use crate::lessons::{LessonAction, Lessons};
use crate::reproduce::{Reproduction, ReproductionAction};
use crate::tables::{Asked, TableAction, Tables};
use crate::trade_off::{TradeOffAction, TradeOffs};
use crate::words;
use experiment::{Scenario, validate};
use export::snapshot::{CurvesForm, Snapshot, Source, TradeOffForm};
use scheduling::system::Quicker;
use workload::reserve::RequestKind;
use workload::select::Thinned;

pub use crate::finished::{Finished, arranged};
pub use edit::EditAction;
pub use edit::Start;
pub use lessons::Clocks;
pub use lessons::TeachAction;
pub use loading::{WorkloadAction, Workloads};
pub use notices::{Notice, NoticeAction, Notices, Offer, Said};
pub use opening::{Awaited, OpenAction, Opening, Origin, Search};
pub use run::{Activity, NotRun, RunAction, RunState, is_of_another_log};
pub use session::{Keeping, SessionAction, SessionState};
pub use view::{Arrival, ViewAction, ViewState};
pub use view::{Layout, LayoutAction};

/// The most bytes that the files have together to which undo leads.
const MOST_UNDONE_BYTES: u64 = 100_000_000;

/// The whole state of the page.
#[derive(Clone)]
pub struct State {
    /// The experiment, with undo and redo.
    pub history: History,
    /// The contents of the workloads of this visit.
    pub workloads: Workloads,
    /// The run of the scenario in front.
    pub run: RunState,
    /// The view of the run.
    pub view: ViewState,
    /// The forms of views.
    pub forms: Forms,
    pub curves: Sweeps,
    pub trade_off: TradeOffs,
    pub comparison: Comparison,
    /// Reproductions of papers.
    pub reproduction: Rc<Reproduction>,
    pub lessons: Rc<Lessons>,
    /// Snapshots that are being opened.
    pub opening: Opening,
    /// The stored session.
    pub session: SessionState,
    /// Tables of jobs that no format has.
    pub tables: Tables,
    /// The notices at the edge of the page.
    pub notices: Notices,
    /// The layout around the views.
    pub layout: Layout,
    /// What was tried in this visit.
    pub visit: Visit,
    /// The dialogs of exercises for a class.
    pub classroom: Classroom,
    /// A list of requests that has been read, until a run tells how many of its jobs are taken.
    list: Option<TakenList>,
    /// Files that wait for a workload.
    waiting: Option<DroppedFiles>,
    /// The offer made where a run takes long.
    slow_run: SlowRun,
    /// The scenario of the page beside its natural contrast, which a comparison of one scenario shows as long as the
    /// person compares it with nothing else.
    contrast: Option<Rc<Experiment>>,
}

pub enum Action {
    /// The experiment is changed.
    Edit(EditAction),
    /// News of a workload.
    Workload(WorkloadAction),
    /// News of the run.
    Run(RunAction),
    /// Something else is looked at.
    View(ViewAction),
    /// A form asks for something else.
    Form(FormAction),
    /// A view starts runs.
    Start(Start),
    /// News of curves.
    Curves(SweepAction),
    /// News of trade-offs.
    TradeOff(TradeOffAction),
    /// News of comparisons.
    Compare(ComparisonAction),
    /// News of reproductions.
    Reproduce(ReproductionAction),
    /// News of lessons.
    Lessons(LessonAction),
    /// A way between a lesson and the rest of the page is taken.
    Teach(TeachAction),
    /// A link, the last session or a project is opened.
    Open(OpenAction),
    /// A table of jobs of no known format is asked about.
    Table(TableAction),
    /// The session is kept, or not.
    Session(SessionAction),
    /// Something is said.
    Notice(NoticeAction),
    /// The user accepts an offer of the notice of that number.
    Accept(u32, Offer),
    /// Something around the views opens or closes.
    Layout(LayoutAction),
    /// Something was tried in this visit.
    Visit(VisitAction),
    /// An exercise is handed in or reviewed.
    Classroom(ClassroomAction),
    /// Closes an open overlay, otherwise stops the run.
    Escape,
}

impl Action {
    /// Says something.
    pub fn say(text: impl Into<String>) -> Self {
        Self::Notice(NoticeAction::Say(text.into()))
    }

    /// Says that something failed.
    pub fn complain(text: impl Into<String>) -> Self {
        Self::Notice(NoticeAction::Complain(text.into()))
    }
}

impl Reduce for State {
    type Action = Action;

    fn apply(&mut self, action: Action) {
        let (present, said) = (self.history.present().clone(), self.notices.last());
        match action {
            Action::Edit(action) => self.edit(action),
            Action::Workload(action) => self.workload(action),
            Action::Run(action) => self.run(action),
            Action::View(action) => self.look(action),
            Action::Form(action) => self.form(action),
            Action::Start(start) => self.start(start),
            Action::Curves(action) => self.curves.apply(action),
            Action::TradeOff(action) => self.trade_off.apply(action),
            Action::Compare(action) => self.comparison.apply(action),
            Action::Reproduce(action) => Rc::make_mut(&mut self.reproduction).apply(action),
            Action::Lessons(action) => self.lesson(action),
            Action::Teach(action) => self.teach(action),
            Action::Open(action) => self.open(action),
            Action::Table(TableAction::Ask(asked)) => self.ask_about(asked),
            Action::Table(TableAction::Cancel) => self.cancel_table(),
            Action::Table(action) => self.tables.apply(action),
            Action::Session(action) => self.session.apply(action, &present),
            Action::Notice(action) => {
                if let NoticeAction::Dismiss(number) = action {
                    self.note_dismissed(number);
                }
                self.notices.apply(action);
            }
            Action::Accept(number, offer) => self.accept(number, &offer),
            Action::Layout(action) => self.layout.apply(action),
            Action::Visit(action) => self.visit.apply(action),
            Action::Classroom(action) => self.classroom.apply(action),
            Action::Escape => self.escape(),
        }
        if !Rc::ptr_eq(&present, self.history.present()) {
            self.notices.mend(said);
            self.session.changed();
            self.limit_history();
        }
        self.follow_contrast();
        self.compare();
        self.follow_curves();
        self.follow_trade_off();
    }
}

impl State {
    /// The page as it opens, before anything has been read.
    pub fn at_start() -> Self {
        Self {
            history: History::new(Experiment::new(Scenario::default(), SAMPLE)),
            workloads: Workloads::default(),
            run: RunState::default(),
            view: ViewState::default(),
            forms: Forms::default(),
            curves: Sweeps::default(),
            trade_off: TradeOffs::default(),
            comparison: Comparison::default(),
            reproduction: Rc::default(),
            lessons: Rc::default(),
            opening: Opening::default(),
            session: SessionState::default(),
            tables: Tables::default(),
            notices: Notices::default(),
            layout: Layout::default(),
            visit: Visit::default(),
            classroom: Classroom::default(),
            list: None,
            waiting: None,
            slow_run: SlowRun::default(),
            contrast: None,
        }
    }

    pub fn after(mut self, action: Action) -> Self {
        self.apply(action);
        self
    }

    /// Lets the oldest steps go where undoing would lead to too many bytes of logs.
    fn limit_history(&mut self) {
        let bytes = |key| match self.workloads.get(key).map(|it| &it.source) {
            Some(Source::File(mark)) => mark.size,
            _ => 0,
        };
        let gone = self.history.limit(MOST_UNDONE_BYTES, bytes);
        let gone = gone.iter().filter_map(|&key| self.workloads.get(key));
        let names: Vec<&str> =
            gone.filter(|it| matches!(it.source, Source::File(_))).map(|it| it.name.as_str()).collect();
        if !names.is_empty() {
            let (names, most) = (names.join(", "), words::bytes(MOST_UNDONE_BYTES));
            let text = format!("Undo can no longer return to {names}: the page keeps {most} of logs.");
            self.notices.say(Said::done(text, false));
        }
    }

    /// The contents of the present workload, once it has been read.
    pub fn contents(&self) -> Option<&Rc<Contents>> {
        self.workloads.of(self.history.present())
    }

    /// The workloads that the page, undo and redo can reach.
    pub fn reached(&self) -> BTreeSet<WorkloadKey> {
        let experiments = self.history.experiments().map(|it| it.workload);
        let others =
            self.run.finished.as_ref().map(|it| it.experiment.workload).into_iter().chain(self.opening.other());
        let others = others.chain(self.tables.reached()).chain(self.reached_by_views());
        experiments.chain(others).chain(self.notices.reached()).chain([SAMPLE]).collect()
    }

    /// Asks for the mapping of a table, unless a link, session or project that waits for this file has one.
    fn ask_about(&mut self, asked: Box<Asked>) {
        if let Some(mapping) = self.opening.mapping_of(&asked.mark) {
            return self.tables.want(asked.key, None, mapping);
        }
        self.opening.not_found();
        self.tables.apply(TableAction::Ask(asked));
    }

    fn cancel_table(&mut self) {
        if let Some(form) = self.tables.form.take() {
            let told = self.part_from(form.key);
            self.say_of_files(None, told, false, Vec::new());
        }
    }

    fn workload(&mut self, action: WorkloadAction) {
        match action {
            WorkloadAction::Loaded(key, contents) => self.load(key, &contents),
            WorkloadAction::Known(key, contents) => {
                self.workloads.know(key, contents.clone());
                self.is_awaited(key, &contents);
            }
            WorkloadAction::LetGo(gone) => self.workloads.let_go(&gone),
            WorkloadAction::Unreadable(key, why) => {
                let told = [Err(why).into()].into_iter().chain(self.part_from(key)).collect();
                self.say_of_files(None, told, false, Vec::new());
                self.opening.not_found();
            }
            WorkloadAction::NotRead(key, why) => {
                let told = self.part_from(key);
                let said = Said::failed(why).offering(vec![Offer::ReadAgain(key)]);
                self.notices.say(said);
                self.say_of_files(None, told, false, Vec::new());
            }
        }
    }

    fn run(&mut self, action: RunAction) {
        let present = self.history.present().clone();
        match &action {
            RunAction::Finished(next) => {
                self.view.follow(self.run.finished.as_deref(), next);
                self.note_tried(next);
                let is_present = next.experiment.runs_as(&present);
                let milliseconds = next.milliseconds;
                self.run.apply(action);
                self.arrive();
                self.tell_list_if_run();
                if is_present {
                    self.note_time(milliseconds);
                }
            }
            RunAction::NotRun(_) => {
                self.run.apply(action);
                self.tell_list(None);
            }
            RunAction::Progress { milliseconds, .. } => {
                let milliseconds = *milliseconds;
                self.run.apply(action);
                self.note_time(milliseconds);
            }
            RunAction::Running => {
                self.notices.withdraw_quicker();
                self.run.apply(action);
            }
            _ => self.run.apply(action),
        }
    }

    /// Notes a run among what was tried in this visit.
    fn note_tried(&mut self, next: &Finished) {
        let name = self.workloads.get(next.experiment.workload).map_or("", |it| &it.name);
        let (experiment, kind) = (&next.experiment, next.run.kind());
        let visit = &mut self.visit;
        visit.ran(experiment, next.movement, &next.report, kind, name);
    }

    fn escape(&mut self) {
        // In the Gantt view the key closes the explanation.
        let is_open = self.layout.drawer || self.view.explains();
        self.layout.drawer = false;
        if !is_open {
            self.run.cancel();
        }
    }
}

/// The values of the forms of views.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forms {
    /// The form of the Curves view.
    pub curves: Rc<CurvesForm>,
    /// The form of the Trade-off view.
    pub trade_off: Rc<TradeOffForm>,
}

/// Changes of the forms.
pub enum FormAction {
    /// Other curves are asked for.
    Curves(CurvesForm),
    /// Another space is to be tried, or other periods searched.
    TradeOff(TradeOffForm),
}

impl Forms {
    pub fn of(snapshot: &Snapshot) -> Self {
        Self { curves: Rc::new(snapshot.curves.clone()), trade_off: Rc::new(snapshot.trade_off.clone()) }
    }

    /// Applies a change.
    pub fn apply(&mut self, action: FormAction) {
        match action {
            FormAction::Curves(form) => self.curves = Rc::new(form),
            FormAction::TradeOff(form) => self.trade_off = Rc::new(form),
        }
    }
}

/// A list of requests that has been read.
#[derive(Clone)]
struct TakenList {
    /// The file's name.
    pub name: String,
    /// The movement that took it, if it changed anything.
    pub movement: Option<u32>,
}

impl State {
    /// How many jobs are taken, and what thinning left of them, as the last run tells; none while it is another
    /// selection's.
    pub fn jobs_taken(&self) -> Option<(u64, Option<Thinned>)> {
        let (finished, present) = (self.run.finished.as_ref()?, self.history.present());
        let (ran, shown) = (&finished.experiment.scenario, &present.scenario);
        // Which users leave is drawn by the seed.
        let same_users = !shown.workload.thins() || ran.seed == shown.seed;
        let same_jobs =
            finished.experiment.workload == present.workload && ran.workload == shown.workload && same_users;
        same_jobs.then(|| (finished.run.jobs.len() as u64, finished.report.thinned))
    }

    /// How many of the requests that are listed are for jobs that are taken, as the last run tells;
    /// none while it is another selection's.
    pub fn listed_jobs(&self) -> Option<usize> {
        let (finished, present) = (self.run.finished.as_ref()?, self.history.present());
        let selection = &present.scenario.workload;
        let same_jobs =
            finished.experiment.workload == present.workload && finished.experiment.scenario.workload == *selection;
        let listed = selection.reservations.request == RequestKind::Listed;
        let jobs = finished.run.jobs.iter();
        (same_jobs && listed).then(|| jobs.filter(|job| job.is_reservation()).count())
    }

    /// Reports the list, if the last run is of it.
    fn tell_list_if_run(&mut self) {
        if let Some(found) = self.listed_jobs() {
            self.tell_list(Some(found));
        }
    }

    /// Reports a list that has been read, and how many of its jobs are selected.
    fn tell_list(&mut self, found: Option<usize>) {
        let Some(list) = self.list.take() else {
            return;
        };
        let scenario = &self.history.present().scenario;
        if scenario.workload.reservations.request != RequestKind::Listed {
            return;
        }
        let text = taken_text(&list.name, scenario, found);
        let undo = list.movement == Some(self.history.movement());
        if !self.notices.amend(&taken_text(&list.name, scenario, None), &text) {
            self.notices.say(Said::done(text, undo));
        }
    }
}

/// The notice about a list of reservations: how many requests it has and, after a run, how many of them are for
/// selected jobs.
fn taken_text(name: &str, scenario: &Scenario, found: Option<usize>) -> String {
    let listed = scenario.workload.reservations.listed.len();
    let reservations = words::plural(listed, "reservation");
    let model = scenario.system.model();
    let which = match found {
        _ if !model.books() => format!("; {} makes no reservations", model.name()),
        None => String::new(),
        Some(0) => ", none of them for a selected job".to_string(),
        Some(found) if found >= listed => ", all for selected jobs".to_string(),
        Some(found) => format!(", {} of them for selected jobs", words::count(found as i64)),
    };
    format!("{name}: {reservations} listed{which}.")
}

/// A run is long if it computes for more milliseconds than this.
const LONG: f64 = 5_000.0;

/// What the page knows of its offer of quicker settings.
#[derive(Clone, Debug, Default)]
struct SlowRun {
    /// The workload on which the offer was turned down: it is not repeated there.
    declined: Option<WorkloadKey>,
}

impl State {
    /// A run of the present scenario has computed for this number of milliseconds, and lasts or has ended: offers quicker
    /// settings, once for a run.
    fn note_time(&mut self, milliseconds: f64) {
        let workload = self.history.present().workload;
        if milliseconds <= LONG || self.slow_run.declined == Some(workload) || self.notices.with_quicker().is_some() {
            return;
        }
        let Some((_, quicker)) = quicker(&self.history.present().scenario) else {
            return;
        };
        let text = format!("This run takes long. {}", quicker.about);
        let said = Said { stays: true, ..Said::done(text, false).offering(vec![Offer::Quicker(quicker.label)]) };
        self.notices.say(said);
    }

    /// The notice of that number is dismissed.
    fn note_dismissed(&mut self, number: u32) {
        if self.notices.with_quicker() == Some(number) {
            self.slow_run.declined = Some(self.history.present().workload);
        }
    }
}

/// The scenario with quicker settings of its system, and words about them. `None` if there are none, or they cannot be run.
fn quicker(scenario: &Scenario) -> Option<(Scenario, Quicker)> {
    let quicker = scenario.system.model().quicker()?;
    let next = Scenario { system: quicker.system.clone(), ..scenario.clone() };
    validate(&next).is_ok().then_some((next, quicker))
}
