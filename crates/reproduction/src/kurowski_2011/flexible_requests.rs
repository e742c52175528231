//! Rejections with hard deadlines, by the length of the requested interval.

use super::curves::{Curves, Sweep};
use super::figures_14_16::PRINTED_LENGTHS;
use super::job_set::{BY_MCT, BY_PRIORITY, MCT, PRIORITY, Strategy, model};
use super::sentences::{SINGLED_OUT_WORDS, in_general};
use crate::prelude::*;
use experiment::Scenario;
use scheduling::system::two_level::LateReservations;

pub const ITEM: Item = Item {
    key: "flexible-requests",
    title: "Flexible requests: rejections with hard deadlines",
    section: "Sect. 4.4.1",
    paper: "In words: flexible requests decrease the number of rejections.",
    plan: |logs, options| SWEEP.plan(logs, options),
    conclude: |plan, logs, reports| SWEEP.conclude(plan, logs, reports, findings),
    open: Open::Claims,
    ..ON_LOG
};

const SWEEP: Sweep = Sweep {
    strategies: &[
        Strategy { name: MCT.name, set: |scenario| hard(scenario, &MCT) },
        Strategy { name: PRIORITY.name, set: |scenario| hard(scenario, &PRIORITY) },
    ],
    axis: PRINTED_LENGTHS,
    ..Sweep::WITH_THOUSANDS
};

fn hard(scenario: &mut Scenario, strategy: &Strategy) {
    (strategy.set)(scenario);
    model(scenario).late_reservations = LateReservations::Deadline;
}

fn findings(curves: &Curves) -> Findings {
    let setting = format!(
        "2 × 64, 30 % reservations whose deadlines are hard, load balancing, FCFS with \
         backfilling; {SINGLED_OUT_WORDS}. A job that is wider than a provider is rejected \
         whatever is requested: these count on every interval alike."
    );
    Findings {
        figures: curves.figures(
            "flexible-requests",
            "Rejected jobs by the length of the interval, hard deadlines",
            &[BY_MCT, BY_PRIORITY],
            &[Quantity::Rejected],
        ),
        ..curves.findings(setting, vec![claim(curves)])
    }
}

/// A strategy, the longer interval, the shorter one, and both in words.
const STEPS: [(usize, usize, usize, &str); 4] = [
    (BY_MCT, 1, 0, "[1, 4] against fixed"),
    (BY_MCT, 2, 1, "[2, 8] against [1, 4]"),
    (BY_PRIORITY, 1, 0, "[1, 4] against fixed"),
    (BY_PRIORITY, 2, 1, "[2, 8] against [1, 4]"),
];

fn claim(curves: &Curves) -> Claim {
    let quantity = Quantity::Rejected;
    let cases = curves.cases_of(&STEPS, |set, (strategy, longer, shorter, step)| {
        let fewer = curves.rise(set, strategy, quantity, (shorter, longer)).one_of(curves.sets.len() * STEPS.len());
        let mean = |x| curves.mean_words((set, strategy, x), quantity);
        let words = format!("{}, {} against {}", fewer.words(ToldIn::of(quantity)), mean(longer), mean(shorter));
        Case::new(format!("{}, {step}", SWEEP.strategies[strategy].name), fewer.verdict(Said::Less), words)
    });
    in_general(
        "Sect. 4.4.1",
        "Flexible AR requests also decrease a number of rejections",
        "Rejected jobs with the longer interval less those with the shorter, seed by seed. The \
         intervals are widened so that with 95 % all of them hold together.",
        cases,
    )
}
