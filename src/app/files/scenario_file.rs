//! A scenario in a file, as the command line reads it and the page exports it.

use js_sys::Uint8Array;

use crate::experiment::{Scenario, validate};
use crate::page::state::{Action, EditAction, SCENARIO_FILE};

/// A scenario is one JSON object; of the logs only a Batsim workload is, which `log_file` knows.
pub fn looks_like_one(bytes: &Uint8Array) -> bool {
    let head = bytes.subarray(0, bytes.length().min(64)).to_vec();
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head);
    head.trim_ascii_start().first() == Some(&b'{')
}

/// What the file asks for: its scenario, or a word on what is wrong with it.
pub fn read(name: &str, bytes: &Uint8Array) -> Action {
    let read = Scenario::from_json(&bytes.to_vec());
    let valid = read.and_then(|scenario| validate(&scenario).map(|()| scenario));
    match valid {
        Ok(scenario) => Action::Edit(EditAction::Change {
            control: SCENARIO_FILE,
            moving: false,
            change: Box::new(move |present| *present = scenario),
        }),
        Err(why) => Action::complain(format!("{name}: no scenario: {why}")),
    }
}
