//! The Gantt view: providers stacked, processors by time, as a canvas that pans and zooms.

pub(super) mod board;
pub mod cursor;
pub mod gestures;
mod minimap;
mod pen;
pub mod scene;
pub mod sketch_bar;

use std::cell::{Cell, RefCell};

use web_sys::HtmlCanvasElement;

use super::explained::Card;
use super::job_search::JobSearch;
use crate::app::context::prelude::*;
use crate::app::context::{Identity, terms};
use crate::app::control::data_table::{MOST, Numbers};
use crate::app::control::{Choice, Segmented, Select, any_one_of, choice};
use crate::app::files::layered::LayeredChart;
use crate::app::files::view_picture::{ViewPicture, use_kit_subject, use_view_picture_in_layers};
use board::Board;
use cursor::{Pointed, SpanBar, Tooltip, use_former};
use gestures::{Gestures, Signal};
use minimap::Minimap;
use pen::Pen;
use scene::{Arranged, Drawing, Future, Scene, flags_of};
use sketch_bar::{Draw, DrawButton, SketchBar};
use slotscope::chart::colouring::{ColourBy, Entry};
use slotscope::chart::gantt::resources::offered;
use slotscope::chart::gantt::{gantt_layers, gantt_svg};
use slotscope::chart::numbers::Numbered;
use slotscope::chart::{Captions, Frame, GanttIndex, Origin, Resource, Theme, VisiblePart, numbers};
use slotscope::criteria::span::Span;
use slotscope::engine::Nouns;
use slotscope::engine::decisions::Gap;
use slotscope::experiment::Run;
use slotscope::page::explained::{Explained, Subject};
use slotscope::page::look::Looking;
use slotscope::page::paper_kit::{GanttForKit, KitSubject};
use slotscope::page::state::{EditAction, ViewAction, is_of_another_log};

pub use gestures::{KEYS, POINTER};
pub use pen::KEYS as PEN_KEYS;

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

/// The data for a scene. `reservations`: whether the pen draws reservations.
#[hook]
fn use_arranged(finished: &Rc<Finished>, scene: &Scene, blockers: Rc<[u32]>, reservations: bool) -> Arranged {
    // Jobs are drawn by hand on processors.
    let resource = match scene.drawing {
        Drawing::Off => scene.look.rows,
        Drawing::TooMany | Drawing::On(_) => Resource::Cores,
    };
    let rows = use_memo((Identity::of(finished), resource), |&(_, resource)| finished.on_rows_of(resource));
    let index = use_memo((Identity::of(&*rows), scene.look.colour_by), |&(_, by)| finished.in_colours(&rows, by));
    let selected =
        use_memo((Identity::of(finished), scene.selected.clone()), |(_, selected)| flags_of(&finished.run, selected));
    let pen = use_memo((Identity::of(finished), scene.drawing.clone(), reservations), |(_, drawing, reservations)| {
        match drawing {
            Drawing::On(sketch) => Some(Pen {
                sketch: sketch.clone(),
                numbers: finished.run.jobs.iter().map(|job| job.id).collect(),
                reservations: *reservations,
            }),
            Drawing::Off | Drawing::TooMany => None,
        }
    });
    Arranged { index: (*index).clone(), selected: (*selected).clone(), blockers, pen: (*pen).clone() }
}

/// The height of exported pictures, and their width on a slide, in CSS pixels.
const HEIGHT: u32 = 760;
const SLIDE_WIDTH: u32 = 1351;

/// More bars are drawn as pixels where the picture is one of pixels.
const AS_RECTANGLES: usize = 8_000;

/// Registers the drawing function of the chart with `view_picture`. It draws the visible part of the board at that time.
#[hook]
fn use_gantt_picture(
    view_picture: &ViewPicture,
    board: &Rc<RefCell<Board>>,
    arranged: &Arranged,
    finished: &Rc<Finished>,
    origin: Origin,
) {
    let (board, index) = (board.clone(), arranged.index.clone());
    let flags = arranged.selected.clone();
    let layers = {
        let (board, index, flags) = (board.clone(), index.clone(), flags.clone());
        move |theme: &Theme, captions: &Captions| {
            let viewport = board.borrow().shown();
            let bars = index.count_between(viewport.start, viewport.end);
            (bars > AS_RECTANGLES).then(|| {
                let shown = VisiblePart { viewport: &viewport, selected: flags.as_deref() };
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
    let kit = {
        let (board, index, flags) = (board.clone(), index.clone(), flags.clone());
        let finished = finished.clone();
        move || {
            Some(KitSubject::Gantt(Box::new(GanttForKit {
                finished: finished.clone(),
                index: index.clone(),
                viewport: board.borrow().shown(),
                selected: flags.clone(),
                origin,
            })))
        }
    };
    let draw = move |width, theme: &Theme, captions: &Captions| {
        let frame = Frame::new(width, HEIGHT);
        let shown = VisiblePart { viewport: &board.borrow().shown(), selected: flags.as_deref() };
        gantt_svg(frame, theme, &index, shown, captions)
    };
    use_view_picture_in_layers(view_picture, draw, layers);
    use_kit_subject(view_picture, kit);
}

/// Tasks have fewer colourings: they have no users, and each uses one whole machine.
const OF_WORKFLOWS: &[Choice<ColourBy>] = &[
    choice(ColourBy::KIND, "kind", "Tasks, and the spare time behind them."),
    choice(
        ColourBy::WAIT,
        "wait",
        "How long the task waited since the workflow's start, from not at all (dark) to more than a week (light).",
    ),
];

#[derive(Properties)]
pub struct LegendProps {
    pub finished: Rc<Finished>,
    /// Of the same run, in the colours that are shown.
    pub index: Rc<GanttIndex>,
    /// The jobs that are highlighted, by their numbers.
    pub selected: Rc<[u64]>,
    pub ground: Ground,
    pub dispatch: Dispatch,
}

/// A run is arranged once for every colouring.
impl PartialEq for LegendProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.index, &other.index) && (&self.selected, self.ground) == (&other.selected, other.ground)
    }
}

/// The legend of colours and patterns.
#[component]
pub fn Legend(props: &LegendProps) -> Html {
    let colouring = &props.index.colouring;
    let by = colouring.by();
    let on_colour = props.dispatch.callback(|by| Action::View(ViewAction::Look(Looking::ColourBy(by))));
    let nouns = props.index.nouns;
    let is_told = |by| matches!(by, ColourBy::KIND | ColourBy::WAIT);
    let choices = if nouns.is_of_workflow() && is_told(by) {
        OF_WORKFLOWS.to_vec()
    } else {
        ColourBy::all().map(|it| choice(it, it.label(), it.about())).collect()
    };
    let entries = colouring.entries().iter().enumerate();
    let entries = entries.filter(|(_, entry)| entry.jobs > 0);
    html! {
        <div class="colours">
            <label class="colour-by"><span>{ "Colour by" }</span>
                <Select id="colour-by" terse={true} offer={any_one_of(choices, by, on_colour)} /></label>
            <ul class="legend" aria-label="Legend" id="legend">
                { for entries.map(|(at, entry)| html! { <li key={format!("{}-{at}", by.label())} data-tip={tip(by, at, entry, nouns)}>{ entry_html(props, at, entry) }</li> }) }
                if by != ColourBy::KIND {
                    <li class="pattern"><i class="swatch hatched" />{ "reservation" }</li>
                }
                <li class="pattern" data-tip={if nouns.is_of_workflow() { terms::SPARE_TIME } else { terms::HELD }}><i class="swatch held" />{ nouns.held }</li>
                <li class="pattern" data-tip={terms::FREE}><i class="swatch gap" />{ "free" }</li>
            </ul>
        </div>
    }
}

/// The meaning of an entry, and the number of its jobs.
fn tip(by: ColourBy, at: usize, entry: &Entry, nouns: &Nouns) -> String {
    let meaning = match (by, at) {
        (ColourBy::KIND, 0) => terms::BATCH,
        (ColourBy::KIND, _) if nouns.is_of_workflow() => terms::RESERVED_TASK,
        (ColourBy::KIND, _) if !nouns.is_of_log() => terms::RESERVED_INTERVAL,
        (ColourBy::KIND, _) => terms::RESERVATION,
        _ => "",
    };
    let jobs = words::plural(entry.jobs, nouns.job);
    let tip = format!("{meaning} {jobs}: a click highlights them in every chart and table.");
    tip.trim_start().to_string()
}

fn entry_html(props: &LegendProps, at: usize, entry: &Entry) -> Html {
    let by = props.index.colouring.by();
    // They are looked up only where there is something to compare them with: a log has many.
    let members = {
        let (index, finished) = (props.index.clone(), props.finished.clone());
        move || index.colouring.members(&finished.run, at)
    };
    let pressed = !props.selected.is_empty() && *props.selected == *members();
    let onclick = props.dispatch.callback(move |_: MouseEvent| {
        let jobs: Rc<[u64]> = if pressed { Rc::default() } else { members().into() };
        Action::View(ViewAction::Select(jobs))
    });
    let swatch = match (by, at) {
        (ColourBy::KIND, 0) => html! { <i class="swatch batch" /> },
        (ColourBy::KIND, _) => html! { <i class="swatch reservation" /> },
        _ => {
            let colour = entry.tint.colour(&props.ground.theme()).css();
            html! { <i class="swatch" ~style={format!("background: {colour}")} /> }
        }
    };
    html! {
        <button type="button" class="legend-entry" aria-pressed={pressed.to_string()} data-jobs={entry.jobs.to_string()} {onclick}>{ swatch }{ &entry.words }</button>
    }
}

#[derive(Properties, PartialEq)]
struct RowsSwitchProps {
    pub finished: Rc<Finished>,
    pub resource: Resource,
    pub dispatch: Dispatch,
}

/// The resources that the run knows of its nodes, if it knows more than their cores.
#[component]
fn RowsSwitch(props: &RowsSwitchProps) -> Html {
    let offered = use_memo(Identity::of(&props.finished), |_| offered(&props.finished.run));
    if offered.len() < 2 {
        return nothing();
    }
    let on_turn = props.dispatch.callback(|rows| Action::View(ViewAction::Look(Looking::Rows(rows))));
    let choices: Vec<Choice<Resource>> = offered.iter().map(|&it| told(it)).collect();
    html! {
        <Segmented id="gantt-rows" label="Rows" offer={any_one_of(choices, props.resource, on_turn)} />
    }
}

fn told(resource: Resource) -> Choice<Resource> {
    match resource {
        Resource::Cores => choice(resource, "Cores", "A row is a core: the cores of each node, node after node."),
        Resource::Gpus => choice(
            resource,
            "GPUs",
            "The GPUs of each node, and on each the jobs that have it or a share of it. A GPU is a row, or several where jobs have shares.",
        ),
        Resource::Memory => choice(
            resource,
            "Memory",
            "The memory of each node, and how much of it each job has. A row is a GiB, or what the head of the chart says.",
        ),
    }
}
