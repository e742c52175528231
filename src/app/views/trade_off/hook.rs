//! Between the Trade-off view and the workers.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::state::{Dispatch, Reduced};
use slotscope::export::snapshot::TradeOffForm;
use slotscope::page::history::Experiment;
use slotscope::page::state::{Action, FormAction, NoticeAction};
use slotscope::page::trade_off::{Exploring, Searching, TradeOffAction, TradeOffs};
use slotscope::worker::WorkerPool;
use slotscope::workload::WorkloadKind;

/// The trade-offs of the page and their callbacks.
pub struct TradingOff {
    pub trade_offs: TradeOffs,
    pub on_set: Callback<TradeOffForm>,
    pub on_explore: Callback<()>,
    pub on_stop_exploring: Callback<()>,
    pub on_fold: Callback<bool>,
    pub on_search: Callback<()>,
    pub on_stop_searching: Callback<()>,
}

/// Runs go on while other views are open.
#[hook]
pub fn use_trade_off(
    workers: &WorkerPool,
    form: &Rc<TradeOffForm>,
    experiment: &Rc<Experiment>,
    kind: WorkloadKind,
    dispatch: &Dispatch,
) -> TradingOff {
    let trade_offs = use_reducer(Reduced::<TradeOffs>::default);
    let pools = {
        let (workers, trade_offs) = (workers.clone(), trade_offs.dispatcher());
        use_memo((), move |()| {
            let explored = trade_offs.clone();
            (
                workers.add_queue(move |made| explored.dispatch(TradeOffAction::Explored(made))),
                workers.add_queue(move |made| trade_offs.dispatch(TradeOffAction::Searched(made))),
            )
        })
    };
    {
        // A search gives out its runs round by round.
        let (pools, searching) = (pools.clone(), trade_offs.searching.clone());
        let round = searching.as_ref().map(|searching| searching.round());
        use_effect_with(round, move |_| {
            if let Some(searching) = searching.filter(|searching| searching.is_running()) {
                pools.1.take_up(searching.tasks());
            }
        });
    }
    {
        // Other criteria are told of the runs that there are.
        let (form, is_there) = (form.clone(), trade_offs.exploring.is_some());
        let trade_offs = trade_offs.dispatcher();
        use_effect_with(form.criteria.clone(), move |_| {
            if is_there {
                trade_offs.dispatch(TradeOffAction::Weigh(form));
            }
        });
    }
    let on_set = {
        let dispatch = dispatch.clone();
        Callback::from(move |form| dispatch.dispatch(Action::Form(FormAction::TradeOff(form))))
    };
    let on_explore = {
        let (trade_offs, pools) = (trade_offs.clone(), pools.clone());
        let (form, experiment, dispatch) = (form.clone(), experiment.clone(), dispatch.clone());
        Callback::from(move |()| {
            let question = trade_offs.next_exploration();
            match Exploring::plan(&form, &experiment, kind, question) {
                Ok((exploring, tasks)) => {
                    trade_offs.dispatch(TradeOffAction::Explore(Box::new(exploring)));
                    dispatch.dispatch(Action::Notice(NoticeAction::Mended));
                    pools.0.take_up(tasks);
                }
                Err(why) => dispatch.dispatch(Action::complain(why)),
            }
        })
    };
    let on_search = {
        let trade_offs = trade_offs.clone();
        let (form, experiment, dispatch) = (form.clone(), experiment.clone(), dispatch.clone());
        Callback::from(move |()| {
            let round = trade_offs.next_search();
            match Searching::plan(&form, &experiment, kind, round) {
                Ok(searching) => {
                    trade_offs.dispatch(TradeOffAction::Search(Box::new(searching)));
                    dispatch.dispatch(Action::Notice(NoticeAction::Mended));
                }
                Err(why) => dispatch.dispatch(Action::complain(why)),
            }
        })
    };
    let on_stop_exploring = {
        let (trade_offs, pools) = (trade_offs.dispatcher(), pools.clone());
        Callback::from(move |()| {
            pools.0.cancel();
            trade_offs.dispatch(TradeOffAction::StopExploring);
        })
    };
    let on_fold = {
        let trade_offs = trade_offs.dispatcher();
        Callback::from(move |folded| trade_offs.dispatch(TradeOffAction::Fold(folded)))
    };
    let on_stop_searching = {
        let trade_offs = trade_offs.dispatcher();
        Callback::from(move |()| {
            pools.1.cancel();
            trade_offs.dispatch(TradeOffAction::StopSearching);
        })
    };
    TradingOff {
        trade_offs: trade_offs.0.clone(),
        on_set,
        on_explore,
        on_stop_exploring,
        on_fold,
        on_search,
        on_stop_searching,
    }
}
