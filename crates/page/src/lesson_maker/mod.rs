//! A lesson that is being made: its steps and questions, their charts, and the texts that it lacks.

mod answers;
mod charts;
mod controls;
mod edit;
mod missing;
mod saved;
mod taken;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use experiment::Run;
use experiment::lesson::shelf::SHELF;
use experiment::lesson::{Answer, Control, Lesson, Question, Schedule, Show, Step, VERSION, Value, computed_of_runs};
use scheduling::criteria::Report;
use workload::Time;

use crate::words;
pub use answers::{AnswerKind, ComputedOffer, computed_offers};
pub use charts::{ChartKind, kind_of, kinds};
pub use controls::{ControlOffer, offers};
pub use edit::{DraftAction, Written};
pub use saved::{KEPT, text};
use taken::moved;
pub use taken::{Taken, taken};

/// The most steps back that are kept.
const MOST_UNDONE: usize = 100;

/// A lesson that is being made. Its lesson may lack what a complete one has.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The lesson as it stands.
    pub lesson: Rc<Lesson>,
    /// The part that is open: the steps, counted from 0, then the questions.
    pub at: usize,
    /// The charts that were taken from the page in this visit.
    taken: Vec<Rc<Taken>>,
    /// The lesson before each edit, and its open part.
    undo: Vec<(Rc<Lesson>, usize)>,
    /// The lesson after each edit that was undone.
    redo: Vec<(Rc<Lesson>, usize)>,
    /// The text that the last edit wrote: the next letters are of the same edit.
    writing: Option<Written>,
}

impl Draft {
    /// A new lesson with a step for a chart.
    pub fn new(chart: Option<Taken>) -> Self {
        let show = chart.as_ref().map_or_else(sample, |it| it.show.clone());
        let mut draft = Self::of(Lesson {
            lesson: VERSION,
            id: String::new(),
            title: String::new(),
            summary: String::new(),
            minutes: 5,
            source: String::new(),
            steps: vec![empty_step(show)],
            questions: Vec::new(),
        });
        draft.taken.extend(chart.map(Rc::new));
        draft
    }

    /// A lesson as it was kept, or as its file has it.
    pub fn of(lesson: Lesson) -> Self {
        Self { lesson: Rc::new(lesson), at: 0, taken: Vec::new(), undo: Vec::new(), redo: Vec::new(), writing: None }
    }

    /// A copy of a lesson: of one that comes with the page with a name of its own.
    pub fn copy(lesson: &Lesson) -> Self {
        let mut lesson = lesson.clone();
        if SHELF.iter().any(|card| card.id == lesson.id) {
            lesson.title += " (copy)";
            lesson.id.clear();
        }
        Self::of(lesson)
    }

    /// Another lesson in place of this one, which comes back with undo.
    pub fn replaced(mut self, next: Self) -> Self {
        self.undo.push((self.lesson, self.at));
        self.taken.extend(next.taken);
        Self { undo: self.undo, redo: Vec::new(), taken: self.taken, ..Self::of(Rc::unwrap_or_clone(next.lesson)) }
    }

    pub fn parts(&self) -> usize {
        self.lesson.steps.len() + self.lesson.questions.len()
    }

    /// The question of a part; none of a step.
    pub fn question(&self, at: usize) -> Option<&Question> {
        let at = at.checked_sub(self.lesson.steps.len())?;
        self.lesson.questions.get(at)
    }

    /// The chart of the open part, and its controls; none of a lesson without parts.
    pub fn chart(&self) -> Option<(&Show, &[Control])> {
        match self.lesson.steps.get(self.at) {
            Some(step) => Some((&step.show, &step.controls)),
            None => {
                let question = self.question(self.at)?;
                Some((&question.show, &question.controls))
            }
        }
    }

    /// Whether an edit can be undone, and whether one can be done again.
    pub fn history(&self) -> (bool, bool) {
        (!self.undo.is_empty(), !self.redo.is_empty())
    }

    /// The complete lesson, with the name that its file has.
    ///
    /// # Errors
    ///
    /// What is missing or invalid, with the place.
    pub fn complete(&self) -> Result<Lesson, String> {
        let lesson = self.tidy();
        if let Some(missing) = missing::missing(&lesson) {
            return Err(missing);
        }
        let text = serde_json::to_vec(&lesson).map_err(|error| error.to_string())?;
        let read = Lesson::from_json(&text).map_err(|why| why.to_string());
        let place = format!("lesson \"{}\", ", lesson.id);
        read.map_err(|why| why.strip_prefix(&place).map_or(why.clone(), str::to_owned))
    }

    /// The lesson without empty paragraphs, and with a name: of its title where it has none.
    fn tidy(&self) -> Lesson {
        let mut lesson = Lesson::clone(&self.lesson);
        for step in &mut lesson.steps {
            step.text.retain(|text| !text.trim().is_empty());
        }
        if lesson.id.is_empty() {
            lesson.id = id_of(&lesson.title);
        }
        lesson
    }

    /// Takes the runs of the open chart: a computed answer follows them. Says how many jobs of a chart that was taken from
    /// the page start at other times.
    pub fn settle(&mut self, show: &Show, runs: &[(&Run, &Report)]) {
        let at = self.at;
        let Some(answer) = self.computed(at, show, runs) else {
            return;
        };
        let first = self.lesson.steps.len();
        let question = &mut Rc::make_mut(&mut self.lesson).questions[at - first];
        if question.answer != answer {
            question.answer = answer;
        }
    }

    /// The computed answer of a question by the runs of its chart.
    fn computed(&self, at: usize, show: &Show, runs: &[(&Run, &Report)]) -> Option<Answer> {
        let question = self.question(at)?;
        let (Show::Schedule(schedule), how) = (show, question.computed?) else {
            return None;
        };
        let value: Value = computed_of_runs(schedule, how, runs).ok()?;
        question.answer_of(&value).ok()
    }

    /// How the chart that was taken from the page differs there, in a sentence: jobs that start at other times, and
    /// what it leaves out.
    pub fn differs(&self, show: &Show, runs: &[&Run]) -> Option<String> {
        let taken = self.taken.iter().find(|it| it.show == *show)?;
        let run = runs.get(taken.front)?;
        let count = if taken.starts.is_empty() { 0 } else { moved(&taken.starts, run) };
        let moved = match count {
            0 => String::new(),
            count => format!(
                "{} of {} start at other times than on the page: the jobs of a lesson have no users, priorities, dependencies or nodes.",
                words::plural(count, "job"),
                run.jobs.len()
            ),
        };
        let told = [moved, taken.left_out.clone()];
        let told: Vec<String> = told.into_iter().filter(|it| !it.is_empty()).collect();
        (!told.is_empty()).then(|| told.join(" "))
    }
}

/// A name for addresses of a title; of a title that has the name of a lesson of the page with an ending.
fn id_of(title: &str) -> String {
    let id = words::slug_or(title, "lesson").to_lowercase().replace('.', "-");
    let id: String = id.chars().take(50).collect();
    if SHELF.iter().any(|card| card.id == id) { id + "-2" } else { id }
}

/// The sample in one schedule, with which the page opens.
fn sample() -> Show {
    Show::Schedule(Schedule::default())
}

fn empty_step(show: Show) -> Step {
    Step { title: String::new(), text: vec![String::new()], show, controls: Vec::new() }
}

fn empty_question(show: Show) -> Question {
    Question {
        ask: String::new(),
        show,
        shown_until: 0,
        controls: Vec::new(),
        answer: Answer::Number { is: 0.0, unit: "s".to_owned(), within: 0.0 },
        right: String::new(),
        wrong: String::new(),
        slips: Vec::new(),
        draws: Vec::new(),
        computed: None,
    }
}

/// A time that was typed, in seconds.
fn seconds(typed: &str) -> Option<Time> {
    typed.trim().parse().ok()
}
