//! Explanations: an element with `data-tip` is explained while the pointer is on it, it has the focus, or it has
//! been tapped; the same words describe the element to screen readers.
//!
//! As WCAG 1.4.13 asks: Escape closes an explanation, the pointer may move onto it, and it stays
//! as long as its cause lasts.

use std::cell::RefCell;
use std::collections::BTreeMap;

use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use gloo_timers::callback::Timeout;
use js_sys::{Array, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{
    Document, Element, Event, EventTarget, HtmlLabelElement, IdleRequestOptions, KeyboardEvent, MutationObserver,
    MutationObserverInit, MutationRecord, PointerEvent, Window,
};

use crate::app::context::chord::{Chord, Row, find};
use crate::app::context::prelude::*;
use crate::app::context::terms::lesson_of;
use slotscope::lesson::shelf::Card;
use slotscope::page::setting_pictures::{PictureBar, SettingPicture, pictures_of};
use slotscope::page::state::TeachAction;

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
        let place = beside(&said.about, shown.len())?;
        Some(html! {
            <div class={classes!("tip", place.is_above.then_some("above"))} role="tooltip" id="tip" ~style={place.style}>
                <p>
                    { &said.text }
                    { pictures(shown) }
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

/// It is done at the latest after this many milliseconds.
const LATEST: u32 = 500;

/// Something to be done; dropped before that, it is not done.
pub enum Idle {
    Asked(Window, u32, #[expect(dead_code, reason = "called by the browser")] Closure<dyn FnMut()>),
    /// Browsers without `requestIdleCallback` do it a moment later.
    Timed(#[expect(dead_code, reason = "ends with this")] Timeout),
}

impl Idle {
    /// Does it once, when the browser is idle.
    pub fn new(act: impl FnOnce() + 'static) -> Option<Self> {
        let window = web_sys::window()?;
        if !Reflect::has(&window, &"requestIdleCallback".into()).ok()? {
            return Some(Self::Timed(Timeout::new(LATEST, act)));
        }
        let act = Closure::once(act);
        let options = IdleRequestOptions::new();
        options.set_timeout(LATEST);
        let number = window.request_idle_callback_with_options(act.as_ref().unchecked_ref(), &options).ok()?;
        Some(Self::Asked(window, number, act))
    }
}

impl Drop for Idle {
    fn drop(&mut self) {
        if let Self::Asked(window, number, _) = self {
            window.cancel_idle_callback(*number);
        }
    }
}

const READ_AS: &str = "Jobs by order of arrival, time to the right";

/// The pictures, two in a row. The text says in words what they show.
fn pictures(all: &[&'static SettingPicture]) -> Html {
    if all.is_empty() {
        return nothing();
    }
    html! {
        <span class="tip-pictures" aria-hidden="true">
            { for all.iter().map(|it| picture(it)) }
            <small>{ READ_AS }</small>
        </span>
    }
}

fn picture(picture: &SettingPicture) -> Html {
    let marks = picture.marks().into_iter().map(|x| {
        let x = percent(x);
        html! { <line class="mark" x1={x.clone()} x2={x} y1="0%" y2="100%" /> }
    });
    html! {
        <span class="tip-picture">
            <svg>{ for picture.bars.iter().map(|it| bar(picture, it)) }{ for marks }</svg>
            <small>{ picture.name }</small>
        </span>
    }
}

fn bar(picture: &SettingPicture, bar: &PictureBar) -> Html {
    let place = picture.place(bar);
    let class = if bar.is_reservation { "reservation" } else { "batch" };
    let middle = (place.left + place.width / 2.0, place.top + place.height / 2.0);
    html! {
        <>
            <rect {class} x={percent(place.left)} y={percent(place.top)} width={percent(place.width)} height={percent(place.height)} />
            <text x={percent(middle.0)} y={percent(middle.1)} dy="0.36em">{ bar.job }</text>
        </>
    }
}

fn percent(value: f64) -> String {
    format!("{value:.2}%")
}

/// The place of an explanation.
pub struct TipPosition {
    /// As CSS says it.
    pub style: String,
    /// Whether it stands above its element.
    pub is_above: bool,
}

/// The greatest width of an explanation, in CSS pixels, as the style sheet has it.
const WIDTH: f64 = 300.0;

/// The height of the longest explanation, about.
const HEIGHT: f64 = 190.0;

/// The height of a row of two pictures, as the style sheet has it.
const PICTURES: f64 = 64.0;

/// The height of the text of an explanation with pictures, about.
const PICTURED: f64 = 160.0;

/// The distance from the edges of the window.
const EDGE: f64 = 8.0;

/// The place beside an element, above where there is room; `None` if the element is out of sight.
/// Choices side by side have it beside all of them, so that none hides another. `pictures`: how many it shows.
pub fn beside(about: &Element, pictures: usize) -> Option<TipPosition> {
    let needed = match pictures {
        0 => HEIGHT,
        count => HEIGHT.max(PICTURED + PICTURES * count.div_ceil(2) as f64),
    };
    let window = web_sys::window()?;
    let (width, height) = (window.inner_width().ok()?, window.inner_height().ok()?);
    let (width, height) = (width.as_f64()?, height.as_f64()?);
    let own = about.get_bounding_client_rect();
    if own.bottom() < 0.0 || own.top() > height || own.width() == 0.0 {
        return None;
    }
    let around = about
        .closest(".segmented, .checks")
        .ok()
        .flatten()
        .map_or_else(|| own.clone(), |it| it.get_bounding_client_rect());
    let left = own.left().min(width - WIDTH - EDGE).max(EDGE);
    let in_lower_half = own.top() + own.bottom() > around.top() + around.bottom() + 1.0;
    let room_above = around.top() >= needed;
    let room_below = height - around.bottom() >= needed;
    let is_above = room_above && !(in_lower_half && room_below);
    let style = if is_above {
        format!("left: {left}px; bottom: {}px", height - around.top())
    } else {
        format!("left: {left}px; top: {}px", around.bottom())
    };
    Some(TipPosition { style, is_above })
}

/// The beginning of the ids of descriptions.
const ID: &str = "tip-";

/// The beginning of the ids of sentences about lessons.
const LESSON_ID: &str = "lesson-of-tip-";

/// The ids of the descriptions that a carrier has given its subject.
const GIVEN: &str = "data-tip-id";

/// A selector of controls, which can have the focus.
const CONTROL: &str = "button, input, select, textarea, summary, a[href], [tabindex]";

/// Observes the document, so that every carrier that is added or changed has its description.
struct Describing {
    observer: MutationObserver,
    _on_change: Closure<dyn FnMut(Array)>,
    _first: Idle,
}

impl Drop for Describing {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// The descriptions, visually hidden, each once.
struct Shelf {
    element: Element,
    names_lessons: bool,
    ids: RefCell<BTreeMap<String, String>>,
}

impl Describing {
    /// Keeps the descriptions in `shelf`, and says to `changed` when anything has changed. `names_lessons`: whether they
    /// name the lessons that explain their terms.
    pub fn attach(
        document: &Document,
        shelf: Element,
        names_lessons: bool,
        changed: impl Fn() + 'static,
    ) -> Option<Self> {
        let body = document.body()?;
        let shelf = Rc::new(Shelf { element: shelf, names_lessons, ids: RefCell::default() });
        let first = {
            let (shelf, body) = (shelf.clone(), body.clone());
            // The page is full of them when it opens, and has something to show first.
            Idle::new(move || shelf.describe_all(&body))?
        };
        let on_change = Closure::<dyn FnMut(Array)>::new(move |records: Array| {
            for record in records.iter() {
                shelf.follow(record.unchecked_ref());
            }
            changed();
        });
        let observer = MutationObserver::new(on_change.as_ref().unchecked_ref()).ok()?;
        let options = MutationObserverInit::new();
        options.set_child_list(true);
        options.set_subtree(true);
        options.set_attributes(true);
        options.set_attribute_filter(&Array::of1(&"data-tip".into()));
        observer.observe_with_options(&body, &options).ok()?;
        Some(Self { observer, _on_change: on_change, _first: first })
    }
}

/// The explanation of an element: its own descriptions, or those of an element around it.
pub fn explanation(document: &Document, element: &Element) -> Option<String> {
    let described = element.closest("[aria-describedby*=tip-]").ok()??;
    let ids = described.get_attribute("aria-describedby")?;
    let texts = ids.split(' ').filter(|id| id.starts_with(ID));
    let texts = texts.filter_map(|id| document.get_element_by_id(id)?.text_content());
    let texts: Vec<String> = texts.collect();
    (!texts.is_empty()).then(|| texts.join(" "))
}

impl Shelf {
    fn follow(&self, record: &MutationRecord) {
        if record.type_() == "attributes" {
            let target = record.target().and_then(|it| it.dyn_into::<Element>().ok());
            return target.iter().for_each(|it| self.describe(it));
        }
        let added = record.added_nodes();
        for at in 0..added.length() {
            let node = added.item(at).and_then(|it| it.dyn_into::<Element>().ok());
            node.iter().for_each(|it| self.describe_all(it));
        }
    }

    fn describe_all(&self, root: &Element) {
        if root.has_attribute("data-tip") {
            self.describe(root);
        }
        let Ok(carriers) = root.query_selector_all("[data-tip]") else {
            return;
        };
        for at in 0..carriers.length() {
            let carrier = carriers.item(at).and_then(|it| it.dyn_into().ok());
            carrier.iter().for_each(|it| self.describe(it));
        }
    }

    /// Gives the subject of a carrier the present description of the carrier.
    fn describe(&self, carrier: &Element) {
        let subject = subject(carrier);
        let text = carrier.get_attribute("data-tip").unwrap_or_default();
        let ids = subject.get_attribute("aria-describedby").unwrap_or_default();
        let given = carrier.get_attribute(GIVEN).unwrap_or_default();
        let mut ids: Vec<&str> = ids.split(' ').filter(|id| !id.is_empty()).collect();
        ids.retain(|&id| given.split(' ').all(|it| it != id));
        if text.is_empty() {
            let _ = carrier.remove_attribute(GIVEN);
            return set_ids(&subject, &ids);
        }
        let mut new = vec![self.id_of(&text, ID)];
        if let Some(card) = lesson_of(&text).filter(|_| self.names_lessons) {
            new.push(self.id_of(&lesson_words(card), LESSON_ID));
        }
        for id in &new {
            if !ids.contains(&id.as_str()) {
                ids.push(id);
            }
        }
        set_ids(&subject, &ids);
        let _ = carrier.set_attribute(GIVEN, &new.join(" "));
        if !subject.matches(CONTROL).unwrap_or(true) && !is_group(&subject) {
            let _ = subject.set_attribute("tabindex", "0");
        }
    }

    /// The id of a description, which is put on the shelf if it is new.
    fn id_of(&self, text: &str, begins: &str) -> String {
        let mut ids = self.ids.borrow_mut();
        if let Some(id) = ids.get(text) {
            return id.clone();
        }
        let id = format!("{begins}{}", ids.len());
        let document = self.element.owner_document();
        if let Some(words) = document.and_then(|it| it.create_element("p").ok()) {
            words.set_id(&id);
            words.set_text_content(Some(text));
            let _ = self.element.append_child(&words);
        }
        ids.insert(text.to_owned(), id.clone());
        id
    }
}

fn set_ids(subject: &Element, ids: &[&str]) {
    let _ = match ids {
        [] => subject.remove_attribute("aria-describedby"),
        ids => subject.set_attribute("aria-describedby", &ids.join(" ")),
    };
}

/// A selector of groups, whose parts have the focus in their place.
fn is_group(element: &Element) -> bool {
    element.matches("[role=radiogroup], [role=group]").unwrap_or(false)
}

/// The subject of a carrier: the control that it labels, the one that it heads or stands in, or itself.
fn subject(carrier: &Element) -> Element {
    let within = |element: &Element, css: &str| element.query_selector(css).ok().flatten();
    let labelled = carrier.dyn_ref::<HtmlLabelElement>();
    if let Some(control) = labelled.and_then(HtmlLabelElement::control) {
        return control.into();
    }
    let field = carrier.closest(".field").ok().flatten();
    if let (true, Some(field)) = (carrier.class_name() == "label", field) {
        let controls = "[role=radiogroup], [role=group], select, input, button";
        return within(&field, controls).unwrap_or_else(|| carrier.clone());
    }
    if carrier.tag_name() == "TH"
        && let Some(inner) = within(carrier, "button")
    {
        return inner;
    }
    carrier.closest("button, summary, a[href]").ok().flatten().unwrap_or_else(|| carrier.clone())
}
