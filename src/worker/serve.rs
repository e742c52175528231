//! The worker: keeps workloads, runs experiments a slice at a time, and listens in between.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_events::EventListener;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, MessagePort, Performance};

use super::further_tasks::FurtherTasks;
use super::protocol::{self, Answer, Buffer, Request, RunNumber};
use crate::criteria;
use crate::experiment::plan::Digest;
use crate::experiment::{self, Scenario, Simulation, Watch};
use crate::export::snapshot::{FileMark, Source};
use crate::page::contents::Contents;
use crate::page::history::WorkloadKey;
use crate::page::progress::Estimate;
use crate::page::tasks::Wanted;
use crate::workload::lublin::Lublin;
use crate::workload::replicate::{Counted, Replication};
use crate::workload::table::Mapping;
use crate::workload::{self, ReadError, ReadErrorKind, Reading, Time, Workload};

/// Milliseconds of a run before the worker listens again.
const SLICE: f64 = 20.0;

/// Instants of the simulation between two readings of the clock.
const INSTANTS: usize = 64;

struct Server {
    /// Its functions for tasks beyond runs, in the build that has them.
    further: Option<FurtherTasks>,
    scope: DedicatedWorkerGlobalScope,
    /// Asked between any two slices of a run, and so kept at hand.
    clock: Option<Performance>,
    workloads: RefCell<Vec<(WorkloadKey, Workload)>>,
    task: RefCell<Option<Task>>,
    /// A run to explain, beside the other.
    question: RefCell<Option<Task>>,
    /// The last run that was explained, if it can go on.
    explained: RefCell<Option<Task>>,
    /// A message to oneself: it comes after those that the page has sent in the meantime.
    later: MessagePort,
    /// Whether one is under way: however much is begun, slices follow one another in one chain.
    is_called: Cell<bool>,
}

struct Task {
    number: RunNumber,
    key: WorkloadKey,
    scenario: Box<Scenario>,
    simulation: Simulation,
    /// The jobs that its figures count.
    counted: Counted,
    purpose: Purpose,
    spent: f64,
    told: f64,
    estimate: Estimate,
}

/// The purpose of a run.
#[derive(Clone, Copy)]
enum Purpose {
    /// Its report is sent, with the results that are wanted beside it.
    Report(Wanted),
    /// The decision log of its watch is sent.
    Explain,
}

/// Serves the page until it ends the worker. Without `further` it does no tasks beyond runs, and has
/// none of that code.
pub fn serve(further: Option<FurtherTasks>) {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let channel = match MessageChannel::new() {
        Ok(channel) => channel,
        Err(error) => wasm_bindgen::throw_val(error),
    };
    let server = Rc::new(Server {
        further,
        clock: scope.performance(),
        scope: scope.clone(),
        workloads: RefCell::default(),
        task: RefCell::default(),
        question: RefCell::default(),
        explained: RefCell::default(),
        later: channel.port2(),
        is_called: Cell::new(false),
    });
    let port = channel.port1();
    let resumed = server.clone();
    EventListener::new(&port, "message", move |_| {
        resumed.is_called.set(false);
        resumed.go_on();
    })
    .forget();
    port.start();
    // The listener holds the port by its handle only.
    std::mem::forget(port);
    let receiver = server.clone();
    EventListener::new(&scope, "message", move |event| {
        let data = event.unchecked_ref::<MessageEvent>().data();
        match protocol::unpack(data) {
            Ok(request) => receiver.take_up(request),
            Err(error) => {
                let why = format!("it does not understand a request: {error:?}");
                receiver.answer(&Answer::Failed { why });
            }
        }
    })
    .forget();
    server.answer(&Answer::Ready);
}

// Requests that a sweep repeats are kept out of larger functions: a browser optimizes a function as a
// whole.
impl Server {
    fn take_up(&self, request: Request) {
        match request {
            Request::Load { key, name, written, bytes, mapping } => {
                if written {
                    self.read_written(key, name, bytes)
                } else {
                    self.read(key, name, bytes, mapping)
                }
            }
            Request::Generate { key, model } => self.make(key, || {
                let workload = model.generate()?;
                let source = if *model == Lublin::default() { Source::Sample } else { Source::Generated(model) };
                Ok((workload, source))
            }),
            Request::MakeWorkflow { key, made } => {
                self.make(key, || Ok((made.workload()?, Source::Workflow(made))));
            }
            Request::MakeTasks { key, made } => {
                self.make(key, || Ok((made.workload()?, Source::Tasks(made))));
            }
            Request::Forget { key } => {
                self.workloads.borrow_mut().retain(|(kept, _)| *kept != key);
                self.explained.borrow_mut().take_if(|it| it.key == key);
            }
            Request::Run { number, key, scenario, wanted, replicate } => {
                let purpose = Purpose::Report(wanted);
                self.begin(&self.task, (number, purpose), (key, replicate), scenario, None);
            }
            Request::Explain { number, key, scenario, watch } => {
                if !self.goes_on(number, key, &scenario, watch) {
                    let purpose = Purpose::Explain;
                    self.begin(&self.question, (number, purpose), (key, None), scenario, Some(watch));
                }
            }
            Request::Ask { number, question, time } => {
                let asked = self.further().and_then(|it| it.ask(&question, time));
                self.answer(&match asked {
                    Ok(question) => Answer::Asked { number, question },
                    Err(why) => Answer::Refused { number, why },
                });
            }
            Request::Plan { number, key, order } => {
                let planned = self.with_further(key, |further, log| further.plan(&order, log));
                self.answer(&match planned {
                    Ok(plan) => Answer::Planned { number, plan: Box::new(plan) },
                    Err(why) => Answer::Refused { number, why },
                });
            }
            Request::Conclude { number, key, order, reports } => {
                let concluded = self.with_further(key, |further, log| further.conclude(&order, log, reports));
                self.answer(&match concluded {
                    Ok(findings) => Answer::Concluded { number, findings: Box::new(findings) },
                    Err(why) => Answer::Refused { number, why },
                });
            }
            Request::Cancel => drop(self.task.take()),
        }
    }

    /// Reads a file, by a mapping of its columns if there is one.
    #[inline(never)]
    fn read(&self, key: WorkloadKey, name: String, bytes: Buffer, mapping: Option<Mapping>) {
        let since = self.now();
        let bytes = bytes.bytes();
        let read = workload::read_as(&name, &bytes, mapping.as_ref());
        let spent = self.now() - since;
        let digest = Digest::of(&bytes);
        let mark = FileMark::of_digest(&name, bytes.len(), digest);
        match read {
            Ok(reading) => {
                let source = Source::File(mark.with_mapping(mapping));
                self.keep(key, reading, (source, Some(digest)), spent);
            }
            Err(ReadError { kind: ReadErrorKind::UnknownTable(unknown), .. }) => {
                self.answer(&Answer::UnknownTable { key, mark, table: Box::new(unknown.table), guess: unknown.guess })
            }
            Err(why) => {
                let why = why.to_string();
                self.answer(&Answer::Unreadable { key, why });
            }
        }
    }

    /// Reads a text that a user has written on the page.
    #[inline(never)]
    fn read_written(&self, key: WorkloadKey, name: String, bytes: Buffer) {
        let since = self.now();
        let bytes = bytes.bytes();
        match workload::read(&name, &bytes) {
            Ok(reading) => {
                let spent = self.now() - since;
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let source = Source::Written { name, text };
                self.keep(key, reading, (source, None), spent);
            }
            Err(why) => {
                let why = why.to_string();
                self.answer(&Answer::Unreadable { key, why });
            }
        }
    }

    /// Makes a workload.
    #[inline(never)]
    fn make(&self, key: WorkloadKey, make: impl FnOnce() -> Result<(Workload, Source), String>) {
        let since = self.now();
        match make() {
            Ok((workload, source)) => {
                self.keep(key, workload.into(), (source, None), self.now() - since);
            }
            Err(why) => self.answer(&Answer::Unreadable { key, why }),
        }
    }

    fn keep(&self, key: WorkloadKey, reading: Reading, (source, digest): (Source, Option<Digest>), milliseconds: f64) {
        let contents = Box::new(Contents::of(&reading, source, digest, milliseconds));
        self.workloads.borrow_mut().push((key, reading.workload));
        self.answer(&Answer::Loaded { key, contents });
    }

    /// Calls a function with a workload that was given.
    fn with_workload<T>(
        &self,
        key: WorkloadKey,
        make: impl FnOnce(&Workload) -> Result<T, String>,
    ) -> Result<T, String> {
        let workloads = self.workloads.borrow();
        match workloads.iter().find(|(kept, _)| *kept == key) {
            Some((_, workload)) => make(workload),
            None => Err("the workload is not there".to_string()),
        }
    }

    /// The functions for tasks beyond runs.
    fn further(&self) -> Result<&FurtherTasks, String> {
        self.further.as_ref().ok_or_else(|| "this worker makes runs only".to_owned())
    }

    /// Calls a function with the workload and the functions for tasks beyond runs.
    fn with_further<T>(
        &self,
        key: WorkloadKey,
        make: impl FnOnce(&FurtherTasks, &Workload) -> Result<T, String>,
    ) -> Result<T, String> {
        let further = self.further()?;
        self.with_workload(key, |log| make(further, log))
    }

    /// Begins a run in place of the one that is in `slot`.
    #[inline(never)]
    fn begin(
        &self,
        slot: &RefCell<Option<Task>>,
        (number, purpose): (RunNumber, Purpose),
        (key, replicate): (WorkloadKey, Option<(Replication, u32)>),
        scenario: Box<Scenario>,
        watch: Option<Watch>,
    ) {
        let since = self.now();
        let replicate = replicate.as_ref().map(|(made, place)| (made, *place));
        let started = self.with_workload(key, |workload| {
            experiment::start_on(&scenario, workload, replicate).map_err(|why| why.to_string())
        });
        match started {
            Ok((mut simulation, counted)) => {
                if let Some(watch) = watch {
                    simulation.watch(watch);
                }
                slot.replace(Some(Task {
                    number,
                    key,
                    scenario,
                    simulation,
                    counted,
                    purpose,
                    spent: self.now() - since,
                    told: 0.0,
                    estimate: Estimate::default(),
                }));
                self.go_on();
            }
            Err(why) => {
                slot.take();
                self.answer(&Answer::Refused { number, why });
            }
        }
    }

    /// Answers a question about a moment by a run that has been explained before, or is about to be, if it has
    /// not gone beyond; whether it does.
    fn goes_on(&self, number: RunNumber, key: WorkloadKey, scenario: &Scenario, watch: Watch) -> bool {
        let under_way = self.question.take().or_else(|| self.explained.take());
        let (Watch::Moment(moment), Some(mut task)) = (watch, under_way) else {
            return false;
        };
        if task.key != key || *task.scenario != *scenario || !task.simulation.watch_on(moment) {
            return false;
        }
        task.number = number;
        self.question.replace(Some(task));
        self.go_on();
        true
    }

    /// Runs one slice of each run that is under way.
    #[inline(never)]
    fn go_on(&self) {
        let slots = [&self.question, &self.task];
        slots.into_iter().for_each(|slot| self.run_slice(slot));
        let under_way = slots.iter().any(|slot| slot.borrow().is_some());
        if under_way
            && !self.is_called.replace(true)
            && let Err(error) = self.later.post_message(&JsValue::NULL)
        {
            wasm_bindgen::throw_val(error);
        }
    }

    fn run_slice(&self, slot: &RefCell<Option<Task>>) {
        let Some(mut task) = slot.take() else {
            return;
        };
        let since = self.now();
        let mut finished = false;
        while !finished && self.now() - since < SLICE {
            finished = task.simulation.advance(INSTANTS);
        }
        task.spent += self.now() - since;
        if finished {
            return self.finish(task);
        }
        task.estimate.observe(task.spent, task.simulation.standing());
        let is_told = matches!(task.purpose, Purpose::Report(_));
        if is_told && task.spent - task.told > 100.0 {
            task.told = task.spent;
            let (number, fraction) = (task.number, task.estimate.fraction());
            self.answer(&Answer::Progress { number, fraction, milliseconds: task.spent });
        }
        slot.replace(Some(task));
    }

    #[inline(never)]
    fn finish(&self, mut task: Task) {
        let since = self.now();
        let number = task.number;
        let wanted = match task.purpose {
            Purpose::Report(wanted) => wanted,
            Purpose::Explain => {
                self.answer(&match task.simulation.explanation() {
                    Some(explanation) => Answer::Explained { number, explanation: Box::new(explanation) },
                    None => Answer::Refused { number, why: "nothing was watched".to_owned() },
                });
                // Whether it can go on at all: no moment is beyond this one.
                let goes_on = task.simulation.watch_on(Time::MAX);
                self.explained.replace(goes_on.then_some(task));
                return;
            }
        };
        let run = task.simulation.finish();
        let report = Box::new(match wanted {
            Wanted::Waits => criteria::report_with_waits(&run),
            Wanted::Report => criteria::report_of_jobs(&run, |job| task.counted.counts(job)),
            Wanted::Run => {
                let beside_log = self.with_workload(task.key, |workload| {
                    Ok(experiment::report_beside_log(&run, &task.scenario, workload))
                });
                beside_log.unwrap_or_else(|_| criteria::report(&run))
            }
        });
        let milliseconds = task.spent + self.now() - since;
        self.answer(&Answer::Finished {
            number,
            report,
            columns: (wanted == Wanted::Run).then(|| Buffer::of_run(&run)),
            milliseconds,
        });
    }

    fn answer(&self, answer: &Answer) {
        let sent = protocol::pack(answer)
            .and_then(|(message, transferred)| self.scope.post_message_with_transfer(&message, &transferred));
        // The page hears of it as of any other death, and does not wait for this answer.
        if let Err(error) = sent {
            wasm_bindgen::throw_val(error);
        }
    }

    fn now(&self) -> f64 {
        self.clock.as_ref().map_or(0.0, Performance::now)
    }
}
