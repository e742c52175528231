//! The content of files of tasks, and the batches read from them.

mod csv;
mod resources;
mod round_trips;
mod xml;

use super::TaskBatch;
use crate::testing::{self, listed};
use crate::{Reading, read};

/// The batch of a good file, and the complaints about the rest.
fn batch(text: &str) -> (TaskBatch, String) {
    let Reading { workload, complaints, complaint_count, .. } = read("file", text.as_bytes()).expect("a batch");
    assert_eq!(complaints.len() as u64, complaint_count);
    (workload.batch().expect("tasks").clone(), testing::told(&complaints))
}

/// Why a file is refused.
fn refusal(text: &str) -> String {
    read("file", text.as_bytes()).expect_err("refused").to_string()
}

/// Name, submission, start, end and load of each task.
fn tasks(batch: &TaskBatch) -> String {
    let task = |it: &super::BatchTask| format!("{} {} {} {} {}", it.name, it.submit, it.start, it.end, it.load);
    listed(batch.tasks.iter().map(task), "; ")
}
