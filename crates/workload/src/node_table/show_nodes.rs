//! The output of `scontrol show nodes`, of one line or of many lines a node.
//!
//! Source: the manual page of scontrol.

use std::collections::HashMap;
use std::rc::Rc;

use super::NodesRead;
use super::hardware::{Hardware, Words, cut, is_out_of_service, memory, names_of, read_gres, whole};
use super::table::Table;
use super::{NodesError, brief};
use crate::lines::lines;

const SOURCE: &str = "output of scontrol show nodes";

const WORDS: Words = Words { cpus: "CPUTot", memory: "RealMemory", reserved_memory: "MemSpecLimit" };

/// The keys of texts that people write; nothing that is read stands behind them.
const TEXTS: &[&[u8]] = &[b"Reason", b"Comment", b"Extra"];

/// A node as scontrol shows it.
struct Record<'a> {
    line: u64,
    /// The first value of each key.
    values: HashMap<&'a [u8], &'a [u8]>,
    is_at_texts: bool,
}

/// Whether a text is such output: a node with values that only scontrol has. O(length).
pub(super) fn is_one(text: &[u8]) -> bool {
    let mut is_in_node = false;
    lines(text).any(|line| {
        let line = line.trim_ascii_start();
        is_in_node |= line.starts_with(b"NodeName=");
        let mut keys = line.split(u8::is_ascii_whitespace).map(|word| cut(word, b'=').0);
        let is_shown = |key: &[u8]| [&b"CPUTot"[..], b"CPUAlloc", b"CfgTRES"].contains(&key);
        is_in_node && !line.starts_with(b"#") && keys.any(is_shown)
    })
}

/// Reads the nodes. O(length).
pub(super) fn read(text: &[u8]) -> Result<NodesRead, NodesError> {
    let mut table = Table::default();
    let mut record: Option<Record> = None;
    for (line, content) in (1..).zip(lines(text)) {
        let content = content.trim_ascii();
        if content.starts_with(b"NodeName=")
            && let Some(whole) = record.replace(Record::new(line))
        {
            whole.add_to(&mut table)?;
        }
        if let Some(record) = &mut record {
            record.take(content);
        }
    }
    if let Some(whole) = record {
        whole.add_to(&mut table)?;
    }
    table.read(SOURCE)
}

impl<'a> Record<'a> {
    fn new(line: u64) -> Self {
        Self { line, values: HashMap::new(), is_at_texts: false }
    }

    fn take(&mut self, content: &'a [u8]) {
        for word in content.split(u8::is_ascii_whitespace) {
            let (key, value) = cut(word, b'=');
            self.is_at_texts |= TEXTS.contains(&key) && word.len() > key.len();
            if self.is_at_texts {
                return;
            }
            self.values.entry(key).or_insert(value);
        }
    }

    fn value(&self, key: &str) -> Option<&'a [u8]> {
        let value = self.values.get(key.as_bytes()).copied();
        value.filter(|it| !it.is_empty() && *it != b"(null)")
    }

    /// A whole number.
    fn number(&self, key: &str) -> Result<Option<u64>, NodesError> {
        self.read(key, whole)
    }

    fn read(&self, key: &str, read: impl Fn(&[u8]) -> Option<u64>) -> Result<Option<u64>, NodesError> {
        let Some(value) = self.value(key) else {
            return Ok(None);
        };
        let wrong = || {
            let (name, value) = (brief(self.value("NodeName").unwrap_or(b"")), brief(value));
            NodesError::at(self.line, format!("{name}: {key} is no number but \"{value}\""))
        };
        read(value).map(Some).ok_or_else(wrong)
    }

    fn add_to(self, table: &mut Table) -> Result<(), NodesError> {
        let names = table.names(self.line, self.value("NodeName").unwrap_or(b""))?;
        table.add(self.line, &names, &self.hardware()?, &WORDS)?;
        let is_out = is_out_of_service(self.value("State").unwrap_or(b""));
        let partitions = names_of(self.value("Partitions").unwrap_or(b""));
        table.put(self.line, &names, &partitions, is_out)
    }

    fn hardware(&self) -> Result<Hardware, NodesError> {
        let tres = |key: &[u8]| {
            let mut pairs = self.value("CfgTRES").unwrap_or(b"").split(|&it| it == b',').map(|it| cut(it, b'='));
            pairs.find(|it| it.0 == key).map(|it| it.1)
        };
        let features = ["AvailableFeatures", "ActiveFeatures", "Features"];
        let features = features.iter().find_map(|key| self.value(key));
        let gres = match self.value("Gres") {
            Some(gres) => gres.to_vec(),
            None => self.gres_of_tres(),
        };
        let effective_cpus = self.number("CPUEfctv")?;
        let cpus = self.number("CPUTot")?.or(effective_cpus);
        let real_memory = self.read("RealMemory", memory)?;
        Ok(Hardware {
            cpus: cpus.or_else(|| tres(b"cpu").and_then(whole)),
            effective_cpus,
            // All sockets of the node, whatever its boards.
            boards: None,
            sockets: self.number("Sockets")?,
            cores: self.number("CoresPerSocket")?,
            threads: self.number("ThreadsPerCore")?,
            memory: real_memory.or_else(|| tres(b"mem").and_then(memory)),
            reserved_cores: self.number("CoreSpecCount")?,
            reserved_cpus: self.value("CPUSpecList").map(Rc::from),
            is_by_core: false,
            reserved_memory: self.read("MemSpecLimit", memory)?,
            gres: Rc::new(read_gres(&gres)),
            features: Rc::new(names_of(features.unwrap_or(b""))),
        })
    }

    /// The GPUs among trackable resources, as generic resources: the typed ones, or else their number.
    fn gres_of_tres(&self) -> Vec<u8> {
        let (typed, untyped): (Vec<_>, Vec<_>) = self
            .value("CfgTRES")
            .unwrap_or(b"")
            .split(|&it| it == b',')
            .map(|it| cut(it, b'='))
            .filter_map(|(key, count)| Some((key.strip_prefix(b"gres/gpu")?, count)))
            .partition(|it| it.0.starts_with(b":"));
        let shown = if typed.is_empty() { untyped } else { typed };
        shown.iter().map(|it| [b"gpu", it.0, b":", it.1].concat()).collect::<Vec<_>>().join(&b","[..])
    }
}
