//! Delays and failures between brokers and agents.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms::Term;
use crate::app::control::{Field, Number, Slider};
use slotscope::system::broker::Broker;
use slotscope::workload::Time;

const LATENCY: Term = "The time of every message from broker to agent or back.";
const JITTER: Term =
    "The most by which a message exceeds its latency, drawn at random: messages can overtake each other.";
const LOSS: Term = "The percentage of messages that never arrive, drawn at random.";
const FAILURES: Term =
    "The percentage of requests to agents at which the agent fails: half of them before it offers, half just after.";
const DOWN: Term =
    "How long a failed agent receives no messages. Afterwards it still has its reservations, but not its offers.";

/// The farthest that the sliders go; a number that is typed may be larger.
const MOST_LATENCY: f64 = 120.0;
const LATENCIES: &[&str] = &["0", "60", "120"];
const PERCENTS: &[&str] = &["0", "50", "100"];

#[derive(Properties, PartialEq)]
pub struct LinksProps {
    pub options: Broker,
    pub edit: Edit,
}

#[component]
pub fn Links(props: &LinksProps) -> Html {
    let LinksProps { options, edit } = props;
    let latency = edit.drag("latency", |scenario, value: f64| {
        Broker::of_mut(&mut scenario.system).latency = value;
    });
    let typed = edit.drag("latency", |scenario, value: Option<f64>| {
        if let Some(value) = value {
            Broker::of_mut(&mut scenario.system).latency = value;
        }
    });
    let jitter = edit.drag("jitter", |scenario, value: Option<f64>| {
        if let Some(value) = value {
            Broker::of_mut(&mut scenario.system).jitter = value;
        }
    });
    let loss = edit.drag("loss", |scenario, value: f64| {
        Broker::of_mut(&mut scenario.system).loss_percent = value;
    });
    let failures = edit.drag("failures", |scenario, value: f64| {
        Broker::of_mut(&mut scenario.system).failure_percent = value;
    });
    let down = edit.drag("down", |scenario, value: Option<f64>| {
        if let Some(value) = value {
            Broker::of_mut(&mut scenario.system).down = value as Time;
        }
    });
    html! {
        <>
            <Field of="latency" label="Latency of messages" term={LATENCY}>
                <div class="slider-and-number">
                    <Slider id="latency" value={options.latency.min(MOST_LATENCY)} max={MOST_LATENCY} step={1.0}
                        text={format!("{} s", options.latency)} on_move={latency} marks={LATENCIES} />
                    <Number id="latency-number" label="Latency in seconds" value={options.latency}
                        max={86_400.0} fractions=true unit="s" on_change={typed} />
                </div>
            </Field>
            if options.latency > 0.0 || options.jitter > 0.0 {
                <Field of="jitter" label="Jitter, up to" term={JITTER}>
                    <Number id="jitter" value={options.jitter} max={86_400.0} fractions=true unit="s" on_change={jitter} />
                </Field>
            }
            <Field of="loss" label="Messages lost" term={LOSS}>
                <Slider id="loss" value={options.loss_percent} max={100.0} step={1.0}
                    text={format!("{} %", options.loss_percent)} on_move={loss} marks={PERCENTS} />
            </Field>
            <Field of="failures" label="Agent failure rate" term={FAILURES}>
                <Slider id="failures" value={options.failure_percent} max={100.0} step={1.0}
                    text={format!("{} %", options.failure_percent)} on_move={failures} marks={PERCENTS} />
            </Field>
            if options.failure_percent > 0.0 {
                <Field of="down" label="Down for" term={DOWN}>
                    <Number id="down" value={options.down as f64} max={31_622_400.0} unit="s" on_change={down} />
                </Field>
            }
        </>
    }
}
