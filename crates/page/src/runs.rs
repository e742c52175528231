//! Runs that workers make in any order, collected by their places.

#[cfg(test)]
mod tests;

use crate::history::WorkloadKey;
use crate::tasks::{Mark, Task};
use experiment::{ReplicateAt, Scenario};
use export::curves_file::MOST_RUNS;

/// Whether that many runs are asked of the page at once.
///
/// # Errors
///
/// In words, if there are too many.
pub fn check_count(count: usize) -> Result<(), String> {
    match count {
        0..=MOST_RUNS => Ok(()),
        _ => Err(format!("{count} runs are too many; at most {MOST_RUNS} can be made at once")),
    }
}

/// Runs that have been started, and the figures `T` of those that have returned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Runs<T> {
    /// The number of their question; answers to another one are dropped.
    question: u32,
    /// The figures of each run, by its place.
    pub made: Vec<Option<T>>,
    /// How many have returned, with figures or without.
    pub done: usize,
    /// The first failure, in words, and how many there were.
    pub failed: Option<(String, usize)>,
    /// Whether they were stopped: nothing that returns afterwards counts.
    pub cancelled: bool,
}

impl<T> Runs<T> {
    /// As many runs, none of which has returned.
    pub fn of(question: u32, count: usize) -> Self {
        Self { question, made: (0..count).map(|_| None).collect(), done: 0, failed: None, cancelled: false }
    }

    /// Their tasks on a workload, marked by their places, of which `run` has the scenarios and replicates. O(runs).
    pub fn tasks<'a>(
        &self,
        workload: WorkloadKey,
        run: impl Fn(usize) -> (Scenario, Option<ReplicateAt<'a>>),
    ) -> Vec<Task> {
        let task = |place| {
            let (scenario, on) = run(place);
            Task::run(Mark { question: self.question, place }, workload, scenario).on_replicate(on)
        };
        (0..self.total()).map(task).collect()
    }

    /// Numbers their question after that of the last runs, so that late answers to it are dropped.
    pub fn follow(&mut self, last: Option<u32>) {
        self.question = last.map_or(0, |it| it.wrapping_add(1));
    }

    /// The number of their question.
    pub fn question(&self) -> u32 {
        self.question
    }

    pub fn total(&self) -> usize {
        self.made.len()
    }

    /// Whether runs are still to return.
    pub fn is_running(&self) -> bool {
        self.done < self.total() && !self.cancelled
    }

    /// The number of their question, while runs are still to return.
    pub fn awaited(&self) -> Option<u32> {
        self.is_running().then_some(self.question)
    }

    /// Takes the figures of a run, or the reason why it has none.
    pub fn take(&mut self, mark: Mark, made: Result<T, String>) {
        if self.cancelled || mark.question != self.question {
            return;
        }
        let Some(place) = self.made.get_mut(mark.place) else {
            return;
        };
        self.done += 1;
        match made {
            Ok(figures) => *place = Some(figures),
            Err(why) => match &mut self.failed {
                Some((_, count)) => *count += 1,
                none => *none = Some((why, 1)),
            },
        }
    }
}
