//! Remarks on a file of nodes: the same words about many nodes are one remark.

use std::collections::HashMap;
use std::fmt;

use super::fault::brief;
use crate::node_names::{NodeSpan, fold_nodes};

/// A value that is guessed, changed or not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The line, from 1, of the unpacked text; of a remark about several nodes that of the first. `None` for the whole
    /// file.
    pub line: Option<u64>,
    /// The remark, with the names of its nodes.
    pub words: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.words),
            None => f.write_str(&self.words),
        }
    }
}

/// The most different remarks that are kept; the others are counted.
const MOST_REMARKS: usize = 100;

/// Remarks in the making.
#[derive(Default)]
pub(super) struct Remarks {
    kept: Vec<Kept>,
    by_words: HashMap<String, usize>,
    left_out: u64,
}

/// The same words about nodes, or about none.
struct Kept {
    line: Option<u64>,
    words: String,
    nodes: Vec<NodeSpan>,
}

impl Remarks {
    /// Adds a remark about the whole file.
    pub fn add_of_all(&mut self, words: impl Into<String>) {
        self.place_of(None, words.into());
    }

    /// Adds a remark about a line.
    pub fn add(&mut self, line: u64, words: impl Into<String>) {
        self.place_of(Some(line), words.into());
    }

    /// Adds a remark about nodes: the words follow their names.
    pub fn add_of(&mut self, line: u64, nodes: &[NodeSpan], words: impl Into<String>) {
        if let Some(at) = self.place_of(Some(line), words.into()) {
            self.kept[at].nodes.extend_from_slice(nodes);
        }
    }

    /// Where the words are kept; `None` if there are too many others.
    fn place_of(&mut self, line: Option<u64>, words: String) -> Option<usize> {
        if let Some(&at) = self.by_words.get(&words) {
            return Some(at);
        }
        if self.kept.len() == MOST_REMARKS {
            self.left_out += 1;
            return None;
        }
        self.by_words.insert(words.clone(), self.kept.len());
        self.kept.push(Kept { line, words, nodes: Vec::new() });
        Some(self.kept.len() - 1)
    }

    /// All of them by line, those about the whole file last.
    pub fn told(self) -> Vec<Remark> {
        let mut told: Vec<Remark> = self.kept.into_iter().map(Kept::told).collect();
        base::ordering::sort_by_key(&mut told, |it| it.line.unwrap_or(u64::MAX));
        if self.left_out > 0 {
            told.push(Remark { line: None, words: format!("{} further remarks are not listed", self.left_out) });
        }
        told
    }
}

impl Kept {
    fn told(mut self) -> Remark {
        // A file may name a node twice.
        self.nodes.dedup();
        let words = if self.nodes.is_empty() {
            self.words
        } else {
            let names = fold_nodes(self.nodes);
            format!("{}: {}", brief(names.as_bytes()), self.words)
        };
        Remark { line: self.line, words }
    }
}
