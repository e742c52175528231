//! The address: its hash is read when the page opens, and written while the page is at rest.

use wasm_bindgen::JsValue;

use super::left;
use crate::app::context::theme;
use slotscope::export::hand_in;
use slotscope::export::permalink;
use slotscope::export::snapshot::Source;
use slotscope::page::classroom::{ClassroomAction, Given};
use slotscope::page::embed;
use slotscope::page::state::{Action, Keeping, OpenAction, Origin, Said, State};

/// The page as it opens: with what its address shows. Without a hash it opens with the last session,
/// which takes a moment to be found.
pub fn begin() -> State {
    let mut state = State::at_start();
    state.layout.only = embed::is_only(&query());
    state.layout.class = embed::is_of_class(&query());
    state.layout.theme = theme::kept();
    if is_framed() {
        state.session.keeping = Keeping::Framed;
    }
    // A view by itself is no session, nor is a page within another one.
    let may_be_left = !state.layout.only && state.session.keeping != Keeping::Framed;
    if let Some(snapshot) = may_be_left.then(left::take).flatten() {
        state.opening.is_under_way = snapshot.workload != Source::Sample;
        state.opening.is_left = true;
        let open = OpenAction::Open(Box::new(snapshot), Origin::Session, None);
        return state.after(Action::Open(open));
    }
    let hash = present_hash();
    if hash.is_empty() && !is_link() {
        // A view by itself belongs to the page that it is put into, not to the last session.
        state.opening.is_under_way = !state.layout.only;
        return state;
    }
    if hand_in::is_link(&hash) {
        state.opening.is_under_way = !state.layout.only;
        return state.after(review(&hash));
    }
    match permalink::read(&hash) {
        Ok(snapshot) => {
            state.opening.is_under_way = snapshot.workload != Source::Sample;
            let open = OpenAction::Open(Box::new(snapshot), Origin::Link, None);
            state = state.after(Action::Open(open));
        }
        Err(why) => state.notices.say(Said::failed(refusal(&why))),
    }
    state
}

/// Whether the address is a link though its hash is empty: that of a page on which nothing has been set.
fn is_link() -> bool {
    href().is_some_and(|it| it.ends_with('#'))
}

/// The whole address.
pub(super) fn href() -> Option<String> {
    web_sys::window()?.location().href().ok()
}

/// Whether the address says how the page is shown.
pub fn has_query() -> bool {
    !query().is_empty()
}

/// Has the hand-in of a link reviewed.
pub(super) fn review(hash: &str) -> Action {
    Action::Classroom(ClassroomAction::Give(vec![Given::link(hash)]))
}

/// Whether the page stands within another one.
fn is_framed() -> bool {
    let window = web_sys::window();
    window.is_some_and(|it| it.top().ok().flatten().is_none_or(|top| top != it))
}

pub(super) fn refusal(why: &permalink::LinkError) -> String {
    format!("This link cannot be opened: {why}.")
}

/// Writes the present link into the address; a state without a link leaves the address without one.
pub fn follow(state: &State) {
    let hash = state.link().map(|(hash, _)| hash);
    let hash = hash.unwrap_or_default();
    if present_hash() != hash {
        write(&hash);
    }
}

/// Takes the hash off the address.
pub fn clear() {
    write("");
}

/// No new entry in the browser's history: the present one keeps its mark.
pub(super) fn write(hash: &str) -> Option<()> {
    let window = web_sys::window()?;
    let location = window.location();
    let path = location.pathname().ok()? + &location.search().ok()?;
    let address = with_hash(&path, hash);
    let history = window.history().ok()?;
    let mark = history.state().unwrap_or(JsValue::NULL);
    history.replace_state_with_url(&mark, "", Some(&address)).ok()
}

pub(super) fn with_hash(address: &str, hash: &str) -> String {
    match hash {
        "" => address.to_owned(),
        _ => format!("{address}#{hash}"),
    }
}

fn query() -> String {
    let query = web_sys::window().and_then(|window| window.location().search().ok());
    query.unwrap_or_default()
}

/// The page's address without query and hash.
pub fn base() -> Option<String> {
    let location = web_sys::window()?.location();
    Some(location.origin().ok()? + &location.pathname().ok()?)
}

pub(super) fn present_hash() -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    hash_of(&hash.unwrap_or_default()).to_owned()
}

/// The hash of an address, without `#`.
pub(super) fn hash_of(address: &str) -> &str {
    address.split_once('#').map_or("", |(_, hash)| hash)
}
