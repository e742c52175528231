//! The steps and questions of the lesson, in order.

use yew::prelude::*;

use slotscope::page::lesson_maker::{Draft, DraftAction};

/// A dot for each part, and buttons that add one.
pub fn parts(draft: &Draft, edit: &Callback<DraftAction>) -> Html {
    let steps = draft.lesson.steps.len();
    let dots = (0..draft.parts()).map(|at| {
        let label = match draft.lesson.steps.get(at) {
            Some(step) => format!("Step {}: {}", at + 1, step.title),
            None => format!("Question {}", at - steps + 1),
        };
        let open = edit.reform(move |_: MouseEvent| DraftAction::Open(at));
        html! {
            <li><button type="button" class={classes!("dot", (at >= steps).then_some("asks"))} id={format!("maker-part-{at}")} aria-label={label.clone()} title={label}
                aria-current={(at == draft.at).then_some("step")} onclick={open} /></li>
        }
    });
    let add = |action: fn() -> DraftAction| edit.reform(move |_: MouseEvent| action());
    html! {
        <nav class="lesson-steps" aria-label="Parts of the lesson">
            <button type="button" id="maker-add-step" onclick={add(|| DraftAction::AddStep(None))}>{ "Add a step" }</button>
            <ol>{ for dots }</ol>
            <button type="button" id="maker-add-question" onclick={add(|| DraftAction::AddQuestion(None))}>{ "Add a question" }</button>
        </nav>
    }
}
