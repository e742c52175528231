//! A job of `squeue --json`, which lists the jobs that wait or run, and those that ended in the last minutes.

use std::borrow::Cow;

use super::value::{Pair, count_word, memory_word, moment, name, number, number_word, state, text_of};
use super::{COLUMNS, Row, Value, get, set, set_value};
use crate::calendar::write_duration;
use crate::json::Member;
use crate::lines::is_listed;
use crate::sacct::state::State;

/// Values that are no columns of sacct, or not as they are.
#[derive(Default)]
struct Apart<'a> {
    array: Pair<'a>,
    tasks: Cow<'a, [u8]>,
    whole: Pair<'a>,
    processors: Cow<'a, [u8]>,
    /// For each processor, and on each node.
    memory: Pair<'a>,
    user: Cow<'a, [u8]>,
    group: Cow<'a, [u8]>,
    start: Option<i64>,
    end: Option<i64>,
    /// When it was suspended or resumed last.
    suspended_at: Option<i64>,
    /// How long it had run before.
    ran_before: Option<i64>,
}

/// Members of a job whose values need no conversion: the member, its column in the text, how it is read.
const CELLS: [Value; 11] = [
    ("user_name", "User", text_of),
    ("group_name", "Group", text_of),
    ("node_count", "NNodes", count_word),
    ("features", "Constraints", text_of),
    ("dependency", "Dependency", text_of),
    ("job_state", "State", state),
    ("submit_time", "Submit", moment),
    ("eligible_time", "Eligible", moment),
    ("time_limit", "TimelimitRaw", number_word),
    ("tres_alloc_str", "AllocTRES", text_of),
    ("tres_req_str", "ReqTRES", text_of),
];

/// The row of a job with these members; `now` is when the list was made.
pub fn row<'a>(text: &'a [u8], keys: Vec<Member<'a>>, now: Option<i64>) -> Row<'a> {
    let mut row: Row = vec![Cow::Borrowed(b""); COLUMNS.len()];
    let mut apart = Apart::default();
    for (key, at) in keys {
        if set_value(&mut row, &CELLS, &key, text, at) {
            continue;
        }
        match &*key {
            b"user_id" => apart.user = number_word(text, at),
            b"group_id" => apart.group = number_word(text, at),
            b"memory_per_cpu" => apart.memory.0 = count_word(text, at),
            b"memory_per_node" => apart.memory.1 = count_word(text, at),
            b"cpus" => apart.processors = count_word(text, at),
            b"array_job_id" => apart.array.0 = number_word(text, at),
            b"array_task_id" => apart.array.1 = number_word(text, at),
            b"array_task_string" => apart.tasks = text_of(text, at),
            b"het_job_id" => apart.whole.0 = number_word(text, at),
            b"het_job_offset" => apart.whole.1 = number_word(text, at),
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
fn put<'a>(row: &mut Row<'a>, mut apart: Apart<'a>, now: Option<i64>) {
    let has_start = apart.start.is_some_and(|start| now.is_none_or(|now| start <= now));
    let state = State::read(get(row, "State")).of_line(has_start, apart.end.is_some());
    // Its processors: allocated once it has started, requested before.
    let of_processors = if state == State::Pending { "ReqCPUS" } else { "AllocCPUS" };
    for (column, word) in [("User", apart.user), ("Group", apart.group), (of_processors, apart.processors)] {
        if get(row, column).is_empty() {
            set(row, column, word);
        }
    }
    if apart.array.1.is_empty() {
        apart.array.1 = apart.tasks;
    }
    set(row, "ReqMem", memory_word(&apart.memory.0, &apart.memory.1));
    let job = row[0].clone();
    set(row, "JobID", name(&job, Some(apart.array), Some(apart.whole)));
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
            (Some(_), before) if is_listed(get(row, "State"), "SUSPENDED S") => before,
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
