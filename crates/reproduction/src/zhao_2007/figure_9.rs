//! Figure 9: the cost of sharing out, by the number of tasks.

use super::figure_5::nothing;
use super::setting::{SCHEDULERS, mean, plan, short, workflow};
use crate::numbers::number;
use crate::{
    Case, Claim, Figure, Findings, Item, Listing, Measured, PairedDifference, Panel, Picture, Plan, Said, Series,
    ToldIn,
};
use scheduling::criteria::Report;
use scheduling::policy::spare_time::{Paths, Variant, passes, paths};
use scheduling::system::workflow::Scheduler;
use workload::Workload;
use workload::workflow::Workflow;
use workload::workflow::generate::Kind;

pub const ITEM: Item = Item {
    key: "figure-9",
    title: "Figure 9: what sharing out costs",
    section: "Sect. 4.2",
    paper: "Average running time of the six variants and four schedulers on random workflows of 20 to 100 tasks, \
            α = 50.",
    needs_log: false,
    plan: nothing,
    conclude,
    open: crate::nothing_open,
};

const TASKS: [usize; 5] = [20, 40, 60, 80, 100];

/// The first of the critical path based variants.
const CRITICAL: usize = 4;

/// The steps of one workflow.
#[derive(Clone, Debug)]
struct Steps {
    /// Tasks and edges of the schedule's graph.
    size: f64,
    /// Visits of a task or an edge, variant by variant, as the variants are implemented here.
    ours: Vec<f64>,
    /// All paths, as the paper enumerates them.
    paths: Paths,
}

fn steps(workflow: &Workflow, scheduler: Scheduler) -> Option<Steps> {
    let plan = plan(workflow, scheduler, 1.5)?;
    let graph = &plan.graph;
    let edges: usize = (0..graph.tasks()).map(|it| graph.successors(it).len()).sum();
    let size = (graph.tasks() + edges) as f64;
    let of_variant = |it: Variant| size * passes(graph, plan.deadline, it) as f64;
    Some(Steps { size, ours: Variant::SHARED.map(of_variant).to_vec(), paths: paths(graph) })
}

/// Under one scheduler: all workflows of each number of tasks.
type Sizes = Vec<Vec<Steps>>;

fn measured(runs: &[Steps], of: impl Fn(&Steps) -> f64) -> Measured {
    Measured::of(&runs.iter().map(of).collect::<Vec<_>>())
}

/// Recursive variants by the mean of the four.
fn recursive(it: &Steps) -> f64 {
    mean(&it.ours[..CRITICAL])
}

fn critical(it: &Steps) -> f64 {
    mean(&it.ours[CRITICAL..])
}

/// By how many powers of ten more a count is with 100 tasks than with 20, seed by seed.
fn growth(sizes: &Sizes, of: impl Fn(&Steps) -> f64) -> PairedDifference {
    let empty = Vec::new();
    let (few, many) = (sizes.first().unwrap_or(&empty), sizes.last().unwrap_or(&empty));
    let values = few.iter().zip(many).map(|(few, many)| libm::log10(of(many) / of(few)));
    PairedDifference::of(values.collect(), true)
}

/// The sizes of all schedulers, in their order.
type All = Vec<Sizes>;

/// By how many more powers of ten a count grows than the steps of the recursive variants, scheduler by scheduler.
fn faster(all: &All, of: fn(&Steps) -> f64) -> Vec<Case> {
    let of_scheduler = |(&scheduler, sizes): (&Scheduler, &Sizes)| {
        let (theirs, ours) = (growth(sizes, of), growth(sizes, recursive));
        let apart = theirs.and(&ours, |theirs, ours| theirs - ours);
        Case::of(short(scheduler), &apart, Said::More, ToldIn::Number)
    };
    SCHEDULERS.iter().zip(all).map(of_scheduler).collect()
}

/// By how many powers of ten a count is more than the steps of the recursive variants, scheduler by scheduler and size
/// by size.
fn more(all: &All, of: fn(&Steps) -> f64) -> Vec<Case> {
    let mut cases = Vec::new();
    for (&scheduler, sizes) in SCHEDULERS.iter().zip(all) {
        for (tasks, runs) in TASKS.iter().zip(sizes) {
            let values = runs.iter().map(|it| libm::log10(of(it) / recursive(it)));
            let apart = PairedDifference::of(values.collect(), true);
            let name = format!("{}, {tasks} tasks", short(scheduler));
            cases.push(Case::of(name, &apart, Said::More, ToldIn::Number));
        }
    }
    cases
}

fn claims(all: &All) -> Vec<Claim> {
    vec![
        Claim::new(
            "Sect. 4.2, on Fig. 9",
            "the critical path based policies lead to faster increases in the running time than the recursive based \
             ones as the number of nodes in the DAG increases. This is because finding every path from the entry node \
             to the exit node in the allocated schedule takes a significant amount of time",
            "Steps, not times: from 20 to 100 tasks the tasks on all paths grow by more powers of ten than the steps \
             of the recursive variants, paired by seed, under each scheduler.",
            &faster(all, |it| it.paths.tasks),
        ),
        Claim::new(
            "Sect. 4.2, on Fig. 9",
            "although they have the potential to perform slightly better, they come with an extra cost",
            "Of the second half: tasks on all paths over the steps of the recursive variants, in powers of ten, are \
             above 0.",
            &more(all, |it| it.paths.tasks),
        ),
        Claim::new(
            "Sect. 4.2, on Fig. 9",
            "the critical path based policies lead to faster increases in the running time than the recursive based \
             ones",
            "The same of the search for the least share here, which goes along no path by itself: from 20 to 100 tasks \
             its steps grow by more powers of ten than those of the recursive variants, paired by seed.",
            &faster(all, critical),
        ),
    ]
}

fn listing(all: &All) -> Listing {
    let mut head = vec![String::new(), "tasks and edges".to_owned()];
    head.extend(Variant::SHARED.map(|it| it.name().to_owned()));
    head.extend(["paths", "paths, most", "tasks on all paths"].map(str::to_owned));
    let row = |scheduler: Scheduler, tasks: usize, runs: &[Steps]| {
        let mut row = vec![format!("{}, {tasks} tasks", short(scheduler))];
        row.push(number(measured(runs, |it| it.size).mean, 0));
        for at in 0..Variant::SHARED.len() {
            row.push(number(measured(runs, |it| it.ours[at]).mean, 0));
        }
        let most = runs.iter().map(|it| it.paths.count).fold(0.0, f64::max);
        row.push(number(measured(runs, |it| it.paths.count).mean, 0));
        row.push(number(most, 0));
        row.push(number(measured(runs, |it| it.paths.tasks).mean, 0));
        row
    };
    let mut rows = Vec::new();
    for (&scheduler, sizes) in SCHEDULERS.iter().zip(all) {
        rows.extend(TASKS.iter().zip(sizes).map(|(&tasks, runs)| row(scheduler, tasks, runs)));
    }
    Listing { title: "Steps in the mean over the workflows: visits of a task or an edge".to_owned(), head, rows }
}

/// A panel for each scheduler.
fn figure(all: &All) -> Figure {
    let panel = |(&scheduler, sizes): (&Scheduler, &Sizes)| {
        let series = |name: &str, of: &dyn Fn(&Steps) -> f64| Series {
            name: name.to_owned(),
            points: TASKS
                .iter()
                .zip(sizes)
                .map(|(&tasks, runs)| (tasks as f64, measured(runs, |it| libm::log10(of(it)))))
                .collect(),
        };
        let mut lines = vec![series("all paths, one by one", &|it| it.paths.tasks)];
        for (at, variant) in Variant::SHARED.into_iter().enumerate() {
            lines.push(series(variant.name(), &|it| it.ours[at]));
        }
        Panel { y_label: format!("{}: log10 of steps", short(scheduler)), from_zero: false, series: lines }
    };
    Figure {
        name: "figure-9".to_owned(),
        title: "Figure 9: steps by the number of tasks".to_owned(),
        caption: "Random workflows, four schedulers, α = 50; steps as powers of ten; “all paths” is what the paper's critical \
                  path based variants go through."
            .to_owned(),
        picture: Picture::Curves {
            x_label: "tasks".to_owned(),
            panels: SCHEDULERS.iter().zip(all).map(panel).collect(),
        },
    }
}

fn conclude(plan: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let seeds = u64::from(plan.options.seeds);
    let of_size = |tasks: usize, scheduler: Scheduler| -> Vec<Steps> {
        (1..=seeds).map(|seed| workflow(Kind::Layered, tasks, seed)).filter_map(|it| steps(&it, scheduler)).collect()
    };
    let of_scheduler = |it: Scheduler| TASKS.map(|tasks| of_size(tasks, it)).to_vec();
    let all: All = SCHEDULERS.map(of_scheduler).to_vec();
    Findings {
        setting: format!(
            "Random workflows of 20 to 100 tasks on five machines, {seeds} of each, under each of the four schedulers, α = 50. \
             Times differ from machine to machine and from run to run, so steps are counted here: a step is a visit of a task or \
             an edge of the schedule's graph, passes over the graph times its size; for the paper's enumeration, tasks on all \
             paths. Real times, of the same workflows under each scheduler and variant, and of the enumeration up to 40 tasks: \
             `cargo bench --bench workflow -- \"Figure 9\"`.",
        ),
        claims: claims(&all),
        listings: vec![listing(&all)],
        figures: vec![figure(&all)],
        remarks: vec![
            "The search for the least share of a path looks for the lightest path through every task under one share after \
             another (Dinkelbach 1967), and comes to the same slots as the enumeration. Edges that can decide nothing are \
             left out before, which the count here does not make use of."
                .to_owned(),
        ],
        ..Findings::default()
    }
}
