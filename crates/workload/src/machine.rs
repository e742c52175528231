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
    /// The header's `MaxNodes`, where it names no `MaxProcs` that can be read.
    MaxNodes,
    /// The most processors in use at once, by the log's own waits and run times.
    MostInUse,
    /// The nodes that the log names, each with the most processors in use on it at once.
    Nodes,
    /// The numbers of the processors that jobs had.
    Numbers,
    /// The largest job that ran: the machine has at least its size, and there is no better source.
    LargestJob,
    /// The largest request of a log in which no job ran.
    LargestRequest,
}

/// The sources that a reader may have, each with the note that it writes beside the size.
const FOUND: [(KnownBy, &str); 5] = [
    (KnownBy::MostInUse, "MaxProcs is the most processors that were in use at once"),
    (KnownBy::Nodes, "MaxProcs is the most processors that were in use at once on each node, added up"),
    (KnownBy::Numbers, "MaxProcs is the highest number of a processor that a job had"),
    (KnownBy::LargestJob, "MaxProcs is the size of the largest job that ran"),
    (KnownBy::LargestRequest, "MaxProcs is the largest request: no job ran"),
];

impl KnownBy {
    /// Whether it is a guess: the log does not say it.
    pub const fn is_guess(self) -> bool {
        !matches!(self, Self::MaxProcs | Self::MaxNodes)
    }

    /// In words, with its article.
    pub fn words(self) -> &'static str {
        match self {
            Self::MaxProcs => "the header's MaxProcs",
            Self::MaxNodes => "the header's MaxNodes",
            Self::MostInUse => "a guess: the most that the log has in use at once",
            Self::Nodes => "a guess: the nodes that the log names, each with the most that it has in use on it at once",
            Self::Numbers => "a guess: the highest number of a processor that the log names",
            Self::LargestJob => "a guess: the size of the largest job",
            Self::LargestRequest => "a guess: the largest request, since no job ran",
        }
    }
}

impl Machine {
    /// The machine of a log: as its header says; or else by its jobs. O(n log n) for n jobs.
    pub fn of(header: &Header, records: &[Record]) -> Self {
        let Some(processors) = header.max_processors() else {
            return Self::found(records);
        };
        let of_reader = FOUND.iter().find(|(_, note)| header.has_note(note));
        let of_header = header.get("MaxProcs").and_then(Header::count);
        let known = match (of_header == Some(processors), of_reader) {
            (false, _) => KnownBy::MaxNodes,
            (true, Some((known, _))) => *known,
            (true, None) => KnownBy::MaxProcs,
        };
        Self { processors, known }
    }

    /// The most processors in use at once by the waits of the jobs that ran, and at least those of the largest of them;
    /// rows that never ran are no fact about it. Where no job ran, the largest request.
    fn found(records: &[Record]) -> Self {
        let ran = records.iter().filter(|it| it.has_run());
        let (largest, in_use) = (largest(ran), most_in_use(records));
        let (processors, known) = if !records.iter().any(Record::has_run) {
            (self::largest(records), KnownBy::LargestRequest)
        } else if in_use >= largest && in_use > 0 {
            (in_use, KnownBy::MostInUse)
        } else {
            (largest, KnownBy::LargestJob)
        };
        Self { processors: clamped(processors), known }
    }
}

/// From 1 to the most processors that a log may name.
fn clamped(processors: i64) -> u32 {
    processors.clamp(1, MAX_PROCESSORS.into()) as u32
}

/// Says how many processors the machine has at least, where the header does not say it. `numbers` is how many the log
/// names by the numbers of those of its jobs, and `of_nodes` how many its nodes have.
pub(super) fn tell_size(records: &[Record], header: &mut Header, numbers: u32, of_nodes: u32) {
    if records.is_empty() || header.max_processors().is_some() {
        return;
    }
    let mut machine = Machine::found(records);
    for (processors, known) in [(numbers, KnownBy::Numbers), (of_nodes, KnownBy::Nodes)] {
        let is_more = processors > machine.processors;
        // Nodes say more than the number alone.
        if is_more || processors == machine.processors && known == KnownBy::Nodes {
            machine = Machine { processors, known };
        }
    }
    header.set("MaxProcs", machine.processors.to_string());
    let note = FOUND.iter().find(|it| it.0 == machine.known);
    let notes = note.map(|(_, note)| ("Note".to_owned(), (*note).to_owned()));
    header.entries.extend(notes);
}

/// Whether a note in a header was written by a reader on a size that no longer applies to data made
/// from the log.
pub fn is_note_of_size(key: &str, value: &str) -> bool {
    key.eq_ignore_ascii_case("Note") && FOUND.iter().any(|(_, note)| *note == value)
}

/// The largest of both sizes; 0 where none is known.
fn largest<'a>(records: impl IntoIterator<Item = &'a Record>) -> i64 {
    records.into_iter().map(|it| it.allocated_processors.max(it.requested_processors)).max().unwrap_or(0).max(0)
}

/// The most processors that the jobs held at once in the logged system, as far as their waits are
/// known.
fn most_in_use(records: &[Record]) -> i64 {
    let mut changes: Vec<(Time, i64)> = Vec::new();
    for record in records {
        let sizes = [record.allocated_processors, record.requested_processors];
        let size = sizes.into_iter().find(|&size| size > 0);
        let start = record.logged_start().filter(|_| record.has_run());
        if let Some((start, size)) = start.zip(size) {
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
    use crate::testing::reading;

    /// Machine for jobs of number, submission, wait, run time, allocated and requested size, after
    /// this header.
    fn machine(header: &str, jobs: &[[i64; 6]]) -> (u32, KnownBy) {
        let line = |[id, submit, wait, run, allocated, requested]: &[i64; 6]| {
            format!("{id} {submit} {wait} {run} {allocated} -1 -1 {requested} 60\n")
        };
        of_log(&(header.to_owned() + &jobs.iter().map(line).collect::<String>()))
    }

    fn of_log(text: &str) -> (u32, KnownBy) {
        let log = reading(text).workload;
        let Machine { processors, known } = Machine::of(log.header(), log.records());
        (processors, known)
    }

    #[test]
    fn the_header_comes_first() {
        for (header, expected) in [
            ("; MaxProcs: 100\n", (100, KnownBy::MaxProcs)),
            ("; MaxNodes: 430 (336 batch, 94 interactive)\n", (430, KnownBy::MaxNodes)),
            ("; MaxNodes: 12\n; MaxProcs: 48\n", (48, KnownBy::MaxProcs)),
            ("; MaxNodes: 12\n; MaxProcs: unknown\n", (12, KnownBy::MaxNodes)),
        ] {
            assert_eq!(machine(header, &[[1, 0, 0, 10, 4, 4]]), expected, "{header}");
        }
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
        for (jobs, expected) in [
            (&[[1, 0, -1, 10, 4, 4], [2, 0, -1, 10, 8, 16]][..], (16, KnownBy::LargestJob)),
            // The job whose wait is known is smaller than the other.
            (&[[1, 0, 0, 10, 4, 4], [2, 0, -1, 10, 8, 16]], (16, KnownBy::LargestJob)),
            // It never ran.
            (&[[1, 0, 3, -1, -1, 32]], (32, KnownBy::LargestRequest)),
            // Its size is unknown.
            (&[[1, 0, 3, 5, -1, -1]], (1, KnownBy::LargestJob)),
        ] {
            assert_eq!(machine("", jobs), expected, "{jobs:?}");
        }
    }

    #[test]
    fn a_size_that_a_reader_has_found_is_not_the_headers() {
        let sacct = "JobID|Submit|Start|End|AllocCPUS\n\
                 1|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T01:00:00|6\n\
                 2|2024-03-01T00:00:00|2024-03-01T00:30:00|2024-03-01T01:00:00|7\n";
        assert_eq!(of_log(sacct), (13, KnownBy::MostInUse));
    }
}
