//! Figures 11 to 13: AR resource priority beside MCT, fixed intervals.

use super::curves::{Curves, PERCENT, Strategy, Sweep, mean};
use super::figures_8_10::SINGLED_OUT_WORDS;
use super::reading::SINGLED_OUT;
use super::sentences::{OfSet, UNTOLD_TARDINESS, in_general, of_second_set};
use super::strategies::{MCT, PRIORITY};
use crate::numbers::signed_percent;
use crate::{Case, Cell, Claim, Findings, Item, Options, Plan, Quantity, Said, ToldIn, Unavailable, Verdict};
use base::text::capital;
use scheduling::criteria::Report;
use workload::Workload;

pub const FIGURE_11: Item = Item {
    key: "figure-11",
    title: "Figure 11: mean F, AR resource priority and MCT, fixed intervals",
    section: "Sect. 5.4.1",
    paper: "Mean F for an increasing share of reservations. AR resource priority lies below MCT, \
            especially from 20 to 50 %.",
    needs_log: true,
    plan,
    conclude: |plan, logs, reports| conclude(plan, logs, reports, 11),
    open: crate::nothing_open,
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
    Ok(Sweep { is_compared_from_near: true, ..sweep })
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
            above_all_from_20_to_50(&curves, quantity),
            alone_is_better(&curves, quantity),
        ],
    };
    Findings {
        setting: curves.on() + &format!("2 × 64, load balancing, FCFS with backfilling; {SINGLED_OUT_WORDS}."),
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

/// Claim: AR resource priority is better than MCT.
fn outperforms(curves: &Curves, quantity: Quantity) -> Claim {
    of_second_set(
        "Sect. 5.4.1",
        "AR resource priority outperforms MCT with respect to mean F and mean U criteria",
        &format!(
            "{} under AR resource priority less that under MCT, seed by seed, in the mean over 10 to \
             100 % of reservations.",
            capital(&quantity.words())
        ),
        &curves.sweep.sets,
        priority_is_better(curves, quantity),
    )
}

/// Whether priority is better than MCT in the mean over the shares, a case for each set; where there
/// are no reservations both are the same.
pub fn priority_is_better(curves: &Curves, quantity: Quantity) -> Vec<OfSet> {
    let said = Said::better(quantity);
    let xs = curves.xs(|percent| percent > 0.0);
    let cases = curves.sweep.sets.iter().enumerate().map(|(set, jobs)| {
        let of = |xs: &[usize]| curves.excess(set, (BY_PRIORITY, BY_MCT), quantity, xs);
        let told = |said| xs.iter().filter(|&&x| of(&[x]).verdict(said) == Verdict::Holds).count();
        let all = of(&xs);
        let words = format!(
            "{}; by themselves better at {} of {} shares, worse at {}; MCT {}, priority {}",
            all.words(ToldIn::of(quantity)),
            told(said),
            xs.len(),
            told(Said::worse(quantity)),
            curves.course(set, BY_MCT, quantity),
            curves.course(set, BY_PRIORITY, quantity)
        );
        OfSet::new(set, Case::new(jobs.label(), all.verdict(said), words))
    });
    cases.collect()
}

/// Claim: ... above all from 20 to 50 %.
fn above_all_from_20_to_50(curves: &Curves, quantity: Quantity) -> Claim {
    let within = curves.xs(|percent| (20.0..=50.0).contains(&percent));
    let beyond = curves.xs(|percent| percent > 0.0 && !(20.0..=50.0).contains(&percent));
    let said = Said::better(quantity);
    let unit = ToldIn::of(quantity);
    let sets = curves.sweep.sets.iter().enumerate();
    let cases = sets.map(|(set, jobs)| {
        let better = curves.excess(set, (BY_PRIORITY, BY_MCT), quantity, &within);
        let more = curves.contrast(set, |at| {
            let gain = |xs: &[usize]| {
                let apart = |&x: &usize| at(quantity, BY_PRIORITY, x) - at(quantity, BY_MCT, x);
                mean(xs.iter().map(apart))
            };
            gain(&within) - gain(&beyond)
        });
        let words = format!(
            "from 20 to 50 % {}; that less the mean of the other shares {}",
            better.words(unit),
            more.words(unit)
        );
        let verdict = Verdict::whole(&[better.verdict(said), more.verdict(said)]);
        OfSet::new(set, Case::new(jobs.label(), verdict, words))
    });
    of_second_set(
        "Sect. 5.4.1",
        "the AR resource priority is better than MCT, especially within reasonable ranges of AR \
         tasks, i.e. from 20% to 50%",
        &format!(
            "The same differences of {}: better in the mean over 20, 30, 40 and 50 %, and by more than \
             in the mean over the other shares.",
            quantity.words()
        ),
        &curves.sweep.sets,
        cases.collect(),
    )
}

/// Claim: with only reservations, or none, all is better than in between.
fn alone_is_better(curves: &Curves, quantity: Quantity) -> Claim {
    let mut cases = Vec::new();
    let last = curves.at(100.0);
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for (strategy, name) in [(BY_MCT, "MCT"), (BY_PRIORITY, "priority")] {
            for (end, percent) in [(0, 0), (last, 100)] {
                let better = curves.contrast(set, |at| {
                    let between = (1..last).map(|x| at(quantity, strategy, x));
                    at(quantity, strategy, end) - mean(between)
                });
                let name = format!("{}, {name}, {percent} %", jobs.label());
                let said = Said::better(quantity);
                let case = Case::of(name, &better, said, ToldIn::of(quantity));
                cases.push(OfSet::new(set, case));
            }
        }
    }
    in_general(
        "Sect. 5.4.1",
        "systems that providing only AR capabilities or not supporting them at all perform much \
         better than other",
        &format!(
            "{} at 0 and at 100 % of reservations less the mean of 10 to 90 %, seed by seed. The paper \
             gives no number for \"much\"; ours is whether it is better.",
            capital(&quantity.words())
        ),
        cases,
    )
}

/// Claim: mean D does not get worse.
fn not_worse(curves: &Curves) -> Claim {
    let quantity = Quantity::MeanTardiness;
    let xs = curves.xs(|percent| percent > 0.0);
    let cases = curves.sweep.sets.iter().enumerate().map(|(set, jobs)| {
        let worse = curves.relative_excess(set, (BY_PRIORITY, BY_MCT), quantity, &xs);
        let words = format!(
            "{}; MCT {} s, priority {} s",
            worse.words(ToldIn::Share),
            curves.course(set, BY_MCT, quantity),
            curves.course(set, BY_PRIORITY, quantity)
        );
        let verdict = worse.verdict(Said::NotMore(UNTOLD_TARDINESS));
        OfSet::new(set, Case::new(jobs.label(), verdict, words))
    });
    in_general(
        "Sect. 5.4.2",
        "the AR resource priority strategy reduces the negative impact of ARs in resource management \
         systems without worsening the performance of AR tasks",
        &format!(
            "The second half: mean D under AR resource priority less that under MCT, as a share of the \
             latter, seed by seed, in the mean over 10 to 100 %. No worse is what stays below {}, the \
             difference in Table 6 that the paper calls none.",
            signed_percent(UNTOLD_TARDINESS)
        ),
        cases.collect(),
    )
}
