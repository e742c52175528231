//! The idle periods of the view: those of a run at a moment, or the paper's.

use super::form::Typed;
use slotscope::availability::idle_periods::steps::{Asked, example};
use slotscope::chart::Origin;
use slotscope::chart::idle_periods::Searched;
use slotscope::experiment::Run;
use slotscope::page::words::plural;
use slotscope::system::co_allocation::{CoAllocation, Request, idle_at, idle_before};
use slotscope::workload::Time;

/// The place in the run of the job that is typed, if it has one of that number.
pub fn place_of(run: &Run, typed: &Typed) -> Option<usize> {
    let job = typed.job?;
    run.jobs.iter().position(|it| it.id == job)
}

/// A run when the job that is typed is placed, or at a moment: the request is the typed one, by default that of the job, or a
/// quarter of the servers for an hour from then on.
pub fn of_run(system: &CoAllocation, run: &Run, now: Time, typed: &Typed, origin: Origin) -> Searched {
    let servers: u32 = run.platform.iter().sum();
    let (periods, usual) = match place_of(run, typed) {
        Some(place) => {
            let request = Request::of(&run.jobs[place], system);
            let asked = Asked { start: request.ready, length: request.length.max(1), servers: request.servers };
            (idle_before(run, place), asked)
        }
        None => {
            let asked = Asked { start: now, length: 3_600, servers: (servers / 4).max(1) };
            (idle_at(run, now), asked)
        }
    };
    let asked = typed.asked(usual);
    Searched::of(&periods, system.slot, asked, system.selection, origin)
}

/// The example of the paper's figures.
pub fn of_example(system: &CoAllocation, typed: &Typed) -> Searched {
    let (periods, slot, asked) = example();
    let asked = typed.asked(asked);
    Searched::of(&periods, slot, asked, system.selection, Origin::Seconds)
}

/// The result of the range search.
pub fn idle_words(searched: &Searched) -> String {
    let idle = searched.search.idle_throughout(&searched.asked);
    let named = if idle.is_empty() { String::new() } else { format!(": {idle}") };
    let asked = searched.asked_words();
    format!("Idle throughout {asked}: {}{named}", plural(idle.count() as usize, "server"))
}
