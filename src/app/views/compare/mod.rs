//! The Compare view: up to six scenarios on the same workload, side by side.

mod charts;
mod picture;

use gloo_timers::callback::Timeout;

use super::gantt::scene::Scene;
use crate::app::context::prelude::*;
use crate::app::context::state::StateHandle;
use crate::app::control::data_table::{MOST, Numbers};
use crate::app::control::{Field, Number};
use crate::app::files::export_menu::{Menu, use_menu};
use crate::app::files::kept_formulas;
use crate::app::files::view_picture::{ViewPicture, use_kit_subject, use_view_picture};
use crate::app::systems::policies;
use charts::{Charts, Distributions, Jobs, SpanTable, Stack, Zoom};
use picture::{Exhibited, PictureMenu};
use slotscope::chart::comparison::{FAR, OTHER, RowUnit};
use slotscope::chart::numbers::Line;
use slotscope::chart::{Origin, Viewport, numbers, provider_name};
use slotscope::criteria::Of;
use slotscope::engine::Nouns;
use slotscope::experiment::comparison::{Basis, Cell, Contrast, Row, Unjudged};
use slotscope::experiment::words::differences::{differences, letter};
use slotscope::experiment::{LogMark, Scenario};
use slotscope::page::compare::{
    Comparison, ComparisonAction, ComparisonSettings, MOST_SEEDS, Sight, Subject, changes, further_policy, offered,
};
use slotscope::page::contents::Schedulable;
use slotscope::page::history::{Compared, Experiment, MOST_COMPARED};
use slotscope::page::state::EditAction;
use slotscope::page::view::View;
use slotscope::page::{calibrated, chance};
use slotscope::text::capital;
use slotscope::worker::WorkerPool;

/// Ids, classes and labels of the lists of lines: the answers, and what scenarios leave out.
const ANSWERS: [&str; 3] = ["compare-answer", "compare-answers", "Answer"];
const LEFT_OUT: [&str; 3] = ["compare-left-out", "calibrations", "Parts of the log that are left out"];

#[derive(Properties, PartialEq)]
pub struct CompareProps {
    pub experiment: Rc<Experiment>,
    pub comparison: Comparison,
    /// The name of the workload, and what systems ask of it.
    pub workload: String,
    pub schedulable: Schedulable,
    /// Its identity.
    pub log: LogMark,
    /// What each scenario leaves out of it while another one takes it into account.
    pub left_out: Vec<Option<String>>,
    /// What the charts show. Its job is of the run in front.
    pub scene: Scene,
    /// Where the comparison can be opened again.
    pub link: Callback<(), Option<String>>,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The Compare view.
#[component]
pub fn Compare(props: &CompareProps) -> Html {
    let experiment = &props.experiment;
    let stack = use_memo((), |()| Stack::new());
    let names = use_memo(experiment.clone(), |experiment| {
        let scenarios: Vec<&Scenario> = experiment.scenarios().collect();
        differences(&scenarios)
    });
    let sight = use_memo(
        (props.comparison.clone(), experiment.clone(), props.schedulable.kind),
        |(comparison, experiment, kind)| comparison.sight(experiment, *kind),
    );
    let changes =
        use_memo((sight.subjects.clone(), experiment.baseline()), |(subjects, baseline)| changes(subjects, *baseline));
    let told = (sight.clone(), names.clone(), changes.clone(), experiment.baseline());
    let answers = use_memo(told, |(sight, names, changes, baseline)| sight.answers(names, changes, *baseline));
    let settings = props.comparison.settings;
    // All runs are of one workload.
    let first = sight.subjects.iter().flatten().next();
    let nouns = first.map_or_else(Default::default, |it| it.finished.run.nouns());
    let providers = first.map_or_else(Vec::new, |it| it.index.providers.clone());
    let exhibited = Exhibited {
        kind: props.schedulable.kind,
        experiment: experiment.clone(),
        sight: (*sight).clone(),
        changes: changes.clone(),
        answers: answers.clone(),
        names: names.clone(),
        workload: props.workload.clone(),
        log: props.log.clone(),
        origin: props.scene.origin,
        colour_by: props.scene.look.colour_by,
        selected: props.scene.selected.clone(),
        stack: stack.clone(),
        link: props.link.clone(),
    };
    {
        let exhibited = exhibited.clone();
        use_view_picture(&props.view_picture, move |_, _, _| exhibited.slide());
    }
    {
        let (exhibited, comparison) = (exhibited.clone(), props.comparison.clone());
        use_kit_subject(&props.view_picture, move || Some(exhibited.for_kit(&comparison)));
    }
    if experiment.count() == 1 {
        return html! {
            <div class="compare"><Invite experiment={experiment.clone()} workload={props.schedulable} dispatch={props.dispatch.clone()} /></div>
        };
    }
    let left_out = props.left_out.iter().enumerate().filter_map(|(place, it)| Some((place, it.clone()?)));
    // Charts that come onto the screen have not been drawn while they were off it.
    let onscroll = {
        let stack = stack.clone();
        Callback::from(move |_: Event| stack.draw())
    };
    html! {
        <div class="compare" {onscroll}>
            <div class="compare-bar">
                <Chips experiment={experiment.clone()} workload={props.schedulable} names={names.clone()} ground={props.scene.ground} dispatch={props.dispatch.clone()} />
                <Zoom stack={stack.clone()} front={experiment.front()} />
                <PictureMenu {exhibited} dispatch={props.dispatch.clone()} />
            </div>
            { lines(ANSWERS, answers.iter().map(|(place, text)| (*place, format!("{text}."))), props.scene.ground) }
            <Charts {stack} subjects={sight.subjects.clone()} names={names.clone()} refused={sight.refused.clone()} front={experiment.front()}
                {settings} scene={props.scene.clone()} dispatch={props.dispatch.clone()} />
            <Table rows={sight.rows.clone()} names={names.clone()} baseline={experiment.baseline()} seeds={sight.seeds} done={sight.done}
                bases={sight.bases.clone()} {settings} {nouns} {providers} ground={props.scene.ground} dispatch={&props.dispatch}>
                { html(&sight, props.scene.ground) }
                { lines(LEFT_OUT, left_out, props.scene.ground) }
            </Table>
            if let Some(span) = props.scene.look.span {
                <SpanTable subjects={sight.subjects.clone()} names={names.clone()} {span} origin={props.scene.origin} ground={props.scene.ground} />
            }
            <Distributions subjects={sight.subjects.clone()} span={props.scene.look.span} ground={props.scene.ground} />
            <Jobs {changes} {nouns} {names} baseline={experiment.baseline()} selected={props.scene.selected.clone()}
                ground={props.scene.ground} dispatch={props.dispatch.clone()} />
        </div>
    }
}

/// Milliseconds without a change after which seeds are run: while a control is dragged, each of its values would begin
/// them anew.
const REST: u32 = 250;

/// Runs the compared scenarios while the Compare view is open; the runs stay.
#[hook]
pub fn use_comparison(workers: &WorkerPool, state: &StateHandle) {
    let pools = {
        let (workers, dispatch) = (workers.clone(), state.dispatcher());
        use_memo((), move |()| {
            let queue = || {
                let dispatch = dispatch.clone();
                workers.add_queue(move |made| dispatch.dispatch(Action::Compare(ComparisonAction::Made(made))))
            };
            (queue(), queue())
        })
    };
    let (comparison, experiment) = (state.comparison.clone(), state.compared().clone());
    let is_open = state.view.shown == View::Compare;
    let numbers = comparison.numbers(&experiment).filter(|_| is_open);
    let wanted = (numbers, experiment.front(), comparison.settings.seeds, comparison.tries());
    use_effect_with(wanted, move |(numbers, ..)| {
        let (runs, seeds) = &*pools;
        // Tasks for other scenarios would delay these.
        runs.cancel();
        seeds.cancel();
        let later = numbers.is_some().then(|| {
            let tasks = comparison.missing_runs(&experiment);
            if !tasks.is_empty() {
                runs.take_up(tasks);
            }
            let (seeds, tasks) = (seeds.clone(), comparison.missing_reports(&experiment));
            Timeout::new(REST, move || {
                if !tasks.is_empty() {
                    seeds.take_up(tasks);
                }
            })
        });
        move || drop(later)
    });
}

#[derive(Properties, PartialEq)]
struct ChipsProps {
    pub experiment: Rc<Experiment>,
    pub workload: Schedulable,
    /// How the scenarios differ, in words.
    pub names: Rc<Vec<String>>,
    pub ground: Ground,
    pub dispatch: Dispatch,
}

fn compare(dispatch: &Dispatch, step: Compared) -> Callback<MouseEvent> {
    dispatch.callback(move |_: MouseEvent| Action::Edit(EditAction::Compare(step)))
}

fn with(dispatch: &Dispatch, scenario: Scenario) -> Callback<MouseEvent> {
    dispatch.callback(move |_: MouseEvent| Action::Edit(EditAction::CompareWith(Box::new(scenario.clone()))))
}

/// A chip for each scenario, and a menu to add another.
#[component]
fn Chips(props: &ChipsProps) -> Html {
    let experiment = &props.experiment;
    let chips = props.names.iter().enumerate().map(|(place, name)| {
        let letter = letter(place);
        let (front, baseline) = (place == experiment.front(), place == experiment.baseline());
        let act = |step| compare(&props.dispatch, step);
        let scenario = experiment.scenarios().nth(place);
        let told = scenario.map(policies).unwrap_or_default();
        let tip = format!("{told} The panel edits the scenario in front, which the other views show.");
        html! {
            <li key={place} class={classes!("chip", front.then_some("in-front"))} id={format!("chip-{place}")}>
                <button type="button" class="chip-name" id={format!("front-{place}")} aria-pressed={front.to_string()}
                    aria-label={format!("{letter} {name}, bring to the front")} data-tip={tip}
                    onclick={act(Compared::Front(place))}>
                    <Sign {place} ground={props.ground} />{ " " }<span>{ name }</span>
                </button>
                <button type="button" class="chip-baseline" id={format!("baseline-{place}")} aria-pressed={baseline.to_string()}
                    aria-label={format!("Baseline {letter}")} data-tip="Differences are relative to the baseline."
                    onclick={act(Compared::Baseline(place))}>{ "baseline" }</button>
                <button type="button" class="icon" id={format!("remove-{place}")} aria-label={format!("Remove {letter}")}
                    onclick={act(Compared::Remove(place))}>{ "×" }</button>
            </li>
        }
    });
    let further = (experiment.count() == 2)
        .then(|| further_policy(experiment, &offered(experiment, props.workload, &kept_formulas::all())));
    let further = further.flatten().map(|(name, scenario)| {
        let onclick = with(&props.dispatch, scenario);
        html! { <button type="button" id="compare-further" aria-label={format!("Compare with {name}")} {onclick}>{ format!("+ {name}") }</button> }
    });
    html! {
        <div class="chips">
            <ul aria-label="Scenarios">{ for chips }</ul>
            { further }
            if experiment.count() < MOST_COMPARED {
                <Offers experiment={experiment.clone()} workload={props.workload} dispatch={props.dispatch.clone()} />
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct OffersProps {
    pub experiment: Rc<Experiment>,
    pub workload: Schedulable,
    pub dispatch: Dispatch,
}

/// A menu of scenarios to compare with.
#[component]
fn Offers(props: &OffersProps) -> Html {
    let Menu { open, node, toggle } = use_menu();
    let close = open.setter().to_callback().reform(|_: MouseEvent| false);
    html! {
        <div class="menu offers" ref={node}>
            <button type="button" id="compare-with" aria-expanded={open.to_string()} aria-controls="compare-offers" onclick={toggle}>
                { "Compare with …" }
            </button>
            <ul id="compare-offers" hidden={!*open} onclick={close}>
                { for offers(props).into_iter().map(|button| html! { <li>{ button }</li> }) }
            </ul>
        </div>
    }
}

/// A button for each contrast, and one for a copy.
fn offers(props: &OffersProps) -> Vec<Html> {
    let contrasts = offered(&props.experiment, props.workload, &kept_formulas::all()).into_iter().map(|contrast| {
        let Contrast {
            id,
            label,
            scenario,
        } = contrast;
        let onclick = with(&props.dispatch, scenario);
        html! { <button type="button" id={format!("contrast-{id}")} {onclick}><strong>{ format!("Same jobs, {label}") }</strong></button> }
    });
    let onclick = compare(&props.dispatch, Compared::Add);
    let copy = html! {
        <button type="button" id="contrast-copy" {onclick}><strong>{ "Duplicate" }</strong><small>{ "and edit in the panel" }</small></button>
    };
    contrasts.chain([copy]).collect()
}

/// A placeholder for a comparison with one scenario.
#[component]
fn Invite(props: &OffersProps) -> Html {
    html! {
        <div class="empty invite compare-invite" id="compare-invite">
            <p>{ "Compare this scenario with another on the same jobs" }</p>
            <p class="hint">{ "Up to six stand side by side: Gantt charts over one time axis, utilization and queues over time, all criteria with confidence intervals, and how each job changed." }</p>
            <div class="contrasts">{ for offers(props) }</div>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct SignProps {
    pub place: usize,
    pub ground: Ground,
}

/// The letter of a scenario, underlined in its colour.
#[component]
fn Sign(props: &SignProps) -> Html {
    let colour = props.ground.theme().compared(props.place).css();
    html! { <span class="sign" ~style={format!("--series: {colour}")}>{ letter(props.place) }</span> }
}

/// Texts of scenarios, by their places, as a list; nothing without a text.
pub fn lines(
    [id, class, label]: [&'static str; 3],
    texts: impl IntoIterator<Item = (usize, String)>,
    ground: Ground,
) -> Html {
    let texts = texts.into_iter().map(|(place, text)| {
        html! { <li key={place} data-place={letter(place).to_string()}><Sign {place} {ground} />{ " " }{ text }</li> }
    });
    let lines: Vec<Html> = texts.collect();
    match lines.is_empty() {
        true => nothing(),
        false => html! { <ul {class} {id} aria-label={label}>{ for lines }</ul> },
    }
}

/// The bars in sight of one Gantt chart.
pub fn bars(place: usize, subject: &Rc<Subject>, sight: Option<Viewport>, origin: Origin) -> Html {
    let shown = subject.clone();
    let make = Callback::from(move |()| {
        let number = |job: u32| shown.finished.run.jobs[job as usize].id;
        let sight = sight.unwrap_or_else(|| shown.index.whole());
        numbers::bars(&shown.index, &sight, origin, MOST, number)
    });
    let title = format!("the visible bars of {}", letter(place));
    let summary = format!("Bars of {} as table", letter(place));
    html! { <Numbers id={format!("compare-{place}-numbers")} {summary} {title} {make} /> }
}

/// Utilization and waiting over the time in sight, a column each for every scenario.
pub fn over_time(subjects: &[Option<Rc<Subject>>], sight: Option<Viewport>, origin: Origin) -> Html {
    let subjects = subjects.to_vec();
    let make = Callback::from(move |()| {
        let there = subjects.iter().enumerate();
        let there = there.filter_map(|(place, it)| Some((letter(place), it.as_deref()?)));
        let Some(whole) = there.clone().map(|(_, it)| it.index.whole()).reduce(|a, b| Viewport {
            start: a.start.min(b.start),
            end: a.end.max(b.end),
            ..a
        }) else {
            return numbers::Numbered::default();
        };
        let lines = there.flat_map(|(letter, it)| {
            let processors = it.index.platform.iter().map(|&it| f64::from(it)).sum();
            [
                Line { name: format!("{letter}, busy"), steps: &it.busy, percent_of: Some(processors) },
                Line { name: format!("{letter}, waiting jobs"), steps: &it.queue.jobs, percent_of: None },
                Line { name: format!("{letter}, waiting processors"), steps: &it.queue.processors, percent_of: None },
            ]
        });
        let lines: Vec<Line> = lines.collect();
        numbers::over_time(&lines, &sight.unwrap_or(whole), origin).into()
    });
    html! { <Numbers id="compare-time-numbers" title="utilization and waiting over time" {make} /> }
}

#[derive(Properties, PartialEq)]
pub struct TableProps {
    pub rows: Rc<Vec<Row>>,
    pub names: Rc<Vec<String>>,
    pub baseline: usize,
    /// The basis of the figures of each scenario.
    pub bases: Vec<Basis>,
    /// The content between the figures and the meaning of their marks.
    #[prop_or_default]
    pub children: Html,
    /// How many seeds the means are of.
    pub seeds: usize,
    /// Runs made, and wanted.
    pub done: (usize, usize),
    pub settings: ComparisonSettings,
    /// The nouns for jobs, and the names of providers.
    pub nouns: &'static Nouns,
    pub providers: Vec<String>,
    pub ground: Ground,
    pub dispatch: Dispatch,
}

/// All criteria of all scenarios.
#[component]
pub fn Table(props: &TableProps) -> Html {
    let settings = props.settings;
    let on_seeds = props.dispatch.callback(move |seeds: Option<f64>| {
        let seeds = seeds.map_or(settings.seeds, |seeds| seeds as u32);
        Action::Compare(ComparisonAction::Set(ComparisonSettings { seeds, ..settings }))
    });
    let heads = props.names.iter().enumerate().map(|(place, name)| {
        let is_baseline = place == props.baseline;
        html! {
            <th scope="col" title={name.clone()} class={is_baseline.then_some("baseline")}>
                <Sign {place} ground={props.ground} />
                if is_baseline { <small>{ "baseline" }</small> }
            </th>
        }
    });
    let (done, total) = props.done;
    // The rows of some of the jobs only: the charts are not to stand far below.
    let in_parts = use_state(|| false);
    let on_parts = {
        let in_parts = in_parts.clone();
        Callback::from(move |_: MouseEvent| in_parts.set(!*in_parts))
    };
    let columns = props.names.len() + 1;
    html! {
        <section class="figures-table compare-table" aria-label="Criteria">
            <div class="compare-head">
                <h2>{ "Criteria" }<small>{ chance::of_comparison(&props.bases, props.seeds) }</small></h2>
                <Field of="compare-seeds" label="Seeds" term="Every scenario is run with this many seeds, from its own on. The table shows the means, their 95 % confidence intervals by Student's t, and the paired differences over the seeds.">
                    <Number id="compare-seeds" value={f64::from(props.settings.seeds)} min=1.0 max={f64::from(MOST_SEEDS)} on_change={on_seeds} />
                </Field>
                <span class="said" id="compare-done" role="status" data-done={done.to_string()} data-total={total.to_string()}>
                    if done < total { { format!("{} of {}", words::count(done as i64), words::plural(total, "run")) } }
                </span>
            </div>
            <div class="scroll-across" role="region" aria-label="Criteria of the scenarios" tabindex="0"><table id="compare-table">
                <thead><tr><th scope="col">{ "Criterion" }</th>{ for heads }</tr></thead>
                { for groups(&props.rows).into_iter().map(|(of, rows)| group(props, (of, rows), columns, of == Of::All || *in_parts)) }
            </table></div>
            <button type="button" id="compare-parts" aria-expanded={in_parts.to_string()} aria-controls="compare-table" onclick={on_parts}>
                { parts(*in_parts, props.nouns) }
            </button>
            { props.children.clone() }
            <p class="hint" id="compare-marks">{ chance::marks(&props.rows, &props.bases, props.seeds) }</p>
        </section>
    }
}

/// The rows of the same jobs together.
fn groups(rows: &[Row]) -> Vec<(Of, &[Row])> {
    rows.chunk_by(|a, b| a.criterion.jobs() == b.criterion.jobs())
        .map(|rows| (rows[0].criterion.jobs(), rows))
        .collect()
}

/// The label of the button that shows or hides the rows of some of the jobs.
fn parts(are_shown: bool, nouns: &Nouns) -> String {
    match (are_shown, nouns.is_of_log()) {
        (true, _) => format!("All {} together", nouns.jobs),
        (false, false) => format!("Break down by {}", nouns.provider),
        (false, true) => "Break down by kind and provider".to_owned(),
    }
}

fn group(props: &TableProps, (of, rows): (Of, &[Row]), columns: usize, is_open: bool) -> Html {
    let name = match of {
        Of::All => format!("All {}", props.nouns.jobs),
        Of::Batch => "Batch jobs".to_owned(),
        Of::Reservations => capital(props.nouns.reservations),
        Of::Provider(index) => props.providers.get(index).cloned().unwrap_or_else(|| provider_name(index)),
        Of::Size(_) | Of::Cause(_) => rows[0].criterion.group().name().to_owned(),
    };
    html! {
        <tbody hidden={!is_open}>
            <tr class="group-name"><th scope="rowgroup">{ name }</th><td colspan={(columns - 1).to_string()} /></tr>
            { for rows.iter().map(row) }
        </tbody>
    }
}

fn row(row: &Row) -> Html {
    let unit = RowUnit::of(row);
    let cells = row.cells.iter().enumerate().map(|(place, it)| match it {
        Some(it) => cell(row, unit, place, it),
        None => html! { <td>{ "–" }</td> },
    });
    html! {
        <tr data-criterion={row.criterion.id()}>
            <th scope="row" data-tip={row.criterion.about()}>{ row.criterion.what() }</th>
            { for cells }
        </tr>
    }
}

fn cell(row: &Row, unit: RowUnit, place: usize, cell: &Cell) -> Html {
    let value = unit.value(cell.value.mean);
    let difference = cell.difference.map(|difference| {
        let sure = difference.excludes_zero();
        let differs = match cell.unjudged {
            Some(Unjudged::Differs(what)) if difference.mean != 0.0 => Some(what),
            _ => None,
        };
        let sure = sure && differs.is_none();
        let verdict = match (sure, row.criterion.higher_is_better()) {
            _ if differs.is_some() => "unjudged",
            (true, Some(higher)) if (difference.mean > 0.0) == higher => "better",
            (true, Some(_)) => "worse",
            _ => "",
        };
        let text = unit.difference(difference.mean);
        let relative = cell.relative.filter(|share| *share != 0.0);
        let relative = relative.and_then(|_| unit.relative(cell));
        let relative = relative.map(|text| {
            let text = text.trim_end_matches(OTHER).trim_end_matches(FAR).trim_end_matches(" *");
            format!(" ({text})")
        });
        html! {
            <small class={classes!("difference", verdict)}>
                { text }{ relative }
                if let Some(what) = differs {
                    <span role="img" aria-label={format!("no verdict: {}", what.why())} data-tip={format!("No verdict: {}.", what.why())}>{ OTHER }</span>
                }
                if cell.unjudged == Some(Unjudged::Far) { <span class="far" role="img" aria-label="between the log and a model that is far from it">{ " ⚠" }</span> }
                if sure { <span class="sure" role="img" aria-label="significant: the interval excludes 0">{ " ●" }</span> }
            </small>
        }
    });
    let width = unit.half_width(cell);
    let number = |number: f64| number.to_string();
    html! {
        <td class={cell.is_best.then_some("best")} data-place={letter(place).to_string()} data-value={number(cell.value.mean)}
            data-half-width={cell.value.half_width.map(number)} data-seeds={cell.value.count.to_string()}
            data-difference={cell.difference.map(|it| number(it.mean))}
            data-difference-half-width={cell.difference.and_then(|it| it.half_width).map(number)}>
            <span class="value">
                if cell.is_told_best { <span class="star" role="img" aria-label="best">{ "★ " }</span> }
                { value }
            </span>
            if let Some(width) = width { <small class="width">{ width }</small> }
            { difference }
        </td>
    }
}

/// A line for each scenario whose log has waits, with a warning where the model is far from it.
pub fn html(sight: &Sight, ground: Ground) -> Html {
    let there = sight.subjects.iter().enumerate().filter_map(|(place, it)| Some((place, it.as_ref()?.calibration()?)));
    let lines: Vec<Html> = there
        .map(|(place, it)| {
            html! {
                <li key={place} data-place={letter(place).to_string()} data-far={it.far.to_string()}>
                    <Sign {place} {ground} />
                    { calibrated::line(it) }{ "." }
                    if let Some(warning) = calibrated::warning(it) {
                        <strong class="worse">{ " ⚠ " }{ warning }</strong>
                    }
                </li>
            }
        })
        .collect();
    match lines.is_empty() {
        true => nothing(),
        false => {
            html! { <ul class="calibrations" id="compare-calibrations" aria-label="Waits compared with the log">{ for lines }</ul> }
        }
    }
}
