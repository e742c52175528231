//! The formula by which a local scheduler orders its waiting jobs, and to which of them it promises a start.

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::queue_options::Shares;
use crate::app::context::edit::Edit;
use crate::app::context::terms;
use crate::app::control::{
    Choice, Field, Fold, FormulaField, List, Number, Segmented, Switch, any_one_of, choice,
};
use crate::app::files::kept_formulas;
use slotscope::page::formula_edit::{KeptFormulas, LONGEST_NAME, name_of};
use slotscope::policy::formula::{Formula, PRESETS, Quantity};
use slotscope::system::two_level::{Estimate, LARGEST_FACTOR, Local, Promises, TwoLevel};

#[derive(Properties, PartialEq)]
pub struct OrderProps {
    pub local: Local,
    pub edit: Edit,
}

/// The order, the promises and the order of backfilling.
#[component]
pub fn Order(props: &OrderProps) -> Html {
    let OrderProps { local, edit } = props;
    let order = edit.drag("order", |scenario, order| {
        TwoLevel::of_mut(&mut scenario.system).local.order = order;
    });
    let strict = edit.set_option(|options, strict| options.local.strict = strict);
    let reads_usage = local
        .formulas()
        .iter()
        .any(|it| it.uses(Quantity::UserUsage) || it.uses(Quantity::GroupUsage));
    html! {
        <>
            <Presets formula={local.order.clone()} on_choose={&order} />
            <Field of="order" label="Order: the smallest value first" term={terms::ORDER}>
                <FormulaField id="order" label="Order: the smallest value first" formula={local.order.clone()} on_change={&order} />
            </Field>
            <Switch id="strict" label="No job overtakes" term={terms::STRICT} on={local.strict} on_change={strict} />
            if !local.strict {
                <PromisesField local={local.clone()} edit={edit.clone()} />
                if local.rule().reads_backfill_order() {
                    <Backfill local={local.clone()} edit={edit.clone()} />
                }
            }
            <Estimates local={local.clone()} edit={edit.clone()} />
            if reads_usage {
                <Shares local={local.clone()} edit={edit.clone()} />
            }
        </>
    }
}

/// How many promises are made.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    None,
    First,
    Several,
    All,
}

const KINDS: &[Choice<Kind>] = &[
    choice(Kind::None, "none", terms::PROMISES_NONE),
    choice(Kind::First, "1", terms::PROMISES_FIRST),
    choice(Kind::Several, "several", terms::PROMISES_SEVERAL),
    choice(Kind::All, "all", terms::PROMISES_ALL),
];

/// With several promises the number begins here.
const SEVERAL: u32 = 4;

#[component]
fn PromisesField(props: &OrderProps) -> Html {
    let promises = props.local.promises;
    let kind = match promises {
        Promises::Count(0) => Kind::None,
        Promises::Count(1) => Kind::First,
        Promises::Count(_) => Kind::Several,
        Promises::All => Kind::All,
    };
    let choose = props.edit.set_option(|options, kind| {
        options.local.promises = match kind {
            Kind::None => Promises::Count(0),
            Kind::First => Promises::Count(1),
            Kind::Several => Promises::Count(SEVERAL),
            Kind::All => Promises::All,
        };
    });
    let count = props.edit.drag("promises", |scenario, count: Option<f64>| {
        if let Some(count) = count {
            TwoLevel::of_mut(&mut scenario.system).local.promises = Promises::Count(count as u32);
        }
    });
    html! {
        <Field label="Promised starts" term={terms::PROMISES}>
            <Segmented id="promises" label="Promised starts" offer={any_one_of(KINDS.to_vec(), kind, choose)} />
            if let (Kind::Several, Promises::Count(now)) = (kind, promises) {
                <Number id="promises-number" label="Promised starts" value={f64::from(now)} min={2.0} max={1_000_000.0} on_change={count} />
            }
        </Field>
    }
}

/// The order of the jobs that are left when the promises are made.
#[component]
fn Backfill(props: &OrderProps) -> Html {
    let OrderProps { local, edit } = props;
    let own = edit.set_option(|options, own: bool| {
        let local = &mut options.local;
        local.backfill_order = own.then(|| local.order.clone());
    });
    let change = edit.drag("backfill-order", |scenario, order| {
        TwoLevel::of_mut(&mut scenario.system).local.backfill_order = Some(order);
    });
    html! {
        <>
            <Switch id="backfill-own" label="Backfill in another order" term={terms::BACKFILL_ORDER} on={local.backfill_order.is_some()} on_change={own} />
            if let Some(formula) = &local.backfill_order {
                <FormulaField id="backfill-order" label="Order of backfilling" formula={formula.clone()} on_change={change} />
            }
        </>
    }
}

/// The kinds of estimates.
#[derive(Clone, Copy, PartialEq)]
enum EstimateKind {
    Limit,
    RunTime,
    UserMean,
    Factor,
}

const ESTIMATES: &[Choice<EstimateKind>] = &[
    choice(EstimateKind::Limit, "limit", terms::ESTIMATE_LIMIT),
    choice(EstimateKind::RunTime, "run time", terms::ESTIMATE_RUN_TIME),
    choice(
        EstimateKind::UserMean,
        "user's mean",
        terms::ESTIMATE_USER_MEAN,
    ),
    choice(EstimateKind::Factor, "run time × f", terms::ESTIMATE_FACTOR),
];

/// The factor with which estimates begin.
const USUAL_FACTOR: f64 = 2.0;

/// The run times that backfilling believes.
#[component]
fn Estimates(props: &OrderProps) -> Html {
    let estimate = props.local.estimate;
    let kind = match estimate {
        Estimate::Limit => EstimateKind::Limit,
        Estimate::RunTime => EstimateKind::RunTime,
        Estimate::UserMean => EstimateKind::UserMean,
        Estimate::Factor(_) => EstimateKind::Factor,
    };
    let choose = props.edit.set_option(|options, kind| {
        options.local.estimate = match kind {
            EstimateKind::Limit => Estimate::Limit,
            EstimateKind::RunTime => Estimate::RunTime,
            EstimateKind::UserMean => Estimate::UserMean,
            EstimateKind::Factor => Estimate::Factor(USUAL_FACTOR),
        };
    });
    let factor = props
        .edit
        .drag("estimate-factor", |scenario, factor: Option<f64>| {
            if let Some(factor) = factor {
                TwoLevel::of_mut(&mut scenario.system).local.estimate = Estimate::Factor(factor);
            }
        });
    html! {
        <Field label="Estimate of run times" term={terms::ESTIMATE}>
            <Segmented id="estimate" label="Estimate of run times" offer={any_one_of(ESTIMATES.to_vec(), kind, choose)} />
            if let Estimate::Factor(now) = estimate {
                <Number id="estimate-factor" label="Factor f" value={now} min={0.001} max={LARGEST_FACTOR} fractions=true on_change={factor} />
            }
        </Field>
    }
}

#[derive(Properties, PartialEq)]
struct PresetsProps {
    formula: Formula,
    on_choose: Callback<Formula>,
}

/// The orders of the literature and those that were kept, and a way to keep the present one.
#[component]
fn Presets(props: &PresetsProps) -> Html {
    let kept = use_state(kept_formulas::all);
    let name = name_of(&props.formula, &kept);
    let mut offers: Vec<(AttrValue, Option<Formula>)> = Vec::new();
    offers.extend(kept.all().iter().map(|it| {
        let label = format!("★ {}", it.name);
        (label.into(), Some(it.formula.clone()))
    }));
    offers.extend(
        PRESETS
            .iter()
            .map(|it| (it.name.into(), Formula::read(it.formula).ok())),
    );
    let mut chosen = offers
        .iter()
        .position(|(_, it)| it.as_ref() == Some(&props.formula));
    if chosen.is_none() {
        offers.insert(0, ("of your own".into(), None));
        chosen = Some(0);
    }
    let options: Vec<AttrValue> = offers.iter().map(|it| it.0.clone()).collect();
    let about = PRESETS.iter().find(|it| it.formula == props.formula.text());
    let on_choose = {
        let on_choose = props.on_choose.clone();
        Callback::from(move |at: usize| {
            if let Some((_, Some(formula))) = offers.get(at) {
                on_choose.emit(formula.clone());
            }
        })
    };
    html! {
        <Field of="order-preset" label="Known orders" term={terms::ORDER_PRESETS}>
            <List id="order-preset" {options} {chosen} {on_choose} />
            if let Some(it) = about {
                <p class="hint" id="order-source">{ format!("{} {}", it.about, it.source) }</p>
            }
            { keeping(props, &kept, name.map(str::to_owned)) }
        </Field>
    }
}

/// Keeps the formula under a name, or forgets one that is kept.
fn keeping(
    props: &PresetsProps,
    kept: &UseStateHandle<KeptFormulas>,
    name: Option<String>,
) -> Html {
    let own = name.filter(|name| kept.all().iter().any(|it| it.name == *name));
    if let Some(name) = own {
        let (kept, label) = (kept.clone(), format!("Forget “{name}”"));
        let onclick = Callback::from(move |_: MouseEvent| {
            let mut all = (*kept).clone();
            all.forget(&name);
            kept_formulas::keep(&all);
            kept.set(all);
        });
        return html! { <button type="button" class="quiet" id="order-forget" {onclick}>{ label }</button> };
    }
    let onsubmit = {
        let (kept, formula) = (kept.clone(), props.formula.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let form: HtmlElement = event.target_unchecked_into();
            let input = form.query_selector("input").ok().flatten();
            let Some(input) = input.and_then(|it| it.dyn_into::<HtmlInputElement>().ok()) else {
                return;
            };
            let mut all = (*kept).clone();
            all.keep(&input.value(), formula.clone());
            kept_formulas::keep(&all);
            kept.set(all);
        })
    };
    html! {
        <Fold id="order-keep" title="Keep this order">
            <form class="order-keep" {onsubmit}>
                <input type="text" id="order-name" aria-label="Name of the order" placeholder="name" maxlength={LONGEST_NAME.to_string()} required=true autocomplete="off" />
                <button type="submit" id="order-keep-yes">{ "Keep" }</button>
            </form>
        </Fold>
    }
}
