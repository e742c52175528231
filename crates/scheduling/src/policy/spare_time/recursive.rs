//! Recursive spare time allocation: a share to each task, again and again.

use super::schedule_graph::{ScheduleGraph, last_end};
use super::{Slot, Variant, critical_path};

/// The remaining spare time, as a part of the deadline, below which sharing out ends (Fig. 3: "its value
/// can be 5% of the deadline for example"; Fig. 2: "zero or ... a pre-defined value").
pub const THRESHOLD: f64 = 0.05;

/// Remaining spare time below this part of the deadline is a rounding error.
const ROUNDING: f64 = 1e-9;

/// Most iterations. Each makes every task of the critical path longer, so that they come to an end; a wide
/// DAG of many thousands of tasks takes some hundreds.
const MOST: usize = 100_000;

/// One round of sharing out.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// The application spare time before it, in seconds.
    pub left: f64,
    /// The spare time of each task before it.
    pub spare: Vec<f64>,
    /// The extension given to each task's slot.
    pub given: Vec<f64>,
    /// The slots after it.
    pub slots: Vec<Slot>,
}

/// The recursive strategy of Sect. 3.3 (Fig. 3), a round at a time.
///
/// The text and the example explain the pseudo-code: the total that a task is to have by a round grows once a
/// round, by its share of the rest. `r_even_time` and `r_even_percent2` give a task the difference to its total;
/// the other two give the share itself, whatever spare time there is. If slots would end after the deadline, as
/// they can where a gap closes that counted as spare time, all of the round's extensions are cut by the same
/// factor, so that they do not: the paper does not treat that case. `r_cp_first` also measures its first shares
/// by the estimates of all tasks: the critical ones take only theirs.
#[derive(Clone, Debug)]
pub struct Recursive<'a> {
    graph: &'a ScheduleGraph,
    deadline: f64,
    variant: Variant,
    slots: Vec<Slot>,
    /// The total extension that each task is to have, by the rounds until now.
    totals: Vec<f64>,
    /// The extension of each slot beyond the estimate.
    extensions: Vec<f64>,
    /// As a part of the deadline.
    threshold: f64,
    /// Whether `r_cp_first` measures its first shares by the critical tasks' estimates alone.
    first_among_critical: bool,
    rounds: usize,
    cut_rounds: usize,
    passes: usize,
}

impl<'a> Recursive<'a> {
    /// The strategy before its first round.
    pub fn new(graph: &'a ScheduleGraph, deadline: f64, variant: Variant) -> Self {
        let none = vec![0.0; graph.tasks()];
        Self {
            graph,
            deadline,
            variant,
            slots: graph.slots(&none),
            totals: none.clone(),
            extensions: none,
            threshold: THRESHOLD,
            first_among_critical: false,
            rounds: 0,
            cut_rounds: 0,
            passes: 1,
        }
    }

    /// The strategy that ends when less than this part of the deadline is left; with 0, only the
    /// rounding error is left.
    pub fn leaving(self, threshold: f64) -> Self {
        Self { threshold, ..self }
    }

    /// The strategy in which the critical tasks share all remaining spare time among themselves in
    /// the first round of `r_cp_first`: the other reading of its formula, after which no spare time
    /// is left for the others.
    pub fn first_among_critical(self) -> Self {
        Self { first_among_critical: true, ..self }
    }

    /// The extension of each slot beyond the estimate, in seconds.
    pub fn into_extensions(self) -> Vec<f64> {
        self.extensions
    }

    /// In how many rounds until now extensions were cut, so that no slot ends after the deadline.
    pub fn cut_rounds(&self) -> usize {
        self.cut_rounds
    }

    /// How many passes over the graph it has taken until now.
    pub fn passes(&self) -> usize {
        self.passes
    }

    /// Shares the rest out once; `None` if it is less than the threshold, or no task can have it. Linear in the
    /// schedule's graph.
    pub fn iterate(&mut self) -> Option<Iteration> {
        let left = self.deadline - last_end(&self.slots);
        let is_first = self.rounds == 0;
        let threshold = self.threshold.max(ROUNDING) * self.deadline;
        if left <= 0.0 || (!is_first && left < threshold) || self.rounds == MOST {
            return None;
        }
        let spare = self.graph.spare_times(&self.slots);
        self.passes += 1;
        let mut given = self.shares(left)?;
        for (total, given) in self.totals.iter_mut().zip(&given) {
            *total += given;
        }
        if matches!(self.variant, Variant::REvenTime | Variant::REvenPercent2) {
            let lacking = |(total, spare): (&f64, &f64)| (total - spare).max(0.0);
            given = self.totals.iter().zip(&spare).map(lacking).collect();
        }
        self.extend(&mut given);
        self.rounds += 1;
        Some(Iteration { left, spare, given, slots: self.slots.clone() })
    }

    /// Each task's share of the rest.
    fn shares(&mut self, left: f64) -> Option<Vec<f64>> {
        let estimates = self.graph.estimates();
        if self.variant == Variant::REvenTime {
            let count = self.graph.tasks();
            return Some(vec![left / count as f64; count]);
        }
        let all: f64 = estimates.iter().sum();
        if all <= 0.0 {
            return None;
        }
        let mut shares: Vec<f64> = estimates.iter().map(|it| left * it / all).collect();
        if self.variant == Variant::RCpFirst && self.rounds == 0 {
            let mut is_critical = vec![false; shares.len()];
            self.passes += 1;
            for task in critical_path(self.graph) {
                is_critical[task] = true;
            }
            let of_critical: f64 = estimates.iter().zip(&is_critical).filter(|it| *it.1).map(|it| it.0).sum();
            let larger = if self.first_among_critical && of_critical > 0.0 { all / of_critical } else { 1.0 };
            for (share, is_critical) in shares.iter_mut().zip(is_critical) {
                *share = if is_critical { *share * larger } else { 0.0 };
            }
        }
        Some(shares)
    }

    /// Makes slots longer, less than asked for if they would end after the deadline.
    fn extend(&mut self, given: &mut [f64]) {
        let before = last_end(&self.slots);
        let longer = |extensions: &[f64], given: &[f64]| -> Vec<f64> {
            extensions.iter().zip(given).map(|(it, more)| it + more).collect()
        };
        let mut extensions = longer(&self.extensions, given);
        let mut slots = self.graph.slots(&extensions);
        self.passes += 1;
        let after = last_end(&slots);
        if after > self.deadline {
            // When the last slot ends is convex in the factor: the chord lies above it.
            let factor = (self.deadline - before) / (after - before);
            self.cut_rounds += 1;
            given.iter_mut().for_each(|it| *it *= factor);
            extensions = longer(&self.extensions, given);
            slots = self.graph.slots(&extensions);
            self.passes += 1;
        }
        (self.extensions, self.slots) = (extensions, slots);
    }
}
