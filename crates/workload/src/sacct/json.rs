//! `sacct --json` and `squeue --json`: each job as a row of the table that sacct prints.
//!
//! Source: Slurm's plugins `data_parser/v0.0.37` to `v0.0.42`. A number is plain in the older ones, and
//! `{"set": true, "infinite": false, "number": 5}` in the newer ones; a state is a word or a list of words. The text
//! is taken apart job by job and never built up: nothing but the jobs themselves takes memory.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use super::cells::State;
use super::cells::{Cells, Fields, Scheme, read_json};
use crate::calendar::write_duration;
use crate::draft::Parsed;
use crate::json::{elements, members, word};
use crate::lines::is_listed;
use crate::number::NumberError;
use crate::sacct::cells::{INFINITE, NO_NUMBER};

/// The fields of both programs. None is a field of the other one with another meaning.
const SCHEME: Scheme = Scheme {
    fields: &[
        ("job_id", "JobIDRaw", number_word),
        ("name", "JobName", text_of),
        ("account", "Account", text_of),
        ("partition", "Partition", text_of),
        ("qos", "QOS", text_of),
        ("cluster", "Cluster", text_of),
        ("nodes", "NodeList", text_of),
        // Of sacct.
        ("user", "User", text_of),
        ("association.user", "User", text_of),
        ("group", "Group", text_of),
        ("allocation_nodes", "NNodes", count_word),
        ("constraints", "Constraints", text_of),
        ("state", "State", state),
        ("time.submission", "Submit", moment),
        ("time.eligible", "Eligible", moment),
        ("time.start", "Start", moment),
        ("time.end", "End", moment),
        ("time.elapsed", "ElapsedRaw", number_word),
        ("time.limit", "TimelimitRaw", number_word),
        ("required.CPUs", "ReqCPUS", count_word),
        ("tres.allocated", "AllocTRES", resources),
        ("tres.requested", "ReqTRES", resources),
        // Of squeue.
        ("user_name", "User", text_of),
        ("user_id", "User", number_word),
        ("group_name", "Group", text_of),
        ("group_id", "Group", number_word),
        ("node_count", "NNodes", count_word),
        ("features", "Constraints", text_of),
        ("dependency", "Dependency", text_of),
        ("job_state", "State", state),
        ("submit_time", "Submit", moment),
        ("eligible_time", "Eligible", moment),
        ("time_limit", "TimelimitRaw", number_word),
        ("tres_alloc_str", "AllocTRES", text_of),
        ("tres_req_str", "ReqTRES", text_of),
    ],
    rest: |job, cells| {
        // squeue has all of a job's values beside one another.
        let is_queue = !job.get("job_state").is_empty() || !job.get("submit_time").is_empty();
        (if is_queue { put_of_queue } else { put_of_accounting })(job, cells);
        true
    },
    objects: &["association", "time", "required", "tres", "array", "het"],
    value: |text| text.into(),
    is_of_queue: false,
    hint: "",
};

/// The cells of a job of sacct that follow from several fields.
fn put_of_accounting<'f>(job: &'f Fields, cells: &mut Cells<'f>) {
    cells.set("ReqMem", memory_word(job.get("required.memory_per_cpu"), job.get("required.memory_per_node")));
    cells.set("Suspended", duration(number(job.get("time.suspended")).unwrap_or(0)));
    put_name(job, cells, ["array.job_id", "array.task_id", "array.task", "het.job_id", "het.job_offset"]);
}

/// How people call the job: by its array and task, or by the heterogeneous job and its part.
fn put_name<'f>(job: &'f Fields, cells: &mut Cells<'f>, names: [&str; 5]) {
    let tasks = text_of(job.get(names[2]));
    let [array, task, _, whole, part] = names.map(|name| number_word(job.get(name)));
    let task = if task.is_empty() { tasks } else { task };
    cells.set("JobID", name(cells.get("JobIDRaw"), [&array, &task], [&whole, &part]));
}

/// The cells of a job of squeue that follow from several fields. It lists the jobs that wait or run, and those that ended in
/// the last minutes.
fn put_of_queue<'f>(job: &'f Fields, cells: &mut Cells<'f>) {
    let [now, start, end, suspended_at, ran_before] =
        ["last_update", "start_time", "end_time", "suspend_time", "pre_sus_time"].map(|name| number(job.get(name)));
    let has_start = start.is_some_and(|start| now.is_none_or(|now| start <= now));
    let state = State::read(cells.get("State")).of_line(has_start, end.is_some());
    // Its processors: allocated once it has started, requested before.
    cells.set(if state == State::Pending { "ReqCPUS" } else { "AllocCPUS" }, count_word(job.get("cpus")));
    cells.set("ReqMem", memory_word(job.get("memory_per_cpu"), job.get("memory_per_node")));
    put_name(job, cells, ["array_job_id", "array_task_id", "array_task_string", "het_job_id", "het_job_offset"]);
    // A job that waits has the start that is expected, one that runs the end of its limit.
    let Some(start) = start.filter(|_| state != State::Pending) else {
        return;
    };
    let word = |it: i64| it.to_string().into_bytes();
    cells.set("Start", word(start));
    let has_ended = state.killed_at_limit().is_some();
    if has_ended && let Some(end) = end {
        cells.set("End", word(end));
    }
    let until = if has_ended { end } else { now };
    if let Some(until) = until {
        // As squeue itself counts the time. A sum of wild numbers stays beyond every time, and the job is told.
        let seconds = match (suspended_at, ran_before.unwrap_or(0)) {
            (Some(_), before) if is_listed(cells.get("State"), "SUSPENDED S") => before,
            (Some(at), before) => (until - at).saturating_add(before),
            (None, _) => until - start,
        };
        let seconds = seconds.max(0);
        cells.set("ElapsedRaw", word(seconds));
        if suspended_at.is_some() {
            cells.set("Suspended", duration((until - start).saturating_sub(seconds).max(0)));
        }
    }
}

/// Whether a text that begins with `{` is such an object: one of its `jobs` has a `job_id`, or there are none and
/// `meta` names Slurm. Reads no further than it takes to know.
pub fn is_json(text: &[u8]) -> bool {
    let (mut has_none, mut is_slurm) = (false, false);
    for (key, at) in members(text, 0).map_while(Result::ok) {
        match &*key {
            b"jobs" => match first_job(text, at) {
                Some(first) => return has_number(text, first),
                None => has_none = text.get(at) == Some(&b'['),
            },
            b"meta" => {
                let names = members(text, at).map_while(Result::ok);
                let mut names = names.map(|(key, _)| key.to_ascii_lowercase());
                is_slurm |= names.any(|key| key == b"slurm");
            }
            _ => {}
        }
        if has_none && is_slurm {
            return true;
        }
    }
    false
}

/// Where the first element of an array begins, though it may be cut short.
fn first_job(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?.strip_prefix(b"[")?;
    let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace());
    let first = at + 1 + blank.count();
    (text.get(first) == Some(&b'{')).then_some(first)
}

fn has_number(text: &[u8], at: usize) -> bool {
    let mut keys = members(text, at).map_while(Result::ok);
    keys.any(|(key, _)| *key == *b"job_id")
}

/// Reads a whole text, as [`read_json`].
///
/// # Errors
///
/// A sentence, if the key of the jobs is there twice.
pub fn parse(text: &[u8], max_complaints: usize) -> Result<Parsed, String> {
    read_json(&SCHEME, text, ["jobs", "last_update"], max_complaints)
}

/// The member called `name` of an object; empty where there is none.
pub fn member<'a>(text: &'a [u8], name: &[u8]) -> &'a [u8] {
    let mut all = members(text, 0).map_while(Result::ok);
    all.find(|(key, _)| **key == *name).map_or(b"", |(_, at)| &text[at..])
}

/// A text; empty for `null` and for values that are not a word.
pub fn text_of(text: &[u8]) -> Cow<'_, [u8]> {
    if matches!(text.first(), Some(b'{' | b'[')) {
        return Cow::default();
    }
    match word(text, 0) {
        Ok(word) if text[0] == b'"' || *word != *b"null" => word,
        _ => Cow::default(),
    }
}

/// A number as a word, plain or `{"set", "infinite", "number"}`: empty where it is not set, `UNLIMITED` where it is
/// infinite.
fn number_word(text: &[u8]) -> Cow<'_, [u8]> {
    const UNLIMITED: Cow<[u8]> = Cow::Borrowed(b"UNLIMITED");
    let plain = match text.first() {
        Some(b'{') => {
            let is = |name: &[u8]| member(text, name).starts_with(b"true");
            if is(b"infinite") {
                return UNLIMITED;
            }
            if is(b"set") { text_of(member(text, b"number")) } else { Cow::default() }
        }
        _ => text_of(text),
    };
    if INFINITE.contains(&&*plain) {
        return UNLIMITED;
    }
    if NO_NUMBER.contains(&&*plain) { Cow::default() } else { plain }
}

/// A number of processors, as [`number_word`]; empty where it is infinite.
fn count_word(text: &[u8]) -> Cow<'_, [u8]> {
    match number_word(text) {
        word if *word == *b"UNLIMITED" => Cow::default(),
        word => word,
    }
}

/// A number of MiB for each processor or on each node as sacct prints it, `4000Mc` or `16000Mn`, or `0` for all of a node;
/// empty where there is none.
fn memory_word(per_processor: &[u8], per_node: &[u8]) -> Vec<u8> {
    match (&*count_word(per_processor), &*count_word(per_node)) {
        (b"", b"0") => b"0".to_vec(),
        (b"" | b"0", b"" | b"0") => Vec::new(),
        (b"" | b"0", node) => [node, b"Mn"].concat(),
        (processor, _) => [processor, b"Mc"].concat(),
    }
}

/// A whole number above 0; one that is too large is the largest, which is beyond every time, so that the job is told.
pub fn number(text: &[u8]) -> Option<i64> {
    let word = number_word(text);
    let number = match crate::number::parse(&word) {
        Err(NumberError::TooLarge) if !word.starts_with(b"-") => Some(i64::MAX),
        parsed => parsed.ok(),
    };
    number.filter(|&number| number > 0)
}

/// A moment in seconds since 1970; empty for 0, which stands for none.
pub fn moment(text: &[u8]) -> Cow<'_, [u8]> {
    number(text).map(|number| number.to_string().into_bytes().into()).unwrap_or_default()
}

/// A number of seconds as a duration, in whose column a plain number would be minutes.
pub fn duration(seconds: i64) -> Vec<u8> {
    write_duration(seconds).into_bytes()
}

/// A state: a word, the first of a list of words, or either under `current`.
pub fn state(text: &[u8]) -> Cow<'_, [u8]> {
    match text.first() {
        Some(b'{') => {
            let current = member(text, b"current");
            if current.first() == Some(&b'{') { Cow::default() } else { state(current) }
        }
        Some(b'[') => match elements(text, 0).next() {
            Some(Ok(first)) => text_of(&text[first.start..]),
            _ => Cow::default(),
        },
        _ => text_of(text),
    }
}

/// Trackable resources as sacct prints them, `cpu=4,gres/gpu=2`, from a list of objects.
pub fn resources(text: &[u8]) -> Cow<'_, [u8]> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    for one in elements(text, 0).map_while(Result::ok) {
        let of = |name: &[u8]| member(&text[one.start..], name);
        let (kind, name, count) = (text_of(of(b"type")), text_of(of(b"name")), count_word(of(b"count")));
        if !kind.is_empty() && !count.is_empty() {
            let mark = if name.is_empty() { &b""[..] } else { b"/" };
            words.push([&*kind, mark, &*name, b"=", &*count].concat());
        }
    }
    words.join(&b","[..]).into()
}

/// The name of a job as sacct prints it: its number, that of its array and of its task, or that of a heterogeneous job
/// and of its part.
pub fn name(job: &[u8], array: [&[u8]; 2], whole: [&[u8]; 2]) -> Vec<u8> {
    let is_known = |it: [&[u8]; 2]| !it[0].is_empty() && *it[0] != *b"0" && !it[1].is_empty();
    match (array, whole) {
        (array, _) if is_known(array) => array.join(&b"_"[..]),
        (_, whole) if is_known(whole) => whole.join(&b"+"[..]),
        _ => job.to_vec(),
    }
}
