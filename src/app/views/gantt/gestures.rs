//! Wheel, drag, pinch and keys: from events to the visible part.

mod keys;
mod wheel;

use std::cell::RefCell;
use std::rc::Rc;

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlCanvasElement, PointerEvent, ResizeObserver};

use super::board::Board;
use super::pen::{Drag, grip_at};
use super::tooltip::Pointed;
use crate::app::files::picture::place_within;
use keys::key;
pub use keys::{KEYS, POINTER};
use slotscope::criteria::span::Span;
use slotscope::engine::decisions::Gap;
use slotscope::workload::Time;
use slotscope::workload::sketch::Sketch;
use wheel::wheel;

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
