//! The workload that a snapshot waits for: generated, written, or found in the stored session.

use js_sys::Uint8Array;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::store;
use crate::app::context::state::Dispatch;
use slotscope::export::snapshot::{Snapshot, Source};
use slotscope::page::history::WorkloadKey;
use slotscope::page::state::{Action, Awaited, OpenAction, Search, State};
use slotscope::worker::Source as Given;

/// Looks for the workload that the state awaits, and hands it to `read`.
#[hook]
pub fn use_search(state: &State, read: &Callback<Given, WorkloadKey>, dispatch: &Dispatch) {
    let sought = state.opening.awaited.clone();
    let sought = sought.filter(|awaited| awaited.search == Search::UnderWay);
    let (read, dispatch) = (read.clone(), dispatch.clone());
    use_effect_with(sought, move |sought| {
        if let Some(awaited) = sought {
            search(awaited.clone(), read, dispatch);
        }
    });
}

fn search(awaited: Awaited, read: Callback<Given, WorkloadKey>, dispatch: Dispatch) {
    let snapshot: &Snapshot = &awaited.snapshot;
    match snapshot.workload.clone() {
        // It is there from the beginning.
        Source::Sample => {}
        Source::Generated(model) => {
            read.emit(Given::Generated(model));
        }
        Source::Workflow(made) => {
            read.emit(Given::Workflow(made));
        }
        Source::Tasks(made) => {
            read.emit(Given::Tasks(made));
        }
        Source::Written { name, text } => {
            let text = text.into();
            read.emit(Given::Written { name, text });
        }
        Source::File(mark) => spawn_local(async move {
            let found = match awaited.log {
                Some(bytes) => Some(Uint8Array::from(&*bytes)),
                // A browser that keeps nothing has no file either.
                None => store::file(&mark).await.unwrap_or_default(),
            };
            let (name, mapping) = (mark.name, mark.mapping);
            match found {
                Some(bytes) => {
                    read.emit(Given::File { name, bytes, mapping });
                }
                None => dispatch.dispatch(Action::Open(OpenAction::Ask)),
            }
        }),
    }
}
