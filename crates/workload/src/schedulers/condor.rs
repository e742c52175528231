//! HTCondor: the file `history`, and `condor_history -long` or `-json` and `condor_q -long` or `-json`.
//!
//! Source: the manual of HTCondor, *Job ClassAd Attributes*. Of a job that was started again the last run counts
//! (`JobCurrentStartDate`), and its wait is that until it. A job that is held waits. `RequestCpus` may be an expression: the
//! job has then the size that it was given. A removed job ran until `EnteredCurrentStatus`, or, if it waited or was held
//! then, `LastRemoteWallClockTime` from its last start on. DAGMan and other jobs of the access point hold no slot.

use std::borrow::Cow;

use super::read_blocks;
use super::{count, gpus, instant, owner, span, word};
use crate::draft::Parsed;
use crate::number;
use crate::sacct::cells::{Cells, Fields, Scheme, read_json};

const SCHEME: Scheme = Scheme::of(
    &[
        ("QDate", "Submit", instant),
        ("JobCurrentStartDate", "Start", instant),
        ("JobStartDate", "Start", instant),
        ("CompletionDate", "End", instant),
        ("AllowedExecuteDuration", "Timelimit", span),
        ("AllowedJobDuration", "Timelimit", span),
        ("RequestMemory", "ReqMem", memory),
        ("RemoteHost", "NodeList", host),
        ("LastRemoteHost", "NodeList", host),
        ("Owner", "User", word),
        ("User", "User", owner),
        ("AcctGroup", "Account", word),
        ("JobBatchName", "JobName", word),
        ("Cmd", "JobName", word),
    ],
    put,
);

/// MiB of the job; an expression is unknown.
fn memory(word: &[u8]) -> Cow<'_, [u8]> {
    count(word).map(|size| format!("{size}Mn").into_bytes().into()).unwrap_or_default()
}

/// The host of `slot1_2@n1.site`.
fn host(slot: &[u8]) -> Cow<'_, [u8]> {
    slot.rsplit(|byte| *byte == b'@').next().unwrap_or_default().into()
}

fn put<'f>(job: &'f Fields, cells: &mut Cells<'f>) -> bool {
    /// The job is of several machines; it runs beside the queue.
    const PARALLEL: &[u8] = b"11";
    const OF_ACCESS_POINT: [&[u8]; 2] = [b"7", b"12"];
    if OF_ACCESS_POINT.contains(&job.get("JobUniverse")) {
        cells.left_out = Some("it runs at the access point, as DAGMan does, and holds no slot");
    }
    let cluster = job.get("ClusterId");
    cells.set(
        "JobID",
        match (job.get("ProcId"), job.get("TotalSubmitProcs")) {
            (b"" | b"0", b"" | b"1") => cluster.to_vec(),
            (process, _) => [cluster, b"_", process].concat(),
        },
    );
    let machines = count(job.get("MinHosts")).filter(|_| job.get("JobUniverse") == PARALLEL).unwrap_or(1);
    let asked = if job.get("RequestCpus").is_empty() { Some(1) } else { count(job.get("RequestCpus")) };
    let size = |of_machine: i64| of_machine.saturating_mul(machines).to_string().into_bytes();
    cells.set("ReqCPUS", asked.map(size).unwrap_or_default());
    cells.set("NNodes", machines.to_string().into_bytes());
    if machines > 1 {
        // One of them alone is named.
        cells.clear(["NodeList"]);
    }
    let status = status(job, cells);
    cells.set("State", status);
    if status == b"PENDING" {
        cells.clear(["Start", "End"]);
    }
    if !cells.get("Start").is_empty() {
        let given = count(job.get("CpusProvisioned")).or(asked);
        cells.set("AllocCPUS", given.map(size).unwrap_or_default());
        let names = ["GPUsProvisioned", "RequestGPUs", "RequestGpus"];
        let devices = names.into_iter().find_map(|name| count(job.get(name))).map(size);
        cells.set("AllocTRES", devices.map(|it| gpus(&it).into_owned()).unwrap_or_default());
    }
    true
}

/// By the number of the status; of one that ended, also where the ad has no status, by its exit.
fn status<'f>(job: &'f Fields, cells: &mut Cells<'f>) -> &'static [u8] {
    let is = |name: &str, value: &[u8]| job.get(name).eq_ignore_ascii_case(value);
    let number = match job.get("JobStatus") {
        b"" if !cells.get("End").is_empty() => b"4",
        // Removed from the queue after it was done.
        b"3" if is("LastJobStatus", b"4") => b"4",
        number => number,
    };
    match number {
        b"1" | b"5" => b"PENDING",
        b"2" | b"6" | b"7" => {
            let times = ["JobCurrentStartDate", "ServerTime"].map(|name| number::parse(job.get(name)));
            if let [Ok(start), Ok(now)] = times {
                cells.set("ElapsedRaw", (now - start).max(0).to_string().into_bytes());
            }
            b"RUNNING"
        }
        b"3" => {
            cells.set("End", instant(job.get("EnteredCurrentStatus")));
            if is("LastJobStatus", b"1") || is("LastJobStatus", b"5") {
                let ran = ["JobCurrentStartDate", "LastRemoteWallClockTime"].map(|name| count(job.get(name)));
                match ran {
                    [Some(start), Some(length)] => {
                        cells.set("End", start.saturating_add(length).to_string().into_bytes())
                    }
                    _ => cells.clear(["Start"]),
                }
            }
            b"CANCELLED"
        }
        b"4" if is("ExitBySignal", b"true") => b"FAILED",
        b"4" => match [job.get("ExitCode"), job.get("ExitStatus")].into_iter().find(|it| !it.is_empty()) {
            None | Some(b"0") => b"COMPLETED",
            Some(_) => b"FAILED",
        },
        _ => b"",
    }
}

/// A blank line or, in the file, `*** Offset = 0 …` stands between jobs.
fn begins(line: &[u8]) -> bool {
    line.trim_ascii().is_empty() || line.starts_with(b"***")
}

/// Adds `Name = value`.
fn add_field<'a>(job: &mut Fields<'a>, line: &'a [u8]) {
    if let Some(at) = line.iter().position(|byte| *byte == b'=').filter(|_| !begins(line)) {
        let value = line[at + 1..].trim_ascii();
        job.push(line[..at].trim_ascii(), word(value));
    }
}

/// Reads a whole text: job ads as lines, as a list in JSON, or as JSON one behind the other. A job that cannot be read is a
/// complaint. O(n log n) for n jobs.
///
/// # Errors
///
/// None.
pub fn parse(text: &[u8], max_complaints: usize) -> Result<Parsed, String> {
    match text.trim_ascii_start().first() {
        Some(b'[' | b'{') => read_json(&SCHEME, text, ["jobs", ""], max_complaints),
        _ => read_blocks(&SCHEME, text, max_complaints, begins, add_field),
    }
}
