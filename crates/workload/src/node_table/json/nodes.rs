//! `scontrol show nodes --json`, and `sinfo --json` of Slurm 21.08 and 22.05: an object for each node.

use std::rc::Rc;

use serde_json::Value;

use super::Listed;
use super::values::{cpus, is_out, list, names, number};
use crate::node_table::NodesRead;
use crate::node_table::fault::NodesError;
use crate::node_table::gres::read_gres;
use crate::node_table::hardware::{Hardware, Words};
use crate::node_table::table::Table;

const SOURCE: &str = "output of scontrol show nodes --json";

const WORDS: Words = Words { cpus: "cpus", memory: "real_memory", reserved_memory: "specialized_memory" };

/// Reads the nodes. O(length).
pub(super) fn read(listed: &[Listed]) -> Result<NodesRead, NodesError> {
    let mut table = Table::default();
    for Listed { line, value } in listed {
        let name = list(&value["name"]);
        if name.is_empty() {
            return Err(NodesError::at(*line, "this node has no name"));
        }
        let nodes = table.names(*line, name.as_bytes())?;
        table.add(*line, &nodes, &hardware(value), &WORDS)?;
        // Parsers before v0.0.39 have the flags of a state by themselves.
        let is_out = is_out(&value["state"]) || is_out(&value["state_flags"]);
        table.put(*line, &nodes, &names(&value["partitions"]), is_out)?;
    }
    table.read(SOURCE)
}

fn hardware(value: &Value) -> Hardware {
    let reserved = |key: &str| number(&value[key]).filter(|&it| it > 0);
    let features = match names(&value["features"]) {
        none if none.is_empty() => names(&value["active_features"]),
        features => features,
    };
    Hardware {
        cpus: number(&value["cpus"]),
        effective_cpus: number(&value["effective_cpus"]),
        // All sockets of the node, whatever its boards.
        sockets: number(&value["sockets"]),
        cores: number(&value["cores"]),
        threads: number(&value["threads"]),
        memory: number(&value["real_memory"]),
        reserved_cores: reserved("specialized_cores"),
        reserved_cpus: cpus(&value["specialized_cpus"]),
        reserved_memory: reserved("specialized_memory"),
        gres: Rc::new(read_gres(list(&value["gres"]).as_bytes())),
        features: Rc::new(features),
        ..Hardware::default()
    }
}
