//! The claims of Sects. 5.4.1 and 5.5 on the two kinds of task.

use super::super::curves::Curves;
use super::super::sentences::{OfSet, in_general, of_second_set};
use super::{BY_MCT, BY_PRIORITY, NAMES};
use crate::{Case, Claim, PairedDifference, Quantity, Said, ToldIn, Verdict, numbers::number};

const BATCH: Quantity = Quantity::BatchFlowTime;
const RESERVATIONS: Quantity = Quantity::ReservationFlowTime;

/// The place of fixed intervals; those behind are flexible.
const FIXED: usize = 0;

/// A difference in Table 6 in mean D between MCT and AR resource priority, in seconds, that the paper
/// does not call one.
const SIMILAR: f64 = 5_666.0 - 5_576.0;

/// All claims.
pub fn all(curves: &Curves) -> Vec<Claim> {
    vec![
        batch_jobs_gain(curves),
        reservations_may_lose(curves),
        more_with_flexible_intervals(curves),
        similar_starts(curves),
    ]
}

/// Whether more seeds could decide any claim on that set.
pub fn is_open(curves: &Curves, set: usize) -> bool {
    let of = |quantity, x| apart(curves, set, quantity, x);
    let losses = (0..NAMES.len()).map(|x| of(RESERVATIONS, x));
    let more = (FIXED + 1..NAMES.len()).map(|x| more_than_fixed(curves, set, x));
    let margin = |quantity| margin(curves, set, quantity);
    of(BATCH, FIXED).is_open(margin(BATCH), Said::Less)
        || losses.chain(more).any(|it| it.is_open(margin(RESERVATIONS), Said::More))
}

/// 1 % of the value of MCT with fixed intervals: within it neither is better.
fn margin(curves: &Curves, set: usize, quantity: Quantity) -> f64 {
    0.01 * curves.mean((set, BY_MCT, FIXED), quantity)
}

/// Under AR resource priority less under MCT, with that interval; widened, since all sets are looked at together.
fn apart(curves: &Curves, set: usize, quantity: Quantity, x: usize) -> PairedDifference {
    let apart = curves.excess(set, (BY_PRIORITY, BY_MCT), quantity, &[x]);
    apart.one_of(curves.sweep.sets.len() * curves.looks)
}

/// By how much more AR resource priority costs the reservations with that interval than with fixed ones.
fn more_than_fixed(curves: &Curves, set: usize, x: usize) -> PairedDifference {
    let more = curves.contrast(set, |at| {
        let cost = |x| at(RESERVATIONS, BY_PRIORITY, x) - at(RESERVATIONS, BY_MCT, x);
        cost(x) - cost(FIXED)
    });
    more.one_of(curves.sweep.sets.len() * curves.looks)
}

/// A case of a set and an interval, with the value of MCT.
fn case(curves: &Curves, set: usize, quantity: Quantity, x: usize, said: Said) -> OfSet {
    let apart = apart(curves, set, quantity, x);
    let words = format!(
        "{}, of {} s under MCT; {} seeds",
        apart.words(ToldIn::Seconds),
        number(curves.mean((set, BY_MCT, x), quantity), 0),
        apart.seeds(said).1
    );
    let name = format!("{}, {}", curves.sweep.sets[set].label(), NAMES[x]);
    let verdict = apart.verdict_beyond(margin(curves, set, quantity), said);
    OfSet::new(set, Case::new(name, verdict, words))
}

/// The words of every test here on its margin and its intervals.
const WIDENED: &str = "An interval within ±1 % of what MCT comes to with fixed intervals tells that \
                       there is none. The intervals are widened so that with 95 % those of all sets \
                       hold together, however often seeds are added.";

/// Claim: batch jobs gain, with fixed intervals.
fn batch_jobs_gain(curves: &Curves) -> Claim {
    let sets = 0..curves.sweep.sets.len();
    of_second_set(
        "Sect. 5.4.1",
        "these results confirmed our hypothesis concerning positive impact of ARs' consolidation on \
         performance of non-AR tasks",
        &format!(
            "Mean F of the batch jobs under AR resource priority less that under MCT, seed by seed, \
             fixed intervals: a positive impact is less. {WIDENED}"
        ),
        &curves.sweep.sets,
        sets.map(|set| case(curves, set, BATCH, FIXED, Said::Less)).collect(),
    )
}

/// Claim: reservations may lose.
fn reservations_may_lose(curves: &Curves) -> Claim {
    let sets = 0..curves.sweep.sets.len();
    let cases: Vec<OfSet> = sets
        .flat_map(|set| (0..NAMES.len()).map(move |x| (set, x)))
        .map(|(set, x)| case(curves, set, RESERVATIONS, x, Said::More))
        .collect();
    let verdicts: Vec<Verdict> = cases.iter().map(|it| it.case.verdict).collect();
    Claim {
        verdict: Verdict::of_any(&verdicts),
        ..in_general(
            "Sect. 5.5",
            "the AR Resource Priority strategy may negatively affect the mean flow time of AR tasks",
            &format!(
                "Mean F of the reservations under AR resource priority less that under MCT, seed by \
                 seed. \"May\": one case in which it is more will do. {WIDENED}"
            ),
            cases,
        )
    }
}

/// Claim: more so with flexible intervals.
fn more_with_flexible_intervals(curves: &Curves) -> Claim {
    let mut cases = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for (x, interval) in NAMES.iter().enumerate().skip(FIXED + 1) {
            let more = more_than_fixed(curves, set, x);
            let name = format!("{}, {interval}", jobs.label());
            let verdict = more.verdict_beyond(margin(curves, set, RESERVATIONS), Said::More);
            let case = Case::new(name, verdict, more.words(ToldIn::Seconds));
            cases.push(OfSet::new(set, case));
        }
    }
    in_general(
        "Sect. 5.5",
        "... especially with the flexible AR intervals",
        &format!(
            "That difference with a flexible interval less the same with fixed ones, seed by seed, is \
             above 0. {WIDENED}"
        ),
        cases,
    )
}

/// Claim: reservations start at similar times, above all with fixed intervals.
fn similar_starts(curves: &Curves) -> Claim {
    let mut cases = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for (x, interval) in NAMES.iter().enumerate() {
            let apart = apart(curves, set, RESERVATIONS, x);
            let verdict = apart.verdict(Said::Within(SIMILAR));
            let name = format!("{}, {interval}", jobs.label());
            let case = Case::new(name, verdict, apart.words(ToldIn::Seconds));
            cases.push(OfSet::new(set, case));
        }
    }
    in_general(
        "Sect. 5.5",
        "start times provided by the AR Resource Priority and MCT algorithms are similar especially \
         in the fixed AR interval case",
        &format!(
            "The mean start of the reservations under AR resource priority less that under MCT, seed by \
             seed: the same as the difference of their mean F, since they are as long under either. \
             Similar is what lies within {} s, by which mean D differs in Table 6 and of which the \
             paper says that it does not deteriorate; beyond, an interval off 0 refutes.",
            number(SIMILAR, 0)
        ),
        cases,
    )
}
