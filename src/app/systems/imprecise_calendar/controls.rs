//! All that can be set of imprecise calendars.

use yew::prelude::*;

use super::levels::Levels;
use super::managers::ManagersControls;
use super::threshold::thresholds;
use crate::app::context::edit::Edit;
use crate::app::context::terms::{self, Term};
use crate::app::control::{Field, Number, Segmented, Select, Switch, of_setting};
use slotscope::system::imprecise_calendar::{ImpreciseCalendar, Refine};

const LOW_WATER: Term =
    "A level with fewer slots than this is refilled by splitting a coarser slot. Empty: the level's own count.";
const ONE_JOB: Term = "Each request gets whole slots, so every commitment can be kept when slots are split. If off, a coarse slot accepts jobs as long as it has node seconds for them, and commitments may break.";
const REFINE: Term = "Which waiting jobs backfilling considers for an earlier start. In both cases a job starts at the beginning of the slot that it was given at submission, or earlier.";
const BACKFILL: Term =
    "Jobs are moved to an earlier start when slots are split and when a job ends early. Reservations are never moved.";

#[derive(Properties, PartialEq)]
pub struct ControlsProps {
    pub options: ImpreciseCalendar,
    /// How many providers there are.
    pub clusters: usize,
    pub edit: Edit,
    /// The controls of the workload beneath the policies.
    pub children: Html,
}

/// First the slots, their levels a line until it is opened, then how jobs move.
#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let ControlsProps { options, clusters, edit, children } = props;
    let low_water = edit.drag("low-water", |scenario, value: Option<f64>| {
        ImpreciseCalendar::of_mut(&mut scenario.system).low_water = value.map(|it| it as u32);
    });
    let backfill = edit.set(|scenario, on| {
        ImpreciseCalendar::of_mut(&mut scenario.system).backfill = on;
    });
    let configure = edit.set(|scenario, value| {
        ImpreciseCalendar::of_mut(&mut scenario.system).configure(value);
    });
    let refine = edit.set(|scenario, value| {
        let settings = ImpreciseCalendar::of_mut(&mut scenario.system);
        settings.refine = value;
        if value == Refine::AtDivision {
            settings.message_time = 0;
        }
    });
    let has_levels = options.levels().len() > 1;
    let rest = html! {
        if has_levels {
            { thresholds(options, edit) }
            <Field of="low-water" label="Low water" term={LOW_WATER}>
                <Number id="low-water" value={options.low_water.map(f64::from)} optional={true} placeholder="the count"
                    min={1.0} max={1_000_000.0} unit="slots" on_change={low_water} />
            </Field>
        }
    };
    let one_job = edit.set(|scenario, on| {
        let settings = ImpreciseCalendar::of_mut(&mut scenario.system);
        settings.one_job_per_slot = on;
        if !on {
            settings.message_time = 0;
        }
    });
    // Rarely changed settings stand beside the other settings of slots.
    let rest = html! {
        <>
            { rest }
            <Switch id="one-job-per-slot" label="One job per slot" term={ONE_JOB} on={options.one_job_per_slot} on_change={one_job} />
            if options.backfill {
                <Field label="Jobs looked at" term={REFINE}>
                    <Segmented id="refine" label="Jobs looked at" offer={of_setting(options.refine, refine)} />
                </Field>
            }
        </>
    };
    html! {
        <>
            <Field label="Slots" term={terms::LEVELS}>
                <Select id="configuration" label="Slots" offer={of_setting(options.configuration, configure)} />
            </Field>
            <Levels options={options.clone()} edit={edit.clone()}>{ rest }</Levels>
            <Switch id="move-forward" label="Backfilling" term={BACKFILL} on={options.backfill} on_change={backfill} />
            <ManagersControls options={options.clone()} edit={edit.clone()} clusters={*clusters} />
            { children.clone() }
        </>
    }
}
