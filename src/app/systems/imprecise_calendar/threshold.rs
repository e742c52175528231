//! How much of slots is committed in advance: one number, or one for each level.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms::Term;
use crate::app::control::{Field, Number, Switch};
use slotscope::system::imprecise_calendar::{ImpreciseCalendar, Threshold, lowered};

const THRESHOLD: Term = "The share of a slot that is committed in advance at most, unless to a single job; the finest level has no threshold.";
const BY_LEVEL: Term = "Each level but the finest has a threshold of its own. A divided slot has the threshold of its new level from then on; jobs keep their places.";

/// The number or the numbers, and whether there are several.
pub fn thresholds(options: &ImpreciseCalendar, edit: &Edit) -> Html {
    let by_level = edit.set(|scenario, on: bool| {
        let settings = ImpreciseCalendar::of_mut(&mut scenario.system);
        let levels = settings.levels().len();
        match on {
            true => settings.threshold_percent.by_level(levels),
            false => settings.threshold_percent = Threshold::All(settings.threshold_percent.of(1)),
        }
    });
    let levels = options.levels().len();
    let are_several = matches!(options.threshold_percent, Threshold::Levels(_));
    let fields = match are_several {
        true => (1..levels).map(|level| of_level(options, edit, level)).collect(),
        false => vec![of_all(options, edit)],
    };
    html! {
        <>
            { for fields }
            if levels > 2 || are_several {
                <Switch id="threshold-by-level" label="Threshold by level" term={BY_LEVEL} on={are_several} on_change={by_level} />
            }
        </>
    }
}

fn of_all(options: &ImpreciseCalendar, edit: &Edit) -> Html {
    let set = edit.drag("threshold", |scenario, value: Option<f64>| {
        if let Some(value) = value {
            let settings = ImpreciseCalendar::of_mut(&mut scenario.system);
            settings.threshold_percent = Threshold::All(value as u32);
        }
    });
    html! {
        <Field of="threshold" label="Threshold" term={THRESHOLD}>
            <Number id="threshold" value={f64::from(options.threshold_percent.of(1))} max={100.0} unit="%" on_change={set} />
        </Field>
    }
}

fn of_level(options: &ImpreciseCalendar, edit: &Edit, level: usize) -> Html {
    let set = edit.drag("threshold-of-level", move |scenario, value: Option<f64>| {
        if let Some(value) = value {
            let settings = ImpreciseCalendar::of_mut(&mut scenario.system);
            let levels = settings.levels().len();
            settings.threshold_percent.set(level, value as u32, levels);
        }
    });
    let id = format!("threshold-{level}");
    html! {
        <Field of={id.clone()} label={format!("Threshold S{}", lowered(level))} term={THRESHOLD}>
            <Number {id} value={f64::from(options.threshold_percent.of(level))} max={100.0} unit="%" on_change={set} />
        </Field>
    }
}
