//! The Gantt view: providers stacked, processors by time, as a canvas that pans and zooms.

mod board;
mod cursor;
mod gestures;
mod tooltip;

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::HtmlCanvasElement;
use yew::prelude::*;

use crate::app::exhibit::{Exhibit, use_exhibit};
use crate::app::numbers::{MOST, Numbers};
use crate::app::state::{Action, Dispatch, Finished};
use crate::app::theme::Ground;
use crate::chart::gantt::gantt_svg;
use crate::chart::numbers;
use crate::chart::time_axis::Origin;
use crate::chart::{Frame, GanttIndex, Viewport};
use crate::experiment::Run;
use crate::workload::{Job, Time};
use board::Board;
pub use gestures::KEYS;
use gestures::{Gestures, Signal};
use tooltip::{Pointed, Tooltip};

#[derive(Properties, PartialEq)]
pub struct GanttProps {
    pub finished: Rc<Finished>,
    pub ground: Ground,
    pub origin: Origin,
    pub cursor: Option<Time>,
    pub job: Option<usize>,
    /// The jobs that are singled out, by their numbers.
    pub selected: Rc<[u32]>,
    /// What is in sight; `None` for the whole run.
    pub sight: Option<Viewport>,
    pub exhibit: Exhibit,
    pub dispatch: Dispatch,
}

/// The Gantt view.
#[component]
pub fn Gantt(props: &GanttProps) -> Html {
    let canvas = use_node_ref();
    let pointed = use_state_eq(|| None::<Pointed>);
    let board = use_memo((), |()| Rc::new(RefCell::new(Board::new())));
    let index = use_memo(Rc::as_ptr(&props.finished), |_| {
        GanttIndex::new(&props.finished.run)
    });

    let flags = use_memo(
        (Rc::as_ptr(&props.finished), props.selected.clone()),
        |(_, selected)| flags_of(&props.finished.run, selected),
    );

    {
        // A job pointed at in the last run is another one in this.
        let pointed = pointed.setter();
        use_effect_with(Rc::as_ptr(&props.finished), move |_| pointed.set(None));
    }
    // What the board shows follows the properties; it draws itself at the next frame.
    {
        let board = board.clone();
        let index = index.clone();
        let (ground, origin) = (props.ground, props.origin);
        let (cursor, job) = (props.cursor, props.job);
        let (sight, selected) = (props.sight, flags.clone());
        use_effect_with(
            (
                (Rc::as_ptr(&index), ground, origin, cursor, job),
                (sight, selected),
            ),
            move |(_, (_, selected))| {
                board.borrow_mut().show(index, ground.theme(), origin);
                board.borrow_mut().look(sight);
                board.borrow_mut().select((**selected).clone());
                board.borrow_mut().mark(cursor, job);
                Board::request(&board);
            },
        );
    }
    {
        let (board, canvas) = (board.clone(), canvas.clone());
        let pointed = pointed.clone();
        let dispatch = props.dispatch.clone();
        use_effect_with((), move |()| {
            let tell = dispatch.clone();
            board
                .borrow_mut()
                .on_sight(move |sight| tell.dispatch(Action::Sight(sight)));
            let hear = move |signal| match signal {
                Signal::Pointed(at) => pointed.set(at),
                Signal::Chosen { time, job } => {
                    dispatch.dispatch(Action::Cursor(time));
                    dispatch.dispatch(Action::Job(job));
                }
            };
            let gestures = canvas
                .cast::<HtmlCanvasElement>()
                .map(|canvas| Gestures::attach(&board, &canvas, hear));
            move || drop(gestures)
        });
    }
    {
        let (board, index) = (board.clone(), index.clone());
        use_exhibit(&props.exhibit, move |width, theme, captions| {
            let frame = Frame::new(width, 760);
            gantt_svg(frame, theme, &index, &board.borrow().viewport(), captions)
        });
    }
    let tabled = use_memo(
        (Rc::as_ptr(&index), props.sight, props.origin),
        |&(_, sight, origin)| {
            let (index, finished) = (index.clone(), props.finished.clone());
            Callback::from(move |()| {
                let number = |job: u32| finished.run.jobs[job as usize].id;
                let sight = sight.unwrap_or_else(|| index.whole());
                numbers::bars(&index, &sight, origin, MOST, number)
            })
        },
    );
    let act = |step: fn(&mut Board)| {
        let board = board.clone();
        Callback::from(move |_: MouseEvent| {
            step(&mut board.borrow_mut());
            Board::request(&board);
        })
    };
    html! {
        <div class="gantt">
            <div class="view-bar">
                <Legend />
                <div class="zoom" role="group" aria-label="Zoom">
                    <button type="button" class="icon" onclick={act(|board| board.zoom(1.0 / 1.6, 0.5))} aria-label="Zoom out">{ "−" }</button>
                    <button type="button" class="icon" onclick={act(|board| board.zoom(1.6, 0.5))} aria-label="Zoom in">{ "+" }</button>
                    <button type="button" id="gantt-reset" onclick={act(Board::reset)}>{ "Whole" }</button>
                </div>
            </div>
            <div class="canvas-frame">
                <canvas ref={canvas} id="gantt-canvas" tabindex="0" role="img"
                    aria-label="Gantt chart: processors of each provider over time. Arrow keys move, plus and minus zoom, 0 shows all."
                    aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown + - 0" />
                if let Some(pointed) = *pointed {
                    <Tooltip finished={props.finished.clone()} {pointed} origin={props.origin} />
                }
            </div>
            <Numbers id="gantt-numbers" title="the bars in sight" make={(*tabled).clone()} />
        </div>
    }
}

/// A flag for each job of a run: whether its number is among `selected`, which ascend; `None` if
/// none is.
pub fn flags_of(run: &Run, selected: &[u32]) -> Option<Rc<[bool]>> {
    let is_selected = |job: &Job| selected.binary_search(&job.id).is_ok();
    let flags: Rc<[bool]> = run.jobs.iter().map(is_selected).collect();
    flags.contains(&true).then_some(flags)
}

/// What the colours and patterns mean.
#[component]
fn Legend() -> Html {
    html! {
        <ul class="legend" aria-label="Legend">
            <li data-tip={crate::app::terms::BATCH}><i class="swatch batch" />{ "Batch job" }</li>
            <li data-tip={crate::app::terms::RESERVATION}><i class="swatch reservation" />{ "Advance reservation" }</li>
            <li data-tip={crate::app::terms::HELD}><i class="swatch held" />{ "Held, not running" }</li>
            <li><i class="swatch gap" />{ "Free" }</li>
        </ul>
    }
}
