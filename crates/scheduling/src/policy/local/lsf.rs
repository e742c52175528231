//! Largest size first.

use serde::{Deserialize, Serialize};

use super::{Finds, LocalPolicy, Waiting};
use base::setting::setting;
use workload::Time;

/// Takes the waiting jobs from the largest to the smallest and starts every job that fits (Kurowski et al. 2011,
/// Sect. 4.4.3). The scheduler applies its period δ.
#[derive(Clone, Debug, Default)]
pub struct LargestSizeFirst {
    /// Which of two jobs of the same size is first.
    pub ties: LsfTies,
}

setting! {
    /// Which of two waiting jobs of the same size `lsf` takes first. The paper does not say; the waiting times of its Table 2
    /// hang on it.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum LsfTies {
        /// The one that arrived first.
        #[default]
        Arrival {
            key: "arrival",
            name: "First come",
            about: "Of two jobs of the same size the one that arrived first.",
        }
        /// The one that was submitted last.
        Latest {
            key: "latest",
            name: "Last come",
            about: "Of two jobs of the same size the one that was submitted last.",
        }
        /// The one with the shorter limit, then the one that arrived first.
        ShorterLimit {
            key: "shorter_limit",
            name: "Shorter limit",
            about: "Of two jobs of the same size the one with the shorter limit.",
        }
    }
}

/// The lower bits of the order decide ties by limits or places: 68 years in seconds. Sizes count
/// above it.
const TIE_BITS: u32 = 31;

impl LocalPolicy for LargestSizeFirst {
    fn finds(&self) -> Finds {
        Finds::ByTurn
    }

    fn order(&self, job: &Waiting, _now: Time) -> i64 {
        let most = (1 << TIE_BITS) - 1;
        let tie = match self.ties {
            LsfTies::Arrival => 0,
            LsfTies::Latest => -i64::from(job.job).min(most),
            LsfTies::ShorterLimit => job.limit.min(most),
        };
        tie - (i64::from(job.processors) << TIE_BITS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::local::Arrival;

    #[test]
    fn size_comes_before_every_tie() {
        let job = |job, processors, limit| Waiting { job, arrival: Arrival(job), processors, limit };
        let jobs = [job(0, 2, 50), job(1, 2, 10), job(2, u32::MAX, Time::MAX), job(u32::MAX, u32::MAX - 1, 0)];
        let order = |ties| {
            let policy = LargestSizeFirst { ties };
            let mut all: Vec<&Waiting> = jobs.iter().collect();
            all.sort_by_key(|it| policy.order(it, 0));
            let places: Vec<u32> = all.into_iter().map(|it| it.job).collect();
            places
        };
        assert_eq!(order(LsfTies::Arrival), [2, u32::MAX, 0, 1]);
        assert_eq!(order(LsfTies::Latest), [2, u32::MAX, 1, 0]);
        assert_eq!(order(LsfTies::ShorterLimit), [2, u32::MAX, 1, 0]);
    }
}
