//! Agents that fail.

use super::setting::{MADE, OURS, batch, measure, run_on, settings, tasks_of_agents};
use crate::prelude::*;
use scheduling::engine::Run;
use scheduling::system::broker::{Broker, Outage};

pub const ITEM: Item = Item {
    key: "failures",
    title: "Agents that fail",
    section: "Sect. 1",
    paper: "That the failure of an entity loses nothing, and that the algorithm goes on without it. No numbers.",
    conclude,
    ..MADE_UP
};

/// As in tests 3 and 4.
const TASKS: [u32; 2] = [50, 100];
const AGENTS: u32 = 3;
const NODES: u32 = 6;
const LATEST: u32 = 3_000;

/// Which one fails.
const FAILING: u32 = 1;

/// When an agent is down, in seconds.
struct Failure {
    name: &'static str,
    from: i64,
    until: Option<i64>,
    /// Delay of a message, so that there is a time between offer and decision.
    latency: f64,
}

const BETWEEN: f64 = 2.0;

/// One task in a hundred: the nodes of the agent that fails are missing, whatever the algorithm does.
const MARGIN: f64 = 0.01;

const FAILURES: [Failure; 4] = [
    Failure { name: "down before the batch comes, for good", from: 0, until: None, latency: 0.0 },
    Failure { name: "down before the batch comes, up at 30 s", from: 0, until: Some(30), latency: 0.0 },
    Failure {
        name: "down from 5 s, between its offer and the decision, for good",
        from: 5,
        until: None,
        latency: BETWEEN,
    },
    Failure {
        name: "down from 5 s, between its offer and the decision, up at 30 s",
        from: 5,
        until: Some(30),
        latency: BETWEEN,
    },
];

/// A batch without and with a failure.
struct Came {
    without: Run,
    with: Run,
}

impl Failure {
    fn came(&self, tasks: u32, seed: u64) -> Option<Came> {
        let batch = batch(tasks, LATEST, seed)?;
        let usual = Broker { latency: self.latency, ..settings(AGENTS) };
        let outage = Outage { agent: FAILING, from: self.from, until: self.until };
        let failing = Broker { outages: vec![outage], ..usual.clone() };
        Some(Came { without: run_on(&batch, usual, NODES, seed)?, with: run_on(&batch, failing, NODES, seed)? })
    }
}

/// Batch by batch, by how many percent of the tasks fewer are scheduled.
fn lost(came: &[Came]) -> PairedDifference {
    let scheduled = |it: &Run| measure(it, "performance") / 100.0;
    PairedDifference::drawn(came.iter().map(|it| scheduled(&it.without) - scheduled(&it.with)))
}

/// Where nothing is lost in any batch the tasks do not need the agent that fails.
fn case(name: String, lost: &PairedDifference) -> Case {
    let of_loss = Case::of(name, lost, Said::NotMore(MARGIN), ToldIn::Share);
    if lost.is_the_same() { Case { verdict: Verdict::NotTestable, ..of_loss } } else { of_loss }
}

fn row(name: String, came: &[Came]) -> Vec<String> {
    let mean = |of: &dyn Fn(&Came) -> f64| number(Measured::each(came, of).mean, 1);
    let of_run = |key: &'static str| mean(&|it| measure(&it.with, key));
    vec![
        name,
        mean(&|it| measure(&it.without, "performance")),
        of_run("performance"),
        mean(&|it| tasks_of_agents(&it.with, AGENTS)[FAILING as usize]),
        of_run("tasks_in_doubt"),
        of_run("rounds"),
    ]
}

fn conclude(plan: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let seeds = plan.options.seeds;
    let (mut cases, mut rows) = (Vec::new(), Vec::new());
    for tasks in TASKS {
        for failure in &FAILURES {
            let came: Vec<Came> = each_seed(seeds, |seed| failure.came(tasks, seed));
            let name = format!("{tasks} tasks, {}", failure.name);
            cases.push(case(name.clone(), &lost(&came)));
            rows.push(row(name, &came));
        }
    }
    Findings {
        setting: format!(
            "{MADE} {OURS} {seeds} batches of 50 and of 100 tasks, three agents of two nodes each, of which the second fails: it \
             hears nothing while it is down, and forgets what it has offered; what it has reserved it keeps, by a rule of ours, \
             and its nodes run on. Where it fails between its offer and the decision a message takes {BETWEEN} s, else none. The \
             broker itself does not fail here."
        ),
        claims: vec![Claim::new(
            "Sect. 1",
            "If a resource of the system fails, no critical information is lost; the scheduling algorithm can be run without \
             taking into consideration the failed entity",
            "By no more than one task in a hundred fewer are scheduled with the failure than without it, in percentage points, paired \
             by batch: whatever the algorithm does, the nodes of the agent that fails are missing. Where no batch needs them \
             nothing is tested.",
            &cases,
        )
        .by_our_margin()],
        listings: vec![Listing::new("With and without the failure, means over the batches", [
                "",
                "scheduled without it (%)",
                "scheduled with it (%)",
                "tasks of the agent that fails",
                "tasks in doubt",
                "rounds",
            ], rows)],
        remarks: vec![
            "A broker asks connected agents, as the paper has it; one that is down before the batch comes is not connected. \
             Where the agent fails after its offer the broker cannot know whether it has heard the decision. It gives such tasks \
             to no other agent, since they could be reserved twice: it asks again, five times in all. An agent that is up by \
             then reserves what still fits; without leases it need not remember its offer. Else the tasks stay in doubt, and are \
             not scheduled. The \
             paper has no receipts: its broker would tell the user that they are."
                .to_owned(),
        ],
        ..Findings::default()
    }
}
