//! Points, their means, and the Pareto front.

use std::cmp::Ordering;

use super::criteria::MOST_CRITERIA;
use crate::comparison::Interval;
use crate::comparison::interval::half_width;
use crate::replicated::Spread;
use base::ordering::sort_by;
use scheduling::criteria::Criterion;

/// The values of a scenario in two or three criteria, in their order; where there are two, the third
/// value does not count and is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    values: [f64; MOST_CRITERIA],
    /// The digest of what the values are over ([`scheduling::criteria::population::Population::digest`]); 0 in a mean.
    pub population: u32,
}

impl From<[f64; MOST_CRITERIA]> for Point {
    fn from(values: [f64; MOST_CRITERIA]) -> Self {
        let population = 0;
        Self { values, population }
    }
}

impl Point {
    /// The value of the criterion at a place.
    pub fn at(&self, place: usize) -> f64 {
        self.values[place]
    }

    /// The same of what has this digest.
    pub fn over(self, population: u32) -> Self {
        Self { population, ..self }
    }

    /// One of U, F and D, if these are the criteria; no number of others.
    pub fn value(&self, criterion: Criterion) -> f64 {
        place(criterion).map_or(f64::NAN, |it| self.values[it])
    }
}

/// The place of one of U, F and D among them.
pub(super) fn place(criterion: Criterion) -> Option<usize> {
    Criterion::PAPER.iter().position(|it| *it == criterion)
}

/// A point over several seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Average {
    /// The mean of each criterion.
    pub mean: Point,
    /// The sample standard deviation of each criterion; `None` of a single seed, and without random draws.
    pub deviation: Option<Point>,
    /// Half the length of the 95 % interval of each mean by Student's t; `None` as the deviation.
    pub half_width: Option<Point>,
    pub seeds: usize,
}

impl Average {
    /// Over some seeds, which differ only if there are random draws; `None` over none.
    pub fn of(points: &[Point], is_drawn: bool) -> Option<Self> {
        let [mut mean, mut deviation, mut width] = [Point::default(); 3];
        for place in 0..MOST_CRITERIA {
            let values: Vec<f64> = points.iter().map(|it| it.at(place)).collect();
            let spread = Spread::of(&values)?;
            mean.values[place] = spread.mean;
            deviation.values[place] = spread.deviation;
            width.values[place] = half_width(spread.deviation, spread.count, 1).unwrap_or(0.0);
        }
        let has_spread = is_drawn && points.len() > 1;
        Some(Self {
            mean,
            deviation: has_spread.then_some(deviation),
            half_width: has_spread.then_some(width),
            seeds: points.len(),
        })
    }
}

/// The lower, the better.
type Costs = [f64; MOST_CRITERIA];

/// Better first: by the first, then the second, then the third. Costs that dominate others stand before
/// them.
fn order(a: &Costs, b: &Costs) -> Ordering {
    a.iter().zip(b).filter_map(|(a, b)| a.partial_cmp(b)).fold(Ordering::Equal, Ordering::then)
}

/// Which of some costs no others dominate: at least as low in all and lower in one. Equal ones are on the
/// front together; those with a value that is no number are not on it.
///
/// They are walked from the lowest first value up. Costs that dominate others are met before them then,
/// so that the second and the third value alone decide, and among those met before, the ones that none
/// dominates in both form a staircase that is searched by halves (Kung, Luccio and Preparata 1975). O(n
/// log n) comparisons.
pub(super) fn front(all: &[Costs]) -> Vec<bool> {
    let is_nan = |costs: &Costs| costs.iter().any(|it| it.is_nan());
    let mut places: Vec<usize> = (0..all.len()).filter(|&at| !is_nan(&all[at])).collect();
    sort_by(&mut places, |&a, &b| order(&all[a], &all[b]));
    let mut on_front = vec![false; all.len()];
    // By a rising second and a falling third value.
    let mut stairs: Vec<Costs> = Vec::new();
    let mut last = None;
    for at in places {
        let costs = all[at];
        let [_, second, third] = costs;
        if let Some(equal) = last.filter(|&last: &usize| all[last] == costs) {
            on_front[at] = on_front[equal];
            continue;
        }
        last = Some(at);
        let step = stairs.partition_point(|it| it[1] <= second);
        let below = step.checked_sub(1).map(|step| stairs[step]);
        if below.is_some_and(|below| below[2] <= third) {
            continue;
        }
        on_front[at] = true;
        // A step with the same second value has the larger third: it goes with those that are overtaken.
        let from = stairs.partition_point(|it| it[1] < second);
        let overtaken = stairs[from..].iter().take_while(|it| it[2] >= third).count();
        stairs.splice(from..from + overtaken, [costs]);
    }
    on_front
}

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

    /// U is better high, F and D low.
    fn costs(u: f64, f: f64, d: f64) -> Costs {
        [-u, f, d]
    }

    #[test]
    fn the_front_of_five_points_by_hand() {
        let points = [
            costs(0.6, 100.0, 10.0),
            // Worse in F alone: dominated.
            costs(0.6, 101.0, 10.0),
            // Worse in U and F, better in D.
            costs(0.5, 120.0, 0.0),
            // Equal to the first.
            costs(0.6, 100.0, 10.0),
            // Better in F alone.
            costs(0.4, 90.0, 30.0),
        ];
        assert_eq!(front(&points), [true, false, true, true, true]);
        assert_eq!(front(&[]), Vec::<bool>::new());
        assert_eq!(front(&[costs(0.1, f64::NAN, 0.0)]), [false]);
    }

    #[test]
    fn an_average_is_of_every_criterion() {
        let points = [[0.25, 10.0, 0.0], [0.75, 20.0, 6.0]].map(Point::from);
        let average = Average::of(&points, true).unwrap();
        let deviation = average.deviation.unwrap();
        assert_eq!(average.mean, Point::from([0.5, 15.0, 3.0]));
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        for (place, spread) in [0.5, 10.0, 6.0].into_iter().enumerate() {
            assert!(near(deviation.at(place), spread * half));
        }
        assert_eq!((average.seeds, Average::of(&[], true)), (2, None));
        let spread = |it: Average| (it.deviation, it.half_width);
        let one = Average::of(&points[..1], true).unwrap();
        let exact = Average::of(&points, false).unwrap();
        assert_eq!([spread(one), spread(exact)], [(None, None); 2]);
    }

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
