//! The charts of a comparison, one below the other.

use std::rc::Rc;

use plotters_canvas::CanvasBackend;
use web_sys::HtmlCanvasElement;
use yew::prelude::*;

use super::chart::Chart;
use super::numbers;
use super::sign::Sign;
use super::stack::{Stack, StackChart, StackContent};
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::control::{Choice, Segmented, choice, one_of};
use crate::app::views::gantt::board::{Board, Painter};
use crate::app::views::gantt::legend::Legend;
use crate::app::views::gantt::scene::Scene;
use slotscope::chart::overlay::{self, Curve, Measure};
use slotscope::chart::time_axis::Origin;
use slotscope::chart::{Area, Frame, Theme, Viewport};
use slotscope::experiment::words::differences::letter;
use slotscope::page::compare::{ComparisonAction, ComparisonSettings, Subject};
use slotscope::page::state::{Action, ViewAction};
use slotscope::page::tasks::NotMade;

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
    let tables = tables.filter_map(|(place, subject)| {
        Some(numbers::bars(place, subject.as_ref()?, props.scene.sight, props.scene.origin))
    });
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
                { numbers::over_time(&props.subjects, props.scene.sight, props.scene.origin) }
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
