//! The plans of Table 1: shapes under schedulers, in several readings of the deadline.

use crate::prelude::*;
use crate::zhao_2007::setting::{FINE_THRESHOLD, Initial, TASKS, alpha, plan_from, workflow};
use scheduling::policy::spare_time::{CriticalShare, THRESHOLD, Variant, reserve_beside};
use scheduling::policy::workflow::FirstAssignment;
use scheduling::system::workflow::{Plan, Scheduler};
use workload::workflow::Workflow;
use workload::workflow::generate::{Amounts, Kind, butterflies};

/// "a common deadline in all cases (which we assume it is at time 1500 ...)".
pub const DEADLINE: f64 = 1500.0;

/// The printed α of each shape and scheduler, as far as the text at hand lets it be read.
pub const ALPHA: [[f64; 4]; 5] =
    [[34.0, 7.0, 32.0, 24.0], [24.0, 9.0, 23.0, 16.0], [f64::NAN; 4], [f64::NAN; 4], [f64::NAN; 4]];

/// The means of those that can be read.
pub const USUAL_ALPHA: [f64; 4] = [29.0, 8.0, 27.5, 20.0];

/// The printed α of a shape and a scheduler, or the usual one.
pub fn printed_alpha(shape: usize, scheduler: usize) -> f64 {
    let known = ALPHA[shape][scheduler];
    if known.is_finite() { known } else { USUAL_ALPHA[scheduler] }
}

/// The minimum, maximum and average of the tasks' spare time.
pub type Spare = [f64; 3];

/// A shape of workflows.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Its name in Table 1; a description for shapes that are not in the table.
    pub name: &'static str,
    /// Its place in the printed table.
    pub printed: usize,
    /// The workflow of a seed.
    pub make: fn(u64) -> Workflow,
}

/// The shapes of the table in its order, then FFTs of other sizes.
pub const SHAPES: [Shape; 7] = [
    Shape { name: "Montage", printed: 0, make: |seed| workflow(Kind::Montage, TASKS, seed) },
    Shape { name: "Random", printed: 1, make: |seed| workflow(Kind::Layered, TASKS, seed) },
    Shape { name: "Laplace", printed: 2, make: |seed| workflow(Kind::Laplace, TASKS, seed) },
    Shape { name: "F&J", printed: 3, make: |seed| workflow(Kind::ForkJoin, TASKS, seed) },
    Shape { name: "FFT", printed: 4, make: |seed| workflow(Kind::Fft, TASKS, seed) },
    Shape { name: "FFT, butterflies alone", printed: 4, make: |seed| butterflies(82, &Amounts::USUAL, seed) },
    Shape { name: "FFT of 16 points", printed: 4, make: |seed| workflow(Kind::Fft, 96, seed) },
];

/// Indices into [`SHAPES`].
pub const MONTAGE: usize = 0;
pub const FFT: usize = 4;

/// How many of the shapes, the first, are those of the table.
pub const OF_TABLE: usize = 5;

/// How initial schedules are made: the table's columns, then one beside it.
pub const COLUMNS: [(&str, Initial); 5] = [
    ("HBMCT", Initial::By(Scheduler::HybridBmct)),
    ("FCP", Initial::By(Scheduler::Fcp)),
    ("DLS", Initial::By(Scheduler::Dls)),
    ("HEFT", Initial::By(Scheduler::Heft)),
    ("FCP by finish times", Initial::FcpByFinish),
];

/// Indices into [`COLUMNS`].
pub const HBMCT: usize = 0;
pub const FCP: usize = 1;
pub const DLS: usize = 2;
pub const HEFT: usize = 3;
pub const FCP_BY_FINISH: usize = 4;

/// How many of the columns, the first, are those of the table.
pub const SCHEDULERS: usize = 4;

/// How many of the variants are recursive; the others are critical path based.
pub const RECURSIVE: usize = 4;

/// The place of `cp_even_percent` among the variants, and that of the same where tasks off the critical path
/// share evenly, behind all of them.
pub const CP_EVEN_PERCENT: usize = 5;
pub const OTHERS_EVENLY: usize = Variant::SHARED.len();

/// One workflow under one scheduler.
#[derive(Clone, Debug)]
pub struct Shared {
    pub alpha: f64,
    /// Variant by variant, [`OTHERS_EVENLY`] the last.
    pub spare: Vec<Spare>,
}

impl Shared {
    /// The least spare time, mean over the paper's variants.
    pub fn least(&self) -> f64 {
        mean(self.spare.iter().take(Variant::SHARED.len()).map(|it| it[0]))
    }
}

/// All workflows of a shape under a scheduler.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// How long the initial schedules are, in seconds, the late ones too.
    pub lengths: Vec<f64>,
    /// None where the schedule ends after the deadline.
    pub runs: Vec<Option<Shared>>,
}

impl Cell {
    /// A number of each run.
    pub fn each(&self, of: impl Fn(&Shared) -> f64) -> Vec<Option<f64>> {
        self.runs.iter().map(|it| it.as_ref().map(&of)).collect()
    }

    /// Its mean.
    pub fn measured(&self, of: impl Fn(&Shared) -> f64) -> Measured {
        Measured::of(&self.each(of).into_iter().flatten().collect::<Vec<_>>())
    }

    /// How many schedules end after the deadline.
    pub fn late(&self) -> usize {
        self.runs.iter().filter(|it| it.is_none()).count()
    }
}

/// A way to set deadlines.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    pub name: &'static str,
    /// Of the lengths of a workflow's schedules, column by column; its shape's place in the printed table; and a
    /// column. In seconds.
    deadline: fn(&[f64], usize, usize) -> f64,
    /// Until how much of the deadline is left the recursive variants share out, as a part of it.
    threshold: f64,
    /// Whether all schedules of a workflow have the same deadline, so that they can be compared. Where α is given
    /// to each scheduler, one that is given more has more.
    pub is_common: bool,
}

/// As it is written; so that none is late; so that α is as it is printed; and so with a threshold that leaves
/// nearly no spare time.
pub const READINGS: [Reading; 4] = [
    Reading { name: "deadline 1500 s", deadline: |_, _, _| DEADLINE, threshold: THRESHOLD, is_common: true },
    Reading {
        name: "a deadline for each workflow",
        deadline: |lengths, _, _| {
            let longest = lengths.iter().copied().fold(0.0, f64::max);
            longest * (1.0 + USUAL_ALPHA[FCP] / 100.0)
        },
        threshold: THRESHOLD,
        is_common: true,
    },
    Reading { name: "α as printed", deadline: alpha_as_printed, threshold: THRESHOLD, is_common: false },
    Reading {
        name: "α as printed, threshold 0.1 %",
        deadline: alpha_as_printed,
        threshold: FINE_THRESHOLD,
        is_common: false,
    },
];

fn alpha_as_printed(lengths: &[f64], printed: usize, column: usize) -> f64 {
    let scheduler = if column == FCP_BY_FINISH { FCP } else { column };
    lengths[column] * (1.0 + printed_alpha(printed, scheduler) / 100.0)
}

/// The results of a reading, by shape, by column.
#[derive(Clone, Debug)]
pub struct Table {
    pub reading: Reading,
    pub cells: Vec<Vec<Cell>>,
}

/// The cells of the printed table, with the places of shape and column, and their names.
pub fn cells(table: &Table) -> impl Iterator<Item = (usize, usize, String, &Cell)> {
    table.cells.iter().take(OF_TABLE).enumerate().flat_map(|(shape, row)| {
        row.iter().take(SCHEDULERS).enumerate().map(move |(column, cell)| {
            let name = format!("{}, {}", SHAPES[shape].name, COLUMNS[column].0);
            (shape, column, name, cell)
        })
    })
}

/// A plan without spare time for each column: its slots are the schedule.
pub fn plans(workflow: &Workflow) -> Option<Vec<Plan>> {
    COLUMNS.into_iter().map(|(_, initial)| plan_from(workflow, initial, 1.0)).collect()
}

/// The least, the most and the mean of some numbers.
fn spare(all: &[f64]) -> Spare {
    let least = all.iter().copied().fold(f64::INFINITY, f64::min);
    let most = all.iter().copied().fold(0.0, f64::max);
    [least, most, mean(all)]
}

/// The percent of a schedule's spare time that each task gets until a deadline, in every way; none if it is late.
fn shared(plan: &mut Plan, deadline: f64, threshold: f64) -> Option<Shared> {
    if deadline < plan.allocation.finish() {
        return None;
    }
    (plan.deadline, plan.threshold) = (deadline, threshold);
    let of_variant = |variant: Variant| {
        plan.share_out(variant);
        spare(&plan.spare_percent())
    };
    let mut all = Variant::SHARED.map(of_variant).to_vec();
    let shares = (CriticalShare::Percent, CriticalShare::Time);
    plan.slots = reserve_beside(&plan.graph, deadline, shares);
    all.push(spare(&plan.spare_percent()));
    Some(Shared { alpha: alpha(plan), spare: all })
}

/// Every shape and column in each reading, with `seeds` workflows each.
pub fn tables(seeds: u32) -> Vec<Table> {
    let empty = |reading: Reading| Table { reading, cells: vec![vec![Cell::default(); COLUMNS.len()]; SHAPES.len()] };
    let mut tables = READINGS.map(empty).to_vec();
    for (at, shape) in SHAPES.iter().enumerate() {
        for seed in 1..=u64::from(seeds) {
            let Some(mut plans) = plans(&(shape.make)(seed)) else {
                continue;
            };
            let lengths: Vec<f64> = plans.iter().map(|it| it.allocation.finish()).collect();
            for table in &mut tables {
                let Reading { deadline, threshold, .. } = table.reading;
                for (column, plan) in plans.iter_mut().enumerate() {
                    let deadline = deadline(&lengths, shape.printed, column);
                    let cell = &mut table.cells[at][column];
                    cell.lengths.push(lengths[column]);
                    cell.runs.push(shared(plan, deadline, threshold));
                }
            }
        }
    }
    tables
}

/// The initial assignments of Hybrid.BMCT, which distinguish the columns of α.
pub const BEGINNINGS: [(&str, Initial); 6] = [
    ("HBMCT, first by execution time", Initial::HybridBmct(FirstAssignment::ExecutionTime)),
    ("HBMCT, first by completion time", Initial::HybridBmct(FirstAssignment::CompletionTime)),
    COLUMNS[FCP],
    COLUMNS[FCP_BY_FINISH],
    COLUMNS[DLS],
    COLUMNS[HEFT],
];
