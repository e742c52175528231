//! What the chart of a part shows, and what its readers may change.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::number;
use crate::app::context::nothing;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::control::{Field, List};
use slotscope::lesson::{Control, Show};
use slotscope::page::lesson_maker::{DraftAction, Written, kind_of, kinds, offers};
use slotscope::page::state::{Action, TeachAction};

#[derive(Properties, PartialEq)]
pub struct ChartFormProps {
    pub show: Show,
    pub controls: Vec<Control>,
    pub compared: usize,
    pub on_edit: Callback<DraftAction>,
    pub dispatch: Dispatch,
}

/// The fields above a chart.
#[component]
pub fn ChartForm(props: &ChartFormProps) -> Html {
    html! {
        <div class="lesson-controls maker-chart">
            { taking(props) }
            { kind(props) }
            { of_kind(props) }
            { controls(props) }
        </div>
    }
}

/// Puts the run on the page in place of the chart.
fn taking(props: &ChartFormProps) -> Html {
    let take = |all| props.dispatch.callback(move |_: MouseEvent| Action::Teach(TeachAction::TakeRun { all }));
    html! {
        <Field label="Chart">
            <div class="maker-taking">
                <button type="button" id="maker-take" onclick={take(false)} title="The workload and the scenario in front, as the other views show them">{ "Take the run on the page" }</button>
                if props.compared > 1 {
                    <button type="button" id="maker-take-all" onclick={take(true)}>{ format!("Take all {} scenarios", props.compared) }</button>
                }
            </div>
        </Field>
    }
}

fn kind(props: &ChartFormProps) -> Html {
    let kinds = kinds(&props.show);
    if kinds.is_empty() {
        return html! { <p class="hint">{ "This chart stays as its file has it, unless another takes its place." }</p> };
    }
    let own = kind_of(&props.show);
    let chosen = kinds.iter().position(|(kind, _)| Some(*kind) == own);
    let options: Vec<AttrValue> = kinds.iter().map(|(_, label)| label.clone().into()).collect();
    let on_choose = props.on_edit.reform(move |at: usize| DraftAction::Chart(kinds[at].0));
    html! {
        <Field of="maker-chart-kind" label="Shown as">
            <List id="maker-chart-kind" {options} {chosen} {on_choose} />
        </Field>
    }
}

fn of_kind(props: &ChartFormProps) -> Html {
    let edit = &props.on_edit;
    match &props.show {
        Show::Slots(it) => html! {
            <>
                { number(edit, Written::Provider, ("maker-provider", "Provider"), it.provider as f64 + 1.0) }
                { number(edit, Written::Moment, ("maker-moment", "At second"), it.at as f64) }
            </>
        },
        Show::Curve(it) => {
            let values: Vec<String> = it.vary.values.iter().map(f64::to_string).collect();
            let onchange = edit.reform(|event: Event| {
                let input = event.target_unchecked_into::<HtmlInputElement>();
                DraftAction::Write(Written::Values, input.value())
            });
            html! {
                <Field of="maker-values" label={it.vary.label.clone()}>
                    <input type="text" id="maker-values" value={values.join(", ")} {onchange} />
                </Field>
            }
        }
        _ => nothing(),
    }
}

/// The controls of the chart, and those that it may have.
fn controls(props: &ChartFormProps) -> Html {
    let all = offers(&props.show, &props.controls);
    let present = props.controls.iter().enumerate().map(|(at, control)| {
        let remove = props.on_edit.reform(move |_: MouseEvent| DraftAction::RemoveControl(at));
        html! {
            <li>{ &control.label }<button type="button" class="icon" aria-label={format!("Remove the control: {}", control.label)} title="Remove" onclick={remove}>{ "×" }</button></li>
        }
    });
    let labels = all.iter().map(|it| AttrValue::from(it.control.label.clone()));
    let options: Vec<AttrValue> = std::iter::once("Add a control …".into()).chain(labels).collect();
    let on_choose = {
        let on_edit = props.on_edit.clone();
        Callback::from(move |at: usize| {
            if let Some(offer) = at.checked_sub(1).and_then(|at| all.get(at)) {
                on_edit.emit(DraftAction::AddControl(Box::new(offer.clone())));
            }
        })
    };
    html! {
        <Field of="maker-add-control" label="Readers may change">
            if !props.controls.is_empty() {
                <ul class="maker-controls">{ for present }</ul>
            }
            if options.len() > 1 {
                <List id="maker-add-control" {options} chosen={Some(0)} {on_choose} />
            } else if props.controls.is_empty() {
                <p class="hint">{ "This chart has no settings." }</p>
            }
        </Field>
    }
}
