//! Keys that move the chart, and that draw on it.

use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

use super::super::pen;
use super::{Shared, Signal, abandon};
use crate::app::context::chord::{Chord, Row, find};
use slotscope::workload::sketch::Stroke;

/// The effect of a key on the visible part.
#[derive(Clone, Copy)]
pub enum Step {
    /// By these fractions of the width and the height.
    Pan(f64, f64),
    Zoom(f64),
    ZoomRows(f64),
    Reset,
    Fit,
}

use Chord::{Plain, Shift};
use Step::{Fit, Pan, Reset, Zoom, ZoomRows};

/// The keys of the chart. Those with Shift stand first: without, a key counts either way.
pub const KEYS: &[Row<Step>] = &[
    Row {
        what: "Move by half of the visible part",
        keys: &[
            (Shift("ArrowLeft"), Pan(-0.5, 0.0)),
            (Shift("ArrowRight"), Pan(0.5, 0.0)),
            (Shift("ArrowUp"), Pan(0.0, -0.5)),
            (Shift("ArrowDown"), Pan(0.0, 0.5)),
        ],
    },
    Row {
        what: "Move a little",
        keys: &[
            (Plain("ArrowLeft"), Pan(-0.12, 0.0)),
            (Plain("ArrowRight"), Pan(0.12, 0.0)),
            (Plain("ArrowUp"), Pan(0.0, -0.12)),
            (Plain("ArrowDown"), Pan(0.0, 0.12)),
        ],
    },
    Row {
        what: "Zoom in and out",
        keys: &[
            (Plain("+"), Zoom(1.4)),
            (Plain("-"), Zoom(1.0 / 1.4)),
            (Plain("="), Zoom(1.4)),
            (Plain("_"), Zoom(1.0 / 1.4)),
        ],
    },
    Row {
        what: "Taller and lower rows",
        keys: &[(Plain("PageUp"), ZoomRows(1.4)), (Plain("PageDown"), ZoomRows(1.0 / 1.4))],
    },
    Row { what: "Show all", keys: &[(Plain("0"), Reset), (Plain("Home"), Reset)] },
    Row { what: "Only the processors that are used", keys: &[(Plain("f"), Fit)] },
];

/// The gestures of the pointer, as the overlay lists them beside the keys: the turned, pressed or moved part
/// stands for a key.
pub const POINTER: &[(Chord, &str)] = &[
    (Plain("Wheel"), "Zoom time around the pointer"),
    (Chord::Alt("Wheel"), "Zoom processors; so does the wheel over their numbers"),
    (Shift("Wheel"), "Move through time"),
    (Chord::AltShift("Wheel"), "Move over the processors"),
    (Shift("Drag"), "Mark a span of time; Shift and a click removes it"),
    (Plain("Drag"), "Pan in both directions"),
    (Plain("Double click"), "Show all"),
    (Plain("Two fingers"), "Zoom time, processors or both"),
];

/// Keys that draw, at the chosen job. Whether this was one.
fn draw_by_key((board, _, hear): &Shared, event: &KeyboardEvent) -> bool {
    let drawn = {
        let board = board.borrow();
        let Some((_, touch)) = find(pen::KEYS, event) else {
            return false;
        };
        let (Some(pen), Some(chosen)) = (board.pen(), board.chosen()) else {
            return false;
        };
        let Some(&job) = pen.numbers.get(chosen as usize) else {
            return false;
        };
        let scale = board.scale();
        let Some(stroke) = touch.stroke(job, &scale, &pen.sketch) else {
            return false;
        };
        let is_left = !matches!(stroke, Stroke::Wipe { .. });
        Signal::Drawn { sketch: pen.sketch.after(stroke, scale.largest), job: is_left.then_some(job), moving: false }
    };
    event.prevent_default();
    hear(drawn);
    true
}

pub(super) fn key(shared: &Shared, event: &Event) {
    let board = &shared.0;
    let pressed: &KeyboardEvent = event.unchecked_ref();
    if pressed.key() == "Escape" && abandon(shared) {
        return event.stop_propagation();
    }
    if draw_by_key(shared, pressed) {
        return;
    }
    let Some((_, step)) = find(KEYS, pressed) else {
        return;
    };
    let mut board = board.borrow_mut();
    match step {
        Pan(x, y) => board.pan(x, y),
        Zoom(factor) => board.zoom(factor, 0.5),
        ZoomRows(factor) => board.zoom_rows_in_place(factor),
        Reset => board.reset(),
        Fit => board.fit(),
    }
    event.prevent_default();
}
