//! The Reproduce view: the paper's tables and figures, computed on the loaded log and laid beside
//! the printed ones.

mod figures;
mod findings;
mod form;
mod items;
mod scenarios;
mod table;

use std::rc::Rc;

use js_sys::Uint8Array;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::context::clock::now;
use crate::app::context::nothing;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::context::theme::Ground;
use crate::app::control::Fold;
use crate::app::files::lesson_file::fetched;
use crate::app::files::view_picture::{ViewPicture, stacked, use_view_picture};
use findings::ItemFindings;
use form::Form;
use items::Items;
use slotscope::chart::reproduction::figure_svg;
use slotscope::chart::svg::size_of;
use slotscope::chart::table::{self as table_chart, table_svg};
use slotscope::chart::{Captions, Frame, Theme};
use slotscope::page::contents::Contents;
use slotscope::page::history::WorkloadKey;
use slotscope::page::reproduce::{Done, Making, Reproduced, Reproduction, ReproductionAction, Stage, seconds};
use slotscope::page::state::{Action, EditAction, Start};
use slotscope::page::words;
use slotscope::reproduce::{About, AboutPaper};

#[derive(Properties, PartialEq)]
pub struct ReproduceProps {
    pub reproduction: Rc<Reproduction>,
    /// The workload that everything is made on.
    pub workload: WorkloadKey,
    pub contents: Option<Rc<Contents>>,
    pub ground: Ground,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The Reproduce view.
#[component]
pub fn Reproduce(props: &ReproduceProps) -> Html {
    let reproduction = &props.reproduction;
    let shown = reproduction.shown;
    let done = reproduction.result(shown).cloned();
    use_published(reproduction, &props.dispatch);
    {
        let done = done.clone();
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            picture(done.as_deref(), width, theme, captions)
        });
    }
    html! {
        <div class="reproduce">
            <Form reproduction={reproduction.clone()} contents={props.contents.clone()} dispatch={&props.dispatch} />
            <div class="reproduce-body">
                <Items reproduction={reproduction.clone()} dispatch={&props.dispatch} />
                <article class="item" id="item" aria-labelledby="item-title" data-item={shown.key}>
                    { summary(reproduction) }
                    { head(props, shown, done.as_deref()) }
                    { body(props, shown, done) }
                </article>
            </div>
        </div>
    }
}

/// Fetches the results of the shown paper that come with the page, as soon as it is shown.
#[hook]
fn use_published(reproduction: &Reproduction, dispatch: &Dispatch) {
    let is_there = reproduction.published().is_some_and(|it| it.items.is_ok());
    let dispatch = dispatch.clone();
    use_effect_with(reproduction.paper(), move |&paper: &&'static AboutPaper| {
        if is_there {
            return;
        }
        spawn_local(async move {
            let read = |bytes: Uint8Array| serde_json::from_slice(&bytes.to_vec()).map_err(|why| why.to_string());
            let written = fetched(&format!("papers/{}.json", paper.key)).await.and_then(read);
            dispatch.dispatch(Action::Reproduce(ReproductionAction::Published(paper, written)));
        });
    });
}

/// The central results of the shown paper, by the results that come with the page.
fn summary(reproduction: &Reproduction) -> Html {
    let sentences = reproduction.published().map_or(&[][..], |it| &it.summary);
    if sentences.is_empty() {
        return nothing();
    }
    html! {
        <Fold id="paper-summary" title="Central results" note={format!("{} sentences", sentences.len())}>
            <ul>{ for sentences.iter().map(|it| html! { <li>{ it }</li> }) }</ul>
        </Fold>
    }
}

/// The item, its content in the paper, and the button that makes it.
fn head(props: &ReproduceProps, item: &'static About, done: Option<&Done>) -> Html {
    let reproduction = &props.reproduction;
    let busy = reproduction.is_making(item) || reproduction.is_waiting(item);
    let words = if done.is_some() { "Compute again" } else { "Compute" };
    let on_click = props.dispatch.callback(move |_: MouseEvent| Action::Start(Start::Items(vec![item], now())));
    html! {
        <>
            <header class="item-head">
                <h2 id="item-title">{ item.title }<small>{ item.section }</small></h2>
                <button type="button" class="primary" id="item-run" disabled={busy} onclick={on_click}>{ words }</button>
            </header>
            <p class="item-paper"><strong>{ "The paper: " }</strong>{ item.paper }</p>
            if item.needs_log && reproduction.shown_published().is_none() {
                { other_log(props) }
            }
        </>
    }
}

/// Says plainly that the log is not the paper's.
fn other_log(props: &ReproduceProps) -> Html {
    let paper = props.reproduction.paper();
    match &props.contents {
        Some(contents) if !(paper.is_its_log)(&contents.header) => html! {
            <p class="stale" id="other-log">
                { format!("The loaded log is {}, not the paper's {log}, so the jobs are not the paper's. Drop the {log} log of the Parallel Workloads Archive to compare the same jobs.", contents.name, log = paper.log) }
            </p>
        },
        _ => nothing(),
    }
}

fn body(props: &ReproduceProps, item: &'static About, done: Option<Rc<Done>>) -> Html {
    let reproduction = &props.reproduction;
    let making = reproduction.making.as_ref();
    let making = making.filter(|making| making.wish.item == item);
    let state = match (making, done) {
        (Some(making), _) => under_way(making),
        (None, _) if reproduction.is_waiting(item) => {
            html! { <p class="said" role="status">{ "Queued." }</p> }
        }
        (None, Some(done)) => return of_done(props, &done),
        (None, None) => html! {
            <div class="empty invite">
                <p>{ "Not computed yet." }</p>
                if let Some(Err(why)) = reproduction.published().map(|it| &it.items) {
                    <p class="refused" role="alert">{ why }</p>
                }
                <p class="hint">{ "All runs use the loaded log and all cores of this computer; the results stand beside the paper's numbers." }</p>
            </div>
        },
    };
    html! { <div class="item-state">{ state }</div> }
}

fn under_way(making: &Making) -> Html {
    let words = match (&making.stage, making.progress()) {
        (Stage::Planning, _) => "Planning …".to_string(),
        (Stage::Running { .. }, Some((done, total))) => {
            format!("{} of {}", words::count(done as i64), words::plural(total, "run"))
        }
        (Stage::Concluding { .. }, _) => "Concluding …".to_string(),
        _ => "Drawing …".to_string(),
    };
    let (done, total) = making.progress().unwrap_or((0, 1));
    html! {
        <>
            <progress id="item-progress" max={total.to_string()} value={done.to_string()} aria-label="Runs made" />
            <span role="status">{ words }</span>
        </>
    }
}

fn of_done(props: &ReproduceProps, done: &Rc<Done>) -> Html {
    let on_take = {
        let (dispatch, done) = (props.dispatch.clone(), done.clone());
        Callback::from(move |cell: usize| take(&dispatch, &done, cell))
    };
    let published = props.reproduction.shown_published();
    match &done.outcome {
        Ok(reproduced) => html! {
            <>
                if let Some(published) = published {
                    <p class="said" id="item-published">
                        { format!("The result in Slotscope's documents, computed {}.", published.how) }
                    </p>
                } else {
                    { made_how(props, done, reproduced) }
                }
                <ItemFindings done={done.clone()} ground={props.ground} {on_take} dispatch={props.dispatch.clone()} />
            </>
        },
        Err(why) => html! { <p class="refused" role="alert" id="item-refused">{ why }</p> },
    }
}

/// Takes the scenario of a cell, on the log that it was run on.
fn take(dispatch: &Dispatch, done: &Done, cell: usize) {
    let Ok(reproduced) = &done.outcome else {
        return;
    };
    if let Some(cell) = reproduced.cells.get(cell) {
        let scenario = Box::new(cell.scenario.clone());
        dispatch.dispatch(Action::Edit(EditAction::Take(scenario, done.wish.workload)));
    }
}

/// How it was made, and whether it would be made otherwise now.
fn made_how(props: &ReproduceProps, done: &Done, reproduced: &Reproduced) -> Html {
    let runs: u32 = reproduced.cells.iter().map(|cell| cell.seeds).sum();
    let seeds = words::plural(done.wish.options.seeds as usize, "seed");
    let took = words::duration(seconds(reproduced.took).max(1) as f64);
    let as_now = done.wish.workload == props.workload
        && props.reproduction.settings.options().as_ref() == Ok(&done.wish.options);
    html! {
        <p class="said" id="item-made" data-runs={runs.to_string()}>
            { format!("{}, {seeds} where runs are random, made in {took}.", words::plural(runs as usize, "run")) }
            if !as_now { <span class="stale">{ " The log or the settings have changed since then." }</span> }
        </p>
    }
}

/// The item as one picture: the paper's numbers beside ours, then the figures.
fn picture(done: Option<&Done>, width: u32, theme: &Theme, captions: &Captions) -> String {
    let reproduced = done.and_then(|done| done.outcome.as_ref().ok());
    let captions =
        Captions { subtitle: reproduced.map_or(String::new(), |it| it.findings.setting.clone()), ..captions.clone() };
    let Some(reproduced) = reproduced else {
        let frame = Frame::new(width, 300);
        return table_svg(frame, theme, &table_chart::Table::default(), &captions);
    };
    let comparisons = reproduced.findings.comparisons.iter();
    let tables = comparisons.enumerate().map(|(at, comparison)| {
        let drawn = table::drawn(comparison);
        let height = table_chart::height(drawn.rows.len()) + 40;
        let plain = Captions { title: comparison.title.clone(), ..Captions::default() };
        let captions = if at == 0 { &captions } else { &plain };
        table_svg(Frame::new(width, height), theme, &drawn, captions)
    });
    let figures = reproduced.findings.figures.iter().zip(&reproduced.pictured);
    let figures = figures.map(|(figure, runs)| figure_svg(figure, theme, runs));
    let mut pictures: Vec<String> = tables.chain(figures).collect();
    if reproduced.findings.comparisons.is_empty() {
        let height = 110;
        let heading = table_chart::heading_svg(Frame::new(width, height), theme, &captions);
        pictures.insert(0, heading);
    }
    let height = |picture: &String| size_of(picture).map_or(0, |(_, height)| height as u32);
    let heights: Vec<u32> = pictures.iter().map(height).collect();
    stacked(&pictures, width, &heights)
}
