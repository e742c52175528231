//! The Gantt view: providers stacked, processors by time, as a canvas that pans and zooms.

mod arranging;
pub(super) mod board;
mod cursor;
mod exporting;
mod former;
mod free_throughout;
pub mod gestures;
pub(super) mod legend;
mod minimap;
mod pen;
mod rows_switch;
pub mod scene;
mod sketch_bar;
pub mod sketching;
mod span_bar;
pub(super) mod tooltip;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use web_sys::HtmlCanvasElement;
use yew::prelude::*;

use crate::app::context::Identity;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::control::data_table::{MOST, Numbers};
use crate::app::files::view_picture::ViewPicture;
use crate::app::views::explained::Card;
use crate::app::views::gantt::sketching::Draw;
use crate::app::views::job_search::JobSearch;
use arranging::use_arranged;
use board::Board;
use exporting::use_gantt_picture;
use former::use_former;
use gestures::{Gestures, Signal};
pub use gestures::{KEYS, POINTER};
use legend::Legend;
use minimap::Minimap;
pub use pen::KEYS as PEN_KEYS;
use rows_switch::RowsSwitch;
use scene::{Arranged, Drawing, Future, Scene};
use sketch_bar::{DrawButton, SketchBar};
use slotscope::chart::GanttIndex;
use slotscope::chart::numbers::{self, Numbered};
use slotscope::criteria::span::Span;
use slotscope::engine::decisions::Gap;
use slotscope::experiment::Run;
use slotscope::page::explained::{Explained, Subject};
use slotscope::page::look::Looking;
use slotscope::page::state::{Action, EditAction, Finished, ViewAction, is_of_another_log};
use slotscope::workload::Time;
use span_bar::SpanBar;
use tooltip::{Pointed, Tooltip};

#[derive(Properties, PartialEq)]
pub struct GanttProps {
    pub finished: Rc<Finished>,
    pub scene: Scene,
    /// The idle processors that the card is about, and the time.
    #[prop_or_default]
    pub gap: Option<(Time, Gap)>,
    /// The run under the policy before, beside the example of a first visit.
    #[prop_or_default]
    pub former: Option<Rc<Finished>>,
    /// The latest explanation.
    #[prop_or_default]
    pub explained: Option<Rc<Explained>>,
    pub on_draw: Callback<Draw>,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The board of a canvas, shared with the listeners of the canvas and the followers of the board.
type SharedBoard = Rc<RefCell<Board>>;

/// The Gantt view.
#[component]
pub fn Gantt(props: &GanttProps) -> Html {
    let (finished, scene) = (&props.finished, &props.scene);
    let canvas = use_node_ref();
    let pointed = use_state_eq(|| None::<Pointed>);
    let board = use_memo((), |()| Rc::new(RefCell::new(Board::new())));
    let reservations = use_state_eq(|| false);
    let subject = subject(props);
    let arranged = use_arranged(finished, scene, blockers(props, subject), *reservations);
    {
        // A job pointed at in the last run is another one in this.
        let pointed = pointed.setter();
        use_effect_with(Identity::of(finished), move |_| pointed.set(None));
    }
    use_leaving(&board, finished);
    use_showing(&board, scene, &arranged);
    use_gestures(&board, &canvas, &pointed, props);
    use_gantt_picture(&props.view_picture, &board, &arranged, finished, scene.origin);
    let numbers = use_numbers(finished, &arranged.index, scene);
    let former = use_former(&board, props.former.as_ref(), scene);
    let index = &arranged.index;
    html! {
        <div class="gantt">
            <div class="view-bar">
                <Legend finished={finished.clone()} index={index.clone()} selected={scene.selected.clone()} ground={scene.ground} dispatch={props.dispatch.clone()} />
                if scene.drawing == Drawing::Off {
                    <RowsSwitch finished={finished.clone()} resource={index.resource} dispatch={props.dispatch.clone()} />
                }
                <JobSearch finished={finished.clone()} dispatch={props.dispatch.clone()} />
                // Only what a log has is drawn.
                if scene.future == Future::Shown && finished.run.is_of_log() {
                    <DrawButton on={scene.drawing != Drawing::Off} dispatch={props.dispatch.clone()} />
                }
                { zoom(&board, scene.look.span, &props.dispatch) }
            </div>
            if scene.drawing != Drawing::Off { { sketch_bar(props, &reservations) } }
            <div class="gantt-body">
                <div class="canvas-frame">
                    <canvas ref={canvas} id="gantt-canvas" tabindex="0" role="img"
                        aria-label={format!("Gantt chart: {} over time. Arrow keys move, plus and minus zoom, Page up and Page down make rows taller and lower, F fits the rows that jobs use, 0 shows all.", rows_in_words(index))}
                        aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown + - PageUp PageDown F 0" />
                    if let Some(pointed) = *pointed {
                        <Tooltip finished={finished.clone()} {pointed} origin={scene.origin} known_until={scene.known_until()} />
                    }
                </div>
                if let Some(subject) = subject {
                    <Card finished={finished.clone()} {subject} explained={props.explained.clone()}
                        cursor={scene.cursor} origin={scene.origin} dispatch={props.dispatch.clone()} />
                }
            </div>
            { former }
            if scene.future == Future::Shown {
            <Minimap board={(*board).clone()} finished={finished.clone()} index={index.clone()} ground={scene.ground}
                span={scene.look.span} dispatch={props.dispatch.clone()} />
            }
            if let Some(span) = scene.look.span.filter(|_| scene.future == Future::Shown) {
                <SpanBar finished={finished.clone()} {span} origin={scene.origin} on_draw={props.on_draw.clone()} dispatch={props.dispatch.clone()} />
            }
            if scene.future != Future::Hidden {
                <Numbers id="gantt-numbers" title="the bars in sight" make={numbers} />
            }
        </div>
    }
}

/// The rows of a chart in words.
fn rows_in_words(index: &GanttIndex) -> String {
    if index.has_nodes() { index.whereabouts() } else { format!("processors of each {}", index.nouns.provider) }
}

/// A run of another log is wholly visible, whatever part of the one before was: before the board shows it.
#[hook]
fn use_leaving(board: &SharedBoard, finished: &Rc<Finished>) {
    let (board, finished) = (board.clone(), finished.clone());
    let last = use_mut_ref(|| None::<Rc<Finished>>);
    use_effect_with(Identity::of(&finished), move |_| {
        let before = last.replace(Some(finished.clone()));
        if before.is_some_and(|before| is_of_another_log(&before, &finished)) {
            board.borrow_mut().leave_log();
        }
    });
}

/// Passes the scene to the board, which draws at the next frame.
#[hook]
fn use_showing(board: &SharedBoard, scene: &Scene, arranged: &Arranged) {
    let board = board.clone();
    use_effect_with((scene.clone(), arranged.clone()), move |(scene, arranged)| {
        board.borrow_mut().show(scene.clone(), arranged.clone());
        Board::request(&board);
    });
}

/// Moves the board by gestures on its canvas, and sends choices, drawings and marks to the state.
#[hook]
fn use_gestures(board: &SharedBoard, canvas: &NodeRef, pointed: &UseStateHandle<Option<Pointed>>, props: &GanttProps) {
    let (board, canvas, pointed) = (board.clone(), canvas.clone(), pointed.clone());
    let (dispatch, on_draw) = (props.dispatch.clone(), props.on_draw.clone());
    use_effect_with((), move |()| {
        // The job under the pointer is elsewhere once the visible part has changed.
        let (last, card) = (Cell::new(None), pointed.setter());
        board.borrow_mut().on_view(move |sight, _| {
            let before = last.replace(Some(*sight));
            if before.is_some_and(|before| before != *sight) {
                card.set(None);
            }
        });
        let tell = dispatch.clone();
        board.borrow_mut().on_sight(move |sight| tell.dispatch(Action::View(ViewAction::Sight(sight))));
        let hear = move |signal| match signal {
            Signal::Pointed(at) => pointed.set(at),
            signal => tell_state(signal, &on_draw, &dispatch),
        };
        let gestures = canvas.cast::<HtmlCanvasElement>().map(|canvas| Gestures::attach(&board, &canvas, hear));
        move || drop(gestures)
    });
}

/// Sends the result of a gesture to the state.
fn tell_state(signal: Signal, on_draw: &Callback<Draw>, dispatch: &Dispatch) {
    match signal {
        Signal::Pointed(_) | Signal::Moved => {}
        Signal::Drawn { sketch, job, moving } => {
            on_draw.emit(Draw::Stroke { sketch, moving: moving.then_some("sketch"), chosen: job })
        }
        Signal::Spanned(span) => dispatch.dispatch(Action::View(ViewAction::Look(Looking::Span(span)))),
        Signal::Settled => dispatch.dispatch(Action::Edit(EditAction::Settle)),
        Signal::Abandoned => {
            dispatch.dispatch(Action::Edit(EditAction::Settle));
            dispatch.dispatch(Action::Edit(EditAction::Undo));
        }
        Signal::Chosen { time, job, gap } => {
            dispatch.dispatch(Action::View(ViewAction::Cursor(time)));
            dispatch.dispatch(match (job, gap) {
                (None, Some((time, gap))) => Action::View(ViewAction::Gap(time, gap)),
                _ => Action::View(ViewAction::Job(job)),
            });
        }
    }
}

/// Makes the table of the visible bars on request.
#[hook]
fn use_numbers(finished: &Rc<Finished>, index: &Rc<GanttIndex>, scene: &Scene) -> Callback<(), Numbered> {
    let make = use_memo((Identity::of(index), scene.sight, scene.origin), |&(_, sight, origin)| {
        let (index, finished) = (index.clone(), finished.clone());
        Callback::from(move |()| {
            let number = |job: u32| finished.run.jobs[job as usize].id;
            let sight = sight.unwrap_or_else(|| index.whole());
            numbers::bars(&index, &sight, origin, MOST, number)
        })
    });
    (*make).clone()
}

/// The buttons that change the visible part, and the button that marks it as a span.
fn zoom(board: &SharedBoard, marked: Option<Span>, dispatch: &Dispatch) -> Html {
    let act = |step: fn(&mut Board)| {
        let board = board.clone();
        Callback::from(move |_: MouseEvent| {
            step(&mut board.borrow_mut());
            Board::request(&board);
        })
    };
    let mark_span = {
        let (board, is_marked) = (board.clone(), marked.is_some());
        dispatch.callback(move |_: MouseEvent| {
            let sight = board.borrow().viewport();
            let span = Span::between(sight.start as Time, sight.end as Time);
            Action::View(ViewAction::Look(Looking::Span((!is_marked).then_some(span))))
        })
    };
    html! {
        <div class="zoom" role="group" aria-label="Zoom">
            <button type="button" class="icon" onclick={act(|board| board.zoom(1.0 / 1.6, 0.5))} aria-label="Zoom out">{ "−" }</button>
            <button type="button" class="icon" onclick={act(|board| board.zoom(1.6, 0.5))} aria-label="Zoom in">{ "+" }</button>
            <button type="button" class="icon" onclick={act(|board| board.zoom_rows_in_place(1.0 / 1.6))} aria-label="Lower rows" data-tip="Row height: lower, so that more processors are visible. Alt + wheel, or Page down.">{ "⇣" }</button>
            <button type="button" class="icon" onclick={act(|board| board.zoom_rows_in_place(1.6))} aria-label="Taller rows" data-tip="Row height: taller, so that fewer processors are visible. Alt + wheel, or Page up.">{ "⇡" }</button>
            <button type="button" id="gantt-span" aria-pressed={marked.is_some().to_string()} onclick={mark_span}
                data-tip="Shows the figures of a span of time, here, in Summary and in Compare. The span is the visible time, until you type two other times, or mark them with Shift and a drag on the chart or on the strip below.">{ "Measure" }</button>
            <button type="button" id="gantt-fit" onclick={act(Board::fit)} data-tip="All times, and only the processors that are used, up to the last one. Key F.">{ "Fit" }</button>
            <button type="button" id="gantt-reset" onclick={act(Board::reset)}>{ "Show all" }</button>
        </div>
    }
}

/// The bar of a chart that is drawn on.
fn sketch_bar(props: &GanttProps, reservations: &UseStateHandle<bool>) -> Html {
    let (scene, run) = (&props.scene, &props.finished.run);
    let set_reservations = reservations.setter().to_callback();
    let choose = {
        let finished = props.finished.clone();
        props.dispatch.callback(move |number: u64| {
            let job = finished.run.jobs.iter().position(|job| job.id == number);
            Action::View(job.map_or(ViewAction::Job(None), ViewAction::Bring))
        })
    };
    html! {
        <SketchBar drawing={scene.drawing.clone()} reservations={**reservations}
            on_reservations={set_reservations} largest={largest_of(run)}
            number={scene.job.and_then(|job| run.jobs.get(job)).map(|job| job.id)}
            on_draw={&props.on_draw} on_choose={choose} dispatch={props.dispatch.clone()} />
    }
}

/// The subject of the card beside the chart.
fn subject(props: &GanttProps) -> Option<Subject> {
    let scene = &props.scene;
    if scene.future != Future::Shown || scene.drawing != Drawing::Off {
        return None;
    }
    let job = scene.job.filter(|&job| job < props.finished.run.jobs.len());
    let gap = props.gap.map(|(time, gap)| Subject::Gap(time, gap));
    job.map(Subject::Job).or(gap)
}

/// The jobs in the way of the card's subject.
fn blockers(props: &GanttProps, subject: Option<Subject>) -> Rc<[u32]> {
    let explained = props.explained.as_ref();
    let blockers = subject.and_then(|subject| {
        let answer = explained?.to(&props.finished.experiment, subject)?;
        Some(answer.blockers(subject, props.scene.cursor))
    });
    blockers.unwrap_or_default().into()
}

/// The processors of the largest provider.
fn largest_of(run: &Run) -> u32 {
    run.platform.iter().copied().max().unwrap_or(1)
}
