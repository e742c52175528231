//! Runs that views ask for beside the run in front, and what they were made around.

use std::rc::Rc;

use super::{Activity, Finished, FormAction, NoticeAction, OpenAction, Origin, State};
use crate::budget;
use crate::compare::Size;
use crate::curves::{Sweep, SweepAction};
use crate::history::{Experiment, WorkloadKey};
use crate::reduce::Reduce;
use crate::reproduce::live::Live;
use crate::reproduce::{ReproductionAction, Wish};
use crate::trade_off::{Exploring, Searching, TradeOffAction};
use crate::view::View;
use export::curves_file::MOST_RUNS;
use reproduction::About;
use workload::WorkloadKind;

/// Runs of the present scenario and workload that a view asks for.
pub enum Start {
    /// The curves of the form.
    Sweep,
    /// The combinations of the form.
    Exploration,
    /// The search of the form for a period.
    Search,
    /// Items of papers; the time ([`ReproductionAction`]).
    Items(Vec<&'static About>, f64),
    /// The picture of a paper, drawn in the view of its page.
    Live(&'static Live),
}

/// The longest that runs which a view makes unasked may take until something is to be seen, in milliseconds of one core:
/// three seconds on two.
pub(super) const UNASKED: f64 = 6_000.0;

/// The longest that all runs of curves which are drawn unasked may take, in milliseconds of one core: a minute on two.
const UNASKED_IN_ALL: f64 = 120_000.0;

impl State {
    /// Starts runs, or says why they cannot be made.
    pub(super) fn start(&mut self, start: Start) {
        let begun = self.begin(start);
        self.notices.apply(begun.map_or_else(NoticeAction::Complain, |()| NoticeAction::Mended));
    }

    fn begin(&mut self, start: Start) -> Result<(), String> {
        let (present, kind, forms) = (self.history.present(), self.kind(), &self.forms);
        match start {
            Start::Sweep => {
                let sweep = Sweep::plan(&forms.curves, present, kind)?;
                self.curves.apply(SweepAction::Start(Box::new(sweep)));
            }
            Start::Exploration => {
                let question = self.trade_off.next_exploration();
                let exploring = Exploring::plan(&forms.trade_off, present, kind, question)?;
                self.trade_off.apply(TradeOffAction::Explore(Box::new(exploring)));
            }
            Start::Items(items, now) => {
                let (options, workload) = (self.reproduction.settings.options()?, present.workload);
                let wish = |item| Wish { item, workload, options: options.clone() };
                let wishes = items.into_iter().map(wish).collect();
                Rc::make_mut(&mut self.reproduction).apply(ReproductionAction::Wish(wishes, now));
            }
            Start::Live(live) => {
                let platform = &present.scenario.platform;
                let processors = platform.iter().fold(0, |sum: u32, &it| sum.saturating_add(it));
                let log = self.source().filter(|_| kind == WorkloadKind::Log);
                let page = live.page(log.map(|it| (it, processors))).ok_or("this picture cannot be drawn")?;
                self.trade_off.ask();
                self.curves.ask();
                self.open(OpenAction::Open(Box::new(page), Origin::Paper, None));
            }
            Start::Search => {
                let searching = Searching::plan(&forms.trade_off, present, kind, self.trade_off.next_search())?;
                self.trade_off.apply(TradeOffAction::Search(Box::new(searching)));
            }
        }
        Ok(())
    }

    /// Changes a form; the trade-off ranks its runs by the criteria of the form.
    pub(super) fn form(&mut self, action: FormAction) {
        self.forms.apply(action);
        self.trade_off.weigh(&self.forms.trade_off);
    }

    /// Has the Compare view take up what the page shows, while it is open.
    pub(super) fn compare(&mut self) {
        if self.view.shown == View::Compare {
            let (size, compared) = (self.size(), self.compared().clone());
            self.comparison.follow(&compared, size, self.run.finished.as_ref());
        }
    }

    /// Draws the curves of the present settings while their view is open, if the run in front tells that they are quick.
    pub(super) fn follow_curves(&mut self) {
        if self.view.shown != View::Curves {
            return;
        }
        let (present, form) = (self.history.present(), &self.forms.curves);
        let is_due = self.curves.sweep.as_ref().is_none_or(|it| it.outdated(present, form).is_some());
        let Some(run) = self.present_run().filter(|_| is_due) else {
            return;
        };
        // The form itself says why it cannot be run.
        let Ok(sweep) = Sweep::plan(form, present, self.kind()) else {
            return;
        };
        let takes = |runs: usize| run.milliseconds * runs as f64;
        let is_quick = takes(sweep.coarse_count()) <= UNASKED && takes(sweep.runs.total()) <= UNASKED_IN_ALL;
        if is_quick || self.curves.is_asked {
            self.curves.follow(sweep);
        }
    }

    /// Tries the policies and periods of the present settings while the view of trade-offs is open, as long as nothing
    /// else was asked for: as many seeds as there is time for. Its form has all other combinations.
    pub(super) fn follow_trade_off(&mut self) {
        if self.view.shown != View::TradeOff {
            return;
        }
        let present = self.history.present();
        let is_due =
            self.trade_off.exploring.as_ref().is_none_or(|it| it.is_brief_of_others(present, &self.forms.trade_off));
        let Some(run) = self.present_run().filter(|_| is_due && self.forms.trade_off.replicate.is_none()) else {
            return;
        };
        let most = if self.trade_off.is_asked { MOST_RUNS } else { (UNASKED / run.milliseconds.max(1.0)) as usize };
        if most == 0 {
            return;
        }
        let question = self.trade_off.next_exploration();
        // The form itself says why it cannot be run.
        if let Ok(exploring) = Exploring::brief(&self.forms.trade_off, present, self.kind(), (question, most)) {
            self.trade_off.follow(exploring);
        }
    }

    /// The run of the present scenario, while nothing else runs.
    fn present_run(&self) -> Option<&Rc<Finished>> {
        let can_run = self.run.activity == Activity::Idle && self.run.no_worker.is_none();
        let run = self.run.finished.as_ref();
        run.filter(|it| can_run && it.experiment.runs_as(self.history.present()))
    }

    /// The size of the present workload: that of its last run, if there is one.
    pub fn size(&self) -> Size {
        let workload = self.history.present().workload;
        let run = self.run.finished.as_ref();
        let run = run.filter(|it| it.experiment.workload == workload && !it.run.jobs.is_empty());
        let bars_per_job = run.map(|it| it.run.schedule.bars.len() as f64 / it.run.jobs.len() as f64);
        Size {
            records: self.contents().map_or(0, |contents| contents.records as u64),
            kind: self.kind(),
            bars_per_job: bars_per_job.unwrap_or(budget::BARS_PER_JOB),
        }
    }

    /// The kind of the present workload.
    pub fn kind(&self) -> WorkloadKind {
        self.contents().map_or_else(Default::default, |it| it.kind)
    }

    /// The experiment that the runs of a view were made around; none of runs that were made elsewhere.
    pub fn base(&self, view: View) -> Option<&Rc<Experiment>> {
        match view {
            View::Curves => {
                let sweep = self.curves.in_sight()?;
                sweep.given.is_none().then_some(&sweep.base)
            }
            View::TradeOff => self.trade_off.bases().next(),
            _ => None,
        }
    }

    /// The workloads that the results of views lead to.
    pub(super) fn reached_by_views(&self) -> impl Iterator<Item = WorkloadKey> {
        let sweep = self.curves.sweep.as_ref().map(|it| &it.base);
        let bases = self.trade_off.bases().chain(sweep).map(|it| it.workload);
        bases.chain(self.reproduction.workloads())
    }
}
