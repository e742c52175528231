//! Parquet files on the page: a worker with a program of its own makes CSV of them. It is fetched with the first such file, so
//! that nobody else has its code.

use gloo_events::EventListener;
use js_sys::{ArrayBuffer, Promise, Uint8Array};
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, ErrorEvent, Event, MessageEvent, Worker};

use super::handle::{ENDED, new_worker, words};
use super::life;
use super::protocol::{self, Buffer, Message};
use crate::page::connection::told_of_death;
use crate::workload::MAX_TEXT_BYTES;

/// What the worker says.
#[derive(Serialize, Deserialize)]
enum Said {
    /// It listens.
    Ready,
    /// It cannot be started; why. `start-worker.js` says it.
    Failed { why: String },
    /// The text, and what is not in it, in a sentence; or why there is none.
    Done(Result<(Buffer, Option<String>), String>),
}

impl Message for Said {
    fn buffer(&self) -> Option<&Buffer> {
        match self {
            Self::Done(Ok((text, _))) => Some(text),
            _ => None,
        }
    }
}

/// The worker's side: makes CSV of each file that it is sent.
pub fn serve() {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let to = scope.clone();
    let say = move |said: &Said| {
        let sent = protocol::pack(said).and_then(|(said, with)| to.post_message_with_transfer(&said, &with));
        if let Err(error) = sent {
            wasm_bindgen::throw_val(error);
        }
    };
    say(&Said::Ready);
    EventListener::new(&scope, "message", move |event| {
        let file = Uint8Array::new(&event.unchecked_ref::<MessageEvent>().data()).to_vec();
        let csv = columnar::to_csv(file, MAX_TEXT_BYTES);
        say(&Said::Done(csv.map(|it| (it.text.as_slice().into(), it.left_out))));
    })
    .forget();
}

/// The page's side: the CSV of a file, and what is not in it, in a sentence.
///
/// # Errors
///
/// In words.
pub async fn to_csv(file: Uint8Array) -> Result<(Uint8Array, Option<String>), String> {
    let no_program = |why: String| {
        format!(
            "the program that reads Parquet could not be fetched or started ({why}). It comes with the first such file: \
             try again with a network, or save the table as CSV"
        )
    };
    let (worker, name) = new_worker("parquet").map_err(|error| no_program(words(&error)))?;
    let done = async {
        heard(&worker, None).await.map_err(no_program)?;
        let file: ArrayBuffer = file.slice(0, file.length()).buffer();
        let sent = worker.post_message_with_transfer(&file, &js_sys::Array::of1(&file));
        sent.map_err(|error| words(&error))?;
        let stopped = |why| format!("the worker that reads Parquet stopped: {why}. Save the table as CSV");
        match heard(&worker, Some(&name)).await.map_err(stopped)? {
            Said::Done(done) => done.map(|(text, left_out)| (text.array(), left_out)),
            Said::Ready | Said::Failed { .. } => Err(stopped("its answer makes no sense".to_owned())),
        }
    }
    .await;
    worker.terminate();
    done
}

/// What the worker says next; the end of one that listens is known by its name.
async fn heard(worker: &Worker, name: Option<&str>) -> Result<Said, String> {
    let mut listeners = Vec::new();
    let next = Promise::new(&mut |say, fail| {
        for (event, then) in [("message", &say), ("messageerror", &fail), ("error", &fail)] {
            let then = then.clone();
            let hear = move |event: &Event| drop(then.call1(&JsValue::NULL, event));
            listeners.push(EventListener::once(worker, event, hear));
        }
        if let Some(name) = name {
            life::watch(name, move || drop(fail.call1(&JsValue::NULL, &ENDED.into())));
        }
    });
    match JsFuture::from(next).await {
        Ok(event) => match protocol::unpack(event.unchecked_into::<MessageEvent>().data()) {
            Ok(Said::Failed { why }) => Err(why),
            said => said.map_err(|error| words(&error)),
        },
        Err(event) => Err(match event.dyn_ref::<ErrorEvent>() {
            Some(error) => told_of_death(&error.message()),
            None => event.as_string().unwrap_or_else(|| "it could not be loaded".to_owned()),
        }),
    }
}
