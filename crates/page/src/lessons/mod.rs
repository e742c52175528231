//! The state of the Lessons view: the lesson that is open, how far each lesson has come in this visit, and the chart of
//! the open step with its runs.

mod chart;
mod progress;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Serialize;

use crate::Reduce;
use crate::lesson_maker::Draft;
use crate::places::LessonStep;
use crate::tasks::{Made, Outcome};
use crate::words;
use experiment::lesson::shelf::{Card, SHELF};
use experiment::lesson::{Answer, Interval, Job, Lesson, Question, Show, Task, shelf};
use export::snapshot::LessonPlace;
use scheduling::availability::proposition_1::letter;
use workload::Time;

pub use chart::MakerAction;
pub use chart::{Chart, ShotResult};
pub use progress::{Answering, Progress, chart_of, parts};

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

/// An answer that was given.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// The choice at this place.
    Choice(usize),
    /// A number, the number of a job, or a start in seconds.
    Number(f64),
}

pub fn is_right(answer: &Answer, given: &Given) -> bool {
    match (answer, given) {
        (Answer::Choices(choices), Given::Choice(at)) => choices.get(*at).is_some_and(|choice| choice.right),
        (answer, Given::Number(number)) => answer.is_number(*number),
        _ => false,
    }
}

/// Why this answer is wrong: the words of the choice, the hint for the number, or the question's own.
pub fn said_of_wrong<'a>(question: &'a Question, given: &Given) -> &'a str {
    let own = match (&question.answer, given) {
        (Answer::Choices(choices), Given::Choice(at)) => choices.get(*at).map(|it| it.feedback.as_str()),
        (_, Given::Number(number)) => {
            let is_it = |is: f64| (is - number).abs() <= 1e-9 * is.abs().max(1.0);
            question.slips.iter().find(|it| it.is.is_some_and(is_it)).map(|it| it.said.as_str())
        }
        _ => None,
    };
    own.filter(|it| !it.is_empty()).unwrap_or(&question.wrong)
}

/// How far the open lesson has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LessonResult {
    /// Always `lesson`: tells the message from those of others.
    pub slotscope: &'static str,
    /// The id of the lesson.
    pub lesson: String,
    /// Whether every question has been answered correctly.
    pub done: bool,
    /// Each question, in order.
    pub questions: Vec<QuestionResult>,
}

/// How far a question has been answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QuestionResult {
    /// How many answers have been given.
    pub tries: u32,
    /// How many it took until one was right; none while none is.
    pub solved_after: Option<u32>,
}

impl LessonResult {
    fn of(lesson: &Lesson, progress: &Progress) -> Self {
        let question = |at: usize| {
            let answering = progress.answering(at);
            QuestionResult { tries: answering.tries, solved_after: answering.solved_after }
        };
        Self {
            slotscope: "lesson",
            lesson: lesson.id.clone(),
            done: progress.done,
            questions: (0..lesson.questions.len()).map(question).collect(),
        }
    }

    /// Whether any question has been answered.
    pub fn has_answers(&self) -> bool {
        self.questions.iter().any(|it| it.tries > 0)
    }
}

impl Lessons {
    /// How far the open lesson has come; none for the list.
    pub fn result(&self) -> Option<LessonResult> {
        let (lesson, progress) = self.open()?;
        Some(LessonResult::of(lesson, progress))
    }
}

/// A job, a reservation or a task of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// Its name: "Job 2", "A".
    pub name: String,
    /// Its size in processors, or its load in percent.
    pub size: u32,
    /// How long it runs, in seconds.
    pub length: Time,
    /// In words: its times and its size.
    pub said: String,
}

/// The jobs, reservations or tasks of a chart, in its order; none of other charts, of which the question tells all.
pub fn known(show: &Show) -> Vec<Known> {
    match show {
        Show::Schedule(it) if !it.jobs.is_empty() => {
            it.jobs.iter().enumerate().map(|(at, job)| of_job(at, job)).collect()
        }
        Show::Schedule(it) => it.tasks.iter().map(of_task).collect(),
        Show::Binding(it) => {
            it.reservations.iter().enumerate().map(|(at, interval)| of_interval(at, interval)).collect()
        }
        Show::Messages(it) => it.tasks.iter().map(of_task).collect(),
        _ => Vec::new(),
    }
}

fn of_job(at: usize, job: &Job) -> Known {
    let processors = words::plural(job.size as usize, "processor");
    let gpus = match job.gpus {
        0 => String::new(),
        gpus => format!(" and {} of one node", words::plural(gpus as usize, "GPU")),
    };
    let mut said = format!("submitted at {}, {processors}{gpus} for {} s", job.submit, job.run);
    if job.limit() != job.run {
        said += &format!(", limit {} s", job.limit());
    }
    if let Some(ready) = job.ready {
        said += &format!(", reserved from {ready}");
        if let Some(deadline) = job.deadline {
            said += &format!(" at the earliest, to end by {deadline}");
        }
    }
    Known { name: format!("Job {}", at + 1), size: job.size, length: job.run, said }
}

fn of_interval(at: usize, it: &Interval) -> Known {
    let processors = words::plural(it.processors as usize, "processor");
    Known {
        name: letter(at).to_string(),
        size: it.processors,
        length: it.end - it.start,
        said: format!("{processors} from {} to {}", it.start, it.end),
    }
}

fn of_task(task: &Task) -> Known {
    Known {
        name: format!("Task {}", task.task),
        size: task.load,
        length: task.end - task.start,
        said: format!("from {} to {}, {} % of a node", task.start, task.end, task.load),
    }
}
