//! The Gantt view: providers stacked, processors by time, as a canvas that pans and zooms.

pub(super) mod board;
mod cursor;
mod free_throughout;
pub mod gestures;
pub(super) mod legend;
mod minimap;
mod pen;
mod sketch_bar;
pub mod sketching;
mod span_bar;
pub(super) mod tooltip;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use web_sys::HtmlCanvasElement;
use yew::prelude::*;

use crate::app::Identity;
use crate::app::control::data_table::{MOST, Numbers};
use crate::app::files::layered::LayeredChart;
use crate::app::files::view_picture::{ViewPicture, use_view_picture_in_layers};
use crate::app::shell::state::Dispatch;
use crate::app::shell::theme::Ground;
use crate::app::views::explained::Card;
use crate::app::views::gantt::sketching::Draw;
use crate::app::views::job_search::JobSearch;
use board::Board;
use gestures::{Gestures, Signal};
pub use gestures::{KEYS, POINTER};
use legend::Legend;
use minimap::Minimap;
pub use pen::KEYS as PEN_KEYS;
use pen::Pen;
use sketch_bar::{DrawButton, SketchBar};
use slotscope::chart::gantt::{gantt_layers, gantt_svg};
use slotscope::chart::numbers;
use slotscope::chart::time_axis::Origin;
use slotscope::chart::{Captions, ColourBy, Frame, GanttIndex, Shown, Theme, Viewport};
use slotscope::criteria::span::Span;
use slotscope::engine::decisions::Gap;
use slotscope::experiment::Run;
use slotscope::page::explained::{Explained, Subject};
use slotscope::page::look::{Look, Looking};
use slotscope::page::state::{Action, EditAction, Finished, ViewAction};
use slotscope::workload::sketch::Sketch;
use slotscope::workload::{Job, Time};
use span_bar::SpanBar;
use tooltip::{Pointed, Tooltip};

/// The height of exported pictures, and their width on a slide, in CSS pixels.
const HEIGHT: u32 = 760;
const SLIDE_WIDTH: u32 = 1351;

/// More bars are drawn as pixels where the picture is one of pixels.
const AS_RECTANGLES: usize = 8_000;

#[derive(Properties, PartialEq)]
pub struct GanttProps {
    pub finished: Rc<Finished>,
    pub ground: Ground,
    pub origin: Origin,
    pub cursor: Option<Time>,
    pub job: Option<usize>,
    /// The idle processors that are asked about, and when.
    #[prop_or_default]
    pub gap: Option<(Time, Gap)>,
    /// The latest answer to why.
    #[prop_or_default]
    pub explained: Option<Rc<Explained>>,
    /// Whether that job is to be brought into sight.
    pub brings_job: bool,
    /// The jobs that are highlighted, by their numbers.
    pub selected: Rc<[u32]>,
    /// The colouring, and the marked span.
    pub look: Look,
    /// The visible part; `None` for the whole run.
    pub sight: Option<Viewport>,
    /// Whether the part after the cursor is veiled.
    #[prop_or_default]
    pub veiled: bool,
    /// The jobs that are drawn on, while the chart is.
    pub drawing: Drawing,
    pub on_draw: Callback<Draw>,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// Whether the chart is drawn on.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawing {
    /// It is only looked at.
    Off,
    /// It would be, but there are too many jobs.
    TooMany,
    /// These jobs are.
    On(Rc<Sketch>),
}

impl Drawing {
    /// Of a run, whose experiment may hold the sketch already.
    pub fn of(on: bool, sketch: Option<&Rc<Sketch>>, run: &Run) -> Self {
        match (on && run.is_of_log(), sketch) {
            (false, _) => Self::Off,
            (true, Some(sketch)) => Self::On(sketch.clone()),
            (true, None) => {
                Sketch::of(&run.jobs).map_or(Self::TooMany, |sketch| Self::On(Rc::new(sketch)))
            }
        }
    }
}

/// The Gantt view.
#[component]
pub fn Gantt(props: &GanttProps) -> Html {
    let canvas = use_node_ref();
    let pointed = use_state_eq(|| None::<Pointed>);
    let board = use_memo((), |()| Rc::new(RefCell::new(Board::new())));
    let index = use_index(&props.finished, props.look.colour_by);

    let flags = use_memo(
        (Identity::of(&props.finished), props.selected.clone()),
        |(_, selected)| flags_of(&props.finished.run, selected),
    );

    let reservations = use_state_eq(|| false);
    let pen = use_memo(
        (
            Identity::of(&props.finished),
            props.drawing.clone(),
            *reservations,
        ),
        |(_, drawing, reservations)| match drawing {
            Drawing::On(sketch) => Some(Pen {
                sketch: sketch.clone(),
                numbers: props.finished.run.jobs.iter().map(|job| job.id).collect(),
                reservations: *reservations,
            }),
            _ => None,
        },
    );

    {
        // A job pointed at in the last run is another one in this.
        let pointed = pointed.setter();
        use_effect_with(Identity::of(&props.finished), move |_| pointed.set(None));
    }
    let subject = subject(props);
    // The content of the board follows the properties; it draws itself at the next frame.
    {
        let board = board.clone();
        let index = index.clone();
        let (ground, origin) = (props.ground, props.origin);
        let (cursor, job, brings) = (props.cursor, props.job, props.brings_job);
        let (sight, selected) = (props.sight, flags.clone());
        let (pen, veiled) = (pen.clone(), props.veiled);
        let span = props.look.span;
        let blockers = blockers(props, subject);
        use_effect_with(
            (
                (Identity::of(&index), ground, origin, cursor, job),
                (sight, selected, pen, blockers, span),
            ),
            move |(_, (_, selected, pen, blockers, span))| {
                board.borrow_mut().mark_span(*span);
                board.borrow_mut().show(index, ground.theme(), origin);
                board.borrow_mut().look(sight);
                board.borrow_mut().veil(veiled);
                board.borrow_mut().select((**selected).clone());
                board.borrow_mut().take_pen((**pen).clone());
                board.borrow_mut().outline_blockers(blockers.clone());
                board.borrow_mut().mark(cursor, job, brings);
                Board::request(&board);
            },
        );
    }
    {
        let (board, canvas) = (board.clone(), canvas.clone());
        let pointed = pointed.clone();
        let dispatch = props.dispatch.clone();
        let on_draw = props.on_draw.clone();
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
            board
                .borrow_mut()
                .on_sight(move |sight| tell.dispatch(Action::View(ViewAction::Sight(sight))));
            let hear = move |signal| match signal {
                Signal::Pointed(at) => pointed.set(at),
                Signal::Moved => {}
                Signal::Drawn {
                    sketch,
                    job,
                    moving,
                } => on_draw.emit(Draw::Stroke {
                    sketch,
                    moving: moving.then_some("sketch"),
                    chosen: job,
                }),
                Signal::Spanned(span) => {
                    dispatch.dispatch(Action::View(ViewAction::Look(Looking::Span(span))))
                }
                Signal::Settled => dispatch.dispatch(Action::Edit(EditAction::Settle)),
                Signal::Chosen { time, job, gap } => {
                    dispatch.dispatch(Action::View(ViewAction::Cursor(time)));
                    dispatch.dispatch(match (job, gap) {
                        (None, Some((time, gap))) => Action::View(ViewAction::Gap(time, gap)),
                        _ => Action::View(ViewAction::Job(job)),
                    });
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
        let flags = (*flags).clone();
        let shown = {
            let (board, index, flags) = (board.clone(), index.clone(), flags.clone());
            move |theme: &Theme, captions: &Captions| {
                let viewport = board.borrow().viewport();
                let bars = index.count_between(viewport.start, viewport.end);
                (bars > AS_RECTANGLES).then(|| {
                    let shown = Shown {
                        viewport: &viewport,
                        selected: flags.as_deref(),
                    };
                    let frame = Frame::new(SLIDE_WIDTH, HEIGHT);
                    LayeredChart {
                        layers: gantt_layers(frame, theme, &index, shown, captions),
                        index: index.clone(),
                        viewport,
                        selected: flags.clone(),
                        theme: *theme,
                        origin: captions.origin,
                    }
                })
            }
        };
        let draw = move |width, theme: &Theme, captions: &Captions| {
            let frame = Frame::new(width, HEIGHT);
            let shown = Shown {
                viewport: &board.borrow().viewport(),
                selected: flags.as_deref(),
            };
            gantt_svg(frame, theme, &index, shown, captions)
        };
        use_view_picture_in_layers(&props.view_picture, draw, shown);
    }
    let tabled = use_memo(
        (Identity::of(&index), props.sight, props.origin),
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
    let mark_span = {
        let (board, dispatch) = (board.clone(), props.dispatch.clone());
        let is_marked = props.look.span.is_some();
        Callback::from(move |_: MouseEvent| {
            let sight = board.borrow().viewport();
            let span = Span::between(sight.start as Time, sight.end as Time);
            let span = (!is_marked).then_some(span);
            dispatch.dispatch(Action::View(ViewAction::Look(Looking::Span(span))));
        })
    };
    let set_reservations = {
        let reservations = reservations.setter();
        Callback::from(move |on| reservations.set(on))
    };
    let choose = {
        let (dispatch, finished) = (props.dispatch.clone(), props.finished.clone());
        Callback::from(move |number: u32| {
            let job = finished.run.jobs.iter().position(|job| job.id == number);
            dispatch.dispatch(Action::View(
                job.map_or(ViewAction::Job(None), ViewAction::Bring),
            ));
        })
    };
    html! {
        <div class="gantt">
            <div class="view-bar">
                <Legend finished={props.finished.clone()} index={index.clone()} selected={props.selected.clone()} ground={props.ground} dispatch={props.dispatch.clone()} />
                <JobSearch finished={props.finished.clone()} dispatch={props.dispatch.clone()} />
                // Only what a log has is drawn.
                if !props.veiled && props.finished.run.is_of_log() {
                    <DrawButton on={props.drawing != Drawing::Off} dispatch={props.dispatch.clone()} />
                }
                <div class="zoom" role="group" aria-label="Zoom">
                    <button type="button" class="icon" onclick={act(|board| board.zoom(1.0 / 1.6, 0.5))} aria-label="Zoom out">{ "−" }</button>
                    <button type="button" class="icon" onclick={act(|board| board.zoom(1.6, 0.5))} aria-label="Zoom in">{ "+" }</button>
                    <button type="button" class="icon" onclick={act(|board| board.zoom_rows_in_place(1.0 / 1.6))} aria-label="Lower rows" data-tip="Row height: lower, so that more processors are visible. Alt + wheel, or Page down.">{ "⇣" }</button>
                    <button type="button" class="icon" onclick={act(|board| board.zoom_rows_in_place(1.6))} aria-label="Taller rows" data-tip="Row height: taller, so that fewer processors are visible. Alt + wheel, or Page up.">{ "⇡" }</button>
                    <button type="button" id="gantt-span" aria-pressed={props.look.span.is_some().to_string()} onclick={mark_span}
                        data-tip="Shows the figures of a span of time, here, in Summary and in Compare. The span is the visible time, until you type two other times, or mark them with Shift and a drag on the chart or on the strip below.">{ "Measure" }</button>
                    <button type="button" id="gantt-fit" onclick={act(Board::fit)} data-tip="All times, and only the processors that are used, up to the last one. Key F.">{ "Fit" }</button>
                    <button type="button" id="gantt-reset" onclick={act(Board::reset)}>{ "Show all" }</button>
                </div>
            </div>
            if props.drawing != Drawing::Off {
                <SketchBar drawing={props.drawing.clone()} reservations={*reservations}
                    on_reservations={set_reservations} largest={largest_of(&props.finished.run)}
                    number={props.job.and_then(|job| props.finished.run.jobs.get(job)).map(|job| job.id)}
                    on_draw={&props.on_draw} on_choose={choose} dispatch={props.dispatch.clone()} />
            }
            <div class="gantt-body">
                <div class="canvas-frame">
                    <canvas ref={canvas} id="gantt-canvas" tabindex="0" role="img"
                        aria-label="Gantt chart: processors of each provider over time. Arrow keys move, plus and minus zoom, Page up and Page down make rows taller and lower, F fits what is used, 0 shows all."
                        aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown + - PageUp PageDown F 0" />
                    if let Some(pointed) = *pointed {
                        <Tooltip finished={props.finished.clone()} {pointed} origin={props.origin} />
                    }
                </div>
                if let Some(subject) = subject {
                    <Card finished={props.finished.clone()} {subject} explained={props.explained.clone()}
                        cursor={props.cursor} origin={props.origin} dispatch={props.dispatch.clone()} />
                }
            </div>
            if !props.veiled {
            <Minimap board={(*board).clone()} finished={props.finished.clone()} index={index.clone()} ground={props.ground}
                span={props.look.span} dispatch={props.dispatch.clone()} />
            }
            if let Some(span) = props.look.span.filter(|_| !props.veiled) {
                <SpanBar finished={props.finished.clone()} {span} origin={props.origin} on_draw={props.on_draw.clone()} dispatch={props.dispatch.clone()} />
            }
            <Numbers id="gantt-numbers" title="the visible bars" make={(*tabled).clone()} />
        </div>
    }
}

/// A run arranged for drawing, in the colours that are wanted.
#[hook]
fn use_index(finished: &Rc<Finished>, colour_by: ColourBy) -> Rc<GanttIndex> {
    let index = use_memo((Identity::of(finished), colour_by), |&(_, by)| {
        finished.coloured(by)
    });
    (*index).clone()
}

/// Whom the card beside the chart is about.
fn subject(props: &GanttProps) -> Option<Subject> {
    if props.veiled || props.drawing != Drawing::Off {
        return None;
    }
    let job = props.job.filter(|&job| job < props.finished.run.jobs.len());
    let gap = props.gap.map(|(time, gap)| Subject::Gap(time, gap));
    job.map(Subject::Job).or(gap)
}

/// The jobs in the way of the explained job.
fn blockers(props: &GanttProps, subject: Option<Subject>) -> Rc<[u32]> {
    let explained = props.explained.as_ref();
    let blockers = subject.and_then(|subject| {
        let answer = explained?.to(&props.finished.experiment, subject)?;
        Some(answer.blockers(subject, props.cursor))
    });
    blockers.unwrap_or_default().into()
}

/// The processors of the largest provider.
fn largest_of(run: &Run) -> u32 {
    run.platform.iter().copied().max().unwrap_or(1)
}

/// A flag for each job of a run: whether its number is among `selected`, which ascend; `None` if
/// none is.
pub fn flags_of(run: &Run, selected: &[u32]) -> Option<Rc<[bool]>> {
    let is_selected = |job: &Job| selected.binary_search(&job.id).is_ok();
    let flags: Rc<[bool]> = run.jobs.iter().map(is_selected).collect();
    flags.contains(&true).then_some(flags)
}
