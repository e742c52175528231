//! How large the machine of a log is.

use serde::{Deserialize, Serialize};

use super::{Header, MAX_PROCESSORS, Record, Time};

/// The machine of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Its processors, at least 1.
    pub processors: u32,
    /// The source of its size.
    pub known: KnownBy,
}

/// The source of the size of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KnownBy {
    /// The header's `MaxProcs`.
    MaxProcs,
    /// The header's `MaxNodes`, where it names no `MaxProcs`.
    MaxNodes,
    /// The most processors in use at once, by the log's own waits and run times.
    MostInUse,
    /// The nodes that the log names, each with the most processors in use on it at once.
    Nodes,
    /// The largest job: the machine has at least its size, and there is no better source.
    LargestJob,
}

impl KnownBy {
    /// Whether it is a guess: the log does not say it.
    pub const fn is_guess(self) -> bool {
        matches!(self, Self::MostInUse | Self::Nodes | Self::LargestJob)
    }

    /// In words, with its article.
    pub fn words(self) -> &'static str {
        match self {
            Self::MaxProcs => "the header's MaxProcs",
            Self::MaxNodes => "the header's MaxNodes",
            Self::MostInUse => "a guess: the most that the log has in use at once",
            Self::Nodes => {
                "a guess: the nodes that the log names, each with the most that it has in use on it at once"
            }
            Self::LargestJob => "a guess: the size of the largest job",
        }
    }
}

/// The note of a reader on a size that it has computed itself.
const FOUND: &str = "MaxProcs is the most processors that were in use at once";

/// Its note on a size that it has computed from the nodes of the jobs.
const FOUND_OF_NODES: &str =
    "MaxProcs is the most processors that were in use at once on each node, added up";

impl Machine {
    /// The machine of a log: as its header says; or else the most processors in use at once by its
    /// own waits, and at least those of the largest job that ran. O(n log n) for n jobs.
    pub fn of(header: &Header, records: &[Record]) -> Self {
        if let Some(processors) = header.max_processors() {
            let known = match header.get("MaxProcs") {
                Some(_) if header.has_note(FOUND) => KnownBy::MostInUse,
                Some(_) if header.has_note(FOUND_OF_NODES) => KnownBy::Nodes,
                Some(text) if starts_with(text, processors) => KnownBy::MaxProcs,
                _ => KnownBy::MaxNodes,
            };
            return Self { processors, known };
        }
        let ran = |record: &&Record| record.run_time > 0;
        let largest = largest(records.iter().filter(ran));
        let (in_use, largest) = match largest {
            // For a log in which no job ran only the sizes of jobs are known.
            0 => (0, self::largest(records)),
            largest => (most_in_use(records), largest),
        };
        let (processors, known) = if in_use >= largest && in_use > 0 {
            (in_use, KnownBy::MostInUse)
        } else {
            (largest, KnownBy::LargestJob)
        };
        Self {
            processors: clamped(processors),
            known,
        }
    }
}

fn starts_with(text: &str, processors: u32) -> bool {
    Header::count(text) == Some(processors)
}

/// From 1 to the most processors that a log may name.
fn clamped(processors: i64) -> u32 {
    processors.clamp(1, MAX_PROCESSORS.into()) as u32
}

/// Says how many processors the machine has at least, where the header does not say it. `resources`
/// is how many the log names beside those of its jobs, and `of_nodes` how many its nodes have.
pub(super) fn tell_size(records: &[Record], header: &mut Header, resources: u32, of_nodes: u32) {
    if records.is_empty() || header.max_processors().is_some() {
        return;
    }
    let most = most_in_use(records).max(largest(records));
    let most = clamped(most.max(resources.into()));
    let (most, note) = match of_nodes >= most {
        true => (of_nodes, FOUND_OF_NODES),
        false => (most, FOUND),
    };
    let entries = [("MaxProcs", most.to_string()), ("Note", note.to_owned())];
    let owned = entries.map(|(key, value)| (key.to_owned(), value));
    header.entries.extend(owned);
}

/// Whether a note in a header was written by a reader on a size that no longer applies to data made
/// from the log.
pub fn is_note_of_size(key: &str, value: &str) -> bool {
    key.eq_ignore_ascii_case("Note") && [FOUND, FOUND_OF_NODES].contains(&value)
}

/// The largest of both sizes; 0 where none is known.
fn largest<'a>(records: impl IntoIterator<Item = &'a Record>) -> i64 {
    let sizes = records
        .into_iter()
        .map(|it| it.allocated_processors.max(it.requested_processors));
    sizes.max().unwrap_or(0).max(0)
}

/// The most processors that the jobs held at once in the logged system, as far as their waits are
/// known.
fn most_in_use(records: &[Record]) -> i64 {
    let mut changes: Vec<(Time, i64)> = Vec::new();
    for record in records {
        let size = if record.allocated_processors > 0 {
            record.allocated_processors
        } else {
            record.requested_processors
        };
        if record.wait >= 0 && record.run_time > 0 && size > 0 {
            let start = record.submit + record.wait;
            changes.push((start, size));
            changes.push((start + record.run_time, -size));
        }
    }
    // At one instant ends come first.
    changes.sort_unstable();
    let (mut in_use, mut most) = (0, 0);
    for (_, change) in changes {
        in_use += change;
        most = most.max(in_use);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    /// Machine for jobs of number, submission, wait, run time, allocated and requested size, after
    /// this header.
    fn machine(header: &str, jobs: &[[i64; 6]]) -> (u32, KnownBy) {
        let line = |[id, submit, wait, run, allocated, requested]: &[i64; 6]| {
            format!("{id} {submit} {wait} {run} {allocated} -1 -1 {requested} 60\n")
        };
        let text: String = jobs.iter().map(line).collect();
        let log = read("a", (header.to_owned() + &text).as_bytes())
            .unwrap()
            .workload;
        let Machine { processors, known } = Machine::of(log.header(), log.records());
        (processors, known)
    }

    #[test]
    fn the_header_comes_first() {
        let jobs = [[1, 0, 0, 10, 4, 4]];
        let of = |header| machine(header, &jobs);
        assert_eq!(of("; MaxProcs: 100\n"), (100, KnownBy::MaxProcs));
        assert_eq!(
            of("; MaxNodes: 430 (336 batch, 94 interactive)\n"),
            (430, KnownBy::MaxNodes)
        );
        assert_eq!(
            of("; MaxNodes: 12\n; MaxProcs: 48\n"),
            (48, KnownBy::MaxProcs)
        );
        assert_eq!(
            of("; MaxNodes: 12\n; MaxProcs: unknown\n"),
            (12, KnownBy::MaxNodes)
        );
    }

    #[test]
    fn without_a_header_it_is_what_was_in_use_at_once() {
        let jobs = [
            [1, 0, 0, 10, 4, 4],
            // They begin when the first ends: 8 + 3 at once.
            [2, 0, 10, 10, 8, 8],
            [3, 5, 5, 1, -1, 3],
            // It never ran.
            [4, 0, 0, -1, -1, 500],
        ];
        assert_eq!(machine("", &jobs), (11, KnownBy::MostInUse));
    }

    #[test]
    fn without_waits_it_is_the_largest_job() {
        let jobs = [[1, 0, -1, 10, 4, 4], [2, 0, -1, 10, 8, 16]];
        assert_eq!(machine("", &jobs), (16, KnownBy::LargestJob));
        // The job whose wait is known is smaller than the other.
        let jobs = [[1, 0, 0, 10, 4, 4], [2, 0, -1, 10, 8, 16]];
        assert_eq!(machine("", &jobs), (16, KnownBy::LargestJob));
        let never_ran = [[1, 0, 3, -1, -1, 32]];
        assert_eq!(machine("", &never_ran), (32, KnownBy::LargestJob));
        let unknown = [[1, 0, 3, 5, -1, -1]];
        assert_eq!(machine("", &unknown), (1, KnownBy::LargestJob));
    }

    #[test]
    fn a_size_that_a_reader_has_found_is_not_the_headers() {
        let sacct = "JobID|Submit|Start|End|AllocCPUS\n\
                     1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|6\n\
                     2|2024-03-01T00:00:00|2024-03-01T00:30:00|2024-03-01T01:00:00|7\n";
        let log = read("a", sacct.as_bytes()).unwrap().workload;
        let expected = Machine {
            processors: 13,
            known: KnownBy::MostInUse,
        };
        assert_eq!(Machine::of(log.header(), log.records()), expected);
    }
}
