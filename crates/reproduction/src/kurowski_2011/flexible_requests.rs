//! Rejections with hard deadlines, by the length of the requested interval.

use super::curves::{Curves, Strategy, Sweep};
use super::figures_8_10::SINGLED_OUT_WORDS;
use super::figures_14_16::PRINTED_LENGTHS;
use super::reading::SINGLED_OUT;
use super::sentences::{OfSet, in_general};
use super::setting::model;
use super::strategies::{MCT, PRIORITY};
use crate::numbers::number;
use crate::{Case, Cell, Claim, Findings, Item, Options, Plan, Quantity, Said, ToldIn, Unavailable};
use experiment::Scenario;
use scheduling::criteria::Report;
use scheduling::system::two_level::LateReservations;
use workload::Workload;

pub const ITEM: Item = Item {
    key: "flexible-requests",
    title: "Flexible requests: rejections with hard deadlines",
    section: "Sect. 4.4.1",
    paper: "In words: flexible requests decrease the number of rejections.",
    needs_log: true,
    plan,
    conclude,
    open: crate::nothing_open,
};

const STRATEGIES: &[Strategy] = &[
    Strategy { name: MCT.name, set: |scenario| hard(scenario, &MCT) },
    Strategy { name: PRIORITY.name, set: |scenario| hard(scenario, &PRIORITY) },
];

fn hard(scenario: &mut Scenario, strategy: &Strategy) {
    (strategy.set)(scenario);
    model(scenario).late_reservations = LateReservations::Deadline;
}

fn sweep(logs: &[Workload], options: &Options) -> Result<Sweep, Unavailable> {
    Sweep::with_thousands(logs, options, STRATEGIES, PRINTED_LENGTHS, SINGLED_OUT)
}

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    Ok(sweep(logs, options)?.cells(options.seeds))
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let Ok(sweep) = sweep(logs, &plan.options) else {
        return Findings::default();
    };
    let curves = sweep.outcome(plan, logs, reports);
    Findings {
        setting: curves.on()
            + &format!(
                "2 × 64, 30 % reservations whose deadlines are hard, load balancing, FCFS with \
                 backfilling; {SINGLED_OUT_WORDS}. A job that is wider than a provider is rejected \
                 whatever is requested: these count on every interval alike."
            ),
        claims: vec![claim(&curves)],
        figures: curves.figures(
            "flexible-requests",
            "Rejected jobs by the length of the interval, hard deadlines",
            &[0, 1],
            &[Quantity::Rejected],
        ),
        ..Findings::default()
    }
}

fn claim(curves: &Curves) -> Claim {
    let steps = [(1, 0, "[1, 4] against fixed"), (2, 1, "[2, 8] against [1, 4]")];
    let family = curves.sweep.sets.len() * STRATEGIES.len() * steps.len();
    let quantity = Quantity::Rejected;
    let mut cases = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for (strategy, it) in STRATEGIES.iter().enumerate() {
            for (longer, shorter, step) in steps {
                let fewer = curves.contrast(set, |at| at(quantity, strategy, longer) - at(quantity, strategy, shorter));
                let fewer = fewer.one_of(family);
                let mean = |x| number(curves.mean((set, strategy, x), quantity), 1);
                let words =
                    format!("{}, {} against {}", fewer.words(ToldIn::of(quantity)), mean(longer), mean(shorter));
                let name = format!("{}, {}, {step}", jobs.label(), it.name);
                let case = Case::new(name, fewer.verdict(Said::Less), words);
                cases.push(OfSet::new(set, case));
            }
        }
    }
    in_general(
        "Sect. 4.4.1",
        "Flexible AR requests also decrease a number of rejections",
        "Rejected jobs with the longer interval less those with the shorter, seed by seed. The \
         intervals are widened so that with 95 % all of them hold together.",
        cases,
    )
}
