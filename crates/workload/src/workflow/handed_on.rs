//! Data that tasks hand on in files.

use std::collections::{HashMap, HashSet};

use super::Edge;

/// The files that the tasks of a workflow read and write, task by task, with their sizes.
#[derive(Default)]
pub(super) struct Files<'a> {
    pub reads: Vec<Vec<&'a str>>,
    pub writes: Vec<Vec<&'a str>>,
    /// In bytes.
    pub sizes: HashMap<&'a str, f64>,
}

impl<'a> Files<'a> {
    /// Adds the files of the next task, each with its link: `input`, `output`, or `inout` for both.
    pub fn add(&mut self, uses: &[(&'a str, &str)]) {
        let linked = |links: [&str; 2]| {
            let uses = uses.iter().filter(|(_, link)| links.contains(link));
            let mut names: Vec<&str> = uses.map(|(name, _)| *name).collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        self.reads.push(linked(["input", "inout"]));
        self.writes.push(linked(["output", "inout"]));
    }
}

/// An edge for each pair of tasks (the one that waits, its predecessor), each pair once, in the order of the
/// tasks that wait, then of those that they wait for. The data are the bytes that the one writes and the
/// other reads; a file without a size counts as empty.
///
/// The second value is how many files without a size are handed on.
pub(super) fn edges(mut pairs: Vec<(usize, usize)>, files: &Files<'_>) -> (Vec<Edge>, usize) {
    pairs.sort_unstable();
    pairs.dedup();
    let mut without_size = HashSet::new();
    let mut edges = Vec::with_capacity(pairs.len());
    for of_reader in pairs.chunk_by(|one, next| one.0 == next.0) {
        let to = of_reader[0].0;
        let read: HashSet<&str> = files.reads[to].iter().copied().collect();
        for &(_, from) in of_reader {
            let mut data = 0.0;
            for file in files.writes[from].iter().filter(|it| read.contains(*it)) {
                match files.sizes.get(file) {
                    Some(size) => data += size,
                    None => {
                        without_size.insert(*file);
                    }
                }
            }
            edges.push(Edge { from, to, data });
        }
    }
    (edges, without_size.len())
}
