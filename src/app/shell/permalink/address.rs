//! The hash of the address: read when the page opens or the hash changes, written while the page
//! is at rest.

use gloo_events::EventListener;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HashChangeEvent;
use yew::prelude::*;

use super::{Origin, Step};
use crate::app::shell::state::{Action, Dispatch, State};
use crate::export::permalink;
use crate::export::snapshot::Source;

/// The page as it opens: with what its address shows. Without a hash it opens with the last session,
/// which takes a moment to be found.
pub fn begin() -> State {
    let mut state = State::at_start();
    let hash = present_hash();
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

/// Opens links that are put into the address while the page is open. What the page writes there itself
/// is no such event.
#[hook]
pub fn use_addresses(dispatch: &Dispatch) {
    let dispatch = dispatch.clone();
    use_effect_with((), move |()| {
        let listener = web_sys::window().map(|window| {
            EventListener::new(&window, "hashchange", move |event| {
                match permalink::read(&present_hash()) {
                    Ok(snapshot) => {
                        let step = Step::Open(Box::new(snapshot), Origin::Link, None);
                        dispatch.dispatch(Action::Link(step));
                    }
                    Err(why) => {
                        let before = event.unchecked_ref::<HashChangeEvent>().old_url();
                        write(before.split_once('#').map_or("", |(_, hash)| hash));
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
    if present_hash() != hash {
        write(&hash);
    }
}

/// Takes the hash off the address.
pub fn clear() {
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
