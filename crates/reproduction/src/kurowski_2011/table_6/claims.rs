//! The claims of Sect. 5.4.1 on Table 6.

use super::super::curves::Curves;
use super::super::sentences::{OfSet, UNTOLD_TARDINESS, of_second_set};
use super::{CRITERIA, STEPS, apart, described, margin, margin_words};
use crate::numbers::{number, signed_percent};
use crate::{Case, Claim, Quantity, Said, ToldIn};

/// Places of the strategies.
const STATIC: usize = 0;
const MCT: usize = 1;
const PRIORITY: usize = 2;

/// All claims of the table.
pub fn of_sets(curves: &Curves) -> Vec<Claim> {
    let better = "Every criterion named under the one strategy less that under the other, seed by seed.";
    vec![
        of_second_set(
            "Sect. 5.4.1",
            "As can be observed in Table 6, the AR resource priority strategy significantly \
             outperformed the static strategy",
            better,
            &curves.sweep.sets,
            cases(curves, (PRIORITY, STATIC, ""), &CRITERIA),
        ),
        of_second_set(
            "Sect. 5.4.1",
            "AR resource priority turned out to be better than MCT with respect to mean flow time and \
             resource utilization criteria",
            &format!("{better} An interval {} tells that neither is better.", margin_words()),
            &curves.sweep.sets,
            cases(curves, STEPS[0], &CRITERIA[..2]),
        ),
        not_deteriorated(curves),
        of_second_set(
            "Table 6, its numbers",
            "Static 0.65, 164983, 7178; MCT 0.679, 107383, 5666",
            "MCT better than the static partition on each criterion, seed by seed.",
            &curves.sweep.sets,
            cases(curves, STEPS[1], &CRITERIA),
        ),
    ]
}

/// A case for each set and criterion, in which the first strategy is to be better.
fn cases(curves: &Curves, step: (usize, usize, &str), quantities: &[Quantity]) -> Vec<OfSet> {
    let mut cases = Vec::new();
    for (set, jobs) in curves.sweep.sets.iter().enumerate() {
        for &quantity in quantities {
            let said = Said::better(quantity);
            let apart = apart(curves, set, step, quantity);
            let (better, seeds) = apart.seeds(said);
            let mean = |strategy| {
                let own = curves.mean((set, strategy, 0), quantity);
                number(own, quantity.digits())
            };
            let verdict = if step == STEPS[0] {
                apart.verdict_beyond(margin(curves, set, quantity), said)
            } else {
                apart.verdict(said)
            };
            let words = format!(
                "{}, {} against {}, better with {better} of {seeds} seeds",
                apart.words(ToldIn::of(quantity)),
                mean(step.0),
                mean(step.1)
            );
            let name = format!("{}, {}", described(jobs), quantity.words());
            cases.push(OfSet::new(set, Case::new(name, verdict, words)));
        }
    }
    cases
}

fn not_deteriorated(curves: &Curves) -> Claim {
    let quantity = Quantity::MeanTardiness;
    let sets = curves.sweep.sets.iter().enumerate();
    let cases = sets.map(|(set, jobs)| {
        let worse = curves.relative_excess(set, (PRIORITY, MCT), quantity, &[0]);
        let worse = worse.one_of(curves.looks);
        let said = Said::NotMore(UNTOLD_TARDINESS);
        OfSet::new(set, Case::of(described(jobs), &worse, said, ToldIn::Share))
    });
    of_second_set(
        "Sect. 5.4.1",
        "the use of AR resource priority did not deteriorate the mean tardiness",
        &format!(
            "Mean D under AR resource priority less that under MCT, as a share of the latter, seed by \
             seed. No worse is what stays below {}, the difference in Table 6 that the paper calls \
             none.",
            signed_percent(UNTOLD_TARDINESS)
        ),
        &curves.sweep.sets,
        cases.collect(),
    )
}
