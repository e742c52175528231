//! The results of a plan so far.

use std::collections::{BTreeMap, BTreeSet};

use super::{Damage, Outcome, Plan, Slice, Task};
use crate::sweep::{Figures, Table};

/// The state of a task's result.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// There is no result yet.
    Missing,
    /// A result that cannot be used.
    Damaged(Damage),
    /// All of it.
    Whole(Outcome),
}

/// The results of a plan so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Gathered<'a> {
    plan: &'a Plan,
    /// The figures of each task that is whole, by its number.
    whole: BTreeMap<u64, Vec<Figures>>,
    /// The tasks without a result, ascending.
    pub missing: Vec<Slice>,
    /// The tasks whose results cannot be used, with the reasons, ascending.
    pub damaged: Vec<(u64, Damage)>,
}

impl<'a> Gathered<'a> {
    /// Collects the results of the tasks of a plan, in any order. A task without an entry is missing. O(n
    /// log n) for n entries, whatever the number of tasks of the plan.
    pub fn of(plan: &'a Plan, found: impl IntoIterator<Item = (Task, Found)>) -> Self {
        let mut whole = BTreeMap::new();
        let mut damaged = Vec::new();
        for (task, found) in found {
            match found {
                Found::Missing => {}
                Found::Damaged(why) => damaged.push((task.number, why)),
                Found::Whole(Outcome(figures)) => {
                    whole.insert(task.number, figures);
                }
            }
        }
        damaged.sort_by_key(|(number, _)| *number);
        let there = damaged.iter().map(|it| it.0).chain(whole.keys().copied());
        Self { plan, missing: gaps(there.collect(), plan.tasks()), whole, damaged }
    }

    /// Whether no result is missing or damaged.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty() && self.damaged.is_empty()
    }

    /// How many tasks are missing.
    pub fn missing_count(&self) -> u64 {
        self.missing.iter().map(Slice::count).sum()
    }

    /// The tasks that are missing or damaged.
    pub fn lacking(&self) -> impl Iterator<Item = Slice> {
        let damaged = self.damaged.iter().map(|&(number, _)| Slice { first: number, last: number });
        self.missing.iter().copied().chain(damaged)
    }

    /// The figures of all runs, in their order; `None` unless it is complete.
    pub fn into_figures(self) -> Option<Vec<Figures>> {
        let is_complete = self.is_complete();
        is_complete.then(|| self.whole.into_values().flatten().collect())
    }

    /// The table as the sweep would have printed it: of the combinations all of whose runs are there. Once it is
    /// complete that is the whole table, to the last byte.
    pub fn table(&self) -> String {
        let there: Vec<&Figures> = self.whole.values().flatten().collect();
        let table = Table::of(&self.plan.scenario, &self.plan.varied, &self.plan.criteria);
        let table = table.with_those_of(&there).replicated(self.plan.replicate);
        let mut text = table.head();
        let seeds = u64::from(self.plan.seeds);
        let points = self.points();
        let whole = |runs: &&Vec<&Figures>| runs.len() as u64 == seeds;
        let first = points.get(&0).filter(whole);
        for (point, runs) in points.iter().filter(|(_, runs)| whole(runs)) {
            let is_drawn = || self.plan.is_drawn(*point);
            let first = first.filter(|_| *point > 0).map(|it| &it[..]);
            text.push_str(&table.row(&self.plan.values(*point), (&runs[..], first), is_drawn));
        }
        text
    }

    /// The combinations that have any run, with those that they have, in their order.
    fn points(&self) -> BTreeMap<u64, Vec<&Figures>> {
        let seeds = u64::from(self.plan.seeds);
        let mut points: BTreeMap<u64, Vec<&Figures>> = BTreeMap::new();
        for (number, figures) in &self.whole {
            let runs = self.plan.task(*number).map_or(0..0, |task| task.runs);
            for (run, figures) in runs.zip(figures) {
                points.entry(run / seeds).or_default().push(figures);
            }
        }
        points
    }
}

/// The numbers from 1 to `last` that are not there, as slices.
fn gaps(there: BTreeSet<u64>, last: u64) -> Vec<Slice> {
    let mut slices = Vec::new();
    let mut next = 1;
    for number in there.into_iter().chain([last + 1]) {
        if next < number {
            slices.push(Slice { first: next, last: number - 1 });
        }
        next = number + 1;
    }
    slices
}
