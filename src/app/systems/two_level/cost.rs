//! The settings that determine the cost of reservations: until when they hold their processors, the requested
//! interval, and the reserved time. They stand beside the share of reservations, once there are some.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::nothing;
use crate::app::context::terms;
use crate::app::control::{Field, Segmented, of_setting};
use slotscope::system::two_level::TwoLevel;
use slotscope::workload::reserve::{RequestKind, Reservations};

#[derive(Properties, PartialEq)]
pub struct CostProps {
    pub options: TwoLevel,
    pub reservations: Reservations,
    pub edit: Edit,
}

/// Until when a reservation holds its processors, its requested interval, and its reserved time.
#[component]
pub fn Cost(props: &CostProps) -> Html {
    let CostProps { options, reservations, edit } = props;
    if !reservations.any() {
        return nothing();
    }
    // A list says itself how long its intervals are.
    let is_listed = reservations.request == RequestKind::Listed;
    html! {
        <div class="beside-share" id="reservation-cost">
            <Field label="Held until" term={terms::RESERVATION_END} class="beside">
                <Segmented id="reservation-end" label="Held until"
                    offer={of_setting(options.reservation_end, edit.set_option(|options, value| options.reservation_end = value))} />
            </Field>
            if !is_listed {
                <Field label="Interval" term={terms::INTERVAL_LENGTH} class="beside">
                    <Segmented id="interval-length" label="Interval length"
                        offer={of_setting(reservations.interval, edit.set(|scenario, value| scenario.workload.reservations.interval = value))} />
                </Field>
            }
            <Field label="Reserved" term={terms::RESERVATION_LENGTH} class="beside">
                <Segmented id="reservation-length" label="Reserved time"
                    offer={of_setting(options.reservation_length, edit.set_option(|options, value| options.reservation_length = value))} />
            </Field>
        </div>
    }
}
