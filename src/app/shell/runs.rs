//! Between the state and the live worker: experiments go there, news come back.

use wasm_bindgen_futures::spawn_local;
use web_sys::File;

use crate::app::context::clock;
use crate::app::context::prelude::*;
use crate::app::context::state::StateHandle;
use crate::app::files::dropped::Takers;
use crate::app::files::{dropped, kept_mappings};
use slotscope::page::budget;
use slotscope::page::classroom::VisitAction;
use slotscope::page::explained::Question;
use slotscope::page::history::{Experiment, WorkloadKey};
use slotscope::page::state::{NotRun, RunAction, ViewAction, WorkloadAction};
use slotscope::page::tables::{Asked, TableAction};
use slotscope::worker::{LiveWorker, News, Source, Sources};

/// The requests to the live worker.
pub struct Calls {
    /// Keeps a workload among the sources, and reads it.
    pub read: Callback<Source, WorkloadKey>,
    /// Reads one that is kept already.
    pub read_kept: Callback<WorkloadKey>,
    /// Asks about a run.
    pub ask: Callback<Question>,
    /// Restarts the worker if it was given up, and repeats lost or held requests.
    pub try_again: Callback<()>,
    /// Stops the run that is under way.
    pub cancel: Callback<()>,
    /// The worker itself.
    pub live: Rc<LiveWorker>,
}

/// Runs the present experiment whenever it changes.
#[hook]
pub fn use_live(state: &StateHandle, sources: &Sources) -> Calls {
    let dispatch = state.dispatcher();
    let live = {
        let (sources, dispatch) = (sources.clone(), dispatch.clone());
        use_memo((), move |()| {
            let sample = sources.keep(Source::Generated(Box::default()));
            let kept = sources.clone();
            let live = LiveWorker::start(sources, move |news| {
                match &news {
                    News::Unreadable(key, _) => kept.drop(*key),
                    News::Loaded(key, contents) | News::Known(key, contents) => {
                        kept.has_records(*key, contents.records);
                    }
                    News::Finished(_) => {
                        let clock = VisitAction::Clock(clock::now() / 1000.0);
                        dispatch.dispatch(Action::Visit(clock));
                    }
                    _ => {}
                }
                dispatch.dispatch(action(news, &kept));
            });
            live.read(sample);
            live
        })
    };
    {
        let (live, dispatch) = (live.clone(), dispatch.clone());
        let sources = sources.clone();
        let movement = state.history.movement();
        let experiment = state.history.present().clone();
        use_effect_with((Front(experiment), state.opening.is_under_way), move |(Front(experiment), opening)| {
            if *opening {
                return;
            }
            let records = sources.records(experiment.workload);
            let jobs = budget::jobs_of(&experiment.scenario, records);
            match budget::in_front(records, jobs) {
                Ok(()) => {
                    dispatch.dispatch(Action::Run(RunAction::Running));
                    live.run(experiment.clone(), movement);
                }
                Err(why) => {
                    live.cancel();
                    let refused = NotRun::Refused(why.into());
                    dispatch.dispatch(Action::Run(RunAction::NotRun(refused)));
                }
            }
        });
    }
    {
        let live = live.clone();
        use_effect_with(state.workloads.read_again, move |&(times, key)| {
            if times > 0 {
                live.read(key);
            }
        });
    }
    let ask = {
        let live = live.clone();
        use_callback((), move |question, ()| live.ask(question))
    };
    let try_again = {
        let (live, dispatch) = (live.clone(), dispatch.clone());
        use_callback((), move |(), ()| {
            dispatch.dispatch(Action::Run(RunAction::TryAgain));
            if live.try_again() {
                dispatch.dispatch(Action::Run(RunAction::Running));
            }
        })
    };
    let cancel = {
        let live = live.clone();
        use_callback((), move |(), ()| {
            if live.cancel() {
                dispatch.dispatch(Action::Run(RunAction::NotRun(NotRun::Cancelled)));
            }
        })
    };
    {
        let cancel = cancel.clone();
        use_effect_with(state.run.cancels, move |&times| {
            if times > 0 {
                cancel.emit(());
            }
        });
    }
    let read = {
        let (live, sources) = (live.clone(), sources.clone());
        use_callback((), move |source, ()| {
            let key = sources.keep(source);
            live.read(key);
            key
        })
    };
    use_tables(state, sources, &read);
    let read_kept = {
        let live = live.clone();
        use_callback((), move |key, ()| live.read(key))
    };
    Calls { read, read_kept, ask, try_again, cancel, live }
}

/// Reads a table by the mapping that a person has confirmed, and keeps the mapping for tables that look alike.
#[hook]
fn use_tables(state: &StateHandle, sources: &Sources, read: &Callback<Source, WorkloadKey>) {
    let (sources, read) = (sources.clone(), read.clone());
    use_effect_with(state.tables.wanted.clone(), move |wanted| {
        let Some(wanted) = wanted else {
            return;
        };
        let Some(Source::File { name, bytes, .. }) = sources.get(wanted.key) else {
            return;
        };
        if let Some(table) = &wanted.table {
            kept_mappings::keep(table, wanted.mapping.clone());
        }
        read.emit(Source::File { name, bytes, mapping: Some(wanted.mapping.clone()) });
    });
}

/// The part of an experiment that the live worker runs: the compared scenarios make no difference.
struct Front(Rc<Experiment>);

impl PartialEq for Front {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0.runs_as(&other.0)
    }
}

/// Opens files of any kind.
#[hook]
pub fn use_files(takers: Takers) -> Callback<Vec<File>> {
    use_callback((), move |files, ()| spawn_local(dropped::open(files, takers.clone())))
}

fn action(news: News, sources: &Sources) -> Action {
    match news {
        // A sketch is on the page already.
        News::Loaded(key, contents) if sources.is_written(key) => {
            Action::Workload(WorkloadAction::Known(key, contents))
        }
        News::Loaded(key, contents) => Action::Workload(WorkloadAction::Loaded(key, contents)),
        News::Known(key, contents) => Action::Workload(WorkloadAction::Known(key, contents)),
        News::Unreadable(key, why) => Action::Workload(WorkloadAction::Unreadable(key, why)),
        News::UnknownTable(key, mark, table, guess) => {
            let kept = kept_mappings::of(&table);
            let asked = Asked { key, mark, table: *table, guess, kept };
            Action::Table(TableAction::Ask(Box::new(asked)))
        }
        News::NotRead(key, why) => {
            let name = sources.get(key).map_or_else(String::new, |it| it.name());
            Action::Workload(WorkloadAction::NotRead(key, format!("{name} was not read: {why}.")))
        }
        News::Progress { fraction, milliseconds } => Action::Run(RunAction::Progress { fraction, milliseconds }),
        News::Refused(why) => Action::Run(RunAction::NotRun(NotRun::Refused(why.into()))),
        News::Lost(why) => Action::Run(RunAction::NotRun(NotRun::Lost(why.into()))),
        News::NoWorker(why) => Action::Run(RunAction::NoWorker(why)),
        News::Explained(explained) => Action::View(ViewAction::Explained(explained)),
        News::Finished(finished) => Action::Run(RunAction::Finished(finished)),
    }
}
