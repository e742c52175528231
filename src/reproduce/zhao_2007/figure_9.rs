//! Figure 9: what sharing out costs, by the number of tasks.

use super::figure_5::nothing;
use super::setting::{Deadline, plan, short, workflow};
use crate::criteria::Report;
use crate::policy::spare_time::{Paths, Variant, passes, paths};
use crate::reproduce::numbers::number;
use crate::reproduce::{
    Case, Claim, Figure, Findings, Item, Listing, Measured, PairedDifference, Panel, Picture, Plan,
    Said, Series, Unit,
};
use crate::system::workflow::Scheduler;
use crate::workload::Workload;
use crate::workload::workflow::generate::Kind;

pub const ITEM: Item = Item {
    key: "figure-9",
    title: "Figure 9: what sharing out costs",
    section: "Sect. 4.2",
    paper: "Average running time of the six variants and four schedulers on random workflows of 20 to 100 tasks, \
            α = 50.",
    needs_log: false,
    plan: nothing,
    conclude,
    open: crate::reproduce::nothing_open,
};

const TASKS: [usize; 5] = [20, 40, 60, 80, 100];

/// The figure has each variant with each scheduler. Paths are those of the schedules of this one.
const SCHEDULER: Scheduler = Scheduler::HybridBmct;

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

fn steps(tasks: usize, seed: u64) -> Option<Steps> {
    let plan = plan(
        &workflow(Kind::Layered, tasks, seed),
        SCHEDULER,
        Deadline::Lengths(1.5),
    )?;
    let graph = &plan.graph;
    let edges: usize = (0..graph.tasks())
        .map(|it| graph.successors(it).len())
        .sum();
    let size = (graph.tasks() + edges) as f64;
    let of_variant = |it: Variant| size * passes(graph, plan.deadline, it) as f64;
    Some(Steps {
        size,
        ours: Variant::SHARED.map(of_variant).to_vec(),
        paths: paths(graph),
    })
}

/// All workflows of a number of tasks.
type Sizes = Vec<Vec<Steps>>;

fn measured(runs: &[Steps], of: impl Fn(&Steps) -> f64) -> Measured {
    Measured::of(&runs.iter().map(of).collect::<Vec<_>>())
}

/// Recursive variants by the mean of the four.
fn recursive(it: &Steps) -> f64 {
    super::setting::mean(&it.ours[..CRITICAL])
}

fn critical(it: &Steps) -> f64 {
    super::setting::mean(&it.ours[CRITICAL..])
}

/// By how many powers of ten more a count is with 100 tasks than with 20, seed by seed.
fn growth(sizes: &Sizes, of: impl Fn(&Steps) -> f64) -> PairedDifference {
    let empty = Vec::new();
    let (few, many) = (
        sizes.first().unwrap_or(&empty),
        sizes.last().unwrap_or(&empty),
    );
    let values = few
        .iter()
        .zip(many)
        .map(|(few, many)| libm::log10(of(many) / of(few)));
    PairedDifference::of(values.collect(), true)
}

fn claims(sizes: &Sizes) -> Vec<Claim> {
    let faster = |of: fn(&Steps) -> f64| {
        let (theirs, ours) = (growth(sizes, of), growth(sizes, recursive));
        theirs.and(&ours, |theirs, ours| theirs - ours)
    };
    let more = |of: fn(&Steps) -> f64| {
        let of_size = |(&tasks, runs): (&usize, &Vec<Steps>)| {
            let values = runs.iter().map(|it| libm::log10(of(it) / recursive(it)));
            let difference = PairedDifference::of(values.collect(), true);
            Case::of(
                format!("{tasks} tasks"),
                &difference,
                Said::More,
                Unit::Number,
            )
        };
        TASKS.iter().zip(sizes).map(of_size).collect::<Vec<Case>>()
    };
    let case = |name: &str, difference: &PairedDifference| {
        Case::of(name, difference, Said::More, Unit::Number)
    };
    vec![
        Claim::new(
            "Sect. 4.2, on Fig. 9",
            "the critical path based policies lead to faster increases in the running time than the recursive based \
             ones as the number of nodes in the DAG increases. This is because finding every path from the entry node \
             to the exit node in the allocated schedule takes a significant amount of time",
            "Steps, not times: from 20 to 100 tasks the tasks on all paths grow by more powers of ten than the steps \
             of the recursive variants, paired by seed.",
            &[case("", &faster(|it| it.paths.tasks))],
        ),
        Claim::new(
            "Sect. 4.2, on Fig. 9",
            "although they have the potential to perform slightly better, they come with an extra cost",
            "Of the second half: tasks on all paths over the steps of the recursive variants, in powers of ten, are \
             above 0.",
            &more(|it| it.paths.tasks),
        ),
        Claim::new(
            "Sect. 4.2, on Fig. 9",
            "the critical path based policies lead to faster increases in the running time than the recursive based \
             ones",
            "The same of the search for the least share here, which goes along no path by itself: from 20 to 100 tasks \
             its steps grow by more powers of ten than those of the recursive variants, paired by seed.",
            &[case("", &faster(critical))],
        ),
    ]
}

fn listing(sizes: &Sizes) -> Listing {
    let mut head = vec!["tasks".to_owned(), "tasks and edges".to_owned()];
    head.extend(Variant::SHARED.map(|it| it.name().to_owned()));
    head.extend(["paths", "paths, most", "tasks on all paths"].map(str::to_owned));
    let row = |(tasks, runs): (&usize, &Vec<Steps>)| {
        let mut row = vec![tasks.to_string()];
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
    Listing {
        title: "Steps in the mean over the workflows: visits of a task or an edge".to_owned(),
        head,
        rows: TASKS.iter().zip(sizes).map(row).collect(),
    }
}

fn figure(sizes: &Sizes) -> Figure {
    let series = |name: &str, of: &dyn Fn(&Steps) -> f64| Series {
        name: name.to_owned(),
        points: TASKS
            .iter()
            .zip(sizes)
            .map(|(&tasks, runs)| (tasks as f64, measured(runs, |it| libm::log10(of(it)))))
            .collect(),
    };
    let mut all = vec![series("all paths, one by one", &|it| it.paths.tasks)];
    for (at, variant) in Variant::SHARED.into_iter().enumerate() {
        all.push(series(variant.name(), &|it| it.ours[at]));
    }
    Figure {
        name: "figure-9".to_owned(),
        title: "Figure 9: steps by the number of tasks".to_owned(),
        caption: format!(
            "Random workflows, {}, α = 50; steps as powers of ten; “all paths” is what the paper's critical path based \
             variants go through.",
            short(SCHEDULER)
        ),
        picture: Picture::Curves {
            x_label: "tasks".to_owned(),
            panels: vec![Panel {
                y_label: "log10 of steps".to_owned(),
                from_zero: false,
                series: all,
            }],
        },
    }
}

fn conclude(plan: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let seeds = 1..=u64::from(plan.options.seeds);
    let of_size = |tasks: usize| {
        seeds
            .clone()
            .filter_map(|seed| steps(tasks, seed))
            .collect()
    };
    let sizes: Sizes = TASKS.map(of_size).to_vec();
    Findings {
        setting: format!(
            "Random workflows of 20 to 100 tasks on five machines, {} of each, {}, α = 50. Times differ from machine to \
             machine and from run to run, so steps are counted: a step is a visit of a task or an edge of the schedule's \
             graph, passes over the graph times its size; for the paper's enumeration, tasks on all paths.",
            plan.options.seeds,
            short(SCHEDULER)
        ),
        claims: claims(&sizes),
        listings: vec![listing(&sizes)],
        figures: vec![figure(&sizes)],
        remarks: vec![
            "The search for the least share of a path looks for the lightest path through every task under one share after \
             another (Dinkelbach 1967), and comes to the same slots as the enumeration. Edges that can decide nothing are \
             left out before, which the count here does not make use of. Times: `cargo bench --bench workflow`."
                .to_owned(),
        ],
        ..Findings::default()
    }
}
