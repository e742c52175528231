//! The claims of Sect. 5.1 on two, four and eight queues.

use super::super::setting::{over_seeds, value};
use super::{PERIODS, Results};
use crate::numbers::measured;
use crate::{Case, Claim, PairedDifference, Quantity, Said, ToldIn, Verdict};
use scheduling::criteria::Report;
use workload::Time;

/// The claims: `first` has the table's rows, `periods` LSF on 2 × 64 at each of [`PERIODS`], `whole`
/// FCFS on one queue of 128 processors.
pub fn all(first: &Results, periods: &Results, whole: &Results) -> Vec<Claim> {
    let mut claims = Vec::new();
    if let (Some((_, two)), Some((_, whole))) = (first.first(), whole.first()) {
        claims.push(lower_utilization(two, whole));
    }
    if periods.len() == PERIODS.len() {
        claims.extend([best_period(periods), longer_is_worse(periods)]);
    }
    claims
}

/// A number of two reports with each seed; a cell without random draws was run once.
fn contrast(one: &[Report], other: &[Report], value: impl Fn(&Report, &Report) -> f64) -> PairedDifference {
    let seeds = match (one.len(), other.len()) {
        (0, _) | (_, 0) => 0,
        (one, other) => one.max(other),
    };
    let of_seed = |seed: usize| {
        let of = |reports: &[Report]| reports.get(seed).unwrap_or(&reports[0]).clone();
        value(&of(one), &of(other))
    };
    PairedDifference::of((0..seeds).map(of_seed).collect(), true)
}

/// Claim: less than 60 % in two parts, and less than in one.
fn lower_utilization(two: &[Report], whole: &[Report]) -> Claim {
    let below = contrast(two, two, |two, _| two.mean_utilization - 0.6);
    let lower = contrast(two, whole, |two, whole| two.mean_utilization - whole.mean_utilization);
    let mean = over_seeds(two, |report| report.mean_utilization);
    let case = |name, difference: &PairedDifference| Case::of(name, difference, Said::Less, ToldIn::Utilization);
    Claim::new(
        "Sect. 5.1",
        "Partitioning the SDSC SP2 system into two parts ... resulted, as expected, in a lower \
         utilization of computing resources to less than mean U 60%",
        "Mean U on 2 × 64 under FCFS less 0.6, and less that on 1 × 128. The paper's own numbers are \
         0.592 and, in Table 2, 0.587.",
        &[
            case("below 60 %", &below),
            Case {
                evidence: format!(
                    "{}; mean U and its standard deviation {}",
                    lower.words(ToldIn::Utilization),
                    measured(mean, Quantity::MeanUtilization)
                ),
                ..case("below one queue", &lower)
            },
        ],
    )
}

const CRITERIA: [Quantity; 2] = [Quantity::MeanFlowTime, Quantity::WaitingTime];

/// By how much a criterion at a period exceeds that at δ = 600 s.
fn excess(periods: &Results, period: Time, quantity: Quantity) -> PairedDifference {
    let reports = |wanted| {
        let place = PERIODS.iter().position(|period| *period == wanted);
        place.map_or(&[][..], |place| periods[place].1)
    };
    contrast(reports(period), reports(600), |one, best| value(one, quantity) - value(best, quantity))
}

/// A case for each period: whether it is worse than δ = 600 s.
fn worse(periods: &Results, wanted: &[Time], quantities: &[Quantity]) -> Vec<Case> {
    let of_period = |&period: &Time| {
        let all: Vec<PairedDifference> =
            quantities.iter().map(|&quantity| excess(periods, period, quantity).one_of(wanted.len())).collect();
        let verdicts: Vec<Verdict> = all.iter().map(|one| one.verdict(Said::More)).collect();
        let words: Vec<String> = all.iter().map(|one| one.words(ToldIn::Seconds)).collect();
        let words = words.join(" and ");
        Case::new(format!("δ = {period} s"), Verdict::whole(&verdicts), words)
    };
    wanted.iter().map(of_period).collect()
}

/// Claim: δ = 600 is the best configuration of Random and LSF.
fn best_period(periods: &Results) -> Claim {
    let others: Vec<Time> = PERIODS.into_iter().filter(|&it| it != 600).collect();
    let cases = worse(periods, &others, &CRITERIA[..1]);
    let claim = Claim::new(
        "Sect. 5.1",
        "we also discovered experimentally the best configuration of Random and LSF procedures for \
         the invocation period δ = 600",
        "On 2 × 64: mean F with every other period less that with 600 s, seed by seed. One that is \
         better refutes it. The intervals are so wide that all hold together with 95 %.",
        &cases,
    );
    let verdicts: Vec<Verdict> = cases.iter().map(|case| case.verdict).collect();
    Claim { verdict: Verdict::whole(&verdicts), ..claim }
}

/// Claim: longer periods are worse.
fn longer_is_worse(periods: &Results) -> Claim {
    let longer: Vec<Time> = PERIODS.into_iter().filter(|&it| it > 600).collect();
    Claim::new(
        "Sect. 5.1",
        "Much longer δ parameters for LSF resulted in worse performance on two criteria relevant for \
         end-users, namely mean F and total waiting time",
        "The same for periods longer than 600 s, on mean F and on waiting time.",
        &worse(periods, &longer, &CRITERIA),
    )
}
