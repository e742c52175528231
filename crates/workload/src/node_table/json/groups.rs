//! `sinfo --json` since Slurm 23.02: groups of nodes of a partition in one state.

use std::rc::Rc;

use serde_json::Value;

use super::Listed;
use super::values::{cpus, is_out, list, names, number};
use crate::node_names::NodeSpan;
use crate::node_table::NodesRead;
use crate::node_table::fault::NodesError;
use crate::node_table::gres::read_gres;
use crate::node_table::hardware::{Hardware, Words};
use crate::node_table::table::Table;

const SOURCE: &str = "output of sinfo --json";

const WORDS: Words = Words { cpus: "cpus.minimum", memory: "memory.minimum", reserved_memory: "resource_spec.memory" };

/// A remark on nodes of a group that may differ.
struct Doubt {
    line: u64,
    nodes: Vec<NodeSpan>,
    /// Whether their cores, not their memory, differ.
    is_of_cores: bool,
    least: u64,
    most: u64,
}

/// Reads the nodes. A group tells the least and the most cores and memory of its nodes: each has at least the least of
/// every group that names it. O(length).
pub(super) fn read(listed: &[Listed]) -> Result<NodesRead, NodesError> {
    let mut table = Table::default();
    let mut doubts = Vec::new();
    for group in listed {
        read_group(group, &mut table, &mut doubts)?;
    }
    for doubt in doubts {
        remark(doubt, &mut table);
    }
    table.read(SOURCE)
}

fn read_group(Listed { line, value }: &Listed, table: &mut Table, doubts: &mut Vec<Doubt>) -> Result<(), NodesError> {
    let line = *line;
    let mut nodes = table.names_or_none(line, list(&value["nodes"]["nodes"]).as_bytes())?;
    if nodes.is_empty() {
        nodes = table.names_or_none(line, list(&value["nodes"]["hostnames"]).as_bytes())?;
    }
    if nodes.is_empty() {
        // A partition without nodes.
        return Ok(());
    }
    let is_new = |it: &NodeSpan, table: &Table| table.place(it).is_none();
    let (new, known): (Vec<_>, Vec<_>) = nodes.iter().cloned().partition(|it| is_new(it, table));
    let hardware = hardware(value);
    table.add(line, &new, &hardware, &WORDS)?;
    raise(line, &known, &hardware, table)?;
    let partition = list(&value["partition"]["name"]);
    let is_out = is_out(&value["node"]["state"]);
    for place in table.places(&nodes) {
        if !partition.is_empty() {
            table.join(place, &partition);
        }
        if is_out {
            table.put_out(place);
        }
    }
    if nodes.len() > 1 {
        let words = "sinfo tells the GPUs and features of a group of nodes once: scontrol show nodes --json tells them \
                     of each node";
        table.remarks.add(line, words);
    }
    for (is_of_cores, key) in [(true, "cpus"), (false, "memory")] {
        let end = |end: &str| number(&value[key][end]);
        let (least, most) = (end("minimum").unwrap_or(0), end("maximum").unwrap_or(0));
        if least < most {
            doubts.push(Doubt { line, nodes: nodes.clone(), is_of_cores, least, most });
        }
    }
    Ok(())
}

/// Nodes that another group named have at least the values of this one.
fn raise(line: u64, known: &[NodeSpan], hardware: &Hardware, table: &mut Table) -> Result<(), NodesError> {
    if known.is_empty() {
        return Ok(());
    }
    let seen = hardware.seen(&WORDS).map_err(|why| NodesError::at(line, format!("a group of nodes: {why}")))?.0;
    for name in known {
        if let Some(place) = table.place(name) {
            let node = table.seen_mut(place);
            node.cores = node.cores.max(seen.cores);
            node.memory = node.memory.max(seen.memory);
        }
    }
    Ok(())
}

/// Remarks on the nodes that may have more than they are given.
fn remark(doubt: Doubt, table: &mut Table) {
    let Doubt { line, nodes, is_of_cores, least, most } = doubt;
    let is_doubtful = |it: &NodeSpan| {
        let has = table
            .place(it)
            .map(|place| if is_of_cores { u64::from(table.seen(place).cores) } else { table.seen(place).memory });
        has.is_some_and(|it| it <= least)
    };
    let nodes: Vec<NodeSpan> = nodes.into_iter().filter(is_doubtful).collect();
    if nodes.is_empty() {
        return;
    }
    let what = if is_of_cores { "CPUs" } else { "MiB" };
    let words = format!("sinfo gives {least} to {most} {what} for them: {least} is taken for each");
    table.remarks.add_of(line, &nodes, words);
}

fn hardware(value: &Value) -> Hardware {
    let reserved = &value["resource_spec"];
    let least = |key: &str| number(&value[key]["minimum"]).or_else(|| number(&value[key]["maximum"]));
    let features = match names(&value["features"]["total"]) {
        none if none.is_empty() => names(&value["features"]["active"]),
        features => features,
    };
    Hardware {
        cpus: least("cpus"),
        sockets: least("sockets"),
        cores: least("cores"),
        threads: least("threads"),
        memory: least("memory"),
        reserved_cpus: cpus(&reserved["cpus"]),
        reserved_memory: number(&reserved["memory"]).filter(|&it| it > 0),
        gres: Rc::new(read_gres(list(&value["gres"]["total"]).as_bytes())),
        features: Rc::new(features),
        ..Hardware::default()
    }
}
