//! One task of a plan: some consecutive runs.

use std::fmt::Write;
use std::ops::Range;

use super::Plan;
use crate::sweep::value_field;

/// One task of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its number, from 1.
    pub number: u64,
    /// The runs that it makes, counted from 0 over the whole plan.
    pub runs: Range<u64>,
}

impl Plan {
    pub fn task(&self, number: u64) -> Option<Task> {
        if number == 0 || number > self.tasks() {
            return None;
        }
        let each = u64::from(self.runs_per_task);
        let first = (number - 1) * each;
        let runs = first..(first + each).min(self.runs());
        Some(Task { number, runs })
    }

    /// The table of tasks, CSV, for people and their scripts: a line for each, with its number, its first and its
    /// last run, counted from 1, and seed and values of the first. Its content follows from the plan. O(tasks).
    pub fn table_of_tasks(&self) -> String {
        let paths = self.varied.iter().map(|it| it.path.as_str());
        let columns: Vec<&str> = ["task", "first_run", "last_run", "seed"].into_iter().chain(paths).collect();
        let mut table = columns.join(",") + "\n";
        for task in (1..=self.tasks()).filter_map(|number| self.task(number)) {
            let Range { start, end } = task.runs;
            let seeds = u64::from(self.seeds);
            let seed = self.scenario.seed.wrapping_add(start % seeds);
            let _ = write!(table, "{},{},{end},{seed}", task.number, start + 1);
            for value in self.values(start / seeds) {
                let _ = write!(table, ",{}", value_field(&value));
            }
            table.push('\n');
        }
        table
    }
}
