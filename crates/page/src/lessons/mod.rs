//! The state of the Lessons view: the lesson that is open, how far each lesson has come in this visit, and the chart of
//! the open step with its runs.

mod chart;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::places::LessonStep;
use crate::reduce::Reduce;
use crate::tasks::Made;
pub use chart::{Chart, ShotResult};
use experiment::lesson::shelf::{Card, SHELF};
use experiment::lesson::{Answer, Control, Lesson, Show};
use export::snapshot::LessonPlace;

/// The content of the view.
#[derive(Clone, PartialEq)]
pub enum LessonContent {
    /// The list.
    List,
    /// A lesson that is being fetched.
    Fetching(&'static Card),
    /// A lesson that could not be fetched; the reason.
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
    /// Whether the question has ever been answered correctly.
    pub done: bool,
    /// The positions of the controls of each step that has any turned.
    turned: BTreeMap<usize, Vec<usize>>,
    /// The moment of each step that goes through moments, counted from 0.
    moments: BTreeMap<usize, usize>,
}

/// The state of the Lessons view.
#[derive(Clone, PartialEq)]
pub struct Lessons {
    /// The content of the view.
    pub shown: LessonContent,
    /// The lessons that were read from files, by their ids.
    from_files: BTreeMap<String, Rc<Lesson>>,
    /// By the id of the lesson.
    progress: BTreeMap<String, Progress>,
    /// The place at which the awaited lesson opens; none: at the step where it was left, with nothing set.
    arrival: Option<LessonPlace>,
    /// The chart of the open step.
    pub chart: Chart,
    /// The number of the last chart: answers to runs of an earlier one are dropped.
    round: u32,
}

impl Default for Lessons {
    fn default() -> Self {
        Self {
            shown: LessonContent::List,
            from_files: BTreeMap::new(),
            progress: BTreeMap::new(),
            arrival: None,
            chart: Chart::default(),
            round: 0,
        }
    }
}

/// How the lesson of an id opens.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    /// It is open.
    Stay,
    /// It comes with the page and is to be fetched.
    Fetch(&'static Card),
    /// It was read from a file in this visit.
    Reopen,
    /// There is no such lesson.
    Unknown,
}

/// The actions of the Lessons view.
pub enum LessonAction {
    /// A lesson that comes with the page is being fetched.
    Fetch(&'static Card),
    /// The lesson has been fetched. It opens if it is still awaited.
    Fetched(&'static Card, Rc<Lesson>),
    /// The lesson could not be fetched; the reason.
    Missing(&'static Card, Rc<str>),
    /// Opens a lesson that was read from a file.
    Read(Rc<Lesson>),
    /// Opens the lesson from a file of that id again, or the list if there is none.
    Reopen(String),
    /// Goes to a place of the open lesson, or has the lesson of the place open there.
    Arrive(LessonPlace),
    /// Opens the list.
    Close,
    /// Opens a step; the question follows the last step.
    Go(usize),
    /// Turns a control of the open step to the value at an index.
    Turn(usize, usize),
    /// Shows a moment of the open step.
    Watch(usize),
    /// Answers the question.
    Answer(Given),
    /// Runs the chart of the open step again.
    TryAgain,
    /// Takes the answers of the workers to the runs of the chart.
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
            LessonContent::List => None,
            LessonContent::Fetching(card) | LessonContent::Missing(card, _) => Some(card.id),
            LessonContent::Open(lesson) => Some(&lesson.id),
        }
    }

    /// The place in the lesson that is open or awaited; none for the list.
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
        let LessonContent::Open(lesson) = &self.shown else {
            return None;
        };
        Some((lesson, self.progress.get(&lesson.id)?))
    }

    /// How the lesson of an id opens. A lesson from a file goes before one of the same id that comes with the page.
    pub fn way_to(&self, id: &str) -> Way {
        if self.open().is_some_and(|(lesson, _)| lesson.id == id) {
            return Way::Stay;
        }
        if self.from_files.contains_key(id) {
            return Way::Reopen;
        }
        let card = SHELF.iter().find(|card| card.id == id);
        card.map_or(Way::Unknown, Way::Fetch)
    }

    /// The place at a step, where everything stays as it was set in this visit.
    pub fn place_at(&self, LessonStep { id, step }: LessonStep) -> LessonPlace {
        let before = self.progress(&id).map(|it| it.place(&id));
        LessonPlace {
            id,
            step,
            ..before.unwrap_or_default()
        }
    }

    fn open_mut(&mut self) -> Option<&mut Progress> {
        let LessonContent::Open(lesson) = &self.shown else {
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
        self.shown = LessonContent::Open(lesson);
        self.draw();
    }

    fn arrive(&mut self, place: LessonPlace) {
        match &self.shown {
            LessonContent::Open(lesson) if lesson.id == place.id => {
                let lesson = lesson.clone();
                let progress = self.progress.entry(lesson.id.clone()).or_default();
                progress.stand(place, &lesson);
                self.draw();
            }
            _ => self.arrival = Some(place),
        }
    }

    fn close(&mut self) {
        self.shown = LessonContent::List;
        self.draw();
    }

    /// Begins the chart of the open step anew.
    fn draw(&mut self) {
        self.round = self.round.wrapping_add(1);
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
        self.round = self.round.wrapping_add(1);
        // The chart before stays on the page until the runs of this one are there.
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
    /// The place in the lesson of an id.
    pub fn place(&self, id: &str) -> LessonPlace {
        LessonPlace {
            id: id.to_owned(),
            step: self.at,
            set: self.turned.clone(),
            moments: self.moments.clone(),
        }
    }

    /// Goes to a place, as far as the lesson has it: the place may be of another version of the lesson's file.
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

    /// The positions of the controls of the open step.
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

/// How many letters the text of a step has, or the question: the more there are, the smaller they are on a projector.
pub fn letters(lesson: &Lesson, at: usize) -> usize {
    let letters = |text: &String| text.chars().count();
    match lesson.steps.get(at) {
        Some(step) => step.text.iter().map(letters).sum(),
        None => letters(&lesson.question.ask),
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

impl Reduce for Lessons {
    type Action = LessonAction;

    fn apply(&mut self, action: LessonAction) {
        match action {
            LessonAction::Fetch(card) => {
                self.arrival.take_if(|it| it.id != card.id);
                // From now on the id stands for this lesson.
                self.from_files.remove(card.id);
                self.shown = LessonContent::Fetching(card);
            }
            LessonAction::Fetched(card, lesson) => {
                if self.shown == LessonContent::Fetching(card) {
                    self.read(lesson);
                }
            }
            LessonAction::Missing(card, why) => {
                if self.shown == LessonContent::Fetching(card) {
                    self.shown = LessonContent::Missing(card, why);
                }
            }
            LessonAction::Read(lesson) => {
                self.from_files.insert(lesson.id.clone(), lesson.clone());
                self.read(lesson);
            }
            LessonAction::Reopen(id) => match self.from_files.get(&id).cloned() {
                Some(lesson) => self.read(lesson),
                None => self.close(),
            },
            LessonAction::Arrive(place) => self.arrive(place),
            LessonAction::Close => {
                self.arrival = None;
                self.close();
            }
            LessonAction::Go(at) => {
                let last = self.open().map_or(0, |(lesson, _)| lesson.steps.len());
                if let Some(progress) = self.open_mut() {
                    progress.at = at.min(last);
                    self.draw();
                }
            }
            LessonAction::Turn(control, index) => self.turn(control, index),
            LessonAction::Watch(moment) => {
                if let Some(progress) = self.open_mut() {
                    progress.moments.insert(progress.at, moment);
                }
            }
            LessonAction::Answer(given) => self.answer(given),
            LessonAction::TryAgain => self.draw(),
            LessonAction::Made(made) => self.chart.take(made),
        }
    }
}
