//! One worker: started, spoken to, and replaced when it dies.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use gloo_events::EventListener;
use js_sys::{Array, ArrayBuffer};
use wasm_bindgen::JsCast;
use web_sys::{ErrorEvent, MessageEvent, Worker};

use super::protocol::{self, Answer, Request};
use super::source::Sources;
use crate::app::experiment::WorkloadKey;
use crate::app::offline;

/// What is heard from a worker.
pub enum Heard {
    /// An answer, with its buffer.
    Answer(Answer, Option<ArrayBuffer>),
    /// It is gone; another has been started in its place and knows nothing.
    Died(String),
}

/// A worker, given each workload at most once.
pub struct Link {
    inner: Rc<RefCell<Inner>>,
}

struct Inner {
    worker: Option<Alive>,
    sources: Sources,
    /// Messages that wait for the worker to listen.
    waiting: Option<VecDeque<(Array, Array)>>,
    /// The workloads that the worker keeps, the latest used last.
    known: Vec<WorkloadKey>,
    /// Deaths since the last answer: a worker that never gets up is not restarted for ever.
    deaths: u32,
    hear: Rc<dyn Fn(Heard)>,
}

struct Alive {
    worker: Worker,
    _listeners: [EventListener; 2],
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// A worker keeps so many workloads.
const KEPT: usize = 2;

/// After so many deaths in a row a worker is given up.
const DEATHS: u32 = 3;

impl Link {
    /// Starts a worker; whatever comes from it goes to `hear`.
    pub fn start(sources: Sources, hear: impl Fn(Heard) + 'static) -> Self {
        let inner = Rc::new(RefCell::new(Inner {
            worker: None,
            sources,
            waiting: Some(VecDeque::new()),
            known: Vec::new(),
            deaths: 0,
            hear: Rc::new(hear),
        }));
        spawn(&inner);
        Self { inner }
    }

    /// Sends a request. One that needs a workload comes after [`Link::give`].
    pub fn send(&self, request: &Request) {
        self.inner.borrow_mut().post(request, None);
    }

    /// Sends a request with bytes, which change hands.
    pub fn send_with(&self, request: &Request, bytes: &ArrayBuffer) {
        self.inner.borrow_mut().post(request, Some(bytes));
    }

    /// Sees to it that the worker has the workload.
    pub fn give(&self, key: WorkloadKey) {
        let mut inner = self.inner.borrow_mut();
        if let Some(place) = inner.known.iter().position(|&known| known == key) {
            let key = inner.known.remove(place);
            inner.known.push(key);
            return;
        }
        let Some(source) = inner.sources.get(key) else {
            return;
        };
        if inner.known.len() == KEPT {
            let key = inner.known.remove(0);
            inner.post(&Request::Forget { key }, None);
        }
        inner.known.push(key);
        let (request, bytes) = source.request(key);
        inner.post(&request, bytes.as_ref());
    }
}

impl Inner {
    fn post(&mut self, request: &Request, bytes: Option<&ArrayBuffer>) {
        let Ok((message, transferred)) = protocol::pack(request, bytes) else {
            return;
        };
        match (&mut self.waiting, &self.worker) {
            (Some(waiting), _) => waiting.push_back((message, transferred)),
            (None, Some(alive)) => deliver(&alive.worker, &message, &transferred),
            (None, None) => {}
        }
    }

    fn listens(&mut self) {
        let (Some(waiting), Some(alive)) = (self.waiting.take(), &self.worker) else {
            return;
        };
        for (message, transferred) in waiting {
            deliver(&alive.worker, &message, &transferred);
        }
    }
}

fn deliver(worker: &Worker, message: &Array, transferred: &Array) {
    if let Err(error) = worker.post_message_with_transfer(message, transferred) {
        web_sys::console::warn_1(&error);
    }
}

fn spawn(inner: &Rc<RefCell<Inner>>) {
    let loader = format!("{LOADER}?build={}", offline::build());
    let worker = match Worker::new(&loader) {
        Ok(worker) => worker,
        Err(error) => {
            let hear = inner.borrow().hear.clone();
            hear(Heard::Died(format!(
                "no worker could be started: {error:?}"
            )));
            return;
        }
    };
    let weak = Rc::downgrade(inner);
    let on_message = EventListener::new(&worker, "message", move |event| {
        let Some(inner) = weak.upgrade() else { return };
        let data = event.unchecked_ref::<MessageEvent>().data();
        let Ok((answer, buffer)) = protocol::unpack::<Answer>(data) else {
            return;
        };
        let hear = inner.borrow().hear.clone();
        match answer {
            Answer::Ready => inner.borrow_mut().listens(),
            answer => {
                inner.borrow_mut().deaths = 0;
                if let Answer::Unreadable { key, .. } = &answer {
                    inner.borrow_mut().known.retain(|known| known != key);
                }
                hear(Heard::Answer(answer, buffer));
            }
        }
    });
    let weak = Rc::downgrade(inner);
    let on_error = EventListener::new(&worker, "error", move |event| {
        event.prevent_default();
        let Some(inner) = weak.upgrade() else { return };
        let why = event
            .dyn_ref::<ErrorEvent>()
            .map_or_else(|| "it could not be loaded".to_string(), ErrorEvent::message);
        replace(&inner, why);
    });
    inner.borrow_mut().worker = Some(Alive {
        worker,
        _listeners: [on_message, on_error],
    });
}

fn replace(inner: &Rc<RefCell<Inner>>, why: String) {
    let (hear, given_up) = {
        let mut dead = inner.borrow_mut();
        // The listener that calls this is dropped with the worker: not before it has returned.
        if let Some(alive) = dead.worker.take() {
            gloo_timers::callback::Timeout::new(0, move || drop(alive)).forget();
        }
        dead.known.clear();
        dead.waiting = Some(VecDeque::new());
        dead.deaths += 1;
        (dead.hear.clone(), dead.deaths > DEATHS)
    };
    if !given_up {
        spawn(inner);
    }
    hear(Heard::Died(why));
}

/// What starts the worker's WebAssembly. It lies beside the page, wherever that is. Its files have
/// the same names in every build, so that the page says which one it belongs to.
const LOADER: &str = "./start-worker.js";
