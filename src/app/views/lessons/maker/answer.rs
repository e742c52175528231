//! The right answer of a question.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{line, number};
use crate::app::context::nothing;
use crate::app::control::{Field, List};
use slotscope::lesson::{Answer, Choice, LONGEST_NAME, LONGEST_TEXT, Question, Show};
use slotscope::page::lesson_maker::{AnswerKind, ComputedOffer, DraftAction, Written, computed_offers};

/// The kind of the answer, the answer, and how it follows from the chart.
pub fn answer(question: &Question, edit: &Callback<DraftAction>) -> Html {
    let kinds = AnswerKind::all(&question.show);
    let kind = AnswerKind::of(&question.answer);
    let on_choose = edit.reform(move |at: usize| DraftAction::Kind(kinds[at]));
    let options: Vec<AttrValue> = kinds.iter().map(|it| it.label().into()).collect();
    let chosen = kinds.iter().position(|it| *it == kind);
    let is_schedule = matches!(question.show, Show::Schedule(_));
    html! {
        <>
            <Field of="maker-kind" label="The answer is">
                <List id="maker-kind" {options} {chosen} {on_choose} />
            </Field>
            { of_kind(question, edit) }
            { computed(question, edit) }
            if is_schedule {
                { number(edit, Written::ShownUntil, ("maker-shown-until", "Shown before the answer, until second"), question.shown_until as f64) }
            }
        </>
    }
}

fn of_kind(question: &Question, edit: &Callback<DraftAction>) -> Html {
    let given = |label, value| match question.computed {
        Some(_) => html! {
            <p class="maker-computed" id="maker-computed">{ format!("{label}: ") }<strong>{ value }</strong></p>
        },
        None => number(edit, Written::Answer, ("maker-answer", label), value),
    };
    match &question.answer {
        Answer::Choices(choices) => of_choices(choices, edit),
        Answer::Number { is, unit, within } => html! {
            <div class="maker-row">
                { given("Right answer", *is) }
                { line(edit, Written::Unit, ("maker-unit", "Unit", "s"), unit) }
                { number(edit, Written::Within, ("maker-within", "May be off by"), *within) }
            </div>
        },
        Answer::Job { is } => given("Number of the right job", *is as f64),
        Answer::Start { job, is } => html! {
            <div class="maker-row">
                { number(edit, Written::Job, ("maker-job", "Job"), *job as f64) }
                { given("Its start, in seconds", *is as f64) }
            </div>
        },
    }
}

fn of_choices(choices: &[Choice], edit: &Callback<DraftAction>) -> Html {
    let row = |(at, choice): (usize, &Choice)| {
        let mark = edit.reform(move |_: Event| DraftAction::Mark(at));
        let remove = edit.reform(move |_: MouseEvent| DraftAction::RemoveChoice(at));
        let writes = |what: fn(usize) -> Written| {
            edit.reform(move |event: InputEvent| {
                let input = event.target_unchecked_into::<HtmlInputElement>();
                DraftAction::Write(what(at), input.value())
            })
        };
        let place = at + 1;
        html! {
            <li>
                <input type="radio" name="maker-right-choice" id={format!("maker-choice-{at}-right")} aria-label={format!("Choice {place} is right")}
                    checked={choice.right} onchange={mark} />
                <input type="text" id={format!("maker-choice-{at}")} aria-label={format!("Choice {place}")} placeholder={format!("Choice {place}")}
                    maxlength={LONGEST_NAME.to_string()} value={choice.text.clone()} oninput={writes(Written::Choice)} />
                <button type="button" class="icon" aria-label={format!("Remove choice {place}")} title="Remove" onclick={remove}>{ "×" }</button>
                if !choice.right {
                    <input type="text" class="maker-feedback" id={format!("maker-choice-{at}-said")} aria-label={format!("Said of choice {place}")}
                        placeholder="Why is it wrong? (optional)" maxlength={LONGEST_TEXT.to_string()} value={choice.feedback.clone()} oninput={writes(Written::Feedback)} />
                }
            </li>
        }
    };
    let add = edit.reform(|_: MouseEvent| DraftAction::AddChoice);
    html! {
        <fieldset class="maker-choices">
            <legend>{ "Choices; the right one is marked" }</legend>
            <ol>{ for choices.iter().enumerate().map(row) }</ol>
            <button type="button" id="maker-add-choice" onclick={add}>{ "Add a choice" }</button>
        </fieldset>
    }
}

/// How the answer follows from the chart, where it can.
fn computed(question: &Question, edit: &Callback<DraftAction>) -> Html {
    let offers = computed_offers(question);
    if offers.is_empty() {
        return nothing();
    }
    let typed = match question.answer {
        Answer::Choices(_) => "as it is marked",
        _ => "as it is typed",
    };
    let labels = offers.iter().map(|it| AttrValue::from(it.label.clone()));
    let options: Vec<AttrValue> = std::iter::once(typed.into()).chain(labels).collect();
    let chosen = match question.computed {
        None => Some(0),
        Some(how) => offers.iter().position(|it| it.how == how).map(|at| at + 1),
    };
    let on_choose = edit.reform(move |at: usize| {
        let offer = at.checked_sub(1).and_then(|at| offers.get(at));
        DraftAction::Compute(offer.map(|it: &ComputedOffer| it.how))
    });
    html! {
        <Field of="maker-compute" label="It is">
            <List id="maker-compute" {options} {chosen} {on_choose} />
        </Field>
    }
}
