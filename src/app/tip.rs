//! Explanations: whatever carries `data-tip` is explained while it is hovered or focused.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, PointerEvent};
use yew::prelude::*;

/// An explanation and where its subject stands in the window.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    text: String,
    left: f64,
    top: f64,
    bottom: f64,
}

/// The one place where explanations appear.
#[component]
pub fn Tips() -> Html {
    let said = use_state_eq(|| None::<Said>);
    {
        let said = said.setter();
        use_effect_with((), move |()| {
            let document = web_sys::window().and_then(|window| window.document());
            let listeners: Vec<EventListener> = document
                .iter()
                .flat_map(|document| {
                    ["pointerover", "focusin", "pointerdown", "keydown", "scroll"].map(|name| {
                        let said = said.clone();
                        let options = EventListenerOptions::run_in_capture_phase();
                        EventListener::new_with_options(document, name, options, move |event| {
                            said.set(match event.type_().as_str() {
                                "pointerover" | "focusin" => subject(event),
                                // A finger does not hover: it taps what is not a control itself.
                                "pointerdown" if is_tap_on_words(event) => subject(event),
                                _ => None,
                            });
                        })
                    })
                })
                .collect();
            move || drop(listeners)
        });
    }
    let Some(said) = (*said).clone() else {
        return Html::default();
    };
    let window_height = web_sys::window()
        .and_then(|window| window.inner_height().ok()?.as_f64())
        .unwrap_or(800.0);
    let place = if said.bottom + 140.0 > window_height {
        format!(
            "left: {}px; bottom: {}px",
            said.left,
            window_height - said.top + 8.0
        )
    } else {
        format!("left: {}px; top: {}px", said.left, said.bottom + 8.0)
    };
    html! { <div class="tip" role="tooltip" id="tip" ~style={place}>{ said.text }</div> }
}

fn is_tap_on_words(event: &Event) -> bool {
    let pointer: &PointerEvent = event.unchecked_ref();
    let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    let on_control = |it: Element| it.closest("button, input, select, .segmented, .check");
    pointer.pointer_type() == "touch" && target.is_some_and(|it| matches!(on_control(it), Ok(None)))
}

fn subject(event: &Event) -> Option<Said> {
    let target: Element = event.target()?.dyn_into().ok()?;
    // A focused control is explained by its label's words.
    let element = target.closest("[data-tip]").ok()??;
    if event.type_() == "focusin" && !target.matches(":focus-visible").unwrap_or(false) {
        return None;
    }
    let width = web_sys::window()?.inner_width().ok()?.as_f64()?;
    let place = element.get_bounding_client_rect();
    Some(Said {
        text: element.get_attribute("data-tip")?,
        left: place.left().min(width - 316.0).max(8.0),
        top: place.top(),
        bottom: place.bottom(),
    })
}
