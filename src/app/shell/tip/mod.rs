//! Explanations: an element with `data-tip` is explained while the pointer is on it, it has the focus, or it has
//! been tapped; the same words describe the element to screen readers.
//!
//! As WCAG 1.4.13 asks: Escape closes an explanation, the pointer may move onto it, and it stays
//! as long as its cause lasts.

mod describing;
mod idle;
mod pictures;
mod place;

use std::cell::RefCell;
use std::rc::Rc;

use describing::{Describing, explanation};
use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, Event, EventTarget, KeyboardEvent, PointerEvent};
use yew::prelude::*;

use crate::app::context::chord::{Chord, Row, find};
use crate::app::context::state::Dispatch;
use crate::app::context::term_lessons::lesson_of;
use slotscope::lesson::shelf::Card;
use slotscope::page::setting_pictures::pictures_of;
use slotscope::page::state::{Action, TeachAction};

/// The keys that work while an explanation shows.
pub const KEYS: &[Row<()>] = &[Row { what: "Open the lesson that an explanation names", keys: &[(LESSON_KEY, ())] }];

const LESSON_KEY: Chord = Chord::Plain("F1");

/// A tip and the element that it explains.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    about: Element,
    text: String,
    by: By,
}

/// The cause of a tip.
#[derive(Clone, Copy, Debug, PartialEq)]
enum By {
    Pointer,
    Focus,
}

/// The change of the present tip.
enum Next {
    Keep,
    Hide,
    Show(Said),
}

/// Events that are handled in the capture phase, before any other handler.
const EVENTS: [&str; 6] = ["pointermove", "pointerdown", "focusin", "focusout", "keydown", "scroll"];

#[derive(Properties, PartialEq)]
pub struct TipsProps {
    /// Opens lessons; none where explanations name no lessons.
    #[prop_or_default]
    pub dispatch: Option<Dispatch>,
}

/// The one place where explanations appear.
#[component]
pub fn Tips(props: &TipsProps) -> Html {
    let said = use_state_eq(|| None::<Said>);
    // An explanation that moves with its subject is drawn again.
    let moved = use_force_update();
    let shelf = use_node_ref();
    {
        let (said, shelf, dispatch) = (said.setter(), shelf.clone(), props.dispatch.clone());
        use_effect_with((), move |()| {
            let shown = Rc::new(RefCell::new(None::<Said>));
            let pointer = Rc::new(Pointer::default());
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
                        let dispatch = dispatch.clone();
                        let options = EventListenerOptions {
                            phase: EventListenerPhase::Capture,
                            // The browser has help of its own on that key.
                            passive: name != "keydown",
                        };
                        EventListener::new_with_options(document, name, options, move |event| {
                            if pointer.stays(event) {
                                return;
                            }
                            let present = shown.borrow().clone();
                            let wanted = wanted_lesson(event, present.as_ref());
                            if let Some((dispatch, card)) = dispatch.as_ref().zip(wanted) {
                                event.prevent_default();
                                show(None);
                                return dispatch.dispatch(Action::Teach(TeachAction::Open(card)));
                            }
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
                let of = document.clone();
                let changed = move || {
                    let Some(present) = shown.borrow().clone() else {
                        return;
                    };
                    if !present.about.is_connected() {
                        // Whom it is about is gone.
                        return show(None);
                    }
                    // Another policy may have been chosen where the focus is, or there is nothing to explain.
                    let text = match present.by {
                        By::Focus => of.active_element().and_then(|it| explanation(&of, &it)),
                        By::Pointer => present.about.get_attribute("data-tip"),
                    };
                    let text = text.filter(|it| !it.is_empty());
                    match text {
                        None => show(None),
                        Some(text) if text != present.text => show(Some(Said { text, ..present })),
                        Some(_) => {}
                    }
                };
                Describing::attach(&document, shelf, dispatch.is_some(), changed)
            });
            move || drop((listeners, describing))
        });
    }
    let tip = said.as_ref().and_then(|said| {
        let shown = pictures_of(&said.text);
        let place = place::beside(&said.about, shown.len())?;
        Some(html! {
            <div class={classes!("tip", place.is_above.then_some("above"))} role="tooltip" id="tip" ~style={place.style}>
                <p>
                    { &said.text }
                    { pictures::pictures(shown) }
                    if props.dispatch.is_some() { { for lesson_of(&said.text).map(lesson_line) } }
                </p>
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

/// The lesson that the key asks for which opens that of an explanation.
fn wanted_lesson(event: &Event, present: Option<&Said>) -> Option<&'static Card> {
    let event = event.dyn_ref::<KeyboardEvent>()?;
    find(KEYS, event)?;
    lesson_of(&present?.text)
}

/// The last line of an explanation: the lesson that explains the term.
fn lesson_line(card: &'static Card) -> Html {
    html! {
        <span class="tip-lesson">{ "Lesson: " }{ card.title }<kbd>{ LESSON_KEY.caps().concat() }</kbd></span>
    }
}

/// The same in a sentence.
fn lesson_words(card: &Card) -> String {
    format!("Lesson: {}, key {}.", card.title, LESSON_KEY.caps().concat())
}

fn next(document: &Document, event: &Event, present: Option<&Said>) -> Next {
    let Some(target) = event.target().and_then(|it| it.dyn_into::<Element>().ok()) else {
        return Next::Keep;
    };
    let by_focus = present.is_some_and(|said| said.by == By::Focus);
    let on_tip = matches!(target.closest(".tip"), Ok(Some(_)));
    match event.type_().as_str() {
        "pointermove" if is_touch(event) || on_tip => Next::Keep,
        "pointermove" => match pointed(&target) {
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

fn pointed(target: &Element) -> Option<Said> {
    let about = target.closest("[data-tip]").ok()??;
    let text = about.get_attribute("data-tip")?;
    (!text.is_empty()).then_some(Said { about, text, by: By::Pointer })
}

/// The tip of an element that has got the focus by a key.
fn focused(document: &Document, target: &Element) -> Option<Said> {
    if !target.matches(":focus-visible").unwrap_or(false) {
        return None;
    }
    // The label of a field stays in sight. The box of a choice may be drawn by its label.
    let around = target.closest(".field").ok().flatten();
    let around = around.or_else(|| target.closest("label").ok().flatten());
    Some(Said { text: explanation(document, target)?, about: around.unwrap_or_else(|| target.clone()), by: By::Focus })
}

/// The element that the pointer was on when it last moved.
#[derive(Default)]
struct Pointer(RefCell<Option<EventTarget>>);

impl Pointer {
    /// Whether an event only says that a pointer moves within its element. An element that comes to lie under a
    /// resting pointer, when a tip disappears or the page scrolls, does not count: that brings a `pointerover`,
    /// and no `pointermove`.
    fn stays(&self, event: &Event) -> bool {
        if event.type_() != "pointermove" {
            return false;
        }
        let before = self.0.replace(event.target());
        before == event.target()
    }
}

fn is_touch(event: &Event) -> bool {
    event.unchecked_ref::<PointerEvent>().pointer_type() == "touch"
}

/// Controls that a finger uses without needing their tip.
fn is_plain_control(target: &Element) -> bool {
    let control = target.closest("button.icon, select, input:not([type=radio]):not([type=checkbox])");
    matches!(control, Ok(Some(_)))
}
