//! How far a lesson has come.

use std::collections::BTreeMap;

use super::Given;
use experiment::lesson::{Control, Lesson, Show};
use export::snapshot::LessonPlace;

/// How far a lesson has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The step that is open, counted from 0; the questions follow the last step.
    pub at: usize,
    /// The part of its text that is shown, counted from 0.
    pub part: usize,
    /// Whether every question has been answered correctly.
    pub done: bool,
    /// The answers to each question that has been asked.
    answers: BTreeMap<usize, Answering>,
    /// The positions of the controls of each step that has any turned.
    turned: BTreeMap<usize, Vec<usize>>,
    /// The moment of each step that goes through moments, counted from 0.
    moments: BTreeMap<usize, usize>,
}

/// How far a question has been answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answering {
    /// How often it was asked before: 0 with the values of its file, later with drawn ones.
    pub time: u32,
    /// The answer that was given last.
    pub given: Option<Given>,
    /// Whether the rest of the chart is shown: after a right answer, or on request.
    pub is_shown: bool,
    /// How many answers have been given, with all values.
    pub tries: u32,
    /// How many answers it took until one was right; none while none is.
    pub solved_after: Option<u32>,
}

impl Answering {
    /// Whether it has ever been answered correctly.
    pub fn is_solved(&self) -> bool {
        self.solved_after.is_some()
    }
}

impl Progress {
    /// The place in the lesson of an id.
    pub fn place(&self, id: &str) -> LessonPlace {
        let times = self.answers.iter().map(|(&at, it)| (at, it.time));
        LessonPlace {
            id: id.to_owned(),
            step: self.at,
            part: self.part,
            set: self.turned.clone(),
            moments: self.moments.clone(),
            times: times.filter(|&(_, time)| time > 0).collect(),
            path: Vec::new(),
        }
    }

    /// Goes to a place, as far as the lesson has it: the place may be of another version of the lesson's file.
    pub(super) fn stand(&mut self, place: LessonPlace, lesson: &Lesson) {
        let last = last_step(lesson);
        self.at = place.step.min(last);
        self.part = place.part.min(parts(lesson, self.at).len() - 1);
        self.note_end(lesson);
        let mut turned = place.set;
        turned.retain(|&at, positions| {
            let (_, controls) = chart_of(lesson, at);
            let is_there = |(position, control): (&usize, &Control)| *position < control.values.len();
            // The chart of a question is hidden as it begins.
            let is_hidden =
                at.checked_sub(lesson.steps.len()).is_some_and(|question| !self.answering(question).is_shown);
            at <= last
                && (positions.is_empty() || !is_hidden)
                && positions.len() == controls.len()
                && positions.iter().zip(controls).all(is_there)
        });
        self.turned = turned;
        self.moments = place.moments;
        self.moments.retain(|&at, _| at <= last);
        for (at, question) in lesson.questions.iter().enumerate() {
            let time = place.times.get(&at).copied().unwrap_or(0);
            let answering = self.answers.get(&at).map_or(0, |it| it.time);
            if answering != time && !question.draws.is_empty() {
                let answering = self.answers.entry(at).or_default();
                *answering = Answering { time, given: None, is_shown: false, ..answering.clone() };
            }
        }
    }

    /// The positions of the controls of the open step.
    pub fn positions(&self, controls: &[Control]) -> Vec<usize> {
        self.turned.get(&self.at).cloned().unwrap_or_else(|| controls.iter().map(|it| it.first).collect())
    }

    /// The moment of the open step.
    pub fn moment(&self, show: Option<&Show>) -> usize {
        let first = match show {
            Some(Show::Messages(it)) => it.step,
            _ => 0,
        };
        self.moments.get(&self.at).copied().unwrap_or(first)
    }

    pub(super) fn turn(&mut self, positions: Vec<usize>) {
        self.turned.insert(self.at, positions);
        self.moments.remove(&self.at);
    }

    pub(super) fn watch(&mut self, moment: usize) {
        self.moments.insert(self.at, moment);
    }

    /// The question that is open, counted from 0; none at a step.
    pub fn question(&self, lesson: &Lesson) -> Option<usize> {
        let at = self.at.checked_sub(lesson.steps.len())?;
        (at < lesson.questions.len()).then_some(at)
    }

    /// How far a question has been answered.
    pub fn answering(&self, question: usize) -> Answering {
        self.answers.get(&question).cloned().unwrap_or_default()
    }

    /// Whether the open step is a question whose solution is not shown: the future of its chart is hidden.
    pub fn is_hidden(&self, lesson: &Lesson) -> bool {
        let question = self.question(lesson);
        question.is_some_and(|at| !self.answering(at).is_shown)
    }

    /// Goes to a step; its first part.
    pub(super) fn go(&mut self, at: usize, lesson: &Lesson) {
        (self.at, self.part) = (at.min(last_step(lesson)), 0);
        self.note_end(lesson);
    }

    /// A lesson without questions is done once its last step has been opened.
    fn note_end(&mut self, lesson: &Lesson) {
        self.done |= lesson.questions.is_empty() && self.at == last_step(lesson);
    }

    /// Goes to the next part or step.
    pub(super) fn next(&mut self, lesson: &Lesson) {
        if !self.ends_step(lesson) {
            self.part += 1;
        } else if !self.ends_lesson(lesson) {
            self.go(self.at + 1, lesson);
        }
    }

    /// Goes to the part before, or the last part of the step before.
    pub(super) fn back(&mut self, lesson: &Lesson) {
        match self.part.checked_sub(1) {
            Some(part) => self.part = part,
            None if self.at > 0 => {
                self.at -= 1;
                self.part = parts(lesson, self.at).len() - 1;
            }
            None => {}
        }
    }

    /// Whether nothing follows the open part in its step.
    pub fn ends_step(&self, lesson: &Lesson) -> bool {
        self.part + 1 == parts(lesson, self.at).len()
    }

    /// Whether nothing follows the open part in the lesson.
    pub fn ends_lesson(&self, lesson: &Lesson) -> bool {
        self.at == last_step(lesson) && self.ends_step(lesson)
    }

    pub(super) fn answer(&mut self, question: usize, given: Given, is_right: bool, count: usize) {
        let answering = self.answers.entry(question).or_default();
        answering.given = Some(given);
        answering.is_shown |= is_right;
        answering.tries += 1;
        if is_right && !answering.is_solved() {
            answering.solved_after = Some(answering.tries);
        }
        self.done |= (0..count).all(|at| self.answering(at).is_solved());
    }

    pub(super) fn ask_anew(&mut self, question: usize) {
        let answering = self.answers.entry(question).or_default();
        (answering.given, answering.is_shown) = (None, false);
        answering.time = answering.time.wrapping_add(1).max(1);
        self.turned.remove(&self.at);
        self.moments.remove(&self.at);
    }

    /// Shows the rest of the chart of a question.
    pub(super) fn show(&mut self, question: usize) {
        self.answers.entry(question).or_default().is_shown = true;
    }

    /// The answers on the page are forgotten, and how often and how well was answered is kept.
    pub(super) fn forget_given(&mut self) {
        self.answers.values_mut().for_each(|it| (it.given, it.is_shown) = (None, false));
    }
}

/// The last step of a lesson, its last question, counted from 0.
pub(super) fn last_step(lesson: &Lesson) -> usize {
    (lesson.steps.len() + lesson.questions.len()).saturating_sub(1)
}

/// The chart of a step, or of a question after the last step, and its controls. Of a step that the lesson does not
/// have, those of its last question.
pub fn chart_of(lesson: &Lesson, at: usize) -> (&Show, &[Control]) {
    match lesson.steps.get(at) {
        Some(step) => (&step.show, &step.controls),
        None => {
            let last = lesson.questions.len().saturating_sub(1);
            let question = &lesson.questions[(at - lesson.steps.len()).min(last)];
            (&question.show, &question.controls)
        }
    }
}

/// How many letters of text stand beside a chart at 1280 × 720 pixels; a paragraph and a control take as much room as some
/// more.
const MOST_LETTERS: usize = 740;
const OF_PARAGRAPH: usize = 45;
const OF_CONTROL: usize = 110;

/// The paragraphs of a step, or none of a question, in parts that each stand beside its chart: at least one.
pub fn parts(lesson: &Lesson, at: usize) -> Vec<&[String]> {
    let text = lesson.steps.get(at).map_or(&[][..], |step| &step.text);
    let beside = lesson.steps.get(at).map_or(0, |step| step.controls.len() * OF_CONTROL);
    let (mut parts, mut first, mut letters) = (Vec::new(), 0, beside);
    for (at, paragraph) in text.iter().enumerate() {
        let more = paragraph.chars().count() + OF_PARAGRAPH;
        if at > first && letters + more > MOST_LETTERS {
            parts.push(&text[first..at]);
            (first, letters) = (at, beside);
        }
        letters += more;
    }
    parts.push(&text[first..]);
    parts
}
