//! A sweep as paired differences: each line less the first one, seed by seed. Effects of the seeds on both cancel out, so
//! that differences are told which the intervals of the means hide.

use super::Sweep;
use crate::words::plural;
use experiment::comparison::Interval;
use export::snapshot::CurvesForm;

/// The share of a panel's range within which two means without intervals lie on each other.
const NEAR: f64 = 0.01;

impl Sweep {
    /// Whether differences from the first line are drawn: as the form asks, or where the lines lie on each other.
    pub fn as_differences(&self, form: &CurvesForm) -> bool {
        self.names.len() > 1 && form.differences.unwrap_or(self.coincide)
    }

    /// The value of a line at a point as it is drawn: the mean of the figure at a place, or its difference from the first
    /// line.
    pub fn shown(&self, form: &CurvesForm, series: usize, x: usize, at: usize) -> Option<Interval> {
        if self.as_differences(form) { self.difference(series, x, at) } else { self.interval(series, x, at) }
    }

    /// Mean and 95 % interval of the difference of a figure from that of the first line, over the seeds of which both have
    /// returned. Without an interval where nothing is drawn.
    pub fn difference(&self, series: usize, x: usize, at: usize) -> Option<Interval> {
        let (point, first) = (self.point(series, x), self.point(0, x));
        let pairs = self.of_point(point).zip(self.of_point(first));
        let differences: Vec<f64> =
            pairs.filter_map(|(it, first)| Some(it?.values[at]? - first?.values[at]?)).collect();
        let interval = Interval::of_with(&differences, &self.quantiles)?;
        Some(interval.exact_unless(self.study.drawn[point] || self.study.drawn[first]))
    }

    /// What the differences are, and at how many points they are of different jobs.
    pub fn differences_told(&self) -> String {
        let told = format!("Differences from {}, seed by seed", self.names[0]);
        if self.given.is_some() {
            return format!("{told}. The file does not say whether the same jobs ran.");
        }
        let others: Vec<(usize, usize)> = self.others().collect();
        match others.iter().filter(|&&(series, x)| self.is_of_other_jobs(series, x)).count() {
            0 => format!("{told}."),
            count => format!(
                "{told}. At {count} of {} the jobs that ran differ: no verdict there.",
                plural(others.len(), "point")
            ),
        }
    }

    /// Whether under some seed a line is over other jobs than the first one.
    fn is_of_other_jobs(&self, series: usize, x: usize) -> bool {
        let mut pairs = self.of_point(self.point(series, x)).zip(self.of_point(self.point(0, x)));
        pairs.any(|(it, first)| it.zip(first).is_some_and(|(it, first)| it.population != first.population))
    }

    /// The lines after the first one, at each x.
    fn others(&self) -> impl Iterator<Item = (usize, usize)> {
        (1..self.names.len()).flat_map(|series| (0..self.xs.len()).map(move |x| (series, x)))
    }

    /// Whether the lines lie on each other in each panel, at more than half of their points; not if none differs at all, nor
    /// with two seeds, whose intervals hold nearly everything.
    pub(super) fn lines_coincide(&self) -> bool {
        let places = self.drawn(&self.form);
        let differs = |at: usize| {
            self.others().any(|(series, x)| self.difference(series, x, at).is_some_and(|it| it.mean != 0.0))
        };
        let is_told = self.study.is_exact() || self.study.seeds > 2;
        is_told && places.iter().any(|&at| differs(at)) && places.iter().all(|&at| self.coincide_in(at))
    }

    fn coincide_in(&self, at: usize) -> bool {
        let means = self.others().chain((0..self.xs.len()).map(|x| (0, x)));
        let means = means.filter_map(|(series, x)| Some(self.interval(series, x, at)?.mean));
        let (low, high) = means.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), it| (low.min(it), high.max(it)));
        let meets = |(series, x): (usize, usize)| -> Option<bool> {
            let (it, first) = (self.interval(series, x, at)?, self.interval(0, x, at)?);
            let room = it.half_width.unwrap_or(0.0) + first.half_width.unwrap_or(0.0);
            Some((it.mean - first.mean).abs() <= room.max(NEAR * (high - low)))
        };
        let met: Vec<bool> = self.others().filter_map(meets).collect();
        met.is_empty() || 2 * met.iter().filter(|&&it| it).count() > met.len()
    }
}
