//! What Sect. 6 says of short periods δ.

use super::super::curves::Curves;
use super::super::sentences::{
    OfSet, TOLD_FLOW_TIME, TOLD_TARDINESS, TOLD_UTILIZATION, in_general,
};
use super::QUEUES;
use crate::reproduce::numbers::{number, signed_percent};
use crate::reproduce::{Case, Claim, PairedDifference, Quantity, Said, Unit};

/// Both sentences, on every criterion.
pub fn claims(curves: &Curves) -> Vec<Claim> {
    vec![no_huge_impact(curves), negative_for_mixed_loads(curves)]
}

/// A criterion with δ = 3600 s against δ = 0 in the mean over some shares: mean U as a difference, times as a share.
fn change(
    curves: &Curves,
    set: usize,
    [none, hour, _]: [usize; 3],
    quantity: Quantity,
    xs: &[usize],
) -> (PairedDifference, Unit) {
    match quantity {
        Quantity::MeanUtilization => (
            curves.excess(set, (hour, none), quantity, xs),
            Unit::Utilization,
        ),
        _ => (
            curves.relative_excess(set, (hour, none), quantity, xs),
            Unit::Share,
        ),
    }
}

/// A case for each set, queue and criterion, tested against what is `said` of it.
fn cases(curves: &Curves, all: &[(Quantity, Said)], shares: impl Fn(f64) -> bool) -> Vec<OfSet> {
    let xs = curves.xs(shares);
    let mut cases = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for (queue, places) in QUEUES {
            for &(quantity, said) in all {
                let (change, unit) = change(curves, set, places, quantity, &xs);
                let name = format!("{}, {queue}, {}", jobs.label(), quantity.words());
                cases.push(OfSet::new(set, Case::of(name, &change, said, unit)));
            }
        }
    }
    cases
}

/// Claim: an hour changes little.
fn no_huge_impact(curves: &Curves) -> Claim {
    let all = [
        (Quantity::MeanUtilization, Said::Within(TOLD_UTILIZATION)),
        (Quantity::MeanFlowTime, Said::Within(TOLD_FLOW_TIME)),
        (Quantity::MeanTardiness, Said::Within(TOLD_TARDINESS)),
    ];
    in_general(
        "Sect. 6",
        "short δ periods do not have a huge impact on the overall performance in the light of \
         considered criteria",
        &format!(
            "Each criterion with δ = 3600 s against δ = 0, seed by seed, in the mean over 10 to 90 % of \
             reservations. Huge is what goes beyond the differences that the paper reports as such in \
             Table 6: {} of mean U, {} of mean F, {} of mean D.",
            number(TOLD_UTILIZATION, 3),
            signed_percent(TOLD_FLOW_TIME).trim_start_matches('+'),
            signed_percent(TOLD_TARDINESS).trim_start_matches('+')
        ),
        cases(curves, &all, |percent| (10.0..=90.0).contains(&percent)),
    )
}

/// Claim: an hour is worse for mixed loads.
fn negative_for_mixed_loads(curves: &Curves) -> Claim {
    let all = [
        Quantity::MeanUtilization,
        Quantity::MeanFlowTime,
        Quantity::MeanTardiness,
    ]
    .map(|it| (it, Said::worse(it)));
    in_general(
        "Sect. 6",
        "it has a negative impact on performance for mixed AR and non-AR tasks in case of simple online \
         scheduling policies",
        "Each criterion with δ = 3600 s against δ = 0, seed by seed, in the mean over 10 to 90 % of \
         reservations: worse. Mean D concerns reservations alone, which do not wait for δ under AR \
         first.",
        cases(curves, &all, |percent| (10.0..=90.0).contains(&percent)),
    )
}
