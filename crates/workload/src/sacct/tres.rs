//! Trackable and generic resources as sacct prints them: `billing=64,cpu=64,gres/gpu:a100=4,mem=250G,node=1`,
//! `gpu:a100:2`.

use crate::columns::Cell;
use crate::lines::split_once;
use crate::resources::mebibytes;
use crate::sacct::cells;
use crate::swf::shortened;

/// The most GPUs that a job may have.
const MOST_GPUS: i64 = 1_000_000;

/// GPUs, and their types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gpus<'a> {
    /// How many.
    pub count: u64,
    /// The types that are named, each once.
    pub types: Vec<&'a [u8]>,
    /// Those without a type, which may be the ones with a type once more.
    untyped: u64,
    typed: u64,
}

impl<'a> Gpus<'a> {
    fn add(&mut self, count: u64, kind: Option<&'a [u8]>) {
        match kind {
            None => self.untyped = self.untyped.saturating_add(count),
            Some(kind) => {
                self.typed = self.typed.saturating_add(count);
                if count > 0 && !self.types.contains(&kind) {
                    self.types.push(kind);
                }
            }
        }
        // `gres/gpu=4` counts all of them, those of `gres/gpu:a100=4` among them.
        self.count = self.untyped.max(self.typed);
    }
}

/// What a job has of trackable resources, beside processors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tres<'a> {
    /// How many nodes.
    pub nodes: Option<&'a [u8]>,
    /// Memory in MiB; 0 where none is named.
    pub memory: u64,
    /// GPUs.
    pub gpus: Gpus<'a>,
}

/// Reads trackable resources, by name or, for nodes and memory, by Slurm's numbers (`2=4096,4=1`). What cannot be read
/// counts as unknown and is told. O(length) for few types of GPUs.
pub fn tres<'a>(cell: Cell<'a>, amended: &mut Vec<String>) -> Tres<'a> {
    let mut found = Tres::default();
    for part in cell.word.split(|&byte| byte == b',').map(<[u8]>::trim_ascii) {
        let Some((key, value)) = split_once(part, b'=') else {
            continue;
        };
        let is = |name: &[u8]| key.eq_ignore_ascii_case(name);
        if is(b"node") || key == b"4" {
            found.nodes = Some(value);
        } else if is(b"mem") || key == b"2" {
            found.memory = memory(Cell { word: value, ..cell }, amended);
        } else if let Some(gpu) = without_prefix(key, b"gres/gpu") {
            let kind = gpu.strip_prefix(b":").filter(|it| !it.is_empty());
            if gpu.is_empty() || kind.is_some() {
                let count = count(Cell { word: value, ..cell }, " number of GPUs", amended);
                found.gpus.add(count, kind);
            }
        }
    }
    found
}

/// Generic resources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gres<'a> {
    /// GPUs.
    pub gpus: Gpus<'a>,
    /// Whether they are those of all nodes: `PER_JOB:gpu:2`, `gpu=2`.
    pub are_of_job: bool,
}

/// Reads the GPUs among generic resources: `gpu`, `gpu:2`, `gpu:a100:2(S:0-1)`, `gres:gpu:2`, `gres/gpu:a100=2`,
/// `PER_NODE:gpu:2`. What cannot be read counts as unknown and is told.
pub fn gres<'a>(cell: Cell<'a>, amended: &mut Vec<String>) -> Gres<'a> {
    let mut found = Gres::default();
    for part in outside_brackets(cell.word) {
        let mut part = part;
        if let Some(rest) = without_prefix(part, b"PER_JOB:") {
            (found.are_of_job, part) = (true, rest);
        }
        for prefix in [&b"PER_NODE:"[..], b"gres:", b"gres/"] {
            part = without_prefix(part, prefix).unwrap_or(part);
        }
        if without_prefix(part, b"PER_").is_some() && has_gpu(part) {
            tell(cell, part, " number of GPUs of nodes or of the job", amended);
            continue;
        }
        let Some(rest) = without_prefix(part, b"gpu") else {
            continue;
        };
        let mut words = rest.split(|byte| b":=".contains(byte));
        // The name alone, or another name.
        if words.next() != Some(b"") {
            continue;
        }
        found.are_of_job |= rest.contains(&b'=');
        let words: Vec<&[u8]> = words.collect();
        let (kind, number) = match words[..] {
            [] => (None, None),
            [word] if word.first().is_some_and(u8::is_ascii_digit) => (None, Some(word)),
            [kind] => (Some(kind), None),
            [kind, number] => (Some(kind), Some(number)),
            _ => {
                tell(cell, part, " number of GPUs", amended);
                continue;
            }
        };
        let count = match number {
            None => 1,
            Some(word) => count(Cell { word, ..cell }, " number of GPUs", amended),
        };
        found.gpus.add(count, kind);
    }
    found
}

/// The parts between commas, without what stands in round brackets: `gpu:2(IDX:0,1)`.
pub fn outside_brackets(word: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut depth = 0_u32;
    let parts = word.split(move |&byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        byte == b',' && depth == 0
    });
    parts.map(|part| {
        let end = part.iter().position(|&byte| byte == b'(');
        part[..end.unwrap_or(part.len())].trim_ascii()
    })
}

fn has_gpu(word: &[u8]) -> bool {
    word.windows(3).any(|it| it.eq_ignore_ascii_case(b"gpu"))
}

fn without_prefix<'a>(word: &'a [u8], prefix: &[u8]) -> Option<&'a [u8]> {
    let (start, rest) = word.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

fn count(cell: Cell, what: &str, amended: &mut Vec<String>) -> u64 {
    match cells::count(cell, MOST_GPUS, amended) {
        // Unknown is -1.
        Ok(number) => number.max(0).unsigned_abs(),
        Err(_) => {
            tell(cell, cell.word, what, amended);
            0
        }
    }
}

/// Memory in MiB, or 0 where it cannot be read, which is told, or Slurm writes that there is no number.
pub fn memory(cell: Cell, amended: &mut Vec<String>) -> u64 {
    let is_none = |all: [&[u8]; 2]| all.contains(&cell.word);
    if cell.word.is_empty() || is_none(cells::NO_NUMBER) || is_none(cells::INFINITE) {
        return 0;
    }
    mebibytes(cell.word).unwrap_or_else(|| {
        tell(cell, cell.word, "n amount of memory", amended);
        0
    })
}

fn tell(cell: Cell, word: &[u8], what: &str, amended: &mut Vec<String>) {
    let (name, word) = (cell.column, shortened(word));
    amended.push(format!("{name} should have a{what} but has \"{word}\"; it counts as unknown"));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::rows;

    fn cell(word: &str) -> Cell<'_> {
        Cell { column: "ReqTRES", word: word.as_bytes() }
    }

    /// GPUs and their types, memory, nodes, and how much is told.
    fn of_tres(word: &str) -> String {
        let mut amended = Vec::new();
        let found = tres(cell(word), &mut amended);
        let text = |it: &[u8]| String::from_utf8_lossy(it).into_owned();
        let types = text(&found.gpus.types.join(&b' '));
        let nodes = found.nodes.map(text).unwrap_or_default();
        format!("{} {types}, {}M, {nodes} nodes, {} told", found.gpus.count, found.memory, amended.len())
    }

    #[test]
    fn typed_gpus_are_not_added_to_all_of_them() {
        for [word, expected] in rows(
            "billing=64,cpu=64,gres/gpu:a100=4,gres/gpu=4,mem=250G,node=1 | 4 a100, 256000M, 1 nodes, 0 told
            gres/gpu:a100=2,gres/gpu:v100=1 | 3 a100 v100, 0M,  nodes, 0 told
            gres/gpu=2 | 2 , 0M,  nodes, 0 told
            gres/gpu:a100=0 | 0 , 0M,  nodes, 0 told
            1=40,2=340000,4=2,5=40 | 0 , 340000M, 2 nodes, 0 told
            gres/gpumem=16G,gres/gpu:=1,gres/shard=3,node | 0 , 0M,  nodes, 0 told
            mem=lots,gres/gpu=many | 0 , 0M,  nodes, 2 told
            mem=18446744073709551614 | 0 , 0M,  nodes, 0 told
            gres/gpu=2000000 | 0 , 0M,  nodes, 1 told
            | 0 , 0M,  nodes, 0 told",
        ) {
            assert_eq!(of_tres(&word), expected, "{word}");
        }
    }

    #[test]
    fn generic_resources_are_written_in_many_ways() {
        // Of what cannot be read the types do not matter.
        for [word, expected] in rows(
            "gpu:a100:2 | 2 a100, false, 0 told
            gpu:2 | 2 , false, 0 told
            gpu | 1 , false, 0 told
            gpu:a100 | 1 a100, false, 0 told
            gres:gpu:2 | 2 , false, 0 told
            gres/gpu:a100=2 | 2 a100, true, 0 told
            PER_NODE:gpu:tesla:1 | 1 tesla, false, 0 told
            PER_JOB:gpu:8 | 8 , true, 0 told
            gpu:a100:2(IDX:0,1),license:3 | 2 a100, false, 0 told
            craynetwork:1,gpu:k80:1,gpu:p100:2 | 3 k80 p100, false, 0 told
            PER_TASK:gpu:1 | 0 , false, 1 told
            gpu:a:b:c | 0 , false, 1 told
            gpu:a100:x | 0 , false, 1 told
            gpumem:4 | 0 , false, 0 told
            mic:1 | 0 , false, 0 told",
        ) {
            let mut amended = Vec::new();
            let found = gres(cell(&word), &mut amended);
            let types = String::from_utf8(found.gpus.types.join(&b' ')).unwrap();
            let found = format!("{} {types}, {}, {} told", found.gpus.count, found.are_of_job, amended.len());
            assert_eq!(found, expected, "{word}");
        }
    }

    proptest! {
        #[test]
        fn any_word_is_taken(word in "[a-c0-9=:,/()gpu.GM]{0,24}|(gres/gpu|mem|gpu:|node|=|:|,|4|a){0,8}") {
            of_tres(&word);
            gres(cell(&word), &mut Vec::new());
        }
    }
}
