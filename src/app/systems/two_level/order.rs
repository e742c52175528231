//! The formula by which a local scheduler orders its waiting jobs, to which of them it promises a start, and the run
//! times that it believes.

use yew::prelude::*;

use super::queue_options::Shares;
use crate::app::context::edit::Edit;
use crate::app::context::terms;
use crate::app::control::{Choice, Field, Number, Segmented, any_one_of, choice};
use crate::app::systems::order::{Changes, OrderAndPromises};
use slotscope::policy::formula::Quantity;
use slotscope::system::two_level::{Estimate, LARGEST_FACTOR, Local, TwoLevel};

#[derive(Properties, PartialEq)]
pub struct OrderProps {
    pub local: Local,
    pub edit: Edit,
}

/// The order, the promises and the order of backfilling.
#[component]
pub fn Order(props: &OrderProps) -> Html {
    let OrderProps { local, edit } = props;
    let reads_usage = local.formulas().iter().any(|it| it.uses(Quantity::UserUsage) || it.uses(Quantity::GroupUsage));
    html! {
        <>
            <OrderAndPromises rule={local.rule()} has_nodes={false} changes={changes(edit)} />
            <Estimates local={local.clone()} edit={edit.clone()} />
            if reads_usage {
                <Shares local={local.clone()} edit={edit.clone()} />
            }
        </>
    }
}

fn changes(edit: &Edit) -> Changes {
    Changes {
        order: edit.drag("order", |scenario, order| {
            TwoLevel::of_mut(&mut scenario.system).local.order = order;
        }),
        strict: edit.set_option(|options, strict| options.local.strict = strict),
        promises: edit.set_option(|options, promises| options.local.promises = promises),
        promises_typed: edit.drag("promises", |scenario, promises| {
            TwoLevel::of_mut(&mut scenario.system).local.promises = promises;
        }),
        backfill_order: edit.set_option(|options, order| options.local.backfill_order = order),
        backfill_typed: edit.drag("backfill-order", |scenario, order| {
            TwoLevel::of_mut(&mut scenario.system).local.backfill_order = Some(order);
        }),
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
    choice(EstimateKind::UserMean, "user's mean", terms::ESTIMATE_USER_MEAN),
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
    let factor = props.edit.drag("estimate-factor", |scenario, factor: Option<f64>| {
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
