//! `sacct --json` and `squeue --json`: each job as a row of the table that sacct prints.
//!
//! Source: Slurm's plugins `data_parser/v0.0.37` to `v0.0.42`. A number is plain in the older ones, and
//! `{"set": true, "infinite": false, "number": 5}` in the newer ones; a state is a word or a list of words. The text
//! is taken apart job by job and never built up: nothing but the jobs themselves takes memory.

#[cfg(test)]
mod tests;
pub mod value;

use super::cells::{Cells, Fields, Scheme, read_json};
use super::state::State;
use crate::json::members;
use crate::lines::is_listed;
use crate::parsed::Parsed;
use value::{count_word, duration, memory_word, moment, name, number, number_word, resources, state, text_of};

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
