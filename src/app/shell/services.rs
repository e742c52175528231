//! The services of the page: the kept workloads, the live worker and the pools of workers.

use std::rc::Rc;

use yew::prelude::*;

use super::runs::{Calls, use_live};
use crate::app::context::state::StateHandle;
use slotscope::page::state::{Action, RunAction};
use slotscope::worker::{Program, Sources, WorkerPool};

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
