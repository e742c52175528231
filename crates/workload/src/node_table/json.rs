//! Nodes in JSON: of `scontrol show nodes --json`, of `sinfo --json`, or of a scenario.
//!
//! Source: Slurm's data parsers v0.0.37 to v0.0.46 (their OpenAPI documents).

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

use serde_json::Value;

use super::NEEDED;
use crate::MAX_PROCESSORS;
use crate::json::{Broken, LineCount, elements, members};
use crate::node_names::NodeSpan;
use crate::node_table::hardware::{Hardware, Words, is_out_of_service, names_of, read_gres};
use crate::node_table::table::Table;
use crate::node_table::{MOST_NODES, NodesError, NodesRead, brief};
use crate::resources::NodeKind;

/// Whether a text that may be cut short has a list of nodes: the first one tells of cores. A scenario has none outside of
/// its system.
pub(super) fn is_one(text: &[u8]) -> bool {
    let at = match text.trim_ascii_start().first() {
        Some(b'[') => Some(0),
        _ => list_in(text, 0, 0).ok().flatten().map(|it| it.1),
    };
    let first = at.and_then(|at| elements(text, at).next()?.ok());
    let tells_of_cores = |(key, _): (Cow<[u8]>, usize)| matches!(&key[..], b"cores" | b"cpus");
    first.is_some_and(|it| members(text, it.start).map_while(Result::ok).any(tells_of_cores))
}

/// Reads the nodes of a text that is JSON. O(length).
pub(super) fn read(text: &[u8]) -> Result<NodesRead, NodesError> {
    let broken = |Broken(at): Broken| {
        let line = LineCount::new(text).line(at.min(text.len()));
        let words = if at >= text.len() {
            "the JSON is cut short: it ends here; copy the whole output"
        } else {
            "this is no JSON from here on"
        };
        NodesError::at(line, words)
    };
    let (key, at) = match text.trim_ascii_start().first() {
        Some(b'[') => (Key::Nodes, 0),
        _ => list_in(text, 0, MOST_DEPTH)
            .map_err(broken)?
            .ok_or_else(|| NodesError::of_file(format!("no list of nodes is in this JSON: {NEEDED}")))?,
    };
    let mut lines = LineCount::new(text);
    let mut listed = Vec::new();
    for element in elements(text, at) {
        let range = element.map_err(broken)?;
        if listed.len() == MOST_ELEMENTS {
            let line = lines.line(range.start);
            let words = format!("more than {MOST_ELEMENTS} nodes or groups: leave some out");
            return Err(NodesError::at(line, words));
        }
        listed.push(Listed::read(text, range, &mut lines)?);
    }
    let is_of_slurm = |it: &Listed| ["cpus", "real_memory"].iter().any(|key| it.value.get(key).is_some());
    match key {
        Key::Groups => read_groups(&listed),
        Key::Nodes if listed.iter().any(is_of_slurm) => read_nodes(&listed),
        Key::Nodes => read_kinds(listed),
    }
}

/// By which key a list is found.
#[derive(Clone, Copy)]
enum Key {
    /// `nodes`, of scontrol, or of a scenario.
    Nodes,
    /// `sinfo`.
    Groups,
}

/// An element of the list.
struct Listed {
    line: u64,
    value: Value,
}

impl Listed {
    fn read(text: &[u8], range: Range<usize>, lines: &mut LineCount) -> Result<Self, NodesError> {
        let line = lines.line(range.start);
        let value: Value = serde_json::from_slice(&text[range])
            .map_err(|error| NodesError::at(line, format!("this node is no JSON: {error}")))?;
        if value.is_object() {
            Ok(Self { line, value })
        } else {
            Err(NodesError::at(line, "a node is an object: {\"name\": …}"))
        }
    }
}

/// How many objects are around the list: `system` and `cluster`.
const MOST_DEPTH: usize = 2;

/// The most elements that are kept: a group of nodes for each partition and state.
const MOST_ELEMENTS: usize = 10 * MOST_NODES;

/// Where the list begins in the object at `at`: its member `nodes` or `sinfo`, or that of the system in a scenario.
fn list_in(text: &[u8], at: usize, depth: usize) -> Result<Option<(Key, usize)>, Broken> {
    for member in members(text, at) {
        let (key, at) = member?;
        let is_object = text.get(at) == Some(&b'{');
        match &key[..] {
            b"nodes" => return Ok(Some((Key::Nodes, at))),
            b"sinfo" => return Ok(Some((Key::Groups, at))),
            b"system" | b"cluster" if is_object && depth > 0 => {
                let inner = list_in(text, at, depth - 1)?;
                if inner.is_some() {
                    return Ok(inner);
                }
            }
            _ => {}
        }
    }
    Ok(None)
}

/// A number, or `{"set": true, "infinite": false, "number": 5}`; `None` where there is none.
fn number(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => {
            let whole = number.as_u64();
            let rounded = || number.as_f64().filter(|it| *it >= 0.0);
            // The cast holds numbers that are too large at the largest.
            whole.or_else(|| rounded().map(|it| it as u64))
        }
        Value::Object(object) => {
            let is = |key: &str| object.get(key).and_then(Value::as_bool);
            let is_known = is("set") != Some(false) && is("infinite") != Some(true);
            is_known.then(|| object.get("number"))?.filter(|it| it.is_number()).and_then(number)
        }
        _ => None,
    }
}

/// Names: an array of texts, or a text with commas.
fn names(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => names_of(text.as_bytes()),
        Value::Array(all) => all.iter().filter_map(Value::as_str).flat_map(|it| names_of(it.as_bytes())).collect(),
        _ => Vec::new(),
    }
}

/// A text as it is; an array of texts with commas between.
fn list(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(all) => {
            let texts: Vec<&str> = all.iter().filter_map(Value::as_str).collect();
            texts.join(",")
        }
        _ => String::new(),
    }
}

/// Whether a state, a text or several, keeps jobs off.
fn is_out(value: &Value) -> bool {
    is_out_of_service(list(value).as_bytes())
}

/// A list of CPUs, if there is one.
fn cpus(value: &Value) -> Option<Rc<[u8]>> {
    let list = list(value);
    (!list.is_empty()).then(|| Rc::from(list.as_bytes()))
}

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
fn read_groups(listed: &[Listed]) -> Result<NodesRead, NodesError> {
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

/// Reads the list as it is. O(length + nodes).
fn read_kinds(listed: Vec<Listed>) -> Result<NodesRead, NodesError> {
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

const NODES_SOURCE: &str = "output of scontrol show nodes --json";

const NODES_WORDS: Words = Words { cpus: "cpus", memory: "real_memory", reserved_memory: "specialized_memory" };

/// Reads the nodes. O(length).
fn read_nodes(listed: &[Listed]) -> Result<NodesRead, NodesError> {
    let mut table = Table::default();
    for Listed { line, value } in listed {
        let name = list(&value["name"]);
        if name.is_empty() {
            return Err(NodesError::at(*line, "this node has no name"));
        }
        let nodes = table.names(*line, name.as_bytes())?;
        table.add(*line, &nodes, &hardware_nodes(value), &NODES_WORDS)?;
        // Parsers before v0.0.39 have the flags of a state by themselves.
        let is_out = is_out(&value["state"]) || is_out(&value["state_flags"]);
        table.put(*line, &nodes, &names(&value["partitions"]), is_out)?;
    }
    table.read(NODES_SOURCE)
}

fn hardware_nodes(value: &Value) -> Hardware {
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
