//! A list of reservation requests in a file, as the command line reads it.

use js_sys::Uint8Array;

use slotscope::page::state::{Action, EditAction};
use slotscope::workload::requests_csv::{MAX_LIST_BYTES, looks_like_requests, read_requests};

/// Whether the file is meant as a list of requests.
pub fn looks_like_one(name: &str, bytes: &Uint8Array) -> bool {
    looks_like_requests(name, &bytes.subarray(0, bytes.length().min(4096)).to_vec())
}

/// The action for the file: it takes its requests, or reports the error.
pub fn read(name: String, bytes: &Uint8Array) -> Action {
    // A byte more than is read tells that there is too much.
    let most = MAX_LIST_BYTES as u32 + 1;
    match read_requests(&bytes.subarray(0, bytes.length().min(most)).to_vec()) {
        Ok(requests) => Action::Edit(EditAction::List { name, requests }),
        Err(why) => Action::complain(format!("{name} is not a list of requests: {why}")),
    }
}
