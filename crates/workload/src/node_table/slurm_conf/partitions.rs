//! Partitions and sets of nodes: `PartitionName=gpu Nodes=n[001-004],ALL`, `NodeSet=fast Feature=a100`.

use std::collections::HashMap;

use super::conf_lines::Pairs;
use super::{has_effect, is};
use crate::node_names::{NodeSpan, split_outside_brackets};
use crate::node_table::fault::{NodesError, brief};
use crate::node_table::table::Table;

/// The partitions and sets of nodes of a file.
#[derive(Default)]
pub(super) struct Partitions {
    all: Vec<Partition>,
    /// The list of `PartitionName=DEFAULT`.
    default: Vec<u8>,
    sets: HashMap<Vec<u8>, Set>,
}

struct Partition {
    line: u64,
    name: String,
    list: Vec<u8>,
}

/// A set: the nodes of a list and those with a feature.
#[derive(Default)]
struct Set {
    list: Vec<u8>,
    feature: Option<String>,
    /// The places of its nodes, once they are known.
    places: Option<Vec<usize>>,
}

/// Settings by which jobs start earlier or later, on other nodes, or with more or less of a node than they ask for, a
/// line each, with the values that change nothing.
const NOT_READ: &str = "
    OverSubscribe NO YES
    Shared NO YES
    Exclusive NO
    ExclusiveUser NO
    ExclusiveTopo NO
    MaxCPUsPerNode UNLIMITED
    MaxCPUsPerSocket UNLIMITED
    MaxMemPerNode UNLIMITED 0
    MaxMemPerCPU UNLIMITED 0
    LLN NO
    MaxTime UNLIMITED INFINITE -1
    DefaultTime NONE
    MinNodes 0 1
    MaxNodes UNLIMITED
    PriorityTier 1
    PriorityJobFactor 1
    PreemptMode OFF
    GraceTime 0
    OverTimeLimit 0
    State UP
    QOS N/A
    AllowQos ALL
    AllowAccounts ALL
    AllowGroups ALL
    DenyQos
    DenyAccounts
    DefMemPerNode UNLIMITED 0
    DefMemPerCPU UNLIMITED 0
    DefMemPerGPU UNLIMITED 0
    DefCpuPerGPU UNLIMITED 0
";

impl Partitions {
    /// Adds a line of a set.
    pub fn add_set(&mut self, name: &[u8], content: &[u8]) {
        let set = self.sets.entry(name.to_vec()).or_default();
        for (key, value) in Pairs(content) {
            if is(key, b"Nodes") {
                set.list = value.to_vec();
            } else if is(key, b"Feature") {
                set.feature = Some(String::from_utf8_lossy(value).into_owned());
            }
        }
    }

    /// Adds a line of a partition.
    pub fn add(&mut self, line: u64, name: &[u8], content: &[u8], table: &mut Table) {
        let mut list = None;
        for (key, value) in Pairs(content) {
            if is(key, b"Nodes") {
                list = Some(value.to_vec());
            }
            if has_effect(NOT_READ, key, value) {
                let (name, key, value) = (brief(name), brief(key), brief(value));
                let words = format!("partition {name}: {key}={value} is not read");
                table.remarks.add(line, words);
            }
        }
        if is(name, b"DEFAULT") {
            self.default = list.unwrap_or_else(|| std::mem::take(&mut self.default));
            return;
        }
        self.all.push(Partition {
            line,
            name: String::from_utf8_lossy(name).into_owned(),
            list: list.unwrap_or_else(|| self.default.clone()),
        });
    }

    /// Puts the nodes into their partitions.
    ///
    /// # Errors
    ///
    /// If a list names no nodes, or if the lists name nodes too often.
    pub fn join(&mut self, table: &mut Table) -> Result<(), NodesError> {
        for Partition { line, name, list } in std::mem::take(&mut self.all) {
            for place in self.places(line, &list, &format!("partition {name}"), table)? {
                table.join(place, &name);
            }
        }
        Ok(())
    }

    /// The nodes of a list in its order.
    fn places(&mut self, line: u64, list: &[u8], of: &str, table: &mut Table) -> Result<Vec<usize>, NodesError> {
        table.charge(line, 1 + list.len() as u64 / 16)?;
        let mut places = Vec::new();
        // An empty list is a partition without nodes.
        let items = split_outside_brackets(list).unwrap_or_else(|| vec![list]);
        let items = items.into_iter().map(<[u8]>::trim_ascii);
        for item in items.filter(|it| !it.is_empty() && *it != b"(null)") {
            let feature = item.strip_prefix(b"feature{");
            if is(item, b"ALL") {
                table.charge(line, table.len() as u64)?;
                places.extend(0..table.len());
            } else if self.sets.contains_key(item) {
                places.extend_from_slice(self.places_of_set(line, item, table)?);
            } else if let Some(feature) = feature.and_then(|it| it.strip_suffix(b"}")) {
                places.extend(with_feature(line, &String::from_utf8_lossy(feature), table)?);
            } else {
                let names = table.names(line, item)?;
                let is_there = |it: &NodeSpan| table.place(it).is_some();
                let (known, unknown): (Vec<_>, Vec<_>) = names.into_iter().partition(is_there);
                places.extend(table.places(&known));
                if !unknown.is_empty() {
                    let of = brief(of.as_bytes());
                    let words = format!("{of} names it, but no NodeName line does; left out");
                    table.remarks.add_of(line, &unknown, words);
                }
            }
        }
        Ok(places)
    }

    /// The nodes of a set, found at its first use.
    fn places_of_set(&mut self, line: u64, name: &[u8], table: &mut Table) -> Result<&[usize], NodesError> {
        let mut set = self.sets.remove(name).unwrap_or_default();
        if set.places.is_none() {
            // A set does not name other sets; itself is out of the table meanwhile.
            let of = format!("node set {}", brief(name));
            let sets = std::mem::take(&mut self.sets);
            let listed = self.places(line, &set.list, &of, table);
            self.sets = sets;
            let mut places = listed?;
            if let Some(feature) = &set.feature {
                places.extend(with_feature(line, feature, table)?);
            }
            set.places = Some(places);
        }
        let set = self.sets.entry(name.to_vec()).insert_entry(set).into_mut();
        let places = set.places.as_deref().unwrap_or_default();
        table.charge(line, places.len() as u64)?;
        Ok(places)
    }
}

/// The nodes with a feature.
fn with_feature(line: u64, feature: &str, table: &mut Table) -> Result<Vec<usize>, NodesError> {
    let (places, work) = table.with_feature(feature);
    table.charge(line, work)?;
    Ok(places)
}
