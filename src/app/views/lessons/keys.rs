//! Keys of an open lesson.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use crate::app::context::chord::is_chord;
use slotscope::page::lessons::LessonAction;

/// What goes to the next page as well as the pointer: a presenter's clicker has the keys of pages.
pub const NEXT: [&str; 3] = ["ArrowRight", "PageDown", " "];
pub const BACK: [&str; 2] = ["ArrowLeft", "PageUp"];

/// Keys go to the page before and after, unless the focus is on something that takes them itself.
#[hook]
pub fn use_step_keys(on_action: &Callback<LessonAction>) {
    use_effect_with(on_action.clone(), move |on_action| {
        let on_action = on_action.clone();
        let listener = web_sys::window().map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&window, "keydown", options, move |event| {
                let event: &KeyboardEvent = event.unchecked_ref();
                let key = event.key();
                let action = match key.as_str() {
                    it if NEXT.contains(&it) => LessonAction::Next,
                    it if BACK.contains(&it) => LessonAction::Back,
                    _ => return,
                };
                if is_chord(event) || event.shift_key() || event.default_prevented() || takes_key(event, &key) {
                    return;
                }
                event.prevent_default();
                on_action.emit(action);
            })
        });
        move || drop(listener)
    });
}

/// Whether what has the focus, or what lies over the page, has a use of its own for a key.
fn takes_key(event: &KeyboardEvent, key: &str) -> bool {
    const OTHERS: &str = "input, select, textarea, [role=tab], [role=menuitem], .scroll-across, .scroll-box, dialog *";
    let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    target.is_some_and(|element| {
        let is = |css| element.matches(css).unwrap_or(false);
        is(OTHERS) || (key == " " && is("button, summary, a"))
    })
}
