//! Answers to questions, and the feedback on them.

use experiment::lesson::{Answer, Question};

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
