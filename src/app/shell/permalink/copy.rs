//! The present link to the clipboard.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::address::{base, follow, with_hash};
use super::{hash, snapshot};
use crate::app::files::clipboard;
use crate::app::shell::state::{Action, Dispatch, State};
use crate::export::snapshot::Source;
use crate::page::words;

#[derive(Properties, PartialEq)]
pub struct CopyLinkProps {
    pub dispatch: Dispatch,
}

/// The button that copies the present link.
#[component]
pub fn CopyLink(props: &CopyLinkProps) -> Html {
    let dispatch = props.dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::CopyLink));
    html! {
        <button type="button" id="copy-link" aria-keyshortcuts="l" {onclick}
            data-tip="An address that shows the same: scenarios, view, zoom, cursor and selection. Key L.">{ "Copy link" }</button>
    }
}

/// Copies the present link whenever that has been asked for, and says what whoever opens it needs.
#[hook]
pub fn use_copy(state: &UseReducerHandle<State>) {
    let state = state.clone();
    use_effect_with(state.copies, move |&copies| {
        if copies > 0 {
            spawn_local(async move { state.dispatch(copy(&state).await) });
        }
    });
}

async fn copy(state: &State) -> Action {
    let (hash, leaves_out) = match hash(state) {
        Ok(made) => made,
        Err(why) => {
            return Action::Complain(format!(
                "No link can be made: {why}. A project (Export) holds everything."
            ));
        }
    };
    let Some(link) = base().map(|base| with_hash(&base, &hash)) else {
        return Action::Complain("No link can be made: the page has no address.".to_owned());
    };
    if clipboard::write_text(&link).await.is_none() {
        follow(state);
        return Action::Complain(
            "The browser does not let the page copy the link. It is in the address bar.".to_owned(),
        );
    }
    let mut text = "Link copied.".to_owned();
    if let Source::File(mark) = snapshot(state).workload {
        text += &format!(
            " Who opens it needs the file {} ({}), too.",
            mark.name,
            words::bytes(mark.size)
        );
    }
    if leaves_out {
        text += " It leaves out which jobs are singled out: they are too many for a link.";
    }
    Action::Say(text)
}
