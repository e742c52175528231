//! The list of nodes of a scenario: `[{"count": 10, "name": "n[001-010]", "cores": 64}]`.

use std::collections::HashSet;

use super::Listed;
use crate::MAX_PROCESSORS;
use crate::node_table::fault::{NodesError, brief};
use crate::node_table::table::Table;
use crate::node_table::{MOST_NODES, NodesRead};
use crate::resources::NodeKind;

/// Reads the list as it is. O(length + nodes).
pub(super) fn read(listed: Vec<Listed>) -> Result<NodesRead, NodesError> {
    // Reads and counts names.
    let mut table = Table::default();
    let mut names = HashSet::new();
    let mut kinds = Vec::new();
    let mut count = 0;
    for Listed { line, value } in listed {
        let kind: NodeKind =
            serde_json::from_value(value).map_err(|error| NodesError::at(line, format!("these nodes: {error}")))?;
        count += u64::from(kind.count);
        check(&kind, count).map_err(|why| NodesError::at(line, why))?;
        let named = table.names_or_none(line, kind.name.as_bytes())?;
        if !named.is_empty() && named.len() as u64 != u64::from(kind.count) {
            let (name, named) = (brief(kind.name.as_bytes()), named.len());
            let words = format!("count is {}, but {name} names {named}: make them equal", kind.count);
            return Err(NodesError::at(line, words));
        }
        for name in named {
            let shown = name.name(name.first);
            if !names.insert(name) {
                let words = format!("{shown} is named a second time: take it out of one list");
                return Err(NodesError::at(line, words));
            }
        }
        kinds.push(kind);
    }
    if kinds.is_empty() {
        return Err(NodesError::of_file("the list of nodes is empty"));
    }
    Ok(NodesRead { source: "list of nodes", kinds, remarks: table.remarks.told(), out_of_service: String::new() })
}

/// Whether the numbers of a kind are good; `count` nodes with it.
fn check(kind: &NodeKind, count: u64) -> Result<(), String> {
    let name = if kind.name.is_empty() { "these nodes".to_owned() } else { brief(kind.name.as_bytes()) };
    match kind {
        _ if count > MOST_NODES as u64 => Err(format!("more than {MOST_NODES} nodes: leave some out")),
        kind if kind.count == 0 => Err(format!("{name}: count is 0: take the line out")),
        kind if kind.cores == 0 => Err(format!("{name}: the node has no cores: give their number, or take it out")),
        kind if kind.cores > MAX_PROCESSORS => {
            Err(format!("{name}: cores is {}; a node has at most {MAX_PROCESSORS}", kind.cores))
        }
        _ => Ok(()),
    }
}
