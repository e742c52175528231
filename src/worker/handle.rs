//! One worker: started, spoken to, and replaced when it dies.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions};

use super::protocol::{self, Answer, Request};
use super::source::Sources;
use super::{first_worker, life};
use crate::page::budget;
use crate::page::connection::{Connection, Posted, told_of_death};
use crate::page::history::WorkloadKey;
use crate::page::kept::KeptWorkloads;

/// An event of a worker.
pub enum Heard {
    Answer(Answer),
    /// All that was sent and has not been answered is lost; why. Another worker has been started,
    /// unless the next that is heard says otherwise.
    Lost(String),
    /// The worker is given up; why. Requests that were neither answered nor reported lost are to be
    /// sent again after [`WorkerHandle::try_again`].
    GivenUp(String),
}

/// A build of the worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Reads logs and makes runs, fast.
    Runs,
    /// Also plans and concludes reproductions of papers and asks the questions of lessons, and is compiled for size.
    Papers,
}

impl Program {
    /// The name of its files. They have the same names in every build, so that the page names the
    /// build to which it belongs.
    fn name(self) -> &'static str {
        match self {
            Self::Runs => "worker",
            Self::Papers => "papers",
        }
    }
}

/// The script that starts a worker. It lies beside the page, wherever that is.
const LOADER: &str = "./start-worker.js";

/// A worker, given each workload at most once.
pub struct WorkerHandle {
    inner: Rc<RefCell<Inner>>,
}

struct Inner {
    program: Program,
    worker: Option<Alive>,
    /// Counts workers: messages of older ones are ignored.
    generation: u32,
    sources: Sources,
    connection: Connection<Message>,
    /// The workloads that the worker keeps.
    known: KeptWorkloads,
    hear: Rc<dyn Fn(Heard)>,
}

/// A message, and the objects that are transferred with it.
type Message = (JsValue, Array);

struct Alive {
    worker: Worker,
    /// The name of its lock.
    name: String,
    _listeners: [EventListener; 3],
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl WorkerHandle {
    /// Starts a worker; all its events are passed to `hear`.
    pub fn start(program: Program, sources: Sources, hear: impl Fn(Heard) + 'static) -> Self {
        let inner = Rc::new(RefCell::new(Inner {
            program,
            worker: None,
            generation: 0,
            sources,
            connection: Connection::default(),
            known: KeptWorkloads::default(),
            hear: Rc::new(hear),
        }));
        spawn(&inner);
        Self { inner }
    }

    /// Starts a worker in place of one that was given up.
    pub fn try_again(&self) {
        let starts = {
            let mut inner = self.inner.borrow_mut();
            let starts = inner.connection.try_again();
            if starts {
                // Workloads that it was to be given meanwhile it has not been given.
                inner.known.clear();
            }
            starts
        };
        if starts {
            spawn(&self.inner);
        }
    }

    /// Sends a request. One that needs a workload comes after [`WorkerHandle::give`].
    pub fn send(&self, request: &Request) {
        let sent = protocol::pack(request).and_then(|message| {
            let mut inner = self.inner.borrow_mut();
            match inner.connection.post(message) {
                Posted::Now(message) => inner.deliver(&message),
                // The sender sends it again.
                Posted::Waits | Posted::NoWorker => Ok(()),
            }
        });
        if let Err(error) = sent {
            cannot_send(&self.inner, &error);
        }
    }

    /// Sees to it that the worker has the workload.
    pub fn give(&self, key: WorkloadKey) {
        let (forgotten, source) = {
            let mut inner = self.inner.borrow_mut();
            let Some(source) = inner.sources.get(key) else {
                return;
            };
            let bytes = budget::workload_bytes(inner.sources.records(key));
            let Some(forgotten) = inner.known.need(key, bytes, budget::KEPT) else {
                return;
            };
            (forgotten, source)
        };
        for key in forgotten {
            self.send(&Request::Forget { key });
        }
        self.send(&source.request(key));
    }

    /// Gives the worker the workload, also if it has it already, so that it reports its contents.
    pub fn give_anew(&self, key: WorkloadKey) {
        self.forget(key);
        self.give(key);
    }

    /// Has the worker drop a workload.
    pub fn forget(&self, key: WorkloadKey) {
        let known = self.inner.borrow_mut().known.forget(key);
        if known.is_some() {
            self.send(&Request::Forget { key });
        }
    }
}

impl Inner {
    fn deliver(&self, (message, transferred): &Message) -> Result<(), JsValue> {
        let Some(alive) = &self.worker else {
            return Err("there is no worker".into());
        };
        alive.worker.post_message_with_transfer(message, transferred)
    }
}

/// The name of the build that the page belongs to; empty where it was not finished.
pub fn build() -> String {
    let meta = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.query_selector("meta[name=build]").ok()?);
    meta.and_then(|meta| meta.get_attribute("content")).unwrap_or_default()
}

fn spawn(inner: &Rc<RefCell<Inner>>) {
    let generation = {
        let mut inner = inner.borrow_mut();
        inner.generation += 1;
        inner.generation
    };
    let program = inner.borrow().program;
    let first = match program {
        Program::Runs => first_worker::take(),
        Program::Papers => None,
    };
    let (worker, name) = match &first {
        Some(first) => (first.worker(), first.name()),
        None => match new_worker(program.name()) {
            Ok(new) => new,
            Err(error) => return fail_later(inner, generation, words(&error)),
        },
    };
    let weak = Rc::downgrade(inner);
    let on_message = EventListener::new(&worker, "message", move |event| {
        if let Some(inner) = weak.upgrade() {
            let data = event.unchecked_ref::<MessageEvent>().data();
            hear(&inner, generation, data);
        }
    });
    let weak = Rc::downgrade(inner);
    let on_garbled = EventListener::new(&worker, "messageerror", move |_| {
        if let Some(inner) = weak.upgrade() {
            fail(&inner, generation, GARBLED.to_string());
        }
    });
    let weak = Rc::downgrade(inner);
    let on_error = EventListener::new(&worker, "error", move |event| {
        event.prevent_default();
        let Some(inner) = weak.upgrade() else { return };
        let why =
            event.dyn_ref::<ErrorEvent>().map_or_else(|| "it could not be loaded".to_string(), ErrorEvent::message);
        fail(&inner, generation, told_of_death(&why));
    });
    inner.borrow_mut().worker =
        Some(Alive { worker: worker.clone(), name, _listeners: [on_message, on_garbled, on_error] });
    if let Some(first) = first {
        // The code that starts a worker does not expect an event from it yet.
        spawn_local(async move {
            for event in first.said() {
                let _ = worker.dispatch_event(&event);
            }
        });
    }
}

/// A worker with a program, and its name.
pub(super) fn new_worker(program: &str) -> Result<(Worker, String), JsValue> {
    let (name, options) = (life::new_name(program), WorkerOptions::new());
    options.set_name(&name);
    let loader = format!("{LOADER}?build={}", build());
    Ok((Worker::new_with_options(&loader, &options)?, name))
}

/// Handles a message of the worker.
fn hear(inner: &Rc<RefCell<Inner>>, generation: u32, data: JsValue) {
    if inner.borrow().generation != generation {
        return;
    }
    let answer = protocol::unpack::<Answer>(data);
    match answer {
        Ok(Answer::Ready) => {
            watch(inner, generation);
            let sent = {
                let mut inner = inner.borrow_mut();
                let waiting = inner.connection.listens();
                waiting.iter().try_for_each(|it| inner.deliver(it))
            };
            if let Err(error) = sent {
                cannot_send(inner, &error);
            }
        }
        Ok(Answer::Failed { why }) => fail(inner, generation, why),
        Ok(answer) => {
            let hear = {
                let mut inner = inner.borrow_mut();
                inner.connection.answered();
                if let Answer::Unreadable { key, .. } | Answer::UnknownTable { key, .. } = &answer {
                    inner.known.forget(*key);
                }
                inner.hear.clone()
            };
            hear(Heard::Answer(answer));
        }
        // Which request it answers is not known.
        Err(_) => fail(inner, generation, GARBLED.to_string()),
    }
}

/// Detects the worker's end if it sends no message.
fn watch(inner: &Rc<RefCell<Inner>>, generation: u32) {
    let weak = Rc::downgrade(inner);
    if let Some(alive) = &inner.borrow().worker {
        life::watch(&alive.name, move || {
            if let Some(inner) = weak.upgrade() {
                fail(&inner, generation, ENDED.to_string());
            }
        });
    }
}

/// The worker is of no more use.
fn fail(inner: &Rc<RefCell<Inner>>, generation: u32, why: String) {
    let (hear, failure) = {
        let mut dead = inner.borrow_mut();
        if dead.generation != generation {
            return;
        }
        let failure = dead.connection.fail();
        (dead.hear.clone(), failure)
    };
    replace(inner, &hear, (failure.lost, failure.given_up), why);
}

/// A request could not be sent: its sender gets no answer.
fn cannot_send(inner: &Rc<RefCell<Inner>>, error: &JsValue) {
    let (weak, why) = (Rc::downgrade(inner), words(error));
    // The sender is still running.
    let later = Timeout::new(0, move || {
        let Some(inner) = weak.upgrade() else { return };
        let (hear, failure) = {
            let mut inner = inner.borrow_mut();
            if inner.connection.is_given_up() {
                return;
            }
            (inner.hear.clone(), inner.connection.fail_to_send())
        };
        let why = format!("a request could not be sent: {why}");
        replace(&inner, &hear, (failure.lost, failure.given_up), why);
    });
    later.forget();
}

fn fail_later(inner: &Rc<RefCell<Inner>>, generation: u32, why: String) {
    let weak = Rc::downgrade(inner);
    let later = Timeout::new(0, move || {
        if let Some(inner) = weak.upgrade() {
            fail(&inner, generation, why);
        }
    });
    later.forget();
}

/// Puts another worker in the place of one that failed, unless it is given up, and says so.
fn replace(inner: &Rc<RefCell<Inner>>, hear: &Rc<dyn Fn(Heard)>, (lost, given_up): (bool, bool), why: String) {
    {
        let mut dead = inner.borrow_mut();
        // The listener that calls this is dropped with the worker: not before it has returned.
        if let Some(alive) = dead.worker.take() {
            Timeout::new(0, move || drop(alive)).forget();
        }
        dead.generation += 1;
        if lost || given_up {
            dead.known.clear();
        }
    }
    if !given_up {
        spawn(inner);
    }
    if lost {
        hear(Heard::Lost(format!("the worker stopped: {why}")));
    }
    if given_up {
        hear(Heard::GivenUp(why));
    }
}

/// An error in the browser's words.
pub(super) fn words(error: &JsValue) -> String {
    let message = js_sys::Reflect::get(error, &"message".into());
    let message = message.ok().and_then(|it| it.as_string());
    let text = message.or_else(|| error.as_string());
    text.unwrap_or_else(|| format!("{error:?}"))
}

/// The message on a worker that has ended without an error.
pub(super) const ENDED: &str = "the browser has ended it, for want of memory perhaps";

/// The message on an answer that cannot be read.
const GARBLED: &str = "its answer could not be read";
