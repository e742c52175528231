//! The effect of binding reservations at their start on batch jobs.

use super::curves::{Curves, Sweep};
use super::job_set::{Axis, MCT, PERCENT, Strategy, UTILIZATION, model};
use super::sentences::{SINGLED_OUT_WORDS, in_general};
use crate::MOST_SEEDS;
use crate::prelude::*;
use experiment::Scenario;
use scheduling::system::two_level::Binding;

pub const ITEM: Item = Item {
    key: "dynamic-binding",
    title: "Dynamic binding: what it does for batch jobs",
    section: "Sects. 3.2, 6",
    paper: "In words: a local scheduler that binds reservations at their start blocks fewer batch \
            jobs; all experiments of the paper bind so.",
    plan: |logs, options| SWEEP.plan(logs, options),
    conclude: |plan, logs, reports| SWEEP.conclude(plan, logs, reports, findings),
    open: Open::Cells(|plan, logs, reports| SWEEP.open(plan, logs, reports, is_open)),
    ..ON_LOG
};

const SWEEP: Sweep = Sweep {
    strategies: &[
        Strategy { name: "dynamic binding", set: |scenario| bind(scenario, Binding::Dynamic) },
        Strategy { name: "static binding", set: |scenario| bind(scenario, Binding::Static) },
    ],
    axis: Axis { values: &SHARES, ..PERCENT },
    ..Sweep::WITH_THOUSANDS
};

/// Percent of reservations.
const SHARES: [f64; 3] = [10.0, 30.0, 50.0];

/// Places of the strategies.
const DYNAMIC: usize = 0;
const STATIC: usize = 1;

fn bind(scenario: &mut Scenario, binding: Binding) {
    (MCT.set)(scenario);
    model(scenario).local.binding = binding;
}

const BATCH: Quantity = Quantity::BatchFlowTime;

/// Whether more seeds could decide the claim on that set.
fn is_open(curves: &Curves, set: usize) -> bool {
    (0..SHARES.len()).any(|x| apart(curves, set, BATCH, x).is_open(curves.untold(set, STATIC, BATCH, &[x]), Said::Less))
}

fn findings(curves: &Curves) -> Findings {
    let setting = format!(
        "2 × 64, MCT, load balancing, FCFS with backfilling; {SINGLED_OUT_WORDS}. Static \
         binding gives a reservation its processors when it is accepted, those of lowest \
         index that are free throughout; a batch job starts only on processors that no \
         reservation has before its limit. Under --until-decided a set on which the claim \
         is open has more seeds, up to {MOST_SEEDS}."
    );
    Findings {
        figures: curves.figures(
            "dynamic-binding",
            "Dynamic and static binding, MCT",
            &[DYNAMIC, STATIC],
            &[BATCH, UTILIZATION],
        ),
        ..curves.findings(setting, vec![claim(curves)])
    }
}

/// Under dynamic binding less under static; widened, since all sets and shares are looked at together.
fn apart(curves: &Curves, set: usize, quantity: Quantity, x: usize) -> PairedDifference {
    curves.excess(set, (DYNAMIC, STATIC), quantity, &[x]).one_of(curves.sets.len() * SHARES.len())
}

fn claim(curves: &Curves) -> Claim {
    let cases = curves.cases_of(&[0, 1, 2], |set, x| {
        let batch = apart(curves, set, BATCH, x);
        let words = format!(
            "{}, of {} s under static binding; mean U {}; {} seeds",
            batch.words(ToldIn::Seconds),
            curves.mean_words((set, STATIC, x), BATCH),
            apart(curves, set, UTILIZATION, x).words(ToldIn::Utilization),
            batch.seeds(Said::Less).1
        );
        let verdict = batch.verdict_beyond(curves.untold(set, STATIC, BATCH, &[x]), Said::Less);
        Case::new(format!("{} %", SHARES[x]), verdict, words)
    });
    in_general(
        "Sect. 6",
        "Dynamic binding is important not only because it allows a grid-level scheduler to easily and \
         efficiently check the availability of underlying resources for AR, but it also gives more \
         flexibility to a locallevel scheduler which can allocate AR tasks more efficiently without \
         blocking non-AR tasks",
        "The second half: mean F of the batch jobs under dynamic binding less that under static, seed \
         by seed. An interval within ±1 % of the latter tells that neither is better. The intervals \
         are widened so that with 95 % those of all sets and shares hold together, however often \
         seeds are added.",
        cases,
    )
    .by_our_margin()
}
