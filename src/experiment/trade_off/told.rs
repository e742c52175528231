//! What the seeds tell apart, and what they do not.

use super::Point;
use super::criteria::MOST_CRITERIA;
use crate::experiment::comparison::Interval;

/// What a scenario came to with each seed, in the same order of seeds as others.
pub type Seeds = Vec<Option<Point>>;

/// The criterion at a place with each seed.
fn values(seeds: &Seeds, place: usize) -> Vec<Option<f64>> {
    let value = |point: &Option<Point>| Some(point.as_ref()?.at(place));
    seeds.iter().map(value).collect()
}

/// Whether the seeds tell two scenarios apart in the criterion at a place: the 95 % interval of the differences
/// seed by seed excludes 0. One of `family` comparisons that are looked at together. A single seed
/// tells nothing.
pub fn told_apart(one: &Seeds, other: &Seeds, place: usize, family: usize) -> bool {
    let (one, other) = (values(one, place), values(other, place));
    Interval::of_pairs(&one, &other, family).is_some_and(|apart| apart.excludes_zero())
}

/// Whether the seeds tell that the one dominates the other: its means do, and in one of the criteria
/// they are told apart.
pub fn told_to_dominate(one: &Seeds, other: &Seeds, family: usize) -> bool {
    (0..MOST_CRITERIA).any(|place| told_apart(one, other, place, family))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeds(flows: &[f64]) -> Seeds {
        let point = |&flow: &f64| Some(Point::from([0.5, flow, 0.0]));
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
            told_apart(&one, &other, 1, 1)
        };
        assert_eq!([1, 4, 8, 20].map(told), [false, false, true, true]);
        let (one, other) = (seeds(&better), seeds(&from));
        assert!(told_to_dominate(&one, &other, 1));
        assert!(!told_apart(&one, &other, 0, 1));
    }
}
