//! A list of reservation requests in a file, as the command line reads it.

use js_sys::Uint8Array;

use crate::app::shell::state::Action;
use crate::page::words;
use crate::workload::requests_csv::{MAX_LIST_BYTES, looks_like_requests, read_requests};

/// Whether the file is meant as a list of requests.
pub fn looks_like_one(name: &str, bytes: &Uint8Array) -> bool {
    looks_like_requests(name, &bytes.subarray(0, bytes.length().min(4096)).to_vec())
}

/// What the file asks for: its requests, or a word on what is wrong with them.
pub fn read(name: String, bytes: &Uint8Array) -> Action {
    // A byte more than is read tells that there is too much.
    let most = MAX_LIST_BYTES as u32 + 1;
    match read_requests(&bytes.subarray(0, bytes.length().min(most)).to_vec()) {
        Ok(requests) => Action::List { name, requests },
        Err(why) => Action::Complain(format!("{name}: no list of requests: {why}")),
    }
}

/// What is said of a list that has been taken: how many requests it has and, once a run has told, how
/// many of them are for jobs that are taken.
pub fn taken_text(name: &str, listed: usize, found: Option<usize>) -> String {
    let reservations = words::plural(listed, "reservation");
    let which = match found {
        None => String::new(),
        Some(0) => ", none of them for a job taken".to_string(),
        Some(found) if found >= listed => ", all for jobs taken".to_string(),
        Some(found) => format!(", {} of them for jobs taken", words::count(found as i64)),
    };
    format!("{name}: {reservations} listed{which}.")
}
