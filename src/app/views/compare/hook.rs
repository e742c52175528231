//! Between the Compare view and the workers.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use crate::app::context::state::StateHandle;
use slotscope::page::compare::ComparisonAction;
use slotscope::page::state::Action;
use slotscope::page::view::View;
use slotscope::worker::WorkerPool;

/// Milliseconds without a change after which seeds are run: while a control is dragged, each of its values would begin
/// them anew.
const REST: u32 = 250;

/// Runs the compared scenarios while the Compare view is open; the runs stay.
#[hook]
pub fn use_comparison(workers: &WorkerPool, state: &StateHandle) {
    let pools = {
        let (workers, dispatch) = (workers.clone(), state.dispatcher());
        use_memo((), move |()| {
            let queue = || {
                let dispatch = dispatch.clone();
                workers.add_queue(move |made| dispatch.dispatch(Action::Compare(ComparisonAction::Made(made))))
            };
            (queue(), queue())
        })
    };
    let (comparison, experiment) = (state.comparison.clone(), state.compared().clone());
    let is_open = state.view.shown == View::Compare;
    let numbers = comparison.numbers(&experiment).filter(|_| is_open);
    let wanted = (numbers, experiment.front(), comparison.settings.seeds, comparison.tries());
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
