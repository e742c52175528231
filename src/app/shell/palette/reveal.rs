//! Brings a control of the panel into sight and gives it the focus.

use gloo_timers::callback::Timeout;
use gloo_timers::future::TimeoutFuture;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Document, Element, HtmlElement, Window};

use crate::app::context::state::Dispatch;
use slotscope::page::state::{Action, LayoutAction};

/// The attribute of the control that was found, while it is highlighted.
const FOUND: &str = "data-found";
/// How long it is highlighted, in milliseconds.
const HIGHLIGHT_MS: u32 = 2_000;
/// The time between two attempts to give the focus, in milliseconds: first the dialog has to close, and the panel to
/// slide in.
const RETRY_MS: u32 = 20;
/// The most attempts.
const MOST_TRIES: u32 = 60;

/// Opens the panel and the parts that a control folds away in, gives it the focus, which scrolls to it, and highlights
/// it for a moment.
pub fn reveal(control: &Element, dispatch: &Dispatch) {
    unfold(control);
    if !is_panel_in_sight() {
        dispatch.dispatch(Action::Layout(LayoutAction::Drawer(true)));
    }
    let control = control.clone();
    spawn_local(async move {
        for _ in 0..MOST_TRIES {
            TimeoutFuture::new(RETRY_MS).await;
            if take_focus(&control) {
                return highlight(&control);
            }
        }
    });
}

/// Whether the panel is in sight: it may be a closed drawer, or hidden.
pub fn is_panel_in_sight() -> bool {
    let style = || {
        let window = window()?;
        let panel = window.document()?.get_element_by_id("panel")?;
        window.get_computed_style(&panel).ok()?
    };
    style().is_some_and(|it| it.get_property_value("visibility").as_deref() == Ok("visible"))
}

fn unfold(control: &Element) {
    let mut around = control.closest("details").ok().flatten();
    while let Some(fold) = around {
        let _ = fold.set_attribute("open", "");
        around = fold.parent_element().and_then(|it| it.closest("details").ok()?);
    }
}

fn take_focus(control: &Element) -> bool {
    let (Some(document), Some(element)) = (document(), control.dyn_ref::<HtmlElement>()) else {
        return false;
    };
    if matches!(document.query_selector("dialog[open]"), Ok(Some(_))) {
        return false;
    }
    let _ = element.focus();
    document.active_element().as_ref() == Some(control)
}

fn highlight(control: &Element) {
    let marked =
        control.closest(".field, .switch, summary, .presets, li").ok().flatten().unwrap_or_else(|| control.clone());
    let _ = marked.set_attribute(FOUND, "");
    let unmark = move || drop(marked.remove_attribute(FOUND));
    Timeout::new(HIGHLIGHT_MS, unmark).forget();
}

fn window() -> Option<Window> {
    web_sys::window()
}

fn document() -> Option<Document> {
    window()?.document()
}
