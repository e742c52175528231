//! The texts of the open part: a step or a question.

use yew::prelude::*;

use crate::app::context::nothing;

use super::answer::answer;
use super::{area, line};
use slotscope::lesson::{Question, Step};
use slotscope::page::lesson_maker::{Draft, DraftAction, Written};

/// The fields of the open part, and where it stands.
pub fn part(draft: &Draft, edit: &Callback<DraftAction>) -> Html {
    let steps = draft.lesson.steps.len();
    let (place, fields) = match (draft.lesson.steps.get(draft.at), draft.question(draft.at)) {
        (Some(step), _) => (format!("Step {} of {steps}", draft.at + 1), of_step(step, edit)),
        (None, Some(question)) => {
            let (at, count) = (draft.at - steps + 1, draft.lesson.questions.len());
            (format!("Question {at} of {count}"), of_question(question, edit))
        }
        (None, None) => return nothing(),
    };
    let act = |action: fn() -> DraftAction| edit.reform(move |_: MouseEvent| action());
    html! {
        // A field keeps its caret only within its part.
        <div class="maker-part" key={draft.at}>
            <div class="maker-place">
                <h3>{ place }</h3>
                <button type="button" class="icon" id="maker-earlier" aria-label="Earlier" title="Earlier" onclick={act(|| DraftAction::Move { earlier: true })}>{ "←" }</button>
                <button type="button" class="icon" id="maker-later" aria-label="Later" title="Later" onclick={act(|| DraftAction::Move { earlier: false })}>{ "→" }</button>
                <button type="button" class="icon" id="maker-remove" aria-label="Remove this part" title="Remove this part" onclick={act(|| DraftAction::Remove)}>{ "×" }</button>
            </div>
            { fields }
        </div>
    }
}

fn of_step(step: &Step, edit: &Callback<DraftAction>) -> Html {
    let hint = "One idea. Say what to look at in the chart, and what to change.\n\nAn empty line begins a paragraph.";
    html! {
        <>
            { line(edit, Written::Heading, ("maker-heading", "Heading", "Two jobs"), &step.title) }
            { area(edit, Written::Text, ("maker-text", "Text", hint), 9, &step.text.join("\n\n")) }
        </>
    }
}

fn of_question(question: &Question, edit: &Callback<DraftAction>) -> Html {
    html! {
        <>
            { area(edit, Written::Ask, ("maker-ask", "Question", "When does job 3 start?"), 2, &question.ask) }
            { answer(question, edit) }
            { area(edit, Written::Right, ("maker-right", "Said of a right answer", "Yes: job 1 ends then."), 2, &question.right) }
            { area(edit, Written::Wrong, ("maker-wrong", "Said of a wrong answer: a hint, not the answer", "Look at the processors that are free."), 2, &question.wrong) }
            if !question.draws.is_empty() || !question.slips.is_empty() {
                <p class="hint">{ "Its hints for single numbers and its drawn values stay as the file has them, until it gets another chart." }</p>
            }
        </>
    }
}
