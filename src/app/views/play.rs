//! The Play view: the schedule as it comes about, moment by moment.

use std::cell::{Cell, RefCell};

use gloo_events::{EventListener, EventListenerOptions};
use gloo_render::{AnimationFrame, request_animation_frame};
use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

use super::gantt::Gantt;
use super::gantt::scene::{Future, Scene};
use super::gantt::sketch_bar::Draw;
use crate::app::context::chord::{Chord, Row, find, is_taken};
use crate::app::context::prelude::*;
use crate::app::context::{Identity, terms};
use crate::app::control::{List, Slider, Switch, sentence};
use crate::app::files::view_picture::ViewPicture;
use crate::app::systems;
use crate::app::systems::PlayerProps;
use slotscope::chart::Origin;
use slotscope::chart::time_axis::{time_label, time_label_beside};
use slotscope::engine::decisions::Queued;
use slotscope::engine::{NEVER, Outcome, Tick};
use slotscope::experiment::Explanation;
use slotscope::experiment::words::Speaker;
use slotscope::page::explained::{Explained, Subject};
use slotscope::page::order_table::{OrderRow, OrderTable, order_tables};
use slotscope::page::state::ViewAction;
use slotscope::system::moment::{Standing, Standings, instants};
use slotscope::text::short_duration;
use slotscope::workload::Job;

#[derive(Properties, PartialEq)]
pub struct PlayProps {
    /// Whether time passes, which ends with the view.
    pub playing: UseStateHandle<bool>,
    /// Whether the schedule after the cursor is hidden.
    pub hides_future: bool,
    pub finished: Rc<Finished>,
    /// What the chart shows, but for the future.
    pub scene: Scene,
    /// The latest explanation of the decisions.
    pub explained: Option<Rc<Explained>>,
    /// Whether single characters count as keys.
    pub characters: bool,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The moves of the cursor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Move {
    /// To the moment before, or the first.
    Back,
    /// To the next moment.
    Forth,
    First,
    Last,
    /// Plays, or pauses.
    Toggle,
    To(Time),
}

/// The Play view.
#[component]
pub fn Play(props: &PlayProps) -> Html {
    let moments = use_memo(Identity::of(&props.finished), |_| instants(&props.finished.run));
    let span = (moments.first().copied().unwrap_or(0), moments.last().copied().unwrap_or(0));
    let cursor = props.scene.cursor.unwrap_or(span.0).clamp(span.0, span.1);
    let playing = props.playing.clone();
    {
        let playing = playing.setter();
        use_effect_with((), move |()| move || playing.set(false));
    }
    let pace = use_state_eq(Pace::default);
    use_clock(*playing, pace.rate(span), (cursor, span.1), {
        let (dispatch, playing) = (props.dispatch.clone(), playing.setter());
        move |time| {
            dispatch.dispatch(Action::View(ViewAction::Cursor(time)));
            if time >= span.1 {
                playing.set(false);
            }
        }
    });
    let on_move = {
        let (dispatch, playing, moments) = (props.dispatch.clone(), playing.clone(), moments.clone());
        Callback::from(move |step| {
            let playing_on = step == Move::Toggle && !*playing;
            playing.set(playing_on);
            if let Some(time) = moved(step, &moments, cursor, playing_on) {
                dispatch.dispatch(Action::View(ViewAction::Cursor(time)));
            }
        })
    };
    use_play_keys(&on_move, props.characters);
    {
        // The view begins with a moment, so that it has something to ask about.
        let dispatch = props.dispatch.clone();
        use_effect_with((cursor, props.scene.cursor), move |&(cursor, chosen)| {
            let begin = match chosen {
                None => ViewAction::Begin(cursor),
                Some(chosen) if chosen == cursor => return,
                Some(_) => ViewAction::Cursor(cursor),
            };
            dispatch.dispatch(Action::View(begin));
        });
    }
    let standings = use_memo(Identity::of(&props.finished), |_| Standings::of(&props.finished.run));
    let here = use_memo((Identity::of(&props.finished), cursor), |_| standings.at(cursor));
    let on_pace = pace.setter().to_callback();
    let on_hide = props.dispatch.callback(|hides| Action::View(ViewAction::HideFuture(hides)));
    let beside = systems::beside_player(PlayerProps {
        finished: props.finished.clone(),
        here: here.clone(),
        cursor,
        ground: props.scene.ground,
        origin: props.scene.origin,
    });
    let future = if props.hides_future { Future::Hidden } else { Future::Veiled };
    let scene = Scene { cursor: Some(cursor), future, ..props.scene.clone() };
    html! {
        <div class="play">
            <Transport {cursor} {span} origin={props.scene.origin} playing={*playing} pace={*pace} hides_future={props.hides_future} {on_move} {on_pace} {on_hide} />
            <div class="play-chart">
                <Gantt finished={props.finished.clone()} {scene} on_draw={Callback::<Draw>::noop()}
                    view_picture={props.view_picture.clone()} dispatch={props.dispatch.clone()} />
            </div>
            <div class="play-body">
                <Decisions finished={props.finished.clone()} explained={props.explained.clone()} playing={*playing} {cursor} origin={props.scene.origin}
                    dispatch={props.dispatch.clone()} />
                <Lists finished={props.finished.clone()} here={here.clone()} explained={props.explained.clone()} {cursor} origin={props.scene.origin} job={props.scene.job}
                    dispatch={props.dispatch.clone()} />
                { beside }
            </div>
        </div>
    }
}

/// Where a step leads; `None` if it leaves the cursor where it is.
fn moved(step: Move, moments: &[Time], cursor: Time, playing: bool) -> Option<Time> {
    match step {
        Move::Back => {
            let before = moments.partition_point(|&it| it < cursor);
            moments.get(before.checked_sub(1)?).copied()
        }
        Move::Forth => {
            let after = moments.partition_point(|&it| it <= cursor);
            moments.get(after).copied()
        }
        Move::First => moments.first().copied(),
        Move::Last => moments.last().copied(),
        // Played from the end it begins anew.
        Move::Toggle if playing && moments.last() == Some(&cursor) => moments.first().copied(),
        Move::Toggle => None,
        Move::To(time) => Some(time),
    }
}

#[derive(Properties, PartialEq)]
struct TransportProps {
    pub cursor: Time,
    pub span: (Time, Time),
    pub origin: Origin,
    pub playing: bool,
    pub pace: Pace,
    pub on_move: Callback<Move>,
    pub on_pace: Callback<Pace>,
    pub hides_future: bool,
    pub on_hide: Callback<bool>,
}

/// Step, play, pause, speed, scrub.
#[component]
fn Transport(props: &TransportProps) -> Html {
    let (first, last) = props.span;
    let said = time_label(props.cursor, props.origin);
    let button = |id: &'static str, sign: &'static str, name: &'static str, step: Move| {
        let onclick = props.on_move.reform(move |_: MouseEvent| step);
        html! { <button type="button" class="icon" {id} aria-label={name} data-tip={name} {onclick}>{ sign }</button> }
    };
    let (sign, name) = if props.playing { ("‖", "Pause (Space)") } else { ("▶", "Play (Space)") };
    html! {
        <div class="view-bar transport" role="group" aria-label="Player" data-playing={props.playing.to_string()}>
            <div class="transport-steps">
                { button("play-first", "«", "To the beginning", Move::First) }
                { button("play-back", "‹", "One event back (,)", Move::Back) }
                { button("play-toggle", sign, name, Move::Toggle) }
                { button("play-forth", "›", "One event on (.)", Move::Forth) }
                { button("play-last", "»", "To the end", Move::Last) }
            </div>
            <Slider id="play-scrub" label="Time cursor" value={props.cursor as f64} min={first as f64} max={last as f64}
                step={((last - first) / 2_000).max(1) as f64} text={said.clone()}
                on_move={props.on_move.reform(|value: f64| Move::To(value as Time))} />
            <output id="play-time" data-time={props.cursor.to_string()}>{ said }</output>
            <Speed span={props.span} tick={props.origin.tick()} pace={props.pace} on_pace={&props.on_pace} />
            <Switch id="hide-future" label="Hide the future" on={props.hides_future} on_change={&props.on_hide} />
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct SpeedProps {
    span: (Time, Time),
    pace: Pace,
    /// How long a tick of the run's times is.
    tick: Tick,
    on_pace: Callback<Pace>,
}

/// How much of the schedule passes in a second.
#[component]
fn Speed(props: &SpeedProps) -> Html {
    let on_choose = props.on_pace.reform(|at: usize| PACES.get(at).copied().unwrap_or_default());
    let options: Vec<AttrValue> = PACES
        .iter()
        .map(|pace| {
            let each = short_duration(props.tick.in_seconds(pace.rate(props.span)));
            AttrValue::from(format!("{each} per second"))
        })
        .collect();
    let chosen = PACES.iter().position(|&it| it == props.pace);
    html! {
        <label class="speed" data-tip={terms::SPEED}><span class="out-of-sight">{ "Speed" }</span>
            <List id="play-speed" {options} {chosen} {on_choose} />
        </label>
    }
}

/// How fast the schedule is played, beside the pace at which all of it takes a minute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace(pub f64);

impl Default for Pace {
    fn default() -> Self {
        Self(1.0)
    }
}

const PACES: [Pace; 6] = [Pace(0.125), Pace(0.25), Pace(0.5), Pace(1.0), Pace(2.0), Pace(4.0)];

/// At pace 1 all of a schedule takes this many seconds.
const WHOLE: f64 = 60.0;

/// No more pictures than this a second: lists are to be read.
const MILLISECONDS: f64 = 33.0;

impl Pace {
    /// Seconds of the schedule for each second that passes.
    pub fn rate(self, span: (Time, Time)) -> f64 {
        ((span.1 - span.0) as f64 / WHOLE * self.0).max(1.0)
    }
}

/// While `playing`, tells the time that has come `rate` times as fast as the clock, from the first to the last of `range`.
#[hook]
fn use_clock(playing: bool, rate: f64, range: (Time, Time), tell: impl Fn(Time) + 'static) {
    let (from, last) = range;
    // The last reported time, and the time of the clock then; a move of the cursor resets it.
    let at = use_mut_ref(|| (0.0, 0.0));
    let told = use_mut_ref(|| Time::MIN);
    if *told.borrow() != from {
        *at.borrow_mut() = (now(), from as f64);
    }
    let tell: Rc<dyn Fn(Time)> = Rc::new(tell);
    let newest = use_mut_ref(|| tell.clone());
    *newest.borrow_mut() = tell;
    use_effect_with((playing, rate.to_bits()), move |&(playing, rate)| {
        *at.borrow_mut() = (now(), from as f64);
        let ticking = Rc::new(Cell::new(playing));
        let ticker = Rc::new(Ticker {
            rate: f64::from_bits(rate),
            last,
            at,
            told,
            tell: newest,
            ticking: ticking.clone(),
            frame: RefCell::new(None),
        });
        if playing {
            tick(&ticker);
        }
        move || {
            ticking.set(false);
            ticker.frame.borrow_mut().take();
        }
    });
}

/// Whoever is told, as the last turn of the view left it.
type Newest = Rc<RefCell<Rc<dyn Fn(Time)>>>;

struct Ticker {
    rate: f64,
    last: Time,
    at: Rc<RefCell<(f64, f64)>>,
    told: Rc<RefCell<Time>>,
    tell: Newest,
    ticking: Rc<Cell<bool>>,
    frame: RefCell<Option<AnimationFrame>>,
}

fn tick(ticker: &Rc<Ticker>) {
    let next = ticker.clone();
    let frame = request_animation_frame(move |_| {
        if !next.ticking.get() {
            return;
        }
        let (since, from) = *next.at.borrow();
        let spent = now() - since;
        if spent >= MILLISECONDS {
            let time = (from + spent / 1000.0 * next.rate).min(next.last as f64);
            *next.at.borrow_mut() = (now(), time);
            *next.told.borrow_mut() = time as Time;
            let tell = next.tell.borrow().clone();
            tell(time as Time);
        }
        tick(&next);
    });
    ticker.frame.replace(Some(frame));
}

fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |clock| clock.now())
}

/// The keys of the player.
pub const KEYS: &[Row<Move>] = &[
    Row {
        what: "Play or pause, unless the focus is in a field; Enter presses buttons",
        keys: &[(Chord::Plain(" "), Move::Toggle)],
    },
    Row { what: "One event back, on", keys: &[(Chord::Plain(","), Move::Back), (Chord::Plain("."), Move::Forth)] },
];

/// Hears them while the view is open. A button that has the focus is pressed by Enter only: the key
/// that was heard presses nothing when it comes up again.
/// `characters`: whether single characters count.
#[hook]
fn use_play_keys(on_move: &Callback<Move>, characters: bool) {
    let newest = use_mut_ref(|| on_move.clone());
    *newest.borrow_mut() = on_move.clone();
    use_effect_with(characters, move |&characters| {
        let window = web_sys::window().filter(|_| characters);
        let listeners = window.map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            let heard = |event: &Event| {
                let event: &KeyboardEvent = event.unchecked_ref();
                find(KEYS, event).filter(|&(chord, _)| !is_taken(chord, event))
            };
            let down = move |event: &Event| {
                let Some((_, step)) = heard(event) else {
                    return;
                };
                event.prevent_default();
                // A key that is held down plays and pauses once.
                let repeats = event.unchecked_ref::<KeyboardEvent>().repeat();
                if !(repeats && step == Move::Toggle) {
                    let on_move = newest.borrow().clone();
                    on_move.emit(step);
                }
            };
            let up = move |event: &Event| {
                if heard(event).is_some() {
                    event.prevent_default();
                }
            };
            [
                EventListener::new_with_options(&window, "keydown", options, down),
                EventListener::new_with_options(&window, "keyup", options, up),
            ]
        });
        move || drop(listeners)
    });
}

#[derive(Properties, PartialEq)]
struct OrderedJobsProps {
    pub finished: Rc<Finished>,
    /// The latest answer, perhaps to another question.
    pub explained: Option<Rc<Explained>>,
    pub cursor: Time,
    pub job: Option<usize>,
    pub dispatch: Dispatch,
}

/// The tables; nothing where no formula decides, or before the decisions are known.
#[component]
fn OrderedJobs(props: &OrderedJobsProps) -> Html {
    let subject = Subject::Moment(props.cursor);
    let answer = props.explained.as_ref();
    let answer = answer.and_then(|it| it.to(&props.finished.experiment, subject));
    let moment = answer.and_then(|it| it.told.as_ref().ok()?.moment.as_ref());
    let tables = moment.map(order_tables).unwrap_or_default();
    html! { <>{ nothing() }{ for tables.iter().map(|it| table(props, it)) }</> }
}

fn table(props: &OrderedJobsProps, it: &OrderTable) -> Html {
    html! {
        <section class="play-list order-values" aria-label={it.title.clone()} data-count={it.rows.len().to_string()}>
            <h2 data-tip={terms::ORDER_VALUES}>{ &it.title }{ " " }<code>{ &it.formula }</code></h2>
            <table>
                <thead><tr>
                    <th>{ props.finished.run.nouns().job }</th><th class="amount">{ "value" }</th>
                    { for it.terms.iter().map(|term| html! { <th class="amount"><code>{ term }</code></th> }) }
                </tr></thead>
                <tbody>{ for it.rows.iter().map(|it| row(props, it)) }</tbody>
            </table>
            if it.more > 0 {
                <p class="hint">{ format!("and {} more", words::count(it.more as i64)) }</p>
            }
        </section>
    }
}

fn row(props: &OrderedJobsProps, it: &OrderRow) -> Html {
    let place = it.job;
    let choose = props.dispatch.callback(move |_: MouseEvent| Action::View(ViewAction::Bring(place)));
    let terms = it.terms.iter().enumerate().map(|(at, term)| {
        let class = classes!("amount", (it.largest == Some(at)).then_some("largest"));
        html! { <td {class}>{ term }</td> }
    });
    html! {
        <tr key={place} class={classes!((props.job == Some(place)).then_some("chosen"))}>
            <td><button type="button" class="job-link" onclick={choose}><i class="swatch batch" />{ props.finished.run.job_name(place) }</button></td>
            <td class="amount">{ &it.value }</td>
            { for terms }
        </tr>
    }
}

#[derive(Properties, PartialEq)]
pub struct ListsProps {
    pub finished: Rc<Finished>,
    pub here: Rc<Standing>,
    /// The latest explanation of the decisions, perhaps of another moment.
    pub explained: Option<Rc<Explained>>,
    pub cursor: Time,
    pub origin: Origin,
    pub job: Option<usize>,
    pub dispatch: Dispatch,
}

const LISTED: usize = 60;

#[component]
pub fn Lists(props: &ListsProps) -> Html {
    let here = &props.here;
    let now = props.cursor;
    let tick = props.finished.run.tick;
    let since = move |time: Time| words::duration(tick.seconds(now - time));
    let waited = move |job: &Job, _: &Outcome| since(job.submit);
    let origin = props.origin;
    let until = move |_: &Job, outcome: &Outcome| match outcome.held_until {
        NEVER => "–".to_string(),
        Time::MAX => "no limit".to_string(),
        until => time_label(until, origin),
    };
    let begins = move |_: &Job, outcome: &Outcome| time_label(outcome.promised_start, origin);
    let counts = format!("{} ended, {} rejected", words::count(here.ended as i64), words::count(here.rejected as i64));
    html! {
        <div class="play-lists">
            <OrderedJobs finished={props.finished.clone()} explained={props.explained.clone()} cursor={now} job={props.job} dispatch={props.dispatch.clone()} />
            { list(props, "waiting", "Queue", terms::PLAY_QUEUE, &here.waiting, "waiting", waited) }
            { list(props, "running", "Running", terms::PLAY_RUNNING, &here.running, "at most until", until) }
            { list(props, "booked", "Booked", terms::PLAY_BOOKED, &here.booked, "begins", begins) }
            if !here.suspended.is_empty() {
                { list(props, "suspended", "Suspended", terms::PLAY_SUSPENDED, &here.suspended, "since submission", waited) }
            }
            if !here.asking.is_empty() {
                { list(props, "asking", "Not forwarded yet", terms::PERIOD, &here.asking, "waiting", waited) }
            }
            <p class="hint" id="play-counts">{ counts }</p>
        </div>
    }
}

fn list(
    props: &ListsProps,
    id: &'static str,
    title: &'static str,
    term: terms::Term,
    jobs: &[u32],
    column: &'static str,
    say: impl Fn(&Job, &Outcome) -> String,
) -> Html {
    let run = &props.finished.run;
    let rows = jobs.iter().take(LISTED).map(|&index| {
        let place = index as usize;
        let (job, outcome) = (&run.jobs[place], &run.schedule.outcomes[place]);
        let choose = props.dispatch.callback(move |_: MouseEvent| Action::View(ViewAction::Bring(place)));
        let kind = if job.is_reservation() { "reservation" } else { "batch" };
        html! {
            <tr key={index} class={classes!((props.job == Some(place)).then_some("chosen"))}>
                <td><button type="button" class="job-link" onclick={choose}><i class={classes!("swatch", kind)} />{ run.job_name(place) }</button></td>
                <td>{ words::count(job.processors.into()) }</td>
                <td>{ say(job, outcome) }</td>
            </tr>
        }
    });
    let more = jobs.len().saturating_sub(LISTED);
    html! {
        <section class="play-list" id={format!("play-{id}")} data-count={jobs.len().to_string()} aria-label={title}>
            <h2 data-tip={term}>{ title }{ " " }<small>{ words::count(jobs.len() as i64) }</small></h2>
            if jobs.is_empty() {
                <p class="hint">{ "empty" }</p>
            } else {
                <table>
                    <thead><tr><th>{ run.nouns().job }</th><th>{ "size" }</th><th>{ column }</th></tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            }
            if more > 0 {
                <p class="hint">{ format!("and {} more", words::count(more as i64)) }</p>
            }
        </section>
    }
}

#[derive(Properties, PartialEq)]
pub struct DecisionsProps {
    pub finished: Rc<Finished>,
    /// The latest answer, perhaps to another question.
    pub explained: Option<Rc<Explained>>,
    /// Whether the player runs: no explanation is requested then.
    pub playing: bool,
    pub cursor: Time,
    pub origin: Origin,
    pub dispatch: Dispatch,
}

/// This many decisions are listed, and this many reasons of each provider's queue.
const DECISIONS_LISTED: usize = 30;
const REASONS: usize = 8;

#[component]
pub fn Decisions(props: &DecisionsProps) -> Html {
    let subject = Subject::Moment(props.cursor);
    let answer = props.explained.as_ref();
    let answer = answer.and_then(|it| it.to(&props.finished.experiment, subject));
    let state = match answer.map(|it| &it.told) {
        None if props.playing => "playing",
        None => "asking",
        Some(Ok(_)) => "told",
        Some(Err(_)) => "failed",
    };
    html! {
        <section class="play-list play-decisions" id="play-decisions" data-state={state} data-time={props.cursor.to_string()} aria-label="Decisions">
            <h2 data-tip={terms::PLAY_DECISIONS}>{ "Decisions" }</h2>
            {
                match answer.map(|it| &it.told) {
                    None if props.playing => html! { <p class="hint">{ "Pause to see decisions." }</p> },
                    None => html! { <p class="hint">{ "Computing the decisions …" }</p> },
                    Some(Err(why)) => html! { <p class="hint">{ format!("Unknown: {why}") }</p> },
                    Some(Ok(told)) => told_of(props, told),
                }
            }
        </section>
    }
}

fn told_of(props: &DecisionsProps, told: &Explanation) -> Html {
    let clock = |time, beside| time_label_beside(time, beside, props.origin);
    let speaker = Speaker::new(&props.finished.run.jobs, &clock)
        .of_system(&props.finished.experiment.scenario.system)
        .of_run(&props.finished.run);
    let said = |parts: &[_]| sentence(parts, &speaker, &props.dispatch);
    let made = told.entries.iter().take(DECISIONS_LISTED).map(|entry| {
        html! { <li><small>{ speaker.when(entry) }</small>{ " " }{ speaker.name(entry.job) }{ ": " }{ said(&speaker.entry(entry)) }</li> }
    });
    let waiting: Vec<&Queued> = told
        .moment
        .iter()
        .flat_map(|moment| &moment.providers)
        .flat_map(|provider| provider.queue.iter().take(REASONS))
        .collect();
    let reasons = waiting.iter().filter_map(|queued| {
        let parts = speaker.queued(queued)?;
        Some(html! { <li>{ said(&parts) }</li> })
    });
    html! {
        <>
            <ol class="decided">{ for made }</ol>
            if !waiting.is_empty() {
                <h3>{ "Why they wait" }</h3>
                <ol class="waits">{ for reasons }</ol>
            }
        </>
    }
}
