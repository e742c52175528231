//! Nodes of a cluster, equal ones together, as a scenario names them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::MOST_MEBIBYTES;
use crate::node_names::{NodeSpan, fold_nodes, read_node_list};

/// Equal nodes of a cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NodeKind {
    /// How many.
    pub count: u32,
    /// Their names as Slurm lists them: `n[001-010]`; of as many nodes as there are. Empty for nodes without names.
    pub name: String,
    /// Cores of each.
    pub cores: u32,
    /// GPUs of each.
    pub gpus: u32,
    /// The type of its GPUs; empty where it is not known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub gpu_type: String,
    /// Memory of each, in MiB; a scenario has it in GiB.
    #[serde(serialize_with = "in_gib", deserialize_with = "from_gib")]
    pub memory: u64,
    /// The partitions that they belong to; none if all jobs may run on them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub partitions: Vec<String>,
    /// Their features.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
}

impl Default for NodeKind {
    /// One node of one core.
    fn default() -> Self {
        Self {
            count: 1,
            name: String::new(),
            cores: 1,
            gpus: 0,
            gpu_type: String::new(),
            memory: 0,
            partitions: Vec::new(),
            features: Vec::new(),
        }
    }
}

/// MiB of a GiB.
const GIB: u64 = 1_024;

/// Whole numbers as those of 32 bits: browsers make a number of them, as `from_gib` takes it, and of longer ones none.
fn in_gib<S: Serializer>(mib: &u64, to: S) -> Result<S::Ok, S::Error> {
    match (mib % GIB, u32::try_from(mib / GIB)) {
        (0, Ok(gib)) => to.serialize_u32(gib),
        _ => to.serialize_f64(*mib as f64 / GIB as f64),
    }
}

fn from_gib<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let mib = f64::deserialize(from)? * GIB as f64;
    if (0.0..=MOST_MEBIBYTES as f64).contains(&mib) {
        Ok(mib.round() as u64)
    } else {
        Err(de::Error::custom("memory: it is a number of GiB from 0 on"))
    }
}

impl NodeKind {
    /// The name of each of its nodes; `None` where the list cannot be read, or has another number of names. Nodes
    /// without names are numbered from `first` on: `node1`. O(count).
    pub fn names(&self, first: u32) -> Option<Vec<String>> {
        let spans = self.spans(first)?;
        Some(spans.iter().flat_map(names_of).collect())
    }

    /// The same, with the names that follow each other as one.
    pub(crate) fn spans(&self, first: u32) -> Option<Vec<NodeSpan>> {
        let last = first.saturating_add(self.count).saturating_sub(1);
        let spans = match (self.name.as_str(), self.count) {
            (_, 0) => Vec::new(),
            ("", _) => read_node_list(format!("node[{first}-{last}]").as_bytes())?,
            (names, _) => read_node_list(names.as_bytes())?,
        };
        (count(&spans) == u64::from(self.count)).then_some(spans)
    }
}

impl NodeKind {
    /// As many nodes as this, with the names that they have: the last ones go, or the numbers of the last name are
    /// continued. Nodes whose names cannot be continued, or cannot be read, have no names any more.
    pub fn set_count(&mut self, count: u32) {
        self.name = continued(&self.name, count).unwrap_or_default();
        self.count = count;
    }
}

/// A list with as many names as this; `None` if it has too few of them and the last one has no number.
fn continued(list: &str, wanted: u32) -> Option<String> {
    let mut spans = read_node_list(list.as_bytes())?;
    let mut left = wanted;
    for span in &mut spans {
        let own = (span.last - span.first + 1).min(left);
        left -= own;
        span.last = span.first + own.saturating_sub(1);
        if own == 0 {
            span.digits = u8::MAX;
        }
    }
    spans.retain(|it| it.digits != u8::MAX);
    if let (Some(last), 1..) = (spans.last_mut(), left) {
        let highest = 10u32.checked_pow(last.digits.into())? - 1;
        last.last = last.last.checked_add(left).filter(|&it| it <= highest)?;
    }
    Some(fold_nodes(spans))
}

/// The most nodes that a list may name.
const MOST_NODES: u64 = 1_000_000;

/// The name of each node of a list as Slurm writes it: `n[001-010],gpu1`; `None` if it cannot be read, or names more than a
/// million.
pub fn node_names(list: &str) -> Option<Vec<String>> {
    let spans = read_node_list(list.as_bytes())?;
    let is_short = count(&spans) <= MOST_NODES;
    is_short.then(|| spans.iter().flat_map(names_of).collect())
}

/// Nodes as one list, as Slurm writes it: `n[001-003]` of `n001`, `n002` and `n003`. O(names).
pub fn node_list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let spans = names.into_iter().map(|it| NodeSpan::of_name(it.as_bytes()));
    fold_nodes(spans)
}

fn count(spans: &[NodeSpan]) -> u64 {
    spans.iter().map(|it| u64::from(it.last - it.first) + 1).sum()
}

fn names_of(span: &NodeSpan) -> Vec<String> {
    let numbers = span.first..=span.last;
    numbers.map(|at| span.name(at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_nodes_is_written_as_scenarios_have_it() {
        let json = r#"{"count":10,"name":"n[001-010]","cores":64,"gpus":0,"memory":256,"partitions":["cpu"]}"#;
        let kind: NodeKind = serde_json::from_str(json).unwrap();
        assert_eq!(kind.memory, 256 * 1_024);
        assert_eq!(serde_json::to_string(&kind).unwrap(), json);
        let half: NodeKind = serde_json::from_str(r#"{"memory": 187.5}"#).unwrap();
        assert_eq!(half.memory, 192_000);
        let again = serde_json::to_string(&half).unwrap();
        assert_eq!(serde_json::from_str::<NodeKind>(&again).unwrap(), half);
        for memory in ["-1", "1e30", "\"256G\""] {
            let json = format!(r#"{{"memory": {memory}}}"#);
            assert!(serde_json::from_str::<NodeKind>(&json).is_err(), "{json}");
        }
    }

    #[test]
    fn another_number_of_nodes_keeps_their_names() {
        let with = |name: &str, count| {
            let mut kind = NodeKind { name: name.to_owned(), ..NodeKind::default() };
            kind.set_count(count);
            assert!(kind.names(1).is_some(), "{kind:?}");
            kind.name
        };
        assert_eq!(with("n[001-010]", 4), "n[001-004]");
        assert_eq!(with("n[001-010]", 12), "n[001-012]");
        assert_eq!(with("n[1-3],gpu[1-2]", 4), "n[1-3],gpu1");
        assert_eq!(with("n[1-3],gpu[1-2]", 3), "n[1-3]");
        assert_eq!(with("n1", 3), "n[1-3]");
        // A number with a digit more may be the name of another node; and a name without a number has none after it.
        for (name, count) in [("n[8-9]", 3), ("login", 2), ("", 5), ("n[1", 2)] {
            assert_eq!(with(name, count), "", "{name}");
        }
    }

    #[test]
    fn as_many_names_as_nodes() {
        let kind = |count, name: &str| NodeKind { count, name: name.to_owned(), ..NodeKind::default() };
        let names = kind(3, "n[09-10],gpu1").names(1).unwrap();
        assert_eq!(names, ["n09", "n10", "gpu1"]);
        assert_eq!(node_list(names.iter().map(String::as_str)), "n[09-10],gpu1");
        assert_eq!(kind(2, "").names(4).unwrap(), ["node4", "node5"]);
        assert_eq!(kind(2, "n[1-3]").names(1), None);
        assert_eq!(kind(1, "n[1").names(1), None);
    }
}
