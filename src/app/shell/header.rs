//! The head of the page: its name, the workload, and the key figures.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::nothing;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::shell::palette;
use crate::app::shell::projector::ProjectorButton;
use crate::app::shell::which_run::shows_the_run;
use slotscope::criteria::{Criterion, Report};
use slotscope::experiment::draws;
use slotscope::page::change::Change;
use slotscope::page::contents::Contents;
use slotscope::page::rejections;
use slotscope::page::run_told::key_figures;
use slotscope::page::state::{Action, Activity, Finished, LayoutAction, ViewAction};
use slotscope::page::view::{Group, View};
use slotscope::page::words;

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
