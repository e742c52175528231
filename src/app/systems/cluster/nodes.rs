//! The nodes of the log, and those of a file, beside the list of kinds of nodes.

use std::rc::Rc;

use yew::prelude::*;

use super::nodes_file::NodesFile;
use crate::app::context::edit::Edit;
use crate::app::control::Fold;
use slotscope::page::contents::Contents;
use slotscope::page::words;
use slotscope::workload::resources::NodeKind;

#[derive(Properties, PartialEq)]
pub struct NodesProps {
    pub nodes: Vec<NodeKind>,
    /// The workload, once it is known.
    pub contents: Option<Rc<Contents>>,
    pub edit: Edit,
}

/// Where the nodes come from, folded away.
#[component]
pub fn Nodes(props: &NodesProps) -> Html {
    let NodesProps { nodes, contents, edit } = props;
    let of_log = contents.as_ref().map_or(&[][..], |it| &it.nodes);
    let take = |nodes: &[NodeKind]| {
        let nodes = serde_json::to_value(nodes).unwrap_or_default();
        edit.set("system.cluster.nodes", false).reform(move |_: MouseEvent| nodes.clone())
    };
    let note = match (&nodes[..], of_log) {
        ([], []) => "the providers".to_owned(),
        ([], of_log) => format!("{} of the log", words::count(count(of_log) as i64)),
        (nodes, _) => words::count(count(nodes) as i64),
    };
    html! {
        <Fold id="nodes-from" title="Nodes" {note}>
            if nodes.is_empty() {
                <p class="hint" id="nodes-instead">{ instead(of_log) }</p>
            }
            <div class="actions">
                if nodes.is_empty() && !of_log.is_empty() {
                    <button type="button" id="list-nodes" onclick={take(of_log)}>{ "List those of the log" }</button>
                }
                if !nodes.is_empty() {
                    <button type="button" id="nodes-of-log" onclick={take(&[])}>{ if of_log.is_empty() { "Remove all" } else { "From the log" } }</button>
                }
            </div>
            <NodesFile edit={edit.clone()} />
        </Fold>
    }
}

fn count(kinds: &[NodeKind]) -> usize {
    kinds.iter().map(|it| it.count as usize).sum()
}

/// The nodes that there are where none are named.
fn instead(of_log: &[NodeKind]) -> String {
    match of_log {
        [] => {
            "None are named and the log tells of none: each provider is a node, without GPUs and without known memory."
                .to_owned()
        }
        kinds => format!(
            "None are named: the log's {} stand in their place, with the most that their jobs ever held at once.",
            words::plural(count(kinds), "node")
        ),
    }
}
