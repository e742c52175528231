//! Table 1: how much spare time the variants give the tasks.

mod claims;
mod printed;

use super::figure_5::nothing;
use super::setting::{
    Deadline, FINE_THRESHOLD, MADE, SCHEDULERS, TASKS, alpha, mean, plan, plan_from, shape, short,
    workflow,
};
use crate::criteria::Report;
use crate::policy::spare_time::{THRESHOLD, Variant};
use crate::policy::workflow::FirstAssignment;
use crate::reproduce::numbers::number;
use crate::reproduce::{
    Comparison, Findings, Item, Listing, Measured, PairedDifference, Plan, Quantity, Row, Said,
    Unit, Verdict,
};
use crate::system::workflow::Scheduler;
use crate::workload::Workload;
use crate::workload::workflow::generate::Kind;

pub const ITEM: Item = Item {
    key: "table-1",
    title: "Table 1: spare time",
    section: "Sect. 4.2",
    paper: "Minimum, maximum and average spare time of a task in percent of its estimate: six variants, four \
            schedulers, five kinds of workflows of about 60 tasks on five machines, a deadline of 1500 s.",
    needs_log: false,
    plan: nothing,
    conclude,
    open: crate::reproduce::nothing_open,
};

/// "a common deadline in all cases (which we assume it is at time 1500 ...)".
const DEADLINE: f64 = 1500.0;

/// The minimum, maximum and average of the tasks' spare time.
type Spare = [f64; 3];

/// What the table tells of each.
const OF_SPARE: [&str; 3] = ["minimum", "maximum", "average"];

/// A scheduler on one workflow.
#[derive(Clone, Debug)]
struct Shared {
    alpha: f64,
    /// Variant by variant.
    spare: Vec<Spare>,
}

/// All runs of a shape under a scheduler; none where the schedule ends after the deadline.
#[derive(Clone, Debug, Default)]
struct Cell {
    runs: Vec<Option<Shared>>,
}

impl Cell {
    /// A number of each run.
    fn each(&self, of: impl Fn(&Shared) -> f64) -> Vec<Option<f64>> {
        self.runs.iter().map(|it| it.as_ref().map(&of)).collect()
    }

    /// Its mean.
    fn measured(&self, of: impl Fn(&Shared) -> f64) -> Measured {
        Measured::of(&self.each(of).into_iter().flatten().collect::<Vec<_>>())
    }
}

/// A way to set deadlines.
#[derive(Clone, Copy, Debug)]
struct Reading {
    name: &'static str,
    /// Of a shape and a scheduler.
    deadline: fn(usize, usize) -> Deadline,
    /// Until how much of the deadline is left the recursive variants share out, as a part of it.
    threshold: f64,
}

/// As it is written; so that α is as it is printed; and so with a threshold that leaves nearly nothing.
const READINGS: [Reading; 3] = [
    Reading {
        name: "deadline 1500 s",
        deadline: |_, _| Deadline::Seconds(DEADLINE),
        threshold: THRESHOLD,
    },
    Reading {
        name: "α as printed",
        deadline: alpha_as_printed,
        threshold: THRESHOLD,
    },
    Reading {
        name: "α as printed, threshold 0.1 %",
        deadline: alpha_as_printed,
        threshold: FINE_THRESHOLD,
    },
];

fn alpha_as_printed(kind: usize, scheduler: usize) -> Deadline {
    Deadline::Lengths(1.0 + printed::alpha(kind, scheduler) / 100.0)
}

/// What came of a reading, by shape, by scheduler.
#[derive(Clone, Debug)]
struct Table {
    reading: Reading,
    cells: Vec<Vec<Cell>>,
}

fn shared(kind: usize, scheduler: usize, reading: Reading, seed: u64) -> Option<Shared> {
    let deadline = (reading.deadline)(kind, scheduler);
    let workflow = workflow(Kind::ALL[kind], TASKS, seed);
    let mut plan = plan(&workflow, SCHEDULERS[scheduler], deadline)?;
    plan.threshold = reading.threshold;
    let of_variant = |variant: Variant| {
        plan.share_out(variant);
        let all = plan.spare_percent();
        let least = all.iter().copied().fold(f64::INFINITY, f64::min);
        let most = all.iter().copied().fold(0.0, f64::max);
        [least, most, all.iter().sum::<f64>() / all.len() as f64]
    };
    let spare = Variant::SHARED.map(of_variant).to_vec();
    Some(Shared {
        alpha: alpha(&plan),
        spare,
    })
}

fn table(reading: Reading, seeds: u32) -> Table {
    let cell = |kind: usize, scheduler: usize| {
        let runs = (1..=u64::from(seeds)).map(|seed| shared(kind, scheduler, reading, seed));
        Cell {
            runs: runs.collect(),
        }
    };
    let of_shape = |kind: usize| (0..SCHEDULERS.len()).map(|it| cell(kind, it)).collect();
    Table {
        reading,
        cells: (0..Kind::ALL.len()).map(of_shape).collect(),
    }
}

/// Every shape and scheduler with its name.
fn cells(table: &Table) -> impl Iterator<Item = (usize, usize, String, &Cell)> {
    table.cells.iter().enumerate().flat_map(|(kind, row)| {
        row.iter().enumerate().map(move |(scheduler, cell)| {
            let name = format!(
                "{}, {}",
                shape(Kind::ALL[kind]),
                short(SCHEDULERS[scheduler])
            );
            (kind, scheduler, name, cell)
        })
    })
}

fn row(label: String, paper: f64, ours: Measured) -> Row {
    Row {
        label,
        quantity: Quantity::Percent,
        paper: Some(paper).filter(|it| it.is_finite()),
        ours,
        from_ready: None,
        cell: None,
    }
}

/// One of the three numbers of every cell.
fn comparison(table: &Table, which: usize) -> Comparison {
    let mut rows = Vec::new();
    for (kind, scheduler, name, cell) in cells(table) {
        for (at, variant) in Variant::SHARED.into_iter().enumerate() {
            let paper = printed::SPARE[kind][at][scheduler][which];
            let ours = cell.measured(|it| it.spare[at][which]);
            rows.push(row(format!("{name}, {}", variant.name()), paper, ours));
        }
    }
    Comparison {
        title: format!(
            "The {} spare time of a task, in % of its estimate: {}",
            OF_SPARE[which], table.reading.name
        ),
        rows,
    }
}

fn alphas(table: &Table) -> Comparison {
    let rows = cells(table).map(|(kind, scheduler, name, cell)| {
        let paper = printed::ALPHA[kind][scheduler];
        row(format!("{name}, α"), paper, cell.measured(|it| it.alpha))
    });
    Comparison {
        title: format!(
            "α, what is left until the deadline in % of the schedule: {}",
            table.reading.name
        ),
        rows: rows.collect(),
    }
}

/// How many schedules end after the deadline.
fn late(table: &Table) -> Listing {
    let rows = cells(table).map(|(_, _, name, cell)| {
        let late = cell.runs.iter().filter(|it| it.is_none()).count();
        let length = cell.measured(|it| DEADLINE / (1.0 + it.alpha / 100.0));
        vec![name, number(length.mean, 0), late.to_string()]
    });
    Listing {
        title: "Schedules".to_owned(),
        head: ["", "mean length (s)", "longer than 1500 s"]
            .map(str::to_owned)
            .to_vec(),
        rows: rows.collect(),
    }
}

/// What tells the columns of [`first_assignments`] apart.
const BEGINNINGS: [(Scheduler, FirstAssignment, &str); 5] = [
    (
        Scheduler::HybridBmct,
        FirstAssignment::ExecutionTime,
        "HBMCT, first by execution time",
    ),
    (
        Scheduler::HybridBmct,
        FirstAssignment::CompletionTime,
        "HBMCT, first by completion time",
    ),
    (Scheduler::Fcp, FirstAssignment::ExecutionTime, "FCP"),
    (Scheduler::Dls, FirstAssignment::ExecutionTime, "DLS"),
    (Scheduler::Heft, FirstAssignment::ExecutionTime, "HEFT"),
];

/// α of a run, with each of [`BEGINNINGS`].
type Alphas = [f64; BEGINNINGS.len()];

/// α of the runs of a shape in which every schedule ends by the deadline.
fn alphas_of(kind: Kind, seeds: u32) -> Vec<Alphas> {
    let of_seed = |seed: u64| -> Option<Alphas> {
        let workflow = workflow(kind, TASKS, seed);
        let of = BEGINNINGS.map(|(scheduler, first, _)| {
            plan_from(&workflow, (scheduler, first), Deadline::Seconds(DEADLINE))
        });
        let alphas: Option<Vec<f64>> = of.iter().map(|it| it.as_ref().map(alpha)).collect();
        alphas?.try_into().ok()
    };
    (1..=u64::from(seeds)).filter_map(of_seed).collect()
}

/// What the first step of Hybrid.BMCT does to α, shape by shape.
fn first_assignments(of_shapes: &[Vec<Alphas>]) -> Listing {
    let of_shape = |(kind, alphas): (Kind, &Vec<Alphas>)| {
        let words = |at: usize| match alphas.is_empty() {
            true => "–".to_owned(),
            false => number(mean(&alphas.iter().map(|it| it[at]).collect::<Vec<_>>()), 1),
        };
        let numbers = (0..BEGINNINGS.len()).map(words);
        std::iter::once(shape(kind).to_owned())
            .chain(numbers)
            .collect()
    };
    let mut head = vec![String::new()];
    head.extend(BEGINNINGS.map(|it| it.2.to_owned()));
    Listing {
        title: "Mean α, deadline 1500 s, in %, of the runs in which no schedule ends later; the paper prints 34, 7, 32 \
                and 24 for Montage under HBMCT, FCP, DLS and HEFT"
            .to_owned(),
        head,
        rows: Kind::ALL
            .into_iter()
            .zip(of_shapes)
            .map(of_shape)
            .collect(),
    }
}

/// Whether the order of α that the paper prints of Montage comes out, with each beginning.
fn order_on_montage(alphas: &[Alphas]) -> String {
    let less = |one: usize, other: usize| {
        let apart = alphas.iter().map(|it| (it[one] - it[other]) / 100.0);
        PairedDifference::of(apart.collect(), true)
    };
    let [execution, completion, heft] = [less(0, 3), less(1, 3), less(3, 4)];
    let order = |hybrid: &PairedDifference| {
        Verdict::whole(&[hybrid.verdict(Said::More), heft.verdict(Said::More)]).words()
    };
    let words = |it: &PairedDifference| it.words(Unit::Share);
    format!(
        "Of Montage the paper prints a higher α under HBMCT than under DLS, and a higher one under DLS than under HEFT. \
         Ours, in percentage points, paired by workflow: DLS less HEFT {}; HBMCT less DLS {} where Hybrid.BMCT first \
         assigns tasks by execution time, and {} where by completion time. The order {} with the former, and {} with \
         the latter. The rest of this item is computed with the former.",
        words(&heft),
        words(&execution),
        words(&completion),
        order(&execution),
        order(&completion)
    )
}

fn conclude(plan: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let tables = READINGS.map(|it| table(it, plan.options.seeds));
    let [written, as_printed, fine] = &tables;
    let of_shapes = Kind::ALL.map(|kind| alphas_of(kind, plan.options.seeds));
    let tasks = Kind::ALL.map(|kind| {
        let tasks = workflow(kind, TASKS, 1).tasks.len();
        format!("{} {tasks}", shape(kind))
    });
    Findings {
        setting: format!(
            "Workflows of about 60 tasks ({}), five machines, {} runs, a workflow each, the same for all \
             schedulers and variants. {MADE} Three readings: a deadline of 1500 s, as it is written; one that makes \
             α what is printed of it, scheduler by scheduler; where that cannot be read, {} for {}, the means of those \
             that can; and the latter with a threshold of 0.1 % of the deadline in place of 5 %, which Figure 3 gives as \
             an example. Spare time of a task: what its reservation is \
             longer than its estimate, and the gap behind it until a successor, its machine or the deadline.",
            tasks.join(", "),
            plan.options.seeds,
            printed::USUAL_ALPHA.map(|it| number(it, 1)).join(", "),
            SCHEDULERS.map(short).join(", "),
        ),
        comparisons: vec![
            comparison(written, 0),
            comparison(as_printed, 0),
            comparison(as_printed, 1),
            comparison(as_printed, 2),
            comparison(fine, 0),
            alphas(written),
        ],
        claims: claims::claims(&tables),
        listings: vec![late(written), first_assignments(&of_shapes)],
        remarks: vec![
            order_on_montage(&of_shapes[claims::MONTAGE]),
            "Numbers of the paper stand where the text at hand lets them be read; most minima, and α beyond \
             Montage and Random, it does not."
                .to_owned(),
            "How much data goes over an edge the paper does not say beside the CCR, nor how many edges its random \
             workflows have: makespans, and with a common deadline α and spare time, depend on both."
                .to_owned(),
        ],
        ..Findings::default()
    }
}
