//! A job of `squeue --json`, which lists the jobs that wait or run, and those that ended in the last minutes.

use std::borrow::Cow;

use super::value::{count_word, memory_word, moment, name, number, number_word, state, text_of};
use super::{COLUMNS, Row, get, set};
use crate::calendar::write_duration;
use crate::sacct::state::State;

/// Values that are no columns of sacct, or not as they are.
#[derive(Default)]
struct Apart<'a> {
    array: Cow<'a, [u8]>,
    task: Cow<'a, [u8]>,
    tasks: Cow<'a, [u8]>,
    whole: Cow<'a, [u8]>,
    part: Cow<'a, [u8]>,
    processors: Cow<'a, [u8]>,
    /// For each processor, and on each node.
    memory: (Cow<'a, [u8]>, Cow<'a, [u8]>),
    user: Cow<'a, [u8]>,
    group: Cow<'a, [u8]>,
    start: Option<i64>,
    end: Option<i64>,
    /// When it was suspended or resumed last.
    suspended_at: Option<i64>,
    /// How long it had run before.
    ran_before: Option<i64>,
}

/// The row of a job with these members; `now` is when the list was made.
pub fn row<'a>(text: &'a [u8], keys: impl Iterator<Item = (Cow<'a, [u8]>, usize)>, now: Option<i64>) -> Row<'a> {
    let mut row: Row = vec![Cow::Borrowed(b""); COLUMNS.len()];
    let mut apart = Apart::default();
    for (key, at) in keys {
        match &*key {
            b"job_id" => set(&mut row, "JobIDRaw", number_word(text, at)),
            b"name" => set(&mut row, "JobName", text_of(text, at)),
            b"user_name" => set(&mut row, "User", text_of(text, at)),
            b"user_id" => apart.user = number_word(text, at),
            b"group_name" => set(&mut row, "Group", text_of(text, at)),
            b"group_id" => apart.group = number_word(text, at),
            b"account" => set(&mut row, "Account", text_of(text, at)),
            b"partition" => set(&mut row, "Partition", text_of(text, at)),
            b"qos" => set(&mut row, "QOS", text_of(text, at)),
            b"cluster" => set(&mut row, "Cluster", text_of(text, at)),
            b"nodes" => set(&mut row, "NodeList", text_of(text, at)),
            b"node_count" => set(&mut row, "NNodes", count_word(text, at)),
            b"features" => set(&mut row, "Constraints", text_of(text, at)),
            b"memory_per_cpu" => apart.memory.0 = count_word(text, at),
            b"memory_per_node" => apart.memory.1 = count_word(text, at),
            b"dependency" => set(&mut row, "Dependency", text_of(text, at)),
            b"job_state" => set(&mut row, "State", state(text, at)),
            b"submit_time" => set(&mut row, "Submit", moment(text, at)),
            b"eligible_time" => set(&mut row, "Eligible", moment(text, at)),
            b"time_limit" => set(&mut row, "TimelimitRaw", number_word(text, at)),
            b"tres_alloc_str" => set(&mut row, "AllocTRES", text_of(text, at)),
            b"tres_req_str" => set(&mut row, "ReqTRES", text_of(text, at)),
            b"cpus" => apart.processors = count_word(text, at),
            b"array_job_id" => apart.array = number_word(text, at),
            b"array_task_id" => apart.task = number_word(text, at),
            b"array_task_string" => apart.tasks = text_of(text, at),
            b"het_job_id" => apart.whole = number_word(text, at),
            b"het_job_offset" => apart.part = number_word(text, at),
            b"start_time" => apart.start = number(text, at),
            b"end_time" => apart.end = number(text, at),
            b"suspend_time" => apart.suspended_at = number(text, at),
            b"pre_sus_time" => apart.ran_before = number(text, at),
            _ => {}
        }
    }
    put(&mut row, apart, now);
    row
}

/// The cells that follow from several values.
fn put<'a>(row: &mut Row<'a>, apart: Apart<'a>, now: Option<i64>) {
    let has_start = apart.start.is_some_and(|start| now.is_none_or(|now| start <= now));
    let state = State::read(get(row, "State")).of_line(has_start, apart.end.is_some());
    if get(row, "User").is_empty() {
        set(row, "User", apart.user.clone());
    }
    if get(row, "Group").is_empty() {
        set(row, "Group", apart.group.clone());
    }
    let task = if apart.task.is_empty() { apart.tasks.clone() } else { apart.task.clone() };
    let array = Some((apart.array.clone(), task));
    let whole = Some((apart.whole.clone(), apart.part.clone()));
    set(row, "ReqMem", memory_word(&apart.memory.0, &apart.memory.1));
    let job = row[0].clone();
    set(row, "JobID", name(&job, array, whole));
    // Its processors: allocated once it has started, requested before.
    let column = if state == State::Pending { "ReqCPUS" } else { "AllocCPUS" };
    if get(row, column).is_empty() {
        set(row, column, apart.processors.clone());
    }
    // A job that waits has the start that is expected, one that runs the end of its limit.
    if state == State::Pending {
        return;
    }
    let word = |it: i64| it.to_string().into_bytes();
    let Some(start) = apart.start else {
        return;
    };
    set(row, "Start", word(start));
    let has_ended = state.killed_at_limit().is_some();
    if has_ended && let Some(end) = apart.end {
        set(row, "End", word(end));
    }
    let until = if has_ended { apart.end } else { now };
    if let Some(until) = until {
        // As squeue itself counts the time. A sum of wild numbers stays beyond every time, and the job is told.
        let seconds = match (apart.suspended_at, apart.ran_before.unwrap_or(0)) {
            (Some(_), before) if apart.is_suspended(get(row, "State")) => before,
            (Some(at), before) => (until - at).saturating_add(before),
            (None, _) => until - start,
        };
        set(row, "ElapsedRaw", word(seconds.max(0)));
        if apart.suspended_at.is_some() {
            let suspended = (until - start).saturating_sub(seconds.max(0));
            set(row, "Suspended", write_duration(suspended.max(0)).into_bytes());
        }
    }
}

impl Apart<'_> {
    fn is_suspended(&self, state: &[u8]) -> bool {
        state.eq_ignore_ascii_case(b"SUSPENDED") || state.eq_ignore_ascii_case(b"S")
    }
}
