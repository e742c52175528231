//! The card of a node: what it has, and what runs there until when.

use std::rc::Rc;

use yew::prelude::*;

use super::seen::Seen;
use crate::app::context::nothing;
use crate::app::context::state::Dispatch;
use crate::app::control::sentence;
use slotscope::chart::Origin;
use slotscope::chart::time_axis::time_label_beside;
use slotscope::experiment::words::{Part, Speaker};
use slotscope::page::state::Finished;
use slotscope::page::words;
use slotscope::system::cluster::{Amounts, JobAt, NodeAt};
use slotscope::workload::Time;

/// This many jobs of a node are listed.
const LISTED: usize = 100;

#[derive(Properties, PartialEq)]
pub struct NodeCardProps {
    pub seen: Rc<Seen>,
    pub finished: Rc<Finished>,
    /// The place of the node; nothing is shown without one.
    pub node: Option<usize>,
    pub origin: Origin,
    pub dispatch: Dispatch,
}

#[component]
pub fn NodeCard(props: &NodeCardProps) -> Html {
    let seen = &props.seen;
    let Some((place, node)) = props.node.and_then(|at| Some((at, seen.at.nodes.get(at)?))) else {
        return nothing();
    };
    let clock = |time, beside| time_label_beside(time, beside, props.origin);
    let speaker = Speaker::new(&props.finished.run.jobs, &clock)
        .of_system(&props.finished.experiment.scenario.system)
        .of_run(&props.finished.run);
    // On the day of the cursor the time of day alone.
    let at = |time: Time| match time {
        Time::MAX => "without limit".to_owned(),
        time => format!("until {}", clock(time, Some(seen.now))),
    };
    let jobs = node.jobs.iter().take(LISTED).map(|it| {
        let parts = [Part::Job(it.job), Part::Text(format!(" has {}, {}", has(it), at(it.until)))];
        html! { <li>{ sentence(&parts, &speaker, &props.dispatch) }</li> }
    });
    let promised = seen.at.promises.iter().filter(|it| it.nodes.contains(&(place as u32)));
    let promised = promised.map(|it| {
        let from = clock(it.from, Some(seen.now));
        let parts = [
            Part::Text("Promised to ".to_owned()),
            Part::Job(it.job),
            Part::Text(format!(" from {from}, {}.", at(it.until))),
        ];
        html! { <p class="hint">{ sentence(&parts, &speaker, &props.dispatch) }</p> }
    });
    let more = node.jobs.len().saturating_sub(LISTED);
    html! {
        <section class="node-card" id="node-card" data-node={node.name.clone()} aria-label={format!("Node {}", node.name)} aria-live="polite">
            <h2>{ node.name.clone() }<small>{ of_all(node) }</small></h2>
            { for service(node, &clock, seen.now).map(|it| html! { <p class="refused">{ it }</p> }) }
            <p class="hint" id="node-free">{ format!("Free: {}.", free(node).words()) }</p>
            if node.jobs.is_empty() {
                <p class="hint">{ "No job runs there." }</p>
            } else {
                <ul class="node-jobs" id="node-jobs">{ for jobs }</ul>
            }
            if more > 0 {
                <p class="hint">{ format!("and {} more", words::count(more as i64)) }</p>
            }
            { for promised }
        </section>
    }
}

/// What a job has of the node, with the numbers of its GPUs.
fn has(it: &JobAt) -> String {
    let amounts = it.has.words();
    let numbers: Vec<String> = it.gpus.iter().map(ToString::to_string).collect();
    match numbers.as_slice() {
        [] => amounts,
        [one] => format!("{amounts} (GPU {one})"),
        _ => format!("{amounts} (GPUs {})", numbers.join(", ")),
    }
}

/// What it has, with the type of its GPUs.
fn of_all(node: &NodeAt) -> String {
    match node.gpu_type.as_str() {
        "" => node.all.words(),
        gpu_type => format!("{} ({gpu_type})", node.all.words()),
    }
}

/// Of a node out of service nothing is free.
fn free(node: &NodeAt) -> Amounts {
    let left = |of: fn(&Amounts) -> u64| match node.out_until {
        Some(_) => 0,
        None => of(&node.all).saturating_sub(of(&node.used)),
    };
    Amounts { cores: left(|it| it.cores), gpus: left(|it| it.gpus), memory: left(|it| it.memory) }
}

/// That it is out of service, or will be.
fn service(node: &NodeAt, clock: &dyn Fn(Time, Option<Time>) -> String, now: Time) -> Option<String> {
    match (node.out_until, node.out_from) {
        (Some(until), _) => Some(format!("Out of service until {}.", clock(until, Some(now)))),
        (None, Some(from)) => Some(format!("Out of service from {}.", clock(from, Some(now)))),
        (None, None) => None,
    }
}
