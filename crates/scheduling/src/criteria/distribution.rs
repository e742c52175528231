//! How the values of jobs are distributed.

use super::job_figures::{bounded_slowdown, flow_time, has_run, wait};
use super::span::Span;
use crate::engine::{Outcome, Run};
use workload::{Job, Time};

/// A value that every job that ran has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Waiting time, in seconds.
    Wait,
    /// Flow time, in seconds.
    FlowTime,
    /// Bounded slowdown, 1 or more.
    Slowdown,
}

impl Value {
    /// All, in the order of charts.
    pub const ALL: [Self; 3] = [Self::Wait, Self::FlowTime, Self::Slowdown];

    /// The value of a job of that run that ran.
    pub fn of(self, job: &Job, outcome: &Outcome, run: &Run) -> f64 {
        match self {
            Self::Wait => run.tick.seconds(wait(job, outcome)),
            Self::FlowTime => run.tick.seconds(flow_time(job, outcome)),
            Self::Slowdown => bounded_slowdown(job, outcome, run.slowdown_threshold_in_ticks()),
        }
    }
}

/// The jobs of a run that ran, with their outcomes; of a span those submitted in it.
pub fn jobs_that_ran(run: &Run, span: Option<Span>) -> impl Iterator<Item = (&Job, &Outcome)> {
    run.jobs
        .iter()
        .zip(&run.schedule.outcomes)
        .filter(move |(job, outcome)| has_run(outcome) && span.is_none_or(|span| span.holds(job.submit)))
}

/// An empirical distribution: some values in ascending order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distribution {
    values: Vec<f64>,
}

impl Distribution {
    /// The distribution of these values; NaN is left out. O(n log n).
    pub fn new(values: impl IntoIterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.into_iter().filter(|it| it.is_finite()).collect();
        values.sort_unstable_by(f64::total_cmp);
        Self { values }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The share of the values that are at most `value`, 0 to 1; 0 of none. O(log n).
    pub fn share_at_most(&self, value: f64) -> f64 {
        let count = self.values.partition_point(|&it| it <= value);
        count as f64 / self.values.len().max(1) as f64
    }

    /// The least value such that `percent` percent of all values are at most it: the largest for
    /// 100. `None` if there are no values.
    pub fn percentile(&self, percent: f64) -> Option<f64> {
        let count = self.values.len() as f64;
        let rank = (percent * count / 100.0).ceil().clamp(1.0, count.max(1.0));
        self.values.get(rank as usize - 1).copied()
    }
}

/// The percentiles of waits that reports and groups have.
pub(super) const WAITS_AT: [usize; 3] = [50, 90, 99];

/// Percentiles by the nearest rank, asked for in ascending order: of n values the one at place ⌈percent · n / 100⌉,
/// counted from 1 in ascending order; 0 of none. O(n), which reorders the values.
pub(super) fn nearest_ranks(values: &mut [Time], percents: [usize; 3]) -> [Time; 3] {
    let count = values.len();
    let mut found = [0; 3];
    if count == 0 {
        return found;
    }
    let mut below = values;
    for (at, percent) in percents.into_iter().enumerate().rev() {
        let place = (percent * count).div_ceil(100) - 1;
        found[at] = *below.select_nth_unstable(place).1;
        below = &mut below[..=place];
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn shares_and_percentiles_by_hand() {
        let it = Distribution::new([4.0, 1.0, f64::NAN, 2.0, 2.0]);
        assert_eq!(it.len(), 4);
        let shares = [0.5, 1.0, 2.0, 3.0, 4.0].map(|at| it.share_at_most(at));
        assert_eq!(shares, [0.0, 0.25, 0.75, 0.75, 1.0]);
        let percentiles = [0.0, 25.0, 26.0, 75.0, 76.0, 100.0].map(|at| it.percentile(at));
        assert_eq!(percentiles, [1.0, 1.0, 2.0, 2.0, 4.0, 4.0].map(Some));
        assert_eq!(Distribution::default().percentile(50.0), None);
        assert_eq!(Distribution::default().share_at_most(50.0), 0.0);
    }

    proptest! {
        #[test]
        fn a_percentile_is_the_least_value_with_that_share(
            values in prop::collection::vec(0u32..40, 1..60), percent in 1u32..=100,
        ) {
            let it = Distribution::new(values.iter().map(|&value| f64::from(value)));
            let enough = |bound: u32| {
                let count = values.iter().filter(|&&value| value <= bound).count();
                count * 100 >= percent as usize * values.len()
            };
            let least = (0..40).find(|&bound| enough(bound)).map(f64::from);
            prop_assert_eq!(it.percentile(f64::from(percent)), least);
        }
    }
}
