//! The present link to the clipboard.

use gloo_events::EventListener;
use js_sys::Reflect;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::address::{base, follow, with_hash};
use super::{hash, snapshot};
use crate::app::keys::is_typed_into;
use crate::app::state::{Action, Dispatch, State};
use crate::app::words;
use crate::export::snapshot::Source;

#[derive(Properties, PartialEq)]
pub struct CopyLinkProps {
    pub on_copy: Callback<()>,
}

/// The button, and the key L.
#[component]
pub fn CopyLink(props: &CopyLinkProps) -> Html {
    let on_copy = props.on_copy.clone();
    use_effect_with(on_copy, |on_copy| {
        let on_copy = on_copy.clone();
        let listener = web_sys::window().map(|window| {
            EventListener::new(&window, "keydown", move |event| {
                let key: &KeyboardEvent = event.unchecked_ref();
                let with_others = key.ctrl_key() || key.meta_key() || key.alt_key();
                if key.key() == "l" && !with_others && !is_typed_into(event) {
                    on_copy.emit(());
                }
            })
        });
        move || drop(listener)
    });
    html! {
        <button type="button" id="copy-link" aria-keyshortcuts="l" onclick={props.on_copy.reform(|_: MouseEvent| ())}
            data-tip="An address that shows the same: scenarios, view, zoom, cursor and selection. Key L.">{ "Copy link" }</button>
    }
}

/// What copies the present link and says what whoever opens it needs. `latest` is asked for the state.
#[hook]
pub fn use_copy(
    latest: &std::rc::Rc<std::cell::RefCell<UseReducerHandle<State>>>,
    dispatch: &Dispatch,
) -> Callback<()> {
    let (latest, dispatch) = (latest.clone(), dispatch.clone());
    use_callback((), move |(), ()| {
        let state = latest.borrow().clone();
        let dispatch = dispatch.clone();
        spawn_local(async move { dispatch.dispatch(copy(&state).await) });
    })
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
    if to_clipboard(&link).await.is_none() {
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

/// Browsers have no clipboard for pages that come over the network unencrypted.
async fn to_clipboard(text: &str) -> Option<()> {
    let navigator = web_sys::window()?.navigator();
    let clipboard = Reflect::get(&navigator, &"clipboard".into()).ok()?;
    let clipboard: web_sys::Clipboard =
        (!clipboard.is_undefined()).then(|| clipboard.unchecked_into())?;
    JsFuture::from(clipboard.write_text(text)).await.ok()?;
    Some(())
}
