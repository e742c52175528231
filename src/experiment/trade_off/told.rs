//! What the seeds tell apart, and what they do not.

use super::Point;
use crate::experiment::comparison::Interval;
use crate::experiment::sweep::Criterion;

/// What a scenario came to with each seed, in the same order of seeds as others.
pub type Seeds = Vec<Option<Point>>;

/// A criterion with each seed.
fn values(seeds: &Seeds, criterion: Criterion) -> Vec<Option<f64>> {
    let value = |point: &Option<Point>| Some(point.as_ref()?.value(criterion));
    seeds.iter().map(value).collect()
}

/// Whether the seeds tell two scenarios apart in a criterion: the 95 % interval of the differences
/// seed by seed excludes 0. One of `family` comparisons that are looked at together. A single seed
/// tells nothing.
pub fn told_apart(one: &Seeds, other: &Seeds, criterion: Criterion, family: usize) -> bool {
    let (one, other) = (values(one, criterion), values(other, criterion));
    Interval::of_pairs(&one, &other, family).is_some_and(|apart| apart.excludes_zero())
}

/// Whether the seeds tell that the one dominates the other: its means do, and in one of the criteria
/// they are told apart.
pub fn told_to_dominate(one: &Seeds, other: &Seeds, family: usize) -> bool {
    Criterion::ALL
        .into_iter()
        .any(|criterion| told_apart(one, other, criterion, family))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeds(flows: &[f64]) -> Seeds {
        let point = |&flow: &f64| {
            Some(Point {
                mean_utilization: 0.5,
                mean_flow_time: flow,
                mean_tardiness: 0.0,
            })
        };
        flows.iter().map(point).collect()
    }

    #[test]
    fn more_seeds_tell_more_apart() {
        // The one is better by 1 s in the mean; the seeds put up to 1.5 s on top of that.
        let from: Vec<f64> = (0..20)
            .map(|seed| f64::from(seed * 37 % 20) * 100.0)
            .collect();
        let better: Vec<f64> = (0..20)
            .map(|seed| from[seed as usize] - 1.0 + f64::from(seed % 4) - 1.5)
            .collect();
        let told = |count: usize| {
            let (one, other) = (seeds(&better[..count]), seeds(&from[..count]));
            told_apart(&one, &other, Criterion::MeanFlowTime, 1)
        };
        assert_eq!([1, 4, 8, 20].map(told), [false, false, true, true]);
        let (one, other) = (seeds(&better), seeds(&from));
        assert!(told_to_dominate(&one, &other, 1));
        assert!(!told_apart(&one, &other, Criterion::MeanUtilization, 1));
    }
}
