//! A kind of nodes: how many, their names, and what each has.

use yew::prelude::*;

use crate::app::context::edit::Edit;
use crate::app::context::terms::Term;
use crate::app::control::{Field, Number, Text};
use slotscope::experiment::Scenario;
use slotscope::system::cluster::Cluster;
use slotscope::workload::resources::{NodeKind, node_names};

const COUNT: Term = "How many nodes of this kind there are.";
const NAMES: Term = "Their names as Slurm lists them: n[001-010],gpu1. Empty: node1, node2 and so on.";
const CORES: Term = "The cores of each node.";
const GPUS: Term = "The GPUs of each node.";
const GPU_TYPE: Term = "The type of the GPUs, as jobs ask for it. Empty: not known.";
const MEMORY: Term = "The memory of each node in GiB. 0: jobs that ask for memory are rejected.";
const PARTITIONS: Term = "The partitions that the nodes belong to, separated by commas: a job of a partition runs on its nodes only. Empty: all jobs may run on them.";

/// MiB of a GiB.
const GIB: f64 = 1_024.0;

#[derive(Properties, PartialEq)]
pub struct KindProps {
    /// Its place in the list.
    pub index: usize,
    pub kind: NodeKind,
    pub edit: Edit,
}

/// A row of the list of nodes.
#[component]
pub fn Kind(props: &KindProps) -> Html {
    let KindProps { index, kind, edit } = props;
    let index = *index;
    let number = |control: &'static str, set: fn(&mut NodeKind, f64)| {
        edit.drag(control, move |scenario, value: Option<f64>| {
            if let Some(value) = value {
                change(scenario, index, |kind| set(kind, value));
            }
        })
    };
    let text = |control: &'static str, set: fn(&mut NodeKind, String)| {
        edit.drag(control, move |scenario, text: String| {
            change(scenario, index, |kind| set(kind, text));
        })
    };
    let remove = edit.set(move |scenario, _: MouseEvent| {
        let nodes = &mut Cluster::of_mut(&mut scenario.system).nodes;
        if index < nodes.len() {
            nodes.remove(index);
        }
    });
    let id = |part: &str| AttrValue::from(format!("nodes-{index}-{part}"));
    html! {
        <div class="node-kind" role="group" aria-label={format!("Kind {} of nodes", index + 1)}>
            <Field of={id("count")} label="Nodes" term={COUNT}>
                <Number id={id("count")} value={f64::from(kind.count)} min={1.0} max={100_000.0}
                    on_change={number("node-count", |kind, count| kind.set_count(count as u32))} />
            </Field>
            <Field of={id("cores")} label="Cores" term={CORES}>
                <Number id={id("cores")} value={f64::from(kind.cores)} min={1.0} max={1_000_000.0}
                    on_change={number("node-cores", |kind, cores| kind.cores = cores as u32)} />
            </Field>
            <Field of={id("gpus")} label="GPUs" term={GPUS}>
                <Number id={id("gpus")} value={f64::from(kind.gpus)} max={64.0}
                    on_change={number("node-gpus", |kind, gpus| kind.gpus = gpus as u32)} />
            </Field>
            <Field of={id("memory")} label="GiB" term={MEMORY}>
                <Number id={id("memory")} value={kind.memory as f64 / GIB} max={1_073_741_824.0} fractions=true
                    on_change={number("node-memory", |kind, gib| kind.memory = (gib * GIB).round() as u64)} />
            </Field>
            <Field of={id("names")} label="Names" term={NAMES} class="wide">
                <Text id={id("names")} value={kind.name.clone()} placeholder="node1, node2 …" mistake={Callback::from(no_list)}
                    on_change={text("node-names", set_names)} />
            </Field>
            <Field of={id("partitions")} label="Partitions" term={PARTITIONS} class="wide">
                <Text id={id("partitions")} value={kind.partitions.join(", ")} placeholder="all jobs"
                    on_change={text("node-partitions", set_partitions)} />
            </Field>
            if kind.gpus > 0 {
                <Field of={id("gpu-type")} label="GPU type" term={GPU_TYPE} class="wide">
                    <Text id={id("gpu-type")} value={kind.gpu_type.clone()} placeholder="any"
                        on_change={text("node-gpu-type", |kind, it| kind.gpu_type = it)} />
                </Field>
            }
            <button type="button" class="node-kind-remove" id={id("remove")} onclick={remove}>{ "Remove" }</button>
        </div>
    }
}

/// Changes the kind at this place, if it is still there.
fn change(scenario: &mut Scenario, index: usize, set: impl FnOnce(&mut NodeKind)) {
    let nodes = &mut Cluster::of_mut(&mut scenario.system).nodes;
    if let Some(kind) = nodes.get_mut(index) {
        set(kind);
    }
}

/// There are as many nodes as names.
fn set_names(kind: &mut NodeKind, names: String) {
    if let Some(names) = node_names(&names).filter(|_| !names.is_empty()) {
        kind.count = names.len() as u32;
    }
    kind.name = names;
}

fn set_partitions(kind: &mut NodeKind, text: String) {
    let names = text.split(',').map(str::trim);
    let names = names.filter(|it| !it.is_empty());
    kind.partitions = names.map(str::to_owned).collect();
}

/// Why a text is no list of nodes; an empty one is allowed.
fn no_list(text: String) -> Option<String> {
    let is_one = text.is_empty() || node_names(&text).is_some();
    (!is_one).then(|| "a list of nodes, as n[001-010]".to_owned())
}
