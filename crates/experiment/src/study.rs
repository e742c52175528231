//! A study: scenarios, its cells, that are each run with several seeds or on several replicates of the log.

use super::{ReplicateAt, Scenario, draws};
use workload::WorkloadKind;
use workload::replicate::Replication;

/// How often the cells of a study are run. Its runs are counted seed by seed, so that every cell has a figure early.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Study {
    /// For each cell, whether its runs differ: they draw random numbers ([`draws`]), or are on replicates.
    pub drawn: Vec<bool>,
    /// How often each cell is run, with seeds counted up from its own; at least once.
    pub seeds: u32,
    /// How the replicates of the log are made, one for each seed; none for runs on the log itself.
    pub replicate: Option<Replication>,
}

impl Study {
    /// The study of these scenarios on a workload of a kind: with that many seeds, or on replicates if they are given.
    pub fn new<'a>(
        cells: impl IntoIterator<Item = &'a Scenario>,
        (seeds, replicate): (u32, Option<Replication>),
        kind: WorkloadKind,
    ) -> Self {
        let is_drawn = |it: &Scenario| replicate.is_some() || draws(it, kind);
        Self {
            drawn: cells.into_iter().map(is_drawn).collect(),
            seeds: replicate.map_or(seeds.max(1), |it| it.count()),
            replicate,
        }
    }

    /// How many runs there are.
    pub fn count(&self) -> usize {
        self.drawn.len() * self.seeds as usize
    }

    /// The scenario and the replicate of a run, which is below [`Study::count`]; `cell` has the scenario of a cell.
    pub fn run(&self, run: usize, cell: impl FnOnce(usize) -> Scenario) -> (Scenario, Option<ReplicateAt<'_>>) {
        let (seed, at) = ((run / self.drawn.len()) as u32, run % self.drawn.len());
        let mut scenario = cell(at);
        scenario.seed = scenario.seed.wrapping_add(u64::from(seed));
        (scenario, self.replicate.as_ref().map(|it| (it, seed)))
    }

    /// What has been made of a cell with each seed; `made` has it of all runs.
    pub fn of_cell<'a, T>(&self, made: &'a [Option<T>], cell: usize) -> impl Iterator<Item = Option<&'a T>> {
        made.iter().skip(cell).step_by(self.drawn.len().max(1)).map(Option::as_ref)
    }

    /// Whether nothing is drawn at all: all seeds agree, and all differences are exact.
    pub fn is_exact(&self) -> bool {
        !self.drawn.contains(&true)
    }
}
