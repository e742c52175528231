//! Where one is in a lesson: a dot for each step, and for each question.

use yew::prelude::*;

use slotscope::lesson::Lesson;
use slotscope::page::lessons::{LessonAction, Progress};

/// Back, a dot for each step and question, next.
pub fn steps(lesson: &Lesson, progress: &Progress, on_action: &Callback<LessonAction>) -> Html {
    let (at, count) = (progress.at, lesson.steps.len());
    let (is_first, is_last) = ((at, progress.part) == (0, 0), progress.ends_lesson(lesson));
    let go = |to: usize| on_action.reform(move |_: MouseEvent| LessonAction::Go(to));
    let dots = (0..count + lesson.questions.len()).map(|to| {
        let label = label(lesson, to);
        html! {
            <li><button type="button" class={classes!("dot", (to >= count).then_some("asks"))} aria-label={label.clone()} title={label}
                aria-current={(to == at).then_some("step")} onclick={go(to)} /></li>
        }
    });
    let next = match at + 1 {
        _ if is_last || !progress.ends_step(lesson) => "Next",
        next if next == count => "To the question",
        next if next > count => "Next question",
        _ => "Next",
    };
    let turn = |action: fn() -> LessonAction| on_action.reform(move |_: MouseEvent| action());
    // After a question the way on is lit by a right answer.
    let question = progress.question(lesson);
    let is_lit = question.is_none_or(|it| progress.answering(it).is_solved());
    html! {
        <nav class="lesson-steps" aria-label="Steps of the lesson">
            <button type="button" id="lesson-back" disabled={is_first} onclick={turn(|| LessonAction::Back)}>{ "Back" }</button>
            <ol>{ for dots }</ol>
            <button type="button" class={is_lit.then_some("primary")} id="lesson-next" disabled={is_last} onclick={turn(|| LessonAction::Next)}>{ next }</button>
        </nav>
    }
}

/// The name of a step or a question.
fn label(lesson: &Lesson, to: usize) -> String {
    let count = lesson.steps.len();
    match lesson.steps.get(to) {
        Some(step) => format!("Step {} of {count}: {}", to + 1, step.title),
        None if lesson.questions.len() == 1 => "Question".to_owned(),
        None => format!("Question {}", to - count + 1),
    }
}
