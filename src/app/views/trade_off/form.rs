//! The policies, allocations and periods that are tried, and the compared criteria.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::set;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::context::terms;
use crate::app::control::{Checks, Field, List, Number, RanLine, Switch, any_of, knob_choices};
use crate::app::views::orders::Orders;
use crate::app::views::repeats::{self, Repeats};
use slotscope::criteria::Criterion;
use slotscope::experiment::trade_off::{MOST_CRITERIA, candidates};
use slotscope::experiment::{Scenario, knobs};
use slotscope::export::snapshot::{LONGEST_LIST, MOST_SEEDS, TradeOffForm};
use slotscope::page::offered_figures::name_with_unit;
use slotscope::page::state::{Action, Start};
use slotscope::page::trade_off::TradeOffAction;
use slotscope::page::words;
use slotscope::system::{Knob, Values};

#[derive(Properties, PartialEq)]
pub struct FormProps {
    pub scenario: Scenario,
    pub asked: Rc<TradeOffForm>,
    pub running: bool,
    /// Whether the view made runs of some combinations by itself.
    pub is_brief: bool,
    /// What was run last, in a line; none before that.
    pub ran: Option<AttrValue>,
    pub folded: bool,
    pub dispatch: Dispatch,
}

/// The policies, allocations and periods that are tried.
#[component]
pub fn Form(props: &FormProps) -> Html {
    let (asked, dispatch) = (&props.asked, &props.dispatch);
    let space = asked.space(&props.scenario);
    let knobs = props.scenario.system.model().knobs();
    let count = use_memo((props.scenario.clone(), space.clone()), |(scenario, space)| {
        let space = space.as_ref().ok();
        space.map_or(0, |space| candidates(scenario, space).len())
    });
    // What is wrong is to be seen.
    let folded = props.folded && space.is_ok() && *count > 0;
    let on_more = set(dispatch, asked, |form, more: bool| form.more_criteria = more);
    let on_seeds = set(dispatch, asked, |form, value: Option<f64>| {
        form.repeat(value.map_or(form.repeats(), |value| value as u32));
    });
    let on_replicate = set(dispatch, asked, |form, replicate| form.replicate = replicate);
    let (least, term) = match asked.replicate {
        Some(_) => (2.0, terms::ON_REPLICATES),
        None => (1.0, terms::AVERAGED),
    };
    let fields = knobs.iter().filter_map(|knob| match &knob.values {
        Values::Choices(choices) => choices.is_tried().then(|| ticks(props, knob)),
        Values::Numbers(_) => is_offered(props, knob).then(|| numbers(props, knob)),
        _ => None,
    });
    html! {
        <form class={classes!("trade-form", folded.then_some("folded"))} onsubmit={Callback::from(|event: SubmitEvent| event.prevent_default())}>
            if let Some(ran) = props.ran.clone() {
                <RanLine of="trade" {ran} {folded} on_fold={dispatch.callback(|folded| Action::TradeOff(TradeOffAction::Fold(folded)))} />
            }
            <div class="fields" id="trade-fields" hidden={folded}>
                if knobs.is_empty() {
                    <p class="hint">{ "This system has no setting to vary: it is shown as a single point." }</p>
                }
                { for fields }
                <div class="weighed">
                    { for WEIGHED.iter().enumerate().map(|(place, label)| weighed(props, place, label, asked.more_criteria)) }
                    <Switch id="trade-more-criteria" label="Criteria by size and by cause" term="Adds the figures of each class of job sizes, and the rejections by cause, to the lists of criteria."
                        on={asked.more_criteria} on_change={on_more} />
                </div>
                <Field of="trade-seeds" label={repeats::label(asked.replicate.as_ref())} {term} class="seeds">
                    <Number id="trade-seeds" value={f64::from(asked.repeats())} min={least} max={f64::from(MOST_SEEDS)} on_change={on_seeds} />
                </Field>
                if props.scenario.system.model().takes_logs() {
                    <Repeats of="trade" replicate={asked.replicate} count={asked.repeats()} on_set={on_replicate} />
                }
            </div>
            <div class="go">
                <span class="said" id="trade-count" data-value={count.to_string()}>{ in_words(*count, asked) }</span>
                if props.running {
                    <button type="button" id="trade-cancel" onclick={dispatch.callback(|_: MouseEvent| Action::TradeOff(TradeOffAction::StopExploring))}>{ "Cancel" }</button>
                } else {
                    <button type="button" class="primary" id="trade-run" disabled={space.is_err() || *count == 0}
                        onclick={dispatch.callback(|_: MouseEvent| Action::Start(Start::Exploration))}>{ if props.is_brief { "Try all" } else { "Run" } }</button>
                }
            </div>
        </form>
    }
}

/// Whether some scenario that is tried reads the numbers of a knob.
fn is_offered(props: &FormProps, knob: &'static Knob) -> bool {
    let scenario = &props.scenario;
    let reads = |scenario: &Scenario| knobs::reads(scenario, knob.path).is_ok();
    let others = scenario.system.model().knobs().into_iter();
    reads(scenario)
        || others.filter(|it| it.choices().is_some()).any(|other| {
            let ticked = props.asked.ticked(other).into_iter().map(str::to_owned);
            ticked
                .chain(props.asked.formulas(other))
                .filter_map(|value| knobs::set(scenario, other.path, &value.into()).ok())
                .any(|set| reads(&set))
        })
}

/// Where each criterion goes.
const WEIGHED: [&str; MOST_CRITERIA] = ["x axis", "y axis", "Colour"];

fn weighed(props: &FormProps, place: usize, label: &'static str, more: bool) -> Html {
    let (asked, scenario) = (props.asked.clone(), props.scenario.clone());
    let offered = if more { asked.offered(&scenario, place) } else { asked.offered_briefly(&scenario, place) };
    let usual = scenario.system.model().card().usual_criteria;
    let name = |it: &Option<Criterion>| it.map_or("None".to_owned(), name_with_unit).into();
    let heading = |it: &Option<Criterion>| match it {
        Some(it) if usual.contains(&it.key()) => "Usual",
        Some(it) => it.group().name(),
        None => "",
    };
    let present = asked.criteria(&scenario).all().get(place).copied();
    let tip = match present {
        Some(present) => present.about().unwrap_or(present.name()),
        None => "Only two criteria are compared.",
    };
    let options: Vec<AttrValue> = offered.iter().map(name).collect();
    let headings: Vec<&str> = offered.iter().map(heading).collect();
    let chosen = offered.iter().position(|it| *it == present);
    let on_choose = set(&props.dispatch, &asked, move |form, at: usize| {
        form.weigh(&scenario, place, offered.get(at).copied().flatten());
    });
    let id = format!("trade-criterion-{place}");
    html! {
        <Field of={id.clone()} {label} term={terms::WEIGHED}>
            <List {id} {tip} {options} {headings} {chosen} {on_choose} />
        </Field>
    }
}

fn ticks(props: &FormProps, knob: &'static Knob) -> Html {
    let (asked, dispatch) = (&props.asked, &props.dispatch);
    let on_change = set(dispatch, asked, move |form, values| form.tick(knob, values));
    let offer = any_of(knob_choices(knob), &asked.ticked(knob), on_change);
    let on_orders = set(dispatch, asked, move |form, orders| form.tick_formulas(knob, orders));
    html! {
        <Field label={knob.short} term={knob.about} class="across">
            <Checks id={format!("trade-{}", knob.key())} label={knob.short} {offer} />
            <Orders id={format!("trade-{}-orders", knob.key())} {knob} chosen={asked.formulas(knob)} on_change={on_orders} />
        </Field>
    }
}

fn numbers(props: &FormProps, knob: &'static Knob) -> Html {
    let asked = &props.asked;
    let wrong = asked.wrong(knob);
    let unit = knob.numbers().map_or("", |it| it.unit.symbol());
    let own = match knobs::get(&props.scenario, knob.path) {
        own if own.is_null() => "as set".to_owned(),
        own => own.to_string(),
    };
    let on_input = set(&props.dispatch, asked, move |form, event: InputEvent| {
        form.type_numbers(knob, event.target_unchecked_into::<HtmlInputElement>().value());
    });
    let id = format!("trade-{}", knob.key());
    let label = match unit {
        "" => knob.short.to_owned(),
        unit => format!("{} ({unit})", knob.short),
    };
    html! {
        <Field of={id.clone()} {label} term={knob.about} class="periods">
            <span class={classes!("number", wrong.is_some().then_some("is-wrong"))}>
                <input type="text" {id} maxlength={LONGEST_LIST.to_string()} value={asked.typed(knob)} oninput={on_input} placeholder={own}
                    aria-invalid={wrong.is_some().to_string()} autocomplete="off" spellcheck="false" />
                if let Some(why) = &wrong {
                    <span class="wrong" role="alert">{ why }</span>
                }
            </span>
        </Field>
    }
}

/// How many runs that makes.
fn in_words(count: usize, asked: &TradeOffForm) -> String {
    let repeats = asked.repeats() as usize;
    let runs = words::plural(count * repeats, "run");
    let noun = asked.replicate.map_or("seed", |_| "replicate");
    match (count, repeats) {
        (0, _) => "no scenario can be run".to_string(),
        (_, 1) => runs,
        _ => format!("{} × {} = {runs}", words::count(count as i64), words::plural(repeats, noun)),
    }
}
