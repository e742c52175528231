//! The nodes of a cluster from the files that its administrators have.
//!
//! Sources: the manual pages of scontrol, sinfo and slurm.conf; the node lists of public traces.

mod csv_of_traces;
mod hardware;
mod json;
mod show_nodes;
mod slurm_conf;
mod table;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;

use crate::Format;
use crate::foreign::program;
use crate::lines::without_marks;
use crate::node_names::{NodeSpan, fold_nodes};
use crate::read::unpacked;
use crate::resources::NodeKind;

/// The most nodes of a cluster.
pub const MOST_NODES: usize = 100_000;

/// The nodes of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct NodesRead {
    /// The file, by the command that prints it or by its name: `scontrol show nodes`.
    pub source: &'static str,
    /// The nodes in the order of the file, equal neighbours together. At least one.
    pub kinds: Vec<NodeKind>,
    /// The values that are guessed, changed or not read, by line.
    pub remarks: Vec<Remark>,
    /// The nodes that are down, drained or failed, as Slurm lists them: `n[003-004]`. They are among `kinds`. Empty if
    /// there are none.
    pub out_of_service: String,
}

impl NodesRead {
    /// How many nodes there are.
    pub fn count(&self) -> u64 {
        self.kinds.iter().map(|it| u64::from(it.count)).sum()
    }
}

/// Reads the nodes from the output of `scontrol show nodes` (either form, or JSON), of `sinfo --json`, from
/// `slurm.conf`, from a scenario's list of nodes, or from the node lists of Alibaba's GPU traces. The file, which may be packed, is recognized by its content.
///
/// Cores are CPUs as Slurm counts them, without those that are reserved for the system; memory is without
/// `MemSpecLimit`. O(length of the text + nodes × their partitions).
///
/// # Errors
///
/// If it is none of these files, is cut short, has a node without cores, or more than [`MOST_NODES`] nodes.
pub fn read_nodes(bytes: &[u8]) -> Result<NodesRead, NodesError> {
    let content = unpacked(bytes).map_err(|why| NodesError::of_file(why.to_string()))?;
    let text = without_marks(&content);
    match text.trim_ascii_start().first() {
        None => Err(NodesError::of_file(format!("it is empty: {NEEDED}"))),
        Some(b'{' | b'[') => json::read(text),
        Some(_) if show_nodes::is_one(text) => show_nodes::read(text),
        Some(_) if csv_of_traces::is_one(text) => csv_of_traces::read(text),
        Some(_) if slurm_conf::is_one(text) => slurm_conf::read(text),
        Some(_) => {
            let program = program(text).filter(|it| !it.contains("`slotscope nodes`"));
            let none = || match Format::of(text) {
                Format::Swf => format!("no nodes are in it: {NEEDED}"),
                log => format!("no nodes are in it, as it is a log, of {}: {NEEDED}", log.name()),
            };
            Err(NodesError::of_file(program.unwrap_or_else(none)))
        }
    }
}

/// Whether a file is meant as one of these, right or wrong, by its beginning, unpacked. O(length).
pub fn looks_like_nodes(beginning: &[u8]) -> bool {
    let text = without_marks(beginning);
    match text.trim_ascii_start().first() {
        Some(b'{' | b'[') => json::is_one(text),
        // XML has attributes that could be keys.
        Some(b'<') => false,
        _ => show_nodes::is_one(text) || csv_of_traces::is_one(text) || slurm_conf::is_one(text),
    }
}

/// The files that are read, for errors.
const NEEDED: &str = "it should be the output of `scontrol show nodes --oneliner`, `scontrol show nodes --json` or \
                      `sinfo --json`, a slurm.conf, a list of nodes in JSON, or the node list of an Alibaba GPU trace";

/// Why no nodes can be read from a file, in words for the person that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodesError {
    /// The line, from 1, of the unpacked text; `None` if it is the whole file.
    pub line: Option<u64>,
    /// What is wrong, and a way to make it right.
    pub words: String,
}

impl NodesError {
    /// An error of a line.
    fn at(line: u64, words: impl Into<String>) -> Self {
        Self { line: Some(line), words: words.into() }
    }

    /// An error of the whole file.
    fn of_file(words: impl Into<String>) -> Self {
        Self { line: None, words: words.into() }
    }
}

impl fmt::Display for NodesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.words),
            None => f.write_str(&self.words),
        }
    }
}

impl std::error::Error for NodesError {}

/// A piece of a file within a sentence: at most 40 characters, without line ends.
fn brief(text: &[u8]) -> String {
    const MOST: usize = 40;
    let start = &text[..text.len().min(4 * MOST + 4)];
    let words = String::from_utf8_lossy(start);
    let mut letters = words.chars().map(|it| if it.is_control() { ' ' } else { it });
    let shown: String = letters.by_ref().take(MOST).collect();
    match letters.next() {
        Some(_) => shown + "…",
        None => shown,
    }
}

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
struct Remarks {
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
