//! What is to be swept.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::control::{Checks, Choice, Field, Number, Segmented, any_of, choice, one_of};
use crate::app::systems::two_level::choices::{AR_ALLOCATIONS, queue_choices};
use crate::app::terms;
use crate::app::views::curves::state::{Axis, Settings};

const AXES: &[Choice<Axis>] = &[
    choice(Axis::Percent, "AR share", terms::AR_PERCENT),
    choice(Axis::GridPeriod, "Grid δ", terms::PERIOD),
    choice(
        Axis::Interval,
        "Interval",
        "Flexible requests, widened by so many hours on both sides.",
    ),
    choice(Axis::LocalPeriod, "Local δ", terms::LOCAL_PERIOD),
    choice(Axis::Load, "Load", terms::LOAD_FACTOR),
];

#[derive(Properties, PartialEq)]
pub struct FormProps {
    pub settings: Settings,
    pub running: bool,
    pub on_set: Callback<Settings>,
    pub on_run: Callback<()>,
    pub on_cancel: Callback<()>,
}

/// What is to be swept.
#[component]
pub fn Form(props: &FormProps) -> Html {
    let settings = &props.settings;
    let wrong = settings.numbers().err();
    let on_axis = set(props, |settings, axis: Axis| {
        settings.axis = axis;
        settings.values = axis.usual().to_string();
    });
    let on_values = set(props, |settings, event: InputEvent| {
        settings.values = event.target_unchecked_into::<HtmlInputElement>().value();
    });
    let on_seeds = set(props, |settings, value: Option<f64>| {
        settings.seeds = value.map_or(settings.seeds, |value| value as u32);
    });
    html! {
        <form class="curves-form" onsubmit={Callback::from(|event: SubmitEvent| event.prevent_default())}>
            <Field label="Across" term="What varies along the x axis; everything else stays as the panel says.">
                <Segmented id="curves-axis" label="Across" offer={one_of(AXES, Some(settings.axis), on_axis)} />
            </Field>
            <Field of="curves-values" label="Values" term="The points on the x axis. Two dots go on in the same steps: 0, 10, .., 100." class="values">
                <span class={classes!("number", wrong.is_some().then_some("is-wrong"))}>
                    <input type="text" id="curves-values" value={settings.values.clone()} oninput={on_values}
                        aria-invalid={wrong.is_some().to_string()} autocomplete="off" spellcheck="false" />
                    if let Some(why) = &wrong {
                        <span class="wrong" role="alert">{ why }</span>
                    }
                </span>
            </Field>
            <Field of="curves-seeds" label="Seeds" term="Every point is run with so many seeds, the scenario's and those after it; the curve is their mean, the band its 95 % interval by Student's t." class="seeds">
                <Number id="curves-seeds" value={f64::from(settings.seeds)} min=1.0 max=100.0 on_change={on_seeds} />
            </Field>
            <Field label="Queue policies, overlaid" term={terms::QUEUE} class="policies">
                <Checks id="curves-queues" label="Queue policies"
                    offer={any_of(queue_choices(), &settings.queues, set(props, |settings, queues| settings.queues = queues))} />
            </Field>
            <Field label="AR allocation" term={terms::AR_ALLOCATION}>
                <Checks id="curves-allocations" label="AR allocation"
                    offer={any_of(AR_ALLOCATIONS.to_vec(), &settings.allocations, set(props, |settings, allocations| settings.allocations = allocations))} />
            </Field>
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

/// A callback that changes the settings.
fn set<T: 'static>(props: &FormProps, change: fn(&mut Settings, T)) -> Callback<T> {
    let settings = props.settings.clone();
    props.on_set.reform(move |value| {
        let mut next = settings.clone();
        change(&mut next, value);
        next
    })
}
