//! The present link to the clipboard.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::address::{base, follow, with_hash};
use crate::app::context::state::{Dispatch, StateHandle};
use crate::app::files::clipboard;
use crate::app::files::export_menu::{Menu, use_menu};
use slotscope::export::permalink::LinkError;
use slotscope::export::snapshot::Source;
use slotscope::page::embed::{self, CopyAs};
use slotscope::page::state::{Action, SessionAction, State};
use slotscope::page::words;

/// The ways to copy the link: the form, the button's id, its name, and its use.
const WAYS: [(CopyAs, &str, &str, &str); 3] = [
    (CopyAs::Link, "copy-as-link", "Link", "Opens the page in its current state"),
    (CopyAs::Iframe, "copy-as-iframe", "Embed: <iframe>", "Only this view, live, for a slide or a course page"),
    (CopyAs::Class, "copy-as-class", "Link for a class", "The same, with Hand in beside the work"),
];

#[derive(Properties, PartialEq)]
pub struct CopyLinkProps {
    /// Whether the page is that of a class, which hands no exercises out.
    pub class: bool,
    pub dispatch: Dispatch,
}

/// The button that copies the present link, and a menu with the ways to do so.
#[component]
pub fn CopyLink(props: &CopyLinkProps) -> Html {
    let Menu { open, node, toggle } = use_menu();
    let copy = |what: CopyAs| {
        let (dispatch, open) = (props.dispatch.clone(), open.setter());
        Callback::from(move |_: MouseEvent| {
            open.set(false);
            dispatch.dispatch(Action::Session(SessionAction::CopyLink(what)));
        })
    };
    let ways = WAYS.iter().filter(|it| !props.class || it.0 != CopyAs::Class);
    let items = ways.map(|&(what, id, name, purpose)| {
        html! { <li><button type="button" {id} onclick={copy(what)}><strong>{ name }</strong><small>{ purpose }</small></button></li> }
    });
    html! {
        <div class="menu link-menu" ref={node}>
            <button type="button" id="copy-link" aria-keyshortcuts="l" onclick={copy(CopyAs::Link)}
                data-tip="An address that opens the same state: scenarios, view, zoom, cursor and selection. Key L.">
                { "Copy" }<span class="word">{ " link" }</span></button>
            <button type="button" id="copy-ways" aria-label="Other ways to copy the link"
                aria-expanded={open.to_string()} aria-controls="copy-items" onclick={toggle}>{ "▾" }</button>
            <ul id="copy-items" hidden={!*open}>{ for items }</ul>
        </div>
    }
}

/// Copies the present link on request, and says which file its recipients need.
#[hook]
pub fn use_copy(state: &StateHandle) {
    let state = state.clone();
    use_effect_with(state.session.copies, move |&(copies, what)| {
        if copies > 0 {
            spawn_local(async move { state.dispatch(copy(&state, what).await) });
        }
    });
}

async fn copy(state: &State, what: CopyAs) -> Action {
    let (hash, leaves_out) = match state.link() {
        Ok(made) => made,
        Err(LinkError::Refused(why)) => {
            return Action::complain(format!(
                "A scenario that cannot be run has no link: {why}. Undo reverses the last change."
            ));
        }
        Err(why) => {
            return Action::complain(format!(
                "No link can be made: {why}. Export a project instead: it holds everything."
            ));
        }
    };
    let Some(base) = base() else {
        return Action::complain("No link can be made: the page has no address.".to_owned());
    };
    let (copied, said) = match what {
        CopyAs::Link => (with_hash(&base, &hash), "Link copied."),
        CopyAs::Class => (
            with_hash(&(base + embed::CLASS), &hash),
            "Link for a class copied: it opens the page with Hand in beside the work.",
        ),
        CopyAs::Iframe => {
            let address = with_hash(&(base + embed::QUERY), &hash);
            let inside = state.history.present().scenario.system.model().card().inside;
            let title = format!("Slotscope: {}", state.view.shown.title(inside));
            let text = "Copied as an <iframe>: paste it into the HTML of another page.";
            (embed::iframe(&address, &title), text)
        }
    };
    if clipboard::write_text(&copied).await.is_none() {
        follow(state);
        return Action::complain(
            "The browser does not let the page copy the link. It is in the address bar.".to_owned(),
        );
    }
    let mut text = said.to_owned();
    if let Source::File(mark) = state.linked().workload {
        text += &format!(" Recipients also need the file {} ({}).", mark.name, words::bytes(mark.size));
    }
    if leaves_out {
        text += " The link leaves out the highlighted jobs: they are too many.";
    }
    Action::say(text)
}
