//! Slurm's `scontrol show job` and `show reservation`, with several lines or one a job, and the file of its plugin
//! jobcomp/filetxt.
//!
//! Source: the manual page of scontrol. Of a job that waits the start is the expected one, of one that runs the end that
//! of its limit. A reservation is a job that is submitted and starts when it begins, and holds its nodes until it ends.

use std::borrow::Cow;

use super::{add_words, read_blocks};
use super::{owner, word};
use crate::draft::Parsed;
use crate::sacct::cells::{Cells, Fields, PLACE, Scheme};
use crate::sacct::json::name;

const SCHEME: Scheme = Scheme::of(
    &[
        ("JobId", "JobIDRaw", word),
        (PLACE, "JobIDRaw", word),
        ("SubmitTime", "Submit", word),
        ("EligibleTime", "Eligible", word),
        ("StartTime", "Start", word),
        ("EndTime", "End", word),
        ("RunTime", "Elapsed", word),
        ("TimeLimit", "Timelimit", word),
        ("Duration", "Timelimit", word),
        ("TRES", "AllocTRES", word),
        ("AllocTRES", "AllocTRES", word),
        ("ReqTRES", "ReqTRES", word),
        ("TresPerNode", "ReqGRES", word),
        ("Gres", "ReqGRES", word),
        ("JobState", "State", word),
        ("UserId", "User", owner),
        ("GroupId", "Group", owner),
        ("Account", "Account", word),
        ("Users", "User", word),
        ("Accounts", "Account", word),
        ("PartitionName", "Partition", word),
        ("Nodes", "NodeList", word),
        ("ReservationName", "JobName", word),
        ("JobName", "JobName", word),
        ("Name", "JobName", word),
        ("QOS", "QOS", word),
        ("Partition", "Partition", word),
        ("Cluster", "Cluster", word),
        ("NodeList", "NodeList", word),
        ("NumNodes", "NNodes", most),
        ("NodeCnt", "NNodes", most),
        ("MinMemoryCPU", "ReqMem", |word| with_mark(word, b'c')),
        ("MinMemoryNode", "ReqMem", |word| with_mark(word, b'n')),
        ("Features", "Constraints", word),
        ("Dependency", "Dependency", word),
    ],
    put,
);

/// The last number of a range.
fn most(word: &[u8]) -> Cow<'_, [u8]> {
    word.rsplit(|byte| *byte == b'-').next().unwrap_or_default().into()
}

/// Memory of each processor or on each node; 0 is not asked for.
fn with_mark(word: &[u8], mark: u8) -> Cow<'_, [u8]> {
    if word == b"0" { Cow::default() } else { [word, &[mark]].concat().into() }
}

fn put<'f>(job: &'f Fields, cells: &mut Cells<'f>) -> bool {
    let pair = |names: [&str; 2]| names.map(|it| job.get(it));
    let id = name(job.get("JobId"), pair(["ArrayJobId", "ArrayTaskId"]), pair(["HetJobId", "HetJobOffset"]));
    cells.set("JobID", id);
    // Of a reservation its TRES name processors, which may be several on a core.
    let cores = if job.get("TRES").is_empty() { "CoreCnt" } else { "" };
    let processors = ["NumCPUs", "ProcCnt", cores].map(|name| most(job.get(name))).concat();
    let is_given = !cells.get("NodeList").is_empty();
    cells.set(if is_given { "AllocCPUS" } else { "ReqCPUS" }, processors);
    if !is_given {
        // Older versions show as TRES what the job asks for.
        if cells.get("ReqTRES").is_empty() {
            cells.set("ReqTRES", word(job.get("TRES")));
        }
        cells.clear(["AllocTRES"]);
    }
    let is_job = !job.get("JobId").is_empty();
    if !is_job {
        let start = cells.get("Start").to_vec();
        cells.set("Submit", start);
        cells.set("State", &b"COMPLETED"[..]);
        cells.left_out = (!is_given).then_some("a reservation without nodes");
    }
    is_job || !job.get("ReservationName").is_empty()
}

/// Whether a line begins a job, or a reservation.
fn begins(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.starts_with(b"JobId=") || line.starts_with(b"ReservationName=")
}

/// Reads a whole text. A job that cannot be read is a complaint, with the line where it begins. O(n log n) for n jobs.
///
/// # Errors
///
/// None.
pub fn parse(text: &[u8], max_complaints: usize) -> Result<Parsed, String> {
    read_blocks(&SCHEME, text, max_complaints, begins, add_words)
}
