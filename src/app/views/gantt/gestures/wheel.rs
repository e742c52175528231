//! The wheel, and the events of touch pads.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, WheelEvent};

use super::Shared;
use crate::app::files::picture::{place_within, zoom_of};

pub(super) fn wheel((board, ..): &Shared, event: &Event) {
    let event: &WheelEvent = event.unchecked_ref();
    let unit = match event.delta_mode() {
        WheelEvent::DOM_DELTA_LINE => 16.0,
        WheelEvent::DOM_DELTA_PAGE => 400.0,
        _ => 1.0,
    };
    let mut board = board.borrow_mut();
    let plot = board.plot();
    let canvas = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    let zoom = canvas.as_ref().map_or(1.0, zoom_of);
    let (at_x, at_y) = canvas.map_or((0.0, 0.0), |it| place_within(&it, event));
    let (dx, dy) = (event.delta_x() * unit, event.delta_y() * unit);
    let (x, _) = board.fraction(at_x, at_y);
    let turn = Turn::of(event, at_x < plot.left, dx.abs() > dy.abs());
    // All is in sight: there is nothing to zoom out of, and the page may scroll on.
    let is_whole = match turn {
        Turn::ZoomTime => board.shows_all_times(),
        Turn::ZoomRows => board.shows_all_rows(),
        _ => false,
    };
    if is_whole && dy > 0.0 && !event.alt_key() {
        return;
    }
    event.prevent_default();
    // A pinch on a touch pad arrives as a wheel with Ctrl, in small steps.
    let speed = if event.ctrl_key() { 0.01 } else { 0.0016 };
    // With Shift or Alt some systems turn up and down into left and right.
    let turned = if dy == 0.0 { dx } else { dy };
    let factor = |turned: f64| (-turned * speed).clamp(-1.0, 1.0).exp();
    match turn {
        Turn::ZoomTime => board.zoom(factor(dy), x),
        Turn::ZoomRows => board.zoom_rows(factor(turned), at_y - plot.top),
        Turn::PanTime => board.pan((dx + dy) / (zoom * plot.width).max(1.0), 0.0),
        Turn::PanRows => board.pan(0.0, turned / (zoom * plot.height).max(1.0)),
    }
}

/// The effect of the wheel.
enum Turn {
    ZoomTime,
    /// With Alt, or over the numbers of the processors.
    ZoomRows,
    /// With Shift, or turned sideways.
    PanTime,
    /// With Alt and Shift.
    PanRows,
}

impl Turn {
    fn of(event: &WheelEvent, over_numbers: bool, sideways: bool) -> Self {
        match (event.alt_key(), event.shift_key()) {
            (true, true) => Self::PanRows,
            (true, false) => Self::ZoomRows,
            (false, true) => Self::PanTime,
            _ if sideways => Self::PanTime,
            _ if over_numbers => Self::ZoomRows,
            _ => Self::ZoomTime,
        }
    }
}
