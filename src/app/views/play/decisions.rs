//! The decisions at the cursor, and the reasons of waiting jobs.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::state::Dispatch;
use crate::app::context::terms;
use crate::app::control::sentence;
use slotscope::chart::Origin;
use slotscope::chart::time_axis::time_label_beside;
use slotscope::engine::decisions::Queued;
use slotscope::experiment::Explanation;
use slotscope::experiment::words::Speaker;
use slotscope::page::explained::{Explained, Subject};
use slotscope::page::state::Finished;
use slotscope::workload::Time;

#[derive(Properties, PartialEq)]
pub struct DecisionsProps {
    pub finished: Rc<Finished>,
    /// The latest answer, perhaps to another question.
    pub explained: Option<Rc<Explained>>,
    /// Whether the player runs: no explanation is requested then.
    pub playing: bool,
    pub cursor: Time,
    pub origin: Origin,
    pub dispatch: Dispatch,
}

/// This many decisions are listed, and this many reasons of each provider's queue.
const LISTED: usize = 30;
const REASONS: usize = 8;

#[component]
pub fn Decisions(props: &DecisionsProps) -> Html {
    let subject = Subject::Moment(props.cursor);
    let answer = props.explained.as_ref();
    let answer = answer.and_then(|it| it.to(&props.finished.experiment, subject));
    let state = match answer.map(|it| &it.told) {
        None if props.playing => "playing",
        None => "asking",
        Some(Ok(_)) => "told",
        Some(Err(_)) => "failed",
    };
    html! {
        <section class="play-list play-decisions" id="play-decisions" data-state={state} data-time={props.cursor.to_string()} aria-label="Decisions">
            <h2 data-tip={terms::PLAY_DECISIONS}>{ "Decisions" }</h2>
            {
                match answer.map(|it| &it.told) {
                    None if props.playing => html! { <p class="hint">{ "Pause to see decisions." }</p> },
                    None => html! { <p class="hint">{ "Computing the decisions …" }</p> },
                    Some(Err(why)) => html! { <p class="hint">{ format!("Unknown: {why}") }</p> },
                    Some(Ok(told)) => told_of(props, told),
                }
            }
        </section>
    }
}

fn told_of(props: &DecisionsProps, told: &Explanation) -> Html {
    let clock = |time, beside| time_label_beside(time, beside, props.origin);
    let speaker = Speaker::new(&props.finished.run.jobs, &clock)
        .of_system(&props.finished.experiment.scenario.system)
        .of_run(&props.finished.run);
    let said = |parts: &[_]| sentence(parts, &speaker, &props.dispatch);
    let made = told.entries.iter().take(LISTED).map(|entry| {
        html! { <li><small>{ speaker.when(entry) }</small>{ " " }{ speaker.name(entry.job) }{ ": " }{ said(&speaker.entry(entry)) }</li> }
    });
    let waiting: Vec<&Queued> = told
        .moment
        .iter()
        .flat_map(|moment| &moment.providers)
        .flat_map(|provider| provider.queue.iter().take(REASONS))
        .collect();
    let reasons = waiting.iter().filter_map(|queued| {
        let parts = speaker.queued(queued)?;
        Some(html! { <li>{ said(&parts) }</li> })
    });
    html! {
        <>
            <ol class="decided">{ for made }</ol>
            if !waiting.is_empty() {
                <h3>{ "Why they wait" }</h3>
                <ol class="waits">{ for reasons }</ol>
            }
        </>
    }
}
