//! Means by class of size and run time.

use super::distribution::{Value, jobs_that_ran};
use super::ratio;
use super::span::Span;
use crate::engine::{Outcome, Run};
use workload::Time;

/// Run times of a class are below its bound, in seconds, and not below the bound before.
pub const RUN_TIMES: [(Time, &str); 7] = [
    (60, "< 1 min"),
    (600, "1–10 min"),
    (3_600, "10–60 min"),
    (14_400, "1–4 h"),
    (43_200, "4–12 h"),
    (86_400, "12–24 h"),
    (Time::MAX, "≥ 1 d"),
];

/// The jobs of a class of size and run time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Class {
    /// How many jobs ran that are of it.
    pub jobs: usize,
    /// The mean of their values; 0 of none.
    pub mean: f64,
}

/// Means of a value by class of size and run time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassMeans {
    /// The smallest and the largest size of each class, ascending: powers of two.
    pub sizes: Vec<(u32, u32)>,
    /// By size, then by run time, as [`RUN_TIMES`] has them.
    pub classes: Vec<[Class; RUN_TIMES.len()]>,
}

impl ClassMeans {
    /// The means over the jobs that ran; with a span, over those submitted in it. Sizes are the
    /// processors that jobs were given, from the class of the smallest to that of the largest.
    /// O(jobs).
    pub fn new(run: &Run, span: Option<Span>, value: Value) -> Self {
        let power = |outcome: &Outcome| outcome.processors.max(1).ilog2();
        let powers = || jobs_that_ran(run, span).map(|(_, outcome)| power(outcome));
        let Some((least, most)) = powers().min().zip(powers().max()) else {
            return Self::default();
        };
        let mut classes = vec![[(0usize, 0.0); RUN_TIMES.len()]; (most - least + 1) as usize];
        for (job, outcome) in jobs_that_ran(run, span) {
            let ran = outcome.ran / Time::from(run.tick.per_second());
            let time = RUN_TIMES.partition_point(|&(bound, _)| bound <= ran);
            let row = &mut classes[(power(outcome) - least) as usize];
            let sum = &mut row[time.min(RUN_TIMES.len() - 1)];
            sum.0 += 1;
            sum.1 += value.of(job, outcome, run);
        }
        let mean = |(jobs, sum): (usize, f64)| Class { jobs, mean: ratio(sum, jobs as f64) };
        Self {
            sizes: (least..=most).map(|power| (1 << power, (1u32 << power) + ((1u32 << power) - 1))).collect(),
            classes: classes.into_iter().map(|row| row.map(mean)).collect(),
        }
    }
}

/// The label of a class of sizes.
pub fn size_name((first, last): (u32, u32)) -> String {
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}
