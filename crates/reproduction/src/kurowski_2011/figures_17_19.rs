//! Figures 17 to 19: the three criteria at once, for three strategies.

use super::curves::{Curves, OneSeed, Sweep};
use super::job_set::{CRITERIA, FLOW_TIME, MCT, PRIORITY, RANDOM, TARDINESS, UTILIZATION};
use super::sentences::{Differences, OfSet, SINGLED_OUT_WORDS, TOLD_TARDINESS, of_second_set};
use crate::prelude::*;

pub const FIGURE_17: Item = Item {
    key: "figure-17",
    title: "Figure 17: three criteria, random strategy",
    section: "Sect. 5.5",
    paper: "Mean U, mean F and mean D for an increasing share of reservations.",
    plan: |logs, options| SWEEP.plan(logs, options),
    conclude: |plan, logs, reports| {
        SWEEP.conclude(plan, logs, reports, |curves| {
            findings(curves, 17, BY_RANDOM, vec![worsens(curves), turns(curves)])
        })
    },
    open: Open::Claims,
    ..ON_LOG
};

pub const FIGURE_18: Item = Item {
    key: "figure-18",
    title: "Figure 18: three criteria, MCT",
    conclude: |plan, logs, reports| {
        SWEEP.conclude(plan, logs, reports, |curves| findings(curves, 18, BY_MCT, vec![less_deterioration(curves)]))
    },
    ..FIGURE_17
};

pub const FIGURE_19: Item = Item {
    key: "figure-19",
    title: "Figure 19: three criteria, AR resource priority",
    conclude: |plan, logs, reports| {
        SWEEP.conclude(plan, logs, reports, |curves| findings(curves, 19, BY_PRIORITY, vec![similar_tardiness(curves)]))
    },
    ..FIGURE_17
};

const SWEEP: Sweep = Sweep { strategies: &[RANDOM, MCT, PRIORITY], ..Sweep::BASE };

/// Places of the strategies.
const BY_RANDOM: usize = 0;
const BY_MCT: usize = 1;
const BY_PRIORITY: usize = 2;

fn findings(curves: &Curves, figure: u32, strategy: usize, claims: Vec<Claim>) -> Findings {
    let setting = format!("2 × 64, FCFS with backfilling; {SINGLED_OUT_WORDS}.");
    Findings {
        figures: curves.figures(
            &format!("figure-{figure}"),
            &format!("Figure {figure}: three criteria, {}", SWEEP.strategies[strategy].name),
            &[strategy],
            &CRITERIA,
        ),
        ..curves.findings(setting, claims)
    }
}

/// A case for each set and criterion that changes so under the random strategy between two shares.
fn changes(curves: &Curves, all: &[(Quantity, Said)], (from, to): (f64, f64)) -> Vec<OfSet> {
    curves.cases_of(all, |set, (quantity, said)| {
        let change = curves.rise(set, BY_RANDOM, quantity, (curves.at(from), curves.at(to)));
        let course = curves.course(set, BY_RANDOM, quantity);
        let words = format!("{}; 0 to 100 %: {course}", change.words(ToldIn::of(quantity)));
        Case::new(quantity.words(), change.verdict(said), words)
    })
}

/// Claim: more reservations, worse F and U.
fn worsens(curves: &Curves) -> Claim {
    of_second_set(
        "Sect. 5.5",
        "increasing a number of AR tasks caused criteria values, especially mean F and mean U to \
         significantly worsen",
        "Mean F and mean U at 50 % of reservations less those at 0 %, seed by seed; beyond 50 % the \
         next sentence speaks.",
        &curves.sets,
        changes(curves, &[(FLOW_TIME, Said::More), (UTILIZATION, Said::Less)], (0.0, 50.0)),
    )
}

/// Claim: beyond 50 % both recover.
fn turns(curves: &Curves) -> Claim {
    of_second_set(
        "Sect. 5.5",
        "After exceeding 50% mean F starts again to decrease while mean U increase",
        "Mean F and mean U at 100 % of reservations less those at 50 %, seed by seed. The reason that \
         the paper gives, that processing times of reservations are known, is not tested.",
        &curves.sets,
        changes(curves, &[(FLOW_TIME, Said::Less), (UTILIZATION, Said::More)], (50.0, 100.0)),
    )
}

/// Claim: AR resource priority deteriorates F and U less than MCT.
fn less_deterioration(curves: &Curves) -> Claim {
    let worst_of = [(FLOW_TIME, f64::max as fn(f64, f64) -> f64), (UTILIZATION, f64::min)];
    let cases = curves.cases_of(&worst_of, |set, (quantity, worse)| {
        let deterioration = |at: &OneSeed, strategy: usize| {
            let none = at(quantity, strategy, 0);
            let values = (0..curves.sweep.axis.values.len()).map(|x| at(quantity, strategy, x));
            values.fold(none, worse) - none
        };
        let less = curves.contrast(set, |at| deterioration(at, BY_PRIORITY) - deterioration(at, BY_MCT));
        let [mct, priority] = [BY_MCT, BY_PRIORITY].map(|strategy| {
            let worst = curves.contrast(set, |at| deterioration(at, strategy));
            worst.words(ToldIn::of(quantity))
        });
        let words =
            format!("{}; at worst {mct} under MCT, {priority} under priority", less.words(ToldIn::of(quantity)));
        Case::new(quantity.words(), less.verdict(Said::better(quantity)), words)
    });
    of_second_set(
        "Sect. 5.5, on Figs. 18 and 19",
        "AR resource priority does not cause such strong deterioration of mean F and mean U as it is \
         in the case of MCT when AR tasks number is increasing",
        "The worst of 0 to 100 % less the value at 0 %, under AR resource priority less under MCT, \
         seed by seed.",
        &curves.sets,
        cases,
    )
}

/// Claim: mean D changes alike.
fn similar_tardiness(curves: &Curves) -> Claim {
    let shares = || curves.sweep.axis.values.iter().enumerate().skip(1);
    let cases = curves.cases(|set| {
        let apart = |x| curves.relative_excess(set, (BY_PRIORITY, BY_MCT), TARDINESS, &[x]);
        let each = shares().map(|(x, percent)| (format!("at {percent} %"), apart(x)));
        let each = Differences::of(each).together();
        let verdicts = each.verdicts(Said::Within(TOLD_TARDINESS));
        (Verdict::whole(&verdicts), each.words(ToldIn::Share, ", "))
    });
    of_second_set(
        "Sect. 5.5, on Figs. 18 and 19",
        "mean D changes similarly for both strategies",
        &format!(
            "Mean D under AR resource priority less that under MCT, as a share of the latter, seed by \
             seed, at every share of reservations. Similar is what lies within {}: what Table 6 shows \
             as a difference in mean D, that between the static partition and MCT. The intervals are \
             so wide that all of a case hold together with 95 %.",
            percent(TOLD_TARDINESS)
        ),
        &curves.sets,
        cases,
    )
}
