//! The nodes of a `slurm.conf`.
//!
//! Source: the manual page of slurm.conf.

mod conf_lines;
mod node_line;
mod partitions;

use super::NodesRead;
use super::fault::{NodesError, brief};
use super::hardware::Words;
use super::state::is_out_of_service;
use super::table::Table;
use crate::lines::is_listed;
use conf_lines::{Pairs, conf_lines};
use node_line::NodeLine;
use partitions::Partitions;

const SOURCE: &str = "slurm.conf";

const WORDS: Words = Words { cpus: "CPUs", memory: "RealMemory", reserved_memory: "MemSpecLimit" };

/// The first keys of lines by which a slurm.conf is known.
const KNOWN_BY: &str = "NodeName PartitionName ClusterName SlurmctldHost ControlMachine";

/// Settings of the whole cluster by which jobs start earlier or later, a line each, with the values that change
/// nothing.
const NOT_READ: &str = "
    SchedulerType sched/backfill
    SchedulerParameters
    PriorityType priority/basic
    PriorityDecayHalfLife
    PriorityUsageResetPeriod NONE
    PriorityMaxAge
    PriorityFavorSmall NO
    PriorityFlags
    PrioritySiteFactorPlugin
    PreemptType preempt/none
    PreemptMode OFF
    PreemptExemptTime
    DefMemPerNode UNLIMITED 0
    DefMemPerCPU UNLIMITED 0
    DefMemPerGPU UNLIMITED 0
    MaxMemPerNode UNLIMITED 0
    MaxMemPerCPU UNLIMITED 0
    OverTimeLimit 0
    EnforcePartLimits NO
    AccountingStorageEnforce NONE 0
    Licenses
    TopologyPlugin topology/default topology/flat topology/none
";

/// Whether a text is one. O(length).
pub(super) fn is_one(text: &[u8]) -> bool {
    conf_lines(text).any(|(_, line)| {
        let first = Pairs(&line).next();
        first.is_some_and(|(key, _)| is_listed(key, KNOWN_BY))
    })
}

/// Reads the nodes. O(length + nodes × partitions).
pub(super) fn read(text: &[u8]) -> Result<NodesRead, NodesError> {
    let mut reader = Reader::default();
    for (line, content) in conf_lines(text) {
        reader.take(line, &content)?;
    }
    reader.finish()
}

fn is(key: &[u8], other: &[u8]) -> bool {
    key.eq_ignore_ascii_case(other)
}

/// Whether a key is in a list of settings that are not read, and its value is none of those that change nothing.
fn has_effect(settings: &str, key: &[u8], value: &[u8]) -> bool {
    settings.lines().any(|line| {
        let mut words = line.split_ascii_whitespace().map(str::as_bytes);
        words.next().is_some_and(|it| is(key, it)) && !words.any(|it| is(value, it))
    })
}

/// Reads line by line.
#[derive(Default)]
struct Reader {
    table: Table,
    /// Of `NodeName=DEFAULT`.
    default: NodeLine,
    partitions: Partitions,
    /// Lines of `DownNodes`, with their lists.
    down: Vec<(u64, Vec<u8>)>,
    /// An included file.
    included: Option<String>,
}

impl Reader {
    fn take(&mut self, line: u64, content: &[u8]) -> Result<(), NodesError> {
        let content = content.trim_ascii();
        let first = content.split(u8::is_ascii_whitespace).next();
        if first.is_some_and(|it| is(it, b"Include")) {
            let file = brief(content[b"Include".len()..].trim_ascii());
            let words = format!("the included file {file} is not read");
            self.table.remarks.add(line, words);
            self.included.get_or_insert(file);
            return Ok(());
        }
        let Some((key, value)) = Pairs(content).next() else {
            return Ok(());
        };
        match key {
            key if is(key, b"NodeName") => self.nodes(line, value, content)?,
            key if is(key, b"NodeSet") => self.partitions.add_set(value, content),
            key if is(key, b"PartitionName") => self.partitions.add(line, value, content, &mut self.table),
            key if is(key, b"DownNodes") => self.put_down(line, value, content),
            key if is(key, b"SelectType") => self.select_type(line, value),
            key if is(key, b"SelectTypeParameters") => self.select_parameters(line, value),
            key => self.tell_unread(line, key, value),
        }
        Ok(())
    }

    /// Names a setting that would change when or where jobs start.
    fn tell_unread(&mut self, line: u64, key: &[u8], value: &[u8]) {
        let is_weight = key.get(..14).is_some_and(|start| is(start, b"PriorityWeight") && !is(value, b"0"));
        if is_weight || has_effect(NOT_READ, key, value) {
            let words = format!("{}={} is not read", brief(key), brief(value));
            self.table.remarks.add(line, words);
        }
    }

    fn nodes(&mut self, line: u64, names: &[u8], content: &[u8]) -> Result<(), NodesError> {
        let mut node = self.default.clone();
        node.take(content).map_err(|why| NodesError::at(line, format!("NodeName={}: {why}", brief(names))))?;
        if is(names, b"DEFAULT") {
            self.default = node;
            return Ok(());
        }
        self.table.charge(line, node.work())?;
        let names = self.table.names(line, names)?;
        let (hardware, remark) = node.hardware();
        if let Some(words) = remark {
            self.table.remarks.add_of(line, &names, words);
        }
        if let Some(weight) = &node.weight {
            let words = format!("Weight={weight} is not read: nodes are tried in the order of the list");
            self.table.remarks.add_of(line, &names, words);
        }
        self.table.add(line, &names, &hardware, &WORDS)?;
        self.table.put(line, &names, &[], node.is_out)
    }

    fn put_down(&mut self, line: u64, names: &[u8], content: &[u8]) {
        let mut states = Pairs(content).filter(|it| is(it.0, b"State"));
        // Without a state they are down.
        if states.next().is_none_or(|it| is_out_of_service(it.1)) {
            self.down.push((line, names.to_vec()));
        }
    }

    fn select_type(&mut self, line: u64, value: &[u8]) {
        if is(value, b"select/linear") {
            let words = "SelectType=select/linear gives each job whole nodes, which is not read";
            self.table.remarks.add(line, words);
        }
    }

    fn select_parameters(&mut self, line: u64, value: &[u8]) {
        let value = String::from_utf8_lossy(value).to_ascii_lowercase();
        if !value.contains("memory") {
            let words = "SelectTypeParameters has no memory: Slurm does not count it on these nodes, \
                         but a job that asks for memory is held to it here";
            self.table.remarks.add(line, words);
        }
    }

    fn finish(mut self) -> Result<NodesRead, NodesError> {
        if self.table.len() == 0 {
            let first = "this slurm.conf has no NodeName line";
            return Err(NodesError::of_file(match self.included {
                Some(file) => {
                    format!("{first}; nodes of the included file {file} are read from that one")
                }
                None => format!("{first}: scontrol show nodes --oneliner prints the nodes"),
            }));
        }
        let Self { table, partitions, .. } = &mut self;
        partitions.join(table)?;
        for (line, list) in &self.down {
            if is(list, b"ALL") {
                (0..self.table.len()).for_each(|it| self.table.put_out(it));
                continue;
            }
            let names = self.table.names(*line, list)?;
            self.table.put(*line, &names, &[], true)?;
        }
        self.table.read(SOURCE)
    }
}
