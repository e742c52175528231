//! The claims of Sect. 5.2 and of the numbers of Table 5.

use super::super::job_set::JobSet;
use super::super::sentences::{UNPRINTED_UTILIZATION, is_second};
use super::super::setting::{FLOW_TIME, UTILIZATION};
use super::readings::Line;
use super::telling::six;
use crate::prelude::*;

/// A number made up of a criterion at some shares of reservations with one seed, for every seed.
fn contrast(line: &Line, value: impl Fn(&dyn Fn(Quantity, f64) -> f64) -> f64) -> PairedDifference {
    let seeds = line.values.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let of_seed = |seed| value(&|quantity, percent| line.of_seed(quantity, percent, seed));
    // A column with random draws was run with every seed.
    PairedDifference::of((0..seeds).map(of_seed).collect(), true)
}

/// By how much a criterion at one share exceeds that at another.
fn excess(line: &Line, quantity: Quantity, (one, other): (f64, f64)) -> PairedDifference {
    contrast(line, |at| at(quantity, one) - at(quantity, other))
}

/// The claims of the printed numbers of the first set, in the reading that the other items use.
pub fn of_first_set(set: &JobSet, line: &Line, lines: &[Line], looks: usize) -> Vec<Claim> {
    let steps = |quantity, margin, shares: &[(f64, f64)]| {
        let all = shares.iter().map(|&shares| excess(line, quantity, shares).looked_at(looks));
        let all: Vec<PairedDifference> = all.collect();
        let verdicts: Vec<Verdict> = all.iter().map(|one| one.verdict_beyond(margin, Said::Less)).collect();
        let words = joined(all.iter().map(|one| one.words(ToldIn::of(quantity))), ", ");
        (Verdict::whole(&verdicts), format!("{words}, {} seeds", all[0].seeds(Said::Less).1))
    };
    let u_steps = [(20.0, 0.0), (40.0, 20.0), (60.0, 40.0)];
    let (falls, falling) = steps(UTILIZATION, UNPRINTED_UTILIZATION, &u_steps);
    let (recovers, recovering) = steps(FLOW_TIME, 0.0, &[(80.0, 60.0), (100.0, 80.0), (100.0, 0.0)]);
    let in_the_mean = lines.iter().filter(|line| means_fall(line)).count();
    vec![
        Claim::new(
            "Table 5, its numbers for tasks 1-1000",
            "mean U 0.54, 0.51, 0.49, 0.45 at 0, 20, 40 and 60 %",
            "Mean U falls at each of the three steps, seed by seed. An interval within ±0.005, half of the last digit that the \
             table prints, tells that it does not. Under --until-decided this claim and the next have more seeds.",
            &[Case::new(
                set.label(),
                falls,
                format!(
                    "{falling}; mean U {}. In the mean it falls at every step in {} of {} readings",
                    six(line.of(UTILIZATION), UTILIZATION),
                    number(in_the_mean as f64, 0),
                    number(lines.len() as f64, 0)
                ),
            )],
        ),
        Claim::new(
            "Table 5, its numbers for tasks 1-1000",
            "mean F 29995 at 0 %, 31225, 27475, 22187 at 60, 80 and 100 %",
            "Mean F falls from 60 to 80 and from 80 to 100 %, and at 100 % lies below that at 0 %, \
             seed by seed.",
            &[Case::new(
                set.label(),
                recovers,
                format!("{recovering}; mean F {} s", six(line.of(FLOW_TIME), FLOW_TIME)),
            )],
        ),
    ]
}

/// Whether mean U falls, in the mean over the seeds, from column to column up to 60 %.
fn means_fall(line: &Line) -> bool {
    let utilization = line.of(UTILIZATION);
    utilization.windows(2).take(3).all(|two| two[1].mean < two[0].mean)
}

/// Claim: the second set shows the impact of reservations more. `second` may be its stand-in.
pub fn more_visible(set: &JobSet, second: &Line, first: &Line) -> Claim {
    let cases = [UTILIZATION, FLOW_TIME].map(|quantity| {
        let change = |line: &Line| contrast(line, |at| at(quantity, 60.0) / at(quantity, 0.0) - 1.0);
        let more = change(second).and(&change(first), |second, first| second.abs() - first.abs());
        let words = format!(
            "{} more; {} against {} on the first set",
            more.words(ToldIn::Share),
            change(second).words(ToldIn::Share),
            change(first).words(ToldIn::Share)
        );
        let name = format!("{}, {}", set.label(), quantity.words());
        Case::new(name, more.verdict(Said::More), words)
    });
    let claim = Claim::new(
        "Sect. 5.2",
        "impact of AR-tasks on these criteria is more visible for jobs with IDs from 68000 to 69000",
        "By how much mean U and mean F change from 0 to 60 % of reservations, as a share and without \
         its sign: that of the second set less that of tasks 1-1000, seed by seed.",
        &cases,
    );
    if is_second(set) { claim } else { claim.elsewhere() }
}
