//! Figure 4: the dynamic table of the first agent, of 20 tasks on four nodes.

use super::setting::{MADE, OURS, batch, measure, of_every, run_on, settings, tasks_of_agents};
use crate::prelude::*;
use scheduling::engine::Run;

pub const ITEM: Item = Item {
    key: "figure-4",
    title: "Figure 4: the evolution of the dynamic table",
    section: "Sects. 4 and 5.1",
    paper: "The load of the first agent's nodes over time: 20 tasks, two agents of two nodes each.",
    conclude,
    ..MADE_UP
};

const TASKS: u32 = 20;
const AGENTS: u32 = 2;
const NODES: u32 = 4;
const LATEST: u32 = 3_000;

/// The nodes of the paper's first agent.
const NAMES: [&str; 2] = ["station1", "station2"];

fn conclude(plan: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let of_seed = |seed: u64| run_on(&batch(TASKS, LATEST, seed)?, settings(AGENTS), NODES, seed);
    let runs: Vec<Run> = each_seed(plan.options.seeds, of_seed);
    let of_agents: Vec<Vec<f64>> = runs.iter().map(|it| tasks_of_agents(it, AGENTS)).collect();
    let row = |agent: usize| {
        Row::new(
            format!("agent {}", agent + 1),
            Quantity::Count,
            Some(10.0),
            Measured::each(&of_agents, |it| it[agent]),
        )
    };
    Findings {
        setting: format!("{MADE} {OURS} {} batches; the picture is of the first.", plan.options.seeds),
        comparisons: vec![Comparison {
            title: "Tasks of each agent".to_owned(),
            rows: (0..AGENTS as usize).map(row).collect(),
        }],
        claims: vec![even(&of_agents), whole(&runs)],
        figures: runs.first().map(figure).into_iter().collect(),
        remarks: vec![
            "The paper's picture cannot be read from the text at hand, and its batch is not printed: ours stands alone."
                .to_owned(),
            "Figure 3, an example of a dynamic table with two resources and seven tasks, is left out: its picture cannot be read \
             from the text at hand, and no number of it stands elsewhere. So are Figures 1 and 2, drawings of the protocol \
             without numbers, whose steps every run goes through."
                .to_owned(),
        ],
        ..Findings::default()
    }
}

fn even(of_agents: &[Vec<f64>]) -> Claim {
    Claim::new(
        "Sect. 5.1",
        "each of the two agents schedules 10 tasks on its local resources",
        "Both agents get ten tasks of every batch. The sentence is about one batch that is not printed.",
        &[of_every(String::new(), of_agents, |it| it[..] == [10.0, 10.0], "")],
    )
}

fn whole(runs: &[Run]) -> Claim {
    Claim::new(
        "Sect. 5.1",
        "the algorithm scheduled all the initial tasks, its value being 100%",
        "Every batch is scheduled whole.",
        &[of_every(String::new(), runs, |it| measure(it, "performance") == 100.0, "")],
    )
}

/// The load of both nodes of the first agent over time, in percent.
fn figure(run: &Run) -> Figure {
    let panel = |(node, name): (u32, &str)| {
        Panel::from_zero(format!("load of {name} (%)"), [Series { name: name.to_owned(), points: steps(run, node) }])
    };
    Figure::curves(
        "figure-4",
        "Figure 4: the evolution of the dynamic table, first agent",
        "20 tasks, two agents of two nodes each, the first batch.",
        "time (s)",
        (0..).zip(NAMES).map(panel),
    )
}

/// The load of a node where it changes, before and after.
fn steps(run: &Run, node: u32) -> Vec<(f64, Measured)> {
    let mut changes: Vec<(i64, i64)> = Vec::new();
    for (job, it) in run.jobs.iter().zip(&run.schedule.outcomes) {
        if it.provider == node && it.processors > 0 {
            changes.push((it.held_from, i64::from(job.processors)));
            changes.push((it.released, -i64::from(job.processors)));
        }
    }
    changes.sort_unstable();
    let mut load = 0;
    let mut points = vec![(0.0, Measured::exact(0.0))];
    for (time, change) in changes {
        points.push((time as f64, Measured::exact(load as f64)));
        load += change;
        points.push((time as f64, Measured::exact(load as f64)));
    }
    points
}
