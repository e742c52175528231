//! The runs of a table or a figure, and the order in which their reports are expected.

use serde::{Deserialize, Serialize};

use experiment::{Run, Scenario};
use scheduling::criteria::{Report, report, report_with_waits};

/// How an item is to be reproduced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// First and last job number, both taken; `null` for the item's own.
    pub jobs: Option<(u64, u64)>,
    /// Number of seeds over which random results are averaged; at least 1.
    pub seeds: u32,
    /// Whether more seeds are run where a claim is open, until it is decided or narrower than its margin.
    pub until_decided: bool,
    /// How many of the fair readings of the model are run where there are many.
    pub readings: Readings,
}

impl Default for Options {
    fn default() -> Self {
        Self { jobs: None, seeds: 20, until_decided: false, readings: Readings::All }
    }
}

/// How many of the fair readings of the model are run where there are many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Readings {
    /// Every combination.
    #[default]
    All,
    /// Only those that matter most: for a page that is to answer at once.
    Main,
}

/// All runs that one item needs. Its caller makes every run of [`Plan::runs`] and passes the
/// reports to [`super::Item::conclude`] in the same order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The key of the item.
    pub item: String,
    /// How it was asked for.
    pub options: Options,
    /// The cells of a table or the points of a curve.
    pub cells: Vec<Cell>,
}

/// One scenario over several seeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Its label: `2 × 64, Random, FCFS`.
    pub label: String,
    /// Which of the logs, counted from 0; the paper's is the first.
    pub log: usize,
    /// Its scenario; its seed is the first.
    pub scenario: Scenario,
    /// How many seeds, counted up from the scenario's own: 1 without random draws.
    pub seeds: u32,
    /// Whether its reports contain the waits of jobs, class by class.
    #[serde(default)]
    pub waits: bool,
}

/// One run of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedRun {
    /// Index of its cell.
    pub cell: usize,
    /// Which of the logs.
    pub log: usize,
    /// Its scenario, with its seed set.
    pub scenario: Scenario,
    /// Whether its report contains the waits of jobs.
    pub waits: bool,
}

impl PlannedRun {
    /// The report that [`super::Item::conclude`] needs of its run.
    pub fn report(&self, run: &Run) -> Report {
        if self.waits { report_with_waits(run) } else { report(run) }
    }
}

impl Plan {
    /// Every run, cell after cell, the seeds of a cell in a row.
    pub fn runs(&self) -> impl Iterator<Item = PlannedRun> + '_ {
        self.cells.iter().enumerate().flat_map(|(index, cell)| {
            (0..u64::from(cell.seeds)).map(move |seed| {
                let mut scenario = cell.scenario.clone();
                scenario.seed = scenario.seed.wrapping_add(seed);
                PlannedRun { cell: index, log: cell.log, scenario, waits: cell.waits }
            })
        })
    }

    /// The runs that this plan has and one with fewer seeds has not, in the same order.
    pub fn runs_beyond<'a>(&'a self, fewer: &'a Self) -> impl Iterator<Item = PlannedRun> + 'a {
        let seed_of = |run: &PlannedRun| {
            let first = self.cells[run.cell].scenario.seed;
            run.scenario.seed.wrapping_sub(first)
        };
        let before = |cell: usize| fewer.cells.get(cell).map_or(0, |it| u64::from(it.seeds));
        self.runs().filter(move |run| seed_of(run) >= before(run.cell))
    }

    /// The reports in this plan's order: of each cell those that were there `before`, then those that were `made` of
    /// the runs that were `added`.
    pub fn merged<R>(&self, before: Vec<R>, added: &[PlannedRun], made: Vec<R>) -> Vec<R> {
        let (mut before, mut made) = (before.into_iter(), added.iter().zip(made).peekable());
        let mut all = Vec::with_capacity(self.run_count());
        for (index, cell) in self.cells.iter().enumerate() {
            let own = std::iter::from_fn(|| made.next_if(|it| it.0.cell == index));
            let own: Vec<R> = own.map(|it| it.1).collect();
            all.extend(before.by_ref().take(cell.seeds as usize - own.len()));
            all.extend(own);
        }
        all
    }

    /// How many runs that makes.
    pub fn run_count(&self) -> usize {
        self.cells.iter().map(|cell| cell.seeds as usize).sum()
    }

    /// Each cell with the reports of its seeds; `reports` stand in the order of [`Plan::runs`].
    /// Reports that are missing at the end are missing in the last cells.
    pub fn results<'a>(&'a self, reports: &'a [Report]) -> Vec<(&'a Cell, &'a [Report])> {
        let mut rest = reports;
        self.cells
            .iter()
            .map(|cell| {
                let (own, others) = rest.split_at(rest.len().min(cell.seeds as usize));
                rest = others;
                (cell, own)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(label: &str, seed: u64, seeds: u32) -> Cell {
        Cell {
            label: label.to_owned(),
            log: 0,
            scenario: Scenario { seed, ..Scenario::default() },
            seeds,
            waits: false,
        }
    }

    #[test]
    fn runs_and_results_stand_in_the_same_order() {
        let plan = Plan {
            item: "table-0".to_owned(),
            options: Options::default(),
            cells: vec![cell("a", 1, 1), cell("b", 5, 2)],
        };
        let runs: Vec<_> = plan.runs().collect();
        let seeds: Vec<_> = runs.iter().map(|run| (run.cell, run.scenario.seed)).collect();
        assert_eq!(seeds, [(0, 1), (1, 5), (1, 6)]);
        assert_eq!(plan.run_count(), 3);
        let reports: Vec<Report> = (0..3).map(|jobs| Report { jobs, ..Report::default() }).collect();
        let results = plan.results(&reports);
        assert_eq!(results[0].1.len(), 1);
        assert_eq!((results[1].0.label.as_str(), results[1].1[1].jobs), ("b", 2));
        assert_eq!(plan.results(&reports[..2])[1].1.len(), 1);
    }

    #[test]
    fn runs_that_are_added_come_behind_those_of_their_cell() {
        let with = |seeds: [u32; 3]| Plan {
            item: "table-0".to_owned(),
            options: Options::default(),
            cells: [1, 10, 20].into_iter().zip(seeds).map(|(seed, seeds)| cell("", seed, seeds)).collect(),
        };
        let (few, more) = (with([1, 2, 1]), with([1, 4, 2]));
        let seeds = |runs: &[PlannedRun]| -> Vec<u64> { runs.iter().map(|it| it.scenario.seed).collect() };
        let first: Vec<PlannedRun> = few.runs().collect();
        let added: Vec<PlannedRun> = more.runs_beyond(&few).collect();
        assert_eq!(seeds(&added), [12, 13, 21]);
        let before = few.merged(Vec::new(), &first, seeds(&first));
        assert_eq!(before, [1, 10, 11, 20]);
        let all = more.merged(before, &added, seeds(&added));
        let runs: Vec<PlannedRun> = more.runs().collect();
        assert_eq!(all, seeds(&runs));
    }
}
