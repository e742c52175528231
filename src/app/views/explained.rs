//! Why a job waited, why processors are idle: when it is asked, and the card that tells the answer.

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use crate::app::context::Identity;
use crate::app::context::prelude::*;
use crate::app::context::state::StateHandle;
use crate::app::control::sentence;
use crate::app::systems;
use slotscope::chart::provider_name;
use slotscope::chart::time_axis::{Origin, time_label, time_label_beside};
use slotscope::engine::decisions::{Decision, Entry, Gap};
use slotscope::engine::{Outcome, Status, Tick};
use slotscope::experiment::Explanation;
use slotscope::experiment::words::Speaker;
use slotscope::page::explained::{Explained, Question, Subject, entry_at};
use slotscope::page::state::{Activity, State, ViewAction};
use slotscope::page::task_words;
use slotscope::page::view::View;
use slotscope::page::wait_words::{line, shares, word};
use slotscope::text::capital;
use slotscope::workload::Job;

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

#[derive(Properties, PartialEq)]
pub struct WaitedProps {
    pub finished: Rc<Finished>,
    /// The job's index in the run.
    pub job: usize,
    /// The latest answer, perhaps to another question.
    pub explained: Option<Rc<Explained>>,
}

/// The parts of the wait of a job of a log; nothing if it did not wait.
#[component]
pub fn Waited(props: &WaitedProps) -> Html {
    let explained = props.explained.as_ref();
    let key = (Identity::of(&props.finished), explained.map(Identity::of), props.job);
    let shares = use_memo(key, |&(_, _, job)| {
        let experiment = &props.finished.experiment;
        let model = experiment.scenario.system.model();
        let answer = explained.and_then(|it| it.to(experiment, Subject::Job(job)));
        let told = answer.and_then(|it| it.told.as_ref().ok());
        if props.finished.run.is_of_log() {
            shares(&props.finished.run, job, !model.card().is_the_log, told)
        } else {
            Vec::new()
        }
    });
    if shares.is_empty() {
        return nothing();
    }
    let segments =
        shares.iter().map(|it| html! { <i class={word(it.part)} ~style={format!("flex-grow: {}", it.share)} /> });
    html! {
        <div class="waited" id="waited">
            <p>{ format!("It waited {}.", line(&shares)) }</p>
            <div class="waited-bar" aria-hidden="true">{ for segments }</div>
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct DecisionsProps {
    pub count: usize,
    /// Whether one of them is looked at, so that they are shown.
    pub shown: bool,
    /// Their list.
    pub children: Html,
}

#[component]
pub fn Decisions(props: &DecisionsProps) -> Html {
    let open = use_state_eq(|| props.shown);
    {
        let open = open.setter();
        use_effect_with(props.shown, move |&shown| {
            if shown {
                open.set(true);
            }
        });
    }
    let onclick = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let (sign, count) = (if *open { "▾" } else { "▸" }, words::count(props.count as i64));
    html! {
        <>
            <button type="button" id="explained-decisions" aria-expanded={open.to_string()} aria-controls="explained-list" {onclick}>
                { format!("{sign} {count} decisions") }
            </button>
            <div class="decisions" id="explained-list" hidden={!*open}>{ props.children.clone() }</div>
        </>
    }
}

/// In the player a moment is asked about when the cursor has stood there for this many milliseconds: not
/// while it is dragged from one to the next.
const REST: u32 = 150;

/// Asks whatever the view needs to know, unless it is known, once the run is complete. In the player
/// nothing while time is `playing`: each moment would be past when the answer is there.
#[hook]
pub fn use_asking(state: &StateHandle, playing: bool, ask: &Callback<Question>) {
    let question = question(state, playing);
    let ask = ask.clone();
    use_effect_with(question, move |question| {
        let rest = question.clone().and_then(|(rests, question)| {
            if rests {
                return Some(Timeout::new(REST, move || ask.emit(question)));
            }
            ask.emit(question);
            None
        });
        move || drop(rest)
    });
}

/// The question, and whether the cursor has to rest before.
fn question(state: &State, playing: bool) -> Option<(bool, Question)> {
    let finished = state.run.finished.as_ref()?;
    let plays = state.view.shown == View::Play;
    if playing && plays {
        return None;
    }
    let is_current = state.run.activity == Activity::Idle && state.run.not_run.is_none();
    let question = match state.view.shown {
        View::Slots => systems::question(finished, state.view.cursor)?,
        _ => Question { experiment: finished.experiment.clone(), watch: state.view.subject()?.watch() },
    };
    let known = state.view.explained.as_ref().is_some_and(|it| it.question.is_about(&question));
    (is_current && !known).then_some((plays, question))
}
