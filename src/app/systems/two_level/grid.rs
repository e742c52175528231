//! The policies of the grid scheduler.

use yew::prelude::*;

use super::period::Period;
use crate::app::context::edit::Edit;
use crate::app::context::terms;
use crate::app::control::{Field, NumberList, Segmented, of_setting};
use slotscope::page::dropped_log::providers;
use slotscope::page::rejections::in_parts;
use slotscope::system::two_level::TwoLevel;
use slotscope::system::two_level::{Grid, ReservationAllocation};
use slotscope::workload::Time;

#[derive(Properties, PartialEq)]
pub struct GridProps {
    pub grid: Grid,
    /// How many providers there are.
    pub providers: usize,
    pub edit: Edit,
}

/// Which provider the grid scheduler picks.
#[component]
pub fn Allocations(props: &GridProps) -> Html {
    let GridProps { grid, providers, edit } = props;
    let order = edit.drag("resource-order", |scenario, order: Vec<i64>| {
        let order = order.into_iter().map(|place| place as u32 - 1);
        TwoLevel::of_mut(&mut scenario.system).grid.resource_order = order.collect();
    });
    let places = grid.resource_order.iter();
    let places: Vec<i64> = places.map(|&index| i64::from(index) + 1).collect();
    html! {
        <>
            <Field label="Batch allocation" term={terms::BATCH_ALLOCATION}>
                <Segmented id="batch-allocation" label="Batch allocation"
                    offer={of_setting(grid.batch_allocation, edit.set_option(|options, value| options.grid.batch_allocation = value))} />
            </Field>
            <Field label="AR allocation" term={terms::AR_ALLOCATION}>
                <Segmented id="reservation-allocation" label="AR allocation"
                    offer={of_setting(grid.reservation_allocation, edit.set_option(|options, value| options.grid.reservation_allocation = value))} />
            </Field>
            if grid.reservation_allocation == ReservationAllocation::ResourcePriority {
                <Field of="resource-order" label="Providers in order" term={terms::RESOURCE_ORDER}>
                    <NumberList id="resource-order" value={places} min={1} max={*providers as i64}
                        placeholder="platform order" on_change={order} />
                </Field>
            }
        </>
    }
}

/// What stands in the place of the allocations where there is one provider, and splits it.
pub fn split(processors: u32, edit: &Edit) -> Html {
    let split = [2, 4].into_iter().filter(|&parts| parts <= processors).map(|parts| {
        let onclick = edit.set(move |scenario, _: MouseEvent| scenario.platform = in_parts(processors, parts));
        html! {
            <button type="button" id={format!("split-{parts}")} {onclick}
                title={providers(&in_parts(processors, parts))}>{ format!("Split into {parts}") }</button>
        }
    });
    html! {
        <div class="field" id="one-provider">
            <p class="hint">{ "One provider: the grid has nothing to choose." }</p>
            <div>{ for split }</div>
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct GridPeriodProps {
    pub period: Time,
    pub edit: Edit,
}

/// The period δ of the grid scheduler.
#[component]
pub fn GridPeriod(props: &GridPeriodProps) -> Html {
    let set = props.edit.drag("grid-period", |scenario, period| {
        TwoLevel::of_mut(&mut scenario.system).grid.period = period;
    });
    html! {
        <Field label="Grid period δ" term={terms::PERIOD}>
            <Period id="grid-period" number_id="grid-period-number" label="Grid period δ" zero="on arrival"
                value={props.period} on_move={set} />
        </Field>
    }
}
