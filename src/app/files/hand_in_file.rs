//! Hand-ins in files: one or many at once.

use wasm_bindgen_futures::spawn_local;
use web_sys::File;

use super::bytes::first_bytes_of;
use crate::app::context::state::Dispatch;
use slotscope::export::hand_in::MOST_BYTES;
use slotscope::page::classroom::{ClassroomAction, Given};
use slotscope::page::state::Action;

/// Reviews files, whatever they are.
pub fn review(files: Vec<File>, dispatch: &Dispatch) {
    let dispatch = dispatch.clone();
    spawn_local(async move {
        let mut read = Vec::with_capacity(files.len());
        for file in files {
            let name = file.name();
            read.push(match first_bytes_of(&file, MOST_BYTES + 1).await {
                Ok(bytes) => Given::file(&name, bytes.to_vec()),
                Err(why) => Given::unreadable(&name, &why),
            });
        }
        dispatch.dispatch(Action::Classroom(ClassroomAction::Give(read)));
    });
}
