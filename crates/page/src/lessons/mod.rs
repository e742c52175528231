//! The state of the Lessons view: the lesson that is open, how far each lesson has come in this visit, and the chart of
//! the open step with its runs.

mod answering;
mod chart;
mod known;
mod making;
mod progress;
mod result;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::lesson_maker::Draft;
use crate::places::LessonStep;
use crate::reduce::Reduce;
use crate::tasks::Made;
use crate::tasks::Outcome;
pub use answering::{Given, is_right, said_of_wrong};
pub use chart::{Chart, ShotResult};
use experiment::lesson::shelf::{self, Card, SHELF};
use experiment::lesson::{Lesson, Question};
use export::snapshot::LessonPlace;
pub use known::{Known, known};
pub use making::MakerAction;
pub use progress::{Answering, Progress, chart_of, parts};
pub use result::{LessonResult, QuestionResult};

/// The content of the view.
#[derive(Clone, PartialEq)]
pub enum LessonContent {
    List,
    /// A lesson that is being fetched.
    Fetching(&'static Card),
    /// A lesson that could not be fetched; the reason.
    Missing(&'static Card, Rc<str>),
    /// A lesson, its questions as they are asked at present.
    Open(Rc<Lesson>),
    /// The form of the lesson that is being made.
    Making,
}

/// The state of the Lessons view.
#[derive(Clone, PartialEq)]
pub struct Lessons {
    /// The content of the view.
    pub shown: LessonContent,
    /// The lessons that were read from files, by their ids.
    from_files: BTreeMap<String, Rc<Lesson>>,
    /// The lesson that is open, as its file has it.
    written: Option<Rc<Lesson>>,
    /// The questions of the open lesson that have their values and hints, and how often each was asked before.
    asked: BTreeMap<usize, u32>,
    /// By the id of the lesson.
    progress: BTreeMap<String, Progress>,
    /// The ids of the lessons of the path that is followed; none without a path.
    pub path: Vec<String>,
    /// The place at which the awaited lesson opens; none: at the step where it was left, with nothing set.
    arrival: Option<LessonPlace>,
    /// The lesson that is being made.
    draft: Option<Draft>,
    /// Whether the lesson that was opened last is a preview of it.
    preview: bool,
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
            written: None,
            asked: BTreeMap::new(),
            path: Vec::new(),
            progress: BTreeMap::new(),
            arrival: None,
            draft: None,
            preview: false,
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
    /// Follows a path: the ids of its lessons, in order; none for no path.
    Follow(Vec<String>),
    /// Opens a step; the questions follow the last step.
    Go(usize),
    /// Opens the next part of the text, or the next step.
    Next,
    /// Opens the part before, or the step before.
    Back,
    /// Shows the rest of the chart of the open question.
    ShowSolution,
    /// Turns a control of the open step to the value at an index.
    Turn(usize, usize),
    /// Shows a moment of the open step.
    Watch(usize),
    /// Answers the open question.
    Answer(Given),
    /// Asks the open question with other values.
    AskAnew,
    /// Runs the chart of the open step again.
    TryAgain,
    /// Takes the answers of the workers to the runs of the chart.
    Made(Vec<Made>),
    Maker(MakerAction),
}

impl Lessons {
    /// How far a lesson has come, if it has been opened.
    pub fn progress(&self, id: &str) -> Option<&Progress> {
        self.progress.get(id)
    }

    /// The id of the lesson that is open, or is being opened.
    pub fn opened(&self) -> Option<&str> {
        match &self.shown {
            LessonContent::List | LessonContent::Making => None,
            LessonContent::Fetching(card) | LessonContent::Missing(card, _) => Some(card.id),
            LessonContent::Open(lesson) => Some(&lesson.id),
        }
    }

    /// The place in the lesson that is open or awaited; none for the list.
    pub fn place(&self) -> Option<LessonPlace> {
        if let Some(arrival) = &self.arrival {
            return Some(arrival.clone());
        }
        let Some(id) = self.opened() else {
            return (!self.path.is_empty()).then(|| self.on_path(LessonPlace::default()));
        };
        let progress = self.progress.get(id);
        let place =
            progress.map_or_else(|| LessonPlace { id: id.to_owned(), ..LessonPlace::default() }, |it| it.place(id));
        Some(self.on_path(place))
    }

    /// A place with the path that is followed.
    fn on_path(&self, place: LessonPlace) -> LessonPlace {
        LessonPlace { path: self.path.clone(), ..place }
    }

    /// The lesson after one: of the path that is followed, otherwise of all.
    pub fn next_after(&self, id: &str) -> Option<&'static Card> {
        let all: Vec<&'static Card> = if self.path.is_empty() {
            SHELF.iter().collect()
        } else {
            self.path.iter().filter_map(|id| shelf::card(id)).collect()
        };
        let at = all.iter().position(|card| card.id == id)?;
        all.get(at + 1).copied()
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
        shelf::card(id).map_or(Way::Unknown, Way::Fetch)
    }

    /// The place at a step, where everything stays as it was set in this visit.
    pub fn place_at(&self, LessonStep { id, step, part }: LessonStep) -> LessonPlace {
        let before = self.progress(&id).map(|it| it.place(&id));
        self.on_path(LessonPlace { id, step, part, ..before.unwrap_or_default() })
    }

    fn open_mut(&mut self) -> Option<&mut Progress> {
        let LessonContent::Open(lesson) = &self.shown else {
            return None;
        };
        self.progress.get_mut(&lesson.id)
    }

    fn read(&mut self, lesson: Rc<Lesson>) {
        self.preview = false;
        let progress = self.progress.entry(lesson.id.clone()).or_default();
        let place = self.arrival.take().filter(|it| it.id == lesson.id).unwrap_or(LessonPlace {
            step: progress.at,
            part: progress.part,
            ..LessonPlace::default()
        });
        progress.forget_given();
        progress.stand(place, &lesson);
        self.written = Some(lesson.clone());
        self.asked.clear();
        self.shown = LessonContent::Open(lesson);
        self.draw();
    }

    fn arrive(&mut self, place: LessonPlace) {
        self.path.clone_from(&place.path);
        if place.id.is_empty() {
            self.arrival = None;
            return self.close();
        }
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
        self.written = None;
        self.draw();
    }

    /// Begins the chart of the open step anew; of a question with drawn values once a worker has given them.
    fn draw(&mut self) {
        self.round = self.round.wrapping_add(1);
        let Some((at, time, question)) = self.to_ask() else {
            self.chart = Chart::begin(self.charted(), self.round, None);
            return;
        };
        if time > 0 && !question.draws.is_empty() {
            self.chart = Chart::ask(question, time, self.round);
            return;
        }
        // The values of the file are there; the hints that need runs follow.
        if let Ok(first) = question.at_first() {
            self.put(at, first);
        }
        self.chart = Chart::begin(self.charted(), self.round, None);
        if question.needs_runs(time) {
            self.chart.asks = Some((question, time));
        } else {
            self.asked.insert(at, time);
        }
    }

    /// The open question as its file has it, if it has not been asked yet: its place, how often it was asked before, and
    /// itself.
    fn to_ask(&self) -> Option<(usize, u32, Rc<Question>)> {
        let (lesson, progress) = self.open()?;
        let at = progress.question(lesson)?;
        let time = progress.answering(at).time;
        let question = self.written.as_ref()?.questions.get(at)?;
        (self.asked.get(&at) != Some(&time)).then(|| (at, time, Rc::new(question.clone())))
    }

    /// Puts a question in the place of the one at a place.
    fn put(&mut self, at: usize, question: Question) {
        if let LessonContent::Open(lesson) = &mut self.shown {
            Rc::make_mut(lesson).questions[at] = question;
        }
    }

    /// Takes the open question with its values and hints. A chart that has been waiting for the values is drawn.
    fn take_question(&mut self, question: Question) {
        let Some((at, time, _)) = self.to_ask() else {
            return;
        };
        self.asked.insert(at, time);
        self.put(at, question);
        self.chart.asks = None;
        if self.chart.show.is_none() {
            self.draw();
        }
    }

    /// Takes the answers of the workers. Without further hints a question is asked all the same.
    fn take(&mut self, made: Vec<Made>) {
        let round = self.round;
        let hints = self.chart.hints_mark();
        let (asked, made): (Vec<Made>, Vec<Made>) = made.into_iter().partition(|(mark, it)| {
            mark.question == round && (matches!(it, Ok(Outcome::Asked(_))) || Some(*mark) == hints)
        });
        self.chart.take(made);
        self.settle();
        if let Some((_, Ok(Outcome::Asked(question)))) = asked.into_iter().next() {
            self.take_question(*question);
        }
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
            progress.turn(turned);
        }
        self.round = self.round.wrapping_add(1);
        // The chart before stays on the page until the runs of this one are there.
        self.chart = Chart::begin(self.charted(), self.round, Some(&self.chart));
    }

    /// Changes how far the open lesson has come; the chart is drawn if it is that of another step.
    fn advance(&mut self, change: impl FnOnce(&mut Progress, &Lesson)) {
        let Some((lesson, progress)) = self.open() else {
            return;
        };
        let (lesson, before) = (lesson.clone(), progress.at);
        let progress = self.progress.entry(lesson.id.clone()).or_default();
        change(progress, &lesson);
        if progress.at != before {
            self.draw();
        }
    }

    fn answer(&mut self, given: Given) {
        let Some((lesson, progress)) = self.open() else {
            return;
        };
        let Some(at) = progress.question(lesson) else {
            return;
        };
        let is_right = is_right(&lesson.questions[at].answer, &given);
        let count = lesson.questions.len();
        if let Some(progress) = self.open_mut() {
            progress.answer(at, given, is_right, count);
        }
    }

    /// Asks the open question with other values, and hides its chart again.
    fn ask_anew(&mut self) {
        let Some((lesson, progress)) = self.open() else {
            return;
        };
        let Some(at) = progress.question(lesson) else {
            return;
        };
        if lesson.questions[at].draws.is_empty() {
            return;
        }
        if let Some(progress) = self.open_mut() {
            progress.ask_anew(at);
        }
        self.draw();
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
            LessonAction::Follow(path) => self.path = path,
            LessonAction::Go(at) => self.advance(|progress, lesson| progress.go(at, lesson)),
            LessonAction::Next => self.advance(Progress::next),
            LessonAction::Back => self.advance(Progress::back),
            LessonAction::ShowSolution => self.advance(|progress, lesson| {
                if let Some(at) = progress.question(lesson) {
                    progress.show(at);
                }
            }),
            LessonAction::Turn(control, index) => self.turn(control, index),
            LessonAction::Watch(moment) => {
                if let Some(progress) = self.open_mut() {
                    progress.watch(moment);
                }
            }
            LessonAction::Answer(given) => self.answer(given),
            LessonAction::AskAnew => self.ask_anew(),
            LessonAction::TryAgain => self.draw(),
            LessonAction::Made(made) => self.take(made),
            LessonAction::Maker(action) => self.make(action),
        }
    }
}
