//! The card beside the chart: a job's life and why it waited, or why processors are idle.

use std::rc::Rc;

use gloo_events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};
use yew::prelude::*;

use super::decisions::Decisions;
use super::waited::Waited;
use crate::app::context::nothing;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::control::sentence;
use slotscope::chart::provider_name;
use slotscope::chart::time_axis::{Origin, time_label, time_label_beside};
use slotscope::engine::decisions::{Decision, Entry, Gap};
use slotscope::engine::{Outcome, Status, Tick};
use slotscope::experiment::Explanation;
use slotscope::experiment::words::Speaker;
use slotscope::page::explained::{Explained, Subject, entry_at};
use slotscope::page::state::{Action, Finished, ViewAction};
use slotscope::page::task_words;
use slotscope::page::words;
use slotscope::text::capital;
use slotscope::workload::{Job, Time};

#[derive(Properties, PartialEq)]
pub struct CardProps {
    pub finished: Rc<Finished>,
    pub subject: Subject,
    /// The latest answer, perhaps to another question.
    pub explained: Option<Rc<Explained>>,
    pub cursor: Option<Time>,
    pub origin: Origin,
    pub dispatch: Dispatch,
}

/// A longer list of decisions is folded under the line that sums it up.
const FEW_DECISIONS: usize = 8;

#[component]
pub fn Card(props: &CardProps) -> Html {
    let list = use_node_ref();
    let close = props.dispatch.callback(|()| Action::View(ViewAction::Job(None)));
    use_escape(&close);
    let ask_again = props.dispatch.callback(|_: MouseEvent| Action::View(ViewAction::AskAgain));
    let answer = props.explained.as_ref();
    let answer = answer.and_then(|it| it.to(&props.finished.experiment, props.subject));
    // The reason that is marked is brought into sight, far down as it may stand.
    let told = answer.and_then(|it| it.told.as_ref().ok());
    let marked = told.and_then(|told| entry_at(&told.entries, props.cursor));
    {
        let list = list.clone();
        use_effect_with((props.subject, marked), move |_| {
            reveal_marked(&list);
        });
    }
    let state = match answer.map(|it| &it.told) {
        None => "asking",
        Some(Ok(_)) => "told",
        Some(Err(_)) => "failed",
    };
    let clock = |time, beside| time_label_beside(time, beside, props.origin);
    let speaker = Speaker::new(&props.finished.run.jobs, &clock)
        .of_system(&props.finished.experiment.scenario.system)
        .of_run(&props.finished.run);
    let (number, heading) = heading(props);
    html! {
        <aside class="explained" id="explained" data-job={number} data-state={state} aria-label="Explanation">
            <header>
                { heading }
                <button type="button" class="icon" id="explained-close" aria-label="Close the explanation"
                    onclick={close.reform(|_: MouseEvent| ())}>{ "×" }</button>
            </header>
            {
                match answer.map(|it| &it.told) {
                    None => html! { <p class="hint">{ "Computing the decisions …" }</p> },
                    Some(Err(why)) => html! {
                        <>
                            <p class="hint">{ format!("No explanation: {why}") }</p>
                            <button type="button" id="ask-again" onclick={ask_again}>{ "Try again" }</button>
                        </>
                    },
                    Some(Ok(told)) => body(props, told, &speaker, list),
                }
            }
        </aside>
    }
}

/// Escape closes the card.
#[hook]
fn use_escape(close: &Callback<()>) {
    let close = close.clone();
    use_effect_with((), move |()| {
        let listener = web_sys::window().map(|window| {
            EventListener::new(&window, "keydown", move |event| {
                let event: &KeyboardEvent = event.unchecked_ref();
                if event.key() == "Escape" {
                    close.emit(());
                }
            })
        });
        move || drop(listener)
    });
}

/// Scrolls the list so that its marked row is in sight.
fn reveal_marked(list: &NodeRef) -> Option<()> {
    let list = list.cast::<HtmlElement>()?;
    let marked = list.query_selector(".marked").ok()??;
    let marked: HtmlElement = marked.dyn_into().ok()?;
    let (top, bottom) = (marked.offset_top(), marked.offset_top() + marked.offset_height());
    let (from, height) = (list.scroll_top(), list.client_height());
    if top < from || bottom > from + height {
        list.set_scroll_top(top - height / 3);
    }
    Some(())
}

/// The number of the explained job, and the facts at the top of the card.
fn heading(props: &CardProps) -> (Option<String>, Html) {
    let run = &props.finished.run;
    match props.subject {
        Subject::Job(index) => {
            let (Some(job), Some(outcome)) = (run.jobs.get(index), run.schedule.outcomes.get(index)) else {
                return (None, nothing());
            };
            let (class, kind) = if job.is_reservation() {
                ("reservation", capital(run.nouns().reservation))
            } else {
                ("batch", "Batch job".to_owned())
            };
            let heading = html! {
                <>
                    <h2><i class={classes!("swatch", class)} />{ format!("{} {}", capital(run.nouns().job), run.job_name(index)) }
                        <small>{ format!("{kind}, {}", outcome.status.word()) }</small></h2>
                    { life(job, outcome, run.tick) }
                    <Waited finished={props.finished.clone()} job={index} explained={props.explained.clone()} />
                    if run.is_of_workflow() {
                        <p id="task-why">{ task_words::why(run, index) }</p>
                    }
                </>
            };
            (Some(job.id.to_string()), heading)
        }
        Subject::Gap(time, gap) => {
            let Gap { provider, first_processor: first, last_processor: last } = gap;
            let nodes = run.nodes();
            let nodes = nodes.map(|it| it.names(it.node_of(first)..it.node_of(last) + 1));
            let name = nodes.filter(|it| !it.is_empty()).unwrap_or_else(|| provider_name(provider as usize));
            let which =
                if first == last { format!("Processor {first}") } else { format!("Processors {first} to {last}") };
            let heading = html! {
                <h2><i class="swatch gap" />{ which }<small>{ format!("{name}, idle at {}", time_label(time, props.origin)) }</small></h2>
            };
            (None, heading)
        }
        // The player says that by itself.
        Subject::Moment(_) => (None, nothing()),
    }
}

/// A job's life as a bar, in a run of such ticks: how long it waited, ran, and was held after its end.
fn life(job: &Job, outcome: &Outcome, tick: Tick) -> Html {
    if outcome.status == Status::Rejected {
        return nothing();
    }
    let before = outcome.start - job.submit;
    let parts = [
        ("waited", "waited", outcome.start - job.ready().min(outcome.start)),
        ("ran", "ran", outcome.ran.max(0)),
        ("held", "held after its end", (outcome.released - outcome.end).max(0)),
    ];
    let total = before + outcome.released - outcome.start;
    let words = parts.iter().filter(|(_, _, seconds)| *seconds > 0);
    let words = words.map(|(_, name, seconds)| format!("{name} {}", words::duration(tick.seconds(*seconds))));
    let words = words.collect::<Vec<_>>().join(", ");
    let until_start = ("before", before.max(0));
    let since_start = ("ran", (outcome.end - outcome.start).max(0));
    let held = ("held", parts[2].2);
    let segments = [until_start, since_start, held].into_iter().filter(|it| it.1 > 0);
    html! {
        <div class="life">
            if total > 0 {
                <div class="life-bar" aria-hidden="true">
                    { for segments.map(|(class, seconds)| html! { <i class={class} ~style={format!("flex-grow: {seconds}")} /> }) }
                </div>
            }
            <p class="hint">{ words }</p>
        </div>
    }
}

fn body(props: &CardProps, told: &Explanation, speaker: &Speaker, list: NodeRef) -> Html {
    match props.subject {
        Subject::Job(_) => log(props, told, speaker, list),
        Subject::Gap(_, gap) => {
            let said = told.moment.iter().flat_map(|moment| speaker.gap(&gap, moment));
            html! {
                <ul id="explained-gap">
                    { for said.map(|parts| html! { <li>{ sentence(&parts, speaker, &props.dispatch) }</li> }) }
                </ul>
            }
        }
        Subject::Moment(_) => nothing(),
    }
}

fn log(props: &CardProps, told: &Explanation, speaker: &Speaker, list: NodeRef) -> Html {
    let entries = &told.entries;
    let marked = entry_at(entries, props.cursor);
    let cut = (told.left_out > 0).then_some(entries.len() / 2);
    let rows = entries.iter().enumerate().map(|(place, entry)| {
        html! {
            <>
                if cut == Some(place) {
                    <li class="cut">{ format!("{} more decisions are left out: the decision log keeps the first and the last.", words::count(told.left_out as i64)) }</li>
                }
                { row(props, entry, marked == Some(place), speaker) }
            </>
        }
    });
    let rows = html! { <ol id="explained-log" ref={list}>{ for rows }</ol> };
    if entries.len() <= FEW_DECISIONS {
        return rows;
    }
    // What the cursor stands at is shown.
    html! { <Decisions count={entries.len()} shown={marked.is_some()}>{ rows }</Decisions> }
}

/// One decision. A click on its time moves the cursor there, and the chart outlines the jobs in the way.
fn row(props: &CardProps, entry: &Entry, marked: bool, speaker: &Speaker) -> Html {
    let reason = match &entry.decision {
        Decision::Waits(waits) => Some(waits.reason.word()),
        _ => None,
    };
    let why = reason.is_some().then_some("why");
    let time = entry.first;
    let go = props.dispatch.callback(move |_: MouseEvent| Action::View(ViewAction::Cursor(time)));
    let often = match entry.count {
        1 => String::new(),
        count => format!(" ({} times)", words::count(count.into())),
    };
    html! {
        <li class={classes!(marked.then_some("marked"), why)} data-reason={reason}
            data-first={time.to_string()} aria-current={marked.then_some("true")}>
            <button type="button" class="when" onclick={go}>{ speaker.when(entry) }</button>
            { sentence(&speaker.entry(entry), speaker, &props.dispatch) }
            { often }
        </li>
    }
}
