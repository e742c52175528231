//! The view of a run: which view is open, and what it shows.

use std::rc::Rc;

use super::run::{is_of_another_log, is_redrawn};
use crate::explained::{Explained, Subject};
use crate::finished::Finished;
use crate::history::WorkloadKey;
use crate::look::{Look, Looking};
use crate::theme_choice::ThemeChoice;
use crate::view::{LastViews, View};
use chart::{Resource, Viewport};
use export::snapshot::{LessonPlace, Snapshot};
use scheduling::engine::decisions::Gap;
use workload::{Job, Time};

/// Changes of the view.
pub enum ViewAction {
    /// Opens a view.
    Show(View),
    /// Shows the view this many places further among the tabs, round and round.
    Step(isize),
    /// Looks at a moment.
    Cursor(Time),
    /// The player begins at this moment, for want of one that is looked at.
    Begin(Time),
    /// Opens the slot of the inside view that contains a time.
    Open(Time),
    /// Chooses a job where it is seen, or none.
    Job(Option<usize>),
    /// Chooses a job and brings it into sight of the view that is shown.
    Bring(usize),
    /// Shows a job in the Gantt chart.
    Find(usize),
    /// Asks why these processors are idle at a time.
    Gap(Time, Gap),
    /// A question was answered.
    Explained(Rc<Explained>),
    /// A question is asked again that could not be answered.
    AskAgain,
    /// Highlights these jobs, by their numbers in the log, ascending.
    Select(Rc<[u64]>),
    /// Runs are looked at in another way.
    Look(Looking),
    /// The visible part of the Gantt charts has come to rest.
    Sight(Option<Viewport>),
    /// Whether the Gantt chart is drawn on.
    Drawing(bool),
    /// Hides what comes after the cursor in the player, or no longer.
    HideFuture(bool),
}

/// The view of a run.
#[derive(Clone)]
pub struct ViewState {
    /// The view that is open.
    pub shown: View,
    /// The view that each group of views opens with.
    pub last: LastViews,
    /// The moment that is looked at.
    pub cursor: Option<Time>,
    /// Where the player begins while there is none: other views begin elsewhere.
    begins: Option<Time>,
    /// The slot that the inside view has opened: a time in it.
    pub opened: Option<Time>,
    /// The job that is highlighted: its index in the run.
    pub job: Option<usize>,
    /// Whether the job that is highlighted is to be brought into sight.
    pub brings_job: bool,
    /// The idle processors that are asked about, and when.
    pub gap: Option<(Time, Gap)>,
    /// The latest answer to why.
    pub explained: Option<Rc<Explained>>,
    /// The jobs that are highlighted, by their numbers in the log, ascending; none: all are equal.
    pub selected: Rc<[u64]>,
    /// How runs are looked at.
    pub look: Look,
    /// The visible part of the Gantt charts, once it has come to rest; `None` for the whole run.
    pub sight: Option<Viewport>,
    /// Whether the Gantt chart is drawn on.
    pub drawing: bool,
    /// Whether the player hides what comes after the cursor.
    pub hides_future: bool,
    /// Where the open lesson stands; none for the list.
    pub lesson: Option<LessonPlace>,
    /// The number of the job to be highlighted once the next run is there.
    wanted: Option<u64>,
}

/// The view of a run in a snapshot.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    /// The visible part; `None` for the whole run.
    pub sight: Option<Viewport>,
    /// The moment that is looked at.
    pub cursor: Option<Time>,
    /// The slot that the inside view has opened: a time in it.
    pub opened: Option<Time>,
    /// The highlighted job's number.
    pub job: Option<u64>,
    /// The jobs that are highlighted, by their numbers, ascending.
    pub selected: Rc<[u64]>,
    /// How runs are looked at.
    pub look: Look,
}

impl Arrival {
    /// The view in a snapshot.
    pub fn of(snapshot: &Snapshot) -> Self {
        Self {
            sight: snapshot.sight.map(Viewport::from),
            cursor: snapshot.cursor,
            opened: snapshot.opened,
            job: snapshot.job,
            selected: snapshot.selected.as_slice().into(),
            look: Look::of(snapshot),
        }
    }
}

impl Default for ViewState {
    /// The Gantt chart of a whole run.
    fn default() -> Self {
        Self {
            shown: View::Gantt,
            last: LastViews::default(),
            cursor: None,
            begins: None,
            opened: None,
            job: None,
            brings_job: false,
            gap: None,
            explained: None,
            selected: Rc::default(),
            look: Look::default(),
            sight: None,
            drawing: false,
            hides_future: false,
            lesson: None,
            wanted: None,
        }
    }
}

impl ViewState {
    /// Applies a change.
    pub fn apply(&mut self, action: ViewAction) {
        match action {
            ViewAction::Show(view) => self.show(view),
            ViewAction::Step(by) => self.show(self.shown.further(by)),
            ViewAction::Cursor(time) => self.cursor = Some(time),
            ViewAction::Begin(time) => self.begins = Some(time),
            ViewAction::Open(time) => self.opened = Some(time),
            ViewAction::Job(job) => self.choose(job, false),
            ViewAction::Bring(job) => self.choose(Some(job), true),
            ViewAction::Find(job) => {
                self.choose(Some(job), true);
                self.show(View::Gantt);
            }
            ViewAction::Gap(time, gap) => (self.job, self.gap) = (None, Some((time, gap))),
            ViewAction::Explained(explained) => self.explained = Some(explained),
            ViewAction::AskAgain => self.explained = None,
            ViewAction::Select(jobs) => self.selected = jobs,
            ViewAction::Look(change) => self.look_otherwise(change),
            ViewAction::Sight(sight) => self.sight = sight,
            ViewAction::Drawing(on) => self.drawing = on,
            ViewAction::HideFuture(hides) => self.hides_future = hides,
        }
    }

    /// Changes the look. Rows of something else are all in sight at first: they are others.
    fn look_otherwise(&mut self, change: Looking) {
        let before = self.look.rows;
        self.look = self.look.after(change);
        if self.look.rows != before {
            self.sight = self.sight.map(with_all_rows);
        }
    }

    /// The visible part of charts whose rows are always processors.
    pub fn sight_of_processors(&self) -> Option<Viewport> {
        match self.look.rows {
            Resource::Cores => self.sight,
            Resource::Gpus | Resource::Memory => self.sight.map(with_all_rows),
        }
    }

    /// Opens a view, which is then the one that its group opens with.
    pub fn show(&mut self, view: View) {
        self.shown = view;
        self.last.note(view);
    }

    fn choose(&mut self, job: Option<usize>, brings_job: bool) {
        (self.job, self.gap) = (job, None);
        self.brings_job = brings_job;
    }

    /// Something was drawn by hand: `chosen` is to be highlighted once it has been run; a sketch that is
    /// `opened` is shown, to be drawn on.
    pub fn sketch(&mut self, chosen: Option<u64>, opened: bool) {
        self.wanted = chosen;
        if opened {
            self.show(View::Gantt);
            self.drawing = true;
        }
    }

    /// A run replaces another: the view stays where it is.
    pub fn follow(&mut self, last: Option<&Finished>, next: &Finished) {
        if last.is_some_and(|last| is_of_another_log(last, next)) {
            // Its jobs are others, and so are its times and processors.
            self.sight = None;
            self.selected = Rc::default();
            self.look = self.look.after(Looking::Span(None));
        }
        let redrawn = last.is_some_and(|last| is_redrawn(last, next));
        let same_jobs = last.is_some_and(|last| {
            last.experiment.workload == next.experiment.workload && last.run.jobs.len() == next.run.jobs.len()
        });
        let wanted = self.wanted.take();
        let number = wanted.or_else(|| Some(last?.run.jobs.get(self.job?)?.id));
        if redrawn || wanted.is_some() {
            let is_it = |job: &Job| Some(job.id) == number;
            self.job = next.run.jobs.iter().position(is_it);
        } else if !same_jobs {
            self.job = None;
            (self.cursor, self.opened) = (None, None);
        }
        // Idle processors are idle for other reasons in another run.
        self.gap = None;
    }

    /// Takes the view of a run from a snapshot.
    pub fn arrive(&mut self, arrival: Arrival, jobs: &[Job]) {
        self.job = arrival.job.and_then(|number| jobs.iter().position(|job| job.id == number));
        (self.gap, self.brings_job) = (None, false);
        self.cursor = arrival.cursor;
        self.opened = arrival.opened;
        self.selected = arrival.selected;
        self.look = arrival.look;
        self.sight = arrival.sight;
    }

    /// The view of a run of these jobs.
    pub fn looked_at(&self, jobs: &[Job]) -> Arrival {
        Arrival {
            sight: self.sight,
            cursor: self.cursor,
            opened: self.opened,
            job: self.job.and_then(|job| Some(jobs.get(job)?.id)),
            selected: self.selected.clone(),
            look: self.look,
        }
    }

    /// The subject of an explanation in the open view.
    pub fn subject(&self) -> Option<Subject> {
        if self.shown == View::Play {
            return self.cursor.or(self.begins).map(Subject::Moment);
        }
        if self.shown != View::Gantt || self.drawing {
            return None;
        }
        let gap = self.gap.map(|(time, gap)| Subject::Gap(time, gap));
        self.job.map(Subject::Job).or(gap)
    }

    /// Whether the card of an explanation is open.
    pub fn explains(&self) -> bool {
        self.shown == View::Gantt && self.subject().is_some()
    }
}

/// The same times on as many rows as a chart may have.
fn with_all_rows(sight: Viewport) -> Viewport {
    Viewport { first_row: 0.0, last_row: u32::MAX.into(), ..sight }
}

/// Changes of the layout.
pub enum LayoutAction {
    /// Opens or closes the side panel where it is a drawer.
    Drawer(bool),
    /// Draws the view for a projector, or no longer.
    Projector,
    /// Shows the page's bars around an open lesson, or no longer.
    Bars,
    /// Opens or closes the list of keys.
    Keys(bool),
    /// Opens or closes the command palette.
    Palette(bool),
    /// Lets keys of a single character count, or not.
    CharacterKeys(bool),
    /// Says what the page is beside this workload, or no longer.
    Door(Option<WorkloadKey>),
    /// Shows the page and its charts in a theme.
    Theme(ThemeChoice),
}

/// The layout around and over the views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Whether the view is all that the page shows.
    pub only: bool,
    /// Whether the page was opened by a link for a class.
    pub class: bool,
    /// Whether the view is drawn for a projector.
    pub projector: bool,
    /// Whether the page's bars stand around an open lesson.
    pub bars: bool,
    /// Whether the side panel is open where it is a drawer.
    pub drawer: bool,
    /// Whether the list of keys lies over the page.
    pub keys: bool,
    /// Whether the command palette lies over the page.
    pub palette: bool,
    /// Whether keys of a single character count.
    pub character_keys: bool,
    /// The workload beside which the page says what it is: the example, of a first visit or as it was asked for.
    pub door: Option<WorkloadKey>,
    /// The theme of the page and its charts. It is kept in the browser and stands in no link.
    pub theme: ThemeChoice,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            only: false,
            class: false,
            projector: false,
            bars: false,
            drawer: false,
            keys: false,
            palette: false,
            character_keys: true,
            door: None,
            theme: ThemeChoice::default(),
        }
    }
}

impl Layout {
    /// Applies a change.
    pub fn apply(&mut self, action: LayoutAction) {
        match action {
            LayoutAction::Drawer(open) => self.drawer = open,
            LayoutAction::Projector => self.projector = !self.projector,
            LayoutAction::Bars => self.bars = !self.bars,
            LayoutAction::Keys(open) => self.keys = open,
            LayoutAction::Palette(open) => self.palette = open,
            LayoutAction::CharacterKeys(on) => self.character_keys = on,
            LayoutAction::Door(beside) => self.door = beside,
            LayoutAction::Theme(theme) => self.theme = theme,
        }
    }
}
