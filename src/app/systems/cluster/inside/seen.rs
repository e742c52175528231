//! The nodes of a run at a moment, as they are drawn and listed.

use std::rc::Rc;

use slotscope::chart::nodes::{NodeCell, NodeGroup, NodesView};
use slotscope::engine::decisions::Moment;
use slotscope::page::explained::Explained;
use slotscope::page::words;
use slotscope::system::cluster::{Amounts, Cluster, NodeAt, NodesAt, PromiseAt};
use slotscope::workload::Time;
use slotscope::workload::resources::{NodeKind, node_list};

/// The nodes at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The cursor.
    pub now: Time,
    pub at: NodesAt,
    /// The moment, with the waiting jobs and their reasons.
    pub moment: Moment,
    /// The nodes in groups of neighbours of a kind.
    view: NodesView,
}

impl Seen {
    /// The nodes as a run told of them at the cursor.
    ///
    /// # Errors
    ///
    /// Why they are not known.
    pub fn of(system: &Cluster, now: Time, told: &Explained) -> Result<Rc<Self>, String> {
        let told = told.told.as_ref().map_err(Clone::clone)?;
        let moment = told.moment.as_ref().ok_or("the run has no such moment")?;
        let at = NodesAt::of(moment).ok_or("the run tells of no nodes")?;
        let groups = at.nodes.chunk_by(|a, b| a.kind == b.kind);
        let groups = groups.map(|nodes| {
            let kind = nodes.first().map_or(0, |it| it.kind as usize);
            NodeGroup { heading: heading(nodes, system.nodes.get(kind)), nodes: nodes.iter().map(cell).collect() }
        });
        Ok(Rc::new(Self { now, view: NodesView::new(groups.collect()), moment: moment.clone(), at }))
    }

    /// The place of the node of a name.
    pub fn place_of(&self, name: &str) -> Option<usize> {
        self.at.nodes.iter().position(|it| it.name == name)
    }

    /// The place of the promise to this job, or of the first one.
    pub fn promise_to(&self, job: Option<u32>) -> Option<usize> {
        let promises = &self.at.promises;
        let own = job.and_then(|job| promises.iter().position(|it| it.job == job));
        own.or((!promises.is_empty()).then_some(0))
    }

    /// The picture with a chosen node, and the nodes of a promise that are promised to this job.
    pub fn view(&self, chosen: Option<usize>, promise: Option<(usize, String)>) -> NodesView {
        let of = promise.and_then(|(at, name)| Some((self.at.promises.get(at)?, name)));
        let (promised, promised_to) = match of {
            None => (Vec::new(), String::new()),
            Some((promise, name)) => {
                let mut places: Vec<usize> = promise.nodes.iter().map(|&it| it as usize).collect();
                places.sort_unstable();
                (places, format!("promised to {name}"))
            }
        };
        let mut view = self.view.clone();
        view.chosen = chosen;
        view.promised = promised;
        view.promised_to = promised_to;
        view
    }

    /// The nodes of a promise as one list: `n[003-004]`.
    pub fn nodes_of(&self, promise: &PromiseAt) -> String {
        let nodes = promise.nodes.iter();
        let nodes = nodes.filter_map(|&it| self.at.nodes.get(it as usize));
        node_list(nodes.map(|it| it.name.as_str()))
    }
}

fn cell(node: &NodeAt) -> NodeCell {
    let amounts = |it: &Amounts| [it.cores, it.gpus, it.memory];
    NodeCell {
        name: node.name.clone(),
        all: amounts(&node.all),
        used: amounts(&node.used),
        is_out: node.out_until.is_some(),
    }
}

/// `n[001-010] · 10 nodes with 64 cores and 256 GiB · cpu`.
fn heading(nodes: &[NodeAt], kind: Option<&NodeKind>) -> String {
    let Some(first) = nodes.first() else {
        return String::new();
    };
    let names = node_list(nodes.iter().map(|it| it.name.as_str()));
    let mut each = first.all.words();
    if !first.gpu_type.is_empty() {
        each.push_str(&format!(" ({})", first.gpu_type));
    }
    let count = words::plural(nodes.len(), "node");
    let mut parts = vec![names, format!("{count} with {each}")];
    let partitions = kind.map_or(&[][..], |it| &it.partitions);
    if !partitions.is_empty() {
        parts.push(partitions.join(", "));
    }
    parts.join(" · ")
}
