//! Which points nothing dominates.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::criteria::Report;
use crate::experiment::comparison::interval::half_width;
use crate::experiment::sweep::{Criterion, Spread};

/// What a scenario came to in the three criteria.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Mean utilization U, 0 to 1: higher is better.
    pub mean_utilization: f64,
    /// Mean flow time F, in seconds: lower is better.
    pub mean_flow_time: f64,
    /// Mean tardiness D, in seconds: lower is better.
    pub mean_tardiness: f64,
}

impl Point {
    /// Of one run.
    pub fn of(report: &Report) -> Self {
        Self {
            mean_utilization: report.mean_utilization,
            mean_flow_time: report.mean_flow_time,
            mean_tardiness: report.mean_tardiness,
        }
    }

    /// One of the criteria.
    pub fn value(&self, criterion: Criterion) -> f64 {
        match criterion {
            Criterion::MeanUtilization => self.mean_utilization,
            Criterion::MeanFlowTime => self.mean_flow_time,
            Criterion::MeanTardiness => self.mean_tardiness,
        }
    }

    /// Whether it is at least as good as another in all criteria and better in one.
    pub fn dominates(&self, other: &Self) -> bool {
        let sides = Criterion::ALL
            .map(|criterion| compare(criterion, self.value(criterion), other.value(criterion)));
        sides.iter().all(|&side| side.is_some_and(Ordering::is_le))
            && sides.contains(&Some(Ordering::Less))
    }

    /// Whether it has a value that is no number.
    fn is_nan(&self) -> bool {
        let [u, f, d] = Criterion::ALL.map(|criterion| self.value(criterion));
        u.is_nan() || f.is_nan() || d.is_nan()
    }

    /// Better first: by U, then F, then D. Whatever dominates a point stands before it.
    fn order(&self, other: &Self) -> Ordering {
        Criterion::ALL
            .into_iter()
            .filter_map(|it| compare(it, self.value(it), other.value(it)))
            .fold(Ordering::Equal, Ordering::then)
    }
}

/// A point over several seeds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Average {
    /// The mean of each criterion.
    #[serde(flatten)]
    pub mean: Point,
    /// The sample standard deviation of each criterion; 0 of a single seed.
    pub deviation: Point,
    /// Half the length of the 95 % interval of each mean by Student's t; 0 of a single seed.
    pub half_width: Point,
    /// How many seeds.
    pub seeds: usize,
}

impl Average {
    /// Over some seeds; `None` over none.
    pub fn of(points: &[Point]) -> Option<Self> {
        let of_criterion = |criterion| {
            let values: Vec<f64> = points.iter().map(|it| it.value(criterion)).collect();
            Spread::of(&values)
        };
        let [u, f, d] = Criterion::ALL.map(of_criterion);
        let (u, f, d) = (u?, f?, d?);
        let point = |of: fn(Spread) -> f64| Point {
            mean_utilization: of(u),
            mean_flow_time: of(f),
            mean_tardiness: of(d),
        };
        Some(Self {
            mean: point(|spread| spread.mean),
            deviation: point(|spread| spread.deviation),
            half_width: point(|spread| half_width(spread.deviation, spread.count, 1)),
            seeds: points.len(),
        })
    }
}

/// `Less` where `a` is the better value of a criterion; `None` where one is no number.
pub(super) fn compare(criterion: Criterion, a: f64, b: f64) -> Option<Ordering> {
    match criterion {
        Criterion::MeanUtilization => b.partial_cmp(&a),
        Criterion::MeanFlowTime | Criterion::MeanTardiness => a.partial_cmp(&b),
    }
}

/// Which of the points no other one dominates: U as large, F and D as small as can be. Equal points
/// are on the front together; a point with a value that is no number is not on it.
///
/// The points are walked from the highest U down. Whatever dominates a point has been met before it
/// then, so that F and D alone decide, and of those met before, the ones that nothing betters in
/// both form a staircase that is searched by halves (Kung, Luccio and Preparata 1975).
/// O(n log n) comparisons.
pub fn front(points: &[Point]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..points.len())
        .filter(|&at| !points[at].is_nan())
        .collect();
    order.sort_by(|&a, &b| points[a].order(&points[b]));
    let mut on_front = vec![false; points.len()];
    // By rising F and falling D.
    let mut stairs: Vec<Point> = Vec::new();
    let mut last = None;
    for at in order {
        let point = points[at];
        if let Some(equal) = last.filter(|&last: &usize| points[last] == point) {
            on_front[at] = on_front[equal];
            continue;
        }
        last = Some(at);
        let step = stairs.partition_point(|it| it.mean_flow_time <= point.mean_flow_time);
        let below = step.checked_sub(1).map(|step| stairs[step]);
        if below.is_some_and(|below| below.mean_tardiness <= point.mean_tardiness) {
            continue;
        }
        on_front[at] = true;
        // A step with the same F has the larger D: it goes with those that the point overtakes.
        let from = stairs.partition_point(|it| it.mean_flow_time < point.mean_flow_time);
        let overtaken = stairs[from..]
            .iter()
            .take_while(|it| it.mean_tardiness >= point.mean_tardiness)
            .count();
        stairs.splice(from..from + overtaken, [point]);
    }
    on_front
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn point(u: f64, f: f64, d: f64) -> Point {
        Point {
            mean_utilization: u,
            mean_flow_time: f,
            mean_tardiness: d,
        }
    }

    /// Every point against every other.
    fn slow_front(points: &[Point]) -> Vec<bool> {
        points
            .iter()
            .map(|point| !point.is_nan() && !points.iter().any(|other| other.dominates(point)))
            .collect()
    }

    #[test]
    fn the_front_of_five_points_by_hand() {
        let points = [
            point(0.6, 100.0, 10.0),
            // Worse in F alone: dominated.
            point(0.6, 101.0, 10.0),
            // Worse in U and F, better in D.
            point(0.5, 120.0, 0.0),
            // Equal to the first.
            point(0.6, 100.0, 10.0),
            // Better in F alone.
            point(0.4, 90.0, 30.0),
        ];
        assert_eq!(front(&points), [true, false, true, true, true]);
        assert_eq!(front(&[]), Vec::<bool>::new());
        assert_eq!(front(&[point(0.1, f64::NAN, 0.0)]), [false]);
    }

    #[test]
    fn an_average_is_of_every_criterion() {
        let average = Average::of(&[point(0.25, 10.0, 0.0), point(0.75, 20.0, 6.0)]).unwrap();
        assert_eq!(average.mean, point(0.5, 15.0, 3.0));
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(near(average.deviation.mean_utilization, 0.5 * half));
        assert!(near(average.deviation.mean_flow_time, 10.0 * half));
        assert!(near(average.deviation.mean_tardiness, 6.0 * half));
        assert_eq!((average.seeds, Average::of(&[])), (2, None));
    }

    /// Few values, so that many are equal, and some that are no numbers.
    fn value() -> impl Strategy<Value = f64> {
        prop_oneof![
            20 => (0u8..6).prop_map(f64::from),
            4 => prop_oneof![Just(-0.0), Just(f64::INFINITY), Just(f64::NEG_INFINITY)],
            1 => Just(f64::NAN),
        ]
    }

    proptest! {
        #[test]
        fn the_front_is_what_comparing_every_pair_finds(
            values in prop::collection::vec((value(), value(), value()), 0..60)
        ) {
            let points: Vec<Point> = values.iter().map(|&(u, f, d)| point(u, f, d)).collect();
            prop_assert_eq!(front(&points), slow_front(&points));
        }
    }
}
