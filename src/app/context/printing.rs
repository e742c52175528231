//! When the page is being printed.

use std::cell::Cell;
use std::rc::Rc;

use gloo_events::EventListener;
use yew::prelude::*;

/// Whether the page is being printed, or shown as it would be on paper.
#[hook]
pub fn use_printing() -> bool {
    let printing = use_state_eq(|| false);
    let setter = printing.setter();
    use_effect_with((), move |()| {
        let listeners = on_printing(move |begins| setter.set(begins));
        move || drop(listeners)
    });
    *printing
}

/// Tells, until it is dropped, when the page is printed, or shown as it would be on paper, and when
/// no longer.
///
/// The end of a print changes the medium, and the browser tells of that change late: by then the
/// next print may have begun. Between `beforeprint` and `afterprint` no change of the medium counts.
pub fn on_printing(tell: impl Fn(bool) + 'static) -> Vec<EventListener> {
    let Some(window) = web_sys::window() else {
        return Vec::new();
    };
    let (tell, under_way) = (Rc::new(tell), Rc::new(Cell::new(false)));
    let mut listeners = Vec::new();
    for (name, begins) in [("beforeprint", true), ("afterprint", false)] {
        let (under_way, tell) = (under_way.clone(), tell.clone());
        listeners.push(EventListener::new(&window, name, move |_| {
            under_way.set(begins);
            tell(begins);
        }));
    }
    if let Ok(Some(query)) = window.match_media("print") {
        let asked = query.clone();
        listeners.push(EventListener::new(&query, "change", move |_| {
            tell(under_way.get() || asked.matches());
        }));
    }
    listeners
}
