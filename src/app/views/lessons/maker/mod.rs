//! The form in which a lesson is made.

mod answer;
mod chart_form;
mod head;
pub mod kept;
mod part;
mod parts;

use std::rc::Rc;

use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::chart::ChartOfStep;
use crate::app::context::nothing;
use crate::app::context::state::Dispatch;
use crate::app::context::theme::Ground;
use crate::app::control::{Field, Number};
use crate::app::files::download;
use chart_form::ChartForm;
use slotscope::lesson::{LONGEST_NAME, LONGEST_TEXT, Lesson, Shot, Show};
use slotscope::page::lesson_maker::{Draft, DraftAction, Written, text};
use slotscope::page::lessons::{LessonAction, Lessons, MakerAction};
use slotscope::page::state::Action;

#[derive(Properties, PartialEq)]
pub struct MakerProps {
    pub lessons: Rc<Lessons>,
    pub ground: Ground,
    /// How many scenarios are compared on the page.
    pub compared: usize,
    pub on_action: Callback<LessonAction>,
    pub on_take: Callback<Shot>,
    pub dispatch: Dispatch,
}

/// The form: texts at the left, the chart of the open part at the right, the parts beneath.
#[component]
pub fn Maker(props: &MakerProps) -> Html {
    let draft = props.lessons.making();
    // To check a lesson tries all of its charts: once for each edit, not for each run that comes back.
    let complete = use_memo(draft.map(|it| it.lesson.clone()), |_| draft.map(Draft::complete));
    let (Some(draft), Some(complete)) = (draft, &*complete) else {
        return nothing();
    };
    let edit = props.on_action.reform(edit);
    html! {
        <article class="lesson maker" id="lesson-maker" data-part={draft.at.to_string()} aria-labelledby="maker-title">
            { top(props, draft, complete, &edit) }
            <div class="lesson-body">
                <section class="lesson-text" aria-label="Texts">
                    { head::head(draft, &edit) }
                    { part::part(draft, &edit) }
                </section>
                <section class="lesson-chart" aria-label="Chart of this part">
                    { chart(props, draft, &edit) }
                </section>
            </div>
            { parts::parts(draft, &edit) }
        </article>
    }
}

/// An edit as an action of the view.
fn edit(edit: DraftAction) -> LessonAction {
    LessonAction::Maker(MakerAction::Edit(edit))
}

/// The title, the texts that are missing, and the buttons for the whole lesson.
fn top(props: &MakerProps, draft: &Draft, complete: &Result<Lesson, String>, edit: &Callback<DraftAction>) -> Html {
    let act = |action: fn() -> LessonAction| props.on_action.reform(move |_: MouseEvent| action());
    let told = match complete {
        Ok(_) => "Complete: it can be saved and handed out.".to_owned(),
        Err(why) => format!("Not complete yet: {why}."),
    };
    let save = {
        let (complete, dispatch) = (complete.clone(), props.dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            let saved = complete.clone().and_then(|lesson| {
                let name = format!("{}.json", lesson.id);
                let saved = download::text(&name, "application/json", &text(&lesson)?);
                saved.map_err(|error| format!("{error:?}"))
            });
            if let Err(why) = saved {
                dispatch.dispatch(Action::complain(format!("The lesson could not be saved: {why}")));
            }
        })
    };
    let (can_undo, can_redo) = draft.history();
    let step = |action: fn() -> DraftAction| edit.reform(move |_: MouseEvent| action());
    let is_complete = complete.is_ok();
    html! {
        <header class="lesson-head">
            <button type="button" id="lesson-close" onclick={act(|| LessonAction::Close)}>{ "All lessons" }</button>
            <h2 id="maker-title">{ "Make a lesson" }</h2>
            <p class="said" id="maker-told" aria-live="polite">{ told }</p>
            <div class="maker-actions">
                <button type="button" id="maker-undo" disabled={!can_undo} onclick={step(|| DraftAction::Undo)}>{ "Undo" }</button>
                <button type="button" id="maker-redo" disabled={!can_redo} onclick={step(|| DraftAction::Redo)}>{ "Redo" }</button>
                <button type="button" id="maker-new" onclick={act(|| LessonAction::Maker(MakerAction::New))}
                    title="Begins a new lesson; Undo brings this one back">{ "New" }</button>
                <button type="button" id="maker-preview" disabled={!is_complete}
                    onclick={act(|| LessonAction::Maker(MakerAction::Preview))}>{ "Preview" }</button>
                <button type="button" class="primary" id="maker-save" disabled={!is_complete} onclick={save}>{ "Save file" }</button>
            </div>
        </header>
    }
}

/// The chart of the open part, and what it shows.
fn chart(props: &MakerProps, draft: &Draft, edit: &Callback<DraftAction>) -> Html {
    let Some((show, controls)) = draft.chart() else {
        return html! { <p class="empty">{ "The lesson has no parts: add a step." }</p> };
    };
    let chart = props.lessons.chart.clone();
    let step = match draft.lesson.steps.get(draft.at) {
        Some(step) => step.title.clone(),
        None => "the question".to_owned(),
    };
    let moment = match show {
        Show::Messages(it) => it.step,
        _ => 0,
    };
    html! {
        <>
            <ChartForm show={show.clone()} controls={controls.to_vec()} compared={props.compared} on_edit={edit} dispatch={&props.dispatch} />
            if let Some(differs) = props.lessons.differs() {
                <p class="maker-differs" id="maker-differs" role="status">{ differs }</p>
            }
            <ChartOfStep {chart} {step} {moment} ground={props.ground} on_action={&props.on_action} on_take={&props.on_take} />
        </>
    }
}

/// A callback for the text of a field.
fn writes(edit: &Callback<DraftAction>, what: Written, value: fn(&InputEvent) -> String) -> Callback<InputEvent> {
    edit.reform(move |event: InputEvent| DraftAction::Write(what, value(&event)))
}

/// A field of one line.
fn line(
    edit: &Callback<DraftAction>,
    what: Written,
    (id, label, hint): (&'static str, &'static str, &'static str),
    value: &str,
) -> Html {
    let oninput = writes(edit, what, |event| event.target_unchecked_into::<HtmlInputElement>().value());
    html! {
        <Field of={id} {label}>
            <input type="text" {id} placeholder={hint} maxlength={LONGEST_NAME.to_string()} value={value.to_owned()} {oninput} />
        </Field>
    }
}

/// A field of several lines.
fn area(
    edit: &Callback<DraftAction>,
    what: Written,
    (id, label, hint): (&'static str, &'static str, &'static str),
    rows: u32,
    value: &str,
) -> Html {
    let oninput = writes(edit, what, |event| event.target_unchecked_into::<HtmlTextAreaElement>().value());
    html! {
        <Field of={id} {label}>
            <textarea {id} rows={rows.to_string()} placeholder={hint} maxlength={LONGEST_TEXT.to_string()} value={value.to_owned()} {oninput} />
        </Field>
    }
}

/// A field for a number.
fn number(edit: &Callback<DraftAction>, what: Written, (id, label): (&'static str, &'static str), value: f64) -> Html {
    let edit = edit.clone();
    let on_change = Callback::from(move |typed: Option<f64>| {
        if let Some(number) = typed {
            edit.emit(DraftAction::Write(what, number.to_string()));
        }
    });
    let fractions = matches!(what, Written::Answer | Written::Within);
    let min = match what {
        Written::Answer => f64::MIN,
        _ => 0.0,
    };
    html! {
        <Field of={id} {label}>
            <Number {id} {value} {min} {fractions} {on_change} />
        </Field>
    }
}
