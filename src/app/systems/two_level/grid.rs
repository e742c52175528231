//! The policies of the grid scheduler.

use yew::prelude::*;

use super::choices::{AR_ALLOCATIONS, AR_QUEUES, BATCH_ALLOCATIONS};
use crate::app::control::{Field, NumberList, Segmented, one_of};
use crate::app::shell::panel::edit::Edit;
use crate::app::shell::panel::period::Period;
use crate::app::terms;
use crate::page::history::two_level_mut;
use crate::system::two_level::{Grid, ReservationAllocation};

#[derive(Properties, PartialEq)]
pub struct GridProps {
    pub grid: Grid,
    /// How many providers there are.
    pub providers: usize,
    pub edit: Edit,
}

/// The policies of the grid scheduler.
#[component]
pub fn GridPolicies(props: &GridProps) -> Html {
    let GridProps {
        grid,
        providers,
        edit,
    } = props;
    let period = edit.drag("grid-period", |scenario, period| {
        two_level_mut(scenario).grid.period = period;
    });
    let order = edit.drag("resource-order", |scenario, order: Vec<i64>| {
        let order = order.into_iter().map(|place| place as u32 - 1);
        two_level_mut(scenario).grid.resource_order = order.collect();
    });
    let places = grid.resource_order.iter();
    let places: Vec<i64> = places.map(|&index| i64::from(index) + 1).collect();
    html! {
        <>
            <Field label="Grid period δ" term={terms::PERIOD}>
                <Period id="grid-period" number_id="grid-period-number" label="Grid period δ" zero="on arrival"
                    value={grid.period} on_move={period} />
            </Field>
            <Field label="Batch jobs go" term={terms::BATCH_ALLOCATION}>
                <Segmented id="batch-allocation" label="Batch allocation"
                    offer={one_of(BATCH_ALLOCATIONS, Some(grid.batch_allocation), edit.set_option(|options, value| options.grid.batch_allocation = value))} />
            </Field>
            <Field label="Reservations go" term={terms::AR_ALLOCATION}>
                <Segmented id="reservation-allocation" label="AR allocation"
                    offer={one_of(AR_ALLOCATIONS, Some(grid.reservation_allocation), edit.set_option(|options, value| options.grid.reservation_allocation = value))} />
            </Field>
            if grid.reservation_allocation == ReservationAllocation::ResourcePriority {
                <Field of="resource-order" label="Providers first" term={terms::RESOURCE_ORDER}>
                    <NumberList id="resource-order" value={places} min={1} max={*providers as i64}
                        placeholder="in their order" on_change={order} />
                </Field>
            }
            <Field label="Reservations wait" term={terms::AR_QUEUE}>
                <Segmented id="reservation-queue" label="AR queue"
                    offer={one_of(AR_QUEUES, Some(grid.reservation_queue), edit.set_option(|options, value| options.grid.reservation_queue = value))} />
            </Field>
        </>
    }
}
