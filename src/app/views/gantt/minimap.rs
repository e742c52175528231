//! The minimap below the chart: the whole run, with the visible part as a frame to drag and resize.

use std::cell::RefCell;

use gloo_render::{AnimationFrame, request_animation_frame};
use plotters_canvas::CanvasBackend;
use web_sys::{Element, HtmlCanvasElement, HtmlElement, PointerEvent};

use super::board::Board;
use crate::app::context::Identity;
use crate::app::context::chord::is_chord;
use crate::app::context::prelude::*;
use crate::app::files::view_picture::{use_size, zoom_of};
use slotscope::chart::minimap::Minimap as Strip;
use slotscope::chart::{Frame, GanttIndex, Resource, Viewport};
use slotscope::criteria::span::Span;
use slotscope::page::look::Looking;
use slotscope::page::minimap_hold::{Doing, Pointer, PointerPress};
use slotscope::page::state::ViewAction;
use slotscope::page::time_window::{Grip, TimeWindow};

#[derive(Properties)]
pub struct MinimapProps {
    pub board: Rc<RefCell<Board>>,
    pub finished: Rc<Finished>,
    pub index: Rc<GanttIndex>,
    pub ground: Ground,
    pub span: Option<Span>,
    pub dispatch: Dispatch,
}

/// There is one board.
impl PartialEq for MinimapProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.index, &other.index) && (self.ground, self.span) == (other.ground, other.span)
    }
}

/// The minimap. It is drawn once a run and size; the frame over it follows the board.
#[component]
pub fn Minimap(props: &MinimapProps) -> Html {
    let node = use_node_ref();
    let canvas = use_node_ref();
    let frame = use_node_ref();
    let (width, height) = use_size(&node);
    let resource = props.index.resource;
    let strip = use_memo((Identity::of(&props.finished), resource), |_| Strip::new(&props.finished.run, &props.index));
    let label = format!(
        "The whole run: busy {} as an area, waiting jobs as a line, with the visible part as a frame. Arrow keys move the frame, with Shift its end; plus and minus resize it, 0 shows all. Shift and drag marks a span.",
        match resource {
            Resource::Cores => "processors",
            Resource::Gpus | Resource::Memory => resource.name(),
        }
    );
    {
        let (canvas, strip) = (canvas.clone(), strip.clone());
        // With the chart: what asks a canvas for its scale has the browser style the page first.
        let next = use_mut_ref(|| None::<AnimationFrame>);
        use_effect_with(
            (Identity::of(&strip), (width as u32, height as u32), props.ground),
            move |&(_, size, ground)| {
                let draws = move |_| {
                    draw(&canvas, &strip, size, ground);
                };
                next.replace(Some(request_animation_frame(draws)));
            },
        );
    }
    {
        let (board, node, frame) = (props.board.clone(), node.clone(), frame.clone());
        use_effect_with((), move |()| {
            let board_ = board.clone();
            board.borrow_mut().on_view(move |sight, bounds| {
                follow(&node, &frame, sight, bounds);
            });
            Board::request(&board_);
        });
    }
    let held = use_mut_ref(|| None::<PointerPress>);
    let at = {
        let node = node.clone();
        move |event: &PointerEvent| place(&node, event)
    };
    let onpointerdown = {
        let (board, held, at) = (props.board.clone(), held.clone(), at.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(pointer) = at(&event).filter(|_| event.button() == 0) else {
                return;
            };
            if held.borrow().is_some_and(|hold| !hold.is_of(pointer)) {
                return;
            }
            if let Some(element) = event.target_dyn_into::<Element>() {
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            let window = board.borrow().time_window();
            let hold = if event.shift_key() {
                PointerPress::span(pointer, window)
            } else {
                PointerPress::window(pointer, window)
            };
            if !hold.marks() {
                show(&board, hold.at(pointer.share));
            }
            held.replace(Some(hold));
        })
    };
    let onpointermove = {
        let (board, held, at) = (props.board.clone(), held.clone(), at.clone());
        let node = node.clone();
        Callback::from(move |event: PointerEvent| {
            let Some(pointer) = at(&event) else { return };
            match *held.borrow() {
                Some(hold) if hold.is_of(pointer) => show(&board, hold.at(pointer.share)),
                Some(_) => {}
                None => shape_pointer(&node, pointer.grip(&board.borrow().time_window())),
            }
        })
    };
    let onpointerup = {
        let (held, at, dispatch) = (held.clone(), at.clone(), props.dispatch.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(pointer) = at(&event) else { return };
            let Some(hold) = held.borrow_mut().take_if(|hold| hold.is_of(pointer)) else {
                return;
            };
            if hold.marks() {
                let span = hold.marked(pointer.share);
                dispatch.dispatch(Action::View(ViewAction::Look(Looking::Span(span))));
            }
        })
    };
    let onpointercancel = {
        let (board, held, span) = (props.board.clone(), held.clone(), props.span);
        Callback::from(move |event: PointerEvent| {
            let Some(pointer) = at(&event) else { return };
            let hold = held.borrow_mut().take_if(|hold| hold.is_of(pointer));
            // The browser has cancelled the pointer: the former span stays.
            if hold.is_some_and(|hold| hold.marks()) {
                board.borrow_mut().mark_span(span);
                Board::request(&board);
            }
        })
    };
    let ondblclick = {
        let board = props.board.clone();
        Callback::from(move |_: MouseEvent| {
            board.borrow_mut().reset();
            Board::request(&board);
        })
    };
    let onkeydown = {
        let board = props.board.clone();
        Callback::from(move |event: KeyboardEvent| {
            let window = board.borrow().time_window();
            if let Some(next) = by_key(window, &event) {
                event.prevent_default();
                show(&board, Doing::Show(next));
            }
        })
    };
    let span = props.span.map(|span| {
        let (first, last) = strip.times();
        let share = |at: Time| ((at as f64 - first) / (last - first).max(1.0)).clamp(0.0, 1.0);
        format!("--from: {}; --to: {}", share(span.from), share(span.to))
    });
    html! {
        <div class="minimap" id="minimap" ref={node} tabindex="0" role="img" ~style={format!("--axis: {}px", props.index.left())}
            aria-label={label}
            {onpointerdown} {onpointermove} {onpointerup} {onpointercancel} {ondblclick} {onkeydown}>
            <canvas ref={canvas} aria-hidden="true" />
            if let Some(style) = span { <div class="minimap-span" ~style={style} /> }
            <div class="minimap-window" ref={frame} />
        </div>
    }
}

/// Draws the strip, this many CSS pixels wide and high.
fn draw(canvas: &NodeRef, strip: &Strip, (width, height): (u32, u32), ground: Ground) -> Option<()> {
    let canvas = canvas.cast::<HtmlCanvasElement>()?;
    let scale = web_sys::window()?.device_pixel_ratio() * zoom_of(&canvas);
    // What draws on a canvas keeps to whole pixels: slopes are smooth if these are half as wide.
    let scale = scale.clamp(2.0, 4.0);
    let frame = Frame::new(width, height).at_scale(scale);
    let (wide, high) = frame.device_size();
    canvas.set_width(wide);
    canvas.set_height(high);
    let mut backend = CanvasBackend::with_canvas_object(canvas)?;
    strip.draw(&mut backend, frame, &ground.theme()).ok()
}

/// Puts the frame where the window is, and its values into the attributes of the element.
fn follow(node: &NodeRef, frame: &NodeRef, sight: &Viewport, bounds: &Viewport) {
    let window = window_of(sight, bounds);
    let (from, to) = window.shares();
    if let Some(frame) = frame.cast::<HtmlElement>() {
        let style = frame.style();
        let _ = style.set_property("--from", &from.to_string());
        let _ = style.set_property("--to", &to.to_string());
    }
    if let Some(node) = node.cast::<Element>() {
        let _ = node.set_attribute("data-whole", &window.is_whole().to_string());
    }
}

/// The times in sight of a chart.
pub(super) fn window_of(sight: &Viewport, bounds: &Viewport) -> TimeWindow {
    TimeWindow { start: sight.start, end: sight.end, bounds: (bounds.start, bounds.end) }
}

fn show(board: &Rc<RefCell<Board>>, doing: Doing) {
    match doing {
        Doing::Show(window) => board.borrow_mut().show_times(window.start, window.end),
        Doing::Mark(span) => board.borrow_mut().mark_span(Some(span)),
    }
    Board::request(board);
}

/// Where a pointer is; the width is in CSS pixels of the screen.
fn place(node: &NodeRef, event: &PointerEvent) -> Option<Pointer> {
    let place = node.cast::<Element>()?.get_bounding_client_rect();
    let width = place.width().max(1.0);
    Some(Pointer {
        id: event.pointer_id(),
        share: (f64::from(event.client_x()) - place.left()) / width,
        width,
        is_finger: event.pointer_type() != "mouse",
    })
}

fn shape_pointer(node: &NodeRef, grip: Option<Grip>) {
    let shape = match grip {
        Some(Grip::Start | Grip::End) => "ew-resize",
        Some(Grip::Whole) => "grab",
        None => "pointer",
    };
    if let Some(element) = node.cast::<HtmlElement>() {
        let _ = element.style().set_property("cursor", shape);
    }
}

/// The window after a key.
fn by_key(window: TimeWindow, event: &KeyboardEvent) -> Option<TimeWindow> {
    if is_chord(event) {
        return None;
    }
    let step = (window.end - window.start) * 0.1;
    let grip = if event.shift_key() { Grip::End } else { Grip::Whole };
    let (first, last) = window.bounds;
    Some(match event.key().as_str() {
        "ArrowLeft" => window.dragged(grip, -step),
        "ArrowRight" => window.dragged(grip, step),
        "+" | "=" => window.dragged(Grip::Start, step).dragged(Grip::End, -step),
        "-" | "_" => window.dragged(Grip::Start, -step).dragged(Grip::End, step),
        "0" | "Home" => TimeWindow { start: first, end: last, ..window },
        _ => return None,
    })
}
