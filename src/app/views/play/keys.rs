//! Keys that play.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};
use yew::prelude::*;

use super::Move;
use crate::app::context::chord::{Chord, Row, find, is_taken};

/// The keys of the player.
pub const KEYS: &[Row<Move>] = &[
    Row {
        what: "Play or pause, unless the focus is in a field; Enter presses buttons",
        keys: &[(Chord::Plain(" "), Move::Toggle)],
    },
    Row { what: "One event back, on", keys: &[(Chord::Plain(","), Move::Back), (Chord::Plain("."), Move::Forth)] },
];

/// Hears them while the view is open. A button that has the focus is pressed by Enter only: the key
/// that was heard presses nothing when it comes up again.
/// `characters`: whether single characters count.
#[hook]
pub fn use_play_keys(on_move: &Callback<Move>, characters: bool) {
    let newest = use_mut_ref(|| on_move.clone());
    *newest.borrow_mut() = on_move.clone();
    use_effect_with(characters, move |&characters| {
        let window = web_sys::window().filter(|_| characters);
        let listeners = window.map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            let heard = |event: &Event| {
                let event: &KeyboardEvent = event.unchecked_ref();
                find(KEYS, event).filter(|&(chord, _)| !is_taken(chord, event))
            };
            let down = move |event: &Event| {
                let Some((_, step)) = heard(event) else {
                    return;
                };
                event.prevent_default();
                // A key that is held down plays and pauses once.
                let repeats = event.unchecked_ref::<KeyboardEvent>().repeat();
                if !(repeats && step == Move::Toggle) {
                    let on_move = newest.borrow().clone();
                    on_move.emit(step);
                }
            };
            let up = move |event: &Event| {
                if heard(event).is_some() {
                    event.prevent_default();
                }
            };
            [
                EventListener::new_with_options(&window, "keydown", options, down),
                EventListener::new_with_options(&window, "keyup", options, up),
            ]
        });
        move || drop(listeners)
    });
}
