//! Keys that play.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::Move;
use crate::app::keys::{Chord, Row, find, is_taken};

/// The keys of the player.
pub const KEYS: &[Row<Move>] = &[
    Row {
        what: "Play, pause",
        keys: &[(Chord::Plain(" "), Move::Toggle)],
    },
    Row {
        what: "One event back, on",
        keys: &[
            (Chord::Plain(","), Move::Back),
            (Chord::Plain("."), Move::Forth),
        ],
    },
];

/// Hears them while the view is open. `characters`: whether single characters count.
#[hook]
pub fn use_play_keys(on_move: &Callback<Move>, characters: bool) {
    let newest = use_mut_ref(|| on_move.clone());
    *newest.borrow_mut() = on_move.clone();
    use_effect_with(characters, move |&characters| {
        let window = web_sys::window().filter(|_| characters);
        let listener = window.map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&window, "keydown", options, move |event| {
                let event: &KeyboardEvent = event.unchecked_ref();
                if let Some((chord, step)) = find(KEYS, event)
                    && !is_taken(chord, event)
                {
                    event.prevent_default();
                    let on_move = newest.borrow().clone();
                    on_move.emit(step);
                }
            })
        });
        move || drop(listener)
    });
}
