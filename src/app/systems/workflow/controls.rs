//! All that can be set of reservations for workflows.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms::{self, Term};
use crate::app::control::{Field, Fold, Number, Segmented, Select, Slider, of_setting};
use slotscope::page::words;
use slotscope::policy::spare_time::Variant;
use slotscope::system::workflow::{Scheduler, Workflow};

const FIRST_ASSIGNMENT: Term = "Where Hybrid.BMCT first puts the tasks of a group, before it moves tasks away from the machine that finishes last. Published implementations use the execution time.";
const DEADLINE: Term = "The deadline of the whole workflow, in lengths of its initial schedule.";
const QOI: Term =
    "Quality of information: the greatest error of the estimates, in percent; the errors are drawn at random.";
const RUN_UNTIL: Term = "Until when a task may run: until the end of its reservation, or beyond it as long as neither its machine nor its data are waited for.";
const ON_OVERRUN: Term = "What happens to a task that is not done by then.";
const ON_EARLY_END: Term = "What happens to the later reservations if a task ends before its own reservation. The paper has no such re-planning; it is an addition of Slotscope.";
const SECONDS: Term = "The deadline in seconds from the workflow's start, in place of the factor.";
const THRESHOLD: Term = "Spare time is distributed in rounds until less than this percentage of the deadline is left.";
const BANDWIDTH: Term = "For files without machines: the units of data (in WfCommons files, bytes) that go from one machine to another per second. Empty: data take no time.";

/// The farthest that the sliders go; a number that is typed may be larger.
const MOST_FACTOR: f64 = 3.0;
const MOST_QOI: f64 = 150.0;
const FACTORS: &[&str] = &["1", "2", "3"];
const PERCENTS: &[&str] = &["0", "75", "150"];

#[derive(Properties, PartialEq)]
pub struct ControlsProps {
    pub options: Workflow,
    pub edit: Edit,
}

/// First scheduler, distribution of spare time and deadline, then errors, then folded settings.
#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let ControlsProps { options, edit } = props;
    let schedule = edit.set(|scenario, value| {
        Workflow::of_mut(&mut scenario.system).scheduler = value;
    });
    let assign = edit.set(|scenario, value| {
        Workflow::of_mut(&mut scenario.system).first_assignment = value;
    });
    let share_out = edit.set(|scenario, value| {
        Workflow::of_mut(&mut scenario.system).variant = value;
    });
    let overrun = edit.set(|scenario, value| {
        Workflow::of_mut(&mut scenario.system).on_overrun = value;
    });
    let early = edit.set(|scenario, value| {
        Workflow::of_mut(&mut scenario.system).on_early_end = value;
    });
    let ends = edit.set(|scenario, value| {
        Workflow::of_mut(&mut scenario.system).run_until = value;
    });
    html! {
        <>
            <Field label="Scheduler" term={terms::SCHEDULER}>
                <Select id="scheduler" label="Scheduler" offer={of_setting(options.scheduler, schedule)} />
            </Field>
            if options.scheduler == Scheduler::HybridBmct {
                <Field label="First assignment by" term={FIRST_ASSIGNMENT}>
                    <Segmented id="first-assignment" label="First assignment by" offer={of_setting(options.first_assignment, assign)} />
                </Field>
            }
            <Field label="Spare time" term={terms::SPARE_TIME_SHARED}>
                <Select id="variant" label="Spare time" offer={of_setting(options.variant, share_out)} />
            </Field>
            if options.deadline.is_none() {
                <Factor factor={options.deadline_factor} edit={edit.clone()} />
            }
            <Qoi percent={options.qoi_percent} edit={edit.clone()} />
            if options.qoi_percent > 0.0 {
                <Field label="Tasks may run to the end of their" term={RUN_UNTIL}>
                    <Segmented id="run-until" label="Tasks may run to the end of their" offer={of_setting(options.run_until, ends)} />
                </Field>
                <Field label="Overruns" term={ON_OVERRUN}>
                    <Segmented id="on-overrun" label="Overruns" offer={of_setting(options.on_overrun, overrun)} />
                </Field>
            }
            if options.variant != Variant::DagReserve {
                <Field label="Early ends" term={ON_EARLY_END}>
                    <Segmented id="on-early-end" label="Early ends" offer={of_setting(options.on_early_end, early)} />
                </Field>
            }
            <Rare options={options.clone()} edit={edit.clone()} />
        </>
    }
}

#[derive(Properties, PartialEq)]
struct FactorProps {
    factor: f64,
    edit: Edit,
}

/// The deadline, in lengths of the schedule.
#[component]
fn Factor(props: &FactorProps) -> Html {
    let FactorProps { factor, edit } = props;
    let moved = edit.drag("deadline-factor", |scenario, value: f64| {
        // The slider's steps are not exact in binary.
        Workflow::of_mut(&mut scenario.system).deadline_factor = (value * 100.0).round() / 100.0;
    });
    let typed = edit.drag("deadline-factor", |scenario, value: Option<f64>| {
        if let Some(value) = value {
            Workflow::of_mut(&mut scenario.system).deadline_factor = value;
        }
    });
    html! {
        <Field of="deadline-factor" label="Deadline" term={DEADLINE}>
            <div class="slider-and-number">
                <Slider id="deadline-factor" value={factor.min(MOST_FACTOR)} min={1.0} max={MOST_FACTOR} step={0.05}
                    text={format!("{factor} × the schedule, α = {} %", words::decimal(100.0 * (factor - 1.0), 0))} on_move={moved} marks={FACTORS} />
                <Number id="deadline-factor-number" label="Deadline in lengths of the schedule" value={*factor}
                    min={1.0} max={1_000.0} fractions=true unit="×" on_change={typed} />
            </div>
        </Field>
    }
}

#[derive(Properties, PartialEq)]
struct QoiProps {
    percent: f64,
    edit: Edit,
}

/// How far run times are off.
#[component]
fn Qoi(props: &QoiProps) -> Html {
    let QoiProps { percent, edit } = props;
    let moved = edit.drag("qoi", |scenario, value: f64| {
        Workflow::of_mut(&mut scenario.system).qoi_percent = value;
    });
    let typed = edit.drag("qoi", |scenario, value: Option<f64>| {
        if let Some(value) = value {
            Workflow::of_mut(&mut scenario.system).qoi_percent = value;
        }
    });
    html! {
        <Field of="qoi" label="Estimates off by up to (QoI)" term={QOI}>
            <div class="slider-and-number">
                <Slider id="qoi" value={percent.min(MOST_QOI)} max={MOST_QOI} step={5.0}
                    text={format!("{percent} %")} on_move={moved} marks={PERCENTS} />
                <Number id="qoi-number" label="Error of the estimates in percent" value={*percent}
                    max={1_000.0} fractions=true unit="%" on_change={typed} />
            </div>
        </Field>
    }
}

/// A deadline in seconds, and data between machines that no file names.
#[component]
fn Rare(props: &ControlsProps) -> Html {
    let ControlsProps { options, edit } = props;
    let deadline = edit.drag("deadline-seconds", |scenario, value: Option<f64>| {
        Workflow::of_mut(&mut scenario.system).deadline = value;
    });
    let bandwidth = edit.drag("bandwidth", |scenario, value: Option<f64>| {
        Workflow::of_mut(&mut scenario.system).bandwidth = value;
    });
    let threshold = edit.drag("threshold", |scenario, value: Option<f64>| {
        if let Some(value) = value {
            Workflow::of_mut(&mut scenario.system).threshold_percent = value;
        }
    });
    let note = match options.deadline {
        Some(deadline) => format!("deadline {deadline} s"),
        None => String::new(),
    };
    html! {
        <Fold id="workflow-rare" title="Threshold, deadline in seconds, bandwidth" {note}>
            <Field of="deadline-seconds" label="Deadline" term={SECONDS}>
                <Number id="deadline-seconds" value={options.deadline} optional={true} placeholder="by the factor"
                    max={1e11} fractions=true unit="s" on_change={deadline} />
            </Field>
            if options.variant.is_recursive() {
                <Field of="threshold" label="Threshold" term={THRESHOLD}>
                    <Number id="threshold" value={options.threshold_percent} max={100.0} fractions=true unit="%" on_change={threshold} />
                </Field>
            }
            <Field of="bandwidth" label="Bandwidth" term={BANDWIDTH}>
                <Number id="bandwidth" value={options.bandwidth} optional={true} placeholder="data take no time"
                    min={1e-6} max={1e15} fractions=true unit="per s" on_change={bandwidth} />
            </Field>
        </Fold>
    }
}
