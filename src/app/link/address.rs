//! The hash of the address: read when the page opens or the hash changes, written while the page
//! is at rest.

use std::cell::RefCell;

use gloo_events::EventListener;
use wasm_bindgen::JsValue;
use yew::prelude::*;

use super::{Origin, Step};
use crate::app::state::{Action, Dispatch, State};
use crate::export::permalink;
use crate::export::snapshot::Source;

thread_local! {
    /// The hash that the page has written last, or opened: a change to it is news from outside.
    static KNOWN: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The page as it opens: with what its address shows. Without a hash it opens with the last session,
/// which takes a moment to be found.
pub fn begin() -> State {
    let mut state = State::new();
    let hash = present_hash();
    KNOWN.set(hash.clone());
    if hash.is_empty() {
        state.opening = true;
        return state;
    }
    match permalink::read(&hash) {
        Ok(snapshot) => {
            state.opening = snapshot.workload != Source::Sample;
            state.link(Step::Open(Box::new(snapshot), Origin::Link, None));
        }
        Err(why) => state.say(true, refusal(&why), false),
    }
    state
}

fn refusal(why: &permalink::LinkError) -> String {
    format!("This link cannot be opened: {why}.")
}

/// Opens links that are put into the address while the page is open.
#[hook]
pub fn use_addresses(dispatch: &Dispatch) {
    let dispatch = dispatch.clone();
    use_effect_with((), move |()| {
        let listener = web_sys::window().map(|window| {
            EventListener::new(&window, "hashchange", move |_| {
                let hash = present_hash();
                if KNOWN.with_borrow(|known| *known == hash) {
                    return;
                }
                match permalink::read(&hash) {
                    Ok(snapshot) => {
                        KNOWN.set(hash);
                        let step = Step::Open(Box::new(snapshot), Origin::Link, None);
                        dispatch.dispatch(Action::Link(step));
                    }
                    Err(why) => {
                        write(&KNOWN.with_borrow(String::clone));
                        dispatch.dispatch(Action::Complain(refusal(&why)));
                    }
                }
            })
        });
        move || drop(listener)
    });
}

/// Writes the present link into the address. What cannot be a link leaves it without.
pub fn follow(state: &State) {
    let hash = super::hash(state).map(|(hash, _)| hash);
    let hash = hash.unwrap_or_default();
    if KNOWN.with_borrow(|known| *known != hash) {
        write(&hash);
        KNOWN.set(hash);
    }
}

/// Takes the hash off the address.
pub fn clear() {
    KNOWN.take();
    write("");
}

/// No new entry in the browser's history: going back leaves the page, as it did before.
fn write(hash: &str) -> Option<()> {
    let window = web_sys::window()?;
    let location = window.location();
    let path = location.pathname().ok()? + &location.search().ok()?;
    let address = with_hash(&path, hash);
    let history = window.history().ok()?;
    history
        .replace_state_with_url(&JsValue::NULL, "", Some(&address))
        .ok()
}

pub(super) fn with_hash(address: &str, hash: &str) -> String {
    match hash {
        "" => address.to_owned(),
        _ => format!("{address}#{hash}"),
    }
}

/// The page's address without query and hash.
pub(super) fn base() -> Option<String> {
    let location = web_sys::window()?.location();
    Some(location.origin().ok()? + &location.pathname().ok()?)
}

fn present_hash() -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    let hash = hash.unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}
