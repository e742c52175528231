//! What backfilling believes of run times.

use serde::{Deserialize, Serialize};

use workload::{Job, Time};

/// For how long `ordered` believes that a job runs: it fits until its limit under reservations, until its estimate under the
/// rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Estimate {
    #[default]
    Limit,
    RunTime,
    /// The mean run time of its user's last two jobs (Tsafrir, Etsion and Feitelson 2007).
    UserMean,
    /// Its run time times this factor, rounded up.
    Factor(f64),
}

pub const LARGEST_FACTOR: f64 = 1e6;

impl Estimate {
    pub fn is_limit(&self) -> bool {
        *self == Self::Limit
    }

    /// That of a job that is submitted when the last two jobs of its user took these times: at least 1, at most the limit.
    pub fn of(self, job: &Job, last_two: Option<[Time; 2]>) -> Time {
        let limit = job.limit();
        let believed = match self {
            Self::Limit => limit,
            Self::RunTime => job.run_time,
            // Of two whole numbers; times of a log are far below the largest.
            Self::UserMean => last_two.map_or(limit, |[a, b]| (a + b + 1) / 2),
            Self::Factor(factor) => (job.run_time as f64 * factor).ceil() as Time,
        };
        believed.clamp(1, limit.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_at_least_a_second_and_at_most_the_limit() {
        let job = |run_time| workload::testing::job(0, 0, 1, run_time, 100);
        let of = |estimate: Estimate, run_time| estimate.of(&job(run_time), None);
        assert_eq!(of(Estimate::Limit, 7), 100);
        assert_eq!(of(Estimate::RunTime, 7), 7);
        assert_eq!(of(Estimate::RunTime, 0), 1);
        assert_eq!(of(Estimate::RunTime, 170), 100);
        assert_eq!(of(Estimate::Factor(1.5), 7), 11);
        assert_eq!(of(Estimate::Factor(1e6), 7), 100);
        assert_eq!(of(Estimate::UserMean, 7), 100);
        let mean = |last| Estimate::UserMean.of(&job(7), Some(last));
        assert_eq!(mean([3, 4]), 4);
        assert_eq!(mean([0, 0]), 1);
        assert_eq!(mean([90, 190]), 100);
    }

    #[test]
    fn an_estimate_is_a_word_or_a_factor() {
        for (json, estimate) in [
            (r#""limit""#, Estimate::Limit),
            (r#""run_time""#, Estimate::RunTime),
            (r#""user_mean""#, Estimate::UserMean),
            (r#"{"factor":1.5}"#, Estimate::Factor(1.5)),
        ] {
            assert_eq!(serde_json::from_str::<Estimate>(json).unwrap(), estimate);
            assert_eq!(serde_json::to_string(&estimate).unwrap(), json);
        }
    }
}
