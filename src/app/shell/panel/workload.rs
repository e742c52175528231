//! The workload: where it comes from, what it holds, and which jobs are taken.

use std::rc::Rc;

use web_sys::File;
use yew::prelude::*;

use super::edit::Edit;
use super::statistics::LogStatistics;
use crate::app::control::{Browse, Field, Fold, Number, Segmented, Switch, one_of};
use crate::app::systems::two_level::choices::SIZES;
use crate::app::terms;
use crate::app::views::gantt::sketching::Draw;
use crate::export::snapshot::Source;
use crate::page::words;
use crate::worker::protocol::Contents;
use crate::workload::MAX_TIME;
use crate::workload::select::{LOAD_FACTORS, Selection};

#[derive(Properties, PartialEq)]
pub struct WorkloadProps {
    pub selection: Selection,
    pub edit: Edit,
    pub contents: Option<Rc<Contents>>,
    pub on_file: Callback<File>,
    pub on_draw: Callback<Draw>,
}

/// The workload.
#[component]
pub fn Workload(props: &WorkloadProps) -> Html {
    let open = props.on_draw.reform(|_: MouseEvent| Draw::Blackboard);
    html! {
        <>
            <div class="drop-hint">
                <span>{ "Drop a log anywhere" }</span>
                <Browse id="file" label="Workload log" on_file={&props.on_file} />
                <button type="button" id="open-blackboard" onclick={open} data-tip={terms::BLACKBOARD}>{ "Blackboard" }</button>
            </div>
            if let Some(contents) = &props.contents {
                <Held contents={contents.clone()} selection={props.selection.clone()} edit={props.edit.clone()} />
            }
            <Taken selection={props.selection.clone()} edit={props.edit.clone()} />
        </>
    }
}

#[derive(Properties, PartialEq)]
struct HeldProps {
    contents: Rc<Contents>,
    selection: Selection,
    edit: Edit,
}

/// What the workload holds.
#[component]
fn Held(props: &HeldProps) -> Html {
    let contents = &props.contents;
    let machine = format!(
        "The processors of the logged machine: {}.",
        contents.machine.known.words()
    );
    let unlisted = contents.complaint_count - contents.complaints.len() as u64;
    html! {
        <>
            <dl class="facts">
                <div><dt>{ "Log" }</dt><dd class="name" title={contents.name.clone()}>{ &contents.name }</dd></div>
                <div><dt data-tip={terms::JOB}>{ "Jobs" }</dt><dd>{ words::count(contents.records as i64) }</dd></div>
                <div><dt>{ "Users" }</dt><dd>{ words::count(contents.statistics.users as i64) }</dd></div>
                if !matches!(contents.source, Source::Written { .. }) {
                    <div><dt data-tip={machine}>{ "Machine" }</dt><dd>{ words::processors(contents.machine.processors) }</dd></div>
                }
            </dl>
            if contents.complaint_count > 0 {
                <Fold id="complaints" title={complaints_title(contents)}>
                    <ol class="complaints">
                        { for contents.complaints.iter().map(|text| html! { <li>{ text }</li> }) }
                    </ol>
                    if unlisted > 0 {
                        <p class="hint">{ format!("and {} more", words::count(unlisted as i64)) }</p>
                    }
                </Fold>
            }
            <LogStatistics contents={contents.clone()} selection={props.selection.clone()} edit={props.edit.clone()} />
            if !contents.header.is_empty() {
                <Fold id="header-facts" title="What the log says of itself">
                    <dl class="header-facts" tabindex="0" aria-label="What the log says of itself">
                        { for contents.header.iter().map(|(key, value)| html! {
                            <><dt>{ if key.is_empty() { "Comment" } else { key.as_str() } }</dt><dd>{ value }</dd></>
                        }) }
                    </dl>
                </Fold>
            }
        </>
    }
}

fn complaints_title(contents: &Contents) -> String {
    match (contents.left_out, contents.complaint_count) {
        (0, amended) => format!("{} amended", words::plural(amended as usize, "value")),
        (left_out, _) => format!(
            "{} could not be read",
            words::plural(left_out as usize, "line")
        ),
    }
}

#[derive(Properties, PartialEq)]
struct TakenProps {
    selection: Selection,
    edit: Edit,
}

/// Which jobs are taken, and how gaps are filled.
#[component]
fn Taken(props: &TakenProps) -> Html {
    let TakenProps { selection, edit } = props;
    let number = |value: Option<u32>| value.map(f64::from);
    let whole = |value: Option<f64>| value.map(|value| value as u32);
    html! {
        <Fold id="jobs-taken" title="Jobs taken" note={range(selection)}>
            <div class="pair">
                <Field of="first-job" label="First job" term={terms::JOB_RANGE}>
                    <Number id="first-job" value={number(selection.first_job)} optional=true placeholder="first" max={4_294_967_295.0}
                        on_change={edit.drag("first-job", move |scenario, value| scenario.workload.first_job = whole(value))} />
                </Field>
                <Field of="last-job" label="Last job" term={terms::JOB_RANGE}>
                    <Number id="last-job" value={number(selection.last_job)} optional=true placeholder="last" max={4_294_967_295.0}
                        on_change={edit.drag("last-job", move |scenario, value| scenario.workload.last_job = whole(value))} />
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
                    offer={one_of(SIZES, Some(selection.size_from), edit.set(|scenario, from| scenario.workload.size_from = from))} />
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
            <div class="pair">
                <Field of="clip-limit" label="Clip limits to" term={terms::CLIP_LIMIT}>
                    <Number id="clip-limit" value={selection.clip_limit_to.map(|limit| limit as f64)} optional=true min=1.0
                        max={MAX_TIME as f64} placeholder="never" unit="s"
                        on_change={edit.drag("clip-limit", |scenario, value: Option<f64>| {
                            scenario.workload.clip_limit_to = value.map(|value| value as i64);
                        })} />
                </Field>
                <Field of="load-factor" label="Load ×" term={terms::LOAD_FACTOR}>
                    <Number id="load-factor" value={selection.load_factor} fractions=true min={LOAD_FACTORS.0} max={LOAD_FACTORS.1}
                        on_change={edit.drag("load-factor", |scenario, value: Option<f64>| {
                            if let Some(value) = value {
                                scenario.workload.load_factor = value;
                            }
                        })} />
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
