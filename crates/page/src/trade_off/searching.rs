//! A search for the best period.

use std::rc::Rc;

use crate::history::Experiment;
use crate::runs::Runs;
use crate::tasks::{Made, Task, report};
use experiment::trade_off::{Criteria, PeriodSearch, Point, Tried};
use experiment::{Scenario, validate};
use export::snapshot::TradeOffForm;
use workload::{Time, WorkloadKind};

/// A search that has been started from an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Searching {
    /// The experiment whose period is searched for.
    pub base: Rc<Experiment>,
    /// The periods that were tried, and those that are to be tried in this round.
    pub search: PeriodSearch,
    /// The runs of the present round.
    pub runs: Runs<Point>,
    /// How many runs the earlier rounds took.
    done_before: usize,
}

impl Searching {
    /// Plans a search from `base` on a workload of a kind. `round` numbers its first round
    /// ([`super::TradeOffs::next_search`]).
    ///
    /// # Errors
    ///
    /// In words, if the scenario cannot be run, or its system has no period or does not read it.
    pub fn plan(form: &TradeOffForm, base: &Rc<Experiment>, kind: WorkloadKind, round: u32) -> Result<Self, String> {
        validate(&base.scenario).map_err(|why| why.to_string())?;
        let TradeOffForm { criterion, range, seeds, replicate, .. } = *form;
        let Some(period_of) = form.period_of(&base.scenario) else {
            return Err("this system has no period to search for".to_owned());
        };
        period_of.is_read_by(&base.scenario)?;
        let most = period_of.knob().numbers().map_or(0, |it| it.most as Time);
        let range = (range.0.min(most), range.1.min(most));
        let search = PeriodSearch::new(&base.scenario, (period_of, criterion), range, (seeds, replicate), kind);
        Ok(Self { base: base.clone(), runs: Runs::of(round, search.study().count()), search, done_before: 0 })
    }

    /// The number of the present round among those of all searches: the tasks of a round are given out once.
    pub fn round(&self) -> u32 {
        self.runs.question()
    }

    /// The runs of the present round.
    pub fn tasks(&self) -> Vec<Task> {
        self.runs.tasks(self.base.workload, |run| self.search.run(run))
    }

    /// How many runs have returned, of those known so far.
    pub fn progress(&self) -> (usize, usize) {
        (self.done_before + self.runs.done, self.done_before + self.runs.total())
    }

    /// Whether runs are still to return.
    pub fn is_running(&self) -> bool {
        self.runs.is_running()
    }

    /// The periods tried so far, in ascending order.
    pub fn known(&self) -> Vec<Tried> {
        self.search.known(&self.runs.made)
    }

    /// Whether `present` differs from the base in its period alone.
    pub fn is_of(&self, present: &Experiment) -> bool {
        let apart_from_period = |scenario: &Scenario| {
            let mut scenario = scenario.clone();
            self.search.period_of().set(&mut scenario, 0);
            scenario
        };
        self.base.workload == present.workload
            && apart_from_period(&self.base.scenario) == apart_from_period(&present.scenario)
    }

    pub(super) fn take(&mut self, made: Vec<Made>) {
        if self.runs.cancelled {
            return;
        }
        let criteria = Criteria::default();
        for (mark, made) in made {
            let point = report(made).map(|it| criteria.point(&it));
            self.runs.take(mark, point);
        }
        if self.runs.done == self.runs.total() && self.runs.total() > 0 {
            self.next_round();
        }
    }

    /// Concludes the round with the runs that have returned, and begins the next.
    fn next_round(&mut self) {
        self.done_before += self.runs.done;
        self.search.take(&self.runs.made);
        let failed = self.runs.failed.take();
        self.runs = Runs::of(self.round().wrapping_add(1), self.search.study().count());
        self.runs.failed = failed;
    }

    /// Stops: the runs that have returned count.
    pub(super) fn stop(&mut self) {
        self.next_round();
        self.runs.made.clear();
        self.runs.cancelled = true;
    }
}
