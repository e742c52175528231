//! The GPUs or the memory of nodes as the rows of a Gantt chart, node after node.
//!
//! A GPU has as many rows as make every share of it whole: one where jobs have whole GPUs only. A row of memory is a GiB, or
//! less where jobs have parts of one.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use crate::legend::Resource;
use crate::piece::{Kind, Piece, shade_of};
use base::text::count;
use experiment::Run;
use scheduling::engine::Holds;
use scheduling::engine::holds::{HeldGpus, HeldMemory, NodeSize};
use scheduling::policy::placement::WHOLE;
use workload::{Nodes, Time};

/// The most rows of a chart. More memory has larger rows; of more GPUs there is no chart.
const MOST_ROWS: u64 = 1 << 30;

/// MiB of a GiB, the largest row of memory unless there are too many.
const GIBIBYTE: u64 = 1_024;

/// The resources that the rows of a run's Gantt chart may be: its processors, and of what jobs hold the GPUs and the memory,
/// if its nodes have them. O(entries).
pub fn offered(run: &Run) -> Vec<Resource> {
    let is_offered = |it: &Resource| match it {
        Resource::Cores => true,
        _ => Scale::of(run, *it).is_some(),
    };
    Resource::ALL.into_iter().filter(is_offered).collect()
}

/// How much of a resource a row is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Scale {
    #[default]
    Processor,
    /// A part of a GPU.
    Gpu {
        /// The rows of a GPU: a divisor of 1000.
        rows: u32,
    },
    /// An amount of memory.
    Memory {
        /// MiB of a row.
        mebibytes: u64,
        /// Whether a job may hold less than all of its rows.
        is_rounded: bool,
    },
}

/// The rows of a resource, and what stands on them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ResourceRows {
    /// The nodes that have some of it, with their rows in place of their processors.
    pub nodes: Nodes,
    pub scale: Scale,
    /// In order of start, all on the first provider.
    pub pieces: Vec<Piece>,
    /// All of it in words: `61 GPUs`.
    pub all: String,
}

/// What a job holds of a node, as rows counted from the first of the node.
#[derive(Clone, Copy)]
struct Held {
    job: u32,
    node: u32,
    /// The first row of its GPU, or 0 where it may have any row of the node.
    first: u32,
    rows: u32,
}

/// Neighbouring nodes of one size, and the rows of each of them.
struct Part {
    first_node: u32,
    count: u32,
    rows: u32,
}

impl ResourceRows {
    /// The rows of a run; `None` for processors, and where nothing is known of the resource. A job that holds nothing of it has no
    /// rows. O(n log n) for n entries of what jobs hold, and for each those at the same time on its node.
    pub fn of(run: &Run, resource: Resource) -> Option<Self> {
        let (holds, scale) = (run.holds()?, Scale::of(run, resource)?);
        let held = held(holds, scale);
        let placed = placed(run, &held, scale);
        let mut parts = parts(holds, scale);
        for (held, _, last) in &placed {
            // Rounded amounts of memory may be more than there is.
            let at = parts.partition_point(|it| it.first_node + it.count <= held.node);
            parts[at].rows = parts[at].rows.max(last + 1);
        }
        let nodes = run.nodes()?.with_processors(parts.iter().map(|it| (it.count, it.rows)));
        Some(Self {
            pieces: pieces(run, &parts, &placed),
            all: match resource {
                Resource::Memory => memory_in_words(holds.all_memory()),
                _ => match holds.all_gpus() {
                    1 => "1 GPU".to_owned(),
                    gpus => format!("{} GPUs", count(gpus as i64)),
                },
            },
            nodes,
            scale,
        })
    }

    /// All rows.
    pub fn rows(&self) -> u32 {
        self.nodes.processors()
    }
}

impl Scale {
    /// How much of a resource a row is; `None` of processors, if no node is known to have any of it, and if it would be too
    /// many rows.
    fn of(run: &Run, resource: Resource) -> Option<Self> {
        let holds = run.holds()?;
        match resource {
            Resource::Cores => None,
            Resource::Gpus => {
                let shares = holds.gpus.iter().map(|it| u64::from(it.share));
                let rows = WHOLE / shares.fold(WHOLE.into(), gcd) as u16;
                let all = holds.all_gpus() * u64::from(rows);
                let rows = rows.into();
                (1..=MOST_ROWS).contains(&all).then_some(Self::Gpu { rows })
            }
            Resource::Memory => {
                let of_nodes = holds.nodes.iter().map(|it| it.memory);
                let of_jobs = holds.memory.iter().map(|it| it.mebibytes);
                let exact = of_nodes.chain(of_jobs).fold(GIBIBYTE, gcd);
                let rows = |mebibytes: u64| {
                    let of = |it: &Part| u64::from(it.count) * u64::from(it.rows);
                    let scale = Self::Memory { mebibytes, is_rounded: false };
                    parts(holds, scale).iter().map(of).sum::<u64>()
                };
                let mebibytes = (0..40).map(|power| exact << power).into_iter().find(|&it| rows(it) <= MOST_ROWS)?;
                let is_rounded = mebibytes != exact;
                (holds.all_memory() > 0).then_some(Self::Memory { mebibytes, is_rounded })
            }
        }
    }

    /// The size of a row in words, where that is not one GPU or one GiB.
    pub fn of_a_row(self) -> Option<String> {
        match self {
            Self::Processor | Self::Gpu { rows: 1 } => None,
            Self::Gpu { rows } => Some(format!("rows of 1/{rows} GPU")),
            Self::Memory { mebibytes, is_rounded } => {
                let size = memory_in_words(mebibytes);
                if is_rounded {
                    Some(format!("rows of {size}, rounded up"))
                } else {
                    (mebibytes != GIBIBYTE).then(|| format!("rows of {size}"))
                }
            }
        }
    }

    /// The rows from `first` to `last` of a node in words: GPUs by their numbers, with the share of one that is not whole, or the
    /// amount of memory.
    pub fn rows_in_words(self, first: u32, last: u32) -> String {
        match self {
            Self::Processor => range(first, last),
            Self::Gpu { rows } => {
                let (gpus, own) = (range(first / rows, last / rows), last - first + 1);
                match own % rows {
                    0 => gpus,
                    _ => format!("{gpus} ({} %)", f64::from(own * 1_000 / rows) / 10.0),
                }
            }
            Self::Memory { mebibytes, .. } => memory_in_words(u64::from(last - first + 1) * mebibytes),
        }
    }
}

/// An amount of memory: `5 120 GiB`, `1.5 GiB`, `64 MiB`.
pub fn memory_in_words(mebibytes: u64) -> String {
    let gibibytes = mebibytes as f64 / GIBIBYTE as f64;
    match mebibytes {
        0..GIBIBYTE => format!("{mebibytes} MiB"),
        _ if mebibytes.is_multiple_of(GIBIBYTE) => {
            format!("{} GiB", count((mebibytes / GIBIBYTE) as i64))
        }
        _ => format!("{} GiB", (gibibytes * 10.0).round() / 10.0),
    }
}

/// `3`, or `3–5`.
fn range(first: u32, last: u32) -> String {
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The rows of each node, before any rounding.
fn parts(holds: &Holds, scale: Scale) -> Vec<Part> {
    let mut first_node = 0;
    let part = |it: &NodeSize| {
        let part = Part {
            first_node,
            count: it.count,
            rows: match scale {
                Scale::Processor => 0,
                Scale::Gpu { rows } => it.gpus.saturating_mul(rows),
                Scale::Memory { mebibytes, .. } => u32::try_from(it.memory.div_ceil(mebibytes)).unwrap_or(u32::MAX),
            },
        };
        first_node += it.count;
        part
    };
    holds.nodes.iter().map(part).collect()
}

/// What jobs hold, as rows, in order of start.
fn held(holds: &Holds, scale: Scale) -> Vec<Held> {
    match scale {
        Scale::Processor => Vec::new(),
        Scale::Gpu { rows } => {
            let of = |it: &HeldGpus| {
                let of_each = u32::from(it.share) * rows / u32::from(WHOLE);
                Held {
                    job: it.job,
                    node: it.node,
                    first: u32::from(it.first) * rows,
                    rows: of_each * u32::from(it.last - it.first + 1),
                }
            };
            holds.gpus.iter().map(of).collect()
        }
        Scale::Memory { mebibytes, .. } => {
            let of = |it: &HeldMemory| Held {
                job: it.job,
                node: it.node,
                first: 0,
                rows: u32::try_from(it.mebibytes.div_ceil(mebibytes)).unwrap_or(u32::MAX),
            };
            holds.memory.iter().map(of).collect()
        }
    }
}

/// The ranges of rows of each entry: the lowest that are free of its GPU, or of its node, from its job's start until its end.
/// Whole GPUs are theirs.
fn placed(run: &Run, held: &[Held], scale: Scale) -> Vec<(Held, u32, u32)> {
    let mut taken: HashMap<(u32, u32), Taken> = HashMap::new();
    let mut ends: BinaryHeap<Reverse<(Time, u32, u32, u32)>> = BinaryHeap::new();
    let mut placed = Vec::with_capacity(held.len());
    for it in held {
        let outcome = &run.schedule.outcomes[it.job as usize];
        if outcome.released <= outcome.held_from {
            continue;
        }
        if let Scale::Gpu { rows } = scale
            && it.rows.is_multiple_of(rows)
        {
            placed.push((*it, it.first, it.first + it.rows - 1));
            continue;
        }
        while let Some(&Reverse((end, node, first, job))) = ends.peek()
            && end <= outcome.held_from
        {
            ends.pop();
            if let Some(taken) = taken.get_mut(&(node, first)) {
                taken.give(job);
            }
        }
        ends.push(Reverse((outcome.released, it.node, it.first, it.job)));
        let rows = taken.entry((it.node, it.first)).or_default();
        rows.take(it.job, it.rows, |first, last| {
            placed.push((*it, it.first + first, it.first + last));
        });
    }
    placed
}

/// The rectangles, in order.
fn pieces(run: &Run, parts: &[Part], placed: &[(Held, u32, u32)]) -> Vec<Piece> {
    let mut next = 0;
    let first_rows = parts.iter().map(|it| {
        let first = next;
        next += it.count * it.rows;
        first
    });
    let first_rows: Vec<u32> = first_rows.collect();
    let piece = |&(held, first, last): &(Held, u32, u32)| {
        let at = parts.partition_point(|it| it.first_node + it.count <= held.node);
        let top = first_rows[at] + (held.node - parts[at].first_node) * parts[at].rows;
        let outcome = &run.schedule.outcomes[held.job as usize];
        let job = run.jobs.get(held.job as usize);
        Piece {
            start: outcome.held_from,
            end: outcome.released,
            job: held.job,
            provider: 0,
            first: top + first,
            last: top + last,
            kind: if job.is_some_and(|it| it.is_reservation()) { Kind::Reservation } else { Kind::Batch },
            shade: shade_of(job.map_or(held.job, |it| it.id as u32)),
        }
    };
    let mut pieces: Vec<Piece> = placed.iter().map(piece).collect();
    pieces.sort_by_key(super::arranged::order);
    pieces
}

#[cfg(test)]
mod tests;

/// Ranges of rows that jobs have, ascending: first row, end, job.
#[derive(Clone, Debug, Default)]
struct Taken(Vec<(u32, u32, u32)>);

impl Taken {
    /// A job takes the lowest rows that are free: calls `tell` with each range, first and last inclusive, ascending.
    /// O(ranges).
    pub fn take(&mut self, job: u32, rows: u32, mut tell: impl FnMut(u32, u32)) {
        let (mut left, mut free_from, mut own) = (rows, 0, Vec::new());
        let end = (u32::MAX, u32::MAX, 0);
        for &(first, end, _) in self.0.iter().chain([&end]) {
            let here = left.min(first - free_from);
            if here > 0 {
                own.push((free_from, free_from + here, job));
                tell(free_from, free_from + here - 1);
                left -= here;
            }
            free_from = end;
            if left == 0 {
                break;
            }
        }
        self.0.extend(own);
        self.0.sort_unstable();
    }

    /// A job gives its rows back. O(ranges).
    pub fn give(&mut self, job: u32) {
        self.0.retain(|it| it.2 != job);
    }
}
