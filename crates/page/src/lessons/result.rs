//! What a page around a lesson is told of it: a course in which it is embedded.

use serde::Serialize;

use super::{Lessons, progress::Progress};
use experiment::lesson::Lesson;

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
