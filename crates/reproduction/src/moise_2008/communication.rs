//! Test 5: the time to deliver a batch.

use super::setting::{OURS, batch, measure, run_on, settings, tasks_of_agents};
use crate::prelude::*;
use scheduling::engine::Run;
use scheduling::engine::messages::MessageKind;
use workload::task_batch::to_xml;

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
