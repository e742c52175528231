//! The Reproduce view: the paper's tables and figures, computed on the loaded log and laid beside
//! the printed ones.

mod findings;

use js_sys::Uint8Array;
use wasm_bindgen_futures::spawn_local;

use super::study_form::RanLine;
use crate::app::context::clock::now;
use crate::app::context::prelude::*;
use crate::app::control::{Choice, Field, Fold, Number, Segmented, any_one_of, choice, one_of};
use crate::app::files::download;
use crate::app::files::lesson_file::fetched;
use crate::app::files::view_picture::{ViewPicture, stacked, use_view_picture};
use findings::{ItemFindings, drawn_table};
use slotscope::chart::reproduction::figure_svg;
use slotscope::chart::svg::size_of;
use slotscope::chart::table::table_svg;
use slotscope::chart::{Captions, Frame, Theme, table as table_chart};
use slotscope::page::contents::Contents;
use slotscope::page::history::WorkloadKey;
use slotscope::page::reproduce::live::Live;
use slotscope::page::reproduce::{
    Done, Making, Reproduced, Reproduction, ReproductionAction, ReproductionSettings, Stage, seconds,
};
use slotscope::page::state::{EditAction, Start};
use slotscope::reproduce::summary::sentences;
use slotscope::reproduce::{About, AboutPaper, CONTENTS, Findings, Readings, Verdict};

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
        let drawn = drawn_table(comparison);
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

#[derive(Properties, PartialEq)]
pub struct ItemsProps {
    pub reproduction: Rc<Reproduction>,
    pub dispatch: Dispatch,
}

/// A button for each table and figure, which shows its result.
#[component]
pub fn Items(props: &ItemsProps) -> Html {
    let paper = props.reproduction.paper();
    html! {
        <nav class="items" aria-label="Tables and figures of the paper">
            if let Some(live) = Live::of(paper) {
                <button type="button" id="paper-live" onclick={props.dispatch.callback(move |_: MouseEvent| Action::Start(Start::Live(live)))}>
                    <strong>{ "Draw live" }</strong><small>{ live.label }</small>
                </button>
            }
            <ul>{ for paper.items.iter().map(|item| one(props, item)) }</ul>
            <p class="hint">{ paper.citation }</p>
        </nav>
    }
}

fn one(props: &ItemsProps, item: &'static About) -> Html {
    let reproduction = &props.reproduction;
    let done = reproduction.result(item);
    let is_published = reproduction.done(item).is_none();
    let on_click = props.dispatch.callback(move |_: MouseEvent| Action::Reproduce(ReproductionAction::Show(item)));
    let (name, rest) = item.title.split_once(": ").unwrap_or((item.title, ""));
    let (state, words) = if reproduction.is_making(item) {
        ("making", "running".to_string())
    } else if reproduction.is_waiting(item) {
        ("waiting", "waits".to_string())
    } else {
        match done.map(|done| &done.outcome) {
            None => ("none", String::new()),
            Some(Ok(reproduced)) => (if is_published { "published" } else { "done" }, claims(&reproduced.findings)),
            Some(Err(_)) => ("refused", "not possible".to_string()),
        }
    };
    let shown = reproduction.shown == item;
    html! {
        <li key={item.key}>
            <button type="button" id={format!("item-{}", item.key)} aria-current={shown.to_string()} data-state={state}
                data-holds={(words == "all hold").to_string()} onclick={on_click}>
                <strong>{ name }</strong>
                <span class="badge">{ words }</span>
                <small>{ rest }</small>
            </button>
        </li>
    }
}

/// How many of the paper's sentences hold, each counted once, on the jobs at hand where it speaks of others.
fn claims(findings: &Findings) -> String {
    let told = sentences([findings]);
    let count = |verdict: Verdict| told.iter().filter(|it| it.verdict == verdict).count();
    let (all, whole) = (told.len(), count(Verdict::Holds));
    match (count(Verdict::HoldsInPart), all - whole) {
        (_, 0) if all == 0 => "done".to_string(),
        (_, 0) => "all hold".to_string(),
        (0, _) => format!("{whole} of {all} hold"),
        (part, _) => format!("{whole} of {all} hold, {part} in part"),
    }
}

const READINGS: &[Choice<Readings>] = &[
    choice(Readings::Main, "Main", "Where the paper allows many readings, only the most important ones are run."),
    choice(
        Readings::All,
        "All",
        "All readings that agree with the text are run, as on the command line: more than ten thousand runs for Table 5.",
    ),
];

#[derive(Properties, PartialEq)]
pub struct FormProps {
    pub reproduction: Rc<Reproduction>,
    pub contents: Option<Rc<Contents>>,
    pub dispatch: Dispatch,
}

/// How everything is reproduced.
#[component]
pub fn Form(props: &FormProps) -> Html {
    let (reproduction, dispatch) = (&props.reproduction, &props.dispatch);
    let settings = &reproduction.settings;
    let wrong = settings.options().err();
    let busy = reproduction.making.is_some();
    // What is wrong is to be seen.
    let folded = reproduction.folded && wrong.is_none();
    let on_seeds = set(props, |settings, value: Option<f64>| {
        settings.seeds = value.map_or(settings.seeds, |value| value as u32);
    });
    let on_first = set(props, |settings, value: Option<f64>| {
        settings.first_job = value.map(|value| value as u64);
    });
    let on_last = set(props, |settings, value: Option<f64>| {
        settings.last_job = value.map(|value| value as u64);
    });
    let on_readings = set(props, |settings, readings| settings.readings = readings);
    let papers = CONTENTS.iter().map(|paper| choice(paper, paper.name, paper.citation));
    let papers = papers.collect();
    let on_paper = dispatch.callback(|paper| Action::Reproduce(ReproductionAction::Turn(paper)));
    let items = reproduction.paper().items;
    let on_make_all =
        dispatch.callback(move |_: MouseEvent| Action::Start(Start::Items(items.iter().collect(), now())));
    let job = |number: Option<u64>| number.map(|it| it as f64);
    html! {
        <form class={classes!("reproduce-form", folded.then_some("folded"))} onsubmit={Callback::from(|event: SubmitEvent| event.prevent_default())}>
            <Field label="Paper" term="The paper whose tables and figures are reproduced.">
                <Segmented id="reproduce-paper" label="Paper"
                    offer={any_one_of(papers, reproduction.paper(), on_paper)} />
            </Field>
            <RanLine of="reproduce" ran={format!("To compute: {}", settings.in_one_line())} {folded} on_fold={dispatch.callback(|folded| Action::Reproduce(ReproductionAction::Fold(folded)))} />
            <div class="fields" id="reproduce-fields" hidden={folded}>
                <Field of="reproduce-seeds" label="Seeds" term="Random runs are averaged over this many seeds, from 1 on.">
                    <Number id="reproduce-seeds" value={f64::from(settings.seeds)} min=1.0 max=100.0 on_change={on_seeds} />
                </Field>
                <Field label="Readings" term="The paper can be read in several ways; see the listings of each item.">
                    <Segmented id="reproduce-readings" label="Readings"
                        offer={one_of(READINGS, Some(settings.readings), on_readings)} />
                </Field>
                <Field of="reproduce-first" label="Jobs" term="Job numbers of the log, in place of each item's own. Empty: those that the paper took, or their stand-ins.">
                    <span class="job-range">
                        <Number id="reproduce-first" label="First job" value={job(settings.first_job)} max=9007199254740991.0 optional=true
                            placeholder="first" on_change={on_first} />
                        <span aria-hidden="true">{ "–" }</span>
                        <Number id="reproduce-last" label="Last job" value={job(settings.last_job)} max=9007199254740991.0 optional=true
                            placeholder="last" on_change={on_last} />
                    </span>
                </Field>
            </div>
            <div class="go">
                if busy {
                    <button type="button" id="reproduce-stop" onclick={dispatch.callback(|_: MouseEvent| Action::Reproduce(ReproductionAction::Stop))}>{ "Stop" }</button>
                } else {
                    <button type="button" class="primary" id="reproduce-all" disabled={wrong.is_some()} onclick={on_make_all}>{ "Compute all" }</button>
                }
                <button type="button" id="reproduce-json" disabled={reproduction.findings().is_empty()}
                    onclick={handing_out(props)} title="The results computed here, as slotscope reproduce --json prints them">{ "JSON" }</button>
            </div>
            { state(reproduction) }
            if let Some(why) = wrong {
                <span class="wrong" role="alert">{ why }</span>
            }
        </form>
    }
}

/// How many items there are, and which is being made.
fn state(reproduction: &Reproduction) -> Html {
    let items = reproduction.paper().items;
    let done = items.iter().filter(|item| reproduction.done(item).is_some());
    let (done, total) = (done.count(), items.len());
    let making = reproduction.making.as_ref();
    let making = making.map_or(String::new(), |making| format!(" · {} is being made", short(making.wish.item.title)));
    html! {
        <span class="said" id="reproduce-state" role="status" data-done={done.to_string()} data-total={total.to_string()}
            data-busy={reproduction.making.is_some().to_string()}>
            { match done {
                0 => format!("none computed here{making}"),
                _ => format!("{} of {} computed here{making}", words::count(done as i64), words::plural(total, "item")),
            } }
        </span>
    }
}

/// The part of a title before the colon: `Table 2`.
pub fn short(title: &str) -> &str {
    title.split_once(':').map_or(title, |(short, _)| short)
}

fn handing_out(props: &FormProps) -> Callback<MouseEvent> {
    let reproduction = props.reproduction.clone();
    let dispatch = props.dispatch.clone();
    let log = props.contents.as_ref().map_or(String::new(), |contents| contents.name.clone());
    Callback::from(move |_| {
        let paper = reproduction.paper().key;
        let name = format!("slotscope-{paper}-{}.json", words::slug(&log));
        let json = serde_json::to_string_pretty(&reproduction.findings()).unwrap_or_default();
        if download::text(&name, "application/json", &(json + "\n")).is_err() {
            let text = "The file could not be made.".to_string();
            dispatch.dispatch(Action::complain(text));
        }
    })
}

/// A callback that changes the settings.
fn set<T: 'static>(props: &FormProps, change: fn(&mut ReproductionSettings, T)) -> Callback<T> {
    let settings = props.reproduction.settings.clone();
    props.dispatch.callback(move |value| {
        let mut next = settings.clone();
        change(&mut next, value);
        Action::Reproduce(ReproductionAction::Set(next))
    })
}
