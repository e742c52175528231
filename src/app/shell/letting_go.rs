//! Workloads that nothing on the page can lead to any more are let go, on the page and in its workers:
//! each stroke on a sketch and each file that is dropped makes one.

use std::collections::BTreeSet;

use gloo_timers::callback::Timeout;

use crate::app::context::prelude::*;
use crate::app::context::state::StateHandle;
use slotscope::page::history::WorkloadKey;
use slotscope::page::state::WorkloadAction;
use slotscope::worker::{LiveWorker, Sources, WorkerPool};

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
