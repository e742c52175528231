//! Where one is in a lesson: a dot for each step, and the question's.

use yew::prelude::*;

use slotscope::lesson::Lesson;
use slotscope::page::lessons::{LessonAction, Progress};

/// Back, a dot for each step, next.
pub fn steps(lesson: &Lesson, progress: &Progress, on_action: &Callback<LessonAction>) -> Html {
    let (at, last) = (progress.at, lesson.steps.len());
    let go = |to: usize| on_action.reform(move |_: MouseEvent| LessonAction::Go(to));
    let titles = lesson.steps.iter().map(|step| step.title.as_str());
    let dots = titles.chain(["Question"]).enumerate().map(|(to, title)| {
        let label = match to == last {
            true => title.to_owned(),
            false => format!("Step {} of {last}: {title}", to + 1),
        };
        html! {
            <li><button type="button" class={classes!("dot", (to == last).then_some("asks"))} aria-label={label.clone()} title={label}
                aria-current={(to == at).then_some("step")} onclick={go(to)} /></li>
        }
    });
    let next = if at + 1 == last {
        "To the question"
    } else {
        "Next"
    };
    html! {
        <nav class="lesson-steps" aria-label="Steps of the lesson">
            <button type="button" id="lesson-back" disabled={at == 0} onclick={go(at.saturating_sub(1))}>{ "Back" }</button>
            <ol>{ for dots }</ol>
            <button type="button" class="primary" id="lesson-next" disabled={at == last} onclick={go(at + 1)}>{ next }</button>
        </nav>
    }
}
