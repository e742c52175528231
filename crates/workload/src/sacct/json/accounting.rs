//! A job of `sacct --json`: its times and sizes stand in objects of their own.

use std::borrow::Cow;

use super::value::{count_word, member, memory_word, moment, name, number, number_word, resources, state, text_of};
use super::{COLUMNS, Row, Value, get, set, set_value};
use crate::calendar::write_duration;
use crate::json::Member;

/// Members of a job whose values need no conversion: the member, its column in the text, how it is read.
const CELLS: [Value; 5] = [
    ("user", "User", text_of),
    ("group", "Group", text_of),
    ("allocation_nodes", "NNodes", count_word),
    ("constraints", "Constraints", text_of),
    ("state", "State", state),
];

/// The row of a job with these members.
pub fn row<'a>(text: &'a [u8], keys: Vec<Member<'a>>) -> Row<'a> {
    let mut row: Row = vec![Cow::Borrowed(b""); COLUMNS.len()];
    let (mut array, mut whole) = (None, None);
    let word = |at: usize, name: &[u8]| member(text, at, name).map(|at| number_word(text, at)).unwrap_or_default();
    for (key, at) in keys {
        if set_value(&mut row, &CELLS, &key, text, at) {
            continue;
        }
        match &*key {
            b"association" => {
                // Where the job itself does not name its user.
                let user = member(text, at, b"user").map(|at| text_of(text, at)).unwrap_or_default();
                if get(&row, "User").is_empty() {
                    set(&mut row, "User", user);
                }
            }
            b"time" => times(text, at, &mut row),
            b"required" => {
                let word = |name: &[u8]| member(text, at, name).map(|at| count_word(text, at)).unwrap_or_default();
                set(&mut row, "ReqCPUS", word(b"CPUs"));
                let memory = memory_word(&word(b"memory_per_cpu"), &word(b"memory_per_node"));
                set(&mut row, "ReqMem", memory);
            }
            b"tres" => {
                for (key, column) in [(&b"allocated"[..], "AllocTRES"), (b"requested", "ReqTRES")] {
                    if let Some(at) = member(text, at, key) {
                        set(&mut row, column, resources(text, at));
                    }
                }
            }
            b"array" => {
                let task = word(at, b"task_id");
                let tasks = member(text, at, b"task").map(|at| text_of(text, at)).unwrap_or_default();
                array = Some((word(at, b"job_id"), if task.is_empty() { tasks } else { task }));
            }
            b"het" => whole = Some((word(at, b"job_id"), word(at, b"job_offset"))),
            _ => {}
        }
    }
    let job = row[0].clone();
    set(&mut row, "JobID", name(&job, array, whole));
    row
}

fn times<'a>(text: &'a [u8], at: usize, row: &mut Row<'a>) {
    let of = |name: &[u8]| member(text, at, name);
    for (key, column) in
        [(&b"submission"[..], "Submit"), (b"eligible", "Eligible"), (b"start", "Start"), (b"end", "End")]
    {
        set(row, column, of(key).map(|at| moment(text, at)).unwrap_or_default());
    }
    let word = |name: &[u8]| of(name).map(|at| number_word(text, at)).unwrap_or_default();
    set(row, "ElapsedRaw", word(b"elapsed"));
    set(row, "TimelimitRaw", word(b"limit"));
    // Seconds: sacct's column has a duration, in which a plain number is minutes.
    let suspended = of(b"suspended").and_then(|at| number(text, at));
    let suspended = write_duration(suspended.unwrap_or(0));
    set(row, "Suspended", suspended.into_bytes());
}
