//! Between the Curves view and the pool of workers.

use yew::prelude::*;

use crate::app::context::state::{Dispatch, Reduced};
use slotscope::export::snapshot::CurvesForm;
use slotscope::page::curves::{Sweep, SweepAction, Sweeps};
use slotscope::page::curves_given::GivenCurves;
use slotscope::page::history::Experiment;
use slotscope::page::state::{Action, FormAction, NoticeAction, ViewAction};
use slotscope::page::view::View;
use slotscope::worker::WorkerPool;
use slotscope::workload::WorkloadKind;
use std::rc::Rc;

/// The sweeps of the page and their callbacks.
pub struct Sweeping {
    pub sweeps: Sweeps,
    pub on_set: Callback<CurvesForm>,
    pub on_run: Callback<()>,
    pub on_cancel: Callback<()>,
    pub on_fold: Callback<bool>,
    /// A sweep that was run elsewhere is shown, with the name of its file.
    pub on_open: Callback<(String, GivenCurves)>,
}

/// Sweeps go on while other views are open.
#[hook]
pub fn use_sweeps(
    workers: &WorkerPool,
    form: &Rc<CurvesForm>,
    experiment: &Rc<Experiment>,
    kind: WorkloadKind,
    dispatch: &Dispatch,
) -> Sweeping {
    let sweeps = use_reducer(Reduced::<Sweeps>::default);
    let queue = {
        let (workers, sweeps) = (workers.clone(), sweeps.dispatcher());
        use_memo((), move |()| workers.add_queue(move |made| sweeps.dispatch(SweepAction::Made(made))))
    };
    let on_set = {
        let dispatch = dispatch.clone();
        Callback::from(move |form| dispatch.dispatch(Action::Form(FormAction::Curves(form))))
    };
    let on_run = {
        let (sweeps, queue) = (sweeps.clone(), queue.clone());
        let (experiment, dispatch) = (experiment.clone(), dispatch.clone());
        let form = form.clone();
        Callback::from(move |()| {
            let question = sweeps.next_question();
            match Sweep::plan(&form, &experiment, kind, question) {
                Ok((sweep, tasks)) => {
                    sweeps.dispatch(SweepAction::Start(Box::new(sweep)));
                    dispatch.dispatch(Action::Notice(NoticeAction::Mended));
                    queue.take_up(tasks);
                }
                Err(why) => dispatch.dispatch(Action::complain(why)),
            }
        })
    };
    let on_cancel = {
        let (sweeps, queue) = (sweeps.dispatcher(), queue.clone());
        Callback::from(move |()| {
            queue.cancel();
            sweeps.dispatch(SweepAction::Cancel);
        })
    };
    let on_fold = {
        let sweeps = sweeps.dispatcher();
        Callback::from(move |folded| sweeps.dispatch(SweepAction::Fold(folded)))
    };
    let on_open = {
        let (sweeps, queue, dispatch) = (sweeps.clone(), queue.clone(), dispatch.clone());
        Callback::from(move |(file, curves)| {
            queue.cancel();
            let sweep = Sweep::given(file, curves, sweeps.next_question());
            sweeps.dispatch(SweepAction::Start(Box::new(sweep)));
            dispatch.dispatch(Action::View(ViewAction::Show(View::Curves)));
        })
    };
    Sweeping { sweeps: sweeps.0.clone(), on_set, on_run, on_cancel, on_fold, on_open }
}
