//! All that can be set of brokers and agents.

use yew::prelude::*;

use super::links::Links;
use super::plans::Plans;
use crate::app::context::edit::Edit;
use crate::app::context::terms::{self, Term};
use crate::app::control::{Field, Fold, Number, Segmented, Select, Slider, of_setting};
use slotscope::system::broker::{Agents, Broker, Placement};
use slotscope::workload::Time;

const MAX_LOAD: Term =
    "MAX_LOAD: the load up to which a node takes tasks, in percent of its capacity; 85 in the paper.";
const MAX_TASKS: Term = "MAX_TASKS: how many tasks may share a node at a time. Empty: any number.";
const AGENTS: Term = "The number of agents, which share the nodes evenly. Empty: two nodes each.";
const BROKERS: Term = "The number of brokers. Tasks go to them in turn, and they compete for the same nodes.";
const TIES: Term = "When a broker asks which of the agents with offers of the same load has fewer reservations.";
const TIMEOUT: Term = "How long a broker waits for offers, for receipts before it sends a decision again, and before it repeats a round. Empty: three times the longest round trip.";
const TRIES: Term = "How often a decision is sent at most, and how often a round is repeated that failed because agents did not answer.";
const LEAD: Term =
    "With a log: batch jobs begin this long after their submission, so that there is time to place them.";

const PERCENTS: &[&str] = &["0", "50", "100"];

#[derive(Properties, PartialEq)]
pub struct ControlsProps {
    pub options: Broker,
    /// How many nodes the platform has.
    pub nodes: usize,
    pub edit: Edit,
}

/// First the placement and the highest load of nodes, then links and failures, then folded settings.
#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let ControlsProps { options, nodes, edit } = props;
    let place = edit.set(|scenario, value| {
        Broker::of_mut(&mut scenario.system).placement = value;
    });
    let load = edit.drag("max-load", |scenario, value: f64| {
        Broker::of_mut(&mut scenario.system).max_load_percent = value as u32;
    });
    let agents = edit.drag("agents", |scenario, value: Option<f64>| {
        let nodes = scenario.platform.len();
        let broker = Broker::of_mut(&mut scenario.system);
        broker.agents = value.map(|it| Agents::Count(it as u32));
        broker.keep_to(nodes);
    });
    let (count, listed) = match &options.agents {
        Some(Agents::Count(count)) => (Some(f64::from(*count)), None),
        Some(Agents::Nodes(held)) => (Some(held.len() as f64), Some(held)),
        None => (None, None),
    };
    let percent = options.max_load_percent;
    html! {
        <>
            <Field label="Placed by" term={terms::PLACEMENT}>
                <Select id="placement" label="Placed by" offer={of_setting(options.placement, place)} />
            </Field>
            <p class="hint" id="no-queue">{ "The interval of a job or task is fixed and there is no queue: it is rejected if no node has room for it then." }</p>
            <Field of="max-load" label="Highest load of a node" term={MAX_LOAD}>
                <Slider id="max-load" value={f64::from(percent)} min={1.0} max={100.0} step={1.0}
                    text={format!("{percent} %")} on_move={load} marks={PERCENTS} />
            </Field>
            if options.placement == Placement::Broker {
                <Field of="agents" label="Agents" term={AGENTS}>
                    <Number id="agents" value={count} optional={true} placeholder="two nodes each"
                        min={1.0} max={*nodes as f64} on_change={agents} />
                </Field>
                if let Some(held) = listed {
                    <p class="hint">{ format!("They hold {} nodes.", sum(held)) }</p>
                }
                <Links options={options.clone()} edit={edit.clone()} />
            }
            <Rare options={options.clone()} nodes={*nodes} edit={edit.clone()} />
            <Plans options={options.clone()} nodes={*nodes} edit={edit.clone()} />
        </>
    }
}

/// `2 + 3 + 2`.
fn sum(held: &[u32]) -> String {
    let held: Vec<String> = held.iter().map(u32::to_string).collect();
    held.join(" + ")
}

/// Brokers and ties, leases and waits.
#[component]
fn Rare(props: &ControlsProps) -> Html {
    let ControlsProps { options, edit, .. } = props;
    let tasks = edit.drag("max-tasks", |scenario, value: Option<f64>| {
        Broker::of_mut(&mut scenario.system).max_tasks = value.map(|it| it as u32);
    });
    let brokers = edit.drag("brokers", |scenario, value: Option<f64>| {
        if let Some(value) = value {
            let nodes = scenario.platform.len();
            let broker = Broker::of_mut(&mut scenario.system);
            broker.brokers = value as u32;
            broker.keep_to(nodes);
        }
    });
    let ties = edit.set(|scenario, value| {
        Broker::of_mut(&mut scenario.system).tie_rule = value;
    });
    let lease = edit.drag("lease", |scenario, value: Option<f64>| {
        Broker::of_mut(&mut scenario.system).lease = value;
    });
    let timeout = edit.drag("timeout", |scenario, value: Option<f64>| {
        Broker::of_mut(&mut scenario.system).timeout = value;
    });
    let tries = edit.drag("tries", |scenario, value: Option<f64>| {
        if let Some(value) = value {
            Broker::of_mut(&mut scenario.system).tries = value as u32;
        }
    });
    let lead = edit.drag("lead", |scenario, value: Option<f64>| {
        if let Some(value) = value {
            Broker::of_mut(&mut scenario.system).lead = value as Time;
        }
    });
    let protocol = options.placement == Placement::Broker;
    html! {
        <Fold id="broker-rare" title="Ties, brokers, leases, waits" note={note(options)}>
            <Field of="max-tasks" label="Tasks at once" term={MAX_TASKS}>
                <Number id="max-tasks" value={options.max_tasks.map(f64::from)} optional={true} placeholder="any number"
                    min={1.0} max={1_000_000.0} unit="a node" on_change={tasks} />
            </Field>
            if protocol {
                <Field label="Ties" term={TIES}>
                    <Segmented id="tie-rule" label="Ties" offer={of_setting(options.tie_rule, ties)} />
                </Field>
                <Field of="brokers" label="Brokers" term={BROKERS}>
                    <Number id="brokers" value={f64::from(options.brokers)} min={1.0} max={100.0} on_change={brokers} />
                </Field>
                <Field of="lease" label="Lease of an offer" term={terms::LEASE}>
                    <Number id="lease" value={options.lease} optional={true} placeholder="none"
                        min={0.001} max={86_400.0} fractions=true unit="s" on_change={lease} />
                </Field>
                <Field of="timeout" label="Wait for answers" term={TIMEOUT}>
                    <Number id="timeout" value={options.timeout} optional={true} placeholder="from the latency"
                        min={0.001} max={86_400.0} fractions=true unit="s" on_change={timeout} />
                </Field>
                <Field of="tries" label="Tries" term={TRIES}>
                    <Number id="tries" value={f64::from(options.tries)} min={1.0} max={100.0} on_change={tries} />
                </Field>
            }
            <Field of="lead" label="Lead of batch jobs" term={LEAD}>
                <Number id="lead" value={options.lead as f64} max={31_622_400.0} unit="s" on_change={lead} />
            </Field>
        </Fold>
    }
}

/// The settings that differ from the defaults.
fn note(options: &Broker) -> String {
    let usual = Broker::default();
    let mut parts = Vec::new();
    if options.brokers > 1 {
        parts.push(format!("{} brokers", options.brokers));
    }
    if options.lease != usual.lease {
        parts.push(match options.lease {
            Some(lease) => format!("lease {lease} s"),
            None => "no lease".to_owned(),
        });
    }
    if !options.links.is_empty() {
        parts.push(format!("{} links of their own", options.links.len()));
    }
    parts.join(", ")
}
