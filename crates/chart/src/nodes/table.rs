//! The numbers behind the picture.

use super::{NodeCell, NodesView, Resource};
use crate::numbers::Numbered;
use crate::table::Table;

/// An amount of a resource: `48`, `3.5`, `187.5 GiB`.
pub fn in_words(resource: Resource, amount: u64) -> String {
    match resource {
        Resource::Cores => amount.to_string(),
        Resource::Gpus => (amount as f64 / 1_000.0).to_string(),
        Resource::Memory => format!("{} GiB", (amount as f64 / 102.4).round() / 10.0),
    }
}

/// `48 of 64`, `100 of 256 GiB`.
pub(super) fn in_use(resource: Resource, used: u64, all: u64) -> String {
    let used = in_words(resource, used);
    let used = used.trim_end_matches(" GiB");
    format!("{used} of {}", in_words(resource, all))
}

/// What nodes have in use, and what they have.
pub(super) fn summed<'a>(nodes: impl Iterator<Item = &'a NodeCell>) -> ([u64; 3], [u64; 3]) {
    let (mut used, mut all) = ([0; 3], [0; 3]);
    for node in nodes {
        for at in 0..3 {
            used[at] += node.used[at];
            all[at] += node.all[at];
        }
    }
    (used, all)
}

/// The first `most` nodes as a table; resources that no node has are left out.
pub fn nodes_table(view: &NodesView, most: usize) -> Numbered {
    let resources = view.resources();
    let mut head = vec!["node".to_owned()];
    head.extend(resources.iter().map(|it| format!("{} in use", it.name())));
    head.push("state".to_owned());
    let rows = view.nodes().enumerate().take(most).map(|(place, node)| {
        let amount = |it: &Resource| match node.all[*it as usize] {
            0 => "–".to_owned(),
            all => in_use(*it, node.used[*it as usize], all),
        };
        let is_promised = view.promised.binary_search(&place).is_ok();
        let state = match (node.is_out, is_promised) {
            (true, _) => "out of service",
            (false, true) => view.promised_to.as_str(),
            (false, false) => "in service",
        };
        let amounts = resources.iter().map(amount);
        [node.name.clone()].into_iter().chain(amounts).chain([state.to_owned()]).collect()
    });
    Numbered { table: Table { head, rows: rows.collect() }, count: view.count() }
}
