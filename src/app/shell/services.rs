//! The services of the page: the kept workloads, the live worker and the pools of workers.

use web_sys::File;

use super::permalink;
use super::runs::{Calls, use_files, use_live};
use crate::app::context::prelude::*;
use crate::app::context::state::{LatestState, StateHandle};
use crate::app::files::dropped::Takers;
use crate::app::files::project_file;
use crate::app::views::gantt::sketch_bar::{Draw, use_sketching};
use slotscope::page::state::RunAction;
use slotscope::worker::{Program, Source, Sources, WorkerPool};

/// The workers of the page, and the workloads that all of them have.
pub struct Services {
    pub sources: Rc<Sources>,
    /// Calls to the worker that makes the run in front.
    pub calls: Calls,
    /// Makes runs for lessons, sweeps, trade-offs and comparisons.
    pub workers: Rc<WorkerPool>,
    /// Makes reproductions of papers.
    pub papers: Rc<WorkerPool>,
    /// Starts all workers that were given up anew.
    pub on_try_again: Callback<()>,
}

/// The services of the page, which live as long as it does.
#[hook]
pub fn use_services(state: &StateHandle) -> Services {
    let sources = use_memo((), |()| Sources::default());
    let calls = use_live(state, &sources);
    let pool = |program| {
        let dispatch = state.dispatcher();
        WorkerPool::new(program, (*sources).clone(), move |why| {
            dispatch.dispatch(Action::Run(RunAction::NoWorker(why)));
        })
    };
    let workers = use_memo((), |()| pool(Program::Runs));
    let papers = use_memo((), |()| pool(Program::Papers));
    let on_try_again = {
        let (workers, papers) = (workers.clone(), papers.clone());
        let try_again = calls.try_again.clone();
        use_callback((), move |(), ()| {
            try_again.emit(());
            workers.try_again();
            papers.try_again();
        })
    };
    Services { sources, calls, workers, papers, on_try_again }
}

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
