//! The chart of a step.

use std::rc::Rc;

use yew::prelude::*;

use super::figure::Named;
use super::film::{Film, code};
use super::messages::MessagesOfStep;
use super::schedules::schedules;
use crate::app::context::nothing;
use crate::app::context::theme::Ground;
use crate::app::control::data_table::Numbers;
use slotscope::availability::proposition_1::letter;
use slotscope::availability::trace::{ALGORITHM_1, ALGORITHM_2, Change, Found, GenerationState, PRINT_1, PRINT_2};
use slotscope::chart::idle_periods::{bars_height, idle_svg, tree_height, tree_svg};
use slotscope::chart::lessons::{
    SLOTS_HEIGHT, algorithm_height, binding_height, binding_svg, curve_svg, curves, generation_svg, planned,
    search_svg, searched, slot_origin, slot_view, slots_svg,
};
use slotscope::chart::numbers;
use slotscope::chart::task_slots::{task_slots_height, task_slots_svg};
use slotscope::chart::{Captions, Frame};
use slotscope::lesson::{
    Binding, Curve, Generate, Planning, RangeSearch, Search, Shot, Show, Slots, bound, generation, search,
};
use slotscope::page::lessons::{Chart, LessonAction};

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
