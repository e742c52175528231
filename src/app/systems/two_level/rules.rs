//! Rules beside the policies: orders of waiting jobs, time limits, the local system.

use yew::prelude::*;

use super::local_systems::{LocalSystems, name_of_systems};
use super::period::Period;
use super::queue_options::{PassPeriod, Priorities, Shares};
use crate::app::context::edit::Edit;
use crate::app::context::terms;
use crate::app::control::{Field, Fold, Segmented, of_setting};
use slotscope::system::two_level::{GridQueue, TurnBy, TwoLevel};

#[derive(Properties, PartialEq)]
pub struct RulesProps {
    pub options: TwoLevel,
    /// How many providers there are.
    pub providers: usize,
    pub edit: Edit,
}

/// Rules beside the policies, folded away; the line shows the present ones.
#[component]
pub fn Rules(props: &RulesProps) -> Html {
    let RulesProps { options, providers, edit } = props;
    let (grid, local) = (&options.grid, &options.local);
    // Where no local queue shows them.
    let shows_priorities =
        grid.queue == GridQueue::Priority && !local.takes_turns_by(&[TurnBy::Priority, TurnBy::Preemption]);
    let shows_shares = grid.queue == GridQueue::FairShare && !local.takes_turns_by(&[TurnBy::Share]);
    let ask = edit.drag("inquiry-step", |scenario, step| {
        TwoLevel::of_mut(&mut scenario.system).grid.inquiry_step = step;
    });
    let note = format!("{}, {}", grid.reservation_queue.name(), name_of_systems(local));
    html! {
        <Fold id="rules" title="Rules" {note}>
            <Field label="Order of batch jobs" term={terms::GRID_QUEUE}>
                <Segmented id="grid-queue" label="Order of batch jobs"
                    offer={of_setting(grid.queue, edit.set_option(|options, value| options.grid.queue = value))} />
            </Field>
            if shows_priorities {
                <Priorities local={local.clone()} edit={edit.clone()} />
            }
            if shows_shares {
                <Shares local={local.clone()} edit={edit.clone()} />
            }
            <Field label="Order of reservations" term={terms::AR_QUEUE}>
                <Segmented id="reservation-queue" label="Order of reservations"
                    offer={of_setting(grid.reservation_queue, edit.set_option(|options, value| options.grid.reservation_queue = value))} />
            </Field>
            <Field label="Start in a flexible window" term={terms::FLEXIBLE_START}>
                <Segmented id="flexible-start" label="Start in a flexible window"
                    offer={of_setting(grid.flexible_start, edit.set_option(|options, value| options.grid.flexible_start = value))} />
            </Field>
            <Field label="Step between inquiries" term={terms::INQUIRY_STEP}>
                <Period id="inquiry-step" number_id="inquiry-step-number" label="Step between inquiries"
                    zero="all" value={grid.inquiry_step} on_move={ask} />
            </Field>
            <Field label="At its time limit, a batch job" term={terms::OVER_LIMIT}>
                <Segmented id="over-limit" label="Over the limit"
                    offer={of_setting(local.over_limit, edit.set_option(|options, value| options.local.over_limit = value))} />
            </Field>
            <PassPeriod local={local.clone()} edit={edit.clone()} />
            <LocalSystems local={local.clone()} providers={*providers} edit={edit.clone()} />
        </Fold>
    }
}
