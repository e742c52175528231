//! Figures 17 to 19: the three criteria at once, for three strategies.

use super::curves::{Curves, PERCENT, Strategy, Sweep};
use super::figures_8_10::SINGLED_OUT_WORDS;
use super::reading::SINGLED_OUT;
use super::strategies::{MCT, PRIORITY, RANDOM};
use crate::criteria::Report;
use crate::experiment::reproduce::numbers::{difference, number};
use crate::experiment::reproduce::{
    Cell, Claim, Findings, Item, Options, Plan, Quantity, Unavailable, Verdict,
};
use crate::workload::Workload;

pub const FIGURE_17: Item = Item {
    key: "figure-17",
    title: "Figure 17: three criteria, random strategy",
    section: "Sect. 5.5",
    paper: "Mean U, mean F and mean D for an increasing share of reservations.",
    plan,
    conclude: |plan, logs, reports| conclude(plan, logs, reports, 17),
};

pub const FIGURE_18: Item = Item {
    key: "figure-18",
    title: "Figure 18: three criteria, MCT",
    conclude: |plan, logs, reports| conclude(plan, logs, reports, 18),
    ..FIGURE_17
};

pub const FIGURE_19: Item = Item {
    key: "figure-19",
    title: "Figure 19: three criteria, AR resource priority",
    conclude: |plan, logs, reports| conclude(plan, logs, reports, 19),
    ..FIGURE_17
};

const STRATEGIES: &[Strategy] = &[RANDOM, MCT, PRIORITY];
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

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report], figure: usize) -> Findings {
    let Ok(sweep) = sweep(logs, &plan.options) else {
        return Findings::default();
    };
    let curves = sweep.outcome(plan, logs, reports);
    let strategy = figure - 17;
    Findings {
        setting: curves.on() + &format!("2 × 64, FCFS with backfilling; {SINGLED_OUT_WORDS}."),
        claims: match figure {
            17 => vec![worsens(&curves), turns(&curves)],
            _ => vec![less_deterioration(&curves), similar_tardiness(&curves)],
        },
        figures: curves.figures(
            &format!("figure-{figure}"),
            &format!(
                "Figure {figure}: three criteria, {}",
                STRATEGIES[strategy].name
            ),
            &[strategy],
            &CRITERIA,
        ),
        ..Findings::default()
    }
}

/// Claim: more reservations, worse F and U.
fn worsens(curves: &Curves) -> Claim {
    let half = curves.at(50.0);
    let mut evidence = Vec::new();
    let mut verdicts = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        let at = |x, quantity| curves.mean((set, 0, x), quantity);
        let flow = Quantity::MeanFlowTime;
        let utilization = Quantity::MeanUtilization;
        verdicts.push(at(half, flow) > at(0, flow));
        verdicts.push(at(half, utilization) < at(0, utilization));
        evidence.push(format!(
            "{}, 0 to 100 %: mean F {}; mean U {}",
            jobs.label(),
            curves.course(set, 0, flow),
            curves.course(set, 0, utilization)
        ));
    }
    Claim::with(
        "Sect. 5.5",
        "An increasing number of reservations significantly worsens mean F and mean U (we compare 50 \
         % with 0 %).",
        Verdict::of_all(&verdicts),
        evidence.join("; ") + ".",
    )
}

/// Claim: beyond 50 % both recover.
fn turns(curves: &Curves) -> Claim {
    let (half, last) = (curves.at(50.0), curves.at(100.0));
    let mut evidence = Vec::new();
    let mut verdicts = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        let at = |x, quantity| curves.mean((set, 0, x), quantity);
        let flow = Quantity::MeanFlowTime;
        let utilization = Quantity::MeanUtilization;
        let (flow_falls, utilization_rises) = (
            at(last, flow) < at(half, flow),
            at(last, utilization) > at(half, utilization),
        );
        verdicts.extend([flow_falls, utilization_rises]);
        evidence.push(format!(
            "{}: mean F {} at 50 %, {} at 100 %; mean U {} and {}",
            jobs.label(),
            number(at(half, flow), 0),
            number(at(last, flow), 0),
            number(at(half, utilization), 3),
            number(at(last, utilization), 3)
        ));
    }
    Claim::with(
        "Sect. 5.5",
        "Beyond 50 % mean F decreases again and mean U increases, as processing times of \
         reservations are given.",
        Verdict::of_all(&verdicts),
        evidence.join("; ") + ".",
    )
}

/// How much a criterion worsens from no reservations to its worst, relative to none.
fn deterioration(curves: &Curves, set: usize, strategy: usize, quantity: Quantity) -> f64 {
    let at = |x| curves.mean((set, strategy, x), quantity);
    let all = (0..curves.sweep.axis.values.len()).map(at);
    let worst = match quantity {
        Quantity::MeanUtilization => all.fold(f64::INFINITY, f64::min),
        _ => all.fold(0.0, f64::max),
    };
    (worst - at(0)) / at(0)
}

/// Claim: AR resource priority deteriorates F and U less than MCT.
fn less_deterioration(curves: &Curves) -> Claim {
    let mut evidence = Vec::new();
    let mut verdicts = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for quantity in [Quantity::MeanFlowTime, Quantity::MeanUtilization] {
            let [mct, priority] =
                [1, 2].map(|strategy| deterioration(curves, set, strategy, quantity));
            verdicts.push(priority.abs() < mct.abs());
            evidence.push(format!(
                "{}: {} at worst {} under MCT, {} under priority",
                jobs.label(),
                quantity.words(),
                difference(mct),
                difference(priority)
            ));
        }
    }
    Claim::with(
        "Sect. 5.5",
        "AR resource priority does not cause such strong deterioration of mean F and mean U as MCT.",
        Verdict::of_all(&verdicts),
        format!("Against 0 % reservations, {}.", evidence.join("; ")),
    )
}

/// Claim: mean D changes alike.
fn similar_tardiness(curves: &Curves) -> Claim {
    let quantity = Quantity::MeanTardiness;
    let mut evidence = Vec::new();
    let mut verdicts = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        let xs = 1..curves.sweep.axis.values.len();
        let close = xs.clone().filter(|&x| {
            let [mct, priority] = [1, 2].map(|s| curves.measured((set, s, x), quantity));
            (mct.mean - priority.mean).abs() <= mct.deviation.max(priority.deviation)
        });
        let count = close.count();
        verdicts.push(2 * count > xs.len());
        evidence.push(format!(
            "{}: within one standard deviation of each other at {count} of {} shares; MCT {}; \
             priority {}",
            jobs.label(),
            xs.len(),
            curves.course(set, 1, quantity),
            curves.course(set, 2, quantity)
        ));
    }
    Claim::with(
        "Sect. 5.5",
        "Mean D changes similarly under both.",
        Verdict::of_all(&verdicts),
        evidence.join("; ") + ".",
    )
}
