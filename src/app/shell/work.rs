//! The runs beside the one in front: those of lessons, curves, trade-offs, comparisons and papers; the workloads that no
//! run needs any more.

use std::cell::RefCell;
use std::collections::BTreeSet;

use gloo_timers::callback::Timeout;

use super::services::Services;
use crate::app::context::clock::now;
use crate::app::context::prelude::*;
use crate::app::context::state::{LatestState, StateHandle};
use crate::app::views::compare::use_comparison;
use crate::app::views::lessons::use_lessons;
use slotscope::lesson::Shot;
use slotscope::page::curves::{Sweep, SweepAction};
use slotscope::page::history::WorkloadKey;
use slotscope::page::lessons::LessonAction;
use slotscope::page::reproduce::{Making, ReproductionAction};
use slotscope::page::state::{EditAction, WorkloadAction};
use slotscope::page::tasks::{Made, Task};
use slotscope::page::trade_off::{Exploring, Searching, TradeOffAction};
use slotscope::worker::{LiveWorker, Sources, SplitQueue, WorkerPool};

/// The workloads of lessons, for the rest of the page.
pub struct Work {
    /// Takes a scenario and its own workload in place of the present ones, as a step that can be undone.
    pub take: Callback<Shot>,
    /// The workloads of the chart that is open.
    pub in_use: Rc<RefCell<Vec<WorkloadKey>>>,
}

/// Makes the runs that the views ask for. They go on while other views are open.
#[hook]
pub fn use_work(state: &StateHandle, latest: &LatestState, services: &Services) -> Work {
    let dispatch = state.dispatcher();
    let (sweep, trade_off) = (&state.curves.sweep, &state.trade_off);
    use_tasks(
        services,
        &dispatch,
        sweep,
        |it| it.runs.awaited(),
        Sweep::tasks,
        |made| Action::Curves(SweepAction::Made(made)),
    );
    use_tasks(
        services,
        &dispatch,
        &trade_off.exploring,
        |it| it.runs.awaited(),
        Exploring::tasks,
        |made| Action::TradeOff(TradeOffAction::Explored(made)),
    );
    use_tasks(
        services,
        &dispatch,
        &trade_off.searching,
        |it| it.runs.awaited(),
        Searching::tasks,
        |made| Action::TradeOff(TradeOffAction::Searched(made)),
    );
    use_tasks(
        services,
        &dispatch,
        &state.reproduction.making,
        |it| Some(it.round),
        Making::tasks,
        |made| Action::Reproduce(ReproductionAction::Made(made, now())),
    );
    use_comparison(&services.workers, state);
    let keep = use_lessons(&state.lessons, &dispatch, &services.sources);
    let in_use = use_mut_ref(Vec::new);
    let queue = use_queue(services, &dispatch, |made| Action::Lessons(LessonAction::Made(made)));
    {
        let (keep, chart, in_use) = (keep.clone(), state.lessons.chart.clone(), in_use.clone());
        use_effect_with(chart.round, move |_| {
            let tasks: Vec<Task> = chart.tasks(|shot| keep.emit(shot.clone()));
            in_use.replace(tasks.iter().map(|task| task.workload).collect());
            queue.take_up(tasks);
        });
    }
    let (latest, read) = (latest.clone(), services.calls.read_kept.clone());
    let take = use_callback((), move |shot: Shot, ()| {
        let (state, workload) = (latest.borrow().clone(), keep.emit(shot.clone()));
        if state.workloads.get(workload).is_none() {
            read.emit(workload);
        }
        state.dispatch(Action::Edit(EditAction::Take(Box::new(shot.scenario), workload)));
    });
    Work { take, in_use }
}

/// Gives the workers the tasks of a view. Those of another round take the place of those before; without one there are
/// none.
#[hook]
fn use_tasks<T: 'static>(
    services: &Services,
    dispatch: &Dispatch,
    of: &Option<Rc<T>>,
    round: fn(&T) -> Option<u32>,
    tasks: fn(&T) -> Vec<Task>,
    told: fn(Vec<Made>) -> Action,
) {
    let (queue, of) = (use_queue(services, dispatch, told), of.clone());
    use_effect_with(of.as_deref().and_then(round), move |round| {
        let of = of.filter(|_| round.is_some());
        queue.take_up(of.as_deref().map_or_else(Vec::new, tasks));
    });
}

/// A queue of tasks whose answers go to the state.
#[hook]
fn use_queue(services: &Services, dispatch: &Dispatch, told: fn(Vec<Made>) -> Action) -> Rc<SplitQueue> {
    let (workers, papers, dispatch) = (services.workers.clone(), services.papers.clone(), dispatch.clone());
    use_memo((), move |()| SplitQueue::new(&workers, &papers, move |made| dispatch.dispatch(told(made))))
}

/// Workloads are dropped only after the reachable ones have not changed for this many milliseconds.
const AT_REST: u32 = 1000;

/// Lets go of whatever is not in `reached`, and not being worked on.
#[hook]
pub fn use_letting_go(
    reached: BTreeSet<WorkloadKey>,
    state: &StateHandle,
    sources: &Sources,
    live: &Rc<LiveWorker>,
    pools: [&WorkerPool; 2],
) {
    let latest = use_mut_ref(BTreeSet::new);
    latest.replace(reached.clone());
    let (sources, dispatch) = (sources.clone(), state.dispatcher());
    let (live, pools) = (live.clone(), pools.map(WorkerPool::clone));
    // A workload read since then may have become reachable and unreachable again.
    let known = state.workloads.count();
    use_effect_with((reached, known), move |_| {
        let timeout = Timeout::new(AT_REST, move || {
            let mut reached = latest.borrow().clone();
            reached.extend(live.wants());
            reached.extend(pools.iter().flat_map(WorkerPool::wants));
            let gone = sources.let_go(|key| reached.contains(&key));
            for &key in &gone {
                live.forget(key);
                pools.iter().for_each(|pool| pool.forget(key));
            }
            say_count(sources.count());
            if !gone.is_empty() {
                dispatch.dispatch(Action::Workload(WorkloadAction::LetGo(gone)));
            }
        });
        move || drop(timeout)
    });
}

/// Tells tests how many workloads are kept.
fn say_count(count: usize) {
    let body = web_sys::window().and_then(|window| window.document()).and_then(|document| document.body());
    if let Some(body) = body {
        let _ = body.set_attribute("data-workloads", &count.to_string());
    }
}
