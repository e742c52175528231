//! The content of files of tasks, and the batches read from them.

mod csv;
mod resources;
mod round_trips;
mod xml;

use super::TaskBatch;
use crate::{Reading, read};

/// The batch of a good file, and the complaints about the rest.
fn batch(text: &str) -> (TaskBatch, Vec<String>) {
    let Reading { workload, complaints, complaint_count, .. } = read("file", text.as_bytes()).expect("a batch");
    assert_eq!(complaints.len() as u64, complaint_count);
    let told = complaints.iter().map(ToString::to_string).collect();
    (workload.batch().expect("tasks").clone(), told)
}

/// Why a file is refused.
fn refusal(text: &str) -> String {
    read("file", text.as_bytes()).expect_err("refused").to_string()
}

/// Name, submission, start, end and load of each task.
fn tasks(batch: &TaskBatch) -> Vec<(&str, i64, i64, i64, u32)> {
    let of = batch.tasks.iter();
    of.map(|it| (it.name.as_str(), it.submit, it.start, it.end, it.load)).collect()
}
