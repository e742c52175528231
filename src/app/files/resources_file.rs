//! A file of resources, dropped with or after a task batch: the nodes of one agent more.

use js_sys::Uint8Array;

use slotscope::worker::Source;
use slotscope::workload::task_batch::{self, FileKind};

/// The present task batch with these nodes.
///
/// # Errors
///
/// A sentence that says which task batch is needed for the nodes to be added to.
pub fn join(name: &str, bytes: &Uint8Array, present: Option<Source>) -> Result<Source, String> {
    let needs = |what: &str| format!("{name} describes nodes without tasks. {what}, and drop it again.");
    match present {
        Some(Source::File { name: of_tasks, bytes: tasks, .. }) => {
            let tasks = tasks.to_vec();
            if tasks.starts_with(b"\x1f\x8b") {
                return Err(needs("Open the tasks from a file that is not packed"));
            }
            if FileKind::of(&tasks).is_none() {
                return Err(needs("Open a file of tasks first"));
            }
            let joined = task_batch::with_resources(&tasks, &[&bytes.to_vec()]);
            Ok(Source::file(format!("{of_tasks} + {name}"), Uint8Array::from(joined.as_slice())))
        }
        Some(Source::Tasks(_)) => Err(needs("The present tasks are synthetic: export them as CSV, open that file")),
        _ => Err(needs("Open a file of tasks first")),
    }
}
