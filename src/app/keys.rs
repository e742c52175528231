//! Keys that work everywhere on the page.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent};
use yew::prelude::*;

use super::state::{Action, Dispatch, View};

/// Ctrl+Z and Ctrl+Shift+Z undo and redo, digits open the views, Escape closes the drawer.
#[hook]
pub fn use_keys(dispatch: &Dispatch) {
    let dispatch = dispatch.clone();
    use_effect_with((), move |()| {
        let listener = web_sys::window().map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&window, "keydown", options, move |event| {
                let event: &KeyboardEvent = event.unchecked_ref();
                if let Some(action) = action(event) {
                    event.prevent_default();
                    dispatch.dispatch(action);
                }
            })
        });
        move || drop(listener)
    });
}

fn action(event: &KeyboardEvent) -> Option<Action> {
    let key = event.key();
    if event.ctrl_key() || event.meta_key() {
        return match (key.to_lowercase().as_str(), event.shift_key()) {
            ("z", false) => Some(Action::Undo),
            ("z", true) | ("y", false) => Some(Action::Redo),
            _ => None,
        };
    }
    if key == "Escape" {
        return Some(Action::Drawer(false));
    }
    if event.alt_key() || is_typed_into(event) {
        return None;
    }
    let number: usize = key.parse().ok()?;
    let view = View::ALL.get(number.checked_sub(1)?)?;
    Some(Action::Show(*view))
}

/// Whether a key belongs to a field that text is typed into.
pub fn is_typed_into(event: &Event) -> bool {
    event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .is_some_and(|element| {
            element
                .matches("input:not([type=radio]):not([type=checkbox]):not([type=range]), select, textarea")
                .unwrap_or(false)
        })
}
