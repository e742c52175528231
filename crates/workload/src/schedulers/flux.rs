//! Flux: `flux jobs --json`.
//!
//! Sources: the manual page flux-jobs(1), whose fields these are, and RFC 21 of Flux, *Job States and Events*. A job holds
//! its resources from `t_run` to `t_cleanup`. `t_depend` is when the job began to wait for others, so only the `t_sched` of
//! older versions says when it was eligible. GPUs are not among the fields. A duration of 0 is no limit.

use std::borrow::Cow;

use super::{count, instant, word};
use crate::calendar::write_duration;
use crate::draft::Parsed;
use crate::number;
use crate::sacct::cells::{Cells, Fields, Scheme, read_json};

const SCHEME: Scheme = Scheme::of(
    &[
        ("id", "JobID", word),
        ("t_submit", "Submit", instant),
        ("t_sched", "Eligible", instant),
        ("t_run", "Start", instant),
        ("t_cleanup", "End", instant),
        ("t_inactive", "End", instant),
        ("duration", "Timelimit", limit),
        ("nnodes", "NNodes", word),
        ("nodelist", "NodeList", word),
        ("username", "User", word),
        ("userid", "User", word),
        ("bank", "Account", word),
        ("project", "Account", word),
        ("queue", "Partition", word),
        ("name", "JobName", word),
    ],
    put,
);

/// Seconds, perhaps with a fraction; any above 0 are 1 at least.
fn limit(word: &[u8]) -> Cow<'_, [u8]> {
    let is_none = !word.iter().any(|byte| (b'1'..=b'9').contains(byte));
    match number::parse(word) {
        Ok(_) if is_none => Cow::Borrowed(b"UNLIMITED"),
        Ok(seconds) => write_duration(seconds.max(1)).into_bytes().into(),
        Err(_) => word.into(),
    }
}

fn put<'f>(job: &'f Fields, cells: &mut Cells<'f>) -> bool {
    let has_run = !cells.get("Start").is_empty();
    // Of a job that waits, cores are those that it asks for; without them a task has one at least.
    let sizes = ["ncores", "ntasks"].map(|name| count(job.get(name)));
    if let Some(size) = sizes[0].or(sizes[1]) {
        let is_given = has_run && sizes[0].is_some();
        cells.set(if is_given { "AllocCPUS" } else { "ReqCPUS" }, size.to_string().into_bytes());
    }
    let states = ["result", "status", "state"].map(|name| job.get(name));
    let state: &[u8] = match states.into_iter().find(|it| !it.is_empty()) {
        Some(b"NEW" | b"DEPEND" | b"PRIORITY" | b"SCHED") => b"PENDING",
        Some(b"RUN" | b"CLEANUP") => b"RUNNING",
        // By their bits in RFC 21.
        Some(b"1") => b"COMPLETED",
        Some(b"2") => b"FAILED",
        Some(b"4") => b"CANCELED",
        Some(b"8") => b"TIMEOUT",
        known => known.unwrap_or_default(),
    };
    cells.set("State", state);
    true
}

/// Reads a whole text: the list `jobs`, or jobs one behind the other. A job that cannot be read is a complaint. O(n log n)
/// for n jobs.
///
/// # Errors
///
/// A sentence, if the key of the jobs is there twice.
pub fn parse(text: &[u8], max_complaints: usize) -> Result<Parsed, String> {
    read_json(&SCHEME, text, ["jobs", ""], max_complaints)
}
