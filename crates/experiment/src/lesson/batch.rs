//! The task batch of a chart.

use super::format::Task;
use workload::task_batch::{BatchTask, TaskBatch, to_csv};
use workload::{Workload, read_task_table};

/// The tasks as a table, which the page keeps among its files.
pub fn table(tasks: &[Task]) -> String {
    let mut batch = TaskBatch::default();
    for it in tasks {
        let cluster = it.cluster.as_ref().map(|name| {
            let known = batch.clusters.iter().position(|it| it == name);
            known.unwrap_or_else(|| {
                batch.clusters.push(name.clone());
                batch.clusters.len() - 1
            }) as u32
        });
        batch.tasks.push(BatchTask {
            name: it.task.clone(),
            submit: it.submit,
            start: it.start,
            end: it.end,
            load: it.load,
            cluster,
            user: None,
        });
    }
    to_csv(&batch)
}

/// The tasks as a workload, by way of the table: the page runs it in this form.
///
/// # Errors
///
/// A sentence on the first invalid task.
pub(super) fn workload(tasks: &[Task]) -> Result<Workload, String> {
    let read = read_task_table("lesson", table(tasks).as_bytes())?;
    match read.complaints.first() {
        Some(why) => Err(why.to_string()),
        None => Ok(read.workload),
    }
}

/// Checks all of them; the error gives the place in the list.
pub(super) fn check(tasks: &[Task]) -> Result<(), String> {
    for (at, task) in tasks.iter().enumerate() {
        let alone = workload(std::slice::from_ref(task));
        alone.map_err(|why| format!("tasks[{at}]: {}", without_place(&why)))?;
        if tasks[..at].iter().any(|it| it.task == task.task) {
            return Err(format!("tasks[{at}]: there is a task {} already", task.task));
        }
    }
    Ok(())
}

/// Without the line in a table that the reader does not see.
fn without_place(why: &str) -> &str {
    why.split_once("line 2: ").map_or(why, |it| it.1)
}
