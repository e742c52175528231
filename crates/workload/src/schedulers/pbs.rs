//! PBS Professional, OpenPBS and Torque: their accounting, and `qstat -f`, as text and JSON (`-F json`).
//!
//! Sources: PBS Professional 2022.1, Administrator's Guide, *Accounting* (types of records and what they hold) and *Job
//! Exit Status Codes*, and Reference Guide, *Job Attributes*; Torque 6 Administrator Guide, *Accounting records* and *Job
//! exit status*. The records E (the end of a job) and R (PBS Professional: the end of a run that will be repeated) each give
//! a run; D marks a deleted job. A run lasts from `start` to `end`, and its processors are held for that time. A record of an
//! array as a whole (`101[]`) is no job.

use std::borrow::Cow;
use std::collections::HashMap;

use super::{add_words, read_blocks};
use super::{count, failed, gpus, host_list, instant, memory, owner, span, word};
use crate::draft::Parsed;
use crate::lines::{lines, split_once};
use crate::number;
use crate::sacct::cells::{Cells, Fields, Intake, Scheme, read_json};
use crate::swf::shortened;

const SCHEME: Scheme = Scheme {
    objects: &["Resource_List", "resources_used"],
    ..Scheme::of(
        &[
            ("id", "JobID", id),
            ("ctime", "Submit", instant),
            ("etime", "Eligible", instant),
            ("start", "Start", instant),
            ("stime", "Start", instant),
            ("start_time", "Start", instant),
            ("end", "End", instant),
            ("obittime", "End", instant),
            ("comp_time", "End", instant),
            ("Resource_List.walltime", "Timelimit", span),
            ("total_execution_slots", "AllocCPUS", word),
            ("Resource_List.ngpus", "ReqTRES", gpus),
            ("Resource_List.gpus", "ReqTRES", gpus),
            ("Resource_List.gpu", "ReqTRES", gpus),
            ("Resource_List.mem", "ReqMem", memory),
            ("user", "User", word),
            ("euser", "User", word),
            ("Job_Owner", "User", owner),
            ("group", "Group", word),
            ("egroup", "Group", word),
            ("account", "Account", word),
            ("Account_Name", "Account", word),
            ("project", "Account", project),
            ("queue", "Partition", word),
            ("jobname", "JobName", word),
            ("Job_Name", "JobName", word),
            ("depend", "Dependency", word),
        ],
        put,
    )
};

/// `101.head`, or `101[3].head` of an array, without the server.
fn id(word: &[u8]) -> Cow<'_, [u8]> {
    let word = word.split(|byte| *byte == b'.').next().unwrap_or_default();
    let byte = |byte: &u8| if b"[-".contains(byte) { b'_' } else { *byte };
    word.iter().filter(|it| **it != b']').map(byte).collect()
}

fn project(word: &[u8]) -> Cow<'_, [u8]> {
    if word == b"_pbs_project_default" { Cow::default() } else { word.into() }
}

/// The processors and GPUs of chunks: `2:ppn=4:gpus=1+n5`, `2:ncpus=4+1:ncpus=8`, `(n1:ncpus=4)+(n2:ncpus=2)`. A chunk that
/// names no processors has `usual` of them.
fn chunks(spec: &[u8], usual: i64) -> [i64; 2] {
    let mut sums = [0_i64; 2];
    for chunk in spec.split(|byte| *byte == b'+').filter(|it| !it.is_empty()) {
        let mut words = chunk.split(|byte| b":()".contains(byte)).filter(|it| !it.is_empty());
        let number = words.next().and_then(count).unwrap_or(1);
        let mut of_chunk = [usual, 0];
        for (key, value) in words.filter_map(|it| split_once(it, b'=')) {
            match key {
                b"ppn" | b"ncpus" => of_chunk[0] = count(value).unwrap_or(0),
                b"gpus" | b"ngpus" | b"gpu" => of_chunk[1] = count(value).unwrap_or(0),
                _ => {}
            }
        }
        for (sum, each) in sums.iter_mut().zip(of_chunk) {
            *sum = sum.saturating_add(number.saturating_mul(each));
        }
    }
    sums
}

/// The processors of a part of `exec_host` behind its host: `0`, `0-3`, `0,2-3` or `0*4`.
fn slots(part: &[u8]) -> i64 {
    if let Some((_, times)) = split_once(part, b'*') {
        return count(times).unwrap_or(1);
    }
    let range = |it: &[u8]| match split_once(it, b'-').map(|(first, last)| (number::parse(first), number::parse(last)))
    {
        Some((Ok(first), Ok(last))) => last.saturating_sub(first).saturating_add(1).max(0),
        _ => 1,
    };
    part.split(|byte| *byte == b',').map(range).fold(0, i64::saturating_add)
}

fn put<'f>(job: &'f Fields, cells: &mut Cells<'f>) -> bool {
    let number = |name: &str| count(job.get(name)).unwrap_or(0);
    let (nodes, select) = (chunks(job.get("Resource_List.nodes"), 1), chunks(job.get("Resource_List.select"), 1));
    let vnodes = chunks(job.get("exec_vnode"), 0);
    let hosts = || job.get("exec_host").split(|byte| *byte == b'+').filter_map(|it| split_once(it, b'/'));
    let slots = hosts().map(|it| slots(it.1)).fold(0, i64::saturating_add);
    let asked = [nodes[0], number("Resource_List.ncpus"), select[0], number("Resource_List.procs")];
    for (column, counts) in [("ReqCPUS", &asked[..]), ("AllocCPUS", &[vnodes[0], slots][..])] {
        if let Some(known) = counts.iter().find(|it| **it > 0 && cells.get(column).is_empty()) {
            cells.set(column, known.to_string().into_bytes());
        }
    }
    for (column, known) in [("ReqTRES", nodes[1].max(select[1])), ("AllocTRES", vnodes[1])] {
        if known > 0 && cells.get(column).is_empty() {
            cells.set(column, format!("gres/gpu={known}").into_bytes());
        }
    }
    let list = host_list(hosts().map(|it| it.0));
    if list.is_empty() {
        // Of PBS Professional the number of chunks, of which a node may have several.
        cells.set("NNodes", job.get("Resource_List.nodect"));
    }
    cells.set("NodeList", list);
    let ran = job.get("resources_used.walltime");
    if cells.get("End").is_empty() {
        cells.set("Elapsed", span(ran));
    }
    let state = state(job, cells, ran);
    cells.set("State", state);
    let id = job.get("id");
    id.first().is_some_and(u8::is_ascii_digit) && !id.windows(2).any(|it| it == b"[]") && state != MOVED
}

/// The job is at another server.
const MOVED: &[u8] = b"REVOKED";

/// By the state that qstat shows, else by the type of the record and the exit status: below 0 PBS has ended the job,
/// above 128 a signal, which is 256 less.
fn state(job: &Fields, cells: &Cells, ran: &[u8]) -> &'static [u8] {
    const KILL_WALLTIME: i64 = -29;
    let status = [job.get("Exit_status"), job.get("exit_status")].concat();
    match (job.get("job_state"), number::parse(&status)) {
        (b"Q" | b"H" | b"W" | b"T", _) => b"PENDING",
        (b"R" | b"E" | b"S" | b"U" | b"B", _) => b"RUNNING",
        (b"M", _) => MOVED,
        _ if job.get("record") == b"R" => b"PREEMPTED",
        (_, Ok(0)) => b"COMPLETED",
        (_, Ok(KILL_WALLTIME)) => b"TIMEOUT",
        (_, Ok(_)) if !job.get("deleted").is_empty() => b"CANCELLED",
        (_, Ok(status)) => failed(cells, ran, !(0..=128).contains(&status)),
        (_, Err(_)) if cells.get("Start").is_empty() => b"CANCELLED",
        (_, Err(_)) => b"",
    }
}

/// Whether a line is `03/01/2024 00:00:05;Q;101.head;queue=batch`.
pub fn is_record(line: &[u8]) -> bool {
    let mut parts = line.split(|byte| *byte == b';');
    let (Some(moment), Some(kind), Some(_)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    // Fractions of a second may follow.
    let is_moment = moment.len() >= 19
        && moment.iter().zip(b"00/00/0000 00:00:00").all(|(byte, form)| match form {
            b'0' => byte.is_ascii_digit(),
            mark => byte == mark,
        });
    is_moment && (1..=4).contains(&kind.len()) && kind.iter().all(u8::is_ascii_alphanumeric)
}

/// What records say of a job before that of its end.
struct Seen {
    line: u64,
    has_ended: bool,
    is_deleted: bool,
}

/// Reads a whole text of accounting or of `qstat -f`. A line that cannot be read is a complaint, as is a job of the
/// accounting without the record of its end. O(n log n) for n lines.
///
/// # Errors
///
/// A sentence, if the key of the jobs in JSON is there twice.
pub fn parse(text: &[u8], max_complaints: usize) -> Result<Parsed, String> {
    match text.trim_ascii_start() {
        [b'{', ..] => read_json(&SCHEME, text, ["Jobs", "timestamp"], max_complaints),
        start if start.starts_with(BLOCK) => {
            read_blocks(&SCHEME, text, max_complaints, |line| line.starts_with(BLOCK), add_attribute)
        }
        _ => accounting(text, max_complaints),
    }
}

/// The beginning of a job of `qstat -f`.
const BLOCK: &[u8] = b"Job Id:";

/// Adds `    Job_Name = a`, or the rest of the value before behind a tab.
fn add_attribute<'a>(job: &mut Fields<'a>, line: &'a [u8]) {
    if let Some(id) = line.strip_prefix(BLOCK) {
        job.push(&b"id"[..], id.trim_ascii());
    } else if let Some(rest) = line.strip_prefix(b"\t") {
        if let Some(last) = job.last() {
            last.to_mut().extend_from_slice(rest);
        }
    } else if let Some((name, value)) = split_once(line, b'=') {
        job.push(name.trim_ascii(), value.trim_ascii());
    }
}

fn accounting(text: &[u8], max_complaints: usize) -> Result<Parsed, String> {
    let mut intake = Intake::new(&SCHEME, max_complaints)?;
    let mut seen: HashMap<&[u8], Seen> = HashMap::new();
    for (number, line) in (1..).zip(lines(text).map(<[u8]>::trim_ascii)).filter(|(_, line)| !line.is_empty()) {
        let parts: Vec<&[u8]> = line.splitn(4, |byte| *byte == b';').collect();
        let (true, [_, kind, id, ..]) = (is_record(line), &parts[..]) else {
            let why = "no record of accounting, which is a date, a type, a job and its fields with ; between them";
            intake.complaints().leave_out(number, why);
            continue;
        };
        // Licences and reservations have other names, and an array as a whole ends behind its jobs.
        if !id.first().is_some_and(u8::is_ascii_digit) || id.windows(2).any(|it| it == b"[]") {
            continue;
        }
        let before = seen.entry(*id).or_insert(Seen { line: number, has_ended: false, is_deleted: false });
        before.is_deleted |= *kind == b"D";
        before.has_ended |= *kind == b"E";
        let mut job = Fields::default();
        job.push(&b"id"[..], *id);
        job.push(&b"record"[..], *kind);
        if before.is_deleted {
            job.push(&b"deleted"[..], &b"D"[..]);
        }
        add_words(&mut job, parts.get(3).copied().unwrap_or_default());
        // Torque's R names nothing but the job.
        if *kind == b"E" || *kind == b"R" && !job.get("end").is_empty() {
            intake.add(number, &job);
        }
    }
    let mut open: Vec<(&[u8], Seen)> = seen.into_iter().filter(|(_, it)| !it.has_ended).collect();
    base::ordering::sort_by_key(&mut open, |(_, it)| it.line);
    for (id, Seen { line, .. }) in open {
        let id = shortened(id);
        let why = format!("job {id} has no record of its end (E) here: it waits or runs, or another day's file has it");
        intake.complaints().leave_out(line, why);
    }
    Ok(intake.finish())
}
