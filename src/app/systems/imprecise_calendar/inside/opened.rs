//! The jobs assigned to one slot.

use std::rc::Rc;

use yew::prelude::*;

use super::seen::Seen;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::context::terms;
use crate::app::control::Slider;
use slotscope::chart::Origin;
use slotscope::chart::time_axis::{time_label, time_label_beside};
use slotscope::page::state::{Action, Finished, ViewAction};
use slotscope::page::words;
use slotscope::system::imprecise_calendar::{Assigned, Firmness};
use slotscope::workload::Time;

/// Most jobs of a slot that are listed.
const MOST: usize = 100;

#[derive(Properties, PartialEq)]
pub struct OpenedProps {
    pub seen: Rc<Seen>,
    pub finished: Rc<Finished>,
    /// The level of the slot, and its place there.
    pub open: Option<(usize, usize)>,
    pub origin: Origin,
    pub on_open: Callback<Time>,
    pub dispatch: Dispatch,
}

/// The opened slot, a slider to go to another one, and the jobs that have nodes of it.
#[component]
pub fn Opened(props: &OpenedProps) -> Html {
    let calendar = &props.seen.calendar;
    let Some((level, slot)) = props.open else {
        return html! { <p class="empty" id="calendar-opened">{ "There are no slots." }</p> };
    };
    let at = calendar.levels[level][slot];
    let label = |time: Time| time_label(time, props.origin);
    let end = time_label_beside(at.span.end, Some(at.span.start), props.origin);
    let text = format!("{} … {end}", label(at.span.start));
    let on_move = {
        let (seen, on_open) = (props.seen.clone(), props.on_open.clone());
        Callback::from(move |value: f64| {
            if let Some(slot) = seen.slot(value as usize) {
                on_open.emit(slot.span.start);
            }
        })
    };
    let jobs: Vec<&Assigned> = calendar.assigned_to(at.span).collect();
    let left_out = jobs.len().saturating_sub(MOST);
    let state = match at.taken {
        0 => "free".to_owned(),
        taken => format!("{taken} of {} nodes taken by {}", calendar.nodes, words::plural(jobs.len(), "job")),
    };
    html! {
        <>
            <h2>{ "Opened slot" }<small data-tip={terms::CALENDAR_LEVEL}>{ props.seen.name(level) }</small></h2>
            <Slider id="calendar-slot" label="Opened slot" value={props.seen.place_of((level, slot)) as f64} min={0.0}
                max={props.seen.slots().saturating_sub(1) as f64} step={1.0} text={text.clone()} {on_move} />
            <p id="calendar-opened" data-level={level.to_string()} data-start={at.span.start.to_string()}>
                { text }<br />{ state }
            </p>
            if jobs.is_empty() {
                <p class="hint">{ "No job is assigned to it. Click another slot, or move the slider." }</p>
            }
            <ul class="assigned" id="calendar-assigned">{ for jobs.iter().take(MOST).map(|it| one(it, props)) }</ul>
            if left_out > 0 {
                <p class="hint">{ format!("and {left_out} more") }</p>
            }
        </>
    }
}

/// A job, its nodes, and how exact its start is. It is shown in the Gantt chart when it is pressed.
fn one(it: &Assigned, props: &OpenedProps) -> Html {
    let index = it.claim.job as usize;
    // On the day of the cursor the time of day alone.
    let now = Some(props.seen.calendar.now);
    let label = |time: Time| time_label_beside(time, now, props.origin);
    let show = props.dispatch.callback(move |_: MouseEvent| Action::View(ViewAction::Find(index)));
    let firmness = match it.firmness {
        Firmness::Running => "running",
        Firmness::Firm { .. } => "firm",
        Firmness::Vague { .. } => "vague",
    };
    html! {
        <li data-firmness={firmness}>
            <button type="button" class="job-link" onclick={show} data-tip="Shows the job in the Gantt chart.">
                { format!("Job {}", props.finished.run.jobs[index].id) }</button>
            { format!(" · {}", words::plural(it.claim.processors as usize, "node")) }<br />
            { it.words(&label) }<br />
            { format!("until {} at the latest", label(it.claim.until)) }
        </li>
    }
}
