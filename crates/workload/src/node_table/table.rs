//! Nodes, their partitions, and the kinds into which they are folded.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Remarks;
use super::hardware::{Hardware, Seen, Words};
use super::{MOST_NODES, NodesRead};
use super::{NodesError, brief};
use crate::node_names::{NodeSpan, fold_nodes, read_node_list, split_outside_brackets};
use crate::resources::NodeKind;

/// How often nodes may be named in all: once for each partition of each, for instance.
const MOST_MENTIONS: u64 = 2_000_000;

/// The most bytes of the features and partitions of all kinds of nodes.
const MOST_TEXT: usize = 64 << 20;

/// The nodes of a file in the making.
#[derive(Default)]
pub(super) struct Table {
    nodes: Vec<Node>,
    by_name: HashMap<NodeSpan, usize>,
    partitions: Vec<String>,
    by_partition: HashMap<String, u32>,
    /// Nodes with their partitions.
    members: HashSet<(usize, u32)>,
    mentions: u64,
    pub remarks: Remarks,
}

/// A node.
struct Node {
    line: u64,
    /// Its name alone.
    name: NodeSpan,
    seen: Seen,
    partitions: Vec<u32>,
    is_out: bool,
}

impl Table {
    /// The names of a list, as `n[001-010],gpu1`, each alone.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or if with it the file names nodes too often.
    pub fn names(&mut self, line: u64, list: &[u8]) -> Result<Vec<NodeSpan>, NodesError> {
        let wrong = |item: &[u8]| {
            let item = brief(item);
            NodesError::at(line, format!("\"{item}\" names no nodes: write them as n[001-010],gpu1"))
        };
        let mut names = Vec::new();
        for item in split_outside_brackets(list).ok_or_else(|| wrong(list))? {
            for span in read_node_list(item).ok_or_else(|| wrong(item))? {
                self.charge(line, u64::from(span.last - span.first) + 1)?;
                names.extend((span.first..=span.last).map(|number| NodeSpan {
                    first: number,
                    last: number,
                    ..span.clone()
                }));
            }
        }
        Ok(names)
    }

    /// The names of a list that may be empty.
    ///
    /// # Errors
    ///
    /// As for [`Table::names`].
    pub fn names_or_none(&mut self, line: u64, list: &[u8]) -> Result<Vec<NodeSpan>, NodesError> {
        if list.trim_ascii().is_empty() { Ok(Vec::new()) } else { self.names(line, list) }
    }

    /// Counts nodes that are named once more.
    ///
    /// # Errors
    ///
    /// If they are too many.
    pub fn charge(&mut self, line: u64, nodes: u64) -> Result<(), NodesError> {
        self.mentions = self.mentions.saturating_add(nodes);
        let too_many =
            || NodesError::at(line, format!("nodes are named more than {MOST_MENTIONS} times: leave some out"));
        (self.mentions <= MOST_MENTIONS).then_some(()).ok_or_else(too_many)
    }

    /// Adds nodes of the same hardware. A node that there is already stays as it is, which is remarked.
    ///
    /// # Errors
    ///
    /// If they have no cores, or if there are too many nodes.
    pub fn add(&mut self, line: u64, names: &[NodeSpan], hardware: &Hardware, words: &Words) -> Result<(), NodesError> {
        let (seen, remarks) = hardware.seen(words).map_err(|why| {
            let names = fold_nodes(names.iter().cloned());
            NodesError::at(line, format!("{}: {why}", brief(names.as_bytes())))
        })?;
        for words in remarks {
            self.remarks.add_of(line, names, words);
        }
        for name in names {
            if self.by_name.contains_key(name) {
                let words = "named a second time; the first one counts";
                self.remarks.add_of(line, std::slice::from_ref(name), words);
                continue;
            }
            self.push(line, name.clone(), seen.clone())?;
        }
        Ok(())
    }

    /// Adds a node of another name than those before.
    ///
    /// # Errors
    ///
    /// If there are too many nodes.
    pub fn push(&mut self, line: u64, name: NodeSpan, seen: Seen) -> Result<(), NodesError> {
        if self.nodes.len() == MOST_NODES {
            let words = format!("more than {MOST_NODES} nodes: leave some out");
            return Err(NodesError::at(line, words));
        }
        self.by_name.insert(name.clone(), self.nodes.len());
        self.nodes.push(Node { line, name, seen, partitions: Vec::new(), is_out: false });
        Ok(())
    }

    /// The place of a node.
    pub fn place(&self, name: &NodeSpan) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The places of the named nodes that the table has.
    pub fn places(&self, names: &[NodeSpan]) -> Vec<usize> {
        names.iter().filter_map(|it| self.place(it)).collect()
    }

    /// Adds nodes to partitions, and takes nodes out of service.
    ///
    /// # Errors
    ///
    /// If with it the file names nodes too often.
    pub fn put(
        &mut self,
        line: u64,
        names: &[NodeSpan],
        partitions: &[String],
        is_out: bool,
    ) -> Result<(), NodesError> {
        for place in self.places(names) {
            for partition in partitions {
                self.charge(line, 1)?;
                self.join(place, partition);
            }
            self.nodes[place].is_out |= is_out;
        }
        Ok(())
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A node as jobs see it.
    pub fn seen(&self, place: usize) -> &Seen {
        &self.nodes[place].seen
    }

    /// A node as jobs see it, to be changed.
    pub fn seen_mut(&mut self, place: usize) -> &mut Seen {
        &mut self.nodes[place].seen
    }

    /// The places of the nodes with a feature, and how much was looked at.
    pub fn with_feature(&self, feature: &str) -> (Vec<usize>, u64) {
        // Nodes share their lists: each is looked at once.
        let mut answers: HashMap<*const Vec<String>, bool> = HashMap::new();
        let mut work = self.nodes.len() as u64;
        let mut has = |node: &Node| {
            let features = &node.seen.features;
            *answers.entry(Rc::as_ptr(features)).or_insert_with(|| {
                work += features.len() as u64;
                features.iter().any(|it| it == feature)
            })
        };
        let places = (0..self.nodes.len()).filter(|&it| has(&self.nodes[it]));
        (places.collect(), work)
    }

    /// Marks a node as out of service.
    pub fn put_out(&mut self, place: usize) {
        self.nodes[place].is_out = true;
    }

    /// Puts a node into a partition.
    pub fn join(&mut self, place: usize, partition: &str) {
        let number = match self.by_partition.get(partition) {
            Some(&number) => number,
            None => {
                let number = self.partitions.len() as u32;
                self.partitions.push(partition.to_owned());
                self.by_partition.insert(partition.to_owned(), number);
                number
            }
        };
        if self.members.insert((place, number)) {
            self.nodes[place].partitions.push(number);
        }
    }

    /// The nodes, equal neighbours folded. Where the file tells of partitions, a node in none of them, on which no job
    /// can run, is left out with a remark.
    ///
    /// # Errors
    ///
    /// If there are no nodes, or if their features and partitions are too long together.
    pub fn read(mut self, source: &'static str) -> Result<NodesRead, NodesError> {
        if self.nodes.is_empty() {
            return Err(NodesError::of_file(format!("no nodes in this {source}")));
        }
        if self.partitions.is_empty() {
            let words = "no partitions are told of: any job may run on every node";
            self.remarks.add_of_all(words);
        } else {
            self.leave_out_idle_ones();
        }
        let out = self.nodes.iter().filter(|it| it.is_out);
        let out_of_service = fold_nodes(out.map(|it| it.name.clone()));
        let (mut kinds, mut text) = (Vec::new(), 0);
        let are_equal = |a: &Node, b: &Node| a.seen == b.seen && a.partitions == b.partitions;
        for nodes in self.nodes.chunk_by(are_equal) {
            let kind = self.kind(nodes, &mut text);
            kinds.push(kind.ok_or_else(|| {
                let words =
                    "with this node the features and partitions of all kinds are longer than 64 MiB: leave some out";
                NodesError::at(nodes[0].line, words)
            })?);
        }
        Ok(NodesRead { source, kinds, remarks: self.remarks.told(), out_of_service })
    }

    fn leave_out_idle_ones(&mut self) {
        let remarks = &mut self.remarks;
        self.nodes.retain(|node| {
            let is_used = !node.partitions.is_empty();
            if !is_used {
                let words = "in no partition, so no job can run there; left out";
                let name = std::slice::from_ref(&node.name);
                remarks.add_of(node.line, name, words);
            }
            is_used
        });
    }

    /// Equal nodes as one kind; `None` if with it the text of all kinds is too long.
    fn kind(&self, nodes: &[Node], text: &mut usize) -> Option<NodeKind> {
        let Node { seen, partitions, .. } = &nodes[0];
        let partitions = partitions.iter().map(|&it| &self.partitions[it as usize]);
        let mut copied = |it: &str| {
            *text += it.len() + size_of::<String>();
            (*text <= MOST_TEXT).then(|| it.to_owned())
        };
        let gpu_type = copied(&seen.gpu_type)?;
        Some(NodeKind {
            count: nodes.len() as u32,
            name: fold_nodes(nodes.iter().map(|it| it.name.clone())),
            cores: seen.cores,
            gpus: seen.gpus,
            gpu_type,
            memory: seen.memory,
            partitions: partitions.map(|it| copied(it)).collect::<Option<_>>()?,
            features: seen.features.iter().map(|it| copied(it)).collect::<Option<_>>()?,
        })
    }
}
