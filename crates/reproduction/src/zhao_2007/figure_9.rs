//! Figure 9: the cost of sharing out, by the number of tasks.

use super::setting::{plan, workflow};
use crate::prelude::*;
use scheduling::policy::spare_time::{Paths, Variant, passes, paths};
use scheduling::system::workflow::Scheduler;
use workload::workflow::Workflow;
use workload::workflow::generate::Kind;

pub const ITEM: Item = Item {
    key: "figure-9",
    title: "Figure 9: what sharing out costs",
    section: "Sect. 4.2",
    paper: "Average running time of the six variants and four schedulers on random workflows of 20 to 100 tasks, \
            α = 50.",
    conclude,
    ..MADE_UP
};

/// The schedulers by the names of Table 1.
const SCHEDULERS: [(&str, Scheduler); 4] =
    [("HBMCT", Scheduler::HybridBmct), ("FCP", Scheduler::Fcp), ("DLS", Scheduler::Dls), ("HEFT", Scheduler::Heft)];

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

/// A scheduler, and all workflows of each number of tasks under it.
type Course = (&'static str, Vec<Vec<Steps>>);

/// Recursive variants by the mean of the four.
fn recursive(it: &Steps) -> f64 {
    mean(&it.ours[..CRITICAL])
}

fn critical(it: &Steps) -> f64 {
    mean(&it.ours[CRITICAL..])
}

/// By how many powers of ten more a count is with 100 tasks than with 20, seed by seed.
fn growth(sizes: &[Vec<Steps>], of: fn(&Steps) -> f64) -> PairedDifference {
    let [few, .., many] = sizes else {
        return PairedDifference::drawn([]);
    };
    PairedDifference::drawn(few.iter().zip(many).map(|(few, many)| libm::log10(of(many) / of(few))))
}

/// By how many more powers of ten a count grows than the steps of the recursive variants, scheduler by scheduler.
fn faster(all: &[Course], of: fn(&Steps) -> f64) -> Vec<Case> {
    let of_course = |(scheduler, sizes): &Course| {
        let apart = growth(sizes, of).and(&growth(sizes, recursive), |theirs, ours| theirs - ours);
        Case::of(*scheduler, &apart, Said::More, ToldIn::Number)
    };
    all.iter().map(of_course).collect()
}

/// By how many powers of ten a count is more than the steps of the recursive variants, scheduler by scheduler and size
/// by size.
fn more(all: &[Course], of: fn(&Steps) -> f64) -> Vec<Case> {
    let case = |(name, runs): (String, &Vec<Steps>)| {
        Case::drawn(name, runs.iter().map(|it| libm::log10(of(it) / recursive(it))), Said::More, ToldIn::Number)
    };
    each(all).map(case).collect()
}

/// The workflows of every scheduler and size, by their names.
fn each(all: &[Course]) -> impl Iterator<Item = (String, &Vec<Steps>)> {
    all.iter().flat_map(|(scheduler, sizes)| {
        TASKS.iter().zip(sizes).map(move |(tasks, runs)| (format!("{scheduler}, {tasks} tasks"), runs))
    })
}

fn claims(all: &[Course]) -> Vec<Claim> {
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

fn listing(all: &[Course]) -> Listing {
    let mut head = vec![String::new(), "tasks and edges".to_owned()];
    head.extend(Variant::SHARED.map(|it| it.name().to_owned()));
    head.extend(["paths", "paths, most", "tasks on all paths"].map(str::to_owned));
    let row = |(name, runs): (String, &Vec<Steps>)| {
        let mean = |of: &dyn Fn(&Steps) -> f64| number(Measured::each(runs, of).mean, 0);
        let most = runs.iter().map(|it| it.paths.count).fold(0.0, f64::max);
        let mut row = vec![name, mean(&|it| it.size)];
        row.extend((0..Variant::SHARED.len()).map(|at| mean(&|it| it.ours[at])));
        row.extend([mean(&|it| it.paths.count), number(most, 0), mean(&|it| it.paths.tasks)]);
        row
    };
    Listing::new("Steps in the mean over the workflows: visits of a task or an edge", head, each(all).map(row))
}

/// A panel for each scheduler.
fn figure(all: &[Course]) -> Figure {
    let panel = |(scheduler, sizes): &Course| {
        let series = |name: &str, of: &dyn Fn(&Steps) -> f64| {
            let measured = |runs: &Vec<Steps>| Measured::each(runs, |it| libm::log10(of(it)));
            let points = TASKS.iter().zip(sizes).map(|(&tasks, runs)| (tasks as f64, measured(runs)));
            Series { name: name.to_owned(), points: points.collect() }
        };
        let mut lines = vec![series("all paths, one by one", &|it| it.paths.tasks)];
        for (at, variant) in Variant::SHARED.into_iter().enumerate() {
            lines.push(series(variant.name(), &|it| it.ours[at]));
        }
        Panel { y_label: format!("{scheduler}: log10 of steps"), from_zero: false, series: lines }
    };
    Figure::curves(
        "figure-9",
        "Figure 9: steps by the number of tasks",
        "Random workflows, four schedulers, α = 50; steps as powers of ten; “all paths” is what the paper's critical \
                  path based variants go through.",
        "tasks",
        all.iter().map(panel),
    )
}

fn conclude(plan: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let seeds = plan.options.seeds;
    let of_size = |tasks: usize, scheduler: Scheduler| {
        each_seed(seeds, |seed| steps(&workflow(Kind::Layered, tasks, seed), scheduler))
    };
    let all: [Course; 4] = SCHEDULERS.map(|(name, it)| (name, TASKS.map(|tasks| of_size(tasks, it)).to_vec()));
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
