//! A state that the page is left in before it has come to rest: kept for this tab, so that a reload shows it.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_events::EventListener;

use super::address::href;
use crate::app::context::storage::TAB;
use slotscope::export::snapshot::Snapshot;
use slotscope::json;

/// The address that was left and the snapshot, as JSON.
const KEY: &str = "slotscope-left";

/// Keeps what has not been written yet.
type Keep = Rc<dyn Fn()>;

thread_local! {
    static KEEP: RefCell<Option<Keep>> = const { RefCell::new(None) };
}

/// Has `keep` called whenever the page is left, until the result is dropped.
pub fn when_left(keep: impl Fn() + 'static) -> Option<EventListener> {
    KEEP.set(Some(Rc::new(keep)));
    let window = web_sys::window()?;
    Some(EventListener::new(&window, "pagehide", |_| leave()))
}

/// The page is left, or has failed: what it has not written is kept.
pub fn leave() {
    let keep = KEEP.try_with(|it| it.try_borrow().ok()?.clone());
    if let Ok(Some(keep)) = keep {
        keep();
    }
}

/// Keeps a snapshot for the present address.
pub fn keep(snapshot: &Snapshot) {
    if let Ok(text) = serde_json::to_string(&(href(), snapshot)) {
        TAB.keep(KEY, &text);
    }
}

/// It has been written since.
pub fn forget() {
    TAB.forget(KEY);
}

/// The snapshot that was left at the present address, once.
pub(super) fn take() -> Option<Snapshot> {
    let text = TAB.get(KEY)?;
    forget();
    let (at, snapshot): (Option<String>, Snapshot) = json::read(text.as_bytes()).ok()?;
    (at == href() && snapshot.check().is_ok()).then_some(snapshot)
}
