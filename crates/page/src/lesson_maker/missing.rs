//! What a lesson lacks, in the words of its form.

use experiment::lesson::{Answer, Lesson};

/// The first text that is missing, and where; none if all are there.
pub(super) fn missing(lesson: &Lesson) -> Option<String> {
    let head = [("Title", &lesson.title), ("Subject", &lesson.summary)];
    let head = empty(&head).map(|it| format!("{it} is empty"));
    let steps = lesson.steps.iter().enumerate().filter_map(|(at, step)| {
        let text = step.text.concat();
        let it = empty(&[("Heading", &step.title), ("Text", &text)])?;
        Some(format!("step {}: {it} is empty", at + 1))
    });
    let questions = lesson.questions.iter().enumerate();
    let questions = questions.filter_map(|(at, question)| {
        let texts = [
            ("Question", &question.ask),
            ("Said of a right answer", &question.right),
            ("Said of a wrong answer", &question.wrong),
        ];
        let what = match (&question.answer, empty(&texts)) {
            (_, Some(it)) => format!("{it} is empty"),
            (Answer::Choices(choices), None) => {
                let at = choices.iter().position(|it| it.text.trim().is_empty())?;
                format!("choice {} is empty", at + 1)
            }
            _ => return None,
        };
        Some(format!("question {}: {what}", at + 1))
    });
    let none = lesson.steps.is_empty().then(|| "it has no step: add one".to_owned());
    head.into_iter().chain(steps).chain(questions).chain(none).next()
}

/// The name of the first text that is empty.
fn empty(texts: &[(&'static str, &String)]) -> Option<&'static str> {
    texts.iter().find(|(_, text)| text.trim().is_empty()).map(|it| it.0)
}
