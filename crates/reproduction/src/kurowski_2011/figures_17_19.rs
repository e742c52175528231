//! Figures 17 to 19: the three criteria at once, for three strategies.

use super::curves::{Curves, PERCENT, Strategy, Sweep};
use super::figures_8_10::SINGLED_OUT_WORDS;
use super::reading::SINGLED_OUT;
use super::sentences::{OfSet, TOLD_TARDINESS, of_second_set};
use super::strategies::{MCT, PRIORITY, RANDOM};
use crate::numbers::signed_percent;
use crate::{
    Case, Cell, Claim, Findings, Item, Options, PairedDifference, Plan, Quantity, Said, ToldIn, Unavailable, Verdict,
};
use scheduling::criteria::Report;
use workload::Workload;

pub const FIGURE_17: Item = Item {
    key: "figure-17",
    title: "Figure 17: three criteria, random strategy",
    section: "Sect. 5.5",
    paper: "Mean U, mean F and mean D for an increasing share of reservations.",
    needs_log: true,
    plan,
    conclude: |plan, logs, reports| conclude(plan, logs, reports, 17),
    open: crate::nothing_open,
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
const CRITERIA: [Quantity; 3] = [Quantity::MeanUtilization, Quantity::MeanFlowTime, Quantity::MeanTardiness];

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
            18 => vec![less_deterioration(&curves)],
            _ => vec![similar_tardiness(&curves)],
        },
        figures: curves.figures(
            &format!("figure-{figure}"),
            &format!("Figure {figure}: three criteria, {}", STRATEGIES[strategy].name),
            &[strategy],
            &CRITERIA,
        ),
        ..Findings::default()
    }
}

const FLOW: Quantity = Quantity::MeanFlowTime;
const USE: Quantity = Quantity::MeanUtilization;

/// By how much a criterion of the random strategy differs between two shares, later less earlier.
fn change(curves: &Curves, set: usize, quantity: Quantity, (from, to): (f64, f64)) -> PairedDifference {
    let (from, to) = (curves.at(from), curves.at(to));
    curves.contrast(set, |at| at(quantity, 0, to) - at(quantity, 0, from))
}

/// A case for each set and criterion that changes so between two shares.
fn changes(curves: &Curves, all: &[(Quantity, Said)], shares: (f64, f64)) -> Vec<OfSet> {
    let mut cases = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for &(quantity, said) in all {
            let change = change(curves, set, quantity, shares);
            let words =
                format!("{}; 0 to 100 %: {}", change.words(ToldIn::of(quantity)), curves.course(set, 0, quantity));
            let name = format!("{}, {}", jobs.label(), quantity.words());
            cases.push(OfSet::new(set, Case::new(name, change.verdict(said), words)));
        }
    }
    cases
}

/// Claim: more reservations, worse F and U.
fn worsens(curves: &Curves) -> Claim {
    of_second_set(
        "Sect. 5.5",
        "increasing a number of AR tasks caused criteria values, especially mean F and mean U to \
         significantly worsen",
        "Mean F and mean U at 50 % of reservations less those at 0 %, seed by seed; beyond 50 % the \
         next sentence speaks.",
        &curves.sweep.sets,
        changes(curves, &[(FLOW, Said::More), (USE, Said::Less)], (0.0, 50.0)),
    )
}

/// Claim: beyond 50 % both recover.
fn turns(curves: &Curves) -> Claim {
    of_second_set(
        "Sect. 5.5",
        "After exceeding 50% mean F starts again to decrease while mean U increase",
        "Mean F and mean U at 100 % of reservations less those at 50 %, seed by seed. The reason that \
         the paper gives, that processing times of reservations are known, is not tested.",
        &curves.sweep.sets,
        changes(curves, &[(FLOW, Said::Less), (USE, Said::More)], (50.0, 100.0)),
    )
}

/// Claim: AR resource priority deteriorates F and U less than MCT.
fn less_deterioration(curves: &Curves) -> Claim {
    let mut cases = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for (quantity, is_worse) in [(FLOW, f64::max as fn(f64, f64) -> f64), (USE, f64::min as fn(f64, f64) -> f64)] {
            let all = || 0..curves.sweep.axis.values.len();
            let deterioration = |at: &dyn Fn(Quantity, usize, usize) -> f64, strategy: usize| {
                let values = all().map(|x| at(quantity, strategy, x));
                let none = at(quantity, strategy, 0);
                values.fold(none, is_worse) - none
            };
            let less = curves.contrast(set, |at| deterioration(at, 2) - deterioration(at, 1));
            let each = [1, 2].map(|strategy| {
                let worst = curves.contrast(set, |at| deterioration(at, strategy));
                worst.words(ToldIn::of(quantity))
            });
            let words = format!(
                "{}; at worst {} under MCT, {} under priority",
                less.words(ToldIn::of(quantity)),
                each[0],
                each[1]
            );
            let name = format!("{}, {}", jobs.label(), quantity.words());
            let verdict = less.verdict(Said::better(quantity));
            cases.push(OfSet::new(set, Case::new(name, verdict, words)));
        }
    }
    of_second_set(
        "Sect. 5.5, on Figs. 18 and 19",
        "AR resource priority does not cause such strong deterioration of mean F and mean U as it is \
         in the case of MCT when AR tasks number is increasing",
        "The worst of 0 to 100 % less the value at 0 %, under AR resource priority less under MCT, \
         seed by seed.",
        &curves.sweep.sets,
        cases,
    )
}

/// Claim: mean D changes alike.
fn similar_tardiness(curves: &Curves) -> Claim {
    let quantity = Quantity::MeanTardiness;
    let xs = curves.xs(|percent| percent > 0.0);
    let sets = curves.sweep.sets.iter().enumerate();
    let cases = sets.map(|(set, jobs)| {
        let all: Vec<(usize, PairedDifference)> = xs
            .iter()
            .map(|&x| {
                let apart = curves.relative_excess(set, (2, 1), quantity, &[x]);
                (x, apart.one_of(xs.len()))
            })
            .collect();
        let said = Said::Within(TOLD_TARDINESS);
        let verdicts: Vec<Verdict> = all.iter().map(|(_, it)| it.verdict(said)).collect();
        let each = all.iter().map(|(x, apart)| {
            let percent = curves.sweep.axis.values[*x];
            format!("at {percent} % {}", apart.words(ToldIn::Share))
        });
        let words = each.collect::<Vec<_>>().join(", ");
        OfSet::new(set, Case::new(jobs.label(), Verdict::whole(&verdicts), words))
    });
    of_second_set(
        "Sect. 5.5, on Figs. 18 and 19",
        "mean D changes similarly for both strategies",
        &format!(
            "Mean D under AR resource priority less that under MCT, as a share of the latter, seed by \
             seed, at every share of reservations. Similar is what lies within {}: what Table 6 shows \
             as a difference in mean D, that between the static partition and MCT. The intervals are \
             so wide that all of a case hold together with 95 %.",
            signed_percent(TOLD_TARDINESS).trim_start_matches('+')
        ),
        &curves.sweep.sets,
        cases.collect(),
    )
}
