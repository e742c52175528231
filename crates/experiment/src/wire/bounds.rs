//! Whether a run that comes from elsewhere points nowhere beyond itself.

use crate::Run;
use scheduling::engine::messages::{Booking, Message, Offer};
use scheduling::engine::{Bar, Messages, Of, OfLog, Outcome, Schedule, Status, Stint, Task, TaskEdge, Tasks};
use workload::{Job, Nodes};

/// Whether the lists of a run of a log are of its jobs and providers.
fn log_holds(of: &OfLog, jobs: usize, platform: &[u32]) -> bool {
    let has_room = |it: &Nodes| platform.first().is_some_and(|&most| it.processors() <= most);
    all_or_none(of.over_the_top.len(), platform.len())
        && of.elsewhere.iter().all(|&job| (job as usize) < jobs)
        && of.nodes.are_sound()
        && (of.nodes.is_empty() || has_room(&of.nodes))
        && of.holds.are_sound(jobs, of.nodes.count())
}

/// Whether every index of the run is within its bounds, so that no later code checks again.
pub(super) fn points_somewhere(run: &Run) -> bool {
    let Schedule { outcomes, bars, earlier } = &run.schedule;
    let providers = run.platform.len();
    let rows = run.rows();
    let are_bars = |first: u32, count: u32| u64::from(first) + u64::from(count) <= bars.len() as u64;
    let outcome_holds = |it: &Outcome| {
        are_bars(it.first_bar, it.bar_count) && (it.status == Status::Rejected || (it.provider as usize) < providers)
    };
    let bar_holds = |bar: &Bar| {
        let known = (bar.job as usize) < outcomes.len() && (bar.provider as usize) < providers;
        known && bar.first_processor <= bar.last_processor && bar.last_processor < rows[bar.provider as usize]
    };
    let stint_holds =
        |stint: &Stint| (stint.job as usize) < outcomes.len() && are_bars(stint.first_bar, stint.bar_count);
    let of_holds = match &run.of {
        Of::Log(it) => log_holds(it, run.jobs.len(), &run.platform),
        Of::Workflow(it) => tasks_hold(it, run.jobs.len(), providers),
        Of::Batch(it) => it.tasks.len() == run.jobs.len() && all_or_none(it.nodes.len(), providers),
    };
    let jobs = run.jobs.len();
    let are_jobs = |it: &Job| it.predecessor.is_none_or(|it| (it.job as usize) < jobs);
    of_holds
        && run.causes.as_list().len() <= jobs
        && run.jobs.iter().all(are_jobs)
        && outcomes.iter().all(outcome_holds)
        && bars.iter().all(bar_holds)
        && earlier.iter().all(stint_holds)
        && earlier.is_sorted()
        && all_or_none(run.groups.clusters.len(), providers)
        && all_or_none(run.groups.farms.len(), providers)
        && messages_hold(&run.messages, (run.jobs.len(), providers))
}

const fn all_or_none(count: usize, all: usize) -> bool {
    count == 0 || count == all
}

fn tasks_hold(of: &Tasks, jobs: usize, providers: usize) -> bool {
    let Tasks { machines, tasks, edges, costs, communication } = of;
    let edge_holds = |edge: &TaskEdge| edge.from.max(edge.to) < tasks.len() as u32;
    let task_holds = |task: &Task| (task.machine as usize) < providers;
    tasks.len() == jobs
        && machines.len() == providers
        && tasks.iter().all(task_holds)
        && edges.iter().all(edge_holds)
        && all_or_none(costs.len(), tasks.len() * machines.len())
        && all_or_none(communication.len(), machines.len() * machines.len())
}

/// Whether every index is within its bounds.
fn messages_hold(messages: &Messages, (jobs, providers): (usize, usize)) -> bool {
    let held: u64 = messages.agents.iter().map(|&it| u64::from(it)).sum();
    let (agents, list) = (messages.agents.len(), messages.list.len());
    let message_holds = |it: &Message| it.broker < messages.brokers && (it.agent as usize) < agents;
    let offer_holds =
        |it: &Offer| (it.message as usize) < list && (it.job as usize) < jobs && (it.provider as usize) < providers;
    let booking_holds = |it: &Booking| {
        it.agent.is_none_or(|agent| (agent as usize) < agents)
            && it.decision.is_none_or(|decision| (decision as usize) < list)
    };
    all_or_none(messages.bookings.len(), jobs)
        && all_or_none(messages.most_load.len(), providers)
        && (messages.agents.is_empty() || held == providers as u64)
        && messages.list.iter().all(message_holds)
        && messages.offers.iter().all(offer_holds)
        && messages.bookings.iter().all(booking_holds)
}
