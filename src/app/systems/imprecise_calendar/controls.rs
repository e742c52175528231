//! All that can be set of imprecise calendars.

use yew::prelude::*;

use super::choices::configurations;
use crate::app::control::{Field, Number, Select, Switch, any_one_of};
use crate::app::shell::panel::edit::Edit;
use crate::app::terms::Term;
use crate::availability::calendar::Level;
use crate::system::imprecise_calendar::{Configured, ImpreciseCalendar};
use crate::workload::Time;

const CONFIGURATION: Term =
    "The levels of slots: the paper's configurations, or levels as given here.";
const COUNT: Term =
    "How many slots of the level there are. Nothing, in the last level: as many as are needed.";
const LENGTH: Term = "How long the slots of the level are: a multiple of the finer level's.";
const THRESHOLD: Term = "So much of a slot that is not of the finest level is committed in advance, unless to a single job.";
const LOW_WATER: Term = "A level is refilled, by splitting a coarser slot, when it has fewer slots left. Nothing: fewer than its count.";
const BACKFILL: Term = "Jobs are moved forward when slots are split and when a job ends early. Reservations never are.";

#[derive(Properties, PartialEq)]
pub struct ControlsProps {
    pub options: ImpreciseCalendar,
    pub edit: Edit,
    /// What of the workload stands beneath the policies.
    pub children: Html,
}

/// First the slots, then what is left free in them and how jobs move.
#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let ControlsProps {
        options,
        edit,
        children,
    } = props;
    let threshold = edit.drag("threshold", |scenario, value: Option<f64>| {
        if let Some(value) = value {
            ImpreciseCalendar::of_mut(&mut scenario.system).threshold_percent = value as u32;
        }
    });
    let low_water = edit.drag("low-water", |scenario, value: Option<f64>| {
        ImpreciseCalendar::of_mut(&mut scenario.system).low_water = value.map(|it| it as u32);
    });
    let backfill = edit.set(|scenario, on| {
        ImpreciseCalendar::of_mut(&mut scenario.system).backfill = on;
    });
    let configure = edit.set(|scenario, value| {
        ImpreciseCalendar::of_mut(&mut scenario.system).configuration = value;
    });
    let has_levels = options.levels().len() > 1;
    html! {
        <>
            <Field label="Slots" term={CONFIGURATION}>
                <Select id="configuration" label="Slots" offer={any_one_of(configurations(), options.configuration, configure)} />
            </Field>
            if options.configuration == Configured::Levels {
                { for options.levels.iter().enumerate().map(|(index, &level)| level_fields(edit, index, level, options.levels.len())) }
            }
            if has_levels {
                <Field of="threshold" label="Threshold" term={THRESHOLD}>
                    <Number id="threshold" value={f64::from(options.threshold_percent)} max={100.0} unit="%" on_change={threshold} />
                </Field>
                <Field of="low-water" label="Low water" term={LOW_WATER}>
                    <Number id="low-water" value={options.low_water.map(f64::from)} optional={true} placeholder="the count"
                        min={1.0} max={1_000_000.0} unit="slots" on_change={low_water} />
                </Field>
            }
            <Switch id="move-forward" label="Backfilling" term={BACKFILL} on={options.backfill} on_change={backfill} />
            { children.clone() }
        </>
    }
}

/// The ids of the first levels' fields; a list that is longer comes from a file.
const COUNTS: [&str; 5] = ["count-0", "count-1", "count-2", "count-3", "count-4"];
const LENGTHS: [&str; 5] = ["length-0", "length-1", "length-2", "length-3", "length-4"];
const LABELS: [&str; 5] = ["S₀", "S₁", "S₂", "S₃", "S₄"];

/// How many slots a level has, and how long they are.
fn level_fields(edit: &Edit, index: usize, level: Level, levels: usize) -> Html {
    let (Some(&count_id), Some(&length_id)) = (COUNTS.get(index), LENGTHS.get(index)) else {
        return Html::default();
    };
    let is_last = index + 1 == levels;
    let count = edit.drag(count_id, move |scenario, value: Option<f64>| {
        let levels = &mut ImpreciseCalendar::of_mut(&mut scenario.system).levels;
        if let Some(level) = levels.get_mut(index)
            && (is_last || value.is_some())
        {
            level.count = value.map(|it| it as u32);
        }
    });
    let length = edit.drag(length_id, move |scenario, value: Option<f64>| {
        let levels = &mut ImpreciseCalendar::of_mut(&mut scenario.system).levels;
        if let (Some(level), Some(value)) = (levels.get_mut(index), value) {
            level.length = value as Time;
        }
    });
    html! {
        <>
            <Field of={count_id} label={format!("{} slots", LABELS[index])} term={COUNT}>
                <Number id={count_id} value={level.count.map(f64::from)} optional={is_last} placeholder="as needed"
                    min={1.0} max={1_000_000.0} on_change={count} />
            </Field>
            <Field of={length_id} label={format!("{} length", LABELS[index])} term={LENGTH}>
                <Number id={length_id} value={level.length as f64} min={1.0} max={31_622_400.0} unit="s" on_change={length} />
            </Field>
        </>
    }
}
