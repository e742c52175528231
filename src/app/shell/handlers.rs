//! Handlers for files, samples and drawings that enter the page, and for projects that leave it.

use web_sys::File;
use yew::prelude::*;

use super::permalink;
use super::runs::use_files;
use super::services::Services;
use crate::app::context::state::LatestState;
use crate::app::files::dropped::Takers;
use crate::app::files::project_file;
use crate::app::views::gantt::sketching::{Draw, use_sketching};
use slotscope::page::state::Action;
use slotscope::worker::Source;

/// Callbacks that live as long as the page.
pub struct Handlers {
    /// Called with files of any kind.
    pub on_files: Callback<Vec<File>>,
    /// Called with a generated workload.
    pub on_sample: Callback<Source>,
    /// Called with the user's drawing.
    pub on_draw: Callback<Draw>,
    /// The address at which another machine shows the same.
    pub present_link: Callback<(), Option<String>>,
    /// Saves a project; called with whether the log is included.
    pub on_project: Callback<bool>,
}

/// The handlers of the page.
#[hook]
pub fn use_handlers(latest: &LatestState, services: &Services) -> Handlers {
    let read = &services.calls.read;
    let dispatch = latest.borrow().dispatcher();
    let on_sample = {
        let read = read.clone();
        use_callback((), move |source: Source, ()| {
            read.emit(source);
        })
    };
    let present_link = {
        let latest = latest.clone();
        use_callback((), move |(), ()| permalink::present(&latest.borrow()))
    };
    Handlers {
        present_link,
        on_files: use_file_handler(latest, services),
        on_sample,
        on_draw: use_sketching(read, &dispatch),
        on_project: use_project_handler(latest, services),
    }
}

#[hook]
fn use_file_handler(latest: &LatestState, services: &Services) -> Callback<Vec<File>> {
    let dispatch = latest.borrow().dispatcher();
    let present = {
        let (latest, sources) = (latest.clone(), services.sources.clone());
        use_callback((), move |(), ()| sources.get(latest.borrow().history.present().workload))
    };
    use_files(Takers { read: services.calls.read.clone(), present, dispatch })
}

#[hook]
fn use_project_handler(latest: &LatestState, services: &Services) -> Callback<bool> {
    let (latest, sources) = (latest.clone(), services.sources.clone());
    use_callback((), move |with_log, ()| {
        let state = latest.borrow().clone();
        if let Err(why) = project_file::hand_out(&state, &sources, with_log) {
            let text = format!("The project could not be made: {why}.");
            state.dispatch(Action::complain(text));
        }
    })
}
