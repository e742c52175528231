//! The lessons of this visit: which one is open, how far it has come, and the runs of its charts.

mod chart;
mod hook;

use std::collections::BTreeMap;
use std::rc::Rc;

use yew::Reducible;

pub use chart::{Chart, Result};
pub use hook::{Teaching, use_lessons};
use slotscope::export::snapshot::LessonPlace;
use slotscope::lesson::shelf::{Card, SHELF};
use slotscope::lesson::{Answer, Control, Lesson, Show};
use slotscope::worker::Made;

/// What is on the page.
#[derive(Clone, PartialEq)]
pub enum Shown {
    /// The list.
    List,
    /// A lesson that is being fetched.
    Fetching(&'static Card),
    /// A lesson that could not be fetched; why.
    Missing(&'static Card, Rc<str>),
    /// A lesson.
    Open(Rc<Lesson>),
}

/// An answer that was given.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// The choice at this place.
    Choice(usize),
    /// A number.
    Number(f64),
}

/// How far a lesson has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The step that is open, counted from 0; the question follows the last step.
    pub at: usize,
    /// The answer that was given last.
    pub given: Option<Given>,
    /// Whether it has once been answered rightly.
    pub done: bool,
    /// The positions of the controls of each step that has any turned.
    turned: BTreeMap<usize, Vec<usize>>,
    /// The moment of each step that is watched line by line.
    moments: BTreeMap<usize, usize>,
}

/// All of it.
#[derive(Clone, PartialEq)]
pub struct Lessons {
    pub shown: Shown,
    /// The lessons that were read from files, by their ids.
    from_files: BTreeMap<String, Rc<Lesson>>,
    /// By the id of the lesson.
    progress: BTreeMap<String, Progress>,
    /// Where the lesson that is being opened is to stand; none: where it was left, with nothing set.
    arrival: Option<LessonPlace>,
    /// The chart of the open step.
    pub chart: Chart,
    /// Counts charts: runs of an older one are not taken for those of a newer.
    round: u32,
}

impl Default for Lessons {
    fn default() -> Self {
        Self {
            shown: Shown::List,
            from_files: BTreeMap::new(),
            progress: BTreeMap::new(),
            arrival: None,
            chart: Chart::default(),
            round: 0,
        }
    }
}

/// How a lesson can be opened.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    /// It comes with the page.
    Fetch(&'static Card),
    /// It was read from a file in this visit.
    Reopen,
}

/// What can happen.
pub enum LessonAction {
    Fetch(&'static Card),
    Fetched(&'static Card, Rc<Lesson>),
    Missing(&'static Card, Rc<str>),
    Read(Rc<Lesson>),
    /// Opens the lesson from a file of that id again, or the list if there is none.
    Reopen(String),
    /// The lesson that is opened next, or is open, stands there.
    Arrive(LessonPlace),
    Close,
    /// Opens a step.
    Go(usize),
    /// Turns a control of the open step to the value at an index.
    Turn(usize, usize),
    /// Watches a moment of the open step.
    Watch(usize),
    Answer(Given),
    /// Runs the chart of the open step again.
    TryAgain,
    Made(Vec<Made>),
}

impl Lessons {
    /// How far a lesson has come, if it has been opened.
    pub fn progress(&self, id: &str) -> Option<&Progress> {
        self.progress.get(id)
    }

    /// The id of the lesson that is open, or is being opened.
    pub fn opened(&self) -> Option<&str> {
        match &self.shown {
            Shown::List => None,
            Shown::Fetching(card) | Shown::Missing(card, _) => Some(card.id),
            Shown::Open(lesson) => Some(&lesson.id),
        }
    }

    /// Where the lesson stands that is open or awaited; none for the list.
    pub fn place(&self) -> Option<LessonPlace> {
        if let Some(arrival) = &self.arrival {
            return Some(arrival.clone());
        }
        let id = self.opened()?;
        let progress = self.progress.get(id);
        Some(progress.map_or_else(
            || LessonPlace {
                id: id.to_owned(),
                ..LessonPlace::default()
            },
            |it| it.place(id),
        ))
    }

    /// The open lesson and how far it has come.
    pub fn open(&self) -> Option<(&Rc<Lesson>, &Progress)> {
        let Shown::Open(lesson) = &self.shown else {
            return None;
        };
        Some((lesson, self.progress.get(&lesson.id)?))
    }

    /// How the lesson of an id can be opened; none where there is no such lesson.
    pub fn way_to(&self, id: &str) -> Option<Way> {
        if self.from_files.contains_key(id) {
            return Some(Way::Reopen);
        }
        SHELF.iter().find(|card| card.id == id).map(Way::Fetch)
    }

    fn open_mut(&mut self) -> Option<&mut Progress> {
        let Shown::Open(lesson) = &self.shown else {
            return None;
        };
        self.progress.get_mut(&lesson.id)
    }

    fn read(&mut self, lesson: Rc<Lesson>) {
        let progress = self.progress.entry(lesson.id.clone()).or_default();
        let arrival = self.arrival.take().filter(|it| it.id == lesson.id);
        let place = arrival.unwrap_or(LessonPlace {
            step: progress.at,
            ..LessonPlace::default()
        });
        progress.given = None;
        progress.stand(place, &lesson);
        self.shown = Shown::Open(lesson);
        self.draw();
    }

    fn arrive(&mut self, place: LessonPlace) {
        match &self.shown {
            Shown::Open(lesson) if lesson.id == place.id => {
                let lesson = lesson.clone();
                let progress = self.progress.entry(lesson.id.clone()).or_default();
                progress.stand(place, &lesson);
                self.draw();
            }
            _ => self.arrival = Some(place),
        }
    }

    fn close(&mut self) {
        self.shown = Shown::List;
        self.draw();
    }

    /// Begins the chart of the open step anew.
    fn draw(&mut self) {
        self.round += 1;
        self.chart = Chart::begin(self.open(), self.round, None);
    }

    fn turn(&mut self, control: usize, index: usize) {
        let Some((lesson, progress)) = self.open() else {
            return;
        };
        let (_, controls) = chart_of(lesson, progress.at);
        let mut turned = progress.positions(controls);
        match turned.get_mut(control) {
            Some(position) if *position != index => *position = index,
            _ => return,
        }
        if let Some(progress) = self.open_mut() {
            progress.turned.insert(progress.at, turned);
            progress.moments.remove(&progress.at);
        }
        self.round += 1;
        // What is on the page stays until there is something newer.
        self.chart = Chart::begin(self.open(), self.round, Some(&self.chart));
    }

    fn answer(&mut self, given: Given) {
        let Some((lesson, _)) = self.open() else {
            return;
        };
        let is_right = is_right(&lesson.question.answer, &given);
        if let Some(progress) = self.open_mut() {
            progress.done |= is_right;
            progress.given = Some(given);
        }
    }
}

impl Progress {
    /// Where the lesson stands.
    pub fn place(&self, id: &str) -> LessonPlace {
        LessonPlace {
            id: id.to_owned(),
            step: self.at,
            set: self.turned.clone(),
            moments: self.moments.clone(),
        }
    }

    /// Stands at a place, as far as the lesson goes there: it may be another version of its file.
    fn stand(&mut self, place: LessonPlace, lesson: &Lesson) {
        self.at = place.step.min(lesson.steps.len());
        self.turned = place.set;
        self.turned.retain(|&at, positions| {
            let (_, controls) = chart_of(lesson, at);
            let is_there =
                |(position, control): (&usize, &Control)| *position < control.values.len();
            at <= lesson.steps.len()
                && positions.len() == controls.len()
                && positions.iter().zip(controls).all(is_there)
        });
        self.moments = place.moments;
        self.moments.retain(|&at, _| at <= lesson.steps.len());
    }

    /// Where the controls of the open step stand.
    pub fn positions(&self, controls: &[Control]) -> Vec<usize> {
        let turned = self.turned.get(&self.at).cloned();
        turned.unwrap_or_else(|| controls.iter().map(|it| it.first).collect())
    }

    /// The moment of the open step.
    pub fn moment(&self, show: Option<&Show>) -> usize {
        let first = match show {
            Some(Show::Messages(it)) => it.step,
            _ => 0,
        };
        self.moments.get(&self.at).copied().unwrap_or(first)
    }
}

/// The chart of a step, or of the question after the last, and its controls.
pub fn chart_of(lesson: &Lesson, at: usize) -> (&Show, &[Control]) {
    match lesson.steps.get(at) {
        Some(step) => (&step.show, &step.controls),
        None => (&lesson.question.show, &lesson.question.controls),
    }
}

/// Whether an answer is the right one.
pub fn is_right(answer: &Answer, given: &Given) -> bool {
    match (answer, given) {
        (Answer::Choices(choices), Given::Choice(at)) => {
            choices.get(*at).is_some_and(|choice| choice.right)
        }
        (Answer::Number { is, .. }, Given::Number(number)) => {
            (is - number).abs() <= 1e-9 * is.abs().max(1.0)
        }
        _ => false,
    }
}

impl Reducible for Lessons {
    type Action = LessonAction;

    fn reduce(self: Rc<Self>, action: LessonAction) -> Rc<Self> {
        let mut state = Rc::unwrap_or_clone(self);
        match action {
            LessonAction::Fetch(card) => {
                state.arrival = state.arrival.filter(|it| it.id == card.id);
                // From now on the id stands for this one.
                state.from_files.remove(card.id);
                state.shown = Shown::Fetching(card);
            }
            LessonAction::Fetched(card, lesson) => {
                if state.shown == Shown::Fetching(card) {
                    state.read(lesson);
                }
            }
            LessonAction::Missing(card, why) => {
                if state.shown == Shown::Fetching(card) {
                    state.shown = Shown::Missing(card, why);
                }
            }
            LessonAction::Read(lesson) => {
                state.from_files.insert(lesson.id.clone(), lesson.clone());
                state.read(lesson);
            }
            LessonAction::Reopen(id) => match state.from_files.get(&id).cloned() {
                Some(lesson) => state.read(lesson),
                None => state.close(),
            },
            LessonAction::Arrive(place) => state.arrive(place),
            LessonAction::Close => {
                state.arrival = None;
                state.close();
            }
            LessonAction::Go(at) => {
                let last = state.open().map_or(0, |(lesson, _)| lesson.steps.len());
                if let Some(progress) = state.open_mut() {
                    progress.at = at.min(last);
                    state.draw();
                }
            }
            LessonAction::Turn(control, index) => state.turn(control, index),
            LessonAction::Watch(moment) => {
                if let Some(progress) = state.open_mut() {
                    progress.moments.insert(progress.at, moment);
                }
            }
            LessonAction::Answer(given) => state.answer(given),
            LessonAction::TryAgain => state.draw(),
            LessonAction::Made(made) => state.chart.take(made),
        }
        Rc::new(state)
    }
}
