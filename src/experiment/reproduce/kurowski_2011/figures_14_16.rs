//! Figures 14 to 16: AR resource priority beside MCT, flexible intervals.

use super::curves::{Axis, Curves, PERCENT, Strategy, Sweep, is_better};
use super::figures_8_10::SINGLED_OUT_WORDS;
use super::reading::SINGLED_OUT;
use super::strategies::{MCT, PRIORITY};
use crate::criteria::Report;
use crate::experiment::Scenario;
use crate::experiment::reproduce::numbers::{measured, number};
use crate::experiment::reproduce::{
    Claim, Findings, Item, Options, Plan, Quantity, Unavailable, Verdict,
};
use crate::workload::Workload;
use crate::workload::reserve::RequestKind;

pub const FIGURE_14: Item = Item {
    key: "figure-14",
    title: "Figure 14: mean F, AR resource priority and MCT, by the length of the interval",
    section: "Sect. 5.4.2",
    paper: "Mean F at 30 % of reservations for wider and wider intervals.",
    plan: |logs, options| Ok(sweep(logs, options, LENGTH)?.cells(options.seeds)),
    conclude: |plan, logs, reports| conclude(plan, logs, reports, 14),
};

pub const FIGURE_15: Item = Item {
    key: "figure-15",
    title: "Figure 15: mean F, AR resource priority and MCT, interval [1, 4]",
    paper: "Mean F for an increasing share of reservations with the interval [1, 4].",
    plan: |logs, options| Ok(sweep(logs, options, ONE_TO_FOUR)?.cells(options.seeds)),
    conclude: |plan, logs, reports| conclude(plan, logs, reports, 15),
    ..FIGURE_14
};

pub const FIGURE_16: Item = Item {
    key: "figure-16",
    title: "Figure 16: mean U, AR resource priority and MCT, interval [2, 8]",
    paper: "Mean U for an increasing share of reservations with the interval [2, 8].",
    plan: |logs, options| Ok(sweep(logs, options, TWO_TO_EIGHT)?.cells(options.seeds)),
    conclude: |plan, logs, reports| conclude(plan, logs, reports, 16),
    ..FIGURE_14
};

const STRATEGIES: &[Strategy] = &[MCT, PRIORITY];

fn flexible(scenario: &mut Scenario, earlier: f64, later: f64) {
    let reservations = &mut scenario.workload.reservations;
    reservations.request = RequestKind::Flexible;
    reservations.earlier_hours = earlier;
    reservations.later_hours = later;
}

/// Intervals [a, 4 a] at 30 %: the paper's [1, 4] and [2, 8] are of that shape. The length is 5 a.
const LENGTH: Axis = Axis {
    label: "interval length (h): 1/5 earlier, 4/5 later",
    values: &[0.0, 2.5, 5.0, 10.0, 15.0, 20.0, 30.0, 40.0],
    set: |scenario, hours| {
        scenario.workload.reservations.percent = 30.0;
        flexible(scenario, hours / 5.0, hours * 4.0 / 5.0);
    },
};

const ONE_TO_FOUR: Axis = Axis {
    set: |scenario, percent| {
        scenario.workload.reservations.percent = percent;
        flexible(scenario, 1.0, 4.0);
    },
    ..PERCENT
};

const TWO_TO_EIGHT: Axis = Axis {
    set: |scenario, percent| {
        scenario.workload.reservations.percent = percent;
        flexible(scenario, 2.0, 8.0);
    },
    ..PERCENT
};

fn sweep(logs: &[Workload], options: &Options, axis: Axis) -> Result<Sweep, Unavailable> {
    let sweep = Sweep::of_first_log(logs, options, STRATEGIES, axis, SINGLED_OUT)?;
    Ok(Sweep {
        is_compared_from_near: true,
        ..sweep
    })
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report], figure: u32) -> Findings {
    let (axis, quantities, interval) = match figure {
        14 => (
            LENGTH,
            &[Quantity::MeanFlowTime, Quantity::MeanTardiness][..],
            "30 % reservations",
        ),
        15 => (
            ONE_TO_FOUR,
            &[Quantity::MeanFlowTime][..],
            "interval [1, 4]",
        ),
        _ => (
            TWO_TO_EIGHT,
            &[Quantity::MeanUtilization][..],
            "interval [2, 8]",
        ),
    };
    let Ok(sweep) = sweep(logs, &plan.options, axis) else {
        return Findings::default();
    };
    let curves = sweep.outcome(plan, logs, reports);
    let mut claims = vec![better_for_most(&curves, quantities[0], figure)];
    if figure == 14 {
        claims.push(negligible_tardiness(&curves));
    }
    Findings {
        setting: curves.on()
            + &format!(
                "2 × 64, load balancing, FCFS with backfilling; {SINGLED_OUT_WORDS}. We read an interval \
             [a, b] as one that begins up to a hours before the fixed one and ends up to b hours \
             after it: \"the book ahead time is enlarged by the given parameter, as well as the \
             search limit time\" (Sect. 5.2). The paper gives no unit; hours fit its logged waits."
            ),
        claims,
        figures: curves.figures(
            &format!("figure-{figure}"),
            &format!("Figure {figure}: AR resource priority and MCT, {interval}"),
            &[0, 1],
            quantities,
        ),
        ..Findings::default()
    }
}

/// Claim: AR resource priority is better for most lengths, or shares.
fn better_for_most(curves: &Curves, quantity: Quantity, figure: u32) -> Claim {
    let mut evidence = Vec::new();
    let mut verdicts = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        // Without reservations both are the same.
        let xs: Vec<usize> = (0..curves.sweep.axis.values.len())
            .filter(|&x| figure == 14 || curves.sweep.axis.values[x] > 0.0)
            .collect();
        let better = |x: &&usize| {
            let at = |strategy| curves.mean((set, strategy, **x), quantity);
            is_better(at(1), at(0), quantity)
        };
        let count = xs.iter().filter(better).count();
        verdicts.push(2 * count > xs.len());
        let (mut won, mut all) = (0, 0);
        for &x in &xs {
            let (better, seeds) = curves.better((set, 1, x), (set, 0, x), quantity);
            won += better;
            all += seeds;
        }
        evidence.push(format!(
            "{}: better in the mean at {count} of {} values, and in {won} of {all} runs; MCT {}; \
             priority {}",
            jobs.label(),
            xs.len(),
            curves.course(set, 0, quantity),
            curves.course(set, 1, quantity)
        ));
        if quantity == Quantity::MeanFlowTime {
            let batch = Quantity::BatchFlowTime;
            let better = xs.iter().filter(|&&x| {
                let at = |strategy| curves.mean((set, strategy, x), batch);
                is_better(at(1), at(0), batch)
            });
            evidence.push(format!(
                "of its batch jobs alone at {} of {} values; MCT {}; priority {}",
                better.count(),
                xs.len(),
                curves.course(set, 0, batch),
                curves.course(set, 1, batch)
            ));
        }
    }
    let text = if figure == 14 {
        "AR resource priority gives a better mean F for the majority of interval lengths."
            .to_owned()
    } else {
        let name = quantity.words();
        format!("AR resource priority gives a better {name} with flexible intervals too.")
    };
    Claim::with(
        "Sect. 5.4.2",
        &text,
        Verdict::of_all(&verdicts),
        evidence.join("; ") + ".",
    )
}

/// Claim: with longer intervals tardiness is so small that the two hardly differ.
fn negligible_tardiness(curves: &Curves) -> Claim {
    let quantity = Quantity::MeanTardiness;
    let last = curves.sweep.axis.values.len() - 1;
    let mut evidence = Vec::new();
    let mut verdicts = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        let fixed = curves.mean((set, 0, 0), quantity);
        let pair = [0, 1].map(|strategy| curves.measured((set, strategy, last), quantity));
        let largest = pair[0].mean.max(pair[1].mean);
        verdicts.push(largest <= 0.1 * fixed);
        let ten = curves.at(10.0);
        evidence.push(format!(
            "{}: fixed {} s; length {} h: MCT {} s, priority {} s; length {} h: MCT {} s, priority {} s",
            jobs.label(),
            number(fixed, 0),
            curves.sweep.axis.values[ten],
            number(curves.mean((set, 0, ten), quantity), 0),
            number(curves.mean((set, 1, ten), quantity), 0),
            curves.sweep.axis.values[last],
            measured(pair[0], quantity),
            measured(pair[1], quantity)
        ));
    }
    Claim::with(
        "Sect. 5.4.2",
        "For longer intervals mean D is so small that the difference between both is negligible (we \
         ask for a tenth of the fixed interval's at the longest).",
        Verdict::of_all(&verdicts),
        evidence.join("; ") + ".",
    )
}
