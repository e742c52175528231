//! The form of a sweep.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::figures::Figures;
use super::set;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::control::{Checks, Choice, Field, Fold, Number, RanLine, Select, any_of, any_one_of, knob_choices};
use crate::app::views::orders::Orders;
use crate::app::views::repeats::{self, Repeats};
use slotscope::experiment::Scenario;
use slotscope::export::snapshot::curves_form::{axes, overlays};
use slotscope::export::snapshot::{CurvesForm, LONGEST_LIST, MOST_SEEDS};
use slotscope::page::curves::SweepAction;
use slotscope::page::state::{Action, Start};

#[derive(Properties, PartialEq)]
pub struct FormProps {
    pub scenario: Scenario,
    pub asked: Rc<CurvesForm>,
    pub running: bool,
    /// What was run last, in a line; none before that.
    pub ran: Option<AttrValue>,
    pub folded: bool,
    pub dispatch: Dispatch,
}

/// The form of a sweep.
#[component]
pub fn Form(props: &FormProps) -> Html {
    let (asked, dispatch) = (&props.asked, &props.dispatch);
    let scenario = &props.scenario;
    let wrong = asked.numbers(scenario).err();
    // What is wrong is to be seen.
    let folded = props.folded && wrong.is_none();
    let axis = asked.axis(scenario);
    let on_axis = set(dispatch, asked, |form, path: &'static str| form.take_axis(path));
    let axes = axes(scenario);
    let axes = axes.iter().map(|it| Choice { value: it.path, label: it.label, term: it.about });
    let overlays = overlays(scenario).into_iter().map(|knob| {
        let on_overlay = set(dispatch, asked, move |form, values| form.overlay(knob, values));
        let offer = any_of(knob_choices(knob), &asked.overlaid(knob), on_overlay);
        let on_orders = set(dispatch, asked, move |form, orders| form.overlay_formulas(knob, orders));
        html! {
            <Field label={knob.short} term={knob.about} class="policies">
                <Checks id={format!("curves-{}", knob.key())} label={knob.short} {offer} />
                <Orders id={format!("curves-{}-orders", knob.key())} {knob} chosen={asked.formulas(knob)} on_change={on_orders} />
            </Field>
        }
    });
    let drawn = match asked.chosen(scenario) {
        None => "default".to_owned(),
        Some(chosen) => format!("{} chosen", chosen.len()),
    };
    let on_values = set(dispatch, asked, |form, event: InputEvent| {
        form.values = Some(event.target_unchecked_into::<HtmlInputElement>().value());
    });
    let on_seeds = set(dispatch, asked, |form, value: Option<f64>| {
        form.repeat(value.map_or(form.repeats(), |value| value as u32));
    });
    let on_replicate = set(dispatch, asked, |form, replicate| form.replicate = replicate);
    let least = if asked.replicate.is_some() { 2.0 } else { 1.0 };
    html! {
        <form class={classes!("curves-form", folded.then_some("folded"))} onsubmit={Callback::from(|event: SubmitEvent| event.prevent_default())}>
            if let Some(ran) = props.ran.clone() {
                <RanLine of="curves" {ran} {folded} on_fold={dispatch.callback(|folded| Action::Curves(SweepAction::Fold(folded)))} />
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
                    <Figures scenario={scenario.clone()} asked={asked.clone()} {dispatch} />
                </Fold>
            </div>
            <div class="go">
                if props.running {
                    <button type="button" id="curves-cancel" onclick={dispatch.callback(|_: MouseEvent| Action::Curves(SweepAction::Cancel))}>{ "Cancel" }</button>
                } else {
                    <button type="button" class="primary" id="curves-run" disabled={wrong.is_some()}
                        onclick={dispatch.callback(|_: MouseEvent| Action::Start(Start::Sweep))}>{ if props.ran.is_some() { "Draw again" } else { "Draw" } }</button>
                }
            </div>
        </form>
    }
}
