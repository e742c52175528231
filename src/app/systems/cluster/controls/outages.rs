//! When nodes are out of service.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms::Term;
use crate::app::control::{Field, Fold, Number, Text};
use slotscope::experiment::Scenario;
use slotscope::system::cluster::{Cluster, Outage};
use slotscope::workload::resources::node_names;
use slotscope::workload::{MAX_TIME, Time};

const OUTAGES: Term = "Named nodes are out of service for a while, known from the beginning: no job is placed on them that could still run then.";
const NODES: Term = "The nodes, as Slurm lists them: n[001-004].";
const FROM: Term = "From when, in seconds of the log.";
const UNTIL: Term = "Until when, in seconds of the log: the nodes are in service again at this second.";

/// A new outage lasts this long, in seconds.
const USUAL: Time = 3_600;

#[derive(Properties, PartialEq)]
pub struct OutagesProps {
    pub outages: Vec<Outage>,
    /// The node with which a new one begins.
    pub usual: String,
    pub edit: Edit,
}

/// The outages, folded away.
#[component]
pub fn Outages(props: &OutagesProps) -> Html {
    let OutagesProps { outages, usual, edit } = props;
    let note = match outages.len() {
        0 => "none".to_owned(),
        count => count.to_string(),
    };
    let add = {
        let set = edit.set(|scenario, nodes: String| {
            let outage = Outage { nodes, from: 0, until: USUAL };
            Cluster::of_mut(&mut scenario.system).outages.push(outage);
        });
        let usual = usual.clone();
        set.reform(move |_: MouseEvent| usual.clone())
    };
    let rows = outages.iter().enumerate().map(|(index, outage)| {
        html! { <Row key={index} {index} outage={outage.clone()} edit={edit.clone()} /> }
    });
    html! {
        <Fold id="outages" title="Outages" {note}>
            <p class="hint">{ OUTAGES }</p>
            { for rows }
            <button type="button" id="add-outage" onclick={add}>{ "Add an outage" }</button>
        </Fold>
    }
}

#[derive(Properties, PartialEq)]
struct RowProps {
    index: usize,
    outage: Outage,
    edit: Edit,
}

#[component]
fn Row(props: &RowProps) -> Html {
    let RowProps { index, outage, edit } = props;
    let index = *index;
    let nodes = edit.drag("outage-nodes", move |scenario, nodes: String| {
        change(scenario, index, |it| it.nodes = nodes);
    });
    let from = edit.drag("outage-from", move |scenario, from: Option<f64>| {
        change(scenario, index, |it| {
            it.from = from.map_or(it.from, |from| from as Time);
        });
    });
    let until = edit.drag("outage-until", move |scenario, until: Option<f64>| {
        change(scenario, index, |it| {
            it.until = until.map_or(it.until, |until| until as Time);
        });
    });
    let remove = edit.set(move |scenario, _: MouseEvent| {
        let outages = &mut Cluster::of_mut(&mut scenario.system).outages;
        if index < outages.len() {
            outages.remove(index);
        }
    });
    let id = |part: &str| AttrValue::from(format!("outage-{index}-{part}"));
    html! {
        <div class="node-outage" role="group" aria-label={format!("Outage {}", index + 1)}>
            <Field of={id("nodes")} label="Nodes" term={NODES} class="wide">
                <Text id={id("nodes")} value={outage.nodes.clone()} mistake={Callback::from(no_list)} on_change={nodes} />
            </Field>
            <Field of={id("from")} label="From" term={FROM}>
                <Number id={id("from")} value={outage.from as f64} max={(outage.until - 1) as f64} unit="s" on_change={from} />
            </Field>
            <Field of={id("until")} label="Until" term={UNTIL}>
                <Number id={id("until")} value={outage.until as f64} min={(outage.from + 1) as f64} max={MAX_TIME as f64} unit="s" on_change={until} />
            </Field>
            <button type="button" id={id("remove")} onclick={remove}>{ "Remove" }</button>
        </div>
    }
}

/// Changes the outage at this place, if it is still there.
fn change(scenario: &mut Scenario, index: usize, set: impl FnOnce(&mut Outage)) {
    let outages = &mut Cluster::of_mut(&mut scenario.system).outages;
    if let Some(outage) = outages.get_mut(index) {
        set(outage);
    }
}

fn no_list(text: String) -> Option<String> {
    let is_one = node_names(&text).is_some();
    (!is_one).then(|| "a list of nodes, as n[001-004]".to_owned())
}
