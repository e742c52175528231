//! Nodes in JSON: of `scontrol show nodes --json`, of `sinfo --json`, or of a scenario.
//!
//! Source: Slurm's data parsers v0.0.37 to v0.0.46 (their OpenAPI documents).

mod groups;
mod kinds;
mod nodes;
mod values;

use std::borrow::Cow;
use std::ops::Range;

use serde_json::Value;

use super::fault::NodesError;
use super::{MOST_NODES, NEEDED, NodesRead};
use crate::json::{Broken, LineCount, elements, members};

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
        Key::Groups => groups::read(&listed),
        Key::Nodes if listed.iter().any(is_of_slurm) => nodes::read(&listed),
        Key::Nodes => kinds::read(listed),
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
