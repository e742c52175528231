//! The runs beside the one in front: those of lessons, curves, trade-offs, comparisons and papers.

use std::rc::Rc;

use yew::prelude::*;

use super::permalink::{self, use_steps};
use super::services::Services;
use crate::app::context::state::{LatestState, StateHandle};
use crate::app::views::compare::hook::{Comparing, use_comparison};
use crate::app::views::curves::hook::{Sweeping, use_sweeps};
use crate::app::views::lessons::hook::{Teaching, use_lessons};
use crate::app::views::reproduce::hook::{Reproducing, use_reproduction};
use crate::app::views::trade_off::hook::{TradingOff, use_trade_off};
use slotscope::page::history::{Experiment, WorkloadKey};
use slotscope::page::view::View;

/// The runs of views, beside the run in front.
pub struct Work {
    /// Lessons.
    pub teaching: Teaching,
    /// Reads a workload that a lesson keeps.
    pub read_kept: Callback<WorkloadKey>,
    /// The address at which another machine shows the same.
    pub present_link: Callback<(), Option<String>>,
    /// Curves.
    pub sweeping: Sweeping,
    /// Trade-offs.
    pub trading_off: TradingOff,
    /// The reproductions.
    pub reproducing: Reproducing,
    /// Comparisons.
    pub comparing: Comparing,
}

impl Work {
    /// The experiment that the runs of a view were made around; none of runs that were made elsewhere.
    pub fn base(&self, view: View) -> Option<&Rc<Experiment>> {
        match view {
            View::Curves => {
                let sweep = self.sweeping.sweeps.sweep.as_ref()?;
                sweep.given.is_none().then_some(&sweep.base)
            }
            View::TradeOff => {
                let trade_offs = &self.trading_off.trade_offs;
                trade_offs.exploring.as_ref().map(|it| &it.base).or(trade_offs.searching.as_ref().map(|it| &it.base))
            }
            _ => None,
        }
    }

    /// The workloads that the results of views lead to.
    pub fn reached(&self) -> Vec<WorkloadKey> {
        let sweep = self.sweeping.sweeps.sweep.as_ref();
        let trade_offs = &self.trading_off.trade_offs;
        let exploring = trade_offs.exploring.as_ref().map(|it| &it.base);
        let searching = trade_offs.searching.as_ref().map(|it| &it.base);
        let bases = [sweep.map(|it| &it.base), exploring, searching];
        let bases = bases.into_iter().flatten().map(|base| base.workload);
        let reproduction = self.reproducing.reproduction.workloads();
        let lessons = self.teaching.in_use.borrow().clone();
        bases.chain(reproduction).chain(lessons).collect()
    }
}

/// Makes the runs that the views ask for.
#[hook]
pub fn use_work(state: &StateHandle, latest: &LatestState, services: &Services) -> Work {
    let (dispatch, workers) = (state.dispatcher(), &services.workers);
    let experiment = state.history.present();
    let kind = state.contents().map_or_else(Default::default, |it| it.kind);
    let forms = &state.forms;
    let present_link = {
        let latest = latest.clone();
        use_callback((), move |(), ()| permalink::present(&latest.borrow()))
    };
    let teaching = use_lessons(state, &dispatch, workers, &services.papers, &services.sources);
    use_steps(latest, &teaching.on_step);
    Work {
        teaching,
        sweeping: use_sweeps(workers, &forms.curves, experiment, kind, &dispatch),
        trading_off: use_trade_off(workers, &forms.trade_off, experiment, kind, &dispatch),
        comparing: use_comparison(workers, state),
        reproducing: use_reproduction(workers, &services.papers, experiment.workload, &dispatch),
        read_kept: services.calls.read_kept.clone(),
        present_link,
    }
}
