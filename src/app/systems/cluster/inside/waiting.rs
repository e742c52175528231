//! The first waiting jobs, and why each of them waits.

use std::rc::Rc;

use yew::prelude::*;

use super::seen::Seen;
use crate::app::context::state::Dispatch;
use crate::app::control::sentence;
use slotscope::chart::Origin;
use slotscope::chart::time_axis::time_label_beside;
use slotscope::engine::decisions::Queued;
use slotscope::experiment::words::Speaker;
use slotscope::page::state::Finished;
use slotscope::page::words;
use slotscope::workload::Time;

/// This many of the waiting jobs are listed.
const LISTED: usize = 12;

#[derive(Properties, PartialEq)]
pub struct WaitingProps {
    pub seen: Rc<Seen>,
    pub finished: Rc<Finished>,
    pub origin: Origin,
    pub dispatch: Dispatch,
}

/// The waiting jobs.
#[component]
pub fn Waiting(props: &WaitingProps) -> Html {
    // On the day of the cursor the time of day alone.
    let now = props.seen.now;
    let clock = |time: Time, beside: Option<Time>| time_label_beside(time, beside.or(Some(now)), props.origin);
    let speaker = Speaker::new(&props.finished.run.jobs, &clock)
        .of_system(&props.finished.experiment.scenario.system)
        .of_run(&props.finished.run);
    let providers = &props.seen.moment.providers;
    let waiting: usize = providers.iter().map(|it| it.queue_length as usize).sum();
    let queued = providers.iter().flat_map(|it| &it.queue).take(LISTED);
    let reasons: Vec<Html> = queued
        .filter_map(|it: &Queued| {
            let parts = speaker.queued(it)?;
            Some(html! { <li>{ sentence(&parts, &speaker, &props.dispatch) }</li> })
        })
        .collect();
    let more = waiting.saturating_sub(reasons.len());
    html! {
        <section class="slot-picture node-waiting" id="node-waiting" data-count={waiting.to_string()} aria-label="Waiting jobs">
            <h2>{ "Why they wait" }<small>{ format!("{} waiting", words::plural(waiting, props.finished.run.nouns().job)) }</small></h2>
            if waiting == 0 {
                <p class="hint">{ "No job waits at this moment. Move the time cursor to a time at which jobs wait." }</p>
            } else {
                <ol class="waits">{ for reasons }</ol>
            }
            if more > 0 {
                <p class="hint">{ format!("and {} more", words::count(more as i64)) }</p>
            }
        </section>
    }
}
