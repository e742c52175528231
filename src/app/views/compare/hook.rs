//! Between the Compare view and the workers.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use crate::app::context::state::Reduced;
use slotscope::page::compare::{Comparison, ComparisonAction, ComparisonSettings, Size};
use slotscope::page::state::State;
use slotscope::page::view::View;
use slotscope::worker::WorkerPool;

/// The comparison of the page and its callbacks.
pub struct Comparing {
    /// As it is in this turn: a handle to it would always show the latest.
    pub comparison: Comparison,
    pub on_set: Callback<ComparisonSettings>,
    pub on_try_again: Callback<()>,
}

/// Milliseconds without a change after which seeds are run: while a control is dragged, each of its values would begin
/// them anew.
const REST: u32 = 250;

/// Runs the compared scenarios while the Compare view is open; the runs stay.
#[hook]
pub fn use_comparison(workers: &WorkerPool, state: &State) -> Comparing {
    let comparison = use_reducer(Reduced::<Comparison>::default);
    let pools = {
        let (workers, comparison) = (workers.clone(), comparison.dispatcher());
        use_memo((), move |()| {
            let queue = || {
                let comparison = comparison.clone();
                workers.add_queue(move |made| comparison.dispatch(ComparisonAction::Made(made)))
            };
            (queue(), queue())
        })
    };
    let experiment = state.history.present().clone();
    let is_open = state.view.shown == View::Compare;
    {
        let comparison = comparison.dispatcher();
        use_effect_with((is_open, experiment.clone(), Size::of(state)), move |(is_open, experiment, size)| {
            if *is_open {
                comparison.dispatch(ComparisonAction::TakeUp(experiment.clone(), *size));
            }
        });
    }
    let numbers = comparison.numbers(&experiment).filter(|_| is_open);
    {
        let comparison = comparison.dispatcher();
        let finished = state.run.finished.clone();
        // The scenario in front may have been run before it was compared.
        use_effect_with((is_open, finished, numbers.clone()), move |(is_open, finished, _)| {
            if let Some(finished) = finished.clone().filter(|_| *is_open) {
                comparison.dispatch(ComparisonAction::Front(finished));
            }
        });
    }
    {
        let (comparison, pools) = (comparison.clone(), pools.clone());
        let (seeds, tries) = (comparison.settings.seeds, comparison.tries());
        let wanted = (numbers, experiment.front(), seeds, tries);
        use_effect_with(wanted, move |(numbers, ..)| {
            let (runs, seeds) = &*pools;
            // Tasks for other scenarios would delay these.
            runs.cancel();
            seeds.cancel();
            let later = numbers.is_some().then(|| {
                let tasks = comparison.missing_runs(&experiment);
                if !tasks.is_empty() {
                    runs.take_up(tasks);
                }
                let (seeds, tasks) = (seeds.clone(), comparison.missing_reports(&experiment));
                Timeout::new(REST, move || {
                    if !tasks.is_empty() {
                        seeds.take_up(tasks);
                    }
                })
            });
            move || drop(later)
        });
    }
    let on_set = {
        let comparison = comparison.dispatcher();
        Callback::from(move |settings| comparison.dispatch(ComparisonAction::Set(settings)))
    };
    let on_try_again = {
        let comparison = comparison.dispatcher();
        Callback::from(move |()| comparison.dispatch(ComparisonAction::TryAgain))
    };
    Comparing { comparison: comparison.0.clone(), on_set, on_try_again }
}
