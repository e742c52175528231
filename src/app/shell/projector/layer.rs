//! The strokes over a view, and where the pointer draws.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent, WheelEvent};
use yew::prelude::*;

use crate::app::files::picture::place_within;
use slotscope::page::ink::{Ink, InkAction, Part, Place, Stroke};

/// The parts of the view that have been drawn upon, in the order of their numbers.
type Parts = Rc<RefCell<Vec<Element>>>;

#[derive(Properties, PartialEq)]
pub struct LayerProps {
    pub ink: Ink,
    /// The view, and of lessons the step.
    pub sheet: AttrValue,
    pub on_ink: Callback<InkAction>,
}

/// The strokes over a view. With a tool in hand the pointer draws; without one it reaches the view beneath.
#[component]
pub fn Layer(props: &LayerProps) -> Html {
    let node = use_node_ref();
    let parts: Parts = (*use_memo((), |()| Parts::default())).clone();
    use_scrolling(&parts, &props.on_ink);
    {
        let parts = parts.clone();
        use_effect_with(props.sheet.clone(), move |_| parts.borrow_mut().clear());
    }
    let emit = |action: fn(&Element, &PointerEvent, &Parts) -> Option<InkAction>| {
        let (node, parts, on_ink) = (node.clone(), parts.clone(), props.on_ink.clone());
        Callback::from(move |event: PointerEvent| {
            let element = node.cast::<Element>();
            if let Some(action) = element.and_then(|it| action(&it, &event, &parts)) {
                on_ink.emit(action);
            }
        })
    };
    let end = || emit(|_, _, _| Some(InkAction::End));
    let tool = props.ink.tool.map(|it| it.id());
    html! {
        <svg class="ink" id="ink" ref={node.clone()} data-tool={tool} aria-hidden="true" onwheel={scroll_beneath}
            onpointerdown={emit(begin)} onpointermove={emit(extend)} onpointerup={end()} onpointercancel={end()}>
            { for props.ink.strokes_on(&props.sheet).iter().map(|stroke| html! {
                <Line stroke={stroke.clone()} moved={props.ink.moved(stroke.part)} />
            }) }
        </svg>
    }
}

fn begin(layer: &Element, event: &PointerEvent, parts: &Parts) -> Option<InkAction> {
    if event.button() != 0 {
        return None;
    }
    let _ = layer.set_pointer_capture(event.pointer_id());
    let (part, scrolled) = part_at(event, parts)?;
    Some(InkAction::Begin(part, scrolled, place_within(layer, event)))
}

fn extend(layer: &Element, event: &PointerEvent, _: &Parts) -> Option<InkAction> {
    let is_held = event.buttons() & 1 == 1;
    is_held.then(|| InkAction::Extend(place_within(layer, event)))
}

/// The part of the view beneath the pointer, and how far it is scrolled.
fn part_at(event: &MouseEvent, parts: &Parts) -> Option<(Part, Place)> {
    let element = scroller_at(event)?;
    let mut parts = parts.borrow_mut();
    let known = parts.iter().position(|it| *it == element);
    let part = known.unwrap_or(parts.len());
    let scrolled = scrolled(&element);
    if known.is_none() {
        parts.push(element);
    }
    Some((part, scrolled))
}

fn scrolled(element: &Element) -> Place {
    (element.scroll_left().into(), element.scroll_top().into())
}

/// The innermost element beneath the pointer that scrolls, or else the view.
fn scroller_at(event: &MouseEvent) -> Option<Element> {
    let document = web_sys::window()?.document()?;
    let view = document.query_selector(".view").ok()??;
    let (x, y) = (event.client_x() as f32, event.client_y() as f32);
    let all = document.elements_from_point(x, y).to_vec();
    let all = all
        .into_iter()
        .filter_map(|it| it.dyn_into::<Element>().ok());
    let mut within = all.filter(|it| view.contains(Some(it)));
    let found = within.find(|it| {
        it.scroll_height() > it.client_height() && style(it, "overflow-y").contains("auto")
            || it.scroll_width() > it.client_width() && style(it, "overflow-x").contains("auto")
    });
    Some(found.unwrap_or(view))
}

fn style(element: &Element, property: &str) -> String {
    let style = web_sys::window().and_then(|it| it.get_computed_style(element).ok()?);
    let value = style.and_then(|it| it.get_property_value(property).ok());
    value.unwrap_or_default()
}

/// A wheel moves what lies beneath.
fn scroll_beneath(event: WheelEvent) {
    if let Some(element) = scroller_at(&event) {
        element.scroll_by_with_x_and_y(event.delta_x(), event.delta_y());
    }
}

/// Strokes move with what they lie on.
#[hook]
fn use_scrolling(parts: &Parts, on_ink: &Callback<InkAction>) {
    let (parts, on_ink) = (parts.clone(), on_ink.clone());
    use_effect_with((), move |()| {
        let document = web_sys::window().and_then(|it| it.document());
        let listener = document.map(|document| {
            let options = EventListenerOptions::run_in_capture_phase();
            EventListener::new_with_options(&document, "scroll", options, move |event| {
                let element = event.target().and_then(|it| it.dyn_into::<Element>().ok());
                let part = |it: &Element| parts.borrow().iter().position(|other| other == it);
                if let Some((element, part)) = element.and_then(|it| part(&it).map(|at| (it, at))) {
                    on_ink.emit(InkAction::Scrolled(part, scrolled(&element)));
                }
            })
        });
        move || drop(listener)
    });
}

#[derive(Properties)]
struct LineProps {
    stroke: Rc<Stroke>,
    moved: Place,
}

/// A stroke changes only while it is drawn.
impl PartialEq for LineProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.stroke, &other.stroke) && self.moved == other.moved
    }
}

#[component]
fn Line(props: &LineProps) -> Html {
    let (x, y) = props.moved;
    html! {
        <path class={props.stroke.tool.id()} d={props.stroke.path()} transform={format!("translate({x} {y})")} />
    }
}
