//! Keys of an open lesson.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use crate::app::context::chord::is_chord;
use slotscope::page::lessons::LessonAction;

/// ← and → go to the step before and after, unless the focus is on something that takes them itself.
#[hook]
pub fn use_step_keys(at: usize, on_action: &Callback<LessonAction>) {
    let on_action = on_action.clone();
    use_effect_with(at, move |&at| {
        let listener = web_sys::window().map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&window, "keydown", options, move |event| {
                let event: &KeyboardEvent = event.unchecked_ref();
                let to = match event.key().as_str() {
                    "ArrowRight" => at + 1,
                    "ArrowLeft" if at > 0 => at - 1,
                    _ => return,
                };
                if is_chord(event) || event.shift_key() || event.default_prevented() || takes_arrows(event) {
                    return;
                }
                event.prevent_default();
                on_action.emit(LessonAction::Go(to));
            })
        });
        move || drop(listener)
    });
}

fn takes_arrows(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    target.is_some_and(|element| {
        element
            .matches("input, select, textarea, [role=tab], [role=menuitem], .scroll-across, .scroll-box")
            .unwrap_or(false)
    })
}
