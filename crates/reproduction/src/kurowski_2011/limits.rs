//! The cost of reservations where limits are much longer than run times, and where they are not.

use super::curves::{Curves, Sweep};
use super::job_set::{Axis, FLOW_TIME, MCT, PERCENT, Strategy, UTILIZATION};
use super::sentences::{SINGLED_OUT_WORDS, in_general};
use crate::MOST_SEEDS;
use crate::prelude::*;
use workload::select::LimitFrom;

pub const ITEM: Item = Item {
    key: "limits",
    title: "Reservations behind running batch jobs: what limits longer than run times cost",
    section: "Sect. 6",
    paper: "In words: reservations allocated just after running batch jobs, whose limits are much \
            longer than their run times, are the main reason of worse mean F and mean U.",
    plan: |logs, options| SWEEP.plan(logs, options),
    conclude: |plan, logs, reports| SWEEP.conclude(plan, logs, reports, findings),
    open: Open::Cells(|plan, logs, reports| SWEEP.open(plan, logs, reports, is_open)),
    ..ON_LOG
};

const SWEEP: Sweep = Sweep {
    strategies: &[
        Strategy { name: "limits as requested", set: MCT.set },
        Strategy {
            name: "limits equal to run times",
            set: |scenario| {
                (MCT.set)(scenario);
                scenario.workload.limit_from = LimitFrom::RunTime;
            },
        },
    ],
    axis: Axis { values: &[0.0, 30.0], ..PERCENT },
    ..Sweep::WITH_THOUSANDS
};

/// Places of the strategies.
const REQUESTED: usize = 0;
const RUN_TIME: usize = 1;

/// Places of the shares.
const NONE: usize = 0;
const THIRTY: usize = 1;

const QUANTITIES: [Quantity; 2] = [FLOW_TIME, UTILIZATION];

/// Whether more seeds could decide the claim on that set.
fn is_open(curves: &Curves, set: usize) -> bool {
    QUANTITIES.into_iter().any(|it| verdict(curves, set, it) == Verdict::CannotTell)
}

/// Whether the gaps are the main reason of the cost of reservations. Where these cost nothing there is no reason to find.
fn verdict(curves: &Curves, set: usize, quantity: Quantity) -> Verdict {
    let said = Said::worse(quantity);
    match costs(curves, set, quantity)[REQUESTED].verdict(said) {
        Verdict::Holds => more_than_half(curves, set, quantity).verdict(said),
        Verdict::DoesNotHold => Verdict::NotTestable,
        other => other,
    }
}

fn findings(curves: &Curves) -> Findings {
    let setting = format!(
        "2 × 64, MCT, load balancing, FCFS with backfilling; {SINGLED_OUT_WORDS}. A \
         reservation can be booked from the limit of a running batch job on; what lies \
         between the job's end and the reservation is left idle or to short jobs. Where \
         limits equal run times there is no such gap. Under --until-decided a set on which \
         the claim is open has more seeds, up to {MOST_SEEDS}."
    );
    curves.findings(setting, vec![claim(curves)])
}

/// The increase of a quantity by 30 % of reservations, with limits as requested and with limits equal to run times.
fn costs(curves: &Curves, set: usize, quantity: Quantity) -> [PairedDifference; 2] {
    [REQUESTED, RUN_TIME].map(|strategy| curves.rise(set, strategy, quantity, (NONE, THIRTY)))
}

/// Half of the cost with limits as requested, less the cost with limits equal to run times: on the worse side of 0
/// if more than half of the cost goes away with the gaps. Widened, since all sets are looked at together.
fn more_than_half(curves: &Curves, set: usize, quantity: Quantity) -> PairedDifference {
    let [requested, run_time] = costs(curves, set, quantity);
    let rest = requested.and(&run_time, |requested, run_time| requested / 2.0 - run_time);
    rest.one_of(curves.sets.len())
}

fn claim(curves: &Curves) -> Claim {
    let cases = curves.cases_of(&QUANTITIES, |set, quantity| {
        let more = more_than_half(curves, set, quantity);
        let [requested, run_time] = costs(curves, set, quantity);
        let unit = ToldIn::of(quantity);
        let words = format!(
            "30 % of reservations change it by {} with limits as requested, by {} with limits \
             equal to run times; {} seeds",
            requested.words(unit),
            run_time.words(unit),
            more.seeds(Said::More).1
        );
        Case::new(quantity.words(), verdict(curves, set, quantity), words)
    });
    in_general(
        "Sect. 6",
        "the main reason of worse flow time and resource utilization are ARs allocated just after \
         running batch tasks. Due to lack of knowledge of processing times for non-AR tasks, much \
         longer runtime limit times than actual task runtimes were used for scheduling",
        "What 30 % of reservations add to mean F, and take from mean U, against none, seed by seed, \
         with the log's limits and with limits equal to run times. It is the main reason if more than \
         half of it goes away with the second; where they cost nothing there is nothing to test. The intervals are widened \
         so that with 95 % those of all sets hold together, however often seeds are added.",
        cases,
    )
}
