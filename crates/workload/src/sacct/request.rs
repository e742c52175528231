//! What a row of sacct says that its job asked of nodes.

use std::borrow::Cow;
use std::fmt::Display;

use super::cells;
use super::record::known;
use super::tres::{Gpus, Tres, gres, memory, tres};
use crate::columns::{Cell, Column, Columns};
use crate::jobs_on_nodes::Held;
use crate::resources::{ALL_MEMORY, Asked, AskedMemory, Chunks, WHOLE, mebibytes};
use crate::swf::shortened;
use crate::{MAX_PROCESSORS, Record};

/// Where the columns stand that say it.
pub struct RequestColumns {
    nodes: [Column; 3],
    /// Trackable resources, requested and allocated.
    tres: [Column; 2],
    /// Generic ones, requested and allocated.
    gres: [Column; 2],
    memory: Column,
    constraints: Column,
    /// Whether sizes are numbers of nodes, since no column counts processors.
    are_nodes_processors: bool,
}

/// What a row says.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Request<'a> {
    /// What the job asked for; `None` for processors only.
    pub chunks: Option<Chunks>,
    /// What it had of its nodes.
    pub held: Held,
    /// The one type of its GPUs, if it is known.
    pub gpu_type: Option<&'a [u8]>,
    /// A constraint that no list of features can say.
    pub other_constraint: Option<&'a [u8]>,
}

impl RequestColumns {
    /// Those of a table.
    pub fn find(columns: &Columns, are_nodes_processors: bool) -> Self {
        let find = |name| columns.find_part(name);
        Self {
            nodes: ["NNodes", "AllocNodes", "ReqNodes"].map(find),
            tres: ["ReqTRES", "AllocTRES"].map(find),
            gres: ["ReqGRES", "AllocGRES"].map(find),
            memory: find("ReqMem"),
            constraints: find("Constraints"),
            are_nodes_processors,
        }
    }

    /// What the row of a job says; `listed` is the number of nodes in its list, 0 where it has none. What cannot be read
    /// counts as unknown and is told. O(length).
    pub fn read<'a>(&self, row: &'a [Cow<[u8]>], job: &Record, listed: u64, amended: &mut Vec<String>) -> Request<'a> {
        let cell = |column: Column| known(column, row);
        let [requested, allocated] = self.tres.map(cell);
        let asked = requested.or(allocated).map(|cell| tres(cell, amended));
        let asked = asked.unwrap_or_default();
        // Most jobs were given what they asked for.
        let given = match (requested, allocated) {
            (Some(one), Some(other)) if one.word != other.word => tres(other, amended),
            (_, Some(_)) => asked.clone(),
            (_, None) => Tres::default(),
        };
        let sizes = [job.requested_processors, job.allocated_processors].map(|it| it.max(0) as u32);
        let processors = if sizes[0] > 0 { sizes[0] } else { sizes[1] };
        let most = sizes[0].max(sizes[1]);
        let nodes = self.nodes.map(cell);
        let nodes = nodes_of(&nodes, &[&asked, &given], listed, most, amended);
        let gpus = self.gpus(row, &asked, nodes, amended);
        if gpus.types.len() > 1 {
            let types = String::from_utf8_lossy(&gpus.types.join(&b", "[..])).into_owned();
            let (count, types) = (gpus.count, shortened(types.as_bytes()));
            amended.push(format!(
                "it asked for {count} GPUs of several types ({types}), which count as GPUs of any of these"
            ));
        }
        let constraint = cell(self.constraints);
        let features = constraint.map(|cell| features(cell.word));
        // 0 is a request.
        let of_memory = Some(self.memory.of(row)).filter(|it| it.word == b"0").or_else(|| cell(self.memory));
        let memory = match of_memory {
            _ if requested.is_some() && asked.memory > 0 => AskedMemory::OfJob(asked.memory),
            Some(cell) => memory_of(cell, amended),
            None => AskedMemory::Unnamed,
        };
        let memory = match memory {
            // What was given of whole nodes is known.
            AskedMemory::Unnamed | AskedMemory::AllOfNode if asked.memory > 0 => AskedMemory::OfJob(asked.memory),
            memory => memory,
        };
        let is_of_nodes = matches!(memory, AskedMemory::OfNode(_) | AskedMemory::AllOfNode);
        if is_of_nodes && nodes == 0 {
            let how = "ReqMem is for each node, and the number of nodes is unknown; it counts as unknown";
            amended.push(how.to_owned());
        }
        let chunks = Asked {
            processors,
            nodes,
            are_nodes_processors: self.are_nodes_processors,
            gpus: gpus.count.saturating_mul(WHOLE.into()),
            memory,
            gpu_types: sorted(&gpus.types),
            features: features.clone().flatten().unwrap_or_default(),
        }
        .chunks();
        let held = held(chunks.as_ref(), &given, processors);
        let types = if given.gpus.types.is_empty() { gpus.types } else { given.gpus.types };
        Request {
            held,
            gpu_type: types.first().copied().filter(|_| types.len() == 1),
            other_constraint: constraint.filter(|_| features == Some(None)).map(|cell| cell.word),
            chunks,
        }
    }

    /// The GPUs of all nodes: of trackable resources, else of generic ones.
    fn gpus<'a>(&self, row: &'a [Cow<[u8]>], asked: &Tres<'a>, nodes: u32, amended: &mut Vec<String>) -> Gpus<'a> {
        if asked.gpus.count > 0 {
            return asked.gpus.clone();
        }
        for (column, are_of_nodes) in self.gres.into_iter().zip([true, false]) {
            let Some(cell) = known(column, row) else {
                continue;
            };
            let mut found = gres(cell, amended);
            if found.gpus.count > 0 {
                if are_of_nodes && !found.are_of_job {
                    found.gpus.count *= u64::from(nodes.max(1));
                }
                return found.gpus;
            }
        }
        Gpus::default()
    }
}

/// What the job had of its nodes, all together: at least what it asked for.
fn held(chunks: Option<&Chunks>, given: &Tres, processors: u32) -> Held {
    let of_all =
        |each: fn(&Chunks) -> u64| chunks.map_or(0, |it| each(it).saturating_mul(it.count_for(processors).into()));
    Held {
        gpus: of_all(|it| it.gpus.into()).max(given.gpus.count.saturating_mul(WHOLE.into())),
        // All of a node is as much as was given.
        memory: of_all(|it| it.memory % ALL_MEMORY).max(given.memory),
        ..Held::default()
    }
}

/// The number of nodes: by its columns, among trackable resources, or of the list of nodes; 0 where it is unknown. There
/// cannot be more than processors, of which there are at `most`, where that is known.
fn nodes_of(columns: &[Option<Cell>], tres: &[&Tres], listed: u64, most: u32, amended: &mut Vec<String>) -> u32 {
    let named = columns.iter().flatten().copied();
    let among = tres.iter().filter_map(|it| it.nodes).map(|word| Cell { column: "node of TRES", word });
    for cell in named.chain(among) {
        match cells::count(cell, MAX_PROCESSORS.into(), amended) {
            Ok(..=0) => {}
            Ok(nodes) if most > 0 && nodes > i64::from(most) => amended.push(too_many_nodes(cell.column, nodes)),
            Ok(nodes) => return nodes as u32,
            Err(_) => amended.push(format!("{}; it counts as unknown", cell.is_no("number of nodes"))),
        }
    }
    let most = if most > 0 { most } else { MAX_PROCESSORS };
    if listed > u64::from(most) {
        amended.push(too_many_nodes("the number of names in NodeList", listed));
        return 0;
    }
    listed as u32
}

fn too_many_nodes(name: &str, nodes: impl Display) -> String {
    format!("{name} is {nodes}, more than processors; it counts as unknown, so that a run may give the job fewer nodes")
}

/// `4000Mc` for each processor, `16Gn` on each node, `16G` for the whole job; `0` (`--mem=0`) is all that the nodes have.
fn memory_of(cell: Cell, amended: &mut Vec<String>) -> AskedMemory {
    let (word, of): (_, fn(u64) -> AskedMemory) = match cell.word.split_last() {
        // Beyond the last unit: no number, divided.
        _ if cell.word.ends_with(b"?") => return AskedMemory::Unnamed,
        Some((b'c', word)) => (word, AskedMemory::OfProcessor),
        Some((b'n', word)) => (word, AskedMemory::OfNode),
        _ => (cell.word, AskedMemory::OfJob),
    };
    let is_of_processor = cell.word.ends_with(b"c");
    match memory(Cell { word, ..cell }, amended) {
        0 if !is_of_processor && mebibytes(word) == Some(0) => AskedMemory::AllOfNode,
        0 => AskedMemory::Unnamed,
        memory => of(memory),
    }
}

/// The features of a constraint, in order: a name, or names joined by `&`. `None` if it is another one.
fn features(word: &[u8]) -> Option<Vec<Box<str>>> {
    let is_name = |it: &&[u8]| {
        let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.:/+".contains(byte);
        !it.is_empty() && it.iter().all(is_of_name)
    };
    let names: Vec<&[u8]> = word.split(|&byte| byte == b'&').map(<[u8]>::trim_ascii).collect();
    names.iter().all(is_name).then(|| sorted(&names))
}

fn sorted(names: &[&[u8]]) -> Vec<Box<str>> {
    let text = |it: &&[u8]| Box::from(String::from_utf8_lossy(it));
    let mut all: Vec<Box<str>> = names.iter().map(text).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// That a constraint is not used, in words.
pub fn unused_constraint(word: &[u8]) -> String {
    let word = shortened(word);
    format!("Constraints is \"{word}\", no name and no names joined by &; such constraints are not used")
}
