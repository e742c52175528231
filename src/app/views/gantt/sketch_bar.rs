//! Drawing on the Gantt chart, in numbers: a field for everything that a hand can do.

use super::scene::Drawing;
use crate::app::context::prelude::*;
use crate::app::control::{Choice, Number, Segmented, choice, one_of};
use slotscope::page::front_door::example;
use slotscope::page::history::{SAMPLE, WorkloadKey};
use slotscope::page::sketched::{NAME, Sketched, scenario};
use slotscope::page::state::{EditAction, LayoutAction, ViewAction};
use slotscope::worker::Source;
use slotscope::workload::sketch::{MOST_SKETCHED, Sketch, SketchedJob, Stroke};

#[derive(Properties, PartialEq)]
pub struct DrawButtonProps {
    pub on: bool,
    pub dispatch: Dispatch,
}

/// Begins and ends drawing.
#[component]
pub fn DrawButton(props: &DrawButtonProps) -> Html {
    let on = props.on;
    let onclick = props.dispatch.callback(move |_: MouseEvent| Action::View(ViewAction::Drawing(!on)));
    html! {
        <button type="button" id="draw" aria-pressed={props.on.to_string()} {onclick}
            data-tip="Draw jobs on the chart: drag on empty space to add one, drag a bar to move it, its edges to resize it.">
            { "Edit by hand" }
        </button>
    }
}

#[derive(Properties, PartialEq)]
pub struct SketchBarProps {
    pub drawing: Drawing,
    /// Whether new jobs are reservations.
    pub reservations: bool,
    pub on_reservations: Callback<bool>,
    /// The processors of the largest provider.
    pub largest: u32,
    /// The number of the chosen job.
    pub number: Option<u64>,
    pub on_draw: Callback<Draw>,
    pub on_choose: Callback<u64>,
    pub dispatch: Dispatch,
}

const KINDS: &[Choice<bool>] = &[
    choice(false, "Batch job", "You draw batch jobs, which wait in the queue."),
    choice(true, "Reservation", "You draw advance reservations for exactly the drawn time."),
];

/// The tools of the drawing, and the chosen job in numbers.
#[component]
pub fn SketchBar(props: &SketchBarProps) -> Html {
    let Drawing::On(sketch) = &props.drawing else {
        let open = props.on_draw.reform(|_: MouseEvent| Draw::Blackboard);
        return html! {
            <div class="sketch-bar" id="sketch-bar">
                <p>{ format!("At most {MOST_SKETCHED} jobs are edited by hand. Take fewer under Job selection in the panel (on a narrow screen ☰ opens it), or open the blackboard: five jobs on eight processors.") }</p>
                <button type="button" class="primary" id="blackboard" onclick={open}>{ "Open the blackboard" }</button>
            </div>
        };
    };
    let chosen = props.number.and_then(|number| sketch.job(number)).copied();
    let add = stroke(props, sketch, chosen, |sketch, chosen, reservation| {
        let last = sketch.jobs.iter().map(|job| job.submit).max().unwrap_or(0);
        Stroke::Add {
            at: chosen.map_or(last, |job| job.submit),
            length: chosen.map_or(1800, |job| job.run_time),
            processors: chosen.map_or(1, |job| job.processors),
            reservation,
        }
    });
    html! {
        <div class="sketch-bar" id="sketch-bar">
            <Segmented id="draws" label="Kind of new jobs" offer={one_of(KINDS, Some(props.reservations), props.on_reservations.clone())} />
            <button type="button" id="add-job" onclick={add}>{ "Add a job" }</button>
            <JobForm job={chosen} {sketch} largest={props.largest} on_draw={&props.on_draw} on_choose={&props.on_choose} />
            <p class="hint">{ "Drag on empty space to draw a job, a bar to move it, its edges to resize it. Hold Alt for 1-second steps, Shift to pan. Choose a job to edit its numbers." }</p>
        </div>
    }
}

/// A button's callback that makes a stroke.
fn stroke(
    props: &SketchBarProps,
    sketch: &Rc<Sketch>,
    chosen: Option<SketchedJob>,
    make: fn(&Sketch, Option<SketchedJob>, bool) -> Stroke,
) -> Callback<MouseEvent> {
    let (sketch, largest, reservation) = (sketch.clone(), props.largest, props.reservations);
    props.on_draw.reform(move |_: MouseEvent| {
        let after = sketch.after(make(&sketch, chosen, reservation), largest);
        let added = after.jobs.last().map(|job| job.id);
        Draw::Stroke { sketch: after, moving: None, chosen: added }
    })
}

#[derive(Properties, PartialEq)]
struct JobFormProps {
    job: Option<SketchedJob>,
    sketch: Rc<Sketch>,
    largest: u32,
    on_draw: Callback<Draw>,
    on_choose: Callback<u64>,
}

/// The chosen job in numbers. It is there, with the same fields, when none is chosen or the job has
/// no window: nothing may move under the pointer that chooses one.
#[component]
fn JobForm(props: &JobFormProps) -> Html {
    let job = props.job;
    let window = job.and_then(|job| job.window);
    let unit = TypedUnit::of(&props.sketch);
    let number = |id: &'static str,
                  label: &'static str,
                  time: Option<Time>,
                  least: Time,
                  set: fn(&mut SketchedJob, Time)| {
        let on_change = props.setting(move |job, value: f64| set(job, unit.seconds(value)));
        html! {
            <label for={id}>{ label }
                <Number {id} value={time.map(|time| unit.value(time))} min={unit.value(least)} max={1.0e9} fractions=true unit={unit.name()} {on_change} />
            </label>
        }
    };
    let size = props.setting(|job, value: f64| job.processors = value as u32);
    let turn = props.stroking(|job| Stroke::Turn { job });
    let wipe = props.stroking(|job| Stroke::Wipe { job });
    let name = job.map_or_else(|| "No job".to_owned(), |job| format!("Job {}", job.id));
    let is_last = props.sketch.jobs.len() == 1;
    html! {
        <fieldset class="job-form" id="job-form" disabled={job.is_none()}>
            <legend>{ name }</legend>
            { step(props, "previous-job", "‹", "Previous job", -1) }
            { step(props, "next-job", "›", "Next job", 1) }
            { number("job-submit", "Submitted", job.map(|job| job.submit), 0, |job, time| job.submit = time) }
            <label for="job-size">{ "Size" }
                <Number id="job-size" value={job.map(|job| f64::from(job.processors))} min={1.0} max={f64::from(props.largest)} on_change={size} />
            </label>
            { number("job-run-time", "Runs", job.map(|job| job.run_time), 1, |job, time| job.run_time = time) }
            { number("job-limit", "Limit", job.map(|job| job.requested_time), 1, |job, time| job.requested_time = time) }
            <fieldset class="job-window" disabled={window.is_none()} aria-label="Reservation">
                { number("job-ready", "Ready", window.map(|window| window.0), 0, |job, time| {
                    if let Some((ready, _)) = &mut job.window {
                        *ready = time;
                        job.submit = job.submit.min(time);
                    }
                }) }
                { number("job-deadline", "Deadline", window.map(|window| window.1), 0, |job, time| {
                    if let Some((_, deadline)) = &mut job.window {
                        *deadline = time;
                    }
                }) }
            </fieldset>
            <button type="button" id="turn-job" onclick={turn}>{ if window.is_some() { "Make it a batch job" } else { "Make it a reservation" } }</button>
            <button type="button" id="wipe-job" onclick={wipe} disabled={is_last}
                title={if is_last { "The last job cannot be deleted: a log needs at least one" } else { "Delete" }}>{ "Delete" }</button>
        </fieldset>
    }
}

/// A button that chooses the job this many places on, in the order of their numbers.
fn step(props: &JobFormProps, id: &'static str, sign: &'static str, name: &'static str, by: i32) -> Html {
    let mut numbers: Vec<u64> = props.sketch.jobs.iter().map(|job| job.id).collect();
    numbers.sort_unstable();
    let place = numbers.iter().position(|&it| props.job.is_some_and(|job| job.id == it)).unwrap_or(0);
    let next = (place as i32 + by).rem_euclid(numbers.len().max(1) as i32);
    let number = numbers.get(next as usize).copied().unwrap_or(0);
    let onclick = props.on_choose.reform(move |_: MouseEvent| number);
    html! { <button type="button" class="icon" {id} aria-label={name} {onclick}>{ sign }</button> }
}

impl JobFormProps {
    /// A field's callback that sets something of the job; while it is typed into, one step.
    fn setting(&self, set: impl Fn(&mut SketchedJob, f64) + 'static) -> Callback<Option<f64>> {
        let (sketch, job, largest) = (self.sketch.clone(), self.job, self.largest);
        let on_draw = self.on_draw.clone();
        Callback::from(move |value: Option<f64>| {
            let (Some(value), Some(mut job)) = (value, job) else {
                return;
            };
            set(&mut job, value);
            on_draw.emit(Draw::Stroke {
                sketch: sketch.after(Stroke::Set(job), largest),
                moving: Some("job-form"),
                chosen: Some(job.id),
            });
        })
    }

    /// A button's callback that makes a stroke at the job.
    fn stroking(&self, make: fn(u64) -> Stroke) -> Callback<MouseEvent> {
        let (sketch, largest, job) = (self.sketch.clone(), self.largest, self.job);
        let on_draw = self.on_draw.clone();
        Callback::from(move |_: MouseEvent| {
            let Some(job) = job.map(|job| job.id) else {
                return;
            };
            let after = sketch.after(make(job), largest);
            on_draw.emit(Draw::Stroke { chosen: after.job(job).map(|job| job.id), sketch: after, moving: None });
        })
    }
}

/// The unit of typed times.
#[derive(Clone, Copy, PartialEq)]
enum TypedUnit {
    Seconds,
    Minutes,
}

impl TypedUnit {
    /// Minutes, where all times come to whole ones.
    fn of(sketch: &Sketch) -> Self {
        let whole = |time: Time| time % 60 == 0;
        let times = |job: &SketchedJob| {
            let (ready, deadline) = job.window.unwrap_or_default();
            [job.submit, job.run_time, job.requested_time, ready, deadline]
        };
        if sketch.jobs.iter().flat_map(times).all(whole) { Self::Minutes } else { Self::Seconds }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Seconds => "s",
            Self::Minutes => "min",
        }
    }

    fn value(self, seconds: Time) -> f64 {
        match self {
            Self::Seconds => seconds as f64,
            Self::Minutes => seconds as f64 / 60.0,
        }
    }

    fn seconds(self, value: f64) -> Time {
        match self {
            Self::Seconds => value.round() as Time,
            Self::Minutes => (value * 60.0).round() as Time,
        }
    }
}

/// The kinds of drawing.
pub enum Draw {
    /// The blackboard example, with a scenario of its own.
    Blackboard,
    /// The example of a first visit, with what the page says of itself.
    Example,
    /// The sample log, in place of the sketch.
    Sample,
    /// A sketch after a stroke.
    Stroke {
        /// The sketch after it.
        sketch: Sketch,
        /// The movement that it belongs to while that goes on.
        moving: Option<&'static str>,
        /// The job to be highlighted, by its number.
        chosen: Option<u64>,
    },
}

/// Makes a workload of whatever is drawn.
#[hook]
pub fn use_sketching(read: &Callback<Source, WorkloadKey>, dispatch: &Dispatch) -> Callback<Draw> {
    let (read, dispatch) = (read.clone(), dispatch.clone());
    use_callback((), move |draw, ()| {
        let step = |sketched| dispatch.dispatch(Action::Edit(EditAction::Sketched(Box::new(sketched))));
        let sketched = |sketch: Sketch, opens, moving, chosen| {
            let (key, sketch) = (write(&read, &sketch), Rc::new(sketch));
            Sketched { key, sketch, opens, moving, chosen }
        };
        match draw {
            Draw::Blackboard => step(sketched(Sketch::blackboard(), Some(scenario()), None, None)),
            Draw::Stroke { sketch, moving, chosen } => step(sketched(sketch, None, moving, chosen)),
            Draw::Example => {
                let example = example(write(&read, &Sketch::first_example()));
                let key = example.key;
                step(example);
                dispatch.dispatch(Action::View(ViewAction::Drawing(false)));
                dispatch.dispatch(Action::Layout(LayoutAction::Door(Some(key))));
            }
            Draw::Sample => {
                dispatch.dispatch(Action::View(ViewAction::Drawing(false)));
                dispatch.dispatch(Action::Edit(EditAction::Take(Box::default(), SAMPLE)));
            }
        }
    })
}

/// Has a sketch read as a workload, and returns its key.
pub fn write(read: &Callback<Source, WorkloadKey>, sketch: &Sketch) -> WorkloadKey {
    read.emit(Source::Written { name: NAME.to_owned(), text: sketch.swf(NAME).into() })
}
