//! Explanations: whatever carries `data-tip` is explained while it is hovered, has the focus, or has
//! been tapped, and is described by the same words for whoever does not see them.
//!
//! As WCAG 1.4.13 asks: Escape takes an explanation away, the pointer may move onto it, and it stays
//! while whatever brought it about lasts.

mod describing;
mod place;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use describing::{Describing, explanation};
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, Event, KeyboardEvent, PointerEvent};
use yew::prelude::*;

/// An explanation and whom it is about.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    about: Element,
    text: String,
    by: By,
}

/// What brought an explanation about.
#[derive(Clone, Copy, Debug, PartialEq)]
enum By {
    Pointer,
    Focus,
}

/// What is to become of the explanation that is shown.
enum Next {
    Keep,
    Hide,
    Show(Said),
}

/// What is listened to, before anybody else hears of it.
const EVENTS: [&str; 7] = [
    "pointermove",
    "pointerover",
    "pointerdown",
    "focusin",
    "focusout",
    "keydown",
    "scroll",
];

/// The one place where explanations appear.
#[component]
pub fn Tips() -> Html {
    let said = use_state_eq(|| None::<Said>);
    // An explanation that moves with its subject is drawn again.
    let moved = use_force_update();
    let shelf = use_node_ref();
    {
        let (said, shelf) = (said.setter(), shelf.clone());
        use_effect_with((), move |()| {
            let shown = Rc::new(RefCell::new(None::<Said>));
            let pointer = Rc::new(PointerPlace::default());
            let show = {
                let shown = shown.clone();
                move |next: Option<Said>| {
                    shown.replace(next.clone());
                    said.set(next);
                }
            };
            let document = web_sys::window().and_then(|window| window.document());
            let listeners: Vec<EventListener> = document
                .iter()
                .flat_map(|document| {
                    EVENTS.map(|name| {
                        let (show, shown, moved) = (show.clone(), shown.clone(), moved.clone());
                        let (of, pointer) = (document.clone(), pointer.clone());
                        let options = EventListenerOptions::run_in_capture_phase();
                        EventListener::new_with_options(document, name, options, move |event| {
                            if pointer.rests(event) {
                                return;
                            }
                            let present = shown.borrow().clone();
                            match next(&of, event, present.as_ref()) {
                                Next::Keep if name == "scroll" && present.is_some() => {
                                    moved.force_update();
                                }
                                Next::Keep => {}
                                Next::Hide => show(None),
                                Next::Show(next) => show(Some(next)),
                            }
                        })
                    })
                })
                .collect();
            let describing = document.zip(shelf.cast::<Element>());
            let describing = describing.and_then(|(document, shelf)| {
                // Whom it is about may be gone.
                let changed = move || {
                    let gone = shown
                        .borrow()
                        .as_ref()
                        .is_some_and(|it| !it.about.is_connected());
                    if gone {
                        show(None);
                    }
                };
                Describing::attach(&document, shelf, changed)
            });
            move || drop((listeners, describing))
        });
    }
    let tip = said.as_ref().and_then(|said| {
        let place = place::beside(&said.about)?;
        Some(html! {
            <div class={classes!("tip", place.is_above.then_some("above"))} role="tooltip" id="tip" ~style={place.style}>
                <p>{ &said.text }</p>
            </div>
        })
    });
    html! {
        <>
            <div id="tip-shelf" hidden=true ref={shelf} />
            // An element of its own, so that the shelf is never taken for the explanation.
            <div>{ tip }</div>
        </>
    }
}

fn next(document: &Document, event: &Event, present: Option<&Said>) -> Next {
    let Some(target) = event.target().and_then(|it| it.dyn_into::<Element>().ok()) else {
        return Next::Keep;
    };
    let by_focus = present.is_some_and(|said| said.by == By::Focus);
    let on_tip = matches!(target.closest(".tip"), Ok(Some(_)));
    match event.type_().as_str() {
        "pointerover" if is_touch(event) || on_tip => Next::Keep,
        "pointerover" => match pointed(&target) {
            Some(said) => Next::Show(said),
            None if by_focus => Next::Keep,
            None => Next::Hide,
        },
        "pointerdown" if is_touch(event) => match pointed(&target) {
            Some(said) if present != Some(&said) && !is_plain_control(&target) => Next::Show(said),
            _ => Next::Hide,
        },
        "pointerdown" => Next::Hide,
        "focusin" => focused(document, &target).map_or(Next::Keep, Next::Show),
        "focusout" if by_focus => Next::Hide,
        "keydown" if event.unchecked_ref::<KeyboardEvent>().key() == "Escape" => Next::Hide,
        _ => Next::Keep,
    }
}

/// What explains that at which somebody points.
fn pointed(target: &Element) -> Option<Said> {
    let about = target.closest("[data-tip]").ok()??;
    let text = about.get_attribute("data-tip")?;
    (!text.is_empty()).then_some(Said {
        about,
        text,
        by: By::Pointer,
    })
}

/// What explains that which has taken the focus by a key.
fn focused(document: &Document, target: &Element) -> Option<Said> {
    if !target.matches(":focus-visible").unwrap_or(false) {
        return None;
    }
    // The box of a choice may be drawn by its label.
    let label = target.closest("label").ok().flatten();
    Some(Said {
        text: explanation(document, target)?,
        about: label.unwrap_or_else(|| target.clone()),
        by: By::Focus,
    })
}

/// Where the pointer was last seen, in pixels of the window.
#[derive(Default)]
struct PointerPlace(Cell<Option<(f64, f64)>>);

impl PointerPlace {
    /// Whether nobody points anew: what came to lie under a pointer at rest, when an explanation was
    /// taken away or the page moved, is not asked about.
    fn rests(&self, event: &Event) -> bool {
        let name = event.type_();
        if !name.starts_with("pointer") {
            return false;
        }
        let place = Some((number(event, "clientX"), number(event, "clientY")));
        let before = self.0.replace(place);
        name == "pointermove" || (name == "pointerover" && before == place)
    }
}

/// A number that an event bears; `web_sys` would cut its fraction off.
fn number(event: &Event, name: &str) -> f64 {
    let value = js_sys::Reflect::get(event, &name.into());
    value.ok().and_then(|it| it.as_f64()).unwrap_or_default()
}

fn is_touch(event: &Event) -> bool {
    event.unchecked_ref::<PointerEvent>().pointer_type() == "touch"
}

/// What a finger works without wanting to be told what it is.
fn is_plain_control(target: &Element) -> bool {
    let control =
        target.closest("button.icon, select, input:not([type=radio]):not([type=checkbox])");
    matches!(control, Ok(Some(_)))
}
