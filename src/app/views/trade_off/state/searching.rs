//! A search for the best period.

use std::rc::Rc;

use super::Runs;
use super::exploring::tasks;
use slotscope::experiment::trade_off::{Criteria, PeriodSearch, Point, Tried};
use slotscope::experiment::{Scenario, validate};
use slotscope::export::snapshot::TradeOffForm;
use slotscope::page::history::Experiment;
use slotscope::worker::{Made, Task, report};
use slotscope::workload::{Time, WorkloadKind};

/// A search that has been started from an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Searching {
    /// Whose period is searched for.
    pub base: Rc<Experiment>,
    pub search: PeriodSearch,
    /// The runs of the present round.
    pub runs: Runs<Point>,
    /// How many runs the rounds before it took.
    pub done_before: usize,
    /// The number of the round, and of the search among those of this visit: the runs of one are
    /// given out once.
    pub round: (u32, u32),
}

impl Searching {
    /// Plans a search from `base` on a workload of a kind, the `number`th of this visit.
    ///
    /// # Errors
    ///
    /// In words, if the scenario cannot be run.
    pub fn plan(
        form: &TradeOffForm,
        base: &Rc<Experiment>,
        kind: WorkloadKind,
        number: u32,
    ) -> Result<Self, String> {
        validate(&base.scenario).map_err(|why| why.to_string())?;
        let TradeOffForm {
            criterion,
            range,
            seeds,
            ..
        } = *form;
        let Some(period_of) = form.period_of(&base.scenario) else {
            return Err("this system has no period to search for".to_owned());
        };
        period_of.is_read_by(&base.scenario)?;
        let most = period_of.knob().numbers().map_or(0, |it| it.most as Time);
        let range = (range.0.min(most), range.1.min(most));
        let search = PeriodSearch::new(&base.scenario, period_of, criterion, range, seeds).on(kind);
        Ok(Self {
            base: base.clone(),
            runs: Runs::of(search.wanted().len()),
            search,
            done_before: 0,
            round: (number, 0),
        })
    }

    /// The runs of the present round.
    pub fn tasks(&self) -> Vec<Task> {
        tasks(self.search.wanted(), &self.base)
    }

    /// How many runs have come back, of those known so far.
    pub fn progress(&self) -> (usize, usize) {
        (
            self.done_before + self.runs.done,
            self.done_before + self.runs.total(),
        )
    }

    /// Whether it is over, or was stopped.
    pub fn is_running(&self) -> bool {
        self.runs.is_running()
    }

    /// All that has been tried so far, by period.
    pub fn known(&self) -> Vec<Tried> {
        self.search.known(&self.runs.made)
    }

    /// Whether `present` differs from what was searched from in its period alone.
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

    /// Concludes the round, with what has been made of it, and begins the next.
    fn next_round(&mut self) {
        self.done_before += self.runs.done;
        self.search.take(&self.runs.made);
        let failed = self.runs.failed.take();
        self.runs = Runs {
            failed,
            ..Runs::of(self.search.wanted().len())
        };
        self.round.1 += 1;
    }

    /// Stops: what has been made counts, nothing more is to come.
    pub(super) fn stop(&mut self) {
        self.next_round();
        self.runs.made.clear();
        self.runs.cancelled = true;
    }
}
