//! The state of the stored session, in the panel, and the way to delete it.

use yew::prelude::*;

use super::open_last_session;
use super::tabs::{Forgetting, use_forgetting};
use crate::app::context::nothing;
use crate::app::context::state::Dispatch;
use slotscope::page::state::{Action, Keeping};

#[derive(Properties, PartialEq)]
pub struct SessionNoteProps {
    pub keeping: Keeping,
    pub dispatch: Dispatch,
}

/// Says whether the session is kept, and offers to forget it, or to open the last one within another page.
#[component]
pub fn SessionNote(props: &SessionNoteProps) -> Html {
    let asks = use_state_eq(|| false);
    let forget = use_forgetting(&props.dispatch);
    let ask = |value: bool| {
        let asks = asks.clone();
        Callback::from(move |_: MouseEvent| asks.set(value))
    };
    let forgetting = |what: Forgetting| {
        let (asks, forget) = (asks.clone(), forget.clone());
        Callback::from(move |_: MouseEvent| {
            asks.set(false);
            forget.emit(what);
        })
    };
    let said = match &props.keeping {
        Keeping::Kept => "Scenarios and log are kept in this browser, on this machine only.",
        Keeping::WithoutLog(why) | Keeping::Refused(why) => why,
        Keeping::Unknown => "What you change is stored in this browser, if it lets the page.",
        Keeping::Forgotten => "Deleted. Nothing is stored until you change something.",
        Keeping::Framed => "Within another page, the last session is opened, and this one stored, only on request.",
    };
    let open = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            let told = dispatch.clone();
            let otherwise = Callback::from(move |_: bool| {
                let none = "No session is kept in this browser.".to_owned();
                told.dispatch(Action::complain(none));
            });
            open_last_session(dispatch.clone(), otherwise);
        })
    };
    let offer = match &props.keeping {
        Keeping::Forgotten => nothing(),
        Keeping::Framed => {
            html! { <button type="button" id="open-session" onclick={open}>{ "Open last session" }</button> }
        }
        _ => html! {
            <button type="button" id="forget" onclick={ask(true)} aria-label="Forget this session">{ "Forget" }</button>
        },
    };
    html! {
        <section class="session" id="session" aria-label="Session">
            if *asks {
                <p>{ "Delete the stored session? This cannot be undone. The page stays as it is, or starts over, here and in every \
                    other tab. It cannot delete the browser's history, nor copies in the browser's own files." }</p>
                <button type="button" id="forget-yes" onclick={forgetting(Forgetting::Stay)}>{ "Delete" }</button>
                <button type="button" id="forget-anew" onclick={forgetting(Forgetting::BeginAnew)}>{ "Delete and start over" }</button>
                <button type="button" id="forget-no" onclick={ask(false)}>{ "Keep" }</button>
            } else {
                <p>{ said }</p>
                { offer }
            }
        </section>
    }
}
