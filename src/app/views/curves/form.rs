//! The form of a sweep.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::figures::Figures;
use crate::app::control::{Checks, Choice, Field, Fold, Number, RanLine, Select, any_of, any_one_of, knob_choices};
use crate::app::views::orders::Orders;
use crate::app::views::repeats::{self, Repeats};
use slotscope::experiment::Scenario;
use slotscope::export::snapshot::curves_form::{axes, overlays};
use slotscope::export::snapshot::{CurvesForm, LONGEST_LIST, MOST_SEEDS};

#[derive(Properties, PartialEq)]
pub struct FormProps {
    pub scenario: Scenario,
    pub asked: Rc<CurvesForm>,
    pub running: bool,
    /// What was run last, in a line; none before that.
    pub ran: Option<AttrValue>,
    pub folded: bool,
    pub on_fold: Callback<bool>,
    pub on_set: Callback<CurvesForm>,
    pub on_run: Callback<()>,
    pub on_cancel: Callback<()>,
}

/// The form of a sweep.
#[component]
pub fn Form(props: &FormProps) -> Html {
    let asked = &props.asked;
    let scenario = &props.scenario;
    let wrong = asked.numbers(scenario).err();
    // What is wrong is to be seen.
    let folded = props.folded && wrong.is_none();
    let axis = asked.axis(scenario);
    let on_axis = set(props, |form, path: &'static str| form.take_axis(path));
    let axes = axes(scenario);
    let axes = axes.iter().map(|it| Choice { value: it.path, label: it.label, term: it.about });
    let overlays = overlays(scenario).into_iter().map(|knob| {
        let asked = props.asked.clone();
        let on_overlay = props.on_set.reform(move |values| {
            let mut next = CurvesForm::clone(&asked);
            next.overlay(knob, values);
            next
        });
        let offer = any_of(knob_choices(knob), &props.asked.overlaid(knob), on_overlay);
        let asked = props.asked.clone();
        let on_orders = props.on_set.reform(move |orders| {
            let mut next = CurvesForm::clone(&asked);
            next.overlay_formulas(knob, orders);
            next
        });
        html! {
            <Field label={knob.short} term={knob.about} class="policies">
                <Checks id={format!("curves-{}", knob.key())} label={knob.short} {offer} />
                <Orders id={format!("curves-{}-orders", knob.key())} {knob} chosen={props.asked.formulas(knob)} on_change={on_orders} />
            </Field>
        }
    });
    let drawn = match asked.chosen(scenario) {
        None => "default".to_owned(),
        Some(chosen) => format!("{} chosen", chosen.len()),
    };
    let on_values = set(props, |form, event: InputEvent| {
        form.values = Some(event.target_unchecked_into::<HtmlInputElement>().value());
    });
    let on_seeds = set(props, |form, value: Option<f64>| {
        form.repeat(value.map_or(form.repeats(), |value| value as u32));
    });
    let on_replicate = set(props, |form, replicate| form.replicate = replicate);
    let least = if asked.replicate.is_some() { 2.0 } else { 1.0 };
    html! {
        <form class={classes!("curves-form", folded.then_some("folded"))} onsubmit={Callback::from(|event: SubmitEvent| event.prevent_default())}>
            if let Some(ran) = props.ran.clone() {
                <RanLine of="curves" {ran} {folded} on_fold={&props.on_fold} />
            }
            <div class="fields" id="curves-fields" hidden={folded}>
                <Field of="curves-axis" label="Vary" term="The setting on the x axis. All other settings are as in the panel." class="axis">
                    <Select id="curves-axis" offer={any_one_of(axes.collect(), axis.path, on_axis)} terse=true />
                </Field>
                <Field of="curves-values" label="Values" term="The points on the x axis. Two dots continue a series: 0, 10, .., 100." class="values">
                    <span class={classes!("number", wrong.is_some().then_some("is-wrong"))}>
                        <input type="text" id="curves-values" value={asked.values(scenario)} maxlength={LONGEST_LIST.to_string()} oninput={on_values}
                            aria-invalid={wrong.is_some().to_string()} autocomplete="off" spellcheck="false" />
                        if let Some(why) = &wrong {
                            <span class="wrong" role="alert">{ why }</span>
                        }
                    </span>
                </Field>
                <Field of="curves-seeds" label={repeats::label(asked.replicate.as_ref())} term="Every point is run with this many seeds, from the scenario's on, or on this many replicates. The curve is the mean, the band its 95 % interval by Student's t." class="seeds">
                    <Number id="curves-seeds" value={f64::from(asked.repeats())} min={least} max={f64::from(MOST_SEEDS)} on_change={on_seeds} />
                </Field>
                if scenario.system.model().takes_logs() {
                    <Repeats of="curves" replicate={asked.replicate} count={asked.repeats()} on_set={on_replicate} />
                }
                { for overlays }
                <Fold id="curves-figures-fold" title="Figures" note={drawn}>
                    <Figures scenario={scenario.clone()} asked={asked.clone()} on_set={&props.on_set} />
                </Fold>
            </div>
            <div class="go">
                if props.running {
                    <button type="button" id="curves-cancel" onclick={props.on_cancel.reform(|_: MouseEvent| ())}>{ "Cancel" }</button>
                } else {
                    <button type="button" class="primary" id="curves-run" disabled={wrong.is_some()}
                        onclick={props.on_run.reform(|_: MouseEvent| ())}>{ "Run" }</button>
                }
            </div>
        </form>
    }
}

/// A callback that asks for something else.
fn set<T: 'static>(props: &FormProps, change: fn(&mut CurvesForm, T)) -> Callback<T> {
    let asked = props.asked.clone();
    props.on_set.reform(move |value| {
        let mut next = CurvesForm::clone(&asked);
        change(&mut next, value);
        next
    })
}
