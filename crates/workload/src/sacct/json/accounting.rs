//! A job of `sacct --json`: its times and sizes stand in objects of their own.

use std::borrow::Cow;

use super::value::{count_word, member, memory_word, moment, name, number, number_word, resources, state, text_of};
use super::{COLUMNS, Row, get, set};
use crate::calendar::write_duration;

/// The row of a job with these members.
pub fn row<'a>(text: &'a [u8], keys: impl Iterator<Item = (Cow<'a, [u8]>, usize)>) -> Row<'a> {
    let mut row: Row = vec![Cow::Borrowed(b""); COLUMNS.len()];
    let (mut array, mut whole) = (None, None);
    let pair = |at: usize, first: &[u8], second: &[u8]| {
        let word = |name: &[u8]| member(text, at, name).map(|at| number_word(text, at)).unwrap_or_default();
        (word(first), word(second))
    };
    for (key, at) in keys {
        match &*key {
            b"job_id" => set(&mut row, "JobIDRaw", number_word(text, at)),
            b"name" => set(&mut row, "JobName", text_of(text, at)),
            b"user" => set(&mut row, "User", text_of(text, at)),
            b"association" => {
                // Where the job itself does not name its user.
                let user = member(text, at, b"user").map(|at| text_of(text, at)).unwrap_or_default();
                if get(&row, "User").is_empty() {
                    set(&mut row, "User", user);
                }
            }
            b"group" => set(&mut row, "Group", text_of(text, at)),
            b"account" => set(&mut row, "Account", text_of(text, at)),
            b"partition" => set(&mut row, "Partition", text_of(text, at)),
            b"qos" => set(&mut row, "QOS", text_of(text, at)),
            b"cluster" => set(&mut row, "Cluster", text_of(text, at)),
            b"nodes" => set(&mut row, "NodeList", text_of(text, at)),
            b"allocation_nodes" => set(&mut row, "NNodes", count_word(text, at)),
            b"constraints" => set(&mut row, "Constraints", text_of(text, at)),
            b"state" => set(&mut row, "State", state(text, at)),
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
                let (job, task) = pair(at, b"job_id", b"task_id");
                let tasks = member(text, at, b"task").map(|at| text_of(text, at)).unwrap_or_default();
                array = Some((job, if task.is_empty() { tasks } else { task }));
            }
            b"het" => whole = Some(pair(at, b"job_id", b"job_offset")),
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
