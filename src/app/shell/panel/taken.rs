//! Which jobs are taken of the workload, and how gaps are filled.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms;
use crate::app::control::{Field, Fold, Number, Segmented, Switch, of_setting};
use slotscope::workload::MAX_TIME;
use slotscope::workload::select::{LOAD_FACTORS, Selection, THINNED_SHARES};

/// The highest number of a job that a field takes: whole numbers up to it are exact.
const HIGHEST_NUMBER: f64 = 9_007_199_254_740_991.0;

#[derive(Properties, PartialEq)]
pub struct TakenProps {
    pub selection: Selection,
    pub edit: Edit,
}

/// Which jobs are taken, and how gaps are filled.
#[component]
pub fn JobsTaken(props: &TakenProps) -> Html {
    let TakenProps { selection, edit } = props;
    let number = |value: Option<u32>| value.map(f64::from);
    let whole = |value: Option<f64>| value.map(|value| value as u32);
    let of_job = |value: Option<u64>| value.map(|value| value as f64);
    let job = |value: Option<f64>| value.map(|value| value as u64);
    html! {
        <Fold id="jobs-taken" title="Job selection" note={range(selection)}>
            <div class="pair">
                <Field of="first-job" label="First job" term={terms::JOB_RANGE}>
                    <Number id="first-job" value={of_job(selection.first_job)} optional=true placeholder="first" max={HIGHEST_NUMBER}
                        on_change={edit.drag("first-job", move |scenario, value| scenario.workload.first_job = job(value))} />
                </Field>
                <Field of="last-job" label="Last job" term={terms::JOB_RANGE}>
                    <Number id="last-job" value={of_job(selection.last_job)} optional=true placeholder="last" max={HIGHEST_NUMBER}
                        on_change={edit.drag("last-job", move |scenario, value| scenario.workload.last_job = job(value))} />
                </Field>
            </div>
            <div class="pair">
                <Field of="job-count" label="At most" term={terms::JOB_COUNT}>
                    <Number id="job-count" value={selection.count.map(f64::from)} optional=true min=1.0 placeholder="all" max={4_294_967_295.0}
                        unit="jobs"
                        on_change={edit.drag("job-count", |scenario, value: Option<f64>| {
                            scenario.workload.count = value.map(|value| value as u32);
                        })} />
                </Field>
                <Field of="clip-size" label="Clip sizes to" term={terms::CLIP}>
                    <Number id="clip-size" value={number(selection.clip_size_to)} optional=true min=1.0 placeholder="never" max={4_294_967_295.0}
                        on_change={edit.drag("clip-size", move |scenario, value| scenario.workload.clip_size_to = whole(value))} />
                </Field>
            </div>
            <Switch id="skip-never-ran" label="Leave out jobs that never ran" term={terms::CLEANING}
                on={selection.skip_never_ran}
                on_change={edit.set(|scenario, on| scenario.workload.skip_never_ran = on)} />
            <Field label="Size of a job" term={terms::SIZE_FROM}>
                <Segmented id="size-from" label="Size of a job"
                    offer={of_setting(selection.size_from, edit.set(|scenario, from| scenario.workload.size_from = from))} />
            </Field>
            <Field label="Time limit of a job" term={terms::LIMIT_FROM}>
                <Segmented id="limit-from" label="Time limit of a job"
                    offer={of_setting(selection.limit_from, edit.set(|scenario, from| scenario.workload.limit_from = from))} />
            </Field>
            <div class="pair">
                <Field of="missing-factor" label="No limit: run time ×" term={terms::MISSING_LIMIT}>
                    <Number id="missing-factor" value={selection.missing_limit_factor} fractions=true max=1000.0
                        on_change={edit.drag("missing-factor", |scenario, value: Option<f64>| {
                            if let Some(value) = value {
                                scenario.workload.missing_limit_factor = value;
                            }
                        })} />
                </Field>
                <Field of="missing-limit" label="or fixed" term={terms::MISSING_LIMIT}>
                    <Number id="missing-limit" value={selection.missing_limit.map(|limit| limit as f64)} optional=true min=1.0
                        placeholder="–" unit="s"
                        on_change={edit.drag("missing-limit", |scenario, value: Option<f64>| {
                            scenario.workload.missing_limit = value.map(|value| value as i64);
                        })} />
                </Field>
            </div>
            <Field label="Preceding jobs" term={terms::DEPENDENCIES}>
                <Segmented id="dependencies" label="Preceding jobs"
                    offer={of_setting(selection.dependencies, edit.set(|scenario, it| scenario.workload.dependencies = it))} />
            </Field>
            <div class="pair">
                <Field of="clip-limit" label="Clip limits to" term={terms::CLIP_LIMIT}>
                    <Number id="clip-limit" value={selection.clip_limit_to.map(|limit| limit as f64)} optional=true min=1.0
                        max={MAX_TIME as f64} placeholder="never" unit="s"
                        on_change={edit.drag("clip-limit", |scenario, value: Option<f64>| {
                            scenario.workload.clip_limit_to = value.map(|value| value as i64);
                        })} />
                </Field>
                <Field of="unlimited" label="Unlimited jobs" term={terms::UNLIMITED}>
                    <Number id="unlimited" value={selection.unlimited.map(|limit| limit as f64)} optional=true min=1.0
                        max={MAX_TIME as f64} placeholder="no limit" unit="s"
                        on_change={edit.drag("unlimited", |scenario, value: Option<f64>| {
                            scenario.workload.unlimited = value.map(|value| value as i64);
                        })} />
                </Field>
            </div>
            <div class="pair">
                <Field of="load-factor" label="Load ×" term={terms::LOAD_FACTOR}>
                    <Number id="load-factor" value={selection.load_factor} fractions=true min={LOAD_FACTORS.0} max={LOAD_FACTORS.1}
                        on_change={edit.drag("load-factor", |scenario, value: Option<f64>| {
                            if let Some(value) = value {
                                scenario.workload.load_factor = value;
                            }
                        })} />
                </Field>
                <Field of="thin-users" label="Thin users to" term={terms::THIN_USERS}>
                    <Number id="thin-users" value={selection.thin_users} optional=true fractions=true min={THINNED_SHARES.0} max={THINNED_SHARES.1}
                        placeholder="all" on_change={edit.drag("thin-users", |scenario, value| scenario.workload.thin_users = value)} />
                </Field>
            </div>
        </Fold>
    }
}

fn range(selection: &Selection) -> String {
    match (selection.first_job, selection.last_job) {
        (None, None) => "all".to_string(),
        (first, last) => format!(
            "{} – {}",
            first.map_or("first".to_string(), |first| first.to_string()),
            last.map_or("last".to_string(), |last| last.to_string()),
        ),
    }
}
