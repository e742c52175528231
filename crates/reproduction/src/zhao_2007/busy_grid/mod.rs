//! The paper's closing question: reservations of a workflow among the batch jobs of a grid.

mod claims;
mod trial;

use super::setting::workflow;
use crate::numbers::number;
use crate::{Cell, Findings, Item, Listing, Options, PairedDifference, Plan, ToldIn, Unavailable};
use scheduling::criteria::Report;
use scheduling::policy::spare_time::Variant;
use trial::{Came, Grid, LOAD_FACTOR, TASKS};
use workload::Workload;

pub const ITEM: Item = Item {
    key: "busy-grid",
    title: "Into a busy grid",
    section: "Sect. 5",
    paper: "“Further evaluation could consider the heuristics presented in this paper in conjunction with a more \
            dynamic environment, where DAGs as well as other jobs, not necessarily having advance reservations, \
            co-exist.” No numbers.",
    needs_log: true,
    plan,
    conclude,
    open: crate::nothing_open,
};

/// Seconds of the grid for a unit of the workflow's time: its tasks are then as long as batch jobs are.
const PER_MINUTE: f64 = 60.0;

/// The six variants and the whole DAG; run by run.
type Table = Vec<Vec<Came>>;

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let log = logs.first();
    let grid = log.and_then(|log| Grid::of(log, options));
    match grid {
        Some(_) => Ok(Vec::new()),
        None => Err(Unavailable("the log has none of the jobs".to_owned())),
    }
}

/// The name of a variant beside the others.
fn name(variant: Variant) -> &'static str {
    match variant {
        Variant::DagReserve => "DAG_Reserve",
        other => other.name(),
    }
}

/// A number of each run of a variant, as a difference from 0.
fn of(runs: &[Came], value: impl Fn(&Came) -> f64) -> PairedDifference {
    PairedDifference::of(runs.iter().map(value).collect(), true)
}

fn listing(table: &Table) -> Listing {
    let head = [
        "",
        "booked (processor hours)",
        "reservations",
        "not to be had at their time",
        "delay of the end (s)",
        "mean wait of batch jobs, with less without (s)",
        "wait of all batch jobs, with less without (h)",
    ];
    let row = |(variant, runs): (Variant, &Vec<Came>)| {
        let mean = |value: fn(&Came) -> f64, digits: usize| number(of(runs, value).interval().mean, digits);
        vec![
            name(variant).to_owned(),
            mean(|it| it.booked, 0),
            mean(|it| it.reservations, 1),
            mean(|it| it.late, 1),
            of(runs, |it| it.delay).words(ToldIn::Seconds),
            of(runs, |it| it.mean_wait).words(ToldIn::Seconds),
            of(runs, |it| it.total_wait / 3_600.0).words(ToldIn::Number),
        ]
    };
    Listing {
        title: "What the workflow costs the batch jobs, and what they cost it: means over the seeds, 95 % intervals \
                in brackets"
            .to_owned(),
        head: head.map(str::to_owned).to_vec(),
        rows: Variant::ALL.into_iter().zip(table).map(row).collect(),
    }
}

fn conclude(plan: &Plan, logs: &[Workload], _: &[Report]) -> Findings {
    let grid = logs.first().and_then(|log| Grid::of(log, &plan.options));
    let Some(grid) = grid else {
        return Findings::default();
    };
    let seeds = plan.options.seeds;
    let trials: Vec<Vec<Came>> = (1..=u64::from(seeds)).filter_map(|it| grid.trial(it)).collect();
    let of_variant = |at: usize| trials.iter().map(|it| it[at]).collect();
    let table: Table = (0..Variant::ALL.len()).map(of_variant).collect();
    let moved: usize = table.iter().flatten().map(|it| it.moved).sum();
    Findings {
        setting: format!(
            "{} batch jobs of the log on {} processors under EASY, submitted {LOAD_FACTOR} times as fast, alone: \
             utilization {}, mean wait {} s. A Montage workflow of {TASKS} tasks comes at an instant drawn from the \
             middle half of the submissions, {seeds} of them, a workflow each. It is planned by HEFT for five machines \
             of {} processors each, with α = 50, its costs counted in minutes; estimates are exact. Nobody runs its \
             reservations on certain processors: a machine is a number of them.",
            number(grid.jobs() as f64, 0),
            grid.processors,
            number(grid.utilization(), 3),
            number(grid.mean_wait(), 0),
            grid.per_machine,
        ),
        claims: claims::claims(&table),
        listings: vec![listing(&table)],
        remarks: vec![
            "The rules: at its instant the plan is placed against what runs until its limits; waiting jobs have no claim \
             yet. Task after task, each reservation goes where it was planned, or as soon after as those that it waits \
             for and the processors allow, and keeps its length. DAG_Reserve wants all machines at once until the \
             deadline. Both give their processors back when their job is done, DAG_Reserve when the last one is, as \
             Sect. 4.2 has it."
                .to_owned(),
            format!(
                "Of the reservations that were placed so, the grid booked {moved} at other times. Without the workflow the \
                 same jobs run once: nothing in that is drawn."
            ),
            "A schedule of batch jobs that is disturbed once goes on otherwise, for better or worse: so intervals are wide \
             beside what is booked."
                .to_owned(),
        ],
        ..Findings::default()
    }
}
