//! The promises of the last pass.

use std::rc::Rc;

use yew::prelude::*;

use super::seen::Seen;
use crate::app::context::state::Dispatch;
use crate::app::context::terms::Term;
use crate::app::control::sentence;
use slotscope::chart::Origin;
use slotscope::chart::time_axis::time_label_beside;
use slotscope::experiment::words::{Part, Speaker};
use slotscope::page::state::Finished;
use slotscope::page::words;
use slotscope::system::cluster::PromiseAt;

const PROMISES: Term = "The starts that the last pass promised, each on certain nodes. The nodes of one of them are outlined in the picture.";

/// This many promises are listed.
const LISTED: usize = 40;

#[derive(Properties, PartialEq)]
pub struct PromisesProps {
    pub seen: Rc<Seen>,
    pub finished: Rc<Finished>,
    /// The place of the promise whose nodes are outlined.
    pub chosen: Option<usize>,
    pub origin: Origin,
    /// Hears the job of the promise whose nodes are to be outlined.
    pub on_choose: Callback<u32>,
    pub dispatch: Dispatch,
}

#[component]
pub fn Promises(props: &PromisesProps) -> Html {
    let seen = &props.seen;
    let promises = &seen.at.promises;
    let clock = |time, beside| time_label_beside(time, beside, props.origin);
    let speaker = Speaker::new(&props.finished.run.jobs, &clock)
        .of_system(&props.finished.experiment.scenario.system)
        .of_run(&props.finished.run);
    let row = |(place, it): (usize, &PromiseAt)| {
        let job = it.job;
        let from = clock(it.from, Some(seen.now));
        let parts = [Part::Job(job), Part::Text(": ".to_owned())];
        let choose = props.on_choose.reform(move |_: MouseEvent| job);
        html! {
            <li key={job}>
                { sentence(&parts, &speaker, &props.dispatch) }
                <button type="button" class="promised-nodes" aria-pressed={(props.chosen == Some(place)).to_string()} onclick={choose}
                    data-tip="Outlines these nodes in the picture.">{ seen.nodes_of(it) }</button>
                { format!(" from {from}") }
            </li>
        }
    };
    let more = promises.len().saturating_sub(LISTED);
    html! {
        <section id="node-promises" data-count={promises.len().to_string()} aria-label="Promises">
            <h2 data-tip={PROMISES}>{ "Promises" }</h2>
            if promises.is_empty() {
                <p class="hint">{ "No job is promised a start at this moment." }</p>
            } else {
                <ul class="node-jobs">{ for promises.iter().enumerate().take(LISTED).map(row) }</ul>
            }
            if more > 0 {
                <p class="hint">{ format!("and {} more", words::count(more as i64)) }</p>
            }
        </section>
    }
}
