//! The Idle periods view: the servers that are idle at a moment, the trees of one slot, and the two phases of a
//! search for a typed request, step by step.

use serde_json::Value;

use crate::app::context::prelude::*;
use crate::app::context::state::Edit;
use crate::app::context::{Identity, terms};
use crate::app::control::data_table::Numbers;
use crate::app::control::{Choice, Field, Number, Segmented, Slider, Text, choice, one_of};
use crate::app::files::view_picture::{Picture, ViewPicture, stacked, use_view_picture};
use crate::app::systems::cursor::Cursor;
use slotscope::availability::idle_periods::ServerSet;
use slotscope::availability::idle_periods::steps::{Asked, example};
use slotscope::chart::idle_periods::{Searched, bars_height, idle_svg, tree_height, tree_svg};
use slotscope::chart::{Captions, Frame, Origin};
use slotscope::engine::NEVER;
use slotscope::experiment::Run;
use slotscope::page::words::plural;
use slotscope::system::co_allocation::{CoAllocation, Request, idle_at, idle_before};
use slotscope::system::moment::{middle, span};

/// Whose idle periods are looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Of {
    Run,
    Example,
}

const OF: &[Choice<Of>] = &[
    choice(Of::Run, "This run", "The idle periods of this run at the cursor."),
    choice(
        Of::Example,
        "The paper's example",
        "Figures 1 and 2 of Castillo, Rouskas and Harfoush: four idle periods, and a request for two servers from 17 for 12.",
    ),
];

/// The settings of the view, which the page keeps while other views are shown.
#[derive(Clone, PartialEq)]
pub struct IdlePeriodsSettings {
    of: UseStateHandle<Of>,
    typed: UseStateHandle<Typed>,
    /// How many steps of the search are shown; all of them until a number is chosen.
    step: UseStateHandle<Option<usize>>,
}

/// The settings, as the view begins with them.
#[hook]
pub fn use_settings() -> IdlePeriodsSettings {
    IdlePeriodsSettings {
        of: use_state_eq(|| Of::Run),
        typed: use_state_eq(Typed::default),
        step: use_state_eq(|| None),
    }
}

#[derive(Properties, PartialEq)]
pub struct IdlePeriodsProps {
    pub system: CoAllocation,
    pub finished: Rc<Finished>,
    pub settings: IdlePeriodsSettings,
    pub ground: Ground,
    pub origin: Origin,
    pub cursor: Option<Time>,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The Idle periods view.
#[component]
pub fn IdlePeriods(props: &IdlePeriodsProps) -> Html {
    let IdlePeriodsSettings { of, typed, step } = props.settings.clone();
    let whole = use_memo(Identity::of(&props.finished), |_| span(&props.finished.run));
    let cursor = props.cursor.unwrap_or(middle(*whole));
    let looked_at = use_memo(
        (Identity::of(&props.finished), cursor, *of, *typed, props.origin),
        |(_, cursor, of, typed, origin)| match of {
            Of::Run => of_run(&props.system, &props.finished.run, *cursor, typed, *origin),
            Of::Example => of_example(&props.system, typed),
        },
    );
    let place = use_memo((Identity::of(&props.finished), typed.job), |_| place_of(&props.finished.run, &typed));
    let steps = looked_at.steps();
    let shown = step.unwrap_or(steps).min(steps);
    let on_of = {
        let (of, step, typed) = (of.clone(), step.setter(), typed.clone());
        Callback::from(move |next| {
            of.set(next);
            step.set(None);
            typed.set(Typed::default());
        })
    };
    let on_typed = {
        let (typed, step) = (typed.clone(), step.setter());
        Callback::from(move |next| {
            typed.set(next);
            step.set(None);
        })
    };
    let on_step = step.setter().to_callback().reform(Some);
    let bars = looked_at.servers();
    {
        let looked_at = looked_at.clone();
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            let heights = [bars_height(bars) + 40, tree_height(&looked_at.trees(shown))];
            let plain = Captions { origin: looked_at.origin, ..Captions::default() };
            let captions = Captions { origin: looked_at.origin, ..captions.clone() };
            let pictures = [
                idle_svg(Frame::new(width, heights[0]), theme, &looked_at.bars(shown), &captions),
                tree_svg(Frame::new(width, heights[1]), theme, &looked_at.trees(shown), &plain),
            ];
            stacked(&pictures, width, &heights)
        });
    }
    let drawn = |draw: fn(&Searched, usize, Frame, &Ground) -> String| {
        let (looked_at, ground) = (looked_at.clone(), props.ground);
        Callback::from(move |frame| draw(&looked_at, shown, frame, &ground))
    };
    let table = {
        let looked_at = looked_at.clone();
        Callback::from(move |()| looked_at.table(shown).into())
    };
    html! {
        <div class="slots idle-periods" id="idle-periods" data-step={shown.to_string()} data-steps={steps.to_string()}>
            <div class="view-bar slots-bar">
                if *of == Of::Run {
                    <Cursor finished={props.finished.clone()} {cursor} span={*whole} origin={props.origin}
                        dispatch={props.dispatch.clone()} />
                }
                <Segmented id="idle-of" label="Idle periods of" offer={one_of(OF, Some(*of), on_of)} />
            </div>
            <div class="slots-body">
                <section class="query" aria-label="Search">
                    <h2 data-tip={terms::RANGE_SEARCH}>{ "Which servers would it get?" }</h2>
                    <Form typed={*typed} asked={looked_at.asked} job={(*of == Of::Run).then_some("any")} step={props.system.step} is_found={looked_at.search.chosen().is_some()}
                        on_change={on_typed} />
                    if let Some(job) = typed.job {
                        <ChosenServers system={props.system.clone()} finished={props.finished.clone()} {job}
                            place={*place} looked_at={looked_at.clone()}
                            edit={Edit::new(props.dispatch.clone())} />
                    }
                    <Steps looked_at={looked_at.clone()} {shown} on_change={on_step} />
                </section>
                <div class="slot-pictures">
                    <section class="slot-picture" aria-label="Idle periods">
                        <h2>{ "Idle periods" }
                            <small data-tip={terms::IDLE_PERIOD}>{ format!("{} in the slot {}", words::plural(looked_at.search.periods.len(), "idle period"), looked_at.slot_words()) }</small></h2>
                        <Picture id="idle-bars" label="The idle periods of the slot, a row for each server; the numbers follow in a table"
                            height={bars_height(bars)} draw={drawn(|it, shown, frame, ground| {
                                let captions = Captions { origin: it.origin, ..Captions::default() };
                                idle_svg(frame, &ground.theme(), &it.bars(shown), &captions)
                            })} />
                        <Numbers id="idle-numbers" summary="Idle periods as table" title="Idle periods of the slot" make={table} />
                    </section>
                    <section class="slot-picture" aria-label="Trees of the slot">
                        <h2>{ "Trees of the slot" }
                            <small data-tip={terms::SLOT_TREE}>{ "triangles: subtrees that the search does not look into, with their leaves" }</small></h2>
                        <Picture id="slot-trees" label="The primary tree of the slot and the secondary tree that is searched; the steps say the same in words"
                            height={tree_height(&looked_at.trees(shown))} draw={drawn(|it, shown, frame, ground| {
                                tree_svg(frame, &ground.theme(), &it.trees(shown), &Captions::default())
                            })} />
                    </section>
                </div>
            </div>
        </div>
    }
}

/// The place in the run of the job that is typed, if it has one of that number.
pub fn place_of(run: &Run, typed: &Typed) -> Option<usize> {
    let job = typed.job?;
    run.jobs.iter().position(|it| it.id == job)
}

/// A run when the job that is typed is placed, or at a moment: the request is the typed one, by default that of the job, or a
/// quarter of the servers for an hour from then on.
pub fn of_run(system: &CoAllocation, run: &Run, now: Time, typed: &Typed, origin: Origin) -> Searched {
    let servers: u32 = run.platform.iter().sum();
    let (periods, usual) = match place_of(run, typed) {
        Some(place) => {
            let request = Request::of(&run.jobs[place], system);
            let asked = Asked { start: request.ready, length: request.length.max(1), servers: request.servers };
            (idle_before(run, place), asked)
        }
        None => {
            let asked = Asked { start: now, length: 3_600, servers: (servers / 4).max(1) };
            (idle_at(run, now), asked)
        }
    };
    let asked = typed.asked(usual);
    Searched::of(&periods, system.slot, asked, system.selection, origin)
}

/// The example of the paper's figures.
fn of_example(system: &CoAllocation, typed: &Typed) -> Searched {
    let (periods, slot, asked) = example();
    let asked = typed.asked(asked);
    Searched::of(&periods, slot, asked, system.selection, Origin::Seconds)
}

/// The result of the range search.
fn idle_words(searched: &Searched) -> String {
    let idle = searched.search.idle_throughout(&searched.asked);
    let named = if idle.is_empty() { String::new() } else { format!(": {idle}") };
    let asked = searched.asked_words();
    format!("Idle throughout {asked}: {}{named}", plural(idle.count() as usize, "server"))
}

/// Most steps that are listed; the slider has all of them.
const LISTED: usize = 120;

#[derive(Properties)]
pub struct StepsProps {
    pub looked_at: Rc<Searched>,
    pub shown: usize,
    pub on_change: Callback<usize>,
}

/// The callback is made anew at every turn.
impl PartialEq for StepsProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.looked_at, &other.looked_at) && self.shown == other.shown
    }
}

/// The result of the search, the controls to step through it, and its steps in words.
#[component]
pub fn Steps(props: &StepsProps) -> Html {
    let StepsProps { looked_at, shown, on_change } = props;
    let count = looked_at.steps();
    let to = |step: usize| on_change.reform(move |_: MouseEvent| step);
    let steps = looked_at.search.steps.iter().enumerate().take(LISTED);
    let steps = steps.map(|(at, step)| {
        let is_current = at + 1 == *shown;
        html! {
            <li class={classes!((at < *shown).then_some("past"), is_current.then_some("current"))}>
                <button type="button" onclick={to(at + 1)} aria-current={is_current.then_some("step")}>{ looked_at.step_words(step) }</button>
            </li>
        }
    });
    let is_found = looked_at.search.chosen().is_some();
    html! {
        <div class="answers">
            <p id="query-answer" aria-live="polite" data-start={is_found.then(|| looked_at.asked.start.to_string())}>{ looked_at.outcome() }</p>
            <p class="hint" id="idle-throughout">{ idle_words(looked_at) }</p>
            <div class="search-step">
                <button type="button" class="icon" id="step-first" aria-label="Before the search" onclick={to(0)} disabled={*shown == 0}>{ "«" }</button>
                <button type="button" class="icon" id="step-back" aria-label="One step back" onclick={to(shown.saturating_sub(1))} disabled={*shown == 0}>{ "‹" }</button>
                <Slider id="search-step" label="Step of the search" value={*shown as f64} max={count as f64} text={format!("step {shown} of {count}")}
                    on_move={on_change.reform(|value: f64| value as usize)} />
                <button type="button" class="icon" id="step-forth" aria-label="One step on" onclick={to((shown + 1).min(count))} disabled={*shown == count}>{ "›" }</button>
            </div>
            <p class="hint" id="step-count">{ format!("{shown} of {}", plural(count, "step")) }</p>
            <ol class="search-steps" id="search-steps">{ for steps }</ol>
            if count > LISTED {
                <p class="hint">{ format!("The first {LISTED} are listed; the slider goes through all {count}.") }</p>
            }
        </div>
    }
}

/// The typed values; the others have their defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Typed {
    /// The number of the job whose request it is.
    pub job: Option<u64>,
    pub start: Option<Time>,
    pub length: Option<Time>,
    pub servers: Option<u32>,
}

impl Typed {
    /// The request, where `usual` stands for values that were not typed.
    pub fn asked(&self, usual: Asked) -> Asked {
        Asked {
            start: self.start.unwrap_or(usual.start),
            length: self.length.unwrap_or(usual.length),
            servers: self.servers.unwrap_or(usual.servers),
        }
    }
}

#[derive(Properties, PartialEq)]
pub struct FormProps {
    pub typed: Typed,
    pub asked: Asked,
    /// The placeholder if no job is typed, if a job may be typed.
    pub job: Option<&'static str>,
    /// Δt, in seconds.
    pub step: Time,
    /// Whether there are servers enough.
    pub is_found: bool,
    pub on_change: Callback<Typed>,
}

/// The form: every number typed is searched for at once.
#[component]
pub fn Form(props: &FormProps) -> Html {
    let (typed, asked) = (props.typed, props.asked);
    let set = |change: fn(&mut Typed, Option<f64>)| {
        props.on_change.reform(move |value| {
            let mut next = typed;
            change(&mut next, value);
            next
        })
    };
    let later = {
        let next = Typed { start: Some(asked.start.saturating_add(props.step)), ..typed };
        props.on_change.reform(move |_: MouseEvent| next)
    };
    html! {
        <div class="query-form">
            if let Some(job) = props.job {
                <Field of="idle-job" label="Of job" term={terms::REQUEST_OF_JOB}>
                    <Number id="idle-job" value={typed.job.map(|job| job as f64)} optional=true min=0.0 max={9_007_199_254_740_991.0}
                        placeholder={job} on_change={set(|typed, value| *typed = Typed {
                            job: value.map(|it| it as u64),
                            ..Typed::default()
                        })} />
                </Field>
            }
            <Field of="idle-start" label="Start s" term={terms::READY}>
                <Number id="idle-start" value={typed.start.map(|it| it as f64)} optional=true min={-9e15} unit="s"
                    placeholder={asked.start.to_string()}
                    on_change={set(|typed, value| typed.start = value.map(|it| it as Time))} />
            </Field>
            <Field of="idle-length" label="Length l" term={terms::LENGTH}>
                <Number id="idle-length" value={typed.length.map(|it| it as f64)} optional=true min=1.0 unit="s"
                    placeholder={asked.length.to_string()}
                    on_change={set(|typed, value| typed.length = value.map(|it| it as Time))} />
            </Field>
            <Field of="idle-servers" label="Servers n" term={terms::SIZE}>
                <Number id="idle-servers" value={typed.servers.map(f64::from)} optional=true min=1.0 max={4_294_967_295.0}
                    placeholder={asked.servers.to_string()}
                    on_change={set(|typed, value| typed.servers = value.map(|it| it as u32))} />
            </Field>
            <div class="field">
                <span class="label" aria-hidden="true">{ "\u{a0}" }</span>
                <button type="button" id="idle-later" disabled={props.is_found} onclick={later}
                    aria-label="Next attempt" data-tip="The next attempt: the same request, Δt later.">{ "+ Δt" }</button>
            </div>
        </div>
    }
}

/// The most idle servers for which each has a button.
const MOST_BUTTONS: u32 = 128;

#[derive(Properties)]
struct ChosenServersProps {
    pub system: CoAllocation,
    pub finished: Rc<Finished>,
    /// The number of the job, and its place in the run if it is there.
    pub job: u64,
    pub place: Option<usize>,
    /// The search for its request.
    pub looked_at: Rc<Searched>,
    pub edit: Edit,
}

/// Runs are told apart by their identity.
impl PartialEq for ChosenServersProps {
    fn eq(&self, other: &Self) -> bool {
        self.system == other.system
            && Rc::ptr_eq(&self.finished, &other.finished)
            && Rc::ptr_eq(&self.looked_at, &other.looked_at)
            && (self.job, self.place) == (other.job, other.place)
    }
}

const CHOSEN: &str = "system.co_allocation.chosen_servers";

/// The choices of servers with another one for a job.
fn chosen(system: &CoAllocation, job: u64, servers: Option<&ServerSet>) -> Value {
    let mut system = system.clone();
    system.choose(job, servers);
    serde_json::to_value(system.chosen_servers).unwrap_or_default()
}

fn servers_in(text: &str) -> Option<Vec<u32>> {
    text.split(|it: char| it == ',' || it.is_whitespace())
        .filter(|it| !it.is_empty())
        .map(|it| it.parse().ok())
        .collect()
}

/// The servers of the job, the servers that it may have instead, and the way to commit exactly those.
#[component]
fn ChosenServers(props: &ChosenServersProps) -> Html {
    let (job, edit) = (props.job, &props.edit);
    let committed = props.system.chosen_for(job);
    let picked = use_state(|| (job, None::<ServerSet>));
    let Some(place) = props.place else {
        return html! {
            <p class="hint" id="job-servers">{ format!("Job {job} is not among the selected jobs.") }</p>
        };
    };
    let asked = props.looked_at.asked;
    let idle = props.looked_at.search.idle_throughout(&asked);
    let got = servers_of(&props.finished, place);
    // Servers picked for another job do not count.
    let now = picked.1.clone().filter(|_| picked.0 == job).or(committed.clone()).unwrap_or_else(|| got.clone());
    let pick = picked.setter().to_callback().reform(move |servers: ServerSet| (job, Some(servers)));
    let buttons = idle.iter().map(|server| {
        let is_picked = now.contains(server);
        let pick = pick.clone();
        let others: Vec<u32> = now.iter().filter(|&it| it != server).collect();
        let toggled = if is_picked { others } else { others.into_iter().chain([server]).collect() };
        let toggle = Callback::from(move |_: MouseEvent| pick.emit(ServerSet::of(toggled.clone())));
        html! {
            <button type="button" key={server} aria-pressed={is_picked.to_string()} onclick={toggle}
                aria-label={format!("Server {server}")}>{ server }</button>
        }
    });
    let all: u32 = props.finished.run.platform.iter().sum();
    let mistake = Callback::from(move |text: String| {
        let is_list = servers_in(&text).is_some_and(|it| it.iter().all(|server| *server < all));
        (!is_list).then(|| format!("whole numbers from 0 to {}", all - 1))
    });
    let typed = pick.reform(|text: String| ServerSet::of(servers_in(&text).unwrap_or_default()));
    let needs = props.finished.run.jobs[place].processors;
    let is_enough = now.count() == needs;
    let commit = {
        let chosen = chosen(&props.system, job, Some(&now));
        edit.set(CHOSEN, false).reform(move |_: MouseEvent| chosen.clone())
    };
    let leave = {
        let picked = picked.clone();
        let chosen = chosen(&props.system, job, None);
        edit.set(CHOSEN, false).reform(move |_: MouseEvent| {
            picked.set((job, None));
            chosen.clone()
        })
    };
    let numbers: Vec<String> = now.iter().map(|it| it.to_string()).collect();
    html! {
        <div class="chosen-servers">
            <p class="hint" id="job-servers" data-servers={got.to_string()}>{ got_words(props, place, &got, committed.as_ref()) }</p>
            if idle.count() <= MOST_BUTTONS {
                <div class="server-buttons" role="group" aria-label="Idle servers">{ for buttons }</div>
            }
            <Field of="picked-servers" label={format!("{} of {needs} picked", now.count())} term={terms::CHOSEN_SERVERS}>
                <Text id="picked-servers" value={numbers.join(", ")} placeholder="none" {mistake} on_change={typed} />
            </Field>
            <div class="actions">
                <button type="button" id="commit-servers" disabled={!is_enough || committed.as_ref() == Some(&now)} onclick={commit}
                    data-tip={terms::CHOSEN_SERVERS}>{ format!("Commit exactly {}", plural(needs as usize, "server")) }</button>
                <button type="button" id="leave-servers" disabled={committed.is_none()} onclick={leave}>{ "Leave it to the selection" }</button>
            </div>
        </div>
    }
}

/// The servers that a job has in the run; none if it was rejected.
fn servers_of(finished: &Finished, place: usize) -> ServerSet {
    let runs: Vec<ServerSet> = finished
        .run
        .schedule
        .bars_of(place)
        .iter()
        .map(|it| ServerSet::run(it.first_processor, it.last_processor))
        .collect();
    ServerSet::union(runs.iter())
}

/// The servers of the job in the run, and whether the user or the selection chose them.
fn got_words(props: &ChosenServersProps, place: usize, got: &ServerSet, chosen: Option<&ServerSet>) -> String {
    let job = props.job;
    let start = props.finished.run.schedule.outcomes[place].start;
    if start == NEVER || got.is_empty() {
        let needs = props.finished.run.jobs[place].processors;
        return match chosen {
            None => format!("Job {job} was rejected; its explanation says why."),
            Some(chosen) => format!(
                "Job {job}, which needs {needs} servers, was rejected with the chosen servers, {chosen}; its explanation says why."
            ),
        };
    }
    let servers = match got.count() {
        1 => format!("server {got}"),
        _ => format!("servers {got}"),
    };
    let by = if chosen.is_some() { "as you chose" } else { "by the selection" };
    let start = props.looked_at.time_words(start);
    format!("These idle periods were there when its request was placed. Job {job} has {servers} from {start} on, {by}.")
}
