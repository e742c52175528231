//! The workload: its source and its contents.

use web_sys::File;

use crate::app::context::prelude::*;
use crate::app::context::state::Edit;
use crate::app::context::terms;
use crate::app::control::data_table::Numbers;
use crate::app::control::{Browse, Fold};
use crate::app::files::view_picture::Picture;
use crate::app::views::gantt::sketch_bar::Draw;
use slotscope::chart::histogram::{Histogram, histogram_svg};
use slotscope::chart::numbers::Numbered;
use slotscope::chart::{Captions, Frame, numbers};
use slotscope::experiment::System;
use slotscope::export::snapshot::Source;
use slotscope::page::contents::Contents;
use slotscope::page::state::EditAction;
use slotscope::page::{account, implausible};
use slotscope::text::{capital, short_duration};
use slotscope::worker::Source as Given;
use slotscope::workload::select::Selection;
use slotscope::workload::stats::{Class, Implausible as Found, Statistics, Summary};
use slotscope::workload::workflow::generate::MadeUp;
use slotscope::workload::{WorkloadKind, task_batch};

#[derive(Properties, PartialEq)]
pub struct LogProps {
    pub contents: Option<Rc<Contents>>,
    /// The account of its file, a sentence each.
    pub account: Vec<String>,
    /// A system that takes into account what the present one does not.
    pub heeding: Option<System>,
    pub dispatch: Dispatch,
    pub on_files: Callback<Vec<File>>,
    pub on_draw: Callback<Draw>,
    pub on_sample: Callback<Given>,
}

/// The log: a line with its name until it is to be changed.
#[component]
pub fn Log(props: &LogProps) -> Html {
    let draw = |draw: fn() -> Draw| props.on_draw.reform(move |_: MouseEvent| draw());
    let sample = |source: Given| props.on_sample.reform(move |_: MouseEvent| source.clone());
    let workflow = sample(Given::Workflow(MadeUp::default()));
    let tasks = sample(Given::Tasks(task_batch::generate::MadeUp::default()));
    let name = props.contents.as_ref().map_or("reading …", |it| &it.name);
    html! {
        <section class="group lines" aria-label="Workload">
            <Fold id="log" title={format!("{}: {name}", title(props.contents.as_deref()))} note="Change">
                <div class="drop-hint">
                    <span>{ "Drop a log, workflow or task batch anywhere" }</span>
                    <Browse id="file" label="Workload log" on_files={&props.on_files} />
                    <button type="button" id="open-blackboard" onclick={draw(|| Draw::Blackboard)} data-tip={terms::BLACKBOARD}>{ "Blackboard" }</button>
                </div>
                <p class="samples">
                    { "Without a file: " }
                    <button type="button" id="sample-log" onclick={draw(|| Draw::Sample)} data-tip={terms::SAMPLE_LOG}>{ "Sample log" }</button>
                    <button type="button" id="first-example" onclick={draw(|| Draw::Example)} data-tip={terms::FIRST_EXAMPLE}>{ "First example" }</button>
                    <button type="button" id="sample-workflow" onclick={workflow} data-tip={terms::SAMPLE_WORKFLOW}>{ "Sample workflow" }</button>
                    // It would be of no use without a system for it.
                    if System::for_kind(WorkloadKind::TaskBatch).is_some() {
                        <button type="button" id="sample-tasks" onclick={tasks} data-tip={terms::SAMPLE_TASKS}>{ "Sample tasks" }</button>
                    }
                </p>
                if let Some(contents) = &props.contents {
                    <Held contents={contents.clone()} account={props.account.clone()}>
                        if let Some(system) = &props.heeding {
                            <div class="actions">
                                <button type="button" id="account-use-system" onclick={choose(system, &props.dispatch)}>{ account::use_system(system) }</button>
                            </div>
                        }
                    </Held>
                }
            </Fold>
            if let Some(contents) = &props.contents {
                <Complaints contents={contents.clone()} />
                { for contents.intake.repairs.iter().map(|it| html! { <p class="hint repair">{ capital(it) }</p> }) }
            }
        </section>
    }
}

fn choose(system: &System, dispatch: &Dispatch) -> Callback<MouseEvent> {
    let (key, dispatch) = (system.model().key(), dispatch.clone());
    Callback::from(move |_| dispatch.dispatch(Action::Edit(EditAction::System(key))))
}

fn title(contents: Option<&Contents>) -> &'static str {
    match contents.map(|it| it.kind) {
        Some(WorkloadKind::Workflow) => "Workflow",
        Some(WorkloadKind::TaskBatch) => "Task batch",
        Some(WorkloadKind::Log) | None => "Log",
    }
}

#[derive(Properties, PartialEq)]
struct HeldProps {
    contents: Rc<Contents>,
    #[prop_or_default]
    account: Vec<String>,
    /// What can be done about the account.
    #[prop_or_default]
    children: Html,
}

/// The contents of the workload.
#[component]
fn Held(props: &HeldProps) -> Html {
    let contents = &props.contents;
    if contents.kind != WorkloadKind::Log {
        return html! { <>{ tasks(contents) }{ account_lines(&props.account) }</> };
    }
    let machine = format!("The processors of the logged machine: {}.", contents.machine.known.words());
    html! {
        <>
            <dl class="facts">
                <div><dt data-tip={terms::WORKLOAD}>{ "Log" }</dt><dd class="name" title={contents.name.clone()}>{ &contents.name }</dd></div>
                <div><dt data-tip={terms::JOB}>{ "Jobs" }</dt><dd>{ words::count(contents.records as i64) }</dd></div>
                <div><dt>{ "Users" }</dt><dd>{ words::count(contents.statistics.users as i64) }</dd></div>
                if !matches!(contents.source, Source::Written { .. }) {
                    <div><dt data-tip={machine}>{ "Machine" }</dt><dd>{ size_of(contents) }</dd></div>
                }
            </dl>
            { account_lines(&props.account) }
            { props.children.clone() }
            if contents.header_count > 0 {
                <Fold id="header-facts" title="Log header">
                    <dl class="header-facts" tabindex="0" aria-label="Log header">
                        { for contents.header.iter().map(|(key, value)| html! {
                            <><dt>{ if key.is_empty() { "Comment" } else { key.as_str() } }</dt><dd>{ value }</dd></>
                        }) }
                    </dl>
                    if !contents.header_left_out().is_empty() {
                        <p class="hint" id="header-left-out">{ contents.header_left_out() }</p>
                    }
                </Fold>
            }
        </>
    }
}

/// The processors of the logged machine, and whether they are a guess.
fn size_of(contents: &Contents) -> String {
    let size = words::processors(contents.machine.processors);
    if contents.machine.known.is_guess() { format!("{size} (guess)") } else { size }
}

/// The account of the file: jobs taken and left out, guesses, pooled sites, parts not used.
fn account_lines(sentences: &[String]) -> Html {
    html! {
        <ul class="account" id="account" aria-label="Use of the file">
            { for sentences.iter().map(|it| html! { <li>{ it }</li> }) }
        </ul>
    }
}

/// The contents of a workflow or a task batch.
fn tasks(contents: &Contents) -> Html {
    html! {
        <dl class="facts">
            <div><dt>{ title(Some(contents)) }</dt><dd class="name" title={contents.name.clone()}>{ &contents.name }</dd></div>
            <div><dt>{ "Tasks" }</dt><dd>{ words::count(contents.records as i64) }</dd></div>
            if let Some((from, to)) = contents.task_span {
                <div><dt>{ "From first start to last end" }</dt><dd>{ words::span(from, to) }</dd></div>
            }
            if contents.machines > 0 {
                <div><dt>{ if contents.kind == WorkloadKind::TaskBatch { "Nodes" } else { "Machines" } }</dt><dd>{ words::count(contents.machines as i64) }</dd></div>
            }
        </dl>
    }
}

/// The lines of the log that could not be read; nothing if all could.
#[component]
fn Complaints(props: &HeldProps) -> Html {
    let contents = &props.contents;
    if contents.complaint_count == 0 {
        return nothing();
    }
    let unlisted = contents.complaint_count - contents.complaints.len() as u64;
    html! {
        <Fold id="complaints" title={complaints_title(contents)}>
            <ol class="complaints">
                { for contents.complaints.iter().map(|text| html! { <li>{ text }</li> }) }
            </ol>
            if unlisted > 0 {
                <p class="hint">{ format!("and {} more", words::count(unlisted as i64)) }</p>
            }
        </Fold>
    }
}

fn complaints_title(contents: &Contents) -> String {
    match (contents.left_out, contents.complaint_count) {
        (0, amended) => format!("{} amended", words::plural(amended as usize, "value")),
        (left_out, _) => format!(
            "{} could not be read",
            words::plural(
                left_out as usize,
                // Of XML, tasks and nodes are left out.
                if contents.kind == WorkloadKind::TaskBatch { "item" } else { "line" }
            )
        ),
    }
}

#[derive(Properties, PartialEq)]
pub struct StatisticsProps {
    pub contents: Rc<Contents>,
    pub selection: Selection,
    pub edit: Edit,
    pub ground: Ground,
}

/// The statistics of the whole log, folded away.
#[component]
pub fn LogStatistics(props: &StatisticsProps) -> Html {
    let statistics = &props.contents.statistics;
    let load = statistics.offered_load.map_or(String::new(), |load| account::load(load, &props.selection));
    html! {
        <Fold id="statistics" title="Statistics" note={load}>
            <table class="small-table">
                <thead><tr><th scope="col" /><th scope="col">{ "Median" }</th><th scope="col">{ "Mean" }</th><th scope="col">{ "Most" }</th></tr></thead>
                <tbody>
                    { row("Size", terms::SIZE, statistics.sizes, |value| words::decimal(value, 0)) }
                    { row("Run time", "Run times in the log.", statistics.run_times, words::duration) }
                    { row("Requested", "The requested time limits.", statistics.requested_times, words::duration) }
                    { row("Logged wait", "Waiting times in the logged system, from when jobs were eligible.", statistics.waits, words::duration) }
                    { row("Gap", "The time from one submission to the next.", statistics.inter_arrivals, words::duration) }
                </tbody>
            </table>
            if let Some(found) = &statistics.implausible_requests {
                <Implausible found={found.clone()} clip={props.selection.clip_limit_to} edit={props.edit.clone()} />
            }
            <Histograms statistics={statistics.clone()} ground={props.ground} />
        </Fold>
    }
}

#[derive(Properties, PartialEq)]
struct ImplausibleProps {
    found: Found,
    /// The present bound of requested times.
    clip: Option<Time>,
    edit: Edit,
}

/// Requests beyond every plausible length, and how to be rid of them.
#[component]
fn Implausible(props: &ImplausibleProps) -> Html {
    let ImplausibleProps { found, clip, edit } = props;
    let clip_to = found.clip_to;
    let set = edit.set("workload.clip_limit_to", false).reform(move |_: MouseEvent| clip_to.into());
    html! {
        <div class="implausible" id="implausible-requests">
            <p class="hint">{ implausible::told(found) }</p>
            if clip.is_none_or(|clip| clip > found.beyond) {
                <button type="button" id="clip-limits" onclick={set} data-tip={terms::CLIP_LIMIT}>
                    { format!("Clip limits to {}", words::duration(clip_to as f64)) }
                </button>
            } else if let Some(clip) = clip {
                <p class="hint">{ format!("Limits are clipped to {}.", words::duration(*clip as f64)) }</p>
            }
        </div>
    }
}

fn row(name: &'static str, term: terms::Term, summary: Option<Summary>, write: fn(f64) -> String) -> Html {
    let Some(summary) = summary else {
        return nothing();
    };
    html! {
        <tr>
            <th scope="row" data-tip={term}>{ name }</th>
            <td>{ write(summary.median) }</td><td>{ write(summary.mean) }</td><td>{ write(summary.max as f64) }</td>
        </tr>
    }
}

#[derive(Properties, PartialEq)]
struct HistogramsProps {
    statistics: Statistics,
    ground: Ground,
}

/// Sizes and run times.
#[component]
fn Histograms(props: &HistogramsProps) -> Html {
    let ground = props.ground;
    let draw = |x_label: &str, classes: Vec<(String, f64)>| {
        let (x_label, y_label) = (x_label.to_string(), "jobs".to_string());
        let histogram = Rc::new(Histogram { x_label, y_label, classes });
        let tabled = histogram.clone();
        let draw =
            Callback::from(move |frame: Frame| histogram_svg(frame, &ground.theme(), &histogram, &Captions::default()));
        (draw, Callback::from(move |()| Numbered::from(numbers::classes(&tabled))))
    };
    let (sizes, sizes_tabled) =
        draw("size (processors, up to)", named(&props.statistics.size_classes, |to| to.to_string()));
    let times = named(&props.statistics.run_time_classes, |to| short_duration(to as f64));
    let (times, times_tabled) = draw("run time (up to)", times);
    html! {
        <div class="histograms">
            <Picture id="histogram-sizes" label="Number of jobs by size; the numbers follow in a table" height=190 draw={sizes} />
            <Numbers id="histogram-sizes-numbers" title="jobs by size" make={sizes_tabled} />
            <Picture id="histogram-run-times" label="Number of jobs by run time; the numbers follow in a table" height=190 draw={times} />
            <Numbers id="histogram-run-times-numbers" title="jobs by run time" make={times_tabled} />
        </div>
    }
}

fn named(classes: &[Class], name: fn(i64) -> String) -> Vec<(String, f64)> {
    classes.iter().map(|class| (name(class.to), class.count as f64)).collect()
}
