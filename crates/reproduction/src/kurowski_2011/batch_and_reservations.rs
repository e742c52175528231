//! The effect of AR resource priority on flow time: of batch jobs, and of reservations.

mod claims;

use super::curves::{Curves, Strategy, Sweep};
use super::figures_8_10::SINGLED_OUT_WORDS;
use super::figures_14_16::PRINTED_LENGTHS;
use super::reading::SINGLED_OUT;
use super::strategies::{MCT, PRIORITY};
use crate::numbers::measured;
use crate::{Cell, Findings, Item, Listing, MOST_SEEDS, Options, Plan, Quantity, Unavailable};
use scheduling::criteria::Report;
use workload::Workload;

pub const ITEM: Item = Item {
    key: "batch-and-reservations",
    title: "AR resource priority and MCT: batch jobs and reservations apart",
    section: "Sects. 5.4.1, 5.5",
    paper: "In words: consolidated reservations help the tasks without reservation, and may cost \
            the reservations flow time, above all with flexible intervals.",
    needs_log: true,
    plan,
    conclude,
    open,
};

const STRATEGIES: &[Strategy] = &[MCT, PRIORITY];

/// Places of the strategies.
const BY_MCT: usize = 0;
const BY_PRIORITY: usize = 1;

/// The names of the intervals, in the order of the axis.
const NAMES: [&str; 3] = ["fixed", "[1, 4]", "[2, 8]"];

const QUANTITIES: [Quantity; 5] = [
    Quantity::BatchFlowTime,
    Quantity::ReservationFlowTime,
    Quantity::MeanUtilization,
    Quantity::MeanTardiness,
    Quantity::Rejected,
];

fn sweep(logs: &[Workload], options: &Options) -> Result<Sweep, Unavailable> {
    Sweep::with_thousands(logs, options, STRATEGIES, PRINTED_LENGTHS, SINGLED_OUT)
}

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    Ok(sweep(logs, options)?.cells(options.seeds))
}

/// The cells of the sets on which a claim is open.
fn open(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Vec<usize> {
    let Ok(sweep) = sweep(logs, &plan.options) else {
        return Vec::new();
    };
    let curves = sweep.outcome(plan, logs, reports);
    curves.open_cells(plan, 0, |set| claims::is_open(&curves, set))
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let Ok(sweep) = sweep(logs, &plan.options) else {
        return Findings::default();
    };
    let curves = sweep.outcome(plan, logs, reports);
    Findings {
        setting: curves.on()
            + &format!(
                "2 × 64, 30 % reservations, load balancing, FCFS with backfilling; \
                 {SINGLED_OUT_WORDS}. Intervals as in Figures 14 to 16. Deadlines are due dates: a \
                 job is rejected only where it fits on no provider, under every strategy alike. \
                 Under --until-decided a set on which a claim is open has more seeds, up to \
                 {MOST_SEEDS}, until it is decided or the difference lies within the margin."
            ),
        claims: claims::all(&curves),
        listings: vec![listing(&curves)],
        ..Findings::default()
    }
}

/// Every set, interval and strategy.
fn listing(curves: &Curves) -> Listing {
    let mut head = ["jobs", "interval", "strategy"].map(str::to_owned).to_vec();
    head.extend(QUANTITIES.map(Quantity::name));
    let mut rows = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for (x, interval) in NAMES.iter().enumerate() {
            for (strategy, it) in STRATEGIES.iter().enumerate() {
                let mut cells = vec![jobs.label(), (*interval).to_owned(), it.name.to_owned()];
                cells.extend(
                    QUANTITIES.map(|quantity| measured(curves.measured((set, strategy, x), quantity), quantity)),
                );
                rows.push(cells);
            }
        }
    }
    Listing { title: "Batch jobs and reservations apart, means over the seeds".to_owned(), head, rows }
}
