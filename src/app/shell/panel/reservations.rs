//! The share of advance reservations and their requests.

use web_sys::File;
use yew::prelude::*;

use super::choices::requests;
use super::requests::Requests;
use super::seed::Seed;
use crate::app::context::edit::Edit;
use crate::app::context::terms;
use crate::app::control::{Field, Fold, Number, Segmented, Slider, any_one_of, of_setting};
use slotscope::page::words;
use slotscope::workload::reserve::{IntervalStart, RequestKind, Reservations};

/// Below the slider.
const MARKS: &[&str] = &["0", "50", "100 %"];

/// Most hours that can be typed: ten years.
const LONGEST: f64 = 87_600.0;

#[derive(Properties, PartialEq)]
pub struct ShareProps {
    pub reservations: Reservations,
    /// How many of the requests that are listed are for jobs that are taken.
    pub listed_jobs: Option<usize>,
    /// A warning if the log lacks the data for their starts.
    pub warning: Option<String>,
    pub edit: Edit,
    pub on_files: Callback<Vec<File>>,
}

/// The jobs that are advance reservations: a share of them, or those of a list.
#[component]
pub fn Share(props: &ShareProps) -> Html {
    let ShareProps { reservations, edit, .. } = props;
    if reservations.request == RequestKind::Listed {
        return html! {
            <Requests listed={reservations.listed.len()} found={props.listed_jobs} edit={edit.clone()}
                on_files={&props.on_files} />
        };
    }
    let percent = edit.drag("ar-percent", |scenario, percent| {
        scenario.workload.reservations.percent = percent;
    });
    let typed = edit.drag("ar-percent", |scenario, percent: Option<f64>| {
        if let Some(percent) = percent {
            scenario.workload.reservations.percent = percent;
        }
    });
    let share = words::decimal(reservations.percent, usize::from(reservations.percent.fract() != 0.0));
    html! {
        <Field of="ar-percent" label="Jobs that reserve" term={terms::AR_PERCENT}>
            <div class="slider-and-number">
                <Slider id="ar-percent" value={reservations.percent} max={100.0} text={format!("{share} %")}
                    on_move={percent} marks={MARKS} />
                <Number id="ar-percent-number" label="Jobs that reserve, in percent" value={reservations.percent}
                    max={100.0} fractions=true unit="%" on_change={typed} />
            </div>
            if let Some(warning) = &props.warning {
                <p class="wrong" id="no-waits">{ warning }</p>
            }
        </Field>
    }
}

#[derive(Properties, PartialEq)]
pub struct AskedProps {
    pub reservations: Reservations,
    pub seed: u64,
    pub edit: Edit,
}

/// The requests of advance reservations, folded away.
#[component]
pub fn Asked(props: &AskedProps) -> Html {
    let AskedProps { reservations, seed, edit } = props;
    let hours = |control, set: fn(&mut Reservations, f64)| {
        edit.drag(control, move |scenario, value: Option<f64>| {
            if let Some(value) = value {
                set(&mut scenario.workload.reservations, value);
            }
        })
    };
    let least = edit.drag("least-percent", |scenario, value: Option<f64>| {
        if let Some(value) = value {
            scenario.workload.reservations.least_percent = value as u32;
        }
    });
    let request = reservations.request;
    let is_listed = request == RequestKind::Listed;
    let kind = request.row().label.to_lowercase();
    html! {
        <Fold id="asked" title="Reservation type" note={format!("{kind}, seed {seed}")}>
            <Field label="Request" term={terms::REQUEST}>
                <Segmented id="request-kind" label="Request"
                    offer={any_one_of(requests(), request, edit.set(|scenario, kind| scenario.workload.reservations.request = kind))} />
            </Field>
            <div class="pair">
                if request.is_flexible() {
                    <Field of="earlier-hours" label="Ready earlier by" term={terms::EARLIER}>
                        <Number id="earlier-hours" value={reservations.earlier_hours} min={-reservations.later_hours} max={LONGEST} fractions=true unit="h"
                            on_change={hours("earlier-hours", |it, value| it.earlier_hours = value)} />
                    </Field>
                    <Field of="later-hours" label="Due later by" term={terms::LATER}>
                        <Number id="later-hours" value={reservations.later_hours} max={LONGEST} fractions=true unit="h"
                            on_change={hours("later-hours", |it, value| it.later_hours = value)} />
                    </Field>
                }
                if !is_listed {
                    <Field label="Start" term={terms::INTERVAL_START}>
                        <Segmented id="interval-start" label="Start"
                            offer={of_setting(reservations.start, edit.set(|scenario, start| scenario.workload.reservations.start = start))} />
                    </Field>
                }
                <Seed seed={*seed} on_change={edit.drag("seed", |scenario, seed| scenario.seed = seed)} />
                if !is_listed && reservations.start == IntervalStart::LeadTime {
                    <Field of="lead-min" label="Lead time, at least" term={terms::LEAD_MIN}>
                        <Number id="lead-min" value={reservations.lead_hours_min} max={reservations.lead_hours_max}
                            fractions=true unit="h"
                            on_change={hours("lead-min", |it, value| it.lead_hours_min = value)} />
                    </Field>
                    <Field of="lead-max" label="Lead time, at most" term={terms::LEAD_MAX}>
                        <Number id="lead-max" value={reservations.lead_hours_max} min={reservations.lead_hours_min}
                            max={LONGEST} fractions=true unit="h"
                            on_change={hours("lead-max", |it, value| it.lead_hours_max = value)} />
                    </Field>
                }
                if request.is_best_effort() {
                    <Field of="least-percent" label="Accepts at least" term={terms::LEAST}>
                        <Number id="least-percent" value={f64::from(reservations.least_percent)} min=1.0 max={100.0}
                            unit="%" on_change={least} />
                    </Field>
                }
            </div>
        </Fold>
    }
}
