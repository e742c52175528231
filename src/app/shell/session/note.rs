//! What is kept, said in the panel, and the way to forget it.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::store;
use crate::app::shell::permalink;
use crate::app::shell::state::Dispatch;
use crate::page::state::{Action, Keeping, SessionAction};

#[derive(Properties, PartialEq)]
pub struct SessionNoteProps {
    pub keeping: Keeping,
    pub dispatch: Dispatch,
}

/// Says what is kept, and offers to forget it.
#[component]
pub fn SessionNote(props: &SessionNoteProps) -> Html {
    let asks = use_state_eq(|| false);
    let ask = |value: bool| {
        let asks = asks.clone();
        Callback::from(move |_: MouseEvent| asks.set(value))
    };
    let forget = {
        let (asks, dispatch) = (asks.clone(), props.dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            asks.set(false);
            let dispatch = dispatch.clone();
            spawn_local(async move {
                // The state first, so that nothing is kept while the store is emptied.
                dispatch.dispatch(Action::Session(SessionAction::Forget));
                permalink::clear();
                if let Err(why) = store::forget().await {
                    let text = format!("The browser did not delete what it keeps: {why}.");
                    dispatch.dispatch(Action::complain(text));
                }
            });
        })
    };
    let said = match &props.keeping {
        Keeping::Kept => "Scenarios and log are kept in this browser, on this machine only.",
        Keeping::WithoutLog(why) | Keeping::Refused(why) => why,
        Keeping::Forgotten => "Forgotten. Nothing is kept until something is changed.",
    };
    html! {
        <section class="session" id="session" aria-label="Session">
            if *asks {
                <p>{ "Delete what is kept? This cannot be undone; the page stays as it is." }</p>
                <button type="button" id="forget-yes" onclick={forget}>{ "Delete" }</button>
                <button type="button" id="forget-no" onclick={ask(false)}>{ "Keep" }</button>
            } else {
                <p>{ said }</p>
                if props.keeping != Keeping::Forgotten {
                    <button type="button" id="forget" onclick={ask(true)} aria-label="Forget this session">{ "Forget" }</button>
                }
            }
        </section>
    }
}
