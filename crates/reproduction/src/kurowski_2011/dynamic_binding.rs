//! The effect of binding reservations at their start on batch jobs.

use super::curves::{Axis, Curves, Strategy, Sweep};
use super::figures_8_10::SINGLED_OUT_WORDS;
use super::reading::SINGLED_OUT;
use super::setting::model;
use super::strategies::MCT;
use crate::numbers::number;
use crate::{
    Case, Cell, Claim, Findings, Item, MOST_SEEDS, Options, PairedDifference, Plan, Quantity, Said, ToldIn, Unavailable,
};
use experiment::Scenario;
use scheduling::criteria::Report;
use scheduling::system::two_level::Binding;
use workload::Workload;

use super::sentences::{OfSet, in_general};

pub const ITEM: Item = Item {
    key: "dynamic-binding",
    title: "Dynamic binding: what it does for batch jobs",
    section: "Sects. 3.2, 6",
    paper: "In words: a local scheduler that binds reservations at their start blocks fewer batch \
            jobs; all experiments of the paper bind so.",
    needs_log: true,
    plan,
    conclude,
    open,
};

const STRATEGIES: &[Strategy] = &[
    Strategy { name: "dynamic binding", set: |scenario| bind(scenario, Binding::Dynamic) },
    Strategy { name: "static binding", set: |scenario| bind(scenario, Binding::Static) },
];

/// Places of the strategies.
const DYNAMIC: usize = 0;
const STATIC: usize = 1;

fn bind(scenario: &mut Scenario, binding: Binding) {
    (MCT.set)(scenario);
    model(scenario).local.binding = binding;
}

const SHARES: Axis = Axis {
    label: "advance reservations (%)",
    values: &[10.0, 30.0, 50.0],
    set: |scenario, percent| scenario.workload.reservations.percent = percent,
};

const QUANTITIES: [Quantity; 2] = [Quantity::BatchFlowTime, Quantity::MeanUtilization];

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
        (0..SHARES.values.len()).any(|x| {
            let batch = Quantity::BatchFlowTime;
            apart(&curves, set, batch, x).is_open(margin(&curves, set, x), Said::Less)
        })
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
                "2 × 64, MCT, load balancing, FCFS with backfilling; {SINGLED_OUT_WORDS}. Static \
                 binding gives a reservation its processors when it is accepted, those of lowest \
                 index that are free throughout; a batch job starts only on processors that no \
                 reservation has before its limit. Under --until-decided a set on which the claim \
                 is open has more seeds, up to {MOST_SEEDS}."
            ),
        claims: vec![claim(&curves)],
        figures: curves.figures("dynamic-binding", "Dynamic and static binding, MCT", &[DYNAMIC, STATIC], &QUANTITIES),
        ..Findings::default()
    }
}

/// Under dynamic binding less under static; widened, since all sets and shares are looked at together.
fn apart(curves: &Curves, set: usize, quantity: Quantity, x: usize) -> PairedDifference {
    let apart = curves.excess(set, (DYNAMIC, STATIC), quantity, &[x]);
    apart.one_of(curves.sweep.sets.len() * SHARES.values.len() * curves.looks)
}

/// 1 % of the value of static binding: within it neither is better.
fn margin(curves: &Curves, set: usize, x: usize) -> f64 {
    0.01 * curves.mean((set, STATIC, x), Quantity::BatchFlowTime)
}

fn claim(curves: &Curves) -> Claim {
    let mut cases = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for (x, share) in SHARES.values.iter().enumerate() {
            let batch = apart(curves, set, Quantity::BatchFlowTime, x);
            let words = format!(
                "{}, of {} s under static binding; mean U {}; {} seeds",
                batch.words(ToldIn::Seconds),
                number(curves.mean((set, STATIC, x), Quantity::BatchFlowTime), 0),
                apart(curves, set, Quantity::MeanUtilization, x).words(ToldIn::Utilization),
                batch.seeds(Said::Less).1
            );
            let verdict = batch.verdict_beyond(margin(curves, set, x), Said::Less);
            let name = format!("{}, {share} %", jobs.label());
            cases.push(OfSet::new(set, Case::new(name, verdict, words)));
        }
    }
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
}
