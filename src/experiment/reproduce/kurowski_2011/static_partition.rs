//! What Sect. 5.3 says in words of a static partition, without a figure.

use super::curves::{Curves, PERCENT, Strategy, Sweep};
use super::figures_8_10::SINGLED_OUT_WORDS;
use super::reading::SINGLED_OUT;
use super::setting::model;
use super::strategies::STATIC;
use crate::criteria::Report;
use crate::experiment::Scenario;
use crate::experiment::reproduce::numbers::number;
use crate::experiment::reproduce::{
    Cell, Claim, Findings, Item, Options, Plan, Quantity, Unavailable, Verdict,
};
use crate::system::two_level::ReservationQueue;
use crate::workload::{Time, Workload};

pub const ITEM: Item = Item {
    key: "static-partition",
    title: "Static partition: one provider for reservations, one for batch jobs",
    section: "Sect. 5.3",
    paper: "In words: mean U is best at 50 % of reservations and mean F mirrors it; mean D rises \
            slightly up to 50 % and then rapidly; different δ make no bigger difference.",
    plan,
    conclude,
};

fn partition(scenario: &mut Scenario, period: Time) {
    (STATIC.set)(scenario);
    let grid = &mut model(scenario).grid;
    grid.period = period;
    grid.reservation_queue = ReservationQueue::Fcfs;
}

const STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "δ = 0",
        set: |scenario| partition(scenario, 0),
    },
    Strategy {
        name: "δ = 3600 s",
        set: |scenario| partition(scenario, 3600),
    },
];

const CRITERIA: [Quantity; 3] = [
    Quantity::MeanUtilization,
    Quantity::MeanFlowTime,
    Quantity::MeanTardiness,
];

fn sweep(logs: &[Workload], options: &Options) -> Result<Sweep, Unavailable> {
    Sweep::of_first_log(logs, options, STRATEGIES, PERCENT, SINGLED_OUT)
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
                "2 × 64, the first provider for reservations only, the second for batch jobs, FCFS with \
             backfilling; {SINGLED_OUT_WORDS}."
            ),
        claims: vec![
            best_at_half(&curves),
            late_after_half(&curves),
            period(&curves),
        ],
        figures: curves.figures(
            "static-partition",
            "Sect. 5.3: a static partition",
            &[0, 1],
            &CRITERIA,
        ),
        ..Findings::default()
    }
}

fn course(curves: &Curves, quantity: Quantity) -> String {
    let sets = curves.sweep.sets.iter().enumerate();
    let words =
        sets.map(|(set, jobs)| format!("{}: {}", jobs.label(), curves.course(set, 0, quantity)));
    words.collect::<Vec<_>>().join("; ")
}

/// Claim: U is greatest, and F least, about 50 %.
fn best_at_half(curves: &Curves) -> Claim {
    let (from, to) = (curves.at(40.0), curves.at(60.0));
    let mut verdicts = Vec::new();
    for set in 0..curves.sweep.sets.len() {
        for quantity in [Quantity::MeanUtilization, Quantity::MeanFlowTime] {
            let at = |x: usize| curves.mean((set, 0, x), quantity);
            let mut best = 0;
            for x in 1..curves.sweep.axis.values.len() {
                if super::curves::is_better(at(x), at(best), quantity) {
                    best = x;
                }
            }
            verdicts.push((from..=to).contains(&best));
        }
    }
    Claim::with(
        "Sect. 5.3",
        "Mean U reaches its maximum at 50 % of reservations, and the trend of mean F is the opposite \
         (we take 40 to 60 %).",
        Verdict::of_all(&verdicts),
        format!(
            "0 to 100 %, mean U: {}. Mean F: {}.",
            course(curves, Quantity::MeanUtilization),
            course(curves, Quantity::MeanFlowTime)
        ),
    )
}

/// Claim: D rises slightly up to 50 %, rapidly beyond.
fn late_after_half(curves: &Curves) -> Claim {
    let (half, last) = (curves.at(50.0), curves.at(100.0));
    let first = curves.at(10.0);
    let verdicts: Vec<bool> = (0..curves.sweep.sets.len())
        .map(|set| {
            let at = |x| curves.mean((set, 0, x), Quantity::MeanTardiness);
            at(last) - at(half) > 2.0 * (at(half) - at(first))
        })
        .collect();
    Claim::with(
        "Sect. 5.3",
        "Mean D rises slightly up to about 50 % and rapidly beyond (we ask for more than twice the \
         rise of the first half).",
        Verdict::of_all(&verdicts),
        format!(
            "0 to 100 %, mean D: {}.",
            course(curves, Quantity::MeanTardiness)
        ),
    )
}

/// Claim: δ makes no bigger difference.
fn period(curves: &Curves) -> Claim {
    let mut evidence = Vec::new();
    let mut verdicts = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for quantity in [Quantity::MeanUtilization, Quantity::MeanFlowTime] {
            let all = 0..curves.sweep.axis.values.len();
            let apart = all.map(|x| {
                let [none, hour] = [0, 1].map(|s| curves.mean((set, s, x), quantity));
                ((hour - none) / none).abs()
            });
            let most = apart.fold(0.0, f64::max);
            verdicts.push(most <= 0.1);
            evidence.push(format!(
                "{}: {} differs by at most {} %",
                jobs.label(),
                quantity.words(),
                number(100.0 * most, 1)
            ));
        }
    }
    Claim::with(
        "Sect. 5.3",
        "Different δ make no bigger difference (we take δ = 3600 s beside 0, and 10 %).",
        Verdict::of_all(&verdicts),
        evidence.join("; ") + ".",
    )
}
