//! Hand-ins in files: one or many at once.

use js_sys::Uint8Array;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

use super::bytes::first_bytes_of;
use super::scenario_file;
use crate::app::context::state::Dispatch;
use slotscope::export::hand_in::{self, MOST_BYTES};
use slotscope::page::classroom::{ClassroomAction, Given};
use slotscope::page::state::Action;

/// Whether the file is meant as a hand-in: a JSON object that names its kind near its beginning, as files written by
/// Slotscope do even where they are cut short, or anywhere.
pub fn looks_like_one(bytes: &Uint8Array) -> bool {
    if !scenario_file::looks_like_one(bytes) {
        return false;
    }
    super::first_field_is(bytes, "hand_in")
        || bytes.length() as usize <= MOST_BYTES && hand_in::looks_like_one(&bytes.to_vec())
}

/// The action for the file: it joins the hand-ins under review.
pub fn give(name: &str, bytes: &Uint8Array) -> Action {
    Action::Classroom(ClassroomAction::Give(vec![given(name, bytes)]))
}

fn given(name: &str, bytes: &Uint8Array) -> Given {
    // A byte more than is read tells that there is too much.
    let most = MOST_BYTES as u32 + 1;
    let bytes = bytes.subarray(0, bytes.length().min(most)).to_vec();
    Given::file(name, bytes)
}

/// Reviews all of several files, whatever they are.
pub fn review(files: Vec<File>, dispatch: &Dispatch) {
    let dispatch = dispatch.clone();
    spawn_local(async move {
        let read = read_all(files).await;
        let given = read.into_iter().map(|it| it.0).collect();
        dispatch.dispatch(Action::Classroom(ClassroomAction::Give(given)));
    });
}

/// Reviews several files that were dropped at once, if any is a hand-in: only of these the page takes several.
pub fn review_if_any(files: Vec<File>, dispatch: &Dispatch) {
    let dispatch = dispatch.clone();
    spawn_local(async move {
        let read = read_all(files).await;
        dispatch.dispatch(match read.iter().any(|it| it.1) {
            true => {
                let given = read.into_iter().map(|it| it.0).collect();
                Action::Classroom(ClassroomAction::Give(given))
            }
            false => Action::complain("Several files were dropped. Drop one file at a time."),
        });
    });
}

/// Each file, and whether it is meant as a hand-in.
async fn read_all(files: Vec<File>) -> Vec<(Given, bool)> {
    let mut read = Vec::with_capacity(files.len());
    for file in files {
        let name = file.name();
        read.push(match first_bytes_of(&file, MOST_BYTES + 1).await {
            Ok(bytes) => (given(&name, &bytes), looks_like_one(&bytes)),
            Err(why) => (Given::unreadable(&name, &why), false),
        });
    }
    read
}
