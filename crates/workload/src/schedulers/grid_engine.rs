//! Grid Engine (Sun, Son of, Univa and Altair, Open Cluster Scheduler): the file `accounting`, and `qacct -j`.
//!
//! Sources: the manual pages accounting(5) and qacct(1). The names are those of qacct. A job of a parallel environment
//! holds `slots`; the records of its tasks on other hosts (`pe_taskid`) are no jobs. The host of such a job is that of its
//! master, so nodes are known of other jobs alone. The limit is `h_rt` of the resources that were asked for. Of an array
//! each task is a job. Sites name the resource for GPUs themselves: what usual names ask for counts for the job.

use std::borrow::Cow;

use super::read_blocks;
use super::{count, failed, first, gpus, instant, span, word};
use crate::draft::Parsed;
use crate::foreign::are_digits;
use crate::lines::{is_listed, lines, split_once};
use crate::number;
use crate::sacct::cells::{Cells, Fields, Intake, Scheme};

/// The fields of a record, with colons between them.
const NAMES: &str = "qname hostname group owner jobname jobnumber account priority qsub_time start_time end_time failed \
                     exit_status ru_wallclock ru_utime ru_stime ru_maxrss ru_ixrss ru_ismrss ru_idrss ru_isrss ru_minflt \
                     ru_majflt ru_nswap ru_inblock ru_oublock ru_msgsnd ru_msgrcv ru_nsignals ru_nvcsw ru_nivcsw project \
                     department granted_pe slots taskid cpu mem io category iow pe_taskid";

/// The place of the resources that were asked for, in which colons may stand.
const CATEGORY: usize = 39;

/// Resources for GPUs, as many sites call them.
const GPUS: &str = "gpu gpus ngpu ngpus num_gpu num_gpus gpu_count gpu_card nvidia_gpu";

const SCHEME: Scheme = Scheme::of(
    &[
        ("qsub_time", "Submit", instant),
        ("start_time", "Start", instant),
        ("end_time", "End", instant),
        ("slots", "AllocCPUS", word),
        ("owner", "User", word),
        ("group", "Group", word),
        ("project", "Account", word),
        ("qname", "Partition", word),
        ("jobname", "JobName", word),
    ],
    put,
);

fn put<'f>(job: &'f Fields, cells: &mut Cells<'f>) -> bool {
    let known = |name: &str| word(job.get(name));
    let id = match count(job.get("taskid")) {
        Some(task) => [job.get("jobnumber"), b"_", task.to_string().as_bytes()].concat(),
        None => job.get("jobnumber").to_vec(),
    };
    cells.set("JobID", id);
    let resources = [job.get("category"), job.get("hard_resources")].join(&b' ');
    let asked = |names| {
        let mut pairs = resources.split(|byte| b" ,".contains(byte)).filter_map(|it| split_once(it, b'='));
        pairs.find(|it| is_listed(it.0, names)).map_or(&b""[..], |it| it.1)
    };
    cells.set("Timelimit", span(asked("h_rt")).into_owned());
    cells.set("ReqTRES", gpus(asked(GPUS)).into_owned());
    if known("granted_pe").is_empty() {
        cells.set("NodeList", known("hostname"));
    }
    let state = state(job, cells);
    cells.set("State", state);
    // Sums of all jobs have no number.
    known("pe_taskid").is_empty() && !job.get("jobnumber").is_empty()
}

/// By what the system noted and by the exit status, which is 128 more than a signal. A job that migrated or was
/// rescheduled (24, 25) counts as failed.
fn state(job: &Fields, cells: &Cells) -> &'static [u8] {
    // The qmaster or the host enforced a limit; the job ended by a signal.
    const KILLED: [i64; 3] = [37, 44, 100];
    let code = number::parse(&first(job.get("failed"))).unwrap_or(0);
    let status = number::parse(&first(job.get("exit_status"))).unwrap_or(0);
    let deleted_by = [job.get("deleted_by"), job.get("qdel_info")].concat();
    match (code, status) {
        (0, 0) => b"COMPLETED",
        _ if !word(&deleted_by).is_empty() => b"CANCELLED",
        _ => failed(cells, job.get("ru_wallclock"), KILLED.contains(&code) || status > 128),
    }
}

/// Whether a line is `all.q:n1:g1:u1:a:101:sge:0:1709251205:…`.
pub fn is_record(line: &[u8]) -> bool {
    let fields: Vec<&[u8]> = line.split(|byte| *byte == b':').collect();
    fields.len() > CATEGORY && are_digits(fields[5]) && are_digits(fields[8])
}

/// The fields of a record. Behind the resources stand `iow`, a number, and `pe_taskid`, which is none.
fn record(line: &[u8]) -> Fields<'_> {
    let mut parts: Vec<Cow<[u8]>> = line.split(|byte| *byte == b':').map(Cow::Borrowed).collect();
    let is_number = |at: usize| parts.get(at).is_some_and(|it| number::parse(it).is_ok());
    let is_word = |it: &[u8]| !it.iter().any(|byte| b" =,".contains(byte)) && number::parse(it).is_err();
    let is_task = |at: usize| parts.get(at).is_some_and(|it| is_word(it));
    let end = (CATEGORY + 1..parts.len()).find(|at| is_number(*at) && is_task(at + 1)).unwrap_or(CATEGORY + 1);
    let category = parts[CATEGORY..end].join(&b':');
    parts.splice(CATEGORY..end, [Cow::Owned(category)]);
    let mut job = Fields::default();
    NAMES.split(' ').zip(parts).for_each(|(name, value)| job.push(name.as_bytes(), value));
    job
}

/// Adds `slots        4`.
fn add_field<'a>(job: &mut Fields<'a>, line: &'a [u8]) {
    let line = line.trim_ascii();
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    job.push(&line[..end], line[end..].trim_ascii());
}

/// Reads a whole text. A line that cannot be read is a complaint. O(n log n) for n jobs.
///
/// # Errors
///
/// None.
pub fn parse(text: &[u8], max_complaints: usize) -> Result<Parsed, String> {
    let is_comment = |line: &[u8]| line.first().is_none_or(|it| *it == b'#');
    if lines(text).any(|line| line.trim_ascii_start().starts_with(b"qname ")) {
        let begins = |line: &[u8]| line.trim_ascii_start().starts_with(b"=====");
        return read_blocks(&SCHEME, text, max_complaints, begins, add_field);
    }
    let mut intake = Intake::new(&SCHEME, max_complaints)?;
    for (number, line) in (1..).zip(lines(text).map(<[u8]>::trim_ascii)).filter(|it| !is_comment(it.1)) {
        if is_record(line) {
            intake.add(number, &record(line));
        } else {
            intake
                .complaints()
                .leave_out(number, "no record of accounting(5), which has 45 fields with colons between them");
        }
    }
    Ok(intake.finish())
}
