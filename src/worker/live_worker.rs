//! The worker behind the picture: the newest experiment wins.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;

use super::now;
use super::pace::Slices;
use super::protocol::{Answer, Buffer, LARGE, Request, RunNumber};
use super::source::Sources;
use crate::chart::GanttIndex;
use crate::criteria::Report;
use crate::experiment::wire::{self, Source as _, WireError};
use crate::experiment::{self, Explanation};
use crate::export::snapshot::FileMark;
use crate::page::contents::Contents;
use crate::page::explained::{Explained, Question};
use crate::page::history::{Experiment, WorkloadKey};
use crate::page::live_runs::{self, Begins, Lost, ToWorker};
use crate::page::state::{Finished, arranged};
use crate::page::tasks::Wanted;
use crate::slices::{AtOnce, at_once};
use crate::worker::handle::{Heard, Program, WorkerHandle};
use crate::workload::table::{Mapping, Table};

/// An event of the live worker.
pub enum News {
    /// A workload has been read.
    Loaded(WorkloadKey, Rc<Contents>),
    /// The contents of a workload that a new worker was given again.
    Known(WorkloadKey, Rc<Contents>),
    /// A file could not be read.
    Unreadable(WorkloadKey, String),
    /// A file is a table of jobs of no known format: its mark, its columns and what they may be.
    UnknownTable(WorkloadKey, FileMark, Box<Table>, Mapping),
    /// A file was not read, for a reason that is not its own.
    NotRead(WorkloadKey, String),
    /// The progress of a run that has been under way for a while.
    Progress { fraction: f64, milliseconds: f64 },
    /// The run of an experiment is complete.
    Finished(Rc<Finished>),
    /// An experiment cannot be run; why.
    Refused(String),
    /// The run of an experiment was lost; why.
    Lost(String),
    /// There is no worker; why.
    NoWorker(String),
    /// A question was answered.
    Explained(Rc<Explained>),
}

/// The worker behind the picture.
#[derive(Clone)]
pub struct LiveWorker {
    handle: Rc<WorkerHandle>,
    runs: Rc<RefCell<LiveRuns>>,
}

/// A run, and the movement of a control that it belongs to.
type RequestedRun = (Rc<Experiment>, u32);
type LiveRuns = live_runs::LiveRuns<RequestedRun, Question>;

/// The receiver of news.
type Tell = Rc<dyn Fn(News)>;

/// A run as it comes from the worker.
struct Arrival {
    number: RunNumber,
    columns: Option<Buffer>,
    report: Box<Report>,
    milliseconds: f64,
}

impl LiveWorker {
    pub fn start(sources: Sources, tell: impl Fn(News) + 'static) -> Self {
        let runs = Rc::new(RefCell::new(LiveRuns::default()));
        let tell: Tell = Rc::new(tell);
        let slot: Rc<RefCell<Option<LiveWorker>>> = Rc::default();
        let hear = {
            let slot = slot.clone();
            move |heard| {
                let live = slot.borrow().clone();
                if let Some(live) = live {
                    live.hear(heard, &tell);
                }
            }
        };
        let live = Self { handle: Rc::new(WorkerHandle::start(Program::Runs, sources, hear)), runs };
        slot.replace(Some(live.clone()));
        live
    }

    /// Reads a workload.
    pub fn read(&self, key: WorkloadKey) {
        let sent = self.runs.borrow_mut().read(key);
        self.send(sent);
    }

    /// Runs an experiment, in place of any older one.
    pub fn run(&self, experiment: Rc<Experiment>, movement: u32) {
        let begins = self.runs.borrow_mut().run((experiment, movement), now());
        match begins {
            Begins::Now(sent) => self.send(Some(sent)),
            Begins::Later(milliseconds) => {
                let live = self.clone();
                Timeout::new(milliseconds, move || live.begin_next()).forget();
            }
            Begins::Waits => {}
        }
    }

    /// Asks about a run, in place of any older question.
    pub fn ask(&self, question: Question) {
        let sent = self.runs.borrow_mut().ask(question);
        self.send(sent);
    }

    /// Restarts the worker if it was given up, and resends requests that were lost or held. Returns
    /// whether a run is among those.
    pub fn try_again(&self) -> bool {
        self.handle.try_again();
        let sent = self.runs.borrow_mut().try_again(now());
        let runs = sent.iter().any(|it| matches!(it, ToWorker::Run(..)));
        for sent in sent {
            self.send(Some(sent));
        }
        runs
    }

    /// The workloads that pending requests need.
    pub fn wants(&self) -> Vec<WorkloadKey> {
        let runs = self.runs.borrow();
        let (reading, runs, asked) = runs.pending();
        let runs = runs.map(|(experiment, _)| experiment.workload);
        let asked = asked.map(|it| it.experiment.workload);
        reading.iter().copied().chain(runs).chain(asked).collect()
    }

    /// Has the worker drop a workload.
    pub fn forget(&self, key: WorkloadKey) {
        self.handle.forget(key);
    }

    /// Stops the run that is under way: whether there was one.
    pub fn cancel(&self) -> bool {
        let (stopped, sent) = self.runs.borrow_mut().cancel();
        self.send(sent);
        stopped
    }

    fn begin_next(&self) {
        let sent = self.runs.borrow_mut().begin_next(now());
        self.send(sent);
    }

    fn send(&self, sent: Option<ToWorker<RequestedRun, Question>>) {
        match sent {
            None => {}
            Some(ToWorker::Read(key)) => self.handle.give_anew(key),
            Some(ToWorker::Stop) => self.handle.send(&Request::Cancel),
            Some(ToWorker::Run(number, (experiment, _))) => {
                self.handle.give(experiment.workload);
                self.handle.send(&Request::Run {
                    number,
                    key: experiment.workload,
                    scenario: Box::new(experiment.scenario.clone()),
                    wanted: Wanted::Run,
                    replicate: None,
                });
            }
            Some(ToWorker::Ask(number, Question { experiment, watch })) => {
                self.handle.give(experiment.workload);
                self.handle.send(&Request::Explain {
                    number,
                    key: experiment.workload,
                    scenario: Box::new(experiment.scenario.clone()),
                    watch,
                });
            }
        }
    }

    fn hear(&self, heard: Heard, tell: &Tell) {
        match heard {
            Heard::Answer(answer) => self.hear_answer(answer, tell),
            Heard::Lost(why) => {
                let Lost { reading, run, asked } = self.runs.borrow_mut().lose();
                if let Some(question) = asked {
                    tell(explained(question, Err(why.clone())));
                }
                for key in reading {
                    tell(News::NotRead(key, why.clone()));
                }
                if run.is_some() {
                    tell(News::Lost(why));
                }
                self.begin_next();
            }
            Heard::GivenUp(why) => {
                self.runs.borrow_mut().give_up();
                tell(News::NoWorker(why));
            }
        }
    }

    fn hear_answer(&self, answer: Answer, tell: &Tell) {
        match answer {
            Answer::Loaded { key, contents } => {
                let waited = self.runs.borrow_mut().has_read(key);
                let contents = Rc::from(contents);
                tell(if waited { News::Loaded(key, contents) } else { News::Known(key, contents) });
            }
            Answer::Unreadable { key, why } => {
                if self.runs.borrow_mut().has_read(key) {
                    tell(News::Unreadable(key, why));
                }
            }
            Answer::UnknownTable { key, mark, table, guess } => {
                if self.runs.borrow_mut().has_read(key) {
                    tell(News::UnknownTable(key, mark, table, guess));
                }
            }
            Answer::Progress { number, fraction, milliseconds } => {
                if self.runs.borrow().is_current(number) {
                    tell(News::Progress { fraction, milliseconds });
                }
            }
            Answer::Finished { number, report, columns, milliseconds } => {
                let arrival = Arrival { number, columns, report, milliseconds };
                self.receive(arrival, tell);
            }
            Answer::Explained { number, explanation } => self.explained(number, Ok(*explanation), tell),
            Answer::Refused { number, why } => {
                let ended = self.runs.borrow_mut().ended(number);
                if ended.is_some() {
                    tell(News::Refused(why));
                    self.begin_next();
                } else {
                    self.explained(number, Err(why), tell);
                }
            }
            // The live worker is not asked for the last two, and the handle hears the first two.
            Answer::Ready
            | Answer::Failed { .. }
            | Answer::Asked { .. }
            | Answer::Planned { .. }
            | Answer::Concluded { .. } => {}
        }
    }

    /// Unpacks a run that has arrived. A large one takes its time, and the page goes on meanwhile: it counts as
    /// under way until it is there, and is dropped like any other if it is stopped, lost or out of date by then.
    fn receive(&self, mut arrival: Arrival, tell: &Tell) {
        let Some(columns) = arrival.columns.take() else {
            return self.finish(arrival, Err(WireError), None, tell);
        };
        if columns.size() <= LARGE {
            let run = at_once(wire::decode_from(&columns, &AtOnce));
            return self.finish(arrival, run, None, tell);
        }
        let (live, tell) = (self.clone(), tell.clone());
        spawn_local(async move {
            let pace = Slices::begin();
            let run = wire::decode_from(&columns, &pace).await;
            // There may be no room for the columns and the run's index beside it.
            drop(columns);
            let is_waited_for = live.runs.borrow().is_current(arrival.number);
            let index = match &run {
                Ok(run) if is_waited_for => Some(arranged(run, &pace).await),
                _ => None,
            };
            live.finish(arrival, run, index, &tell);
        });
    }

    /// A run is there.
    fn finish(
        &self,
        arrival: Arrival,
        run: Result<experiment::Run, WireError>,
        index: Option<Rc<GanttIndex>>,
        tell: &Tell,
    ) {
        let ended = self.runs.borrow_mut().ended(arrival.number);
        let Some((experiment, movement)) = ended else {
            return;
        };
        let Arrival { report, milliseconds, .. } = arrival;
        match run {
            Ok(run) => tell(News::Finished(Rc::new(Finished {
                experiment,
                movement,
                run,
                report: *report,
                milliseconds,
                arranged: index.map_or_else(OnceCell::new, OnceCell::from),
                busiest: OnceCell::new(),
            }))),
            Err(why) => tell(News::Lost(format!("its answer could not be read: {why}"))),
        }
        self.begin_next();
    }

    /// The question of this number is answered.
    fn explained(&self, number: RunNumber, told: Result<Explanation, String>, tell: &Tell) {
        let asked = self.runs.borrow_mut().answered(number);
        if let Some(question) = asked {
            tell(explained(question, told));
        }
    }
}

fn explained(question: Question, told: Result<Explanation, String>) -> News {
    News::Explained(Rc::new(Explained { question, told }))
}
