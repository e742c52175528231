//! The nodes: a row for each kind of them.

use std::rc::Rc;

use yew::prelude::*;

use super::kind::Kind;
use super::nodes_file::NodesFile;
use crate::app::context::edit::Edit;
use crate::app::control::Fold;
use slotscope::page::contents::Contents;
use slotscope::page::words;
use slotscope::system::cluster::Cluster;
use slotscope::workload::resources::NodeKind;

/// This many kinds have a row; the others come from a file, and are counted.
const MOST_ROWS: usize = 60;

#[derive(Properties, PartialEq)]
pub struct NodesProps {
    pub nodes: Vec<NodeKind>,
    /// The workload, once it is known.
    pub contents: Option<Rc<Contents>>,
    /// How many providers the platform has.
    pub providers: usize,
    pub edit: Edit,
}

/// The kinds of nodes, folded away; of an empty list the nodes that there are instead.
#[component]
pub fn Nodes(props: &NodesProps) -> Html {
    let NodesProps { nodes, contents, providers, edit } = props;
    let of_log = contents.as_ref().map_or(&[][..], |it| &it.nodes);
    let add = edit.set(|scenario, _: MouseEvent| {
        let nodes = &mut Cluster::of_mut(&mut scenario.system).nodes;
        nodes.push(another(nodes.last()));
    });
    let from_log = edit.set(|scenario, _: MouseEvent| {
        Cluster::of_mut(&mut scenario.system).nodes.clear();
    });
    let list = {
        let set = edit.set(|scenario, nodes: Vec<NodeKind>| {
            Cluster::of_mut(&mut scenario.system).nodes = nodes;
        });
        let of_log = of_log.to_vec();
        set.reform(move |_: MouseEvent| of_log.clone())
    };
    let rows = nodes.iter().take(MOST_ROWS).enumerate().map(|(index, kind)| {
        html! { <Kind key={index} {index} kind={kind.clone()} edit={edit.clone()} /> }
    });
    let more = nodes.len().saturating_sub(MOST_ROWS);
    html! {
        <Fold id="nodes" title="Nodes" note={note(nodes, of_log, *providers)}>
            if nodes.is_empty() {
                <p class="hint" id="nodes-instead">{ instead(of_log, *providers) }</p>
            }
            { for rows }
            if more > 0 {
                <p class="hint">{ format!("And {} more.", words::plural(more, "kind")) }</p>
            }
            <div class="actions">
                <button type="button" id="add-nodes" onclick={add}>{ if nodes.is_empty() { "Name nodes" } else { "Add a kind" } }</button>
                if nodes.is_empty() && !of_log.is_empty() {
                    <button type="button" id="list-nodes" onclick={list}>{ "List those of the log" }</button>
                }
                if !nodes.is_empty() {
                    <button type="button" id="nodes-of-log" onclick={from_log}>{ if of_log.is_empty() { "Remove all" } else { "From the log" } }</button>
                }
            </div>
            <NodesFile edit={edit.clone()} />
        </Fold>
    }
}

/// A new kind of nodes: like the last one, without its names.
fn another(last: Option<&NodeKind>) -> NodeKind {
    let usual = NodeKind { count: 4, cores: 64, memory: 256 << 10, ..NodeKind::default() };
    let last = last.cloned().unwrap_or(usual);
    NodeKind { name: String::new(), ..last }
}

fn count(kinds: &[NodeKind]) -> usize {
    kinds.iter().map(|it| it.count as usize).sum()
}

fn note(nodes: &[NodeKind], of_log: &[NodeKind], providers: usize) -> String {
    match (nodes, of_log) {
        ([], []) => words::plural(providers, "provider"),
        ([], of_log) => format!("{} of the log", words::count(count(of_log) as i64)),
        (nodes, _) => words::count(count(nodes) as i64),
    }
}

/// The nodes that there are where none are named.
fn instead(of_log: &[NodeKind], providers: usize) -> String {
    match (of_log, providers) {
        ([], 1) => {
            "None are named and the log tells of none: the provider is one node, without GPUs and without known memory."
                .to_owned()
        }
        ([], count) => format!(
            "None are named and the log tells of none: each of the {count} providers is a node, without GPUs and without known memory."
        ),
        (kinds, _) => format!(
            "None are named: the log's {} stand in their place, with the most that their jobs ever held at once.",
            words::plural(count(kinds), "node")
        ),
    }
}
