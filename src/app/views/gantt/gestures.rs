//! Wheel, drag, pinch and keys: from events to the visible part.

use std::cell::RefCell;
use std::rc::Rc;

use Chord::{Plain, Shift};
use Step::{Fit, Pan, Reset, Zoom, ZoomRows};
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlCanvasElement, KeyboardEvent, PointerEvent, ResizeObserver, WheelEvent};

use super::board::Board;
use super::cursor::Pointed;
use super::pen;
use super::pen::{Drag, grip_at};
use crate::app::context::chord::{Chord, Row, find};
use crate::app::files::view_picture::{place_within, zoom_of};
use slotscope::criteria::span::Span;
use slotscope::engine::decisions::Gap;
use slotscope::workload::Time;
use slotscope::workload::sketch::{Sketch, Stroke};

/// The signals of gestures to the view.
pub enum Signal {
    /// The pointer stands on a job, or on none.
    Pointed(Option<Pointed>),
    /// A pointer draws: the sketch after it, and the number of the drawn job.
    Drawn { sketch: Sketch, job: Option<u64>, moving: bool },
    /// It has let go.
    Settled,
    /// A drag that draws is cancelled.
    Abandoned,
    /// A span has been marked, or is no more.
    Spanned(Option<Span>),
    /// An event has been handled: the visible part may have changed.
    Moved,
    /// A click at a time, on a job or on idle processors.
    Chosen { time: Time, job: Option<usize>, gap: Option<(Time, Gap)> },
}

/// The listeners of a canvas; dropped with the view.
pub struct Gestures {
    _listeners: Vec<EventListener>,
    observer: Option<ResizeObserver>,
    _on_resize: Closure<dyn FnMut(JsValue)>,
}

impl Drop for Gestures {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}

/// A pointer moved less than this is a click, in CSS pixels.
const CLICK: f64 = 4.0;

/// A pointer that is down: id, x, y.
type Finger = (i32, f64, f64);

/// The state of the pointers.
#[derive(Default)]
struct Pointers {
    down: Vec<Finger>,
    /// Where each came down in the window: the canvas may move beneath a finger that stays.
    began: Vec<Finger>,
    /// The farthest that any has moved in the window since the first came down.
    moved: f64,
    /// Whether it holds the mark beside the processors.
    scrolls: bool,
    /// The place on the canvas from where it marks a span.
    marks_from: Option<f64>,
    /// Its drawing.
    drag: Option<Drag>,
    /// Its last drawing.
    drawn: Option<Sketch>,
}

impl Pointers {
    /// How far a finger is from where it came down, in CSS pixels.
    fn way(&self, (id, x, y): Finger) -> f64 {
        self.began
            .iter()
            .find(|&&(down, ..)| down == id)
            .map_or(0.0, |&(_, from_x, from_y)| (x - from_x).abs() + (y - from_y).abs())
    }
}

type Shared = (Rc<RefCell<Board>>, Rc<RefCell<Pointers>>, Rc<dyn Fn(Signal)>);

impl Gestures {
    /// Listens to `canvas`, moves `board`, and tells `hear`.
    pub fn attach(board: &Rc<RefCell<Board>>, canvas: &HtmlCanvasElement, hear: impl Fn(Signal) + 'static) -> Self {
        board.borrow_mut().attach(canvas);
        let shared: Shared = (board.clone(), Rc::default(), Rc::new(hear));
        let on = |name: &'static str, handle: fn(&Shared, &Event)| {
            let shared = shared.clone();
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(canvas, name, options, move |event| {
                handle(&shared, event);
                Board::request(&shared.0);
                (shared.2)(Signal::Moved);
            })
        };
        let listeners = vec![
            on("wheel", wheel),
            on("pointerdown", pointer_down),
            on("pointermove", pointer_move),
            on("pointerup", pointer_up),
            on("pointercancel", pointer_up),
            on("pointerleave", |shared, _| leave(shared)),
            on("dblclick", |shared, _| shared.0.borrow_mut().reset()),
            on("keydown", key),
        ];
        let (observer, on_resize) = observe(board, canvas);
        Self { _listeners: listeners, observer, _on_resize: on_resize }
    }
}

fn observe(
    board: &Rc<RefCell<Board>>,
    canvas: &HtmlCanvasElement,
) -> (Option<ResizeObserver>, Closure<dyn FnMut(JsValue)>) {
    let fit = {
        let (board, canvas) = (board.clone(), canvas.clone());
        move |_: JsValue| {
            let (width, height) = (canvas.client_width(), canvas.client_height());
            board.borrow_mut().resize(width.into(), height.into());
            // Drawn at once: a canvas that changed its size would flash empty until the next frame.
            board.borrow_mut().draw();
            Board::request_rest(&board);
        }
    };
    let on_resize = Closure::new(fit);
    let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok();
    if let Some(observer) = &observer {
        observer.observe(canvas);
    }
    (observer, on_resize)
}

fn place(event: &Event) -> Finger {
    let event: &PointerEvent = event.unchecked_ref();
    let canvas = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    let (x, y) = canvas.map_or((0.0, 0.0), |it| place_within(&it, event));
    (event.pointer_id(), x, y)
}

fn place_in_window(event: &Event) -> Finger {
    let event: &PointerEvent = event.unchecked_ref();
    let (x, y) = (event.client_x(), event.client_y());
    (event.pointer_id(), x.into(), y.into())
}

fn pointer_down((board, pointers, hear): &Shared, event: &Event) {
    let event_: &PointerEvent = event.unchecked_ref();
    if event_.button() != 0 {
        return;
    }
    let (id, x, y) = place(event);
    let mut pointers = pointers.borrow_mut();
    if pointers.down.is_empty() {
        pointers.moved = 0.0;
    }
    pointers.down.retain(|&(other, ..)| other != id);
    pointers.down.push((id, x, y));
    pointers.began.retain(|&(other, ..)| other != id);
    pointers.began.push(place_in_window(event));
    let draws = pointers.down.len() == 1 && !event_.shift_key();
    pointers.drawn = None;
    pointers.scrolls = board.borrow().is_on_thumb(x);
    let draws = draws && !pointers.scrolls;
    let marks = event_.shift_key() && board.borrow().marks_spans() && !pointers.scrolls;
    pointers.marks_from = (marks && pointers.down.len() == 1).then_some(x);
    pointers.drag = {
        let board = board.borrow();
        let plot = board.plot();
        let within = (x - plot.left, y - plot.top);
        let is_within = within.0 >= 0.0 && within.1 <= plot.height;
        let pen = board.pen().filter(|_| draws && is_within);
        pen.map(|pen| Drag::begin(&board, pen, within))
    };
    if let Some(canvas) = event.target().and_then(|it| it.dyn_into::<HtmlCanvasElement>().ok()) {
        let _ = canvas.set_pointer_capture(id);
    }
    if event_.pointer_type() != "mouse" {
        board.borrow_mut().point(None);
        hear(Signal::Pointed(None));
    }
}

fn pointer_move((board, pointers, hear): &Shared, event: &Event) {
    let (id, x, y) = place(event);
    let mut pointers = pointers.borrow_mut();
    let Some(at) = pointers.down.iter().position(|&(down, ..)| down == id) else {
        return hover(board, hear, x, y);
    };
    let before = pointers.down.clone();
    pointers.down[at] = (id, x, y);
    let (dx, dy) = (x - before[at].1, y - before[at].2);
    pointers.moved = pointers.moved.max(pointers.way(place_in_window(event)));
    if pointers.moved < CLICK {
        return;
    }
    if let Some(drag) = pointers.drag.clone() {
        let exact = event.unchecked_ref::<PointerEvent>().alt_key();
        return draw(board, &mut pointers, hear, &drag, (x, y), exact);
    }
    let mut board = board.borrow_mut();
    if let Some(from) = pointers.marks_from {
        let span = board.span_between(from, x);
        board.mark_span(Some(span));
        return hear(Signal::Pointed(None));
    }
    match (before.as_slice(), pointers.down.as_slice()) {
        (&[a, b], &[c, d]) => pinch(&mut board, (a, b), (c, d)),
        _ if pointers.scrolls => board.drag_thumb(dy),
        _ => board.drag((x - dx, y - dy), (x, y)),
    }
    hear(Signal::Pointed(None));
}

/// Two fingers: what lies between them moves with them, and each axis zooms as far as they part
/// along it.
fn pinch(board: &mut Board, before: (Finger, Finger), after: (Finger, Finger)) {
    // Fingers that lie beside one another say nothing about the axis across.
    const LEAST: f64 = 40.0;
    let spread = |a: f64, b: f64| (a - b).abs().max(LEAST);
    let middle = |(a, b): (Finger, Finger)| ((a.1 + b.1) / 2.0, (a.2 + b.2) / 2.0);
    let wider = spread(after.0.1, after.1.1) / spread(before.0.1, before.1.1);
    let taller = spread(after.0.2, after.1.2) / spread(before.0.2, before.1.2);
    let (from, to) = (middle(before), middle(after));
    board.drag(from, to);
    let (x, _) = board.fraction(to.0, to.1);
    board.zoom(wider, x);
    if taller != 1.0 {
        board.zoom_rows(taller, to.1 - board.plot().top);
    }
}

fn pointer_up((board, pointers, hear): &Shared, event: &Event) {
    let (id, x, y) = place(event);
    let mut pointers = pointers.borrow_mut();
    let single = pointers.down.len() == 1 && pointers.down[0].0 == id;
    pointers.down.retain(|&(down, ..)| down != id);
    pointers.began.retain(|&(down, ..)| down != id);
    let scrolled = std::mem::take(&mut pointers.scrolls);
    if let Some(from) = pointers.marks_from.take() {
        let is_drag = pointers.moved >= CLICK && event.type_() == "pointerup";
        let span = is_drag.then(|| board.borrow().span_between(from, x));
        return hear(Signal::Spanned(span));
    }
    if pointers.drag.take().is_some() && pointers.moved >= CLICK {
        board.borrow_mut().outline(None);
        hear(Signal::Settled);
    }
    if !single || scrolled || pointers.moved >= CLICK || event.type_() != "pointerup" {
        return;
    }
    let (time, job, gap) = {
        let board = board.borrow();
        let job = board.job_at(x, y);
        (board.time_at(x) as Time, job, board.gap_at(x, y))
    };
    hear(Signal::Chosen { time, job: job.map(|job| job as usize), gap });
    hover(board, hear, x, y);
}

/// Cancels a drag that draws. Returns whether there was one.
fn abandon((board, pointers, hear): &Shared) -> bool {
    let mut pointers = pointers.borrow_mut();
    if pointers.drag.take().is_none() {
        return false;
    }
    pointers.down.clear();
    board.borrow_mut().outline(None);
    if pointers.drawn.take().is_some() {
        hear(Signal::Abandoned);
    }
    true
}

/// Continues the drawing: returns the sketch after it, if it changed.
fn draw(
    board: &Rc<RefCell<Board>>,
    pointers: &mut Pointers,
    hear: &Rc<dyn Fn(Signal)>,
    drag: &Drag,
    (x, y): (f64, f64),
    exact: bool,
) {
    let (sketch, job, outline) = {
        let board = board.borrow();
        let plot = board.plot();
        drag.to(&board, (x - plot.left, y - plot.top), exact)
    };
    board.borrow_mut().outline(Some(outline));
    hear(Signal::Pointed(None));
    if pointers.drawn.as_ref() != Some(&sketch) {
        pointers.drawn = Some(sketch.clone());
        hear(Signal::Drawn { sketch, job, moving: true });
    }
}

/// The shape of the pointer where it could draw.
fn shape_pointer(board: &Board, x: f64, y: f64) {
    let Some(canvas) = board.canvas() else { return };
    let plot = board.plot();
    let shape = board.pen().map_or("", |pen| {
        let (grip, _) = grip_at(board, pen, (x - plot.left, y - plot.top));
        grip.cursor()
    });
    let _ = canvas.style().set_property("cursor", shape);
}

fn hover(board: &Rc<RefCell<Board>>, hear: &Rc<dyn Fn(Signal)>, x: f64, y: f64) {
    let job = board.borrow().job_at(x, y);
    shape_pointer(&board.borrow(), x, y);
    board.borrow_mut().point(job);
    let (width, height) = {
        let plot = board.borrow().plot();
        (plot.right(), plot.bottom())
    };
    hear(Signal::Pointed(job.map(|job| Pointed { job: job as usize, x, y, width, height })));
}

fn leave((board, pointers, hear): &Shared) {
    if pointers.borrow().down.is_empty() {
        board.borrow_mut().point(None);
        hear(Signal::Pointed(None));
    }
}

fn wheel((board, ..): &Shared, event: &Event) {
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

fn key(shared: &Shared, event: &Event) {
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
