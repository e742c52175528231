//! The chart of a step.

use super::lesson::{Film, code};
use crate::app::context::prelude::*;
use crate::app::control::data_table::{MOST, Numbers};
use crate::app::files::view_picture::{Picture, stacked, use_size};
use slotscope::availability::proposition_1::letter;
use slotscope::availability::trace::{ALGORITHM_1, ALGORITHM_2, Change, Found, GenerationState, PRINT_1, PRINT_2};
use slotscope::chart::idle_periods::{bars_height, idle_svg, tree_height, tree_svg};
use slotscope::chart::lessons::{
    SLOTS_HEIGHT, Talk, Together, algorithm_height, binding_height, binding_svg, common_window, curve_svg, curves,
    generation_svg, origin_of, planned, schedule_height, schedule_index, schedule_rows, schedule_svg, search_svg,
    searched, slot_origin, slot_view, slots_svg,
};
use slotscope::chart::piece::Kind;
use slotscope::chart::table::{Table, heading_svg, height, table_svg};
use slotscope::chart::task_slots::{task_slots_height, task_slots_svg};
use slotscope::chart::{Captions, Frame, Theme, numbers};
use slotscope::criteria::Criterion;
use slotscope::engine::Run;
use slotscope::lesson::shelf::SHELF;
use slotscope::lesson::{
    Binding, Curve, Generate, Lesson, Planning, RangeSearch, Schedule, Search, Shot, Show, Slots, bound, generation,
    search,
};
use slotscope::page::lessons::{Chart, LessonAction, Lessons, Progress, ShotResult};
use slotscope::system::Unit;

#[derive(Properties, PartialEq)]
pub struct ChartProps {
    pub chart: Chart,
    /// The title of the step.
    pub step: AttrValue,
    /// The moment that is watched, where there are several.
    pub moment: usize,
    /// Whether only its beginning is shown, because a question about it has not been answered.
    #[prop_or_default]
    pub hidden: bool,
    pub ground: Ground,
    pub on_action: Callback<LessonAction>,
    pub on_take: Callback<Shot>,
}

/// The chart of the open step.
#[component]
pub fn ChartOfStep(props: &ChartProps) -> Html {
    let chart = &props.chart;
    if let Some(why) = &chart.failed {
        let try_again = props.on_action.reform(|_: MouseEvent| LessonAction::TryAgain);
        return html! {
            <div class="refused" role="alert" id="lesson-refused">
                <p>{ format!("This chart cannot be drawn: {why}") }</p>
                if chart.was_lost {
                    <button type="button" id="lesson-again" onclick={try_again}>{ "Try again" }</button>
                }
            </div>
        };
    }
    let drawn = chart.drawn();
    let Some(show) = drawn.show.as_deref() else {
        return nothing();
    };
    let ready = chart.is_complete();
    let names = show.captions(&props.step);
    let name = || names[0].clone();
    let body = match show {
        Show::Curve(it) => of_curve(props, drawn, it, &names),
        _ if !drawn.is_complete() => {
            html! { <p class="empty" role="status">{ "Scheduling …" }</p> }
        }
        Show::Schedule(it) => schedules(drawn, it, &names, props.ground, &props.on_take),
        Show::Slots(it) => of_slots(props, drawn, it, name()),
        Show::Generate(it) => of_generation(props, it, name()),
        Show::Search(it) => of_search(props, it, name()),
        Show::Binding(it) => of_binding(props, it, &names),
        Show::RangeSearch(it) => of_range_search(props, it, &names),
        Show::Planning(it) => of_planning(props, it, name()),
        Show::Messages(_) => html! {
            <MessagesOfStep chart={drawn.clone()} {names} moment={props.moment} ground={props.ground} on_action={&props.on_action} />
        },
    };
    html! {
        <div class="lesson-drawn" id="lesson-drawn" data-ready={ready.to_string()} data-round={chart.round.to_string()}>
            { body }
            if props.hidden {
                <p class="said">{ "The rest is shown once the answer is right, or when you ask for the solution." }</p>
            } else if !matches!(show, Show::Schedule(_)) {
                { take(props, show) }
            }
        </div>
    }
}

/// The slider over the moments of a chart, unless all but the first are hidden.
fn film(props: &ChartProps, noun: &'static str, at: usize, count: usize) -> Html {
    match props.hidden {
        true => nothing(),
        false => html! { <Film {noun} {at} {count} on_action={&props.on_action} /> },
    }
}

/// Buttons that open the chart in Slotscope's other views.
fn take(props: &ChartProps, show: &Show) -> Html {
    let experiments = show.experiments().unwrap_or_default();
    let several = experiments.len() > 1;
    let all = experiments.into_iter().enumerate().map(|(at, shot)| {
        let words =
            if several { format!("Open in Slotscope: {}", shot.name) } else { "Open this in Slotscope".to_owned() };
        let onclick = props.on_take.reform(move |_: MouseEvent| shot.clone());
        html! { <button type="button" id={format!("lesson-take-{at}")} {onclick}>{ words }</button> }
    });
    html! { <p class="lesson-take">{ for all }</p> }
}

fn of_curve(props: &ChartProps, drawn: &Chart, curve: &Curve, names: &[String]) -> Html {
    let done = drawn.made.iter().flatten().count();
    let pictures = (0..curve.criteria.len()).map(|panel| {
        let (theme, curve, made) = (props.ground.theme(), curve.clone(), drawn.made.clone());
        let draw = Callback::from(move |frame: Frame| {
            let reports: Vec<_> = made
                .iter()
                .map(|it| Some(it.as_ref()?.report.clone()))
                .collect();
            curve_svg(frame, &theme, &curve, &reports, &[panel])
        });
        html! { <Named key={panel} at={panel} name={names[panel].clone()} numbers="the numbers follow in a table" height={270} {draw} /> }
    });
    let make = {
        let (curve, made) = (curve.clone(), drawn.made.clone());
        Callback::from(move |()| {
            let reports: Vec<_> = made.iter().map(|it| Some(it.as_ref()?.report.clone())).collect();
            numbers::points(&curves(&curve, &reports)).into()
        })
    };
    html! {
        <>
            <p class="said" id="lesson-runs" role="status">{ format!("{done} of {} runs", drawn.made.len()) }</p>
            <div class="lesson-curves">{ for pictures }</div>
            <Numbers id="lesson-numbers" title="the curves" {make} />
        </>
    }
}

fn of_slots(props: &ChartProps, drawn: &Chart, slots: &Slots, name: String) -> Html {
    let run = drawn.made.first().and_then(|it| it.as_ref()?.run.clone());
    let Some(run) = run else {
        return nothing();
    };
    // The answer to its request is not shown before an answer is given.
    let slots = Slots { request: slots.request.filter(|_| !props.hidden), ..slots.clone() };
    let theme = props.ground.theme();
    let (tabled, tabled_slots) = (run.clone(), slots.clone());
    let draw = Callback::from(move |frame: Frame| slots_svg(frame, &theme, &run, &slots));
    let make = {
        let (finished, slots) = (tabled, tabled_slots);
        Callback::from(move |()| {
            let view = slot_view(&finished, &slots);
            numbers::slots(&view, slot_origin(&view)).into()
        })
    };
    html! {
        <>
            <Named at={0} {name} numbers="the numbers follow in a table" height={SLOTS_HEIGHT} {draw} />
            if !props.hidden { <Numbers id="lesson-numbers" title="the slots" {make} /> }
        </>
    }
}

fn of_generation(props: &ChartProps, show: &Generate, name: String) -> Html {
    let traced = generation(show);
    let count = traced.states.len();
    let at = props.moment.min(count - 1);
    let state = traced.states[at].clone();
    let draw = {
        let (theme, show, state) = (props.ground.theme(), show.clone(), state.clone());
        Callback::from(move |frame: Frame| generation_svg(frame, &theme, &show, &state))
    };
    html! {
        <>
            { film(props, "Line", at, count) }
            <div class="algorithm">
                <div>
                    { code(&ALGORITHM_1, state.line, &state.words, PRINT_1) }
                    { arrays(&traced.starts, &traced.ends, &state) }
                </div>
                <Named at={0} {name} numbers="the lines of the algorithm describe them"
                    height={algorithm_height(&show.reservations)} {draw} />
            </div>
        </>
    }
}

/// The sorted arrays with their pointers.
fn arrays(starts: &[Change], ends: &[Change], state: &GenerationState) -> Html {
    if starts.is_empty() {
        return nothing();
    }
    let row = |name: &'static str, pointer: &'static str, changes: &[Change], next: usize| {
        let cells = changes.iter().enumerate().map(|(at, change)| {
            let here = at + 1 == next;
            html! {
                <td class={(at + 1 < next).then_some("is-taken")} data-pointer={here.then_some(pointer)}>
                    { change.time }<small>{ change.processors }</small>
                </td>
            }
        });
        html! { <tr><th scope="row">{ name }</th>{ for cells }</tr> }
    };
    html! {
        <div class="scroll-across" role="region" aria-label="Table" tabindex="0">
            <table class="arrays" aria-label="The sorted arrays: times, each with its size">
                { row("starts tˢ", "i", starts, state.i) }
                { row("ends tᵉ", "j", ends, state.j) }
            </table>
            <p class="said">{ format!("free = {}", state.free) }</p>
        </div>
    }
}

fn of_search(props: &ChartProps, show: &Search, name: String) -> Html {
    let traced = search(show);
    let count = traced.states.len();
    let at = props.moment.min(count - 1);
    let state = traced.states[at].clone();
    let found = match state.found {
        Found::NotYet => "",
        Found::Start(_) => "start",
        Found::Never => "none",
    };
    let asked = show.request;
    let deadline = asked.deadline.map_or("∞".to_owned(), |it| it.to_string());
    let request = format!("r = {}, d = {deadline}, p = {}, size = {}", asked.ready, asked.length, asked.processors);
    let draw = {
        let (theme, show, state) = (props.ground.theme(), show.clone(), state.clone());
        let slots = traced.slots.clone();
        Callback::from(move |frame: Frame| search_svg(frame, &theme, &show, &slots, &state))
    };
    html! {
        <>
            { film(props, "Line", at, count) }
            <div class="algorithm" data-found={found}>
                <div>
                    <p class="said">{ request }</p>
                    { code(&ALGORITHM_2, state.line, &state.words, PRINT_2) }
                </div>
                <Named at={0} {name} numbers="the lines of the algorithm show its pointers"
                    height={algorithm_height(&show.reservations)} {draw} />
            </div>
        </>
    }
}

fn of_binding(props: &ChartProps, show: &Binding, names: &[String]) -> Html {
    let count = show.reservations.len();
    let at = props.moment.min(count.saturating_sub(1));
    let booked = (at + 1).min(count);
    let pictures = names.iter().enumerate().map(|(index, name)| {
        let (theme, show) = (props.ground.theme(), show.clone());
        let height = binding_height(show.capacity);
        let draw = Callback::from(move |frame: Frame| {
            binding_svg(frame, &theme, "", &show, booked, index == 0)
        });
        html! { <Named key={index} at={index} name={name.clone()} numbers="which processors each reservation gets; a table follows" {height} {draw} /> }
    });
    html! {
        <>
            { film(props, "Reservation", at, count) }
            <div class="lesson-bindings">{ for pictures }</div>
            { bookings(show, booked) }
        </>
    }
}

fn of_planning(props: &ChartProps, show: &Planning, name: String) -> Html {
    let Some(steps) = planned(show) else {
        return nothing();
    };
    let steps = Rc::new(steps);
    let count = steps.count() + 1;
    let shown = props.moment.min(count - 1);
    let said = steps.words(shown);
    let draw = {
        let (theme, steps) = (props.ground.theme(), steps.clone());
        Callback::from(move |frame: Frame| task_slots_svg(frame, &theme, &steps.view(shown), &Captions::default()))
    };
    let make = {
        let steps = steps.clone();
        Callback::from(move |()| steps.table(shown).into())
    };
    html! {
        <>
            { film(props, "Step", shown, count) }
            <p class="said" id="lesson-step-said" aria-live="polite">{ said }</p>
            <Named at={0} {name} numbers="the numbers follow in a table" height={task_slots_height(steps.machines())} {draw} />
            <Numbers id="lesson-numbers" title="the tasks" {make} />
        </>
    }
}

fn of_range_search(props: &ChartProps, show: &RangeSearch, names: &[String]) -> Html {
    let searched = Rc::new(searched(show));
    let count = searched.steps() + 1;
    let shown = props.moment.min(count - 1);
    let said = match shown.checked_sub(1) {
        Some(at) => searched.step_words(&searched.search.steps[at]),
        None => format!("Asked: {} servers, {}.", searched.asked.servers, searched.asked_words()),
    };
    let bars = {
        let (theme, searched) = (props.ground.theme(), searched.clone());
        Callback::from(move |frame: Frame| {
            let captions = Captions { origin: searched.origin, ..Captions::default() };
            idle_svg(frame, &theme, &searched.bars(shown), &captions)
        })
    };
    let trees = {
        let (theme, searched) = (props.ground.theme(), searched.clone());
        Callback::from(move |frame: Frame| tree_svg(frame, &theme, &searched.trees(shown), &Captions::default()))
    };
    // The trees come and go: what stands below keeps its place.
    let tallest = (0..count).map(|it| tree_height(&searched.trees(it))).max();
    let make = {
        let searched = searched.clone();
        Callback::from(move |()| searched.table(shown).into())
    };
    html! {
        <>
            { film(props, "Step", shown, count) }
            <p class="said" id="lesson-step-said" aria-live="polite">{ said }</p>
            <Named at={0} name={names[0].clone()} numbers="the numbers follow in a table" height={bars_height(searched.servers())} draw={bars} />
            <Named at={1} name={names[1].clone()} numbers="the steps say the same in words" height={tallest.unwrap_or(0)} draw={trees} />
            if !props.hidden { <Numbers id="lesson-numbers" title="the idle periods" {make} /> }
        </>
    }
}

/// The result of each reservation when it was booked.
fn bookings(show: &Binding, booked: usize) -> Html {
    let demonstration = bound(show, booked);
    let bound = demonstration.static_binding();
    let rows = show.reservations.iter().zip(&bound).enumerate();
    let rows = rows.map(|(at, (it, bits))| {
        let free = demonstration.free_before(at);
        let least = free.get(it.start as usize..it.end as usize).and_then(|it| it.iter().min());
        let said = if bits.is_some() { "bound" } else { "refused" };
        html! {
            <tr data-static={said}>
                <th scope="row">{ letter(at).to_string() }</th>
                <td>{ it.processors }</td>
                <td>{ format!("{}–{}", it.start, it.end) }</td>
                <td>{ least.map_or(String::new(), u32::to_string) }</td>
                <td>{ said }</td>
                <td>{ "bound" }</td>
            </tr>
        }
    });
    html! {
        <div class="scroll-across" role="region" aria-label="Table" tabindex="0">
            <table class="bookings">
                <thead><tr><th>{ "booked" }</th><th>{ "processors" }</th><th>{ "time" }</th><th>{ "least free then" }</th>
                    <th>{ "static" }</th><th>{ "dynamic" }</th></tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
        </div>
    }
}

/// The height of a heading, in CSS pixels.
const HEADING: u32 = 86;

/// The open chart under the name of its lesson and step.
pub fn picture(lessons: &Lessons, width: u32, theme: &Theme, captions: &Captions) -> String {
    let Some((lesson, progress)) = lessons.open() else {
        return list(width, theme, captions);
    };
    let captions = Captions {
        title: lesson.title.clone(),
        subtitle: heading_of(lessons, lesson, progress).to_owned(),
        ..captions.clone()
    };
    let heading = heading_svg(Frame::new(width, HEADING), theme, &captions);
    let mut all = vec![(HEADING, heading)];
    if !progress.is_hidden(lesson) {
        all.extend(pictures(lessons.chart.drawn(), progress, width, theme));
    }
    let (heights, pictures): (Vec<u32>, Vec<String>) = all.into_iter().unzip();
    stacked(&pictures, width, &heights)
}

/// The title of the open step, or the open question.
fn heading_of<'a>(lessons: &Lessons, lesson: &'a Lesson, progress: &Progress) -> &'a str {
    let question = progress.question(lesson).and_then(|at| lesson.questions.get(at));
    let step = lesson.steps.get(progress.at).map(|it| it.title.as_str());
    // Before its values are there, its text has none.
    let question = question.filter(|_| lessons.chart.is_asked());
    step.or(question.map(|it| it.ask.as_str())).unwrap_or_default()
}

fn pictures(chart: &Chart, progress: &Progress, width: u32, theme: &Theme) -> Vec<(u32, String)> {
    let frame = |height| Frame::new(width, height);
    let moment = |count: usize| progress.moment(chart.show.as_deref()).min(count.saturating_sub(1));
    match chart.show.as_deref() {
        None => Vec::new(),
        Some(Show::Schedule(it)) => schedule_pictures(chart, it, width, theme),
        Some(Show::Slots(it)) => {
            let run = chart.made.first().and_then(|made| made.as_ref()?.run.as_ref());
            let svg = run.map(|run| slots_svg(frame(SLOTS_HEIGHT), theme, run, it));
            svg.map(|svg| (SLOTS_HEIGHT, svg)).into_iter().collect()
        }
        Some(Show::Curve(it)) => {
            let reports: Vec<_> = chart.made.iter().map(|it| Some(it.as_ref()?.report.clone())).collect();
            let panels: Vec<usize> = (0..it.criteria.len()).collect();
            vec![(420, curve_svg(frame(420), theme, it, &reports, &panels))]
        }
        Some(Show::Generate(it)) => {
            let (height, states) = (algorithm_height(&it.reservations), generation(it).states);
            let state = &states[moment(states.len())];
            vec![(height, generation_svg(frame(height), theme, it, state))]
        }
        Some(Show::Search(it)) => {
            let (height, traced) = (algorithm_height(&it.reservations), search(it));
            let state = &traced.states[moment(traced.states.len())];
            let svg = search_svg(frame(height), theme, it, &traced.slots, state);
            vec![(height, svg)]
        }
        Some(Show::RangeSearch(it)) => {
            let searched = searched(it);
            let shown = moment(searched.steps() + 1);
            let captions = Captions { origin: searched.origin, ..Captions::default() };
            let (bars, trees) = (searched.bars(shown), searched.trees(shown));
            let heights = (bars_height(searched.servers()), tree_height(&trees));
            vec![
                (heights.0, idle_svg(frame(heights.0), theme, &bars, &captions)),
                (heights.1, tree_svg(frame(heights.1), theme, &trees, &captions)),
            ]
        }
        Some(Show::Planning(it)) => planned(it).map_or_else(Vec::new, |steps| {
            let shown = moment(steps.count() + 1);
            let height = task_slots_height(steps.machines());
            let view = steps.view(shown);
            let svg = task_slots_svg(frame(height), theme, &view, &Captions::default());
            vec![(height, svg)]
        }),
        Some(Show::Messages(_)) => {
            let run = chart.made.first().and_then(|it| it.as_ref()?.run.clone());
            run.map_or_else(Vec::new, |run| {
                let talk = Talk::of(run);
                let shown = moment(talk.steps() + 1);
                talk.heights(width)
                    .into_iter()
                    .enumerate()
                    .map(|(at, height)| (height, talk.svg(at, shown, frame(height), theme)))
                    .collect()
            })
        }
        Some(Show::Binding(it)) => {
            let height = binding_height(it.capacity);
            let booked = moment(it.reservations.len()) + 1;
            let one = |(title, is_static)| {
                let svg = binding_svg(frame(height), theme, title, it, booked, is_static);
                (height, svg)
            };
            [("Static binding", true), ("Dynamic binding", false)].map(one).to_vec()
        }
    }
}

/// The list as a table.
fn list(width: u32, theme: &Theme, captions: &Captions) -> String {
    let row = |card: &slotscope::lesson::shelf::Card| {
        let minutes = format!("{} min", card.minutes);
        vec![card.title.to_owned(), card.summary.to_owned(), minutes]
    };
    let table = Table {
        head: ["lesson", "what it teaches", "time"].map(str::to_owned).to_vec(),
        rows: SHELF.iter().map(row).collect(),
    };
    let captions = Captions { title: "Lessons".to_owned(), subtitle: String::new(), ..captions.clone() };
    table_svg(Frame::new(width, height(SHELF.len())), theme, &table, &captions)
}

/// The drawing of a schedule: its runs, and the window that they share.
struct Drawn<'a> {
    shown: &'a Schedule,
    runs: Vec<&'a Run>,
    window: Option<(Time, Time)>,
}

impl<'a> Drawn<'a> {
    fn of(chart: &'a Chart, shown: &'a Schedule) -> Self {
        let runs: Vec<&Run> = chart.made.iter().flatten().filter_map(|it| it.run.as_ref()).collect();
        let window = shown.window.or_else(|| common_window(&runs));
        Self { shown, runs, window }
    }
}

/// The schedules of a chart, `names` their names, and with each a button that takes it into the
/// explorer.
pub fn schedules(chart: &Chart, shown: &Schedule, names: &[String], ground: Ground, on_take: &Callback<Shot>) -> Html {
    let drawn = Drawn::of(chart, shown);
    let results: Vec<&ShotResult> = chart.made.iter().flatten().collect();
    let all = results.iter().zip(chart.shots.iter()).enumerate();
    let together = Rc::new(Together::of(&drawn.runs, drawn.window));
    let several = results.len() > 1;
    let figure = |(at, (result, shot)): (usize, (&&ShotResult, &Shot))| {
        let Some(run) = result.run.clone() else {
            return nothing();
        };
        let height = if several { together.least_height(at) } else { schedule_height(&schedule_rows(&run), 1) };
        let tabled = run.clone();
        let make = Callback::from(move |()| {
            let index = schedule_index(&tabled);
            let number = |job: u32| tabled.jobs[job as usize].id;
            let origin = origin_of(&tabled, false);
            numbers::bars(&index, &index.whole(), origin, MOST, number)
        });
        let (theme, window) = (ground.theme(), drawn.window);
        let together = together.clone();
        let draw = Callback::from(move |frame: Frame| {
            if several { together.svg(at, frame, &theme) } else { schedule_svg(frame, &theme, "", &run, window) }
        });
        let name = names.get(at).cloned().unwrap_or_default();
        let take = {
            let shot = shot.clone();
            on_take.reform(move |_: MouseEvent| shot.clone())
        };
        html! {
            <div class={classes!("lesson-schedule", several.then_some("together"))} key={at}>
                <Named {at} name={name.clone()} numbers="the bars follow in a table" {height} {draw}>
                    <Numbers id={format!("lesson-numbers-{at}")} title={format!("the bars of “{name}”")} {make} />
                    <div class="lesson-told">
                        { figures(drawn.shown, result, &results) }
                        <button type="button" id={format!("lesson-take-{at}")} onclick={take}>{ "Open this in Slotscope" }</button>
                    </div>
                </Named>
            </div>
        }
    };
    let figures: Vec<Html> = all.map(figure).collect();
    html! { <>{ several.then(|| legend(&together)) }{ figures }</> }
}

/// The legend of all schedules.
fn legend(together: &Together) -> Html {
    let entry = |(kind, words): (Kind, &'static str)| {
        let swatch = match kind {
            Kind::Batch => "batch",
            Kind::Reservation => "reservation",
            Kind::Idle => "held",
        };
        html! { <li><i class={classes!("swatch", swatch)} />{ words }</li> }
    };
    html! { <ul class="legend" id="lesson-legend" aria-label="Legend">{ for together.legend().into_iter().map(entry) }</ul> }
}

/// The height of a schedule that is drawn until a time, in seconds, and the function that draws it.
pub fn schedule_until(run: Run, until: Time, ground: Ground) -> (u32, impl Fn(Frame) -> String) {
    let height = schedule_height(&schedule_rows(&run), 1);
    let first = run.jobs.iter().map(|job| job.submit).min().unwrap_or(0);
    let window = (first, run.tick.ticks(until as f64).max(first + 1));
    let theme = ground.theme();
    let draw = move |frame: Frame| schedule_svg(frame, &theme, "", &run, Some(window));
    (height, draw)
}

/// The criteria of one schedule; where there are several, of the same jobs, the best of each stands out.
fn figures(shown: &Schedule, result: &ShotResult, all: &[&ShotResult]) -> Html {
    let nouns = result.run.as_ref().map(|run| run.nouns()).unwrap_or_default();
    let population = result.report.population;
    let is_same = all.iter().all(|it| it.report.population == population);
    let one = |&criterion: &Criterion| {
        let value = criterion.of(&result.report);
        let is_best = all.len() > 1 && is_same && is_best(criterion, value, all);
        html! {
            <div class={is_best.then_some("is-best")}>
                <dt data-tip={criterion.about()}>{ criterion.label_in(nouns) }</dt>
                <dd data-criterion={criterion.id()} data-value={value.map(|it| it.to_string())}>{ in_words(criterion, value) }
                    if is_best { <span class="out-of-sight">{ ", the best" }</span> }
                </dd>
            </div>
        }
    };
    html! { <dl class="lesson-figures">{ for shown.criteria.iter().map(one) }</dl> }
}

/// Whether no other is better, and some other is worse.
fn is_best(criterion: Criterion, value: Option<f64>, all: &[&ShotResult]) -> bool {
    let (Some(value), Some(higher)) = (value, criterion.higher_is_better()) else {
        return false;
    };
    let cost = |value: f64| if higher { -value } else { value };
    let others = all.iter().filter_map(|it| criterion.of(&it.report));
    let mut others = others.map(cost);
    let none_better = others.clone().all(|other| cost(value) <= other);
    none_better && others.any(|other| cost(value) < other)
}

fn in_words(criterion: Criterion, value: Option<f64>) -> String {
    let Some(value) = value else {
        return "–".to_owned();
    };
    match (criterion, criterion.unit()) {
        (Criterion::Own(_), unit) => {
            let digits = if value.fract() == 0.0 { 0 } else { 2 };
            let number = words::decimal(value, digits);
            format!("{number} {}", unit.symbol()).trim_end().to_owned()
        }
        (_, Unit::Share) => format!("{} %", words::decimal(100.0 * value, 1)),
        (_, Unit::Count) => words::count(value as i64),
        (_, Unit::Times) => words::decimal(value, 2),
        (_, Unit::Seconds) if value >= 600.0 => words::duration(value),
        _ => format!("{} s", words::decimal(value, 1)),
    }
}

/// The schedules as pictures of some width, with their heights.
pub fn schedule_pictures(chart: &Chart, shown: &Schedule, width: u32, theme: &Theme) -> Vec<(u32, String)> {
    let drawn = Drawn::of(chart, shown);
    drawn
        .runs
        .iter()
        .zip(chart.shots.iter())
        .map(|(run, shot)| {
            let height = schedule_height(&schedule_rows(run), drawn.runs.len());
            let frame = Frame::new(width, height);
            let picture = schedule_svg(frame, theme, &shot.name, run, drawn.window);
            (height, picture)
        })
        .collect()
}

#[derive(Properties, PartialEq)]
pub struct NamedProps {
    /// Its place among the pictures of the chart.
    pub at: usize,
    pub name: AttrValue,
    /// Says where the numbers of the picture are, for screen readers.
    pub numbers: &'static str,
    /// Its least height in CSS pixels.
    pub height: u32,
    /// Draws the picture as an SVG document.
    pub draw: Callback<Frame, String>,
    /// Its other content.
    #[prop_or_default]
    pub children: Html,
}

/// A picture of a lesson, its name above it.
#[component]
pub fn Named(props: &NamedProps) -> Html {
    let id = format!("lesson-caption-{}", props.at);
    html! {
        <figure class="lesson-figure" aria-labelledby={id.clone()}>
            <p class="lesson-caption" {id}>{ &props.name }</p>
            <Picture id={format!("lesson-picture-{}", props.at)} label={format!("{}; {}", props.name, props.numbers)}
                height={props.height} grows=true draw={&props.draw} />
            { props.children.clone() }
        </figure>
    }
}

/// The names of the tables behind the pictures, for screen readers.
const TITLES: [&str; 3] = ["the messages", "the tasks by agent", "the load of the nodes"];

#[derive(Properties, PartialEq)]
pub struct MessagesProps {
    /// A chart of messages, its run there.
    pub chart: Chart,
    pub names: Vec<String>,
    /// How many steps are shown.
    pub moment: usize,
    pub ground: Ground,
    pub on_action: Callback<LessonAction>,
}

/// The messages, the tasks of each agent and the load of the nodes after a number of steps.
#[component]
pub fn MessagesOfStep(props: &MessagesProps) -> Html {
    let node = use_node_ref();
    let (width, room) = use_size(&node);
    let talk = use_memo(props.chart.clone(), |chart| {
        let made = chart.made.first().and_then(Option::as_ref);
        made.and_then(|it| it.run.clone()).map(Talk::of)
    });
    let Some(told) = talk.as_ref() else {
        return nothing();
    };
    let count = told.steps() + 1;
    let shown = props.moment.min(count - 1);
    let verdicts = told.verdicts(shown);
    let heights = fitting(told, width.max(300.0), room);
    let pictures = props.names.iter().zip(heights).enumerate();
    let pictures = pictures.map(|(at, (name, height))| {
        let draw = {
            let (talk, theme) = (talk.clone(), props.ground.theme());
            Callback::from(move |frame: Frame| drawn(&talk, at, shown, frame, &theme))
        };
        let make = {
            let talk = talk.clone();
            Callback::from(move |()| talk.as_ref().as_ref().map_or_else(Default::default, |it| it.table(at, shown)))
        };
        html! {
            <Named key={at} {at} name={name.clone()} numbers="the numbers follow in a table" {height} {draw}>
                // Beneath the messages, so that these keep their place while the sentences come and go.
                if at == 0 && !verdicts.is_empty() {
                    <ul class="said" id="lesson-verdicts" aria-label="Outcome of these offers">
                        { for verdicts.iter().map(|it| html! { <li>{ it }</li> }) }
                    </ul>
                }
                <Numbers id={format!("lesson-numbers-{at}")} title={TITLES[at]} {make} />
            </Named>
        }
    });
    let counts: Vec<String> = told.by_agent(shown).now.iter().map(usize::to_string).collect();
    html! {
        <div class="lesson-messages" ref={node} data-tasks={counts.join(",")}>
            <Film noun="Step" at={shown} {count} on_action={&props.on_action} />
            <p class="said" id="lesson-step-said" aria-live="polite">{ told.words(shown) }</p>
            { for pictures }
        </div>
    }
}

/// The height of what stands above the pictures, in CSS pixels.
const HEADS: f64 = 150.0;

/// The heights of the pictures; where they are to be scaled down into less room, as wide as they are drawn then.
fn fitting(told: &Talk, width: f64, room: f64) -> [u32; 3] {
    let at = |scale: f64| told.heights((width * scale) as u32);
    let fits = |scale: &f64| f64::from(at(*scale).iter().sum::<u32>()) / scale + HEADS <= room;
    let scales = [1.0, 1.2, 1.4, 1.6, 1.8, 2.0];
    at(scales.into_iter().find(fits).unwrap_or(if room == 0.0 { 1.0 } else { 2.0 }))
}

fn drawn(talk: &Rc<Option<Talk>>, picture: usize, shown: usize, frame: Frame, theme: &Theme) -> String {
    talk.as_ref().as_ref().map_or_else(String::new, |it| it.svg(picture, shown, frame, theme))
}
