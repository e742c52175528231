//! All that can be set of co-allocation.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms::{self, Term};
use crate::app::control::{Field, Fold, Number, Segmented, of_setting};
use slotscope::page::words;
use slotscope::system::co_allocation::{CoAllocation, Length};
use slotscope::workload::Time;

const STEP: Term = "Δt: a request that finds too few idle servers is tried again this much later, repeatedly.";
const LENGTH: Term = "The time for which servers are booked, by reservations and all other jobs. Users request several times the time that they use, and longer bookings leave less room for others.";
const EARLY_END: Term = "Until when servers are held if their job ends before its requested time. Servers held until the end of the request are idle until then.";
const ATTEMPTS: Term = "R_max: how often a request is tried at most. Empty: half the number of slots in the horizon.";
const DEADLINE: Term =
    "The latest start, as a delay after the earliest one; later, the request is rejected. Empty: no limit.";
const HORIZON: Term = "H: all bookings end at most this long after their submission.";
const SLOT: Term =
    "τ: the printed trees have one for each slot of the horizon; half as many attempts are made as there are slots.";
const STRUCTURE: Term =
    "The data structure of the idle periods. It does not change the schedule, only the number of operations.";

#[derive(Properties, PartialEq)]
pub struct ControlsProps {
    pub options: CoAllocation,
    pub edit: Edit,
    /// The controls of the workload beneath the policies.
    pub children: Html,
}

/// First the choice of servers and their times, then folded settings.
#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let ControlsProps { options, edit, children } = props;
    let step = edit.drag("step", |scenario, value: Option<f64>| {
        if let Some(value) = value {
            CoAllocation::of_mut(&mut scenario.system).step = value as Time;
        }
    });
    html! {
        <>
            <Field label="Servers by" term={terms::SELECTION}>
                <Segmented id="selection" label="Selection"
                    offer={of_setting(options.selection, edit.set(|scenario, value| CoAllocation::of_mut(&mut scenario.system).selection = value))} />
            </Field>
            <Field of="step" label="Step Δt" term={STEP}>
                <Number id="step" value={options.step as f64} min={1.0} max={options.horizon as f64} unit="s" on_change={step} />
            </Field>
            // Beside the share: what reservations cost hangs on it, and what all other jobs cost.
            <div class="beside-share" id="reservation-cost">
                <Field label="Booked time" term={LENGTH} class="beside">
                    <Segmented id="length" label="Booked time"
                        offer={of_setting(options.length, edit.set(|scenario, value| CoAllocation::of_mut(&mut scenario.system).length = value))} />
                </Field>
                if options.length == Length::Requested {
                    <Field label="Held until" term={EARLY_END} class="beside">
                        <Segmented id="early-end" label="Held until"
                            offer={of_setting(options.early_end, edit.set(|scenario, value| CoAllocation::of_mut(&mut scenario.system).early_end = value))} />
                    </Field>
                }
            </div>
            { children.clone() }
            <Limits options={options.clone()} edit={edit.clone()} />
            if !options.chosen_servers.is_empty() {
                <ServersChosen options={options.clone()} edit={edit.clone()} />
            }
        </>
    }
}

#[derive(Properties, PartialEq)]
struct LimitsProps {
    options: CoAllocation,
    edit: Edit,
}

/// The horizon, the number of attempts, and the structure of idle periods.
#[component]
fn Limits(props: &LimitsProps) -> Html {
    let LimitsProps { options, edit } = props;
    let note =
        format!("{} ahead, {}", words::duration(options.horizon as f64), options.structure.name().to_lowercase());
    let horizon = edit.drag("horizon", |scenario, value: Option<f64>| {
        if let Some(value) = value {
            CoAllocation::of_mut(&mut scenario.system).horizon = value as Time;
        }
    });
    let slot = edit.drag("slot", |scenario, value: Option<f64>| {
        if let Some(value) = value {
            CoAllocation::of_mut(&mut scenario.system).slot = value as Time;
        }
    });
    let attempts = edit.drag("attempts", |scenario, value: Option<f64>| {
        CoAllocation::of_mut(&mut scenario.system).attempts = value.map(|it| it as u32);
    });
    let deadline = edit.drag("latest-start", |scenario, value: Option<f64>| {
        CoAllocation::of_mut(&mut scenario.system).deadline = value.map(|it| it as Time);
    });
    let half = (options.slots() / 2).max(1).to_string();
    let shortest = options.slot.max(options.step) as f64;
    html! {
        <Fold id="limits" title="Horizon and attempts" {note}>
            <Field of="horizon" label="Horizon H" term={HORIZON}>
                <Number id="horizon" value={options.horizon as f64} min={shortest} max={31_622_400.0} unit="s" on_change={horizon} />
            </Field>
            <Field of="attempts" label="Most attempts" term={ATTEMPTS}>
                <Number id="attempts" value={options.attempts.map(f64::from)} optional={true} placeholder={half}
                    min={1.0} max={1_000_000.0} on_change={attempts} />
            </Field>
            <Field of="latest-start" label="Start within" term={DEADLINE}>
                <Number id="latest-start" value={options.deadline.map(|it| it as f64)} optional={true} placeholder="no limit"
                    max={31_622_400.0} unit="s" on_change={deadline} />
            </Field>
            <Field label="Idle periods in" term={STRUCTURE}>
                <Segmented id="structure" label="Structure"
                    offer={of_setting(options.structure, edit.set(|scenario, value| CoAllocation::of_mut(&mut scenario.system).structure = value))} />
            </Field>
            <Field of="slot" label="Slot τ" term={SLOT}>
                <Number id="slot" value={options.slot as f64} min={1.0} max={options.horizon as f64} unit="s" on_change={slot} />
            </Field>
        </Fold>
    }
}

/// The requests for which servers were chosen, each to be left to the selection again.
#[component]
fn ServersChosen(props: &LimitsProps) -> Html {
    let LimitsProps { options, edit } = props;
    let count = options.chosen_servers.len();
    let rows = options.chosen_servers.iter().map(|it| {
        let job = it.job;
        let remove = edit.set(move |scenario, _: MouseEvent| {
            CoAllocation::of_mut(&mut scenario.system).choose(job, None);
        });
        let servers = options.chosen_for(job).unwrap_or_default();
        html! {
            <div class="pair" key={job}>
                <span>{ format!("Job {job}: {servers}") }</span>
                <button type="button" onclick={remove} aria-label={format!("Leave the servers of job {job} to the selection")}>{ "Remove" }</button>
            </div>
        }
    });
    html! {
        <Fold id="chosen-servers" title="Servers chosen" note={words::plural(count, "request")}>
            { for rows }
        </Fold>
    }
}
