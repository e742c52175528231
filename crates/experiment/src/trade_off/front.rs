//! Points, their means, and the Pareto front.

use std::cmp::Ordering;

use super::criteria::MOST_CRITERIA;
use crate::comparison::interval::half_width;
use crate::spread::Spread;
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
        let overtaken = stairs[from..].iter().take_while(|it| it[2] >= third);
        let overtaken = overtaken.count();
        stairs.splice(from..from + overtaken, [costs]);
    }
    on_front
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
}
