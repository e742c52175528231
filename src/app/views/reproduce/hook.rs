//! Between the Reproduce view and the workers.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::clock::now;
use crate::app::context::state::{Dispatch, Reduced};
use slotscope::page::history::WorkloadKey;
use slotscope::page::reproduce::{Reproduction, ReproductionAction, ReproductionSettings, Wish};
use slotscope::page::state::{Action, NoticeAction};
use slotscope::reproduce::{About, AboutPaper};
use slotscope::worker::{SplitQueue, WorkerPool};

/// The reproduction of the page and its callbacks.
pub struct Reproducing {
    pub reproduction: Rc<Reproduction>,
    pub on_set: Callback<ReproductionSettings>,
    /// Turns to another paper.
    pub on_paper: Callback<&'static AboutPaper>,
    pub on_show: Callback<&'static About>,
    /// Makes an item.
    pub on_make: Callback<&'static About>,
    pub on_make_all: Callback<()>,
    pub on_stop: Callback<()>,
    pub on_fold: Callback<bool>,
}

/// Items are made also while other views are open. `papers` plan and conclude, `workers` make the runs.
#[hook]
pub fn use_reproduction(
    workers: &WorkerPool,
    papers: &WorkerPool,
    workload: WorkloadKey,
    dispatch: &Dispatch,
) -> Reproducing {
    let reproduction = use_reducer(Reduced::<Reproduction>::default);
    let queue = {
        let (workers, papers) = (workers.clone(), papers.clone());
        let reproduction = reproduction.dispatcher();
        use_memo((), move |()| {
            SplitQueue::new(&workers, &papers, move |made| reproduction.dispatch(ReproductionAction::Made(made, now())))
        })
    };
    {
        let making = reproduction.making.clone();
        let round = making.as_ref().map(|making| making.round);
        use_effect_with(round, move |_| {
            queue.take_up(making.iter().flat_map(|it| it.tasks()).collect());
        });
    }
    let wish = {
        let (reproduction, dispatch) = (reproduction.clone(), dispatch.clone());
        move |items: Vec<&'static About>| match reproduction.settings.options() {
            Ok(options) => {
                let wish = |item| Wish { item, workload, options: options.clone() };
                let wishes = items.into_iter().map(wish).collect();
                reproduction.dispatch(ReproductionAction::Wish(wishes, now()));
                dispatch.dispatch(Action::Notice(NoticeAction::Mended));
            }
            Err(why) => dispatch.dispatch(Action::complain(why.to_string())),
        }
    };
    let on_make = {
        let wish = wish.clone();
        Callback::from(move |item| wish(vec![item]))
    };
    let on_make_all = {
        let paper = reproduction.paper();
        Callback::from(move |()| wish(paper.items.iter().collect()))
    };
    let dispatcher = reproduction.dispatcher();
    let on_set = {
        let dispatcher = dispatcher.clone();
        Callback::from(move |settings| dispatcher.dispatch(ReproductionAction::Set(settings)))
    };
    let on_paper = {
        let dispatcher = dispatcher.clone();
        Callback::from(move |paper| dispatcher.dispatch(ReproductionAction::Turn(paper)))
    };
    let on_show = {
        let dispatcher = dispatcher.clone();
        Callback::from(move |item| dispatcher.dispatch(ReproductionAction::Show(item)))
    };
    let on_fold = {
        let dispatcher = dispatcher.clone();
        Callback::from(move |folded| dispatcher.dispatch(ReproductionAction::Fold(folded)))
    };
    let on_stop = Callback::from(move |()| dispatcher.dispatch(ReproductionAction::Stop));
    Reproducing {
        reproduction: Rc::new(reproduction.0.clone()),
        on_set,
        on_paper,
        on_show,
        on_make,
        on_make_all,
        on_fold,
        on_stop,
    }
}
