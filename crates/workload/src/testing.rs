//! Helpers that tests of several rooms share.

use serde_json::Value;

#[cfg(test)]
use proptest::{prelude::*, sample::Index};

use super::resources::NodeKind;
use super::workflow::Workflow;
use super::{Complaint, Job, Log, LogNames, NameKind, Reading, Record, Time, read};

/// How many cases a property test tries that has a number of its own: all of them with `SLOTSCOPE_THOROUGH`, which `cargo
/// xtask test --thorough` sets, and otherwise a quarter, drawn anew each time. `PROPTEST_CASES` would override the number.
pub fn cases(all: u32) -> u32 {
    match std::env::var_os("SLOTSCOPE_THOROUGH") {
        Some(_) => all,
        None => all.div_ceil(4),
    }
}

/// Whether the case at a place is tried, of which a run tries one in `parts`, others with each commit
/// (`SLOTSCOPE_SEED_OF_RUN`); all of them with `SLOTSCOPE_THOROUGH`.
pub fn is_drawn(at: usize, parts: usize) -> bool {
    let seed = std::env::var("SLOTSCOPE_SEED_OF_RUN").ok().and_then(|it| it.parse().ok()).unwrap_or(1);
    // Each group of `parts` is shifted by one: cases at equal places of groups may be alike.
    std::env::var_os("SLOTSCOPE_THOROUGH").is_some() || (at + at / parts + seed).is_multiple_of(parts)
}

/// The drawn ones of all cases, one in `parts`. Tests of the same cases draw others with another `shift`.
pub fn one_in<T>(parts: usize, shift: usize, all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    all.into_iter().enumerate().filter(move |(at, _)| is_drawn(at + shift, parts)).map(|(_, case)| case)
}

/// A quarter of all cases.
pub fn drawn<T>(all: &[T]) -> Vec<&T> {
    one_in(4, 0, all).collect()
}

/// A batch job without a user, with a limit.
pub fn job(id: u64, submit: Time, processors: u32, run_time: Time, requested_time: Time) -> Job {
    Job { id, submit, processors, run_time, requested_time, ..Job::default() }
}

/// A job, submitted by this user.
pub fn of_user(user: i64, mut job: Job) -> Job {
    job.logged.user = user;
    job
}

/// The names of a log: for each kind those of its numbers, from 1 on.
pub fn log_names(of_kinds: &[(NameKind, &[&str])]) -> LogNames {
    let mut kinds: [Vec<Box<str>>; NameKind::ALL.len()] = Default::default();
    for (kind, names) in of_kinds {
        kinds[*kind as usize] = names.iter().map(|&it| it.into()).collect();
    }
    LogNames::new(kinds)
}

/// Records of formats that can represent values up to these, of all fields but the number: from -1, which is unknown,
/// and submissions from 0. Their numbers ascend.
#[cfg(test)]
pub fn any_records(most: [i64; 17]) -> impl Strategy<Value = Vec<Record>> {
    let others: Vec<_> = most[1..].iter().map(|&most| -1..=most).collect();
    let record = (0..=i64::MAX, 0..=most[0], others).prop_map(|(id, submit, others)| {
        let values = [&[id, submit][..], &others].concat();
        Record::of_values(&values.try_into().expect("18 values"))
    });
    prop::collection::vec(record, 1..20).prop_map(|mut records| {
        records.sort_by_key(|it| it.id);
        records.dedup_by_key(|it| it.id);
        records
    })
}

/// A text with one byte changed, and often cut there.
#[cfg(test)]
pub fn damaged(text: impl Into<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let text = text.into();
    (0..text.len(), any::<u8>(), any::<bool>()).prop_map(move |(place, byte, is_cut)| {
        let mut text = text.clone();
        text[place] = byte;
        text.truncate(if is_cut { place } else { text.len() });
        text
    })
}

/// A text in which words of this form stand in place of some of its parts.
#[cfg(test)]
pub fn spliced(text: &'static str, word: &'static str) -> impl Strategy<Value = Vec<u8>> {
    (prop::collection::vec(any::<(Index, Index)>(), 0..4), word).prop_map(move |(cuts, word)| {
        let mut text = text.as_bytes().to_vec();
        for (at, length) in cuts {
            let at = at.index(text.len());
            let end = (at + length.index(40)).min(text.len());
            text.splice(at..end, word.bytes());
        }
        text
    })
}

/// The rows of a table of cases: a line each, its cells parted by ` | `. In a cell `\n`, `\r` and `\t` are as in Rust,
/// and `\s` is a blank; lines that begin with `//` are remarks.
#[track_caller]
pub fn rows<const CELLS: usize>(table: &str) -> Vec<[String; CELLS]> {
    let row = |line: &str| {
        // Between two bars one blank suffices.
        let line = format!(" {line} ").replace(" | ", " |  ");
        let signs = [(r"\n", "\n"), (r"\r", "\r"), (r"\t", "\t"), (r"\s", " ")];
        let cell = |it: &str| signs.iter().fold(it.trim().to_owned(), |it, (sign, is)| it.replace(sign, is));
        let cells = line.split(" | ").map(cell);
        cells.collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("{CELLS} cells:{line}"))
    };
    table.lines().map(str::trim).filter(|it| !it.is_empty() && !it.starts_with("//")).map(row).collect()
}

/// Asserts that a text is the one expected, in which `…` at the beginning or the end stands for any other.
#[track_caller]
pub fn assert_told(found: impl ToString, expected: &str, case: &str) {
    let found = found.to_string();
    let words = expected.trim_matches('…');
    let is_told = match (expected.starts_with('…'), expected.ends_with('…')) {
        (true, true) => found.contains(words),
        (true, false) => found.ends_with(words),
        (false, true) => found.starts_with(words),
        (false, false) => found == expected,
    };
    assert!(is_told, "{case}: {found:?} instead of {expected:?}");
}

/// The text with its first such piece replaced; there must be one.
#[track_caller]
pub fn changed(text: &str, piece: &str, other: &str) -> String {
    assert!(text.contains(piece), "{piece}");
    text.replacen(piece, other, 1)
}

/// The JSON with another value at a place, such as `/scenarios/0/seed`, or with a further field there.
#[track_caller]
pub fn with_value(json: &Value, place: &str, value: impl Into<Value>) -> Value {
    let mut json = json.clone();
    let (parent, field) = place.rsplit_once('/').expect(place);
    match json.pointer_mut(parent).expect(place) {
        Value::Array(items) => items[field.parse::<usize>().expect(place)] = value.into(),
        object => object[field] = value.into(),
    }
    json
}

/// The log, batch or workflow of a text.
#[track_caller]
pub fn reading(text: &str) -> Reading {
    read("a", text.as_bytes()).unwrap_or_else(|why| panic!("{why}: {text}"))
}

/// What is said of the lines of a file, a line each.
pub fn told(complaints: &[Complaint]) -> String {
    listed(complaints, "\n")
}

/// Some numbers of each record: `1 60 4; 2 30 8`.
pub fn figures<const N: usize>(records: &[Record], of: impl Fn(&Record) -> [i64; N]) -> String {
    listed(records.iter().map(|it| listed(of(it), " ")), "; ")
}

/// What each job of a log asks of nodes, in short: `2 nodes 1000 a100 2048M ib`, GPUs in thousandths, with their types,
/// and features behind the memory; `4 chunks 0 10M` if several may be on one node; `-` of a job without a request.
pub fn requests(log: &Log) -> String {
    let short = |place| match log.resources.of(place) {
        Some(it) => {
            let on = if it.on_distinct_nodes { "nodes" } else { "chunks" };
            let names = |of: &[Box<str>]| of.iter().map(|name| format!(" {name}")).collect::<String>();
            let (types, features) = (names(&it.gpu_types), names(&it.features));
            format!("{} {on} {}{types} {}M{features}", it.count, it.gpus, it.memory)
        }
        None => "-".to_owned(),
    };
    listed((0..log.records.len()).map(short), "; ")
}

/// Kinds of nodes in short: `2 n[1-2] 64c 4xa100 1024M [gpu] {fast}`.
pub fn kinds(kinds: &[NodeKind]) -> String {
    let names = |open: &str, names: &[String], close: &str| match names {
        [] => String::new(),
        names => format!(" {open}{}{close}", names.join(",")),
    };
    let short = |it: &NodeKind| {
        let gpus = match it.gpus {
            0 => String::new(),
            gpus => format!(" {gpus}x{}", it.gpu_type),
        };
        let (partitions, features) = (names("[", &it.partitions, "]"), names("{", &it.features, "}"));
        format!("{} {} {}c{gpus} {}M{partitions}{features}", it.count, it.name, it.cores, it.memory)
    };
    listed(kinds.iter().map(short), "; ")
}

/// The first cost of each task of a workflow, and the data of edges by the places of their tasks: `a=1.5, b=2, 0>1=7`.
pub fn graph(workflow: &Workflow) -> String {
    let tasks = workflow.tasks.iter().map(|it| format!("{}={}", it.name, it.costs[0]));
    let edges = workflow.edges.iter().map(|it| format!("{}>{}={}", it.from, it.to, it.data));
    listed(tasks.chain(edges), ", ")
}

/// All of them as text, one behind the other.
pub fn listed<T: ToString>(all: impl IntoIterator<Item = T>, parted_by: &str) -> String {
    all.into_iter().map(|it| it.to_string()).collect::<Vec<_>>().join(parted_by)
}
