//! Significance of differences between scenarios over the seeds.

use super::Point;
use super::criteria::MOST_CRITERIA;
use crate::comparison::Interval;

/// The values of a scenario with each seed, in the same order of seeds as others.
pub type Seeds = Vec<Option<Point>>;

/// The values of a scenario with each seed, and whether there are random draws.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Its values.
    pub seeds: Seeds,
    /// Whether a seed makes a difference ([`crate::draws`]).
    pub is_drawn: bool,
}

/// The criterion at a place with each seed.
fn values(seeds: &Seeds, place: usize) -> Vec<Option<f64>> {
    let value = |point: &Option<Point>| Some(point.as_ref()?.at(place));
    seeds.iter().map(value).collect()
}

/// Whether two scenarios differ significantly in the criterion at a place: the 95 % interval of the differences
/// seed by seed excludes 0. One of `family` comparisons that are looked at together. A single seed proves no
/// difference. Without random draws in either, every difference counts, by one run.
pub fn differ_significantly(one: &Sample, other: &Sample, place: usize, family: usize) -> bool {
    let is_drawn = one.is_drawn || other.is_drawn;
    let (one, other) = (values(&one.seeds, place), values(&other.seeds, place));
    let Some(apart) = Interval::of_pairs(&one, &other, family) else {
        return false;
    };
    if is_drawn { apart.excludes_zero() } else { apart.mean != 0.0 }
}

/// Whether the one dominates the other significantly: its means do, and in one of the criteria they
/// differ significantly.
pub fn dominates_significantly(one: &Sample, other: &Sample, family: usize) -> bool {
    (0..MOST_CRITERIA).any(|place| differ_significantly(one, other, place, family))
}

/// For each scenario whether its figures are over the same jobs as those of most, with every seed that is there; of equally
/// many the first ones count. No other scenario is judged against these. O(seeds · scenarios · populations).
pub fn are_of_most(all: &[&Seeds]) -> Vec<bool> {
    let mut same = vec![true; all.len()];
    for seed in 0..all.iter().map(|it| it.len()).max().unwrap_or(0) {
        let of = |seeds: &Seeds| Some((*seeds.get(seed)?)?.population);
        let there: Vec<u32> = all.iter().filter_map(|it| of(it)).collect();
        let mut counts: Vec<(u32, usize)> = Vec::new();
        for population in there {
            match counts.iter_mut().find(|it| it.0 == population) {
                Some((_, count)) => *count += 1,
                None => counts.push((population, 1)),
            }
        }
        let more = |most: (u32, usize), it: (u32, usize)| if it.1 > most.1 { it } else { most };
        let most = counts.into_iter().reduce(more).map(|it| it.0);
        for (same, seeds) in same.iter_mut().zip(all) {
            *same &= of(seeds).is_none_or(|it| Some(it) == most);
        }
    }
    same
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeds(flows: &[f64]) -> Sample {
        let point = |&flow: &f64| Some(Point::from([0.5, flow, 0.0]));
        Sample { seeds: flows.iter().map(point).collect(), is_drawn: true }
    }

    #[test]
    fn most_decide_seed_by_seed() {
        let of = |populations: &[u32]| -> Seeds {
            let point = |&population: &u32| Some(Point::default().over(population));
            populations.iter().map(point).collect()
        };
        let told = |all: &[Seeds]| are_of_most(&all.iter().collect::<Vec<_>>());
        assert_eq!(told(&[of(&[1, 5]), of(&[2, 5]), of(&[1, 5])]), [true, false, true]);
        assert_eq!(told(&[of(&[1, 5]), of(&[1, 6]), of(&[1, 6])]), [false, true, true]);
        assert_eq!(told(&[of(&[1]), of(&[2])]), [true, false]);
        // A run that has not returned decides nothing.
        assert_eq!(told(&[vec![None], of(&[2]), of(&[2])]), [true; 3]);
    }

    #[test]
    fn where_nothing_is_drawn_one_run_tells_all() {
        let exact = |flow: f64| Sample { is_drawn: false, ..seeds(&[flow]) };
        assert!(differ_significantly(&exact(9.0), &exact(9.5), 1, 100));
        assert!(!differ_significantly(&exact(9.0), &exact(9.0), 1, 1));
        // Against a random result one run proves no difference.
        assert!(!differ_significantly(&exact(9.0), &seeds(&[9.5]), 1, 1));
    }

    #[test]
    fn more_seeds_tell_more_apart() {
        // The one is better by 1 s in the mean; the seeds put up to 1.5 s on top of that.
        let from: Vec<f64> = (0..20).map(|seed| f64::from(seed * 37 % 20) * 100.0).collect();
        let better: Vec<f64> = (0..20).map(|seed| from[seed as usize] - 1.0 + f64::from(seed % 4) - 1.5).collect();
        let told = |count: usize| {
            let (one, other) = (seeds(&better[..count]), seeds(&from[..count]));
            differ_significantly(&one, &other, 1, 1)
        };
        assert_eq!([1, 4, 8, 20].map(told), [false, false, true, true]);
        let (one, other) = (seeds(&better), seeds(&from));
        assert!(dominates_significantly(&one, &other, 1));
        assert!(!differ_significantly(&one, &other, 0, 1));
    }
}
