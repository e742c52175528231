//! The session in the browser on this machine (IndexedDB): the last snapshot and its log. When the page opens,
//! `static/start-page.js` reads the snapshot.

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use js_sys::{Array, Function, Promise, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    BroadcastChannel, DomException, Event, EventTarget, IdbDatabase, IdbFactory, IdbObjectStore, IdbRequest,
    IdbTransaction, IdbTransactionMode, MessageEvent,
};

use super::store;
use crate::app::context::prelude::*;
use crate::app::files::{kept_formulas, kept_mappings};
use crate::app::shell::permalink;
use crate::app::views::lessons::maker::forget_draft;
use slotscope::export::snapshot::FileMark;
use slotscope::page::state::SessionAction;

/// The one object store and its content.
const SHELF: &str = "session";
const SNAPSHOT: &str = "snapshot";
/// The log's bytes and its identity.
const LOG: &str = "log";
const MARK: &str = "mark";

/// Milliseconds that the page waits for the store to be opened or deleted.
const LATEST: u32 = 5_000;

/// Why something could not be kept, in the browser's words.
pub type Refusal = String;

/// A log to be kept.
pub struct Log {
    pub mark: FileMark,
    pub bytes: Uint8Array,
}

/// The log that is kept, if it is this one.
pub async fn file(mark: &FileMark) -> Result<Option<Uint8Array>, Refusal> {
    let kept = async {
        let (_, shelf) = open(IdbTransactionMode::Readonly).await?;
        if done(&shelf.get(&MARK.into())?).await? != mark_text(mark) {
            return Ok(None);
        }
        let bytes = done(&shelf.get(&LOG.into())?).await?;
        Ok(bytes.dyn_into().ok())
    };
    kept.await.map_err(words)
}

/// Stores a snapshot, and its log or none, in place of the former ones: all of it, or nothing changes. A log
/// that is stored already is not written again.
pub async fn keep(snapshot: &str, log: Option<Log>) -> Result<(), Refusal> {
    let kept = async {
        let (transaction, shelf) = open(IdbTransactionMode::Readwrite).await?;
        let end = end(&transaction);
        shelf.put_with_key(&snapshot.into(), &SNAPSHOT.into())?;
        match log {
            None => {
                shelf.delete(&MARK.into())?;
                shelf.delete(&LOG.into())?;
            }
            Some(Log { mark, bytes }) => {
                let mark = mark_text(&mark);
                if done(&shelf.get(&MARK.into())?).await? != mark {
                    shelf.put_with_key(&bytes, &LOG.into())?;
                    shelf.put_with_key(&mark.into(), &MARK.into())?;
                }
            }
        }
        ended(end).await
    };
    kept.await.map_err(words)
}

/// Deletes all that is kept.
pub async fn forget() -> Result<(), Refusal> {
    kept_mappings::forget();
    kept_formulas::forget();
    forget_draft();
    let forgotten = async {
        let (transaction, shelf) = open(IdbTransactionMode::Readwrite).await?;
        let end = end(&transaction);
        shelf.clear()?;
        ended(end).await
    };
    forgotten.await.map_err(words)
}

/// The identity of a log.
fn mark_text(mark: &FileMark) -> String {
    format!("{} {}", mark.digest, mark.size)
}

/// The name of the store. Pages in different folders of a host have stores of their own.
pub fn name() -> Result<String, JsValue> {
    let window = web_sys::window().ok_or("there is no window")?;
    let path = window.location().pathname()?;
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    Ok(format!("slotscope {folder}/"))
}

/// A transaction on the shelf.
async fn open(mode: IdbTransactionMode) -> Result<(IdbTransaction, IdbObjectStore), JsValue> {
    let window = web_sys::window().ok_or("there is no window")?;
    let factory: IdbFactory = window.indexed_db()?.ok_or("it has no storage for pages")?;
    let name = name()?;
    let database = match opened(&factory, &name).await? {
        database if has_shelf(&database) => database,
        // Something else has made it. Nothing of ours is in it.
        database => {
            database.close();
            let deleting = factory.delete_database(&name)?;
            in_time(&deleting).await?;
            opened(&factory, &name).await?
        }
    };
    let transaction = database.transaction_with_str_and_mode(SHELF, mode);
    // It is closed when the transaction has ended.
    database.close();
    let transaction = transaction?;
    let shelf = transaction.object_store(SHELF)?;
    Ok((transaction, shelf))
}

/// The database of this name, made where there is none.
async fn opened(factory: &IdbFactory, name: &str) -> Result<IdbDatabase, JsValue> {
    const VERSION: u32 = 1;
    let request = factory.open_with_u32(name, VERSION)?;
    let make = {
        let request = request.clone();
        Closure::once(move || {
            if let Ok(database) = request.result() {
                let _ = database.unchecked_into::<IdbDatabase>().create_object_store(SHELF);
            }
        })
    };
    request.set_onupgradeneeded(Some(make.as_ref().unchecked_ref()));
    match in_time(&request).await {
        Ok(database) => Ok(database.unchecked_into()),
        Err(why) => {
            // If it opens after all, it is closed at once: an open one blocks other tabs.
            make.forget();
            // It knows the request by the event: a closure that holds what listens to it is never let go.
            let close = Closure::once_into_js(|event: Event| {
                let request = event.target().and_then(|it| it.dyn_into::<IdbRequest>().ok());
                if let Some(Ok(database)) = request.map(|it| it.result()) {
                    database.unchecked_into::<IdbDatabase>().close();
                }
            });
            hear(&request, "success", close.unchecked_ref());
            Err(why)
        }
    }
}

fn has_shelf(database: &IdbDatabase) -> bool {
    database.object_store_names().contains(SHELF)
}

/// The same of a request that others can hold up, such as a tab that still deletes.
async fn in_time(request: &IdbRequest) -> Result<JsValue, JsValue> {
    let mut timer = None;
    let late = Promise::new(&mut |resolve, _| {
        let late = move || drop(resolve.call0(&JsValue::NULL));
        timer = Some(Timeout::new(LATEST, late));
    });
    let either = Promise::race(&Array::of2(&answer(request), &late));
    let first = JsFuture::from(either).await;
    drop(timer);
    match first {
        Ok(event) if event.is_undefined() => Err("its storage does not answer".into()),
        outcome => come_to(request, outcome),
    }
}

async fn done(request: &IdbRequest) -> Result<JsValue, JsValue> {
    come_to(request, JsFuture::from(answer(request)).await)
}

/// The event that ends a request.
fn answer(request: &IdbRequest) -> Promise {
    let asked = request.clone();
    Promise::new(&mut |resolve, reject| {
        hear(&asked, "success", &resolve);
        hear(&asked, "error", &reject);
    })
}

fn come_to(request: &IdbRequest, outcome: Result<JsValue, JsValue>) -> Result<JsValue, JsValue> {
    match outcome {
        Ok(_) => request.result(),
        Err(_) => Err(request.error()?.map_or(JsValue::NULL, JsValue::from)),
    }
}

/// The end of a transaction, to be listened for from its beginning.
fn end(transaction: &IdbTransaction) -> Promise {
    Promise::new(&mut |resolve, reject| {
        hear(transaction, "complete", &resolve);
        hear(transaction, "abort", &reject);
    })
}

/// The result of a transaction.
async fn ended(end: Promise) -> Result<(), JsValue> {
    let event = match JsFuture::from(end).await {
        Ok(_) => return Ok(()),
        Err(event) => event.dyn_into::<Event>()?,
    };
    let failed = event.target().and_then(|it| it.dyn_into::<IdbTransaction>().ok());
    let why = failed.and_then(|it| it.error());
    Err(why.map_or(JsValue::NULL, JsValue::from))
}

fn hear(target: &EventTarget, name: &str, with: &Function) {
    let _ = target.add_event_listener_with_callback(name, with);
}

fn words(error: JsValue) -> Refusal {
    if let Some(error) = error.dyn_ref::<DomException>() {
        return match error.name().as_str() {
            "QuotaExceededError" => "its storage is full".to_owned(),
            _ => without_full_stop(&error.message()),
        };
    }
    let said = error.dyn_ref::<js_sys::Error>().map(js_sys::Error::message);
    let said = said.map(String::from).or_else(|| error.as_string());
    said.map_or_else(|| "its storage does not work".to_owned(), |it| without_full_stop(&it))
}

/// A sentence of the browser as a part of one of the page's.
fn without_full_stop(said: &str) -> String {
    said.trim_end_matches('.').to_owned()
}

/// The effect on the page's experiment if the stored session is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forgetting {
    Stay,
    /// It goes: the page is loaded anew.
    BeginAnew,
}

impl Forgetting {
    const ALL: [Self; 2] = [Self::Stay, Self::BeginAnew];

    /// The message to other tabs.
    fn message(self) -> &'static str {
        match self {
            Self::Stay => "forget",
            Self::BeginAnew => "forget and begin anew",
        }
    }
}

/// Forgets in all tabs of this page when it is called, and in this one when another one says so. Where browsers
/// have no channel between tabs, in this one.
#[hook]
pub fn use_forgetting(dispatch: &Dispatch) -> Callback<Forgetting> {
    let channel = use_memo((), |()| store::name().and_then(|it| BroadcastChannel::new(&it)).ok());
    {
        let (channel, dispatch) = (channel.clone(), dispatch.clone());
        use_effect_with((), move |()| {
            let listener = channel.as_ref().as_ref().map(|channel| hear_forgetting(channel, dispatch));
            move || {
                drop(listener);
                close(&channel);
            }
        });
    }
    let dispatch = dispatch.clone();
    use_callback((), move |forgetting: Forgetting, ()| {
        if let Some(channel) = channel.as_ref() {
            let message = JsValue::from_str(forgetting.message());
            // One that cannot be sent finds no tab to hear it.
            let _ = channel.post_message(&message);
        }
        spawn_local(forget_session(dispatch.clone(), forgetting));
    })
}

fn hear_forgetting(channel: &BroadcastChannel, dispatch: Dispatch) -> EventListener {
    EventListener::new(channel, "message", move |event| {
        let said = event.dyn_ref::<MessageEvent>().map(MessageEvent::data);
        let said = said.and_then(|it| it.as_string());
        let is_said = |it: &Forgetting| said.as_deref() == Some(it.message());
        if let Some(forgetting) = Forgetting::ALL.into_iter().find(is_said) {
            spawn_local(forget_session(dispatch.clone(), forgetting));
        }
    })
}

fn close(channel: &Rc<Option<BroadcastChannel>>) {
    if let Some(channel) = channel.as_ref() {
        channel.close();
    }
}

/// Deletes the kept session. The state forgets first, so that nothing is written while the store is emptied; each tab
/// empties the store after its own last write.
async fn forget_session(dispatch: Dispatch, forgetting: Forgetting) {
    dispatch.dispatch(Action::Session(SessionAction::Forget));
    permalink::clear();
    if let Err(why) = store::forget().await {
        let text = format!("The browser did not delete what it keeps: {why}.");
        dispatch.dispatch(Action::complain(text));
        return;
    }
    let window = web_sys::window();
    if let (Forgetting::BeginAnew, Some(window)) = (forgetting, window) {
        let _ = window.location().reload();
    }
}
