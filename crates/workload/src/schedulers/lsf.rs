//! LSF: the file `lsb.acct`, and what `bjobs -o` and `bacct -o` print, with a delimiter or as JSON (`-json`).
//!
//! Sources: IBM Spectrum LSF 10.1, *lsb.acct* (the fields of the record `JOB_FINISH`), *bjobs* (the fields of `-o`) and
//! *bacct* (the reasons of a termination). A job without a start was ended while it waited. The time that a job was in the
//! run state (`runTime`, `RUN_TIME`) is less than that from its start to its end if it was suspended. `rusage` of its
//! requirements is what it reserves on each host: memory in MB, and GPUs as `ngpus_physical`.

use std::borrow::Cow;

use super::{count, gpus, host_list, instant, span, word};
use crate::calendar::read_duration;
use crate::csv;
use crate::draft::Parsed;
use crate::foreign::{LINES, has_words};
use crate::lines::{lines, split_once};
use crate::number;
use crate::sacct::cells::{Cells, Fields, Intake, Scheme, read_json};

/// The fields of a record. A field with `*2` is a number n; 2n fields without a name follow it.
const NAMES: &str = "type version eventTime jobId userId options numProcessors submitTime beginTime termTime startTime \
                     userName queue resReq dependCond preExecCmd fromHost cwd inFile outFile errFile jobFile \
                     numAskedHosts*1 execHosts*1 jStatus hostFactor jobName command utime stime maxrss ixrss ismrss idrss \
                     isrss minflt majflt nswap inblock oublock ioch msgsnd msgrcv nsignals nvcsw nivcsw exutime mailUser \
                     projectName exitStatus maxNumProcessors loginShell timeEvent idx maxRMem maxRSwap inFileSpool \
                     commandSpool rsvId sla exceptMask additionalInfo exitInfo";

/// Those behind them, from version 9 on. Of each host there are six fields, and `runLimit` is before `options3`, other than in
/// the document: so they are in files of versions 9.11 to 10.108.
const NAMES_OF_9: &str = "warningAction warningTimePeriod chargedSAAP licenseProject app postExecCmd runtimeEstimation \
                           jobGroupName requeueEvalues options2 resizeNotifyCmd lastResizeTime rsvId jobDescription \
                           submitExt*2 hostRusage*6 runLimit options3 avgMem effectiveResReq srcCluster srcJobId \
                           dstCluster dstJobId forwardTime flow acJobWaitTime totalProvisionTime outdir runTime";

/// The command whose output is read.
pub const COMMAND: &str = "Slotscope reads `bjobs -a -json -o \"jobid jobindex stat user queue nreq_slot nalloc_slot exec_host gpu_num \
                           effective_resreq submit_time start_time finish_time run_time runtimelimit proj_name job_name \
                           exit_reason\"`";

const RECORDS: Scheme = Scheme::of(
    &[
        ("submitTime", "Submit", instant),
        ("beginTime", "Eligible", instant),
        ("startTime", "Start", instant),
        ("eventTime", "End", instant),
        ("runTime", "ElapsedRaw", run_time),
        ("runLimit", "Timelimit", span),
        ("numProcessors", "ReqCPUS", word),
        ("userName", "User", word),
        ("queue", "Partition", word),
        ("projectName", "Account", word),
        ("jobName", "JobName", job_name),
        ("dependCond", "Dependency", word),
    ],
    put,
);

const LISTS: Scheme = Scheme {
    fields: &[
        ("SUBMIT_TIME", "Submit", instant),
        ("START_TIME", "Start", instant),
        ("FINISH_TIME", "End", instant),
        ("RUN_TIME", "ElapsedRaw", run_time),
        ("RUNTIMELIMIT", "Timelimit", minutes),
        ("NREQ_SLOT", "ReqCPUS", word),
        ("MIN_REQ_PROC", "ReqCPUS", word),
        ("NALLOC_SLOT", "AllocCPUS", word),
        ("SLOTS", "AllocCPUS", word),
        ("GPU_NUM", "ReqTRES", gpus),
        ("USER", "User", word),
        ("USER_GROUP", "Group", word),
        ("QUEUE", "Partition", word),
        ("PROJ_NAME", "Account", word),
        ("PROJECT", "Account", word),
        ("JOB_NAME", "JobName", job_name),
        ("DEPENDENCY", "Dependency", word),
    ],
    hint: "; LSB_DISPLAY_YEAR=Y in lsf.conf makes LSF print the year of its dates",
    ..RECORDS
};

/// `1200 second(s)` or `00:20:00`, empty for 0.
fn run_time(word: &[u8]) -> Cow<'_, [u8]> {
    let seconds = word.split(|byte| *byte == b' ').next().unwrap_or_default();
    let parted = read_duration(seconds).filter(|it| *it > 0 && seconds.contains(&b':'));
    match (count(seconds), parted) {
        (Some(_), _) => seconds.into(),
        (None, parted) => parted.map(|it| it.to_string().into_bytes().into()).unwrap_or_default(),
    }
}

/// `a[3]` of an array, without the index.
fn job_name(word: &[u8]) -> Cow<'_, [u8]> {
    self::word(word.split(|byte| *byte == b'[').next().unwrap_or_default())
}

/// `60.0/n1`: minutes, and the host to whose speed they are scaled.
fn minutes(word: &[u8]) -> Cow<'_, [u8]> {
    let minutes = word.split(|byte| *byte == b'/').next().unwrap_or_default();
    let seconds = std::str::from_utf8(minutes).ok().and_then(|it| it.trim().parse::<f64>().ok()).map(|it| it * 60.0);
    match seconds {
        Some(seconds) => span(format!("{seconds:.0}").as_bytes()).into_owned().into(),
        None => self::word(word),
    }
}

fn put<'f>(job: &'f Fields, cells: &mut Cells<'f>) -> bool {
    let id = [job.get("jobId"), job.get("JOBID")].concat();
    let id: Vec<u8> = id.iter().filter(|it| **it != b']').map(|it| if *it == b'[' { b'_' } else { *it }).collect();
    let index = [job.get("idx"), job.get("JOBINDEX")].concat();
    let is_named = count(&index).is_none() || id.contains(&b'_');
    cells.set("JobID", if is_named { id } else { [&id[..], b"_", &index].concat() });
    let hosts =
        job.get("execHosts").split(|byte| *byte == b' ').chain(job.get("EXEC_HOST").split(|byte| *byte == b':'));
    // `4*n1` are four slots of n1.
    let parted = |host| split_once(host, b'*').filter(|it| count(it.0).is_some()).unwrap_or((&b"1"[..], host));
    let hosts: Vec<(&[u8], &[u8])> = hosts.filter(|it| !word(it).is_empty()).map(parted).collect();
    if cells.get("AllocCPUS").is_empty() && !hosts.is_empty() {
        let slots = hosts.iter().filter_map(|it| count(it.0)).fold(0, i64::saturating_add);
        cells.set("AllocCPUS", slots.to_string().into_bytes());
    }
    let list = host_list(hosts.iter().map(|it| it.1));
    let reserved = |name| {
        // What is reserved on each host tells of a job whose hosts are known.
        let texts = ["effectiveResReq", "EFFECTIVE_RESREQ", "resReq"].map(|it| job.get(it));
        texts.into_iter().find(|it| !it.is_empty() && !hosts.is_empty()).and_then(|it| reserved(it, name))
    };
    if let Some(memory) = reserved("mem") {
        cells.set("ReqMem", format!("{memory}Mn").into_bytes());
    }
    if let Some(each) = reserved("ngpus_physical").filter(|_| cells.get("ReqTRES").is_empty()) {
        let hosts = list.split(|byte| *byte == b',').count() as i64;
        cells.set("ReqTRES", format!("gres/gpu={}", each.saturating_mul(hosts)).into_bytes());
    }
    cells.set("NodeList", list);
    cells.set("State", state(job));
    true
}

/// How much of a resource `rusage[mem=4000.00:duration=5,ngpus_physical=2.00]` reserves.
fn reserved(requirements: &[u8], name: &str) -> Option<i64> {
    let text = std::str::from_utf8(requirements).ok()?;
    let reserved = text.split_once("rusage[")?.1.split(']').next()?;
    let mut pairs = reserved.split([',', ':']).filter_map(|it| it.split_once('='));
    pairs.find(|it| it.0.trim() == name).and_then(|it| count(it.1.as_bytes()))
}

/// By the status, of which a bit tells EXIT (32) or DONE (64), and the reason of a termination. A job that was put back
/// into the queue counts as failed.
fn state(job: &Fields) -> &'static [u8] {
    const RUN_LIMIT: [&[u8]; 2] = [b"5", b"TERM_RUNLIMIT"];
    // Killed by root or an administrator, or by its user.
    const BY_PEOPLE: [&[u8]; 8] =
        [b"8", b"9", b"14", b"15", b"TERM_FORCE_OWNER", b"TERM_FORCE_ADMIN", b"TERM_OWNER", b"TERM_ADMIN"];
    let reason = [job.get("exitInfo"), job.get("EXIT_REASON")].concat();
    let reason = reason.split(|byte| b": ".contains(byte)).next().unwrap_or_default();
    match job.get("STAT") {
        b"PEND" | b"PSUSP" | b"WAIT" => return b"PENDING",
        b"RUN" | b"SSUSP" | b"USUSP" | b"PROV" | b"ZOMBI" | b"UNKWN" => return b"RUNNING",
        b"DONE" => return b"COMPLETED",
        _ if number::parse(job.get("jStatus")).is_ok_and(|it| it & 64 != 0) => return b"COMPLETED",
        _ => {}
    }
    match reason {
        reason if RUN_LIMIT.contains(&reason) => b"TIMEOUT",
        reason if BY_PEOPLE.contains(&reason) => b"CANCELLED",
        _ => b"FAILED",
    }
}

/// Whether a line is the record of a job's end.
pub fn is_record(line: &[u8]) -> bool {
    line.starts_with(b"\"JOB_FINISH\" ")
}

/// Whether a line names columns of `bjobs -o` with a delimiter: only LSF has one called `STAT`.
pub fn names_columns(line: &[u8]) -> bool {
    has_words(line, &[delimiter(line)], "JOBID STAT") && delimiter(line) != b' '
}

/// The first byte behind the first name.
fn delimiter(line: &[u8]) -> u8 {
    let is_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    line.iter().find(|byte| !is_of_name(byte)).copied().unwrap_or(b' ')
}

/// The fields of a record.
fn record<'a>(line: &'a [u8], cells: &mut Vec<Cow<'a, [u8]>>) -> Fields<'a> {
    cells.clear();
    csv::split(line, b' ', cells);
    let is_of_9 = cells.get(1).and_then(|it| it.split(|byte| *byte == b'.').next().and_then(count)) >= Some(9);
    let names = NAMES.split(' ').chain(NAMES_OF_9.split(' ').filter(|_| is_of_9));
    let mut rest = cells.drain(..);
    let mut job = Fields::default();
    for name in names {
        let Some(mut value) = rest.next() else {
            break;
        };
        let (name, each) = name.split_once('*').map_or((name, 0), |(name, each)| (name, each.parse().unwrap_or(0)));
        if each > 0 {
            let fields = usize::try_from(count(&value).unwrap_or(0)).unwrap_or(0).saturating_mul(each);
            value = rest.by_ref().take(fields).collect::<Vec<_>>().join(&b' ').into();
        }
        job.push(name.as_bytes(), value);
    }
    job
}

/// Reads a whole text. A line that cannot be read is a complaint; records of other events are passed over. O(n log n)
/// for n jobs.
///
/// # Errors
///
/// In words, if the columns of bjobs do not suffice for a log; if the key of the jobs in JSON is there twice.
pub fn parse(text: &[u8], max_complaints: usize) -> Result<Parsed, String> {
    if text.trim_ascii_start().starts_with(b"{") {
        return read_json(&LISTS, text, ["RECORDS", ""], max_complaints);
    }
    let numbered = || (1..).zip(lines(text).map(<[u8]>::trim_ascii)).filter(|it| !it.1.is_empty());
    if let Some((_, first)) = numbered().take(LINES).find(|it| names_columns(it.1)) {
        return list(numbered(), first, max_complaints);
    }
    let mut intake = Intake::new(&RECORDS, max_complaints)?;
    let mut cells = Vec::new();
    for (number, line) in numbered() {
        if is_record(line) {
            intake.add(number, &record(line, &mut cells));
        } else if !line.starts_with(b"\"") {
            let why = "no record of lsb.acct, which begins with the name of an event in quotes";
            intake.complaints().leave_out(number, why);
        }
    }
    Ok(intake.finish())
}

/// Reads the rows below the line that names their columns; it may come again.
fn list<'a>(
    numbered: impl Iterator<Item = (u64, &'a [u8])>,
    first: &'a [u8],
    max_complaints: usize,
) -> Result<Parsed, String> {
    let mark = delimiter(first);
    let parted = |line: &'a [u8]| line.split(move |byte| *byte == mark).map(<[u8]>::trim_ascii);
    let names: Vec<&[u8]> = parted(first).collect();
    if !names.contains(&&b"SUBMIT_TIME"[..]) {
        return Err(format!("these are columns of bjobs without SUBMIT_TIME: {COMMAND}"));
    }
    let mut intake = Intake::new(&LISTS, max_complaints)?;
    for (number, line) in numbered.skip_while(|it| it.1 != first).filter(|it| it.1 != first) {
        let (found, named) = (parted(line).count(), names.len());
        if found == named {
            let mut job = Fields::default();
            names.iter().zip(parted(line)).for_each(|(name, value)| job.push(*name, value));
            intake.add(number, &job);
        } else {
            intake.complaints().leave_out(number, format!("{found} columns where the first line names {named}"));
        }
    }
    Ok(intake.finish())
}
