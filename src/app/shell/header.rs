//! The head of the page: its name, the workload, and the key figures.

use super::palette;
use crate::app::context::prelude::*;
use crate::app::context::terms;
use crate::app::control::Dialog;
use slotscope::chart::{Captions, Origin};
use slotscope::criteria::{Criterion, Report};
use slotscope::experiment::draws;
use slotscope::experiment::words::caption;
use slotscope::page::change::Change;
use slotscope::page::classroom::{ClassroomAction, Overlay};
use slotscope::page::contents::Contents;
use slotscope::page::lessons::Lessons;
use slotscope::page::line_above::{Line, Others, key_figures, line_of};
use slotscope::page::rejections;
use slotscope::page::state::{Activity, LayoutAction, State, ViewAction};
use slotscope::page::view::{Group, View};

#[derive(Properties, PartialEq)]
pub struct HeaderProps {
    pub view: View,
    pub contents: Option<Rc<Contents>>,
    /// The name of the file that is asked for.
    pub asked: Option<String>,
    pub finished: Option<Rc<Finished>>,
    pub before: Option<Rc<Report>>,
    pub activity: Activity,
    pub drawer: bool,
    /// Whether the page is drawn for a projector.
    pub projector: bool,
    /// Stops the run that is under way.
    pub on_cancel: Callback<()>,
    pub dispatch: Dispatch,
}

/// The head of the page.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let open = props.drawer;
    let toggle = props.dispatch.callback(move |_: MouseEvent| Action::Layout(LayoutAction::Drawer(!open)));
    let keys = props.dispatch.callback(|_: MouseEvent| Action::Layout(LayoutAction::Keys(true)));
    let read = props.contents.as_ref().map(|contents| contents.milliseconds);
    let read_name = props.contents.as_ref().map(|it| it.name.clone());
    let name = props.asked.clone().or(read_name);
    // Lessons have runs of their own, with figures of their own.
    let finished = props.finished.as_ref();
    let finished = finished.filter(|_| shows_the_run(props.view));
    html! {
        <header class="header">
            <button type="button" class="icon drawer-button" onclick={toggle} id="drawer"
                aria-label="Scenario" aria-expanded={props.drawer.to_string()} aria-controls="panel">{ "☰" }</button>
            <div class="brand">
                <h1>{ "Slotscope" }</h1>
                if props.view != View::Lessons {
                    <p id="workload-name" title={name.clone()} data-milliseconds={read.map(|read| read.to_string())}>{ name.unwrap_or_else(|| "reading …".to_string()) }</p>
                }
            </div>
            if let Some(finished) = finished {
                <Figures finished={finished.clone()} before={props.before.clone()} beside_means={props.view.group() == Group::Compare && is_drawn(finished)} />
            }
            if let Activity::Running(Some(fraction)) = props.activity {
                <UnderWay {fraction} on_cancel={props.on_cancel.clone()} />
            } else if let Some(finished) = finished {
                <Spent finished={finished.clone()} dispatch={props.dispatch.clone()} />
            }
            { palette::button(&props.dispatch) }
            <ProjectorButton on={props.projector} dispatch={props.dispatch.clone()} />
            <button type="button" class="icon keys-button" id="keys" onclick={keys} aria-label="Keys" title="Keys (?)" aria-haspopup="dialog">{ "?" }</button>
        </header>
    }
}

/// Whether other seeds may give other figures.
fn is_drawn(finished: &Finished) -> bool {
    draws(&finished.experiment.scenario, finished.run.kind())
}

#[derive(Properties, PartialEq)]
struct FiguresProps {
    finished: Rc<Finished>,
    before: Option<Rc<Report>>,
    /// Whether means over several seeds stand near.
    beside_means: bool,
}

/// The key figures of one run.
#[component]
fn Figures(props: &FiguresProps) -> Html {
    let now = &props.finished.report;
    let change = |it: Criterion| Change::of(it, props.before.as_deref()?, now);
    let figures = key_figures(now);
    let unjudged = figures.iter().find_map(|&it| change(it)?.unjudged);
    let seed = props.finished.experiment.scenario.seed;
    html! {
        <>
        if props.beside_means || unjudged.is_some() {
            <div class="figures-notes">
                if props.beside_means {
                    <p id="figures-seed">{ format!("seed {seed} alone") }</p>
                }
                if let Some(what) = unjudged {
                    <p id="figures-unjudged">{ format!("no verdict: {}", what.why()) }</p>
                }
            </div>
        }
        <dl class="figures" aria-label="Key figures">
            { for figures.iter().map(|&it| figure(it, now, change(it).as_ref())) }
        </dl>
        </>
    }
}

/// One key figure with its change: its letter and its name, of which every one is a mean.
fn figure(criterion: Criterion, report: &Report, change: Option<&Change>) -> Html {
    let Criterion::Of(_, quantity) = criterion else {
        return nothing();
    };
    let value = (quantity.of)(report);
    let word = quantity.without_letter().trim_start_matches("Mean ");
    html! {
        <div class="figure" data-tip={quantity.about}>
            <dt>{ quantity.letter.unwrap_or_default() }<span class="word">{ word }</span></dt>
            <dd id={format!("figure-{}", quantity.key.replace('_', "-"))} data-value={value.to_string()}>{ words::criterion_value(criterion, value) }</dd>
            <dd class={classes!("change", change.and_then(Change::tone))}
                data-tip={change.map(|it| format!("To the run before: {}.", it.told()))}>
                { change.map_or("", |it| it.text.as_str()) }
            </dd>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct UnderWayProps {
    fraction: f64,
    on_cancel: Callback<()>,
}

/// How far the run has come, and the way to stop it.
#[component]
fn UnderWay(props: &UnderWayProps) -> Html {
    // Nothing is done before it is done.
    let percent = format!("{:.0}", (props.fraction * 100.0).floor().min(99.0));
    let cancel = props.on_cancel.reform(|_: MouseEvent| ());
    html! {
        <div class="spent under-way" id="under-way">
            <progress max="100" value={percent.clone()} aria-label="Run" />
            <span>{ format!("{percent} %") }</span>
            <button type="button" id="cancel-run" onclick={cancel} aria-keyshortcuts="Escape"
                data-tip="Cancels this run. The scenario and the picture of the previous run stay. Key Esc.">{ "Cancel" }</button>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct SpentProps {
    finished: Rc<Finished>,
    dispatch: Dispatch,
}

/// How many jobs were rejected: a click shows why.
#[component]
fn Spent(props: &SpentProps) -> Html {
    let Finished { milliseconds, report, run, .. } = &*props.finished;
    let show = props.dispatch.callback(|_: MouseEvent| Action::View(ViewAction::Show(View::Summary)));
    let tip = format!("{} Click for the table in Summary.", rejections::sentence(report, run.nouns()));
    html! {
        <div class="spent" id="spent" data-value={milliseconds.to_string()} data-jobs={report.jobs.to_string()}>
            if report.rejected > 0 {
                <button type="button" class="worse" id="rejected" data-tip={tip} onclick={show}>
                    { format!("{} rejected, ", words::count(report.rejected as i64)) }
                    <span class="why">{ "why?" }</span>
                </button>
            }
        </div>
    }
}

/// Whether the run that the panel has set has anything to do with a view. Lessons have runs of their own; on papers
/// a click takes the scenario behind a number.
pub fn shows_the_run(view: View) -> bool {
    view != View::Lessons
}

/// The line that names what a view shows, with other notes on the run beside it; a lesson has one on a projector.
pub fn which_run(view: View, line: &Line, is_projected: bool, beside: Html) -> Html {
    // Lessons have runs of their own.
    let id = match shows_the_run(view) {
        true => "run-line",
        false if is_projected => "lesson-line",
        false => return nothing(),
    };
    let (all, apart) = match (is_projected, view, &line.of_several) {
        (true, ..) => (line.runs.clone(), line.beside.as_str()),
        // The form beneath says how many runs of what.
        (false, View::Curves | View::TradeOff, Some(_)) => (line.beside.clone(), ""),
        (false, ..) => (in_one(line), ""),
    };
    html! {
        <div class="run-bar">
            <p {id} title={all.clone()}>{ all }</p>
            if !apart.is_empty() {
                <p id="run-beside" title={apart.to_owned()}>{ apart }</p>
            }
            { beside }
        </div>
    }
}

/// All of a line: of several runs what they have in common as well.
fn in_one(line: &Line) -> String {
    match line.of_several {
        Some(_) => format!("{} · {}", line.runs, line.beside),
        None => line.runs.clone(),
    }
}

/// The line above the view that is shown, and the caption of its run; both empty without a run. They are made when what they
/// describe changes, and not at every drawing of the page, which follows the pointer.
#[hook]
pub fn use_described(state: &State) -> Rc<(Line, String)> {
    let (sweep, exploring) = (state.curves.in_sight().cloned(), state.trade_off.exploring.clone());
    let (finished, view) = (state.shown_run().cloned(), state.view.shown);
    let compared = finished.as_ref().map(|it| state.compared_by(&it.experiment).clone());
    let of = (view, finished.zip(compared), sweep, exploring, state.lessons.clone());
    use_memo(of, |(view, finished, sweep, exploring, lessons)| {
        finished.as_ref().map_or_else(Default::default, |(finished, experiment)| {
            let kind = finished.run.kind();
            let others = Others { lessons, sweep: sweep.as_deref(), exploring: exploring.as_deref() };
            (line_of(*view, experiment, kind, &others), caption(&experiment.scenario, kind))
        })
    })
}

/// The words above a print or a picture of a view. Lessons and papers run other scenarios than the panel's,
/// and say which beside their charts.
pub fn captions(
    state: &State,
    finished: &Rc<Finished>,
    (line, of_run): &(Line, String),
    name: &str,
    origin: Origin,
) -> Captions {
    let view = state.view.shown;
    let inside = finished.experiment.scenario.system.model().card().inside;
    let (title, subtitle) = match (view, &line.of_several) {
        (View::Lessons, _) => of_lesson(&state.lessons),
        (View::Reproduce, _) => (state.reproduction.title(name, finished.experiment.workload), String::new()),
        (_, Some(words)) => (format!("{}: {name}", view.caption(inside)), format!("{}\n{words}", in_one(line))),
        _ => (format!("{}: {name}", view.caption(inside)), of_run.clone()),
    };
    Captions { title, subtitle, origin }
}

fn of_lesson(lessons: &Lessons) -> (String, String) {
    let Some((lesson, progress)) = lessons.open() else {
        return ("Lessons".to_owned(), String::new());
    };
    let step = lesson
        .steps
        .get(progress.at)
        .map_or_else(|| "Question".to_owned(), |step| format!("Step {}: {}", progress.at + 1, step.title));
    (format!("Lesson: {}", lesson.title), step)
}

#[derive(Properties, PartialEq)]
pub struct SelectedProps {
    /// By their numbers.
    pub selected: Rc<[u64]>,
    pub dispatch: Dispatch,
}

/// How many jobs are highlighted, and a way to let go of them; nothing if none is.
#[component]
pub fn Selected(props: &SelectedProps) -> Html {
    if props.selected.is_empty() {
        return nothing();
    }
    let onclick = props.dispatch.callback(move |_: MouseEvent| Action::View(ViewAction::Select(Rc::default())));
    html! {
        <span class="selected-chip" id="selected" data-count={props.selected.len().to_string()}>
            <span role="status">{ format!("{} selected", words::plural(props.selected.len(), "job")) }</span>
            <button type="button" class="icon" id="unselect" aria-label="Select no job" {onclick}>{ "×" }</button>
        </span>
    }
}

#[derive(Properties, PartialEq)]
pub struct ButtonProps {
    pub on: bool,
    pub dispatch: Dispatch,
}

/// Draws the view for a projector, or no longer.
#[component]
pub fn ProjectorButton(props: &ButtonProps) -> Html {
    let onclick = props.dispatch.callback(|_: MouseEvent| Action::Layout(LayoutAction::Projector));
    html! {
        <button type="button" class="icon projector-button" id="projector" {onclick} aria-label="Projector" title="Projector (P)"
            aria-pressed={props.on.to_string()}>
            <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M2 3.5h16M3.5 3.5v9h13v-9M10 12.5v2M6.5 17.5l3.5-3 3.5 3" /></svg>
        </button>
    }
}

#[derive(Properties, PartialEq)]
pub struct ClassroomButtonProps {
    /// The dialog that it opens.
    pub overlay: Overlay,
    pub dispatch: Dispatch,
}

/// A button that opens a dialog of the classroom.
#[component]
pub fn ClassroomButton(props: &ClassroomButtonProps) -> Html {
    let (overlay, dispatch) = (props.overlay, props.dispatch.clone());
    let show = move |_: MouseEvent| dispatch.dispatch(Action::Classroom(ClassroomAction::Show(Some(overlay))));
    let (id, label, tip) = match overlay {
        Overlay::HandIn => ("hand-in-open", "Hand in", Some(terms::HAND_IN)),
        Overlay::Review => ("review-open", "Review hand-ins", None),
    };
    html! { <button type="button" {id} aria-haspopup="dialog" onclick={show} data-tip={tip}>{ label }</button> }
}

#[derive(Properties, PartialEq)]
pub struct ClassroomMissingProps {
    pub open: bool,
    pub on_try_again: Callback<()>,
    pub dispatch: Dispatch,
}

/// Stands in place of a dialog whose code did not arrive.
#[component]
pub fn ClassroomMissing(props: &ClassroomMissingProps) -> Html {
    let on_close = props.dispatch.callback(|()| Action::Classroom(ClassroomAction::Show(None)));
    let try_again = props.on_try_again.reform(|_: MouseEvent| ());
    html! {
        <Dialog id="classroom-missing" title="Not available" open={props.open} {on_close}>
            <p>{ "This dialog could not be fetched: the network or the server is unavailable, or a newer version of the page has been published. Your work is kept. Try again; if that does not help, copy the link and reload the page." }</p>
            <div class="table-actions"><button type="button" class="primary" onclick={try_again}>{ "Try again" }</button></div>
        </Dialog>
    }
}
