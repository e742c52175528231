//! A log, a workflow or a task batch in a file that could also be taken for a scenario or a list of requests.

use js_sys::Uint8Array;

use slotscope::workload::{Format, table, task_batch, workflow};

/// Whether the file is a workflow, a task batch, or a log in another format than SWF: some are JSON and CSV, as
/// scenarios and lists of requests are.
pub fn looks_like_one(bytes: &Uint8Array) -> bool {
    const HEAD: u32 = 16 << 10;
    let mut text = bytes.subarray(0, bytes.length().min(HEAD)).to_vec();
    // Which names stand in a JSON object is known at its end.
    let head = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    if head.trim_ascii_start().first() == Some(&b'{') {
        text = bytes.to_vec();
    }
    let head = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    workflow::FileKind::of(head).is_some()
        || task_batch::FileKind::of(head).is_some()
        || Format::of(&text) != Format::Swf
}

/// Whether the file is a table of jobs, which is no list of requests either.
pub fn is_table(bytes: &Uint8Array) -> bool {
    const HEAD: u32 = 64 << 10;
    table::is_of_jobs(&bytes.subarray(0, bytes.length().min(HEAD)).to_vec())
}
