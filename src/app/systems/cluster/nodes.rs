//! The nodes of the log, and those of a file, beside the list of kinds of nodes.

use wasm_bindgen_futures::spawn_local;
use web_sys::File;

use crate::app::context::prelude::*;
use crate::app::context::state::Edit;
use crate::app::control::{Fold, OpenFiles, one};
use crate::app::files::bytes::bytes_of;
use slotscope::page::contents::Contents;
use slotscope::workload::node_table::{NodesRead, read_nodes};
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

/// This many remarks are listed.
const LISTED: usize = 40;

/// What was read last, or why it was not.
type Told = Option<Result<NodesRead, String>>;

#[derive(Properties, PartialEq)]
pub struct NodesFileProps {
    pub edit: Edit,
}

/// A button that reads nodes from a file, and what was read.
#[component]
pub fn NodesFile(props: &NodesFileProps) -> Html {
    let told = use_state(|| Told::None);
    let set = props.edit.set("system.cluster.nodes", false);
    let on_file = {
        let told = told.setter();
        Callback::from(move |file: File| {
            let (told, set) = (told.clone(), set.clone());
            spawn_local(async move {
                let read = read(&file).await;
                if let Ok(read) = &read {
                    set.emit(serde_json::to_value(&read.kinds).unwrap_or_default());
                }
                told.set(Some(read));
            });
        })
    };
    html! {
        <>
            <div class="actions">
                <OpenFiles id="nodes-file" label="File of nodes" on_files={one(&on_file)}>{ "Read nodes…" }</OpenFiles>
            </div>
            if told.is_none() {
                <p class="hint">{ "From the output of scontrol show nodes or sinfo --json, or from a slurm.conf." }</p>
            }
            { match &*told {
                None => nothing(),
                Some(Err(why)) => html! { <p class="refused" role="alert" id="nodes-refused">{ why }</p> },
                Some(Ok(read)) => remarks(read),
            } }
        </>
    }
}

async fn read(file: &File) -> Result<NodesRead, String> {
    let name = file.name();
    let bytes = bytes_of(file).await;
    let bytes = bytes.map_err(|why| format!("{name}: {why}."))?;
    read_nodes(&bytes.to_vec()).map_err(|why| format!("{name}: {why}."))
}

/// The nodes that were read, those out of service, and the remarks.
fn remarks(read: &NodesRead) -> Html {
    let source = format!("{} from {}.", words::plural(read.count() as usize, "node"), read.source);
    let count = read.remarks.len();
    let more = count.saturating_sub(LISTED);
    html! {
        <>
            <p class="hint" id="nodes-read" role="status">{ source }</p>
            if !read.out_of_service.is_empty() {
                <p class="hint" id="nodes-out">{ format!("Down or drained, but among them: {}. Add an outage to leave them out.", read.out_of_service) }</p>
            }
            if count > 0 {
                <Fold id="nodes-remarks" title={words::plural(count, "remark")}>
                    <ul class="complaints">
                        { for read.remarks.iter().take(LISTED).map(|it| html! { <li>{ it.to_string() }</li> }) }
                    </ul>
                    if more > 0 {
                        <p class="hint">{ format!("and {} more", words::count(more as i64)) }</p>
                    }
                </Fold>
            }
        </>
    }
}
