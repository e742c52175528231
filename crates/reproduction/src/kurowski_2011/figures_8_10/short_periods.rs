//! The claims of Sect. 6 on short periods δ.

use super::super::curves::Curves;
use super::super::sentences::{OfSet, TOLD, in_general, told_words};
use super::QUEUES;
use crate::{Case, Claim, Quantity, Said};

/// Both sentences, on every criterion.
pub fn claims(curves: &Curves) -> Vec<Claim> {
    vec![no_huge_impact(curves), negative_for_mixed_loads(curves)]
}

/// A case for each set, queue and criterion: with δ = 3600 s against δ = 0 in the mean over 10 to 90 % of reservations.
fn cases(curves: &Curves, all: &[(Quantity, Said)]) -> Vec<OfSet> {
    let xs = curves.xs(|percent| (10.0..=90.0).contains(&percent));
    let mut cases = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for (queue, [none, hour, _]) in QUEUES {
            for &(quantity, said) in all {
                let (change, unit) = curves.change(set, (hour, none), quantity, &xs);
                let name = format!("{}, {queue}, {}", jobs.label(), quantity.words());
                cases.push(OfSet::new(set, Case::of(name, &change, said, unit)));
            }
        }
    }
    cases
}

/// Claim: an hour changes little.
fn no_huge_impact(curves: &Curves) -> Claim {
    let all = TOLD.map(|(quantity, margin)| (quantity, Said::Within(margin)));
    in_general(
        "Sect. 6",
        "short δ periods do not have a huge impact on the overall performance in the light of \
         considered criteria",
        &format!(
            "Each criterion with δ = 3600 s against δ = 0, seed by seed, in the mean over 10 to 90 % of \
             reservations. Huge is what goes beyond the differences that the paper reports as such in \
             Table 6: {}.",
            told_words()
        ),
        cases(curves, &all),
    )
}

/// Claim: an hour is worse for mixed loads.
fn negative_for_mixed_loads(curves: &Curves) -> Claim {
    let all = TOLD.map(|(quantity, _)| (quantity, Said::worse(quantity)));
    in_general(
        "Sect. 6",
        "it has a negative impact on performance for mixed AR and non-AR tasks in case of simple online \
         scheduling policies",
        "Each criterion with δ = 3600 s against δ = 0, seed by seed, in the mean over 10 to 90 % of \
         reservations: worse. Mean D concerns reservations alone, which do not wait for δ under AR \
         first.",
        cases(curves, &all),
    )
}
