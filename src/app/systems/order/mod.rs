//! The order of the waiting jobs as a formula, and to which of them a pass promises a start: the same of every system
//! that makes such passes.

mod presets;

use yew::prelude::*;

use crate::app::context::terms;
use crate::app::control::{Choice, Field, FormulaField, Number, Segmented, Switch, any_one_of, choice};
use presets::Presets;
use slotscope::policy::formula::Formula;
use slotscope::policy::local::{Promises, Rule};

/// How a system takes the changes.
#[derive(Clone, PartialEq)]
pub struct Changes {
    /// The order, as it is typed.
    pub order: Callback<Formula>,
    /// Whether no job overtakes another.
    pub strict: Callback<bool>,
    /// How many promises are made, as one step.
    pub promises: Callback<Promises>,
    /// The same as it is typed.
    pub promises_typed: Callback<Promises>,
    /// The order of backfilling, or none of its own, as one step.
    pub backfill_order: Callback<Option<Formula>>,
    /// The same as it is typed.
    pub backfill_typed: Callback<Formula>,
}

#[derive(Properties, PartialEq)]
pub struct OrderProps {
    pub rule: Rule,
    /// Whether the system has nodes, whose variables formulas may read.
    pub has_nodes: bool,
    pub changes: Changes,
}

/// The order, the promises and the order of backfilling.
#[component]
pub fn OrderAndPromises(props: &OrderProps) -> Html {
    let OrderProps { rule, has_nodes, changes } = props;
    let order = &rule.order;
    html! {
        <>
            <Presets formula={order.clone()} on_choose={&changes.order} />
            <Field of="order" label="Order: the smallest value first" term={terms::ORDER}>
                <FormulaField id="order" label="Order: the smallest value first" formula={order.clone()} has_nodes={*has_nodes} on_change={&changes.order} />
            </Field>
            <Switch id="strict" label="No job overtakes" term={terms::STRICT} on={rule.strict} on_change={&changes.strict} />
            if !rule.strict {
                { promises(rule.promises, changes) }
                if rule.reads_backfill_order() {
                    { backfill(rule, *has_nodes, changes) }
                }
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

fn promises(promises: Promises, changes: &Changes) -> Html {
    let kind = match promises {
        Promises::Count(0) => Kind::None,
        Promises::Count(1) => Kind::First,
        Promises::Count(_) => Kind::Several,
        Promises::All => Kind::All,
    };
    let choose = changes.promises.reform(|kind| match kind {
        Kind::None => Promises::Count(0),
        Kind::First => Promises::Count(1),
        Kind::Several => Promises::Count(SEVERAL),
        Kind::All => Promises::All,
    });
    let on_count = {
        let typed = changes.promises_typed.clone();
        Callback::from(move |count: Option<f64>| {
            if let Some(count) = count {
                typed.emit(Promises::Count(count as u32));
            }
        })
    };
    html! {
        <Field label="Promised starts" term={terms::PROMISES}>
            <Segmented id="promises" label="Promised starts" offer={any_one_of(KINDS.to_vec(), kind, choose)} />
            if let (Kind::Several, Promises::Count(now)) = (kind, promises) {
                <Number id="promises-number" label="Promised starts" value={f64::from(now)} min={2.0} max={1_000_000.0} on_change={on_count} />
            }
        </Field>
    }
}

/// The order of the jobs that are left when the promises are made.
fn backfill(rule: &Rule, has_nodes: bool, changes: &Changes) -> Html {
    let order = rule.order.clone();
    let own = changes.backfill_order.reform(move |own: bool| own.then(|| order.clone()));
    html! {
        <>
            <Switch id="backfill-own" label="Backfill in another order" term={terms::BACKFILL_ORDER} on={rule.backfill_order.is_some()} on_change={own} />
            if let Some(formula) = &rule.backfill_order {
                <FormulaField id="backfill-order" label="Order of backfilling" formula={formula.clone()} {has_nodes} on_change={&changes.backfill_typed} />
            }
        </>
    }
}
