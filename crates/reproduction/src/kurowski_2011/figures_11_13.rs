//! Figures 11 to 13: AR resource priority beside MCT, fixed intervals.

use super::curves::{Curves, Sweep};
use super::job_set::{BY_MCT, BY_PRIORITY, FLOW_TIME, MCT_AND_PRIORITY, PRIORITY_TO_MCT, TARDINESS, UTILIZATION};
use super::sentences::{OfSet, SINGLED_OUT_WORDS, UNTOLD_TARDINESS, UNTOLD_WORDS, in_general, of_second_set};
use crate::prelude::*;
use base::text::capital;

pub const FIGURE_11: Item = Item {
    key: "figure-11",
    title: "Figure 11: mean F, AR resource priority and MCT, fixed intervals",
    section: "Sect. 5.4.1",
    paper: "Mean F for an increasing share of reservations. AR resource priority lies below MCT, \
            especially from 20 to 50 %.",
    plan: |logs, options| SWEEP.plan(logs, options),
    conclude: |plan, logs, reports| {
        SWEEP.conclude(plan, logs, reports, |curves| {
            findings(curves, 11, FLOW_TIME, "mean flow time", better(curves, FLOW_TIME))
        })
    },
    open: Open::Claims,
    ..ON_LOG
};

pub const FIGURE_12: Item = Item {
    key: "figure-12",
    title: "Figure 12: mean U, AR resource priority and MCT, fixed intervals",
    paper: "Mean U for an increasing share of reservations. AR resource priority lies above MCT, \
            especially from 20 to 50 %.",
    conclude: |plan, logs, reports| {
        SWEEP.conclude(plan, logs, reports, |curves| {
            findings(curves, 12, UTILIZATION, "mean utilization", better(curves, UTILIZATION))
        })
    },
    ..FIGURE_11
};

pub const FIGURE_13: Item = Item {
    key: "figure-13",
    title: "Figure 13: mean D, AR resource priority and MCT, fixed intervals",
    paper: "Mean D for an increasing share of reservations. AR resource priority does not \
            deteriorate it.",
    conclude: |plan, logs, reports| {
        SWEEP.conclude(plan, logs, reports, |curves| {
            findings(curves, 13, TARDINESS, "mean tardiness", vec![not_worse(curves)])
        })
    },
    ..FIGURE_11
};

const SWEEP: Sweep = Sweep { strategies: MCT_AND_PRIORITY, is_compared_from_near: true, ..Sweep::BASE };

fn findings(curves: &Curves, figure: u32, quantity: Quantity, words: &str, claims: Vec<Claim>) -> Findings {
    let setting = format!("2 × 64, load balancing, FCFS with backfilling; {SINGLED_OUT_WORDS}.");
    Findings {
        figures: curves.figures(
            &format!("figure-{figure}"),
            &format!("Figure {figure}: {words}, AR resource priority and MCT"),
            &[BY_MCT, BY_PRIORITY],
            &[quantity],
        ),
        ..curves.findings(setting, claims)
    }
}

/// The claims on mean F and on mean U.
fn better(curves: &Curves, quantity: Quantity) -> Vec<Claim> {
    vec![outperforms(curves, quantity), above_all_from_20_to_50(curves, quantity), alone_is_better(curves, quantity)]
}

/// Claim: AR resource priority is better than MCT.
fn outperforms(curves: &Curves, quantity: Quantity) -> Claim {
    of_second_set(
        "Sect. 5.4.1",
        "AR resource priority outperforms MCT with respect to mean F and mean U criteria",
        &format!(
            "{} under AR resource priority less that under MCT, seed by seed, in the mean over 10 to \
             100 % of reservations. An interval {UNTOLD_WORDS} tells that neither is better.",
            capital(&quantity.words())
        ),
        &curves.sets,
        priority_is_better(curves, quantity),
    )
    .by_our_margin()
}

/// Whether priority is better than MCT in the mean over the shares, a case for each set; where there
/// are no reservations both are the same.
pub fn priority_is_better(curves: &Curves, quantity: Quantity) -> Vec<OfSet> {
    let said = Said::better(quantity);
    let xs = curves.xs(|percent| percent > 0.0);
    curves.cases(|set| {
        let of = |xs: &[usize]| curves.excess(set, PRIORITY_TO_MCT, quantity, xs);
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
        (all.verdict_beyond(curves.untold(set, BY_MCT, quantity, &xs), said), words)
    })
}

/// Claim: ... above all from 20 to 50 %.
fn above_all_from_20_to_50(curves: &Curves, quantity: Quantity) -> Claim {
    let within = curves.xs(|percent| (20.0..=50.0).contains(&percent));
    let beyond = curves.xs(|percent| percent > 0.0 && !(20.0..=50.0).contains(&percent));
    let said = Said::better(quantity);
    let unit = ToldIn::of(quantity);
    let cases = curves.cases(|set| {
        let better = curves.excess(set, PRIORITY_TO_MCT, quantity, &within);
        let rest = curves.excess(set, PRIORITY_TO_MCT, quantity, &beyond);
        let more = better.and(&rest, |within, beyond| within - beyond);
        let words = format!(
            "from 20 to 50 % {}; that less the mean of the other shares {}",
            better.words(unit),
            more.words(unit)
        );
        (Verdict::whole(&[better.verdict(said), more.verdict(said)]), words)
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
        &curves.sets,
        cases,
    )
}

/// Claim: with only reservations, or none, all is better than in between.
fn alone_is_better(curves: &Curves, quantity: Quantity) -> Claim {
    let last = curves.at(100.0);
    let ends = [
        (BY_MCT, 0, "MCT, 0 %"),
        (BY_MCT, last, "MCT, 100 %"),
        (BY_PRIORITY, 0, "priority, 0 %"),
        (BY_PRIORITY, last, "priority, 100 %"),
    ];
    let cases = curves.cases_of(&ends, |set, (strategy, end, name)| {
        let better = curves.contrast(set, |at| {
            let between = (1..last).map(|x| at(quantity, strategy, x));
            at(quantity, strategy, end) - mean(between)
        });
        Case::of(name, &better, Said::better(quantity), ToldIn::of(quantity))
    });
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
    let xs = curves.xs(|percent| percent > 0.0);
    let cases = curves.cases(|set| {
        let worse = curves.relative_excess(set, PRIORITY_TO_MCT, TARDINESS, &xs);
        let words = format!(
            "{}; MCT {} s, priority {} s",
            worse.words(ToldIn::Share),
            curves.course(set, BY_MCT, TARDINESS),
            curves.course(set, BY_PRIORITY, TARDINESS)
        );
        (worse.verdict(Said::NotMore(UNTOLD_TARDINESS)), words)
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
        cases,
    )
}
