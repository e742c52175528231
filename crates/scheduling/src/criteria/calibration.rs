//! How far the simulated waits are from those of the log.
//!
//! A model that leaves out the causes of waits in the logged system can be far from it, and its findings on
//! policies then hold for another system. So its waits stand beside the logged ones.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::engine::{Outcome, Run};
use workload::{Feature, Job, Time, Unused};

use super::job_figures::{has_run, logged_wait};

/// Waits below this, in seconds, count as this long in the ratio of waits.
const LEAST: f64 = 60.0;

/// A mean or a median that differs by more than this factor is far off.
const FACTOR: f64 = 3.0;

/// Logged and simulated waits of the same jobs: those that ran in both and whose wait the log gives. Times are
/// seconds from the submission to the first start, also of advance reservations, as the log counts them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    pub jobs: usize,
    pub logged_mean_wait: f64,
    /// Their median: of an even number the mean of the two in the middle.
    pub logged_median_wait: f64,
    pub simulated_mean_wait: f64,
    pub simulated_median_wait: f64,
    /// Spearman's rank correlation of both, equal waits with the mean of their ranks: −1 to 1. `None` where all
    /// waits of one side are equal, so that they have no order.
    pub rank_correlation: Option<f64>,
    /// Whether the model is far from the log: means or medians differ by more than a factor of three, where a
    /// value below 60 s counts as 60 s. So 0 s beside 3 min are not far apart, and 0 s beside 181 s are.
    pub far: bool,
    /// Features that the log has and the model ignores.
    pub left_out: Vec<Feature>,
    /// The names of columns in which the log says something and which are not read.
    pub columns_not_read: Vec<String>,
}

impl Calibration {
    /// For the run of a log; `None` where no job that ran has a logged wait. `unused` counts the features of the
    /// log that no model uses, `is_heeded` says which of them this one uses. O(n log n) for n jobs, in whole
    /// numbers: the same on every platform.
    pub fn of(run: &Run, unused: &Unused, is_heeded: impl Fn(Feature) -> bool) -> Option<Self> {
        let waits = |(job, outcome): (&Job, &Outcome)| {
            let logged = logged_wait(job, run).filter(|_| has_run(outcome))?;
            Some((logged, outcome.start - job.eligible()))
        };
        let (logged, simulated): (Vec<Time>, Vec<Time>) =
            run.jobs.iter().zip(&run.schedule.outcomes).filter_map(waits).unzip();
        if logged.is_empty() {
            return None;
        }
        let (logged, simulated) = (Ranked::of(&logged), Ranked::of(&simulated));
        let seconds = |ticks: f64| run.tick.in_seconds(ticks);
        let means = (seconds(logged.mean()), seconds(simulated.mean()));
        let medians = (seconds(logged.median()), seconds(simulated.median()));
        Some(Self {
            jobs: logged.ranks.len(),
            logged_mean_wait: means.0,
            logged_median_wait: medians.0,
            simulated_mean_wait: means.1,
            simulated_median_wait: medians.1,
            rank_correlation: correlation(&logged.ranks, &simulated.ranks),
            far: are_far_apart(means) || are_far_apart(medians),
            left_out: unused.features.iter().copied().filter(|&it| !is_heeded(it)).collect(),
            columns_not_read: unused.columns.clone(),
        })
    }
}

/// Whether two waits differ by more than [`FACTOR`], each at least [`LEAST`].
fn are_far_apart((one, other): (f64, f64)) -> bool {
    let (one, other) = (one.max(LEAST), other.max(LEAST));
    one > FACTOR * other || other > FACTOR * one
}

/// Some values with their ranks.
struct Ranked {
    /// In ascending order.
    sorted: Vec<Time>,
    /// The rank of each value in the order given, from 1, doubled, so that the mean of equal ones is whole.
    ranks: Vec<u64>,
}

impl Ranked {
    /// O(n log n).
    fn of(values: &[Time]) -> Self {
        let mut order: Vec<(Time, u32)> = values.iter().copied().zip(0..).collect();
        order.sort_unstable();
        let mut ranks = vec![0; values.len()];
        let mut first = 0;
        for equal in order.chunk_by(|a, b| a.0 == b.0) {
            // From `first` + 1 to `first` + their number.
            let doubled = (2 * first + equal.len() + 1) as u64;
            for &(_, at) in equal {
                ranks[at as usize] = doubled;
            }
            first += equal.len();
        }
        Self { sorted: order.into_iter().map(|(value, _)| value).collect(), ranks }
    }

    fn mean(&self) -> f64 {
        let sum: i128 = self.sorted.iter().map(|&it| i128::from(it)).sum();
        sum as f64 / self.sorted.len() as f64
    }

    fn median(&self) -> f64 {
        let count = self.sorted.len();
        let sum = i128::from(self.sorted[(count - 1) / 2]) + i128::from(self.sorted[count / 2]);
        sum as f64 / 2.0
    }
}

/// Pearson's correlation of doubled ranks, which is Spearman's; `None` where those of one side are all equal.
fn correlation(one: &[u64], other: &[u64]) -> Option<f64> {
    // The mean of all doubled ranks, ties or not.
    let mean = one.len() as i128 + 1;
    let (mut both, mut first, mut second) = (0_i128, 0_i128, 0_i128);
    for (&one, &other) in one.iter().zip(other) {
        let (one, other) = (i128::from(one) - mean, i128::from(other) - mean);
        both += one * other;
        first += one * one;
        second += other * other;
    }
    let spread = libm::sqrt(first as f64 * second as f64);
    (spread > 0.0).then(|| (both as f64 / spread).clamp(-1.0, 1.0))
}
