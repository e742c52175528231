//! Keys that play.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use super::Move;

/// Space plays and pauses, comma and full stop step back and forth, while the view is open.
#[hook]
pub fn use_play_keys(on_move: &Callback<Move>) {
    let newest = use_mut_ref(|| on_move.clone());
    *newest.borrow_mut() = on_move.clone();
    use_effect_with((), move |()| {
        let listener = web_sys::window().map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&window, "keydown", options, move |event| {
                let event: &KeyboardEvent = event.unchecked_ref();
                if let Some(step) = step(event) {
                    event.prevent_default();
                    let on_move = newest.borrow().clone();
                    on_move.emit(step);
                }
            })
        });
        move || drop(listener)
    });
}

fn step(event: &KeyboardEvent) -> Option<Move> {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return None;
    }
    let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    let is_in = |css: &str| {
        target
            .as_ref()
            .is_some_and(|element| element.matches(css).unwrap_or(false))
    };
    if is_in("input:not([type=range]), select, textarea") {
        return None;
    }
    match event.key().as_str() {
        // On a button it is pressed with.
        " " if !is_in("button, summary, a") => Some(Move::Toggle),
        "," => Some(Move::Back),
        "." => Some(Move::Forth),
        _ => None,
    }
}
