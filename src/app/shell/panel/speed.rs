//! The speed of processors, for files that measure work in operations.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms;
use crate::app::control::{Field, Number};
use slotscope::workload::flops::{SPEEDS, USUAL};

#[derive(Properties, PartialEq)]
pub struct SpeedProps {
    /// In floating-point operations per second; `None` is the usual one.
    pub flops_per_second: Option<f64>,
    pub edit: Edit,
}

/// How many floating-point operations a processor does in a second, in units of the usual number, 10⁹.
#[component]
pub fn Speed(props: &SpeedProps) -> Html {
    let change = |scenario: &mut slotscope::experiment::Scenario, value: Option<f64>| {
        scenario.workload.flops_per_second = value.map(|it| it * USUAL);
    };
    let value = props.flops_per_second.map(|it| it / USUAL);
    html! {
        <Field of="flops-per-second" label="Speed" term={terms::FLOPS_PER_SECOND}>
            <Number id="flops-per-second" {value} optional=true fractions=true placeholder="1" unit="Gflop/s"
                min={SPEEDS.0 / USUAL} max={SPEEDS.1 / USUAL} on_change={props.edit.drag("flops-per-second", change)} />
        </Field>
    }
}
