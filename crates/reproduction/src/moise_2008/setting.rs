//! The batches and nodes of the tests, and runs on them.

use crate::prelude::*;
use experiment::{Scenario, System, run};
use scheduling::engine::messages::MessageKind;
use scheduling::engine::{Run, Status};
use scheduling::system::broker::{Agents, Broker};
use workload::task_batch::generate::MadeUp;
use workload::task_batch::to_xml;

/// The remark on the batches in all items.
pub(super) const MADE: &str = "The paper prints neither its batches nor how they were made. Ours are sparse: starts \
    uniform in 0 to 3,000 s, lengths in 10 to 100 s, loads in 5 to 40 % of a node, whole numbers, a batch for each seed, \
    all submitted at 0; MAX_LOAD 85 %, any number of tasks on a node, messages that take no time.";

/// A batch of `tasks` tasks with starts up to `latest`, generated with a seed.
pub(super) fn batch(tasks: u32, latest: u32, seed: u64) -> Option<Workload> {
    let made_up = MadeUp { tasks, latest, seed, ..MadeUp::default() };
    made_up.workload().ok()
}

/// The remark on features of our broker that the paper's does not have, and whether they matter
/// here.
pub(super) const OURS: &str = "Agents hold no offer for a lease, as in the paper. They answer a decision with a receipt, \
    which the paper does not have: where no message is lost and no agent fails, it changes no schedule.";

/// The reading of the rules that the paper leaves open.
pub(super) const READ: &str = "Where the paper leaves something open: MAX_TASKS is “the number of tasks which can be run on the same \
    resource at the same time”, so that as many may run, although condition 1 says “less than”; and tasks share a node \
    whenever their intervals overlap, although it speaks of tasks that “have the same execution interval”. The usage of a node \
    on a task's interval is its highest load there. Of nodes with the same usage an agent takes the first; of offers with the \
    same load, from agents with as many reservations, the broker keeps the one that came first. Tasks that remain are tried \
    again until a round reserves nothing.";

/// `agents` agents with equal numbers of nodes, without a lease.
pub(super) fn settings(agents: u32) -> Broker {
    Broker { agents: Some(Agents::Count(agents)), lease: None, ..Broker::default() }
}

/// A batch under these settings, on `nodes` nodes.
pub(super) fn run_on(batch: &Workload, settings: Broker, nodes: u32, seed: u64) -> Option<Run> {
    let scenario =
        Scenario { platform: vec![100; nodes as usize], system: System::Broker(settings), seed, ..Scenario::default() };
    run(&scenario, batch).ok()
}

/// The number of tasks that are reserved on the nodes of each of `agents` agents, with equal
/// numbers of nodes.
pub(super) fn tasks_of_agents(run: &Run, agents: u32) -> Vec<f64> {
    let held = (run.platform.len() / agents as usize).max(1);
    let mut counts = vec![0.0; agents as usize];
    let outcomes = run.schedule.outcomes.iter();
    for it in outcomes.filter(|it| it.status != Status::Rejected) {
        counts[it.provider as usize / held] += 1.0;
    }
    counts
}

/// A case of a sentence about every batch: whether it holds of all of them, and its words from how many it holds of.
pub(super) fn of_every<T>(name: String, batches: &[T], holds: impl Fn(&T) -> bool, words: &str) -> Case {
    let count = batches.iter().filter(|it| holds(it)).count();
    let verdict = if batches.is_empty() { Verdict::CannotTell } else { Verdict::exact(count == batches.len()) };
    Case::new(name, verdict, format!("{count} of {} batches{words}", batches.len()))
}

/// A figure of its own of a run.
pub(super) fn measure(run: &Run, key: &str) -> f64 {
    run.measures.get(key).copied().unwrap_or(f64::NAN)
}

pub const ITEM: Item = Item {
    key: "communication",
    title: "Test 5: the communication time",
    section: "Sect. 5.2",
    paper: "5 to 6 s to deliver 100,000 tasks, a file of 10 MB, over Java's sockets.",
    conclude,
    ..MADE_UP
};

const TASKS: u32 = 100_000;
const LATEST: u32 = 10_000_000;
const AGENTS: u32 = 20;
const NODES: u32 = 1_000;

fn receipts(run: &Run) -> usize {
    run.messages.list.iter().filter(|it| it.kind == MessageKind::Receipt).count()
}

fn conclude(_: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let Some(workload) = batch(TASKS, LATEST, 1) else {
        return Findings::default();
    };
    let megabytes = workload.batch().map_or(0.0, |it| to_xml(it).len() as f64 / 1e6);
    let run = run_on(&workload, settings(AGENTS), NODES, 1);
    let figures = run.as_ref().map_or_else(Vec::new, |run| {
        let of_agents = tasks_of_agents(run, AGENTS);
        let most = of_agents.iter().copied().fold(0.0, f64::max);
        let fewest = of_agents.iter().copied().fold(f64::INFINITY, f64::min);
        vec![
            ["Tasks scheduled".to_owned(), format!("{} %", number(measure(run, "performance"), 1))],
            ["The file in our XML (MB)".to_owned(), number(megabytes, 1)],
            ["Rounds".to_owned(), number(measure(run, "rounds"), 0)],
            ["Messages".to_owned(), number(measure(run, "messages"), 0)],
            ["of them receipts, which are ours".to_owned(), number(receipts(run) as f64, 0)],
            ["Most tasks of an agent".to_owned(), number(most, 0)],
            ["Fewest tasks of an agent".to_owned(), number(fewest, 0)],
        ]
    });
    Findings {
        setting: format!(
            "A batch of {TASKS} tasks, starts uniform in 0 to {LATEST} s, lengths in 10 to 100 s, loads in 5 to 40 %, in \
             the format of docs/task-batches.md; {AGENTS} agents that share {NODES} nodes, messages that take no time. {OURS}"
        ),
        claims: vec![Claim::new(
            "Sect. 5.2",
            "The results show that the communication time varies between 5 seconds and 6 seconds",
            "What a message takes is a setting here (latency and jitter), and the communication time that a run tells is the mean \
             of what was set: nothing is measured, and nothing that a run could find out. The time is that of the authors' \
             network and sockets, about 50 to 60 millionths of a second a task.",
            &[Case::new("", Verdict::NotTestable, "no network is simulated below the message")],
        )],
        listings: vec![Listing::new("All 100,000 tasks in one batch", vec!["Figure".to_owned(), String::new()], figures.into_iter().map(|it| it.to_vec()))],
        remarks: vec![
            "The paper's file of 100,000 tasks has 10 MB. How large ours is follows from the words of its format and how long its \
             names are, which the paper does not print: it is no number to be reproduced."
                .to_owned(),
        ],
        ..Findings::default()
    }
}
