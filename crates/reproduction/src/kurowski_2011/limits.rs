//! The cost of reservations where limits are much longer than run times, and where they are not.

use super::curves::{Axis, Curves, Strategy, Sweep};
use super::figures_8_10::SINGLED_OUT_WORDS;
use super::reading::SINGLED_OUT;
use super::sentences::{OfSet, in_general};
use super::strategies::MCT;
use crate::{
    Case, Cell, Claim, Findings, Item, MOST_SEEDS, Options, PairedDifference, Plan, Quantity, Said, ToldIn,
    Unavailable, Verdict,
};
use scheduling::criteria::Report;
use workload::Workload;
use workload::select::LimitFrom;

pub const ITEM: Item = Item {
    key: "limits",
    title: "Reservations behind running batch jobs: what limits longer than run times cost",
    section: "Sect. 6",
    paper: "In words: reservations allocated just after running batch jobs, whose limits are much \
            longer than their run times, are the main reason of worse mean F and mean U.",
    needs_log: true,
    plan,
    conclude,
    open,
};

const STRATEGIES: &[Strategy] = &[
    Strategy { name: "limits as requested", set: |scenario| (MCT.set)(scenario) },
    Strategy {
        name: "limits equal to run times",
        set: |scenario| {
            (MCT.set)(scenario);
            scenario.workload.limit_from = LimitFrom::RunTime;
        },
    },
];

/// Places of the strategies.
const REQUESTED: usize = 0;
const RUN_TIME: usize = 1;

const SHARES: Axis = Axis {
    label: "advance reservations (%)",
    values: &[0.0, 30.0],
    set: |scenario, percent| scenario.workload.reservations.percent = percent,
};

/// Places of the shares.
const NONE: usize = 0;
const THIRTY: usize = 1;

const QUANTITIES: [Quantity; 2] = [Quantity::MeanFlowTime, Quantity::MeanUtilization];

fn sweep(logs: &[Workload], options: &Options) -> Result<Sweep, Unavailable> {
    Sweep::with_thousands(logs, options, STRATEGIES, SHARES, SINGLED_OUT)
}

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    Ok(sweep(logs, options)?.cells(options.seeds))
}

fn open(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Vec<usize> {
    let Ok(sweep) = sweep(logs, &plan.options) else {
        return Vec::new();
    };
    let curves = sweep.outcome(plan, logs, reports);
    curves.open_cells(plan, 0, |set| {
        let of = |quantity| more_than_half(&curves, set, quantity);
        QUANTITIES.iter().any(|it| of(*it).is_open(0.0, Said::worse(*it)))
    })
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let Ok(sweep) = sweep(logs, &plan.options) else {
        return Findings::default();
    };
    let curves = sweep.outcome(plan, logs, reports);
    Findings {
        setting: curves.on()
            + &format!(
                "2 × 64, MCT, load balancing, FCFS with backfilling; {SINGLED_OUT_WORDS}. A \
                 reservation can be booked from the limit of a running batch job on; what lies \
                 between the job's end and the reservation is left idle or to short jobs. Where \
                 limits equal run times there is no such gap. Under --until-decided a set on which \
                 the claim is open has more seeds, up to {MOST_SEEDS}."
            ),
        claims: vec![claim(&curves)],
        ..Findings::default()
    }
}

/// The increase of a quantity by 30 % of reservations under a strategy.
fn cost(at: &dyn Fn(Quantity, usize, usize) -> f64, quantity: Quantity, strategy: usize) -> f64 {
    at(quantity, strategy, THIRTY) - at(quantity, strategy, NONE)
}

/// Half of the cost with limits as requested, less the cost with limits equal to run times: on the worse side of 0
/// if more than half of the cost goes away with the gaps. Widened, since all sets are looked at together.
fn more_than_half(curves: &Curves, set: usize, quantity: Quantity) -> PairedDifference {
    let rest = curves.contrast(set, |at| cost(at, quantity, REQUESTED) / 2.0 - cost(at, quantity, RUN_TIME));
    rest.one_of(curves.sweep.sets.len() * curves.looks)
}

fn claim(curves: &Curves) -> Claim {
    let mut cases = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for quantity in QUANTITIES {
            let more = more_than_half(curves, set, quantity);
            let costs = [REQUESTED, RUN_TIME].map(|strategy| curves.contrast(set, |at| cost(at, quantity, strategy)));
            let said = Said::worse(quantity);
            // Where reservations have no cost there is no cause to search for.
            let verdict = match costs[REQUESTED].verdict(said) {
                Verdict::Holds => more.verdict(said),
                _ => Verdict::CannotTell,
            };
            let costs = costs.map(|it| it.words(ToldIn::of(quantity)));
            let words = format!(
                "30 % of reservations change it by {} with limits as requested, by {} with limits \
                 equal to run times; {} seeds",
                costs[0],
                costs[1],
                more.seeds(Said::More).1
            );
            let name = format!("{}, {}", jobs.label(), quantity.words());
            cases.push(OfSet::new(set, Case::new(name, verdict, words)));
        }
    }
    in_general(
        "Sect. 6",
        "the main reason of worse flow time and resource utilization are ARs allocated just after \
         running batch tasks. Due to lack of knowledge of processing times for non-AR tasks, much \
         longer runtime limit times than actual task runtimes were used for scheduling",
        "What 30 % of reservations add to mean F, and take from mean U, against none, seed by seed, \
         with the log's limits and with limits equal to run times. It is the main reason if more than \
         half of it goes away with the second. The intervals are widened so that with 95 % those of \
         all sets hold together, however often seeds are added.",
        cases,
    )
}
