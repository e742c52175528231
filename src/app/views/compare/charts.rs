//! The charts of a comparison, one below the other.

use std::cell::{Cell, RefCell};

use plotters_canvas::CanvasBackend;
use web_sys::HtmlCanvasElement;

use super::{Sign, bars, over_time};
use crate::app::context::prelude::*;
use crate::app::control::data_table::Numbers;
use crate::app::control::{Choice, Segmented, choice, one_of};
use crate::app::files::view_picture::Picture;
use crate::app::views::gantt::Legend;
use crate::app::views::gantt::board::{Board, Painter, Span};
use crate::app::views::gantt::cursor::{Pointed, Tooltip};
use crate::app::views::gantt::gestures::{Gestures, Signal};
use crate::app::views::gantt::scene::{Arranged, Scene, flags_of};
use crate::app::views::summary::span_name;
use slotscope::chart::histogram::{Histogram, histogram_svg};
use slotscope::chart::overlay::{Curve, Measure};
use slotscope::chart::summary::{Cumulative, cumulative_svg};
use slotscope::chart::time_axis::Origin;
use slotscope::chart::{Area, Captions, Frame, GanttIndex, Theme, Viewport, numbers, overlay};
use slotscope::criteria::distribution::Value;
use slotscope::criteria::span;
use slotscope::criteria::span::SpanReport;
use slotscope::engine::Nouns;
use slotscope::experiment::comparison::JobDifferences;
use slotscope::experiment::comparison::sentences::{Sentence, sentences};
use slotscope::experiment::words::differences::letter;
use slotscope::page::compare::{ComparisonAction, ComparisonSettings, Subject};
use slotscope::page::history::MOST_COMPARED;
use slotscope::page::look::Looking;
use slotscope::page::span_table::FIGURES;
use slotscope::page::state::ViewAction;
use slotscope::page::tasks::NotMade;
use slotscope::text::capital;

/// The sentence about a scenario without a run.
fn said_of(why: &NotMade) -> String {
    match why {
        NotMade::Refused(why) => format!("cannot be run: {why}"),
        NotMade::Lost(why) => format!("the run was lost: {why}"),
    }
}

#[derive(Properties, PartialEq)]
pub struct ChartsProps {
    pub stack: Rc<Stack>,
    pub subjects: Vec<Option<Rc<Subject>>>,
    /// How the scenarios differ, in words.
    pub names: Rc<Vec<String>>,
    pub refused: Vec<Option<NotMade>>,
    pub front: usize,
    pub settings: ComparisonSettings,
    /// What the charts show. Its job is of the run in front.
    pub scene: Scene,
    pub dispatch: Dispatch,
}

const COUNTED: &[Choice<bool>] = &[
    choice(false, "jobs", "How many jobs wait."),
    choice(true, "processors", "How many processors the waiting jobs ask for."),
];

/// All charts, and the buttons to fold them.
#[component]
pub fn Charts(props: &ChartsProps) -> Html {
    let front = props.subjects.get(props.front).cloned().flatten();
    let indices = use_memo((props.subjects.clone(), props.scene.look.colour_by), |(subjects, by)| {
        let coloured = |subject: &Option<Rc<Subject>>| Some(subject.as_ref()?.coloured(*by));
        subjects.iter().map(coloured).collect::<Vec<_>>()
    });
    {
        let job = props.scene.job.and_then(|job| front.as_ref()?.number(job));
        let (theme, in_processors) = (props.scene.theme(), props.settings.in_processors);
        let stack = props.stack.clone();
        let shown = StackContent {
            subjects: props.subjects.clone(),
            indices: indices.clone(),
            front: props.front,
            scene: props.scene.clone(),
            job,
            busy: painter(&props.subjects, theme, props.scene.origin, of_busy),
            queue: if in_processors {
                painter(&props.subjects, theme, props.scene.origin, of_processors)
            } else {
                painter(&props.subjects, theme, props.scene.origin, of_jobs)
            },
        };
        let dispatch = props.dispatch.clone();
        use_effect_with(props_that_draw(props), move |_| {
            stack.show(&shown);
            let board = stack.board(StackChart::Gantt(shown.front));
            board.borrow_mut().on_sight(move |sight| {
                dispatch.dispatch(Action::View(ViewAction::Sight(sight)));
            });
        });
    }
    let chart = |place: StackChart, label: String, subject: Option<Rc<Subject>>| {
        html! {
            <Chart key={place.id()} stack={props.stack.clone()} {place} {label} {subject} front={front.clone()}
                origin={props.scene.origin} dispatch={props.dispatch.clone()} />
        }
    };
    let moves = "Arrow keys move all charts, plus and minus zoom, Page up and Page down make rows taller and lower, 0 shows all.";
    let gantts = props.names.iter().enumerate().map(|(place, name)| {
        let folded = props.settings.is_folded(place);
        let letter = letter(place);
        let label = format!("Gantt chart of {letter}, {name}: processors over time. {moves}");
        let subject = props.subjects.get(place).cloned().flatten();
        let is_there = subject.is_some();
        html! {
            <section key={place} class={classes!("compared-chart", folded.then_some("folded"))} aria-label={format!("Schedule under {letter}")}>
                <div class="chart-head">
                    <Fold {place} settings={props.settings} dispatch={&props.dispatch} />
                    <Sign {place} ground={props.scene.ground} /><span class="chart-name">{ name }</span>
                    if let Some(why) = props.refused.get(place).and_then(Option::as_ref) {
                        <span class="worse" role="alert">{ said_of(why) }</span>
                        if matches!(why, NotMade::Lost(_)) {
                            <button type="button" class="try-again" onclick={props.dispatch.callback(|_: MouseEvent| Action::Compare(ComparisonAction::TryAgain))}>{ "Try again" }</button>
                        }
                    } else if !is_there {
                        <span class="said">{ "running …" }</span>
                    }
                </div>
                if !folded {
                    { chart(StackChart::Gantt(place), label, subject) }
                }
            </section>
        }
    });
    let tables = props.subjects.iter().enumerate().filter(|(place, _)| !props.settings.is_folded(*place));
    let tables = tables
        .filter_map(|(place, subject)| Some(bars(place, subject.as_ref()?, props.scene.sight, props.scene.origin)));
    let settings = props.settings;
    let on_counted = props.dispatch.callback(move |in_processors| {
        Action::Compare(ComparisonAction::Set(ComparisonSettings { in_processors, ..settings }))
    });
    let style = format!("--charts: {}", props.names.len());
    html! {
        <div class="compared-charts" ~style={style}>
            if let Some((front, index)) = front.as_ref().zip(indices.get(props.front).cloned().flatten()) {
                <Legend finished={front.finished.clone()} {index} selected={props.scene.selected.clone()} ground={props.scene.ground} dispatch={props.dispatch.clone()} />
            }
            <div class="compare-axis">
                { chart(StackChart::Axis, format!("Time axis of all charts. {moves}"), None) }
            </div>
            { for gantts }
            { for tables }
            <section class="compared-chart curve" aria-label="Utilization over time">
                <div class="chart-head"><h2>{ "Utilization" }</h2></div>
                { chart(StackChart::Busy, format!("Share of busy processors over time, a line for each scenario. {moves}"), None) }
            </section>
            <section class="compared-chart curve" aria-label="Queue length over time">
                <div class="chart-head"><h2>{ "Waiting" }</h2>
                    <Segmented id="compare-counted" label="Queue length in" offer={one_of(COUNTED, Some(props.settings.in_processors), on_counted)} /></div>
                { chart(StackChart::Queue, format!("Length of the queue over time, a line for each scenario. {moves}"), None) }
                { over_time(&props.subjects, props.scene.sight, props.scene.origin) }
            </section>
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct ZoomProps {
    pub stack: Rc<Stack>,
    pub front: usize,
}

/// Zooms all charts.
#[component]
pub fn Zoom(props: &ZoomProps) -> Html {
    let zoom = |step: fn(&mut Board)| {
        let (stack, front) = (props.stack.clone(), props.front);
        Callback::from(move |_: MouseEvent| stack.act(front, step))
    };
    html! {
        <div class="zoom" role="group" aria-label="Zoom">
            <button type="button" class="icon" onclick={zoom(|board| board.zoom(1.0 / 1.6, 0.5))} aria-label="Zoom out">{ "−" }</button>
            <button type="button" class="icon" onclick={zoom(|board| board.zoom(1.6, 0.5))} aria-label="Zoom in">{ "+" }</button>
            <button type="button" class="icon" onclick={zoom(|board| board.zoom_rows_in_place(1.0 / 1.6))} aria-label="Lower rows" data-tip="Row height: lower, so that more processors are visible. Alt + wheel, or Page down.">{ "⇣" }</button>
            <button type="button" class="icon" onclick={zoom(|board| board.zoom_rows_in_place(1.6))} aria-label="Taller rows" data-tip="Row height: taller, so that fewer processors are visible. Alt + wheel, or Page up.">{ "⇡" }</button>
            <button type="button" id="compare-fit" onclick={zoom(Board::fit)} data-tip="All times, and only the processors that any of them uses. Key F.">{ "Fit" }</button>
            <button type="button" id="compare-reset" onclick={zoom(Board::reset)}>{ "Show all" }</button>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct FoldProps {
    place: usize,
    settings: ComparisonSettings,
    dispatch: Dispatch,
}

/// Folds one Gantt chart away, or out again.
#[component]
fn Fold(props: &FoldProps) -> Html {
    let (place, settings) = (props.place, props.settings);
    let folded = settings.is_folded(place);
    let onclick =
        props.dispatch.callback(move |_: MouseEvent| Action::Compare(ComparisonAction::Set(settings.folding(place))));
    html! {
        <button type="button" class="icon fold-chart" id={format!("fold-{place}")} {onclick} aria-expanded={(!folded).to_string()}
            aria-label={format!("Gantt chart of {}", letter(place))}>{ if folded { "▸" } else { "▾" } }</button>
    }
}

/// All values on which the canvases depend.
fn props_that_draw(props: &ChartsProps) -> impl PartialEq + use<> {
    ((props.subjects.clone(), props.front, props.settings), props.scene.clone())
}

type CurveOf = fn(usize, &Subject) -> (Curve<'_>, Measure);

fn of_busy(series: usize, subject: &Subject) -> (Curve<'_>, Measure) {
    let whole = subject.index.platform.iter().map(|&it| f64::from(it)).sum();
    let steps = &subject.busy;
    (Curve { series, steps, whole, look: None }, Measure::Share)
}

fn of_jobs(series: usize, subject: &Subject) -> (Curve<'_>, Measure) {
    let steps = &subject.queue.jobs;
    let whole = 1.0;
    (Curve { series, steps, whole, look: None }, Measure::Number)
}

fn of_processors(series: usize, subject: &Subject) -> (Curve<'_>, Measure) {
    let steps = &subject.queue.processors;
    let whole = 1.0;
    (Curve { series, steps, whole, look: None }, Measure::Number)
}

/// Draws a curve of each run.
fn painter(subjects: &[Option<Rc<Subject>>], theme: Theme, origin: Origin, curve: CurveOf) -> Painter {
    let subjects = subjects.to_vec();
    Rc::new(move |canvas: HtmlCanvasElement, frame: Frame, plot: Area, viewport: &Viewport| {
        let Some(mut backend) = CanvasBackend::with_canvas_object(canvas) else {
            return;
        };
        let all = subjects.iter().enumerate();
        let (curves, measures): (Vec<Curve>, Vec<Measure>) =
            all.filter_map(|(series, it)| Some(curve(series, it.as_ref()?))).unzip();
        let measure = measures.first().copied().unwrap_or(Measure::Number);
        let subject = (curves.as_slice(), measure);
        let sight = (viewport, origin);
        // A canvas takes whatever is drawn.
        let _ = overlay::draw(&mut backend, frame, &theme, plot, subject, sight);
    })
}

#[derive(Properties, PartialEq)]
pub struct ChartProps {
    pub stack: Rc<Stack>,
    pub place: StackChart,
    /// Its description, for screen readers.
    pub label: AttrValue,
    /// The run of a Gantt chart.
    pub subject: Option<Rc<Subject>>,
    /// The run of the scenario in front, whose jobs the page's state counts.
    pub front: Option<Rc<Subject>>,
    pub origin: Origin,
    pub dispatch: Dispatch,
}

/// A canvas that moves with all others. A click sets the cursor and chooses the job in all.
#[component]
pub fn Chart(props: &ChartProps) -> Html {
    let canvas = use_node_ref();
    let pointed = use_state_eq(|| None::<Pointed>);
    // The effect of a click depends on the runs that are shown when it comes.
    let runs = use_mut_ref(|| (None::<Rc<Subject>>, None::<Rc<Subject>>));
    runs.replace((props.subject.clone(), props.front.clone()));
    {
        let pointed = pointed.setter();
        use_effect_with(props.subject.clone(), move |_| pointed.set(None));
    }
    {
        let (stack, place, canvas) = (props.stack.clone(), props.place, canvas.clone());
        let (pointed, dispatch) = (pointed.clone(), props.dispatch.clone());
        use_effect_with((), move |()| {
            let hear = {
                let stack = stack.clone();
                move |signal| match signal {
                    // Whoever says this may still hold its board.
                    Signal::Pointed(at) => {
                        stack.point(place, at.map(|at| at.job));
                        pointed.set(at);
                    }
                    Signal::Moved => stack.follow(place),
                    Signal::Chosen { time, job, .. } => {
                        let (subject, front) = &*runs.borrow();
                        let number = job.and_then(|job| subject.as_ref()?.number(job));
                        let chosen = number.and_then(|number| front.as_ref()?.job(number));
                        dispatch.dispatch(Action::View(ViewAction::Cursor(time)));
                        dispatch.dispatch(Action::View(ViewAction::Job(chosen.map(|job| job as usize))));
                    }
                    Signal::Spanned(span) => {
                        dispatch.dispatch(Action::View(ViewAction::Look(Looking::Span(span))));
                    }
                    Signal::Drawn { .. } | Signal::Settled | Signal::Abandoned => {}
                }
            };
            let gestures =
                canvas.cast::<HtmlCanvasElement>().map(|canvas| Gestures::attach(stack.board(place), &canvas, hear));
            move || drop(gestures)
        });
    }
    html! {
        <div class="canvas-frame">
            <canvas ref={canvas} id={format!("compare-{}", props.place.id())} tabindex="0" role="img"
                aria-label={props.label.clone()} aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown + - PageUp PageDown F 0" />
            if let (Some(pointed), Some(subject)) = (*pointed, &props.subject) {
                <Tooltip finished={subject.finished.clone()} {pointed} origin={props.origin} />
            }
        </div>
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackChart {
    /// The time axis above all.
    Axis,
    /// The Gantt chart of the scenario at this place.
    Gantt(usize),
    /// How many processors are busy.
    Busy,
    /// How many jobs wait.
    Queue,
}

impl StackChart {
    /// Its name in ids.
    pub fn id(self) -> String {
        match self {
            Self::Axis => "axis".to_string(),
            Self::Gantt(place) => format!("gantt-{place}"),
            Self::Busy => "busy".to_string(),
            Self::Queue => "queue".to_string(),
        }
    }
}

type Shared = Rc<RefCell<Board>>;

/// The boards of all charts. Those of scenarios that are not there show nothing.
pub struct Stack {
    axis: Shared,
    gantts: [Shared; MOST_COMPARED],
    busy: Shared,
    queue: Shared,
    /// The subject of each Gantt chart.
    subjects: RefCell<Vec<Option<Rc<Subject>>>>,
    /// The job that is pointed at: the chart that the pointer stands on, and its number.
    pointed: Cell<Option<(StackChart, u64)>>,
    /// The job that was last outlined in all.
    outlined: Cell<Option<u64>>,
    /// The rows that all Gantt charts show, each as far as it has them; `None` for all.
    rows: Cell<Option<(f64, f64)>>,
}

/// A page has one stack.
impl PartialEq for Stack {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The room below the axis, for its marks, in CSS pixels.
const AXIS: f64 = 26.0;

impl Stack {
    /// Charts that show nothing yet.
    pub fn new() -> Self {
        let board = || Rc::new(RefCell::new(Board::new()));
        Self {
            axis: board(),
            gantts: std::array::from_fn(|_| board()),
            busy: board(),
            queue: board(),
            subjects: RefCell::default(),
            pointed: Cell::default(),
            outlined: Cell::default(),
            rows: Cell::default(),
        }
    }

    /// The board of a chart.
    pub fn board(&self, place: StackChart) -> &Shared {
        match place {
            StackChart::Axis => &self.axis,
            StackChart::Gantt(place) => &self.gantts[place.min(MOST_COMPARED - 1)],
            StackChart::Busy => &self.busy,
            StackChart::Queue => &self.queue,
        }
    }

    fn boards(&self) -> impl Iterator<Item = &Shared> {
        let others = [&self.axis, &self.busy, &self.queue];
        self.gantts.iter().chain(others)
    }

    /// Shows other runs; the visible part of the one in front leads.
    pub fn show(&self, shown: &StackContent) {
        let span = span_of(&shown.subjects);
        let nothing = Rc::new(GanttIndex::default());
        let index = |place: usize| {
            let subject = shown.indices.get(place).and_then(Option::as_ref);
            subject.cloned().unwrap_or_else(|| nothing.clone())
        };
        for (place, board) in self.gantts.iter().enumerate() {
            let mut board = board.borrow_mut();
            let subject = shown.subjects.get(place).and_then(Option::as_ref);
            let job = subject.zip(shown.job).and_then(|(it, job)| it.job(job));
            let scene = Scene { job: job.map(|job| job as usize), ..shown.scene.clone() };
            let selected = subject.and_then(|it| flags_of(&it.finished.run, &scene.selected));
            let arranged = Arranged { selected, ..Arranged::of_bars(index(place)) };
            board.show_in_place(scene, arranged);
            board.span(span, 1.0);
            if place != shown.front {
                board.keep_sight();
            }
        }
        let left = shown.indices.iter().flatten().map(|it| it.left()).fold(nothing.left(), f64::max);
        for board in self.boards() {
            board.borrow_mut().leave_left(left);
        }
        let without_bars = Scene { cursor: shown.scene.cursor, ..Scene::plain(shown.scene.ground, shown.scene.origin) };
        for (board, bottom) in [(&self.axis, AXIS), (&self.busy, 1.0), (&self.queue, 1.0)] {
            let mut board = board.borrow_mut();
            board.show_in_place(without_bars.clone(), Arranged::of_bars(nothing.clone()));
            board.span(span, bottom);
        }
        self.busy.borrow_mut().paint(shown.busy.clone());
        self.queue.borrow_mut().paint(shown.queue.clone());
        self.subjects.replace(shown.subjects.clone());
        let front = StackChart::Gantt(shown.front);
        self.board(front).borrow_mut().look(shown.scene.sight);
        self.follow(front);
        self.draw();
    }

    /// All charts are drawn at the next frame.
    pub fn draw(&self) {
        self.boards().for_each(Board::request);
    }

    /// The pointer stands on a job of a Gantt chart, or on none.
    pub fn point(&self, place: StackChart, job: Option<usize>) {
        let subjects = self.subjects.borrow();
        let number = match place {
            StackChart::Gantt(at) => job.and_then(|job| subjects.get(at)?.as_ref()?.number(job)),
            _ => None,
        };
        self.pointed.set(number.map(|number| (place, number)));
    }

    /// All charts show the times and the processors of one, and outline the job at its pointer. Changes are
    /// drawn in the next frame, all in the same one.
    pub fn follow(&self, leader: StackChart) {
        let window = self.board(leader).borrow().viewport();
        {
            let leader = self.board(leader).borrow();
            // A chart with fewer processors shows those that it has, and does not change the rows of the
            // others.
            if leader.rows() != leader.rows_of(self.rows.get()) {
                self.rows.set(leader.rows());
            }
        }
        let rows = self.rows.get();
        let number = self.pointed.get().map(|(_, number)| number);
        let other_job = self.outlined.replace(number) != number;
        let subjects = self.subjects.borrow();
        for (at, board) in self.gantts.iter().enumerate() {
            let moved = board.borrow_mut().take_window(&window, rows);
            if other_job {
                let subject = subjects.get(at).and_then(Option::as_ref);
                let job = subject.zip(number).and_then(|(it, job)| it.job(job));
                board.borrow_mut().point(job);
            }
            if moved || other_job {
                Board::request(board);
            }
        }
        for board in [&self.axis, &self.busy, &self.queue] {
            if board.borrow_mut().take_window(&window, rows) {
                Board::request(board);
            }
        }
    }

    /// Changes the visible part of all.
    pub fn act(&self, front: usize, step: fn(&mut Board)) {
        let leader = StackChart::Gantt(front);
        step(&mut self.board(leader).borrow_mut());
        self.follow(leader);
        self.draw();
    }

    /// The rows in sight; `None` for all.
    pub fn rows(&self) -> Option<(f64, f64)> {
        self.rows.get()
    }

    /// The times in sight.
    pub fn window(&self) -> (f64, f64) {
        let Viewport { start, end, .. } = self.axis.borrow().viewport();
        (start, end)
    }
}

/// The content of the charts.
pub struct StackContent {
    pub subjects: Vec<Option<Rc<Subject>>>,
    /// Their runs arranged, in the colours that are wanted.
    pub indices: Rc<Vec<Option<Rc<GanttIndex>>>>,
    /// The place of the scenario in front.
    pub front: usize,
    /// The scene of all. Each chart has the job in its own run.
    pub scene: Scene,
    /// The number of the job that is highlighted.
    pub job: Option<u64>,
    pub busy: Painter,
    pub queue: Painter,
}

/// The times and rows that all charts together can show.
pub fn span_of(subjects: &[Option<Rc<Subject>>]) -> Span {
    let wholes = subjects.iter().flatten().map(|it| {
        let (whole, used) = (it.index.whole(), it.index.used());
        Span { times: (whole.start, whole.end), rows: whole.rows() as u32, used: (used.first_row, used.last_row) }
    });
    let joined = |a: (f64, f64), b: (f64, f64)| (a.0.min(b.0), a.1.max(b.1));
    let span = wholes.reduce(|all, one| Span {
        times: joined(all.times, one.times),
        rows: all.rows.max(one.rows),
        used: joined(all.used, one.used),
    });
    span.unwrap_or(Span { times: (0.0, 10.0), ..Span::default() })
}

#[derive(Properties, PartialEq)]
pub struct DistributionsProps {
    pub subjects: Vec<Option<Rc<Subject>>>,
    /// The span that is marked: the jobs submitted in it count.
    pub span: Option<span::Span>,
    pub ground: Ground,
}

/// A chart for each value.
#[component]
pub fn Distributions(props: &DistributionsProps) -> Html {
    let of = |place: usize| html! { <Distribution key={place} {place} subjects={props.subjects.clone()} span={props.span} ground={props.ground} /> };
    html! {
        <section class="figures-table" aria-label="Distributions">
            <h2>{ "Distributions" }<small>{ "with the scenarios' own seeds" }</small></h2>
            <div class="summary-charts">{ for (0..Value::ALL.len()).map(of) }</div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct DistributionProps {
    /// Of the value, among all.
    place: usize,
    subjects: Vec<Option<Rc<Subject>>>,
    span: Option<span::Span>,
    ground: Ground,
}

const NAMES: [&str; 3] = ["Waiting time", "Flow time", "Bounded slowdown"];

#[component]
fn Distribution(props: &DistributionProps) -> Html {
    let place = props.place;
    let cumulative = use_memo((props.subjects.clone(), props.span), |(subjects, span)| {
        let letters: Vec<String> = (0..subjects.len()).map(|at| letter(at).to_string()).collect();
        let runs = subjects.iter().enumerate().filter_map(|(at, subject)| {
            let run = &subject.as_ref()?.finished.run;
            Some((at, letters[at].as_str(), run))
        });
        Cumulative::of_runs(runs, *span, Value::ALL[place])
    });
    let draw = use_callback((cumulative.clone(), props.ground), |frame: Frame, (cumulative, ground)| {
        cumulative_svg(frame, &ground.theme(), cumulative, &Captions::default())
    });
    let make = Callback::from(move |()| cumulative.table().into());
    let title = format!("{}, cumulative", NAMES[place]);
    html! {
        <article class="summary-chart">
            <h3>{ &title }</h3>
            <Picture id={format!("compared-distribution-{place}")} label={format!("{title}, a curve for each scenario; the numbers follow in a table")} height={250} {draw} />
            <Numbers id={format!("compared-distribution-{place}-numbers")} {title} {make} />
        </article>
    }
}

#[derive(Properties, PartialEq)]
pub struct JobsProps {
    /// The differences of each run from the baseline's.
    pub changes: Rc<Vec<Option<Rc<JobDifferences>>>>,
    pub nouns: &'static Nouns,
    pub names: Rc<Vec<String>>,
    pub baseline: usize,
    pub selected: Rc<[u64]>,
    pub ground: Ground,
    pub dispatch: Dispatch,
}

/// Sentences of each scenario against the baseline.
#[component]
pub fn Jobs(props: &JobsProps) -> Html {
    let nouns = props.nouns;
    let others = props.changes.iter().enumerate();
    let others = others.filter_map(|(place, it)| Some((place, it.clone()?)));
    html! {
        <section class="figures-table compare-jobs" aria-label="Jobs">
            <h2>{ format!("{} by {} against {}", capital(nouns.job), nouns.job, letter(props.baseline)) }
                <small>{ format!("with the scenarios' own seeds; a click highlights the {} in every chart", nouns.jobs) }</small></h2>
            <div class="compared-jobs">
                { for others.map(|(place, differences)| html! {
                    <Differences key={place} {place} baseline_place={props.baseline} {differences}
                        name={props.names[place].clone()} selected={props.selected.clone()} ground={props.ground} dispatch={props.dispatch.clone()} />
                }) }
            </div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct DifferencesProps {
    place: usize,
    baseline_place: usize,
    differences: Rc<JobDifferences>,
    name: String,
    selected: Rc<[u64]>,
    ground: Ground,
    dispatch: Dispatch,
}

/// One scenario against the baseline.
#[component]
fn Differences(props: &DifferencesProps) -> Html {
    let differences = props.differences.clone();
    let (baseline, other) = (letter(props.baseline_place), letter(props.place));
    let said = sentences(&differences, &baseline.to_string(), &other.to_string());
    let make = {
        let differences = differences.clone();
        Callback::from(move |()| numbers::classes(&histogram(&differences)).into())
    };
    let draw = use_callback((differences.clone(), props.ground), |frame: Frame, (differences, ground)| {
        let histogram = histogram(differences);
        histogram_svg(frame, &ground.theme(), &histogram, &Captions::default())
    });
    html! {
        <article class="job-differences" aria-label={format!("{other} against {baseline}")}>
            <h3><Sign place={props.place} ground={props.ground} />{ &props.name }</h3>
            <ul>{ for said.iter().map(|it| sentence(props, it)) }</ul>
            <Picture id={format!("changes-{}", props.place)} label={format!("Number of jobs by change of waiting time, {other} against {baseline}; the numbers follow in a table")}
                height={190} {draw} />
            <Numbers id={format!("changes-{}-numbers", props.place)} title={format!("changes of waiting time under {other}")} {make} />
        </article>
    }
}

fn histogram(differences: &JobDifferences) -> Histogram {
    Histogram {
        x_label: "change of waiting time".to_string(),
        y_label: "jobs".to_string(),
        classes: differences.classes(),
    }
}

fn sentence(props: &DifferencesProps, sentence: &Sentence) -> Html {
    if sentence.jobs.is_empty() {
        return html! { <li data-sentence={sentence.id} data-jobs="0">{ &sentence.text }</li> };
    }
    let jobs: Rc<[u64]> = sentence.jobs.as_slice().into();
    let pressed = *props.selected == *jobs;
    let count = jobs.len().to_string();
    let onclick = props.dispatch.callback(move |_: MouseEvent| {
        Action::View(ViewAction::Select(if pressed { Rc::default() } else { jobs.clone() }))
    });
    html! {
        <li data-sentence={sentence.id} data-jobs={count}>
            <button type="button" class="sentence" aria-pressed={pressed.to_string()} {onclick}>{ &sentence.text }</button>
        </li>
    }
}

#[derive(Properties, PartialEq)]
pub struct SpanTableProps {
    pub subjects: Vec<Option<Rc<Subject>>>,
    pub names: Rc<Vec<String>>,
    pub span: span::Span,
    pub origin: Origin,
    pub ground: Ground,
}

/// A row for each scenario that has a run.
#[component]
pub fn SpanTable(props: &SpanTableProps) -> Html {
    let reports = use_memo((props.subjects.clone(), props.span), |(subjects, span)| {
        let report = |subject: &Rc<Subject>| SpanReport::of(&subject.finished.run, *span).all;
        subjects.iter().map(|it| it.as_ref().map(report)).collect::<Vec<_>>()
    });
    let name = span_name(props.span, props.origin);
    let rows = props.names.iter().zip(reports.iter()).enumerate();
    let rows = rows.filter_map(|(place, (name, report))| Some((place, name, report.as_ref()?)));
    html! {
        <section class="figures-table compare-span" aria-label={name.clone()}>
            <h2>{ &name }<small>{ "with the scenarios' own seeds; F, D, waits and slowdowns are of the jobs submitted in the span" }</small></h2>
            <div class="scroll-across" role="region" aria-label={name} tabindex="0"><table id="compare-span">
                <thead><tr><th scope="col">{ "Scenario" }</th>{ for FIGURES.iter().map(|it| html! { <th scope="col">{ it.name }</th> }) }</tr></thead>
                <tbody>{ for rows.map(|(place, name, report)| html! {
                    <tr key={place}><th scope="row"><Sign {place} ground={props.ground} />{ " " }{ name }</th>
                        { for FIGURES.iter().map(|it| html! { <td>{ (it.write)(report) }</td> }) }</tr>
                }) }</tbody>
            </table></div>
        </section>
    }
}
