//! Means over seeds with 95 % confidence intervals by Student's t distribution.

use std::cell::OnceCell;
use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

use crate::replicated::Spread;

/// A mean and how far the true one may lie from it: the interval `mean ± half_width` holds it in 95
/// of 100 cases, if the values are drawn independently from a normal distribution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Arithmetic mean.
    pub mean: f64,
    /// Half the length of the interval: `t · s / √n` with the sample standard deviation `s` and the
    /// 97.5 % quantile `t` of Student's t with `n − 1` degrees of freedom. `None` where there is no
    /// interval: of a single value, which has no spread, and of runs without random draws
    /// ([`Interval::exact`]).
    pub half_width: Option<f64>,
    /// How many values, n.
    pub count: usize,
}

impl Interval {
    /// The interval of the mean of some values; `None` without values.
    pub fn of(values: &[f64]) -> Option<Self> {
        Self::one_of(values, 1)
    }

    /// The interval of the mean of some values, widened so that `family` intervals made like this
    /// contain their true means all at once in 95 of 100 cases (Bonferroni): for judging by the most
    /// striking of many intervals. `None` without values.
    pub fn one_of(values: &[f64], family: usize) -> Option<Self> {
        let spread = Spread::of(values)?;
        Some(Self {
            mean: spread.mean,
            half_width: half_width(spread.deviation, spread.count, family),
            count: spread.count,
        })
    }

    /// As [`Interval::of`], for a caller that makes many of up to as many values as `quantiles`
    /// has.
    pub fn of_with(values: &[f64], quantiles: &Quantiles) -> Option<Self> {
        let spread = Spread::of(values)?;
        Some(Self {
            mean: spread.mean,
            half_width: width(spread.deviation, spread.count, || quantiles.of(spread.count)),
            count: spread.count,
        })
    }

    /// The mean without an interval: of runs without random draws, so that all seeds agree and
    /// there is no spread.
    pub fn exact(self) -> Self {
        Self { half_width: None, ..self }
    }

    /// [`Interval::exact`] unless `is_drawn`: for runs without random draws.
    pub fn exact_unless(self, is_drawn: bool) -> Self {
        if is_drawn { self } else { self.exact() }
    }

    /// The interval of the mean difference of some values from others at the same places, the same
    /// seeds: effects of the seeds on both cancel out. `None` of none; longer lists are cut.
    pub fn of_differences(values: &[f64], from: &[f64]) -> Option<Self> {
        let differences: Vec<f64> = values.iter().zip(from).map(|(a, b)| a - b).collect();
        Self::of(&differences)
    }

    /// As [`Interval::of_differences`], where a value may be missing on either side: the seeds that
    /// both have count. One of `family` intervals that are looked at together, as
    /// [`Interval::one_of`].
    pub fn of_pairs(values: &[Option<f64>], from: &[Option<f64>], family: usize) -> Option<Self> {
        let both = values.iter().zip(from).filter_map(|(value, from)| Some((*value)? - (*from)?));
        Self::one_of(&both.collect::<Vec<_>>(), family)
    }

    /// Its lower end; the mean where there is no interval.
    pub fn low(&self) -> f64 {
        self.mean - self.half_width.unwrap_or(0.0)
    }

    /// Its upper end; the mean where there is no interval.
    pub fn high(&self) -> f64 {
        self.mean + self.half_width.unwrap_or(0.0)
    }

    /// Whether several values say that the true mean is not 0: there is an interval, and 0 lies outside of it.
    pub fn excludes_zero(&self) -> bool {
        let half_width = self.half_width;
        half_width.is_some_and(|it| libm::fabs(self.mean) > it)
    }
}

/// The 97.5 % quantiles of Student's t for one value, for two and so on, each found when it is first needed: that
/// takes longer than all else of an interval.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quantiles(Vec<OnceCell<f64>>);

impl Quantiles {
    /// The quantiles for up to `count` values.
    pub fn up_to(count: usize) -> Self {
        Self(vec![OnceCell::new(); count + 1])
    }

    fn of(&self, count: usize) -> f64 {
        let find = || quantile_97_5(count as u32 - 1);
        match self.0.get(count) {
            Some(quantile) => *quantile.get_or_init(find),
            None => find(),
        }
    }
}

/// Half the length of the interval of `count` values with that sample standard deviation, one of
/// `family` that hold together; `None` of a single value.
pub fn half_width(deviation: f64, count: usize, family: usize) -> Option<f64> {
    let share = 1.0 - 0.05 / family.max(1) as f64;
    width(deviation, count, || quantile(share, count as u32 - 1))
}

fn width(deviation: f64, count: usize, quantile: impl FnOnce() -> f64) -> Option<f64> {
    (count > 1).then(|| match deviation {
        0.0 => 0.0,
        _ => quantile() * deviation / (count as f64).sqrt(),
    })
}

/// The 97.5 % quantile of Student's t distribution: 95 % of it lie between this and its negative.
pub fn quantile_97_5(degrees: u32) -> f64 {
    quantile(0.95, degrees)
}

/// Between this and its negative lies that share of Student's t distribution. By bisection;
/// O(degrees of freedom).
fn quantile(share: f64, degrees: u32) -> f64 {
    let (mut low, mut high) = (0.0, 13.0);
    while within(high, degrees) < share && high < 1e9 {
        high *= 2.0;
    }
    // Each step halves the interval; after these it is as short as the gap between neighbouring
    // numbers.
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if within(middle, degrees) < share {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// The probability that Student's t lies between −`t` and `t`, by its finite series for whole degrees
/// of freedom (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4).
fn within(t: f64, degrees: u32) -> f64 {
    let angle = libm::atan(t / f64::from(degrees).sqrt());
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    let is_odd = degrees % 2 == 1;
    let mut term = if is_odd { cosine } else { 1.0 };
    let mut sum = 0.0;
    let mut at = if is_odd { 1 } else { 0 };
    while at + 2 <= degrees {
        sum += term;
        at += 2;
        term *= cosine * cosine * f64::from(at - 1) / f64::from(at);
    }
    match degrees {
        0 => 0.0,
        _ if is_odd => 2.0 / PI * (angle + sine * sum),
        _ => sine * sum,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        let degrees = [1, 2, 3, 4, 5, 9, 10, 29, 30, 60, 99, 120];
        let quantiles = "12.7062 4.3027 3.1824 2.7764 2.5706 2.2622 2.2281 2.0452 2.0423 2.0003 1.9842 1.9799";
        for (degrees, quantile) in degrees.into_iter().zip(quantiles.split(' ')) {
            let found = quantile_97_5(degrees);
            assert!((found - quantile.parse::<f64>().unwrap()).abs() < 5e-5, "{degrees}: {found}");
        }
    }

    #[test]
    fn an_interval_of_known_values() {
        // Mean 3, s = √2.5, n = 5: 2.7764 · 0.70711.
        let interval = Interval::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert_eq!((interval.mean, interval.count), (3.0, 5));
        assert!((interval.half_width.unwrap() - 1.963_243).abs() < 1e-5);
        assert_eq!(Interval::of(&[]), None);
    }

    /// The 99.5 % and 99.95 % quantiles of the tables: families of 5 and of 50.
    #[test]
    fn one_of_a_family_is_wider() {
        for (degrees, family, quantile) in [(1, 5, 63.657), (4, 5, 4.6041), (19, 50, 3.8834)] {
            let found = half_width(1.0, degrees + 1, family).unwrap();
            let found = found * libm::sqrt((degrees + 1) as f64);
            assert!((found - quantile).abs() < 5e-4, "{degrees}: {found}");
        }
        let values = [1.0, 2.0, 4.0];
        assert_eq!(Interval::one_of(&values, 1), Interval::of(&values));
    }

    #[test]
    fn quantiles_that_are_found_once_are_the_same() {
        let (values, quantiles) = ([1.0, 2.0, 4.0, 7.0, 7.0], Quantiles::up_to(4));
        for count in [0, 1, 2, 3, 4, 3, 5] {
            let values = &values[..count];
            let found = Interval::of_with(values, &quantiles);
            assert_eq!(found, Interval::of(values), "{count}");
        }
    }

    #[test]
    fn one_value_has_no_interval_and_equal_ones_have_one_without_width() {
        for (values, half_width) in [(&[7.0][..], None), (&[7.0, 7.0, 7.0], Some(0.0))] {
            let interval = Interval::of(values).unwrap();
            assert_eq!((interval.mean, interval.half_width), (7.0, half_width));
        }
        assert!(!Interval::of(&[7.0]).unwrap().excludes_zero());
        assert!(Interval::of(&[7.0, 7.0]).unwrap().excludes_zero());
        assert!(!Interval::of(&[0.0, 0.0]).unwrap().excludes_zero());
    }

    #[test]
    fn where_nothing_is_drawn_there_is_no_interval() {
        let interval = Interval::of(&[7.0, 7.0]).unwrap();
        let exact = interval.exact_unless(false);
        assert_eq!((exact.mean, exact.half_width), (7.0, None));
        assert_eq!((exact.low(), exact.high()), (7.0, 7.0));
        assert!(!exact.excludes_zero());
        assert_eq!(interval.exact_unless(true), interval);
    }

    #[test]
    fn seeds_that_one_side_lacks_do_not_count() {
        let values = [Some(1.0), None, Some(3.0), Some(9.0)];
        let from = [Some(0.0), Some(5.0), Some(1.0), None];
        let paired = Interval::of_pairs(&values, &from, 1);
        assert_eq!(paired, Interval::of(&[1.0, 2.0]));
        assert_eq!(Interval::of_pairs(&values, &[None; 4], 1), None);
    }

    #[test]
    fn what_seeds_do_to_both_cancels_out() {
        let from = [100.0, 300.0, 200.0, 900.0];
        let values = from.map(|value| value - 5.0);
        let paired = Interval::of_differences(&values, &from).unwrap();
        assert_eq!((paired.mean, paired.half_width), (-5.0, Some(0.0)));
        assert!(paired.excludes_zero());
        let alone = Interval::of(&values).unwrap();
        assert!(alone.half_width.unwrap() > 100.0);
    }

    proptest! {
        /// The density, summed up in small steps, says the same.
        #[test]
        fn the_series_is_the_integral_of_the_density(t in 0.01..8.0, degrees in 1u32..40) {
            let n = f64::from(degrees);
            let gamma = |x| libm::exp(libm::lgamma(x));
            let scale = gamma((n + 1.0) / 2.0) / (libm::sqrt(n * PI) * gamma(n / 2.0));
            let density = |x: f64| scale * libm::pow(1.0 + x * x / n, -(n + 1.0) / 2.0);
            let steps = 4_000;
            let width = t / f64::from(steps);
            let area: f64 = (0..steps).map(|at| density((f64::from(at) + 0.5) * width) * width).sum();
            prop_assert!((2.0 * area - within(t, degrees)).abs() < 1e-6);
        }
    }
}
