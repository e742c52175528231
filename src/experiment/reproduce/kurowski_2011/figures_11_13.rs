//! Figures 11 to 13: AR resource priority beside MCT, fixed intervals.

use super::curves::{Curves, PERCENT, Strategy, Sweep};
use super::figures_8_10::SINGLED_OUT_WORDS;
use super::reading::SINGLED_OUT;
use super::strategies::{MCT, PRIORITY};
use crate::criteria::Report;
use crate::experiment::reproduce::numbers::{measured, number};
use crate::experiment::reproduce::{
    Cell, Claim, Findings, Item, Options, Plan, Quantity, Unavailable, Verdict,
};
use crate::workload::Workload;

pub const FIGURE_11: Item = Item {
    key: "figure-11",
    title: "Figure 11: mean F, AR resource priority and MCT, fixed intervals",
    section: "Sect. 5.4.1",
    paper: "Mean F for an increasing share of reservations. AR resource priority lies below MCT, \
            especially from 20 to 50 %.",
    plan,
    conclude: |plan, logs, reports| conclude(plan, logs, reports, 11),
};

pub const FIGURE_12: Item = Item {
    key: "figure-12",
    title: "Figure 12: mean U, AR resource priority and MCT, fixed intervals",
    paper: "Mean U for an increasing share of reservations. AR resource priority lies above MCT, \
            especially from 20 to 50 %.",
    conclude: |plan, logs, reports| conclude(plan, logs, reports, 12),
    ..FIGURE_11
};

pub const FIGURE_13: Item = Item {
    key: "figure-13",
    title: "Figure 13: mean D, AR resource priority and MCT, fixed intervals",
    paper: "Mean D for an increasing share of reservations. AR resource priority does not \
            deteriorate it.",
    conclude: |plan, logs, reports| conclude(plan, logs, reports, 13),
    ..FIGURE_11
};

const STRATEGIES: &[Strategy] = &[MCT, PRIORITY];
const BY_MCT: usize = 0;
const BY_PRIORITY: usize = 1;

fn sweep(logs: &[Workload], options: &Options) -> Result<Sweep, Unavailable> {
    let sweep = Sweep::of_first_log(logs, options, STRATEGIES, PERCENT, SINGLED_OUT)?;
    Ok(Sweep {
        is_compared_from_near: true,
        ..sweep
    })
}

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    Ok(sweep(logs, options)?.cells(options.seeds))
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report], figure: u32) -> Findings {
    let Ok(sweep) = sweep(logs, &plan.options) else {
        return Findings::default();
    };
    let curves = sweep.outcome(plan, logs, reports);
    let (quantity, words) = match figure {
        11 => (Quantity::MeanFlowTime, "mean flow time"),
        12 => (Quantity::MeanUtilization, "mean utilization"),
        _ => (Quantity::MeanTardiness, "mean tardiness"),
    };
    let claims = match quantity {
        Quantity::MeanTardiness => vec![not_worse(&curves)],
        _ => vec![
            outperforms(&curves, quantity),
            alone_is_better(&curves, quantity),
        ],
    };
    Findings {
        setting: curves.on()
            + &format!("2 × 64, load balancing, FCFS with backfilling; {SINGLED_OUT_WORDS}."),
        claims,
        figures: curves.figures(
            &format!("figure-{figure}"),
            &format!("Figure {figure}: {words}, AR resource priority and MCT"),
            &[BY_MCT, BY_PRIORITY],
            &[quantity],
        ),
        ..Findings::default()
    }
}

/// Claim: AR resource priority is better than MCT, above all from 20 to 50 %.
pub fn outperforms(curves: &Curves, quantity: Quantity) -> Claim {
    let mut evidence = Vec::new();
    let mut verdicts = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        let mut at = Vec::new();
        for percent in [20.0, 30.0, 40.0, 50.0] {
            let x = curves.at(percent);
            let (own, other) = ((set, BY_PRIORITY, x), (set, BY_MCT, x));
            let (ours, theirs) = (curves.mean(own, quantity), curves.mean(other, quantity));
            verdicts.push(super::curves::is_better(ours, theirs, quantity));
            let (better, seeds) = curves.better(own, other, quantity);
            at.push(format!(
                "{percent} %: {} against {} (better with {better} of {seeds} seeds)",
                number(ours, quantity.digits()),
                number(theirs, quantity.digits())
            ));
        }
        evidence.push(format!("{}: {}", jobs.label(), at.join(", ")));
    }
    let name = quantity.words();
    Claim::with(
        "Sect. 5.4.1",
        &format!(
            "AR resource priority outperforms MCT on {name}, especially from 20 to 50 % of \
             reservations."
        ),
        Verdict::of_all(&verdicts),
        format!("Mean over the seeds. {}.", evidence.join("; ")),
    )
}

/// Claim: with only reservations, or none, all is better than in between.
fn alone_is_better(curves: &Curves, quantity: Quantity) -> Claim {
    let mut evidence = Vec::new();
    let mut verdicts = Vec::new();
    let last = curves.at(100.0);
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for (strategy, name) in [(BY_MCT, "MCT"), (BY_PRIORITY, "priority")] {
            let at = |x| curves.mean((set, strategy, x), quantity);
            let middle = (1..last).map(at).sum::<f64>() / (last - 1) as f64;
            for end in [0, last] {
                verdicts.push(super::curves::is_better(at(end), middle, quantity));
            }
            evidence.push(format!(
                "{}, {name}: {}",
                jobs.label(),
                curves.course(set, strategy, quantity)
            ));
        }
    }
    Claim::with(
        "Sect. 5.4.1",
        "Systems that provide only reservations, or none, perform much better than others (we \
         compare 0 and 100 % with the mean of 10 to 90 %).",
        Verdict::of_all(&verdicts),
        format!("0 to 100 %. {}.", evidence.join("; ")),
    )
}

/// Claim: mean D does not get worse.
fn not_worse(curves: &Curves) -> Claim {
    let quantity = Quantity::MeanTardiness;
    let mut evidence = Vec::new();
    let mut verdicts = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        let mut at = Vec::new();
        for percent in [20.0, 30.0, 40.0, 50.0] {
            let x = curves.at(percent);
            let own = curves.measured((set, BY_PRIORITY, x), quantity);
            let other = curves.measured((set, BY_MCT, x), quantity);
            verdicts.push(own.mean <= other.mean + other.deviation);
            at.push(format!(
                "{percent} %: {} against {}",
                measured(own, quantity),
                measured(other, quantity)
            ));
        }
        evidence.push(format!("{}: {}", jobs.label(), at.join(", ")));
    }
    Claim::with(
        "Sect. 5.4.1",
        "AR resource priority does not deteriorate mean D (we allow one standard deviation of \
         MCT's).",
        Verdict::of_all(&verdicts),
        format!("{}.", evidence.join("; ")),
    )
}
