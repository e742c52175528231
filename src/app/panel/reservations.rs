//! Which jobs are advance reservations, and what they ask for.

use yew::prelude::*;

use super::choices::REQUESTS;
use super::edit::Edit;
use super::seed::Seed;
use crate::app::control::{Field, Number, Segmented, Slider};
use crate::app::{terms, words};
use crate::workload::reserve::{RequestKind, Reservations};

/// Below the slider.
const MARKS: &[&str] = &["0", "50", "100 %"];

#[derive(Properties, PartialEq)]
pub struct MarkedProps {
    pub reservations: Reservations,
    pub seed: u64,
    pub edit: Edit,
}

/// Which jobs are advance reservations, and what they ask for.
#[component]
pub fn Marked(props: &MarkedProps) -> Html {
    let MarkedProps {
        reservations,
        seed,
        edit,
    } = props;
    let percent = edit.drag("ar-percent", |scenario, percent| {
        scenario.workload.reservations.percent = percent;
    });
    let typed = edit.drag("ar-percent", |scenario, percent: Option<f64>| {
        if let Some(percent) = percent {
            scenario.workload.reservations.percent = percent;
        }
    });
    let hours = |control, set: fn(&mut Reservations, f64)| {
        edit.drag(control, move |scenario, value: Option<f64>| {
            if let Some(value) = value {
                set(&mut scenario.workload.reservations, value);
            }
        })
    };
    let share = words::decimal(
        reservations.percent,
        usize::from(reservations.percent.fract() != 0.0),
    );
    html! {
        <>
            <Field of="ar-percent" label="Share of the jobs" term={terms::AR_PERCENT}>
                <div class="slider-and-number">
                    <Slider id="ar-percent" value={reservations.percent} max={100.0} text={format!("{share} %")}
                        on_move={percent} marks={MARKS} />
                    <Number id="ar-percent-number" label="Share of the jobs in percent" value={reservations.percent}
                        max={100.0} fractions=true unit="%" on_change={typed} />
                </div>
            </Field>
            <div class="pair">
                <Field label="Request" term={terms::REQUEST}>
                    <Segmented<RequestKind> id="request-kind" label="Request" choices={REQUESTS}
                        value={Some(reservations.request)}
                        on_change={edit.set(|scenario, kind| scenario.workload.reservations.request = kind)} />
                </Field>
                <Seed seed={*seed} on_change={edit.drag("seed", |scenario, seed| scenario.seed = seed)} />
            </div>
            if reservations.request == RequestKind::Flexible {
                <div class="pair">
                    <Field of="earlier-hours" label="Ready earlier by" term={terms::EARLIER}>
                        <Number id="earlier-hours" value={reservations.earlier_hours} max={87_600.0} fractions=true unit="h"
                            on_change={hours("earlier-hours", |it, value| it.earlier_hours = value)} />
                    </Field>
                    <Field of="later-hours" label="Due later by" term={terms::LATER}>
                        <Number id="later-hours" value={reservations.later_hours} max={87_600.0} fractions=true unit="h"
                            on_change={hours("later-hours", |it, value| it.later_hours = value)} />
                    </Field>
                </div>
            }
        </>
    }
}
