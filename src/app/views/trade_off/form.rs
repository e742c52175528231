//! Which policies, allocations and periods are tried.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::control::{Checks, Field, Number, any_of, knob_choices};
use crate::app::terms;
use crate::app::views::trade_off::state::Settings;
use crate::experiment::trade_off::candidates;
use crate::experiment::{Scenario, knobs};
use crate::page::words;
use crate::system::{Knob, Values};

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
    let space = settings.space(&props.scenario);
    let knobs = props.scenario.system.model().knobs();
    let count = use_memo(
        (props.scenario.clone(), space.clone()),
        |(scenario, space)| {
            let space = space.as_ref().ok();
            space.map_or(0, |space| candidates(scenario, space).len())
        },
    );
    let on_seeds = set(props, |settings, value: Option<f64>| {
        settings.seeds = value.map_or(settings.seeds, |value| value as u32);
    });
    let fields = knobs.iter().filter_map(|knob| match &knob.values {
        Values::Choices(choices) => choices.tried.then(|| ticks(props, knob)),
        Values::Numbers(_) => is_offered(props, knob).then(|| numbers(props, knob)),
    });
    html! {
        <form class="trade-form" onsubmit={Callback::from(|event: SubmitEvent| event.prevent_default())}>
            if knobs.is_empty() {
                <p class="hint">{ "This system has nothing to vary: it is shown as the one point that it is." }</p>
            }
            { for fields }
            <Field of="trade-seeds" label="Seeds" term={terms::AVERAGED} class="seeds">
                <Number id="trade-seeds" value={f64::from(settings.seeds)} min=1.0 max=100.0 on_change={on_seeds} />
            </Field>
            <div class="go">
                <span class="said" id="trade-count" data-value={count.to_string()}>{ in_words(*count, settings.seeds) }</span>
                if props.running {
                    <button type="button" id="trade-cancel" onclick={props.on_cancel.reform(|_: MouseEvent| ())}>{ "Cancel" }</button>
                } else {
                    <button type="button" class="primary" id="trade-run" disabled={space.is_err() || *count == 0}
                        onclick={props.on_run.reform(|_: MouseEvent| ())}>{ "Run" }</button>
                }
            </div>
        </form>
    }
}

/// Whether some scenario that is tried reads the numbers of a knob.
fn is_offered(props: &FormProps, knob: &'static Knob) -> bool {
    let scenario = &props.scenario;
    let reads = |scenario: &Scenario| knobs::reads(scenario, knob.path).is_ok();
    let others = scenario.system.model().knobs().iter();
    reads(scenario)
        || others.filter(|it| it.choices().is_some()).any(|other| {
            let ticked = props.settings.ticked(other).into_iter();
            ticked
                .filter_map(|value| knobs::set(scenario, other.path, &value.into()).ok())
                .any(|set| reads(&set))
        })
}

fn ticks(props: &FormProps, knob: &'static Knob) -> Html {
    let settings = props.settings.clone();
    let on_change = props.on_set.reform(move |values| {
        let mut next = settings.clone();
        next.tick(knob, values);
        next
    });
    let offer = any_of(knob_choices(knob), &props.settings.ticked(knob), on_change);
    html! {
        <Field label={knob.short} term={knob.about} class="across">
            <Checks id={format!("trade-{}", knob.key)} label={knob.short} {offer} />
        </Field>
    }
}

fn numbers(props: &FormProps, knob: &'static Knob) -> Html {
    let settings = &props.settings;
    let wrong = settings.wrong(knob);
    let unit = knob.numbers().map_or("", |it| it.unit.symbol());
    let own = knobs::get(&props.scenario, knob.path).to_string();
    let on_input = {
        let settings = settings.clone();
        props.on_set.reform(move |event: InputEvent| {
            let mut next = settings.clone();
            let typed = event.target_unchecked_into::<HtmlInputElement>().value();
            next.type_numbers(knob, typed);
            next
        })
    };
    let id = format!("trade-{}", knob.key);
    html! {
        <Field of={id.clone()} label={format!("{} ({unit})", knob.short)} term={knob.about} class="periods">
            <span class={classes!("number", wrong.is_some().then_some("is-wrong"))}>
                <input type="text" {id} value={settings.typed(knob)} oninput={on_input} placeholder={own}
                    aria-invalid={wrong.is_some().to_string()} autocomplete="off" spellcheck="false" />
                if let Some(why) = &wrong {
                    <span class="wrong" role="alert">{ why }</span>
                }
            </span>
        </Field>
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
