//! Which policies, allocations and periods are tried.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::control::{Checks, Field, Number, any_of};
use crate::app::systems::two_level::choices::{AR_ALLOCATIONS, BATCH_ALLOCATIONS, queue_choices};
use crate::app::terms;
use crate::app::views::trade_off::state::Settings;
use crate::experiment::trade_off::candidates;
use crate::experiment::{PeriodOf, Scenario};
use crate::page::words;
use crate::system::two_level::QueuePolicy;

#[derive(Properties, PartialEq)]
pub struct FormProps {
    pub scenario: Scenario,
    pub settings: Settings,
    pub running: bool,
    pub on_set: Callback<Settings>,
    pub on_run: Callback<()>,
    pub on_cancel: Callback<()>,
}

/// Which policies, allocations and periods are tried.
#[component]
pub fn Form(props: &FormProps) -> Html {
    let settings = &props.settings;
    let space = &settings.space;
    let wrong = settings.wrong_periods();
    let wrong_local = settings.wrong_local_periods();
    let count = use_memo(
        (props.scenario.clone(), space.clone()),
        |(scenario, space)| candidates(scenario, space).len(),
    );
    let on_periods = set(props, |settings, event: InputEvent| {
        settings.type_periods(event.target_unchecked_into::<HtmlInputElement>().value());
    });
    let on_local_periods = set(props, |settings, event: InputEvent| {
        settings.type_local_periods(event.target_unchecked_into::<HtmlInputElement>().value());
    });
    let on_seeds = set(props, |settings, value: Option<f64>| {
        settings.seeds = value.map_or(settings.seeds, |value| value as u32);
    });
    html! {
        <form class="trade-form" onsubmit={Callback::from(|event: SubmitEvent| event.prevent_default())}>
            <Field label="Queue policies" term={terms::COMBINED} class="across">
                <Checks id="trade-queues" label="Queue policies"
                    offer={any_of(queue_choices(), &space.queues, set(props, |settings, chosen| settings.space.queues = chosen))} />
            </Field>
            <Field label="Batch jobs go" term={terms::BATCH_ALLOCATION} class="batch">
                <Checks id="trade-batch" label="Batch allocation"
                    offer={any_of(BATCH_ALLOCATIONS.to_vec(), &space.batch_allocations, set(props, |settings, chosen| settings.space.batch_allocations = chosen))} />
            </Field>
            <Field label="Reservations go" term={terms::AR_ALLOCATION} class="reservations">
                <Checks id="trade-reservations" label="AR allocation"
                    offer={any_of(AR_ALLOCATIONS.to_vec(), &space.reservation_allocations, set(props, |settings, chosen| settings.space.reservation_allocations = chosen))} />
            </Field>
            <Field of="trade-periods" label="Grid δ, in seconds" term={terms::PERIOD} class="periods">
                <span class={classes!("number", wrong.is_some().then_some("is-wrong"))}>
                    <input type="text" id="trade-periods" value={settings.periods.clone()} oninput={on_periods}
                        aria-invalid={wrong.is_some().to_string()} autocomplete="off" spellcheck="false" />
                    if let Some(why) = &wrong {
                        <span class="wrong" role="alert">{ why }</span>
                    }
                </span>
            </Field>
            if space.queues.contains(&QueuePolicy::Lsf) || PeriodOf::Local.is_read_by(&props.scenario) {
                <Field of="trade-local-periods" label="Local δ of LSF, in seconds" term={terms::LOCAL_PERIOD} class="periods">
                    <span class={classes!("number", wrong_local.is_some().then_some("is-wrong"))}>
                        <input type="text" id="trade-local-periods" value={settings.local_periods.clone()} oninput={on_local_periods}
                            placeholder={PeriodOf::Local.of(&props.scenario).to_string()}
                            aria-invalid={wrong_local.is_some().to_string()} autocomplete="off" spellcheck="false" />
                        if let Some(why) = &wrong_local {
                            <span class="wrong" role="alert">{ why }</span>
                        }
                    </span>
                </Field>
            }
            <Field of="trade-seeds" label="Seeds" term={terms::AVERAGED} class="seeds">
                <Number id="trade-seeds" value={f64::from(settings.seeds)} min=1.0 max=100.0 on_change={on_seeds} />
            </Field>
            <div class="go">
                <span class="said" id="trade-count" data-value={count.to_string()}>{ in_words(*count, settings.seeds) }</span>
                if props.running {
                    <button type="button" id="trade-cancel" onclick={props.on_cancel.reform(|_: MouseEvent| ())}>{ "Cancel" }</button>
                } else {
                    <button type="button" class="primary" id="trade-run" disabled={wrong.is_some() || wrong_local.is_some() || *count == 0}
                        onclick={props.on_run.reform(|_: MouseEvent| ())}>{ "Run" }</button>
                }
            </div>
        </form>
    }
}

/// How many runs that makes.
fn in_words(count: usize, seeds: u32) -> String {
    let runs = words::plural(count * seeds as usize, "run");
    match (count, seeds) {
        (0, _) => "nothing that can be run".to_string(),
        (_, 1) => runs,
        _ => format!(
            "{} × {} = {runs}",
            words::count(count as i64),
            words::plural(seeds as usize, "seed")
        ),
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
