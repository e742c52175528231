//! The nodes of public traces as CSV, a node a row.
//!
//! Sources: the node lists of `alibaba/clusterdata`, `cluster-trace-gpu-v2023` and `cluster-trace-v2026-spot-gpu`.

use std::rc::Rc;

use super::NodesRead;
use super::hardware::{Gres, Hardware, MOST_GPUS, Words, whole};
use super::table::Table;
use super::{NodesError, brief};
use crate::csv::fields;
use crate::lines::lines;

/// The columns of a trace, by the names of its first line.
struct Columns {
    source: &'static str,
    name: &'static str,
    cores: &'static str,
    /// How many of the column's units are a core.
    of_a_core: u64,
    /// In MiB; empty where the trace has none.
    memory: &'static str,
    gpus: &'static str,
    gpu_type: &'static str,
    words: Words,
}

const KNOWN: [Columns; 2] = [
    Columns {
        source: "node list of Alibaba's openb trace",
        name: "sn",
        cores: "cpu_milli",
        of_a_core: 1_000,
        memory: "memory_mib",
        gpus: "gpu",
        gpu_type: "model",
        words: Words { cpus: "cpu_milli", memory: "memory_mib", reserved_memory: "" },
    },
    Columns {
        source: "node list of Alibaba's trace of spot GPUs",
        name: "node_name",
        cores: "cpu_num",
        of_a_core: 1,
        memory: "",
        gpus: "gpu_capacity_num",
        gpu_type: "gpu_model",
        words: Words { cpus: "cpu_num", memory: "memory", reserved_memory: "" },
    },
];

/// Whether the first line of a text has the columns of such a list. O(length of the line).
pub(super) fn is_one(text: &[u8]) -> bool {
    head(text).is_some()
}

/// The list that the first line that is not blank names, that line from 1, the place of each column, and how many there
/// are.
fn head(text: &[u8]) -> Option<(&'static Columns, u64, [Option<usize>; 5], usize)> {
    let mut numbered = (1..).zip(lines(text));
    let (line, content) = numbered.find(|it| !it.1.trim_ascii().is_empty())?;
    let names = fields(content);
    let place = |name: &str| {
        let is_it = |it: &[u8]| it.trim_ascii() == name.as_bytes();
        names.iter().position(|it| !name.is_empty() && is_it(it))
    };
    KNOWN.iter().find_map(|known| {
        let all = [known.name, known.cores, known.memory, known.gpus, known.gpu_type];
        let is_there = |it: &&str| it.is_empty() || place(it).is_some();
        let places = || (known, line, all.map(place), names.len());
        all.iter().all(is_there).then(places)
    })
}

/// Reads the nodes of a text with such a first line. O(length).
pub(super) fn read(text: &[u8]) -> Result<NodesRead, NodesError> {
    let (known, first, places, columns) = head(text).expect("it is such a list");
    let mut table = Table::default();
    let below = (1..).zip(lines(text)).filter(|it| it.0 > first);
    for (line, content) in below.filter(|it| !it.1.trim_ascii().is_empty()) {
        let fields = fields(content);
        if fields.len() != columns {
            let words = format!("{} fields, where the first line has {columns}", fields.len());
            return Err(NodesError::at(line, words));
        }
        let field = |at: usize| places[at].map_or(&b""[..], |it| fields[it].trim_ascii());
        let number = |at: usize, column: &str| match field(at) {
            b"" => Ok(None),
            text => whole(text).map(Some).ok_or_else(|| {
                let (name, text) = (brief(field(0)), brief(text));
                let words = format!("{name}: {column} is no whole number but \"{text}\"");
                NodesError::at(line, words)
            }),
        };
        let gpus = number(3, known.gpus)?.unwrap_or(0).min(MOST_GPUS) as u32;
        let gpu_type = String::from_utf8_lossy(if gpus > 0 { field(4) } else { b"" });
        let hardware = Hardware {
            cpus: number(1, known.cores)?.map(|it| it / known.of_a_core),
            memory: number(2, known.memory)?,
            gres: Rc::new(Gres { gpus, gpu_type: gpu_type.into(), remarks: Vec::new() }),
            ..Hardware::default()
        };
        let names = table.names(line, field(0))?;
        table.add(line, &names, &hardware, &known.words)?;
    }
    table.read(known.source)
}
