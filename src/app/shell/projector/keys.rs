//! Keys of pen and highlighter.

use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use crate::app::context::chord::{Chord, Row, find, is_taken};
use slotscope::page::ink::{InkAction, Tool};

/// What a key does.
#[derive(Clone, Copy)]
pub enum Hand {
    /// Takes a tool, or puts it away.
    Take(Tool),
    /// Removes all strokes.
    Clear,
    /// Puts the tool away.
    PutAway,
}

/// The keys on a projector.
pub const KEYS: &[Row<Hand>] = &[
    Row {
        what: "Pen, highlighter: draw over the view, or no longer",
        keys: &[
            (Chord::Plain("d"), Hand::Take(Tool::Pen)),
            (Chord::Plain("h"), Hand::Take(Tool::Highlighter)),
        ],
    },
    Row {
        what: "Wipe the strokes off; they also go with the view or step",
        keys: &[(Chord::Plain("e"), Hand::Clear)],
    },
];

/// The key that puts away the chosen tool, before it closes anything else.
pub const ESCAPE: &[Row<Hand>] = &[Row {
    what: "Put pen or highlighter away",
    keys: &[(Chord::Plain("Escape"), Hand::PutAway)],
}];

/// Listens to these keys. `has_tool`: whether a tool is chosen; `characters`: whether keys of a single character are on.
#[hook]
pub fn use_ink_keys(on_ink: &Callback<InkAction>, has_tool: bool, characters: bool) {
    let on_ink = on_ink.clone();
    use_effect_with((has_tool, characters), move |&(has_tool, characters)| {
        let listener = web_sys::window().map(|window| {
            // Before the page hears Escape.
            let options = EventListenerOptions {
                phase: EventListenerPhase::Capture,
                passive: false,
            };
            EventListener::new_with_options(&window, "keydown", options, move |event| {
                let event: &KeyboardEvent = event.unchecked_ref();
                let escape = find(ESCAPE, event).filter(|_| has_tool);
                let drawing = || find(KEYS, event).filter(|_| characters);
                let Some((chord, hand)) = escape.or_else(drawing) else {
                    return;
                };
                if event.default_prevented() || is_taken(chord, event) {
                    return;
                }
                event.prevent_default();
                on_ink.emit(match hand {
                    Hand::Take(tool) => InkAction::Take(tool),
                    Hand::Clear => InkAction::Clear,
                    Hand::PutAway => InkAction::PutAway,
                });
            })
        });
        move || drop(listener)
    });
}
