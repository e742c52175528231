//! All that the page shows, and what can happen to it. Actions in, state out.

use std::rc::Rc;

use yew::{Reducible, UseReducerDispatcher};

use super::not_run::NotRun;
use super::notice::{Notice, Offer, Said};
use super::session::{Keeping, is_forgotten};
use crate::app::files::requests_file;
use crate::app::files::scenario_file;
use crate::app::shell::permalink::{Arrival, Awaited, CopyAs, Step};
use crate::app::views::explained::{Explained, Subject};
use crate::app::views::gantt::sketching::Sketched;
use crate::chart::Viewport;
use crate::criteria::Report;
use crate::engine::decisions::Gap;
use crate::experiment::{Run, Scenario};
use crate::page::history::{Compared, Experiment, History, WorkloadKey};
use crate::page::look::{Look, Looking};
use crate::page::view::{LastViews, View};
use crate::worker::protocol::Contents;
use crate::workload::reserve::{ListedRequest, RequestKind};
use crate::workload::{Job, Time};

/// Sends actions to the state.
pub type Dispatch = UseReducerDispatcher<State>;

/// A change of the scenario, to be made to whatever it is when the change arrives.
pub type Change = Box<dyn FnOnce(&mut Scenario)>;

/// A complete run, as the views share it.
#[derive(Clone)]
pub struct Finished {
    /// What was run.
    pub experiment: Rc<Experiment>,
    /// The movement of a control that it belongs to.
    pub movement: u32,
    /// Jobs and schedule.
    pub run: Run,
    /// The criteria.
    pub report: Report,
    /// How long the worker computed.
    pub milliseconds: f64,
}

/// A list of requests that has been read.
#[derive(Clone)]
struct List {
    /// The file's name.
    name: String,
    /// The movement that took it.
    movement: u32,
    /// Whether it changed anything.
    changed: bool,
}

/// Whether a run is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Activity {
    /// Nothing runs.
    #[default]
    Idle,
    /// A run is under way, and has come so far if it takes long enough to say.
    Running(Option<f64>),
}

/// The whole state of the page.
#[derive(Clone)]
pub struct State {
    /// The experiment, with undo and redo.
    pub history: History,
    /// What the workloads of this visit hold.
    pub workloads: Vec<(WorkloadKey, Rc<Contents>)>,
    /// The last complete run.
    pub finished: Option<Rc<Finished>>,
    /// The criteria of the run before the last movement.
    pub before: Option<Rc<Report>>,
    /// Whether a run is under way.
    pub activity: Activity,
    /// Why the present scenario was not run.
    pub not_run: Option<NotRun>,
    /// Why there is no worker: nothing is run until somebody tries again.
    pub no_worker: Option<Rc<str>>,
    /// The workload that is to be read again, and how often one was.
    pub read_again: (u32, WorkloadKey),
    /// How often a run was to be stopped by a key.
    pub cancels: u32,
    /// The view that is open.
    pub view: View,
    /// The view that each group of views opens with.
    pub last_views: LastViews,
    /// The moment that the Slots view looks at.
    pub cursor: Option<Time>,
    /// The job that is highlighted: its index in the run.
    pub job: Option<usize>,
    /// The idle processors that are asked about, and when.
    pub gap: Option<(Time, Gap)>,
    /// The latest answer to why.
    pub explained: Option<Rc<Explained>>,
    /// The jobs that are singled out, by their numbers in the log, ascending; none: all are equal.
    pub selected: Rc<[u32]>,
    /// How runs are looked at.
    pub look: Look,
    /// What is in sight of the Gantt charts, once it has come to rest; `None` for the whole run.
    pub sight: Option<Viewport>,
    /// Whether the job that is highlighted is to be brought into sight.
    pub brings_job: bool,
    /// Whether it is not known yet what the page opens with: nothing is run until it is.
    pub opening: bool,
    /// What a link shows, while its workload is not here.
    pub awaited: Option<Awaited>,
    /// What is looked at of a link that has been opened, until its run is there.
    pub(super) arrival: Option<Arrival>,
    /// Whether the page will be there again.
    pub keeping: Keeping,
    /// What was on the page when the person wanted it forgotten, and how often that was.
    pub forgotten: Option<Rc<Experiment>>,
    pub forgets: u32,
    /// How often the link was to be copied.
    pub copies: (u32, CopyAs),
    /// Whether the Gantt chart is drawn on.
    pub drawing: bool,
    /// What is said at the edge of the page.
    pub notices: Vec<Notice>,
    /// Whether the view is all that the page shows.
    pub only: bool,
    /// Whether the view is drawn for a projector.
    pub projector: bool,
    /// Whether the side panel is open where it is a drawer.
    pub drawer: bool,
    /// Whether the list of keys lies over the page.
    pub keys: bool,
    /// Whether keys of a single character count.
    pub character_keys: bool,
    /// A list of requests that has been read, until a run tells how many of its jobs are taken.
    list: Option<List>,
    /// The number of the job to be highlighted once the next run is there.
    wanted: Option<u32>,
    pub(super) notice_numbers: u32,
}

/// What can happen.
pub enum Action {
    /// A control changed the scenario; it may still be moving.
    Change {
        control: &'static str,
        moving: bool,
        change: Change,
    },
    /// Another scenario, on its workload, takes the place of the one in front.
    Take(Box<Scenario>, WorkloadKey),
    /// Something happens to the comparison.
    Compare(Compared),
    /// Another scenario joins the comparison, and comes to the front.
    CompareWith(Box<Scenario>),
    /// A control was let go.
    Settle,
    Undo,
    Redo,
    /// Back to the scenario that the workload began with.
    Reset,
    /// A workload has been read, and is to be shown.
    Loaded(WorkloadKey, Rc<Contents>),
    /// Nothing leads to these workloads any more.
    LetGo(Vec<WorkloadKey>),
    /// What a workload holds that is on the page already.
    Known(WorkloadKey, Rc<Contents>),
    /// A sketch takes the place of the workload.
    Sketched(Box<Sketched>),
    /// Whether the Gantt chart is drawn on.
    Drawing(bool),
    /// A run began.
    Running,
    Progress(f64),
    Finished(Rc<Finished>),
    /// The run did not come about.
    NotRun(NotRun),
    /// There is no worker; why.
    NoWorker(String),
    /// Workers are started anew, and what was lost is sent again.
    TryAgain,
    Show(View),
    /// Shows the view so many places further among the tabs, round and round.
    Step(isize),
    Cursor(Time),
    /// Chooses a job where it is seen, or none.
    Job(Option<usize>),
    /// Chooses a job and brings it into sight of the view that is shown.
    Bring(usize),
    /// Asks why these processors are idle at a time.
    Gap(Time, Gap),
    /// A question was answered.
    Explained(Rc<Explained>),
    /// Singles these jobs out, by their numbers in the log, ascending.
    Select(Rc<[u32]>),
    /// Runs are looked at in another way.
    Look(Looking),
    /// What is in sight of the Gantt charts has come to rest.
    Sight(Option<Viewport>),
    /// Shows a job in the Gantt chart.
    Find(usize),
    /// Says that something failed.
    Complain(String),
    /// What was refused before is taken now.
    Mended,
    /// Says something.
    Say(String),
    /// A workload could not be read; why.
    Unreadable(String),
    /// A workload was not read, but may be another time; why not.
    NotRead(WorkloadKey, String),
    /// Closes what is open, or else stops the run that is under way.
    Escape,
    /// A question is asked again that could not be answered.
    AskAgain,
    /// A link, the last session or a project is opened.
    Link(Step),
    /// Whether the page will be there again.
    Keeping(Keeping),
    /// What is on the page is not to be kept.
    Forget,
    /// The present link goes to the clipboard.
    CopyLink(CopyAs),
    /// A list of requests has been read: its jobs become the reservations.
    List {
        name: String,
        requests: Vec<ListedRequest>,
    },
    /// What the notice of that number offers is wanted.
    Accept(u32, Offer),
    Dismiss(u32),
    Drawer(bool),
    /// Draws the view for a projector, or no longer.
    Projector,
    /// Opens or closes the list of keys.
    Keys(bool),
    /// Lets keys of a single character count, or not.
    CharacterKeys(bool),
}

impl State {
    /// The page as it opens, before anything has been read.
    pub fn at_start() -> Self {
        let sample = Experiment::new(Scenario::default(), 0);
        Self {
            history: History::new(sample),
            workloads: Vec::new(),
            finished: None,
            before: None,
            activity: Activity::Running(None),
            not_run: None,
            no_worker: None,
            read_again: (0, 0),
            cancels: 0,
            view: View::Gantt,
            last_views: LastViews::default(),
            cursor: None,
            job: None,
            gap: None,
            explained: None,
            selected: Rc::default(),
            look: Look::default(),
            sight: None,
            brings_job: false,
            opening: false,
            awaited: None,
            arrival: None,
            keeping: Keeping::default(),
            forgotten: None,
            forgets: 0,
            copies: (0, CopyAs::default()),
            drawing: false,
            wanted: None,
            notices: Vec::new(),
            only: false,
            projector: false,
            drawer: false,
            keys: false,
            character_keys: true,
            list: None,
            notice_numbers: 0,
        }
    }

    /// What the present workload holds, once it has been read.
    pub fn contents(&self) -> Option<&Rc<Contents>> {
        let key = self.history.present().workload;
        let found = self.workloads.iter().find(|(known, _)| *known == key);
        // While a sketch is being read, what it was before stands for it.
        let is_sketch = self.history.present().sketch.is_some();
        let found = found.or(self.workloads.last().filter(|_| is_sketch))?;
        Some(&found.1)
    }

    /// What an explanation is wanted of, in the view that is open.
    pub fn subject(&self) -> Option<Subject> {
        if self.view == View::Play {
            return self.cursor.map(Subject::Moment);
        }
        if self.view != View::Gantt || self.drawing {
            return None;
        }
        let gap = self.gap.map(|(time, gap)| Subject::Gap(time, gap));
        self.job.map(Subject::Job).or(gap)
    }

    /// What a workload holds.
    pub fn know(&mut self, key: WorkloadKey, contents: &Rc<Contents>) {
        self.workloads.retain(|(known, _)| *known != key);
        self.workloads.push((key, contents.clone()));
    }

    fn escape(&mut self) {
        // In the Gantt view the key closes the explanation.
        let is_open = self.drawer || self.view == View::Gantt && self.subject().is_some();
        self.drawer = false;
        // What shows no progress yet has hardly begun.
        if !is_open && matches!(self.activity, Activity::Running(Some(_))) {
            self.cancels += 1;
        }
    }

    fn change(&mut self, control: &'static str, moving: bool, change: Change) {
        let mut next = Experiment::clone(self.history.present());
        change(&mut next.scenario);
        next.note_share(&self.history.present().scenario);
        // What a scenario's file says is chosen, also where it says what was there.
        let is_new = next.scenario != self.history.present().scenario;
        next.share_by_hand |= is_new && control == scenario_file::CONTROL;
        self.history.change(next, moving.then_some(control));
    }

    fn take(&mut self, scenario: Scenario, workload: WorkloadKey) {
        let present = self.history.present();
        let sketch = present.sketch.clone();
        let mut next = Experiment {
            scenario,
            workload,
            beside: present.beside.clone(),
            sketch: sketch.filter(|_| workload == present.workload),
            share_by_hand: present.share_by_hand,
        };
        next.note_share(&present.scenario);
        self.history.change(next, None);
    }

    fn sketch(&mut self, sketched: Sketched) {
        let next = sketched.experiment(self.history.present());
        self.history.change(next, sketched.moving);
        self.wanted = sketched.chosen;
        if sketched.opens.is_some() {
            self.view = View::Gantt;
            self.drawing = true;
        }
    }

    fn compare(&mut self, step: Compared) {
        let next = self.history.present().compared(step);
        self.history.change(next, None);
    }

    fn finish(&mut self, finished: Rc<Finished>) {
        let redrawn = self.finished.as_ref().is_some_and(|last| {
            last.experiment.sketch.is_some() && finished.experiment.sketch.is_some()
        });
        if let Some(last) = &self.finished {
            if last.experiment.workload != finished.experiment.workload && !redrawn {
                // Figures of another workload are nothing to compare with, and its jobs are others.
                self.before = None;
                self.selected = Rc::default();
                self.look = self.look.after(Looking::Span(None));
            } else if last.movement != finished.movement {
                self.before = Some(Rc::new(last.report.clone()));
            }
        }
        let same_jobs = self.finished.as_ref().is_some_and(|last| {
            last.experiment.workload == finished.experiment.workload
                && last.run.jobs.len() == finished.run.jobs.len()
        });
        let wanted = self.wanted.take();
        let number = wanted.or_else(|| Some(self.finished.as_ref()?.run.jobs.get(self.job?)?.id));
        if redrawn || wanted.is_some() {
            let is_it = |job: &Job| Some(job.id) == number;
            self.job = finished.run.jobs.iter().position(is_it);
        } else if !same_jobs {
            self.job = None;
            self.cursor = None;
        }
        // Idle processors are idle for other reasons in another run.
        self.gap = None;
        self.finished = Some(finished);
        self.not_run = None;
        self.activity = Activity::Idle;
        self.arrive();
        if let Some(found) = self.listed_jobs() {
            self.tell_list(Some(found));
        }
    }

    fn not_run(&mut self, why: NotRun) {
        self.not_run = Some(why);
        self.activity = Activity::Idle;
        self.tell_list(None);
    }

    /// How many of the requests that are listed are for jobs that are taken, as the last run tells;
    /// none while it is another selection's.
    pub fn listed_jobs(&self) -> Option<usize> {
        let (finished, present) = (self.finished.as_ref()?, self.history.present());
        let selection = &present.scenario.workload;
        let same_jobs = finished.experiment.workload == present.workload
            && finished.experiment.scenario.workload == *selection;
        let listed = selection.reservations.request == RequestKind::Listed;
        let jobs = finished.run.jobs.iter();
        (same_jobs && listed).then(|| jobs.filter(|job| job.is_reservation()).count())
    }

    fn list(&mut self, name: String, requests: Vec<ListedRequest>) {
        let before = self.history.movement();
        let change = move |scenario: &mut Scenario| {
            let reservations = &mut scenario.workload.reservations;
            reservations.request = RequestKind::Listed;
            reservations.listed = requests.into();
        };
        self.change("", false, Box::new(change));
        let movement = self.history.movement();
        self.list = Some(List {
            name,
            movement,
            changed: movement != before,
        });
        // The same list once more makes no run.
        if let Some(found) = self.listed_jobs() {
            self.tell_list(Some(found));
        }
    }

    /// Says what a list was that has been read, and how many of its jobs are taken.
    fn tell_list(&mut self, found: Option<usize>) {
        let Some(list) = self.list.take() else {
            return;
        };
        let reservations = &self.history.present().scenario.workload.reservations;
        if reservations.request != RequestKind::Listed {
            return;
        }
        let text = requests_file::taken_text(&list.name, reservations.listed.len(), found);
        let undo = list.changed && list.movement == self.history.movement();
        self.say(false, text, undo);
    }
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut state = Rc::unwrap_or_clone(self);
        let mut rest = Vec::new();
        state.last_views.note(state.view);
        let (present, said) = (state.history.present().clone(), state.notice_numbers);
        if matches!(
            action,
            Action::Change { .. }
                | Action::List { .. }
                | Action::Take(..)
                | Action::Compare(_)
                | Action::CompareWith(_)
                | Action::Sketched(_)
                | Action::Undo
                | Action::Redo
                | Action::Reset
                | Action::Accept(..)
        ) {
            if let Action::Accept(number, offer) = &action {
                rest = state.other_offers(*number, offer);
            }
            state.withdraw_offers();
            state.arrival = None;
        }
        match action {
            Action::Change {
                control,
                moving,
                change,
            } => state.change(control, moving, change),
            Action::List { name, requests } => state.list(name, requests),
            Action::Take(scenario, key) => state.take(*scenario, key),
            Action::Compare(step) => state.compare(step),
            Action::CompareWith(scenario) => {
                let next = state.history.present().compared_with(*scenario);
                state.history.change(next, None);
            }
            Action::Settle => state.history.settle(),
            Action::Undo => state.history.undo(),
            Action::Redo => state.history.redo(),
            Action::Reset => state.reset(),
            Action::Loaded(key, contents) => state.load(key, contents),
            Action::Known(key, contents) => {
                state.know(key, &contents);
                state.is_awaited(key, &contents);
            }
            Action::LetGo(gone) => state.workloads.retain(|(key, _)| !gone.contains(key)),
            Action::Sketched(sketched) => state.sketch(*sketched),
            Action::Drawing(on) => state.drawing = on,
            Action::Running => {
                state.activity = Activity::Running(None);
                // What is refused stays so until something has been run.
                let is_over = |it: &mut NotRun| !matches!(it, NotRun::Refused(_));
                state.not_run.take_if(is_over);
            }
            Action::Progress(fraction) => state.activity = Activity::Running(Some(fraction)),
            Action::Finished(finished) => state.finish(finished),
            Action::NotRun(why) => state.not_run(why),
            Action::NoWorker(why) => {
                state.no_worker = Some(why.into());
                state.activity = Activity::Idle;
            }
            Action::TryAgain => state.no_worker = None,
            Action::Show(view) => state.view = view,
            Action::Step(by) => state.view = state.view.further(by),
            Action::Cursor(time) => state.cursor = Some(time),
            Action::Job(job) => {
                (state.job, state.gap) = (job, None);
                state.brings_job = false;
            }
            Action::Bring(job) => {
                (state.job, state.gap) = (Some(job), None);
                state.brings_job = true;
            }
            Action::Gap(time, gap) => (state.job, state.gap) = (None, Some((time, gap))),
            Action::Explained(explained) => state.explained = Some(explained),
            Action::Select(jobs) => state.selected = jobs,
            Action::Look(change) => state.look = state.look.after(change),
            Action::Sight(sight) => state.sight = sight,
            Action::Find(job) => {
                (state.job, state.gap) = (Some(job), None);
                state.brings_job = true;
                state.view = View::Gantt;
            }
            Action::Complain(text) => state.say(true, text, false),
            Action::Say(text) => state.say(false, text, false),
            Action::Mended => state.mend(said),
            Action::Unreadable(why) => {
                state.say(true, why, false);
                state.not_found();
            }
            Action::NotRead(key, why) => {
                state.say_all(Said {
                    failed: true,
                    text: why,
                    undo: false,
                    offers: vec![Offer::ReadAgain(key)],
                });
            }
            Action::Escape => state.escape(),
            Action::AskAgain => state.explained = None,
            Action::Link(step) => state.link(step),
            // What was written before somebody wanted it forgotten has been deleted since.
            Action::Keeping(keeping) => {
                if !is_forgotten(&state) {
                    state.keeping = keeping;
                }
            }
            Action::Forget => {
                state.keeping = Keeping::Forgotten;
                state.forgotten = Some(state.history.present().clone());
                state.forgets += 1;
            }
            Action::CopyLink(what) => state.copies = (state.copies.0 + 1, what),
            Action::Accept(number, offer) => state.accept(number, &offer, rest),
            Action::Dismiss(number) => state.notices.retain(|notice| notice.number != number),
            Action::Drawer(open) => state.drawer = open,
            Action::Projector => state.projector = !state.projector,
            Action::Keys(open) => state.keys = open,
            Action::CharacterKeys(on) => state.character_keys = on,
        }
        if !Rc::ptr_eq(&present, state.history.present()) {
            state.mend(said);
        }
        Rc::new(state)
    }
}
