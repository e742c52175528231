//! Task batches.

use slotscope::workload::task_batch::{FileKind, Statistics, TaskBatch, read, to_csv, to_xml};
use slotscope::workload::{self, MAX_COMPLAINTS};

use super::logs::told;
use crate::Watch;

fn batch(kind: FileKind, input: &[u8], watch: &mut Watch) -> Option<TaskBatch> {
    watch.reading(input.len(), || FileKind::of(input));
    told(watch.reading(input.len(), || workload::read("tasks", input)));
    let outcome = watch.reading(input.len(), || read(kind, input, MAX_COMPLAINTS));
    match outcome {
        Ok(reading) => {
            Statistics::of(&reading.tasks);
            Some(reading.tasks)
        }
        Err(why) => {
            assert!(!why.is_empty());
            None
        }
    }
}

fn again(kind: FileKind, text: &str) -> TaskBatch {
    let read = read(kind, text.as_bytes(), MAX_COMPLAINTS);
    read.unwrap_or_else(|why| panic!("{why}\n{text}")).tasks
}

/// In CSV: what is read, written and read again is the same, as a table and as XML.
pub fn csv(input: &[u8], watch: &mut Watch) {
    if let Some(batch) = batch(FileKind::Csv, input, watch) {
        assert_eq!(again(FileKind::Csv, &to_csv(&batch)), batch);
        assert_eq!(again(FileKind::Xml, &to_xml(&batch)), batch);
    }
}

/// In XML: the same; a table has no nodes.
pub fn xml(input: &[u8], watch: &mut Watch) {
    if let Some(batch) = batch(FileKind::Xml, input, watch) {
        assert_eq!(again(FileKind::Xml, &to_xml(&batch)), batch);
        let mut tasks = TaskBatch { nodes: Vec::new(), ..batch.clone() };
        tasks.tidy();
        assert_eq!(again(FileKind::Csv, &to_csv(&batch)), tasks);
    }
}
