//! The nodes of a cluster from the files that its administrators have.
//!
//! Sources: the manual pages of scontrol, sinfo and slurm.conf; the node lists of public traces.

mod csv_of_traces;
mod fault;
mod gres;
mod hardware;
mod json;
mod remarks;
mod show_nodes;
mod slurm_conf;
mod specialized;
mod state;
mod table;

#[cfg(test)]
mod tests;

pub use fault::NodesError;
pub use remarks::Remark;

use crate::Format;
use crate::foreign::program;
use crate::lines::without_marks;
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
