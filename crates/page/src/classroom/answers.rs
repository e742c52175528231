//! The answers that were given to the questions of a lesson.

use crate::lessons::{Given, Progress, is_right};
use experiment::lesson::{Answer, Lesson};
use export::hand_in::AnswerGiven;

/// The answers that stand in a lesson, with the number of tries at each question.
pub fn answers_of(lesson: &Lesson, progress: &Progress) -> Vec<AnswerGiven> {
    let answers = lesson.questions.iter().enumerate().filter_map(|(at, question)| {
        let answering = progress.answering(at);
        let given = answering.given?;
        Some(AnswerGiven {
            question: question.ask.clone(),
            answer: in_words(&question.answer, &given),
            right: is_right(&question.answer, &given),
            tries: answering.tries,
        })
    });
    answers.collect()
}

/// The text of the choice, or the number with its unit.
fn in_words(answer: &Answer, given: &Given) -> String {
    match (answer, given) {
        (Answer::Choices(choices), Given::Choice(at)) => {
            choices.get(*at).map_or_else(String::new, |it| it.text.clone())
        }
        (Answer::Number { unit, .. }, Given::Number(number)) => format!("{number} {unit}").trim_end().to_owned(),
        (Answer::Start { .. }, Given::Number(number)) => format!("{number} s"),
        (Answer::Job { .. }, Given::Number(number)) => format!("job {number}"),
        (_, Given::Number(number)) => number.to_string(),
        (_, Given::Choice(at)) => (at + 1).to_string(),
    }
}
