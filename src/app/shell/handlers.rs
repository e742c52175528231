//! Handlers for files, samples and drawings that enter the page, and for projects that leave it.

use web_sys::File;
use yew::prelude::*;

use super::runs::use_files;
use super::services::Services;
use super::work::Work;
use crate::app::context::state::LatestState;
use crate::app::files::dropped::Takers;
use crate::app::files::project_file;
use crate::app::views::gantt::sketching::{Draw, use_sketching};
use slotscope::lesson::shelf::Card;
use slotscope::page::state::{Action, ViewAction};
use slotscope::page::view::View;
use slotscope::worker::Source;

/// Callbacks that live as long as the page.
pub struct Handlers {
    /// Called with files of any kind.
    pub on_files: Callback<Vec<File>>,
    /// Called with a generated workload.
    pub on_sample: Callback<Source>,
    /// Called with the user's drawing.
    pub on_draw: Callback<Draw>,
    /// Opens a lesson from any view.
    pub on_card: Callback<&'static Card>,
    /// Saves a project; called with whether the log is included.
    pub on_project: Callback<bool>,
}

/// The handlers of the page.
#[hook]
pub fn use_handlers(latest: &LatestState, services: &Services, work: &Work) -> Handlers {
    let read = &services.calls.read;
    let dispatch = latest.borrow().dispatcher();
    let on_sample = {
        let read = read.clone();
        use_callback((), move |source: Source, ()| {
            read.emit(source);
        })
    };
    let on_card = {
        let (dispatch, on_open) = (dispatch.clone(), work.teaching.on_open.clone());
        use_callback((), move |card, ()| {
            dispatch.dispatch(Action::View(ViewAction::Show(View::Lessons)));
            on_open.emit(card);
        })
    };
    Handlers {
        on_card,
        on_files: use_file_handler(latest, services, work),
        on_sample,
        on_draw: use_sketching(read, &dispatch),
        on_project: use_project_handler(latest, services),
    }
}

#[hook]
fn use_file_handler(latest: &LatestState, services: &Services, work: &Work) -> Callback<Vec<File>> {
    let dispatch = latest.borrow().dispatcher();
    let on_lesson = {
        let (dispatch, on_read) = (dispatch.clone(), work.teaching.on_read.clone());
        use_callback((), move |lesson, ()| {
            on_read.emit(lesson);
            dispatch.dispatch(Action::View(ViewAction::Show(View::Lessons)));
        })
    };
    let present = {
        let (latest, sources) = (latest.clone(), services.sources.clone());
        use_callback((), move |(), ()| sources.get(latest.borrow().history.present().workload))
    };
    let (read, on_curves) = (services.calls.read.clone(), work.sweeping.on_open.clone());
    use_files(Takers { read, on_lesson, on_curves, present, dispatch })
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
