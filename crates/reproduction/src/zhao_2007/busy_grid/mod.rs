//! The paper's closing question: reservations of a workflow among the batch jobs of a grid.

mod trial;

use super::setting::{name, workflow};
use crate::prelude::*;
use scheduling::policy::spare_time::Variant;
use trial::{Came, Grid, LOAD_FACTOR, TASKS};

pub const ITEM: Item = Item {
    key: "busy-grid",
    title: "Into a busy grid",
    section: "Sect. 5",
    paper: "“Further evaluation could consider the heuristics presented in this paper in conjunction with a more \
            dynamic environment, where DAGs as well as other jobs, not necessarily having advance reservations, \
            co-exist.” No numbers.",
    plan,
    conclude,
    ..ON_LOG
};

/// Seconds of the grid for a unit of the workflow's time: its tasks are then as long as batch jobs are.
const PER_MINUTE: f64 = 60.0;

/// The six variants and the whole DAG; run by run.
type Table = Vec<Vec<Came>>;

fn plan(logs: &[Workload], options: &Options) -> Planned {
    let grid = logs.first().and_then(|log| Grid::of(log, options));
    grid.map(|_| Vec::new()).ok_or_else(|| Unavailable("the log has none of the jobs".to_owned()))
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
        let of = |value: fn(&Came) -> f64| PairedDifference::drawn(runs.iter().map(value));
        let mean = |value, digits: usize| number(of(value).interval().mean, digits);
        vec![
            name(variant).to_owned(),
            mean(|it| it.booked, 0),
            mean(|it| it.reservations, 1),
            mean(|it| it.late, 1),
            of(|it| it.delay).words(ToldIn::Seconds),
            of(|it| it.mean_wait).words(ToldIn::Seconds),
            of(|it| it.total_wait / 3_600.0).words(ToldIn::Number),
        ]
    };
    Listing::new(
        "What the workflow costs the batch jobs, and what they cost it: means over the seeds, 95 % intervals \
                in brackets",
        head,
        Variant::ALL.into_iter().zip(table).map(row),
    )
}

/// The place of DAG_Reserve among the variants.
const WHOLE: usize = Variant::SHARED.len();

/// A case of each of the six variants: its numbers less those of DAG_Reserve, workflow by workflow.
fn against_whole(table: &Table, value: impl Fn(&Came) -> f64, unit: ToldIn) -> Vec<Case> {
    let of_variant = |(variant, runs): (Variant, &Vec<Came>)| {
        let values = runs.iter().zip(&table[WHOLE]).map(|(one, whole)| value(one) - value(whole));
        Case::drawn(name(variant), values, Said::Less, unit)
    };
    Variant::SHARED.into_iter().zip(table).map(of_variant).collect()
}

fn claims(table: &Table) -> Vec<Claim> {
    let mut booked = against_whole(table, |it| it.booked, ToldIn::Number);
    for case in &mut booked {
        case.verdict = Verdict::NotTestable;
    }
    vec![
        Claim::new(
            "Sect. 1",
            "Although one might consider the whole workflow as a single job for which resources are negotiated and \
             reserved for its whole duration ..., this may lead to a waste of resources",
            "Processor hours booked by each variant less those of DAG_Reserve, paired by workflow. They cannot be above 0: \
             all reservations of tasks lie in those of all machines until the deadline.",
            &booked,
        ),
        Claim::new(
            "Sect. 4.2",
            "our variants allow to regain unused resource time after a job has been completed by backfilling other, \
             independent jobs that do not have advance reservation",
            "The batch jobs' mean wait with the workflow under each variant less that under DAG_Reserve is below 0, \
             paired by workflow.",
            &against_whole(table, |it| it.mean_wait, ToldIn::Seconds),
        ),
    ]
}

fn conclude(plan: &Plan, logs: &[Workload], _: &[Report]) -> Findings {
    let grid = logs.first().and_then(|log| Grid::of(log, &plan.options));
    let Some(grid) = grid else {
        return Findings::default();
    };
    let seeds = plan.options.seeds;
    let trials: Vec<Vec<Came>> = each_seed(seeds, |it| grid.trial(it));
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
            number(grid.alone.jobs.len() as f64, 0),
            grid.processors,
            number(grid.report.mean_utilization, 3),
            number(grid.report.mean_waiting_time, 0),
            grid.per_machine,
        ),
        claims: claims(&table),
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
