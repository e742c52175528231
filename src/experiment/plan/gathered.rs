//! What has come of a plan so far.

use super::{Damage, Outcome, Plan, Task};
use crate::experiment::sweep::{Figures, Table};

/// What there is of a task.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// Nothing yet.
    Missing,
    /// Something that cannot be used.
    Damaged(Damage),
    /// All of it.
    Whole(Outcome),
}

/// What has come of a plan so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Gathered<'a> {
    plan: &'a Plan,
    /// Of every run; none of those whose task is missing or damaged.
    runs: Vec<Option<Figures>>,
    /// The tasks of which there is nothing.
    pub missing: Vec<u64>,
    /// The tasks whose results cannot be used, and why.
    pub damaged: Vec<(u64, Damage)>,
}

impl<'a> Gathered<'a> {
    /// Puts together what there is of the tasks of a plan. What is told of no task is missing. O(runs).
    pub fn of(plan: &'a Plan, found: impl IntoIterator<Item = (Task, Found)>) -> Self {
        let mut runs = vec![None; plan.runs() as usize];
        let mut damages = Vec::new();
        for (task, found) in found {
            match found {
                Found::Missing => {}
                Found::Damaged(why) => damages.push((task.number, why)),
                Found::Whole(Outcome(figures)) => {
                    for (run, figures) in task.runs.zip(figures) {
                        runs[run as usize] = Some(figures);
                    }
                }
            }
        }
        damages.sort_by_key(|(number, _)| *number);
        let is_missing = |number: &u64| {
            let runs_of = plan.task(*number).map_or(0..0, |task| task.runs);
            runs[runs_of.start as usize..runs_of.end as usize].contains(&None)
                && damages.binary_search_by_key(number, |it| it.0).is_err()
        };
        let missing = (1..=plan.tasks()).filter(is_missing).collect();
        Self {
            plan,
            runs,
            missing,
            damaged: damages,
        }
    }

    /// Whether nothing is missing or damaged.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty() && self.damaged.is_empty()
    }

    /// The figures of all runs, in their order; `None` unless it is complete.
    pub fn into_figures(self) -> Option<Vec<Figures>> {
        self.runs.into_iter().collect()
    }

    /// The table as the sweep would have printed it: of the combinations all of whose runs are there. Once it is
    /// complete that is the whole table, to the last byte.
    pub fn table(&self) -> String {
        let there: Vec<&Figures> = self.runs.iter().flatten().collect();
        let table = Table::of(&self.plan.scenario, &self.plan.varied).with_those_of(&there);
        let mut text = table.head();
        for (point, runs) in self.runs.chunks(self.plan.seeds as usize).enumerate() {
            let whole: Option<Vec<&Figures>> = runs.iter().map(Option::as_ref).collect();
            if let Some(whole) = whole {
                let point = point as u64;
                let is_drawn = || self.plan.is_drawn(point);
                text.push_str(&table.row(&self.plan.values(point), &whole, is_drawn));
            }
        }
        text
    }
}
