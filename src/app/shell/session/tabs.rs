//! Forgetting, in this tab and in all others of this page: another one that goes on would write log and snapshot
//! back.

use std::rc::Rc;

use gloo_events::EventListener;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{BroadcastChannel, MessageEvent};
use yew::prelude::*;

use super::store;
use crate::app::context::state::Dispatch;
use crate::app::shell::permalink;
use slotscope::page::state::{Action, SessionAction};

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
            let listener = channel.as_ref().as_ref().map(|channel| hear(channel, dispatch));
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
        spawn_local(forget(dispatch.clone(), forgetting));
    })
}

fn hear(channel: &BroadcastChannel, dispatch: Dispatch) -> EventListener {
    EventListener::new(channel, "message", move |event| {
        let said = event.dyn_ref::<MessageEvent>().map(MessageEvent::data);
        let said = said.and_then(|it| it.as_string());
        let is_said = |it: &Forgetting| said.as_deref() == Some(it.message());
        if let Some(forgetting) = Forgetting::ALL.into_iter().find(is_said) {
            spawn_local(forget(dispatch.clone(), forgetting));
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
async fn forget(dispatch: Dispatch, forgetting: Forgetting) {
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
