//! Between the state and the live worker: experiments go there, news come back.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

use crate::app::context::clock;
use crate::app::context::state::{Dispatch, StateHandle};
use crate::app::files::bytes::bytes_of;
use crate::app::files::curves_file;
use crate::app::files::hand_in_file;
use crate::app::files::kept_mappings;
use crate::app::files::lesson_file;
use crate::app::files::log_file;
use crate::app::files::project_file;
use crate::app::files::requests_file;
use crate::app::files::resources_file;
use crate::app::files::scenario_file;
use slotscope::lesson::Lesson;
use slotscope::page::budget;
use slotscope::page::classroom::visit::VisitAction;
use slotscope::page::curves_given::GivenCurves;
use slotscope::page::explained::Question;
use slotscope::page::history::{Experiment, WorkloadKey};
use slotscope::page::state::{Action, NotRun, RunAction, ViewAction, WorkloadAction};
use slotscope::page::tables::{Asked, TableAction};
use slotscope::worker::{LiveWorker, News, Source, Sources};

/// JSON objects larger than this may be logs or workflows, which a worker reads, but not scenarios or lessons;
/// larger ones that begin with their kind may be projects or sweeps.
const LARGEST_OBJECT: u32 = 8 << 20;
const LARGEST_NAMED: u32 = 128 << 20;

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

/// Reads a file: a log is handed on as a source, a scenario takes the place of the present one, a
/// list of requests becomes part of it, a lesson, a sweep or a hand-in is opened; the nodes of a resources file go with the tasks
/// that are there, of which `present` tells.
#[hook]
pub fn use_files(
    read: &Callback<Source, WorkloadKey>,
    on_lesson: &Callback<Rc<Lesson>>,
    on_curves: &Callback<(String, GivenCurves)>,
    present: &Callback<(), Option<Source>>,
    dispatch: &Dispatch,
) -> Callback<File> {
    let (read, dispatch) = (read.clone(), dispatch.clone());
    let present = present.clone();
    let (on_lesson, on_curves) = (on_lesson.clone(), on_curves.clone());
    use_callback((), move |file: File, ()| {
        let (read, dispatch) = (read.clone(), dispatch.clone());
        let (on_lesson, on_curves) = (on_lesson.clone(), on_curves.clone());
        let present = present.clone();
        spawn_local(async move {
            let name = file.name();
            match bytes_of(&file).await {
                Ok(bytes) if is_for_a_worker(&bytes) => {
                    read.emit(Source::file(name, bytes));
                }
                Ok(bytes) if hand_in_file::looks_like_one(&bytes) => {
                    dispatch.dispatch(hand_in_file::give(&name, &bytes));
                }
                Ok(bytes) if project_file::looks_like_one(&bytes) => {
                    dispatch.dispatch(project_file::read(&name, &bytes));
                }
                Ok(bytes) if lesson_file::looks_like_one(&bytes) => match lesson_file::read(&name, &bytes) {
                    Ok(lesson) => on_lesson.emit(lesson),
                    Err(why) => dispatch.dispatch(Action::complain(why)),
                },
                Ok(bytes) if curves_file::looks_like_one(&bytes) => match curves_file::read(&name, &bytes) {
                    Ok(curves) => on_curves.emit((name, curves)),
                    Err(why) => dispatch.dispatch(Action::complain(why)),
                },
                Ok(bytes) if resources_file::looks_like_one(&bytes) => {
                    match resources_file::join(&name, &bytes, present.emit(())) {
                        Ok(source) => {
                            read.emit(source);
                        }
                        Err(why) => dispatch.dispatch(Action::complain(why)),
                    }
                }
                Ok(bytes) if log_file::looks_like_one(&bytes) => {
                    read.emit(Source::file(name, bytes));
                }
                Ok(bytes) if scenario_file::looks_like_one(&bytes) => {
                    dispatch.dispatch(scenario_file::read(&name, &bytes));
                }
                Ok(bytes) if log_file::is_table(&bytes) => {
                    read.emit(Source::file(name, bytes));
                }
                Ok(bytes) if requests_file::looks_like_one(&name, &bytes) => {
                    dispatch.dispatch(requests_file::read(name, &bytes));
                }
                Ok(bytes) => {
                    read.emit(Source::file(name, bytes));
                }
                Err(why) => dispatch.dispatch(Action::complain(format!("{name}: {why}"))),
            }
        });
    })
}

/// Whether inspecting a file would block the page for too long, whatever its kind.
fn is_for_a_worker(bytes: &js_sys::Uint8Array) -> bool {
    if !scenario_file::looks_like_one(bytes) {
        return false;
    }
    let is_named = || project_file::says_so(bytes) || curves_file::says_so(bytes);
    let length = bytes.length();
    length > LARGEST_NAMED || length > LARGEST_OBJECT && !is_named()
}

fn action(news: News, sources: &Sources) -> Action {
    match news {
        // A sketch is on the page already.
        News::Loaded(key, contents) if sources.is_written(key) => {
            Action::Workload(WorkloadAction::Known(key, contents))
        }
        News::Loaded(key, contents) => Action::Workload(WorkloadAction::Loaded(key, contents)),
        News::Known(key, contents) => Action::Workload(WorkloadAction::Known(key, contents)),
        News::Unreadable(_, why) => Action::Workload(WorkloadAction::Unreadable(why)),
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
