//! A scenario in a file, as the command line reads it and the page exports it.

use js_sys::Uint8Array;

use slotscope::experiment::ScenarioFile;
use slotscope::page::state::{Action, EditAction};

/// A scenario is one JSON object; of the logs only a Batsim workload is, which `log_file` knows.
pub fn looks_like_one(bytes: &Uint8Array) -> bool {
    let head = bytes.subarray(0, bytes.length().min(64)).to_vec();
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head);
    head.trim_ascii_start().first() == Some(&b'{')
}

/// The action for the file: it takes its scenario, or reports the error.
pub fn read(name: &str, bytes: &Uint8Array) -> Action {
    match ScenarioFile::read(&bytes.to_vec()) {
        Ok(file) => Action::Edit(EditAction::ScenarioFile { name: name.to_owned(), file: Box::new(file) }),
        Err(why) => Action::complain(format!("{name} is not a scenario: {why}")),
    }
}
