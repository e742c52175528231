//! The Messages view: the messages between brokers and agents, step by step, and the loads of the nodes.

use gloo_timers::callback::Timeout;
use web_sys::Element;

use crate::app::context::chord::{Chord, Row, find};
use crate::app::context::prelude::*;
use crate::app::context::{Identity, terms};
use crate::app::control::data_table::{MOST, Numbers, data_table};
use crate::app::control::{List, Slider};
use crate::app::files::view_picture::{Picture, ViewPicture, place_within, stacked, use_view_picture, use_width};
use slotscope::chart::messages::words::{step_place, step_words, verdicts};
use slotscope::chart::messages::{
    Failures, Followed, LoadsAt, LoadsView, NodeTable, ROWS, Sequence, SequenceView, Steps, TasksByAgent,
    intervals_table, loads_height, loads_svg, loads_table, messages_table, node_name, node_place, node_window_words,
    sequence_height, sequence_svg, step_at, tasks_by_agent_height, tasks_by_agent_svg, tasks_table,
};
use slotscope::chart::table::{heading_svg, height as table_height, table_svg};
use slotscope::chart::{Captions, Frame, Origin, Theme};
use slotscope::page::words::{count, plural};
use slotscope::system::broker::Placement;
use slotscope::text::capital;

/// This many sentences on single offers stand beside a step.
const VERDICTS: usize = 6;

/// The most intervals of a node's table in the view's picture.
const INTERVALS: usize = 40;

/// The settings of the view, which the page keeps while other views are shown.
#[derive(Clone, PartialEq)]
pub struct MessagesSettings {
    /// How many steps are shown; all of them until a number is chosen.
    step: UseStateHandle<Option<usize>>,
    /// The first node in sight; those of the agent that the step is about until a node is chosen.
    node: UseStateHandle<Option<usize>>,
    /// The node whose dynamic table is shown; the first visible one until the user chooses.
    table: UseStateHandle<Option<usize>>,
    plays: UseStateHandle<bool>,
}

/// The settings, as the view begins with them.
#[hook]
pub fn use_settings() -> MessagesSettings {
    MessagesSettings {
        step: use_state_eq(|| None),
        node: use_state_eq(|| None),
        table: use_state_eq(|| None),
        plays: use_state_eq(|| false),
    }
}

#[derive(Properties, PartialEq)]
pub struct MessagesProps {
    pub finished: Rc<Finished>,
    pub settings: MessagesSettings,
    pub ground: Ground,
    pub origin: Origin,
    pub view_picture: ViewPicture,
}

/// The Messages view; a line in its place if the run has no messages.
#[component]
pub fn Messages(props: &MessagesProps) -> Html {
    let MessagesProps { finished, settings, ground, origin, view_picture } = props;
    let told = use_memo(Identity::of(finished), |_| RunSteps::of(finished.clone()));
    let steps = told.steps().len();
    let shown = settings.step.unwrap_or(steps).min(steps);
    let first = told.first_node(*settings.node, shown);
    let of_table = (*settings.table).filter(|&it| it < finished.run.platform.len());
    let of_table = of_table.unwrap_or(first);
    let talks = !finished.run.messages.is_empty();
    {
        let (told, origin) = (told.clone(), *origin);
        use_view_picture(view_picture, move |width, theme, captions| {
            if talks {
                whole_picture(&told, (shown, first, of_table), origin, width, theme, captions)
            } else {
                heading_svg(Frame::new(width, 120), theme, captions)
            }
        });
    }
    if !talks {
        return html! {
            <p class="empty" id="messages-empty">
                { format!("This run has no messages: its tasks are placed without a broker. Choose the placement “{}” to see the messages between brokers and agents.", Placement::Broker.name()) }
            </p>
        };
    }
    let on_step = settings.step.setter().to_callback().reform(Some);
    let on_node = settings.node.setter().to_callback();
    let on_table = settings.table.setter().to_callback().reform(Some);
    html! {
        <div class="slots messages" id="messages" data-step={shown.to_string()} data-steps={steps.to_string()}>
            <div class="slots-body">
                <section class="query" aria-label="Step by step">
                    <Playing {steps} {shown} plays={settings.plays.clone()} on_change={on_step.clone()} />
                    { said(&told, shown, *settings.plays) }
                    <Trouble finished={finished.clone()} />
                </section>
                <div class="slot-pictures">
                    <Diagram told={told.clone()} {shown} ground={*ground} on_change={on_step} />
                    <Agents told={told.clone()} {shown} ground={*ground} />
                    <Nodes told={told.clone()} {shown} {first} follows={settings.node.is_none()} ground={*ground} origin={*origin} on_change={on_node} />
                    <Intervals {told} {shown} node={of_table} origin={*origin} on_change={on_table} />
                </div>
            </div>
        </div>
    }
}

/// The current step in words, and the outcome of its offers.
fn said(told: &RunSteps, shown: usize, plays: bool) -> Html {
    let run = &told.finished.run;
    let (sentences, count) = verdicts(run, told.steps(), shown, VERDICTS);
    let more = count - sentences.len();
    // Nobody can listen to as many sentences as are played.
    let live = if plays { "off" } else { "polite" };
    html! {
        <div class="answers">
            <p id="message-said" aria-live={live}>{ step_words(run, told.steps(), shown) }</p>
            if count > 0 {
                <ul id="message-verdicts" aria-label="Outcome of these offers">
                    { for sentences.into_iter().map(|it| html! { <li>{ it }</li> }) }
                </ul>
            }
            if more > 0 {
                <p class="hint">{ format!("and {} more", words::plural(more, "offer")) }</p>
            }
        </div>
    }
}

/// All pictures one below the other, and the first intervals of the node's table below them.
fn whole_picture(
    told: &RunSteps,
    (shown, first, of_table): (usize, usize, usize),
    origin: Origin,
    width: u32,
    theme: &Theme,
    captions: &Captions,
) -> String {
    let run = &told.finished.run;
    let plain = Captions { origin, ..Captions::default() };
    let view = told.view(shown);
    let held = told.loads(shown, first, RunSteps::in_sight(width));
    let agents = TasksByAgent::of(run, told.steps(), shown);
    let table = told.table(shown, of_table);
    let table = table.map(|it| intervals_table(run, of_table, &it.table, origin, INTERVALS).table);
    let table = table.unwrap_or_default();
    let heights = [
        sequence_height(view.rows.min(ROWS)) + 120,
        tasks_by_agent_height(agents.now.len()),
        loads_height(&run.messages, held.nodes.clone(), width),
        table_height(table.rows.len()),
    ];
    let of_node = Captions { title: format!("Dynamic table of {}", node_name(run, of_table)), ..plain.clone() };
    let frame = |at: usize| Frame::new(width, heights[at]);
    let pictures = [
        sequence_svg(frame(0), theme, (&told.sequence(), &view), captions),
        tasks_by_agent_svg(frame(1), theme, &agents, &plain),
        loads_svg(frame(2), theme, &told.loads_view(&held), &plain),
        table_svg(frame(3), theme, &table, &of_node),
    ];
    stacked(&pictures, width, &heights)
}

#[derive(Properties, PartialEq)]
struct TroubleProps {
    pub finished: Rc<Finished>,
}

/// The number of failures of each kind, or that there were none.
#[component]
fn Trouble(props: &TroubleProps) -> Html {
    let found = Failures::of(&props.finished.run.messages);
    if found == Failures::default() {
        return html! { <p class="hint" id="message-trouble">{ "Every message of this run was read, and every confirmed task reserved." }</p> };
    }
    let rows = found.listed().into_iter().map(|(name, count, meaning)| {
        html! {
            <div data-tip={meaning} data-of={name}><dt>{ name }</dt><dd>{ words::count(count as i64) }</dd></div>
        }
    });
    html! {
        <section id="message-trouble" aria-label="Failures">
            <h2>{ "Failures" }</h2>
            <dl class="facts">{ for rows }</dl>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct AgentsProps {
    pub told: Rc<RunSteps>,
    /// How many steps are shown.
    pub shown: usize,
    pub ground: Ground,
}

/// A bar for each agent.
#[component]
fn Agents(props: &AgentsProps) -> Html {
    let AgentsProps { told, shown, ground } = props;
    let of =
        use_memo((told.clone(), *shown), |(told, shown)| TasksByAgent::of(&told.finished.run, told.steps(), *shown));
    let draw = use_callback((of.clone(), *ground), |frame: Frame, (of, ground)| {
        tasks_by_agent_svg(frame, &ground.theme(), of, &Captions::default())
    });
    let make = {
        let of = of.clone();
        Callback::from(move |()| tasks_table(&of).into())
    };
    let reserved: usize = of.now.iter().sum();
    let note = format!("{} of {} so far", words::count(reserved as i64), words::plural(of.tasks, "task"));
    let counts: Vec<String> = of.now.iter().map(ToString::to_string).collect();
    html! {
        <section class="slot-picture" id="tasks-by-agent" aria-label="Tasks by agent" data-tasks={counts.join(",")}>
            <h2>{ "Tasks by agent" }<small>{ note }</small></h2>
            <Picture id="agent-bars" height={tasks_by_agent_height(of.now.len())} {draw}
                label="Tasks reserved so far by each agent, and its share of all tasks; the numbers follow in a table" />
            <Numbers id="agent-numbers" summary="Agents as table" title="Tasks by agent" {make} />
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct IntervalsProps {
    pub told: Rc<RunSteps>,
    /// How many steps are shown.
    pub shown: usize,
    pub node: usize,
    pub origin: Origin,
    /// Called with the node whose table the user chooses.
    pub on_change: Callback<usize>,
}

/// The intervals of a node, the tasks in each, and their load.
#[component]
fn Intervals(props: &IntervalsProps) -> Html {
    let IntervalsProps { told, shown, node, .. } = props;
    let made = use_memo((told.clone(), *shown, *node), |(told, shown, node)| told.table(*shown, *node));
    let run = &told.finished.run;
    let Some(made) = &*made else {
        return nothing();
    };
    let name = node_name(run, *node);
    let options: Vec<AttrValue> = (0..run.platform.len()).map(|it| capital(&node_name(run, it)).into()).collect();
    let rows = |table: &_| intervals_table(run, *node, table, props.origin, MOST);
    let title = format!("Dynamic table of {name}");
    html! {
        <section class="slot-picture node-table" id="dynamic-table" aria-label="Dynamic table" data-node={node.to_string()}
            data-intervals={made.table.intervals().len().to_string()}>
            <h2 data-tip={terms::DYNAMIC_TABLE}>{ "Dynamic table" }<small>{ node_place(run, *node) }</small></h2>
            <div class="search-step">
                <List id="table-node" label="Node whose table is shown" {options} chosen={Some(*node)} on_choose={&props.on_change} />
            </div>
            <p class="hint" id="table-loads" data-tip={terms::AVERAGE_LOAD}>{ made.words(run) }</p>
            <div id="table-rows">{ data_table(&rows(&made.table), &title) }</div>
            if let Some(clone) = &made.clone {
                <h3 data-tip={terms::TABLE_CLONE}>{ "Clone with the offers" }</h3>
                <div id="clone-rows">{ data_table(&rows(clone), &format!("{title}, the clone")) }</div>
            }
        </section>
    }
}

pub struct RunSteps {
    pub finished: Rc<Finished>,
    followed: Followed,
}

impl PartialEq for RunSteps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.finished, &other.finished)
    }
}

impl RunSteps {
    pub fn of(finished: Rc<Finished>) -> Self {
        Self { followed: Followed::of(&finished.run), finished }
    }

    pub fn steps(&self) -> &Steps {
        &self.followed.steps
    }

    pub fn sequence(&self) -> Sequence<'_> {
        self.followed.sequence(&self.finished.run)
    }

    /// The rows around the current step.
    pub fn view(&self, shown: usize) -> SequenceView {
        self.followed.view(shown)
    }

    /// How many nodes are in sight in a picture of a width.
    pub fn in_sight(width: u32) -> usize {
        if width < 560 { 6 } else { 12 }
    }

    /// The first node in sight: as chosen, or the first of the agent that the step is about.
    pub fn first_node(&self, chosen: Option<usize>, shown: usize) -> usize {
        self.followed.first_node(&self.finished.run, chosen, shown)
    }

    /// The loads of this many nodes from the first on, or of all if there are fewer.
    pub fn loads(&self, shown: usize, first: usize, count: usize) -> LoadsAt {
        self.followed.loads(&self.finished.run, shown, first, count)
    }

    /// The dynamic table of a node; none if there is no such node.
    pub fn table(&self, shown: usize, node: usize) -> Option<NodeTable> {
        self.followed.node_table(&self.finished.run, shown, node)
    }

    pub fn loads_view<'a>(&'a self, held: &'a LoadsAt) -> LoadsView<'a> {
        self.followed.loads_view(&self.finished.run, held)
    }
}

#[derive(Properties, PartialEq)]
pub struct NodesProps {
    pub told: Rc<RunSteps>,
    /// How many steps are shown.
    pub shown: usize,
    /// The first node in sight.
    pub first: usize,
    /// Whether the agent that the step is about is in sight.
    pub follows: bool,
    pub ground: Ground,
    pub origin: Origin,
    /// Hears the first node that is to be in sight; nothing: that of the step's agent.
    pub on_change: Callback<Option<usize>>,
}

/// A small chart for each node in sight.
#[component]
pub fn Nodes(props: &NodesProps) -> Html {
    let NodesProps { told, shown, ground, origin, .. } = props;
    let node = use_node_ref();
    let width = use_width(&node) as u32;
    let count = RunSteps::in_sight(width);
    let held = use_memo((told.clone(), *shown, props.first, count), |(told, shown, first, count)| {
        told.loads(*shown, *first, *count)
    });
    let run = &told.finished.run;
    let (nodes, all) = (held.nodes.clone(), run.platform.len());
    let draw =
        use_callback((told.clone(), held.clone(), *ground, *origin), |frame: Frame, (told, held, ground, origin)| {
            let captions = Captions { origin: *origin, ..Captions::default() };
            loads_svg(frame, &ground.theme(), &told.loads_view(held), &captions)
        });
    let make = {
        let (told, held) = (told.clone(), held.clone());
        Callback::from(move |()| loads_table(&told.finished.run, &held).into())
    };
    let to = |first: Option<usize>| props.on_change.reform(move |_: MouseEvent| first);
    let before = nodes.start.saturating_sub(count);
    let words = node_window_words(&nodes, all);
    html! {
        <section class="slot-picture" id="node-loads" aria-label="Load of the nodes" data-first={nodes.start.to_string()}>
            <h2>{ "Load of the nodes" }<small id="nodes-in-sight">{ &words }</small></h2>
            if all > count {
                <div class="search-step" role="group" aria-label="Visible nodes">
                    <button type="button" class="icon" id="nodes-back" aria-label="Previous nodes" onclick={to(Some(before))} disabled={nodes.start == 0}>{ "‹" }</button>
                    <button type="button" class="icon" id="nodes-forth" aria-label="Next nodes" onclick={to(Some(nodes.end.min(all - count)))} disabled={nodes.end == all}>{ "›" }</button>
                    <button type="button" id="nodes-follow" aria-pressed={props.follows.to_string()}
                        onclick={to((props.follows).then_some(nodes.start))}
                        data-tip="Shows the nodes of the agent of this step.">{ "Follow the step" }</button>
                </div>
            }
            <div ref={node}>
                <Picture id="node-bars" height={loads_height(&run.messages, nodes, width.max(300))} {draw}
                    label={format!("Load over time of {words}: reserved load, and offers that are not decided; the numbers follow in a table")} />
            </div>
            <Numbers id="node-numbers" summary="Nodes as table" title="Load of the visible nodes" {make} />
        </section>
    }
}

/// Each step is looked at for this many milliseconds.
const PACE: u32 = 650;

/// Of more steps than this many, several are made at once.
const ONE_BY_ONE: usize = 600;

#[derive(Properties, PartialEq)]
struct PlayingProps {
    pub steps: usize,
    pub shown: usize,
    pub plays: UseStateHandle<bool>,
    pub on_change: Callback<usize>,
}

/// The buttons, and a slider over all steps.
#[component]
fn Playing(props: &PlayingProps) -> Html {
    let (steps, shown) = (props.steps, props.shown);
    {
        let (plays, on_change) = (props.plays.setter(), props.on_change.clone());
        use_effect_with((*props.plays, shown, steps), move |&(is_on, shown, steps)| {
            let timeout = match is_on {
                true if shown < steps => Some(Timeout::new(PACE, move || {
                    on_change.emit((shown + steps.div_ceil(ONE_BY_ONE)).min(steps));
                })),
                true => {
                    plays.set(false);
                    None
                }
                false => None,
            };
            move || drop(timeout)
        });
    }
    let to = |step: usize| {
        let plays = props.plays.setter();
        props.on_change.reform(move |_: MouseEvent| {
            plays.set(false);
            step
        })
    };
    let on_play = {
        let (plays, on_change) = (props.plays.clone(), props.on_change.clone());
        Callback::from(move |_: MouseEvent| {
            // From the end on it begins anew.
            if !*plays && shown == steps {
                on_change.emit(0);
            }
            plays.set(!*plays);
        })
    };
    let on_move = {
        let plays = props.plays.setter();
        props.on_change.reform(move |value: f64| {
            plays.set(false);
            value as usize
        })
    };
    let (is_first, is_last) = (shown == 0, shown == steps);
    html! {
        <>
            <h2>{ "Step by step" }</h2>
            <div class="search-step" role="group" aria-label="Steps">
                <button type="button" class="icon" id="message-first" aria-label="Before the first message" onclick={to(0)} disabled={is_first}>{ "«" }</button>
                <button type="button" class="icon" id="message-back" aria-label="One step back" onclick={to(shown.saturating_sub(1))} disabled={is_first}>{ "‹" }</button>
                <button type="button" id="message-play" aria-pressed={props.plays.to_string()} onclick={on_play} disabled={steps == 0}>
                    { if *props.plays { "Pause" } else { "Play" } }
                </button>
                <button type="button" class="icon" id="message-forth" aria-label="One step on" onclick={to((shown + 1).min(steps))} disabled={is_last}>{ "›" }</button>
                <button type="button" class="icon" id="message-last" aria-label="After the last message" onclick={to(steps)} disabled={is_last}>{ "»" }</button>
            </div>
            <div class="search-step">
                <Slider id="message-step" label="Step" value={shown as f64} max={steps as f64} text={format!("step {shown} of {steps}")} {on_move} />
            </div>
            <p class="hint" id="message-count">{ format!("{} of {} made", count(shown as i64), plural(steps, "step")) }</p>
        </>
    }
}

/// Where a key leads to.
#[derive(Clone, Copy)]
enum Go {
    By(isize),
    First,
    Last,
}

const KEYS: &[Row<Go>] = &[
    Row {
        what: "Step back, on",
        keys: &[
            (Chord::Plain("ArrowUp"), Go::By(-1)),
            (Chord::Plain("ArrowLeft"), Go::By(-1)),
            (Chord::Plain("ArrowDown"), Go::By(1)),
            (Chord::Plain("ArrowRight"), Go::By(1)),
        ],
    },
    Row {
        what: "Ten steps back, on",
        keys: &[(Chord::Plain("PageUp"), Go::By(-10)), (Chord::Plain("PageDown"), Go::By(10))],
    },
    Row {
        what: "Before the first, after the last",
        keys: &[(Chord::Plain("Home"), Go::First), (Chord::Plain("End"), Go::Last)],
    },
];

#[derive(Properties, PartialEq)]
struct DiagramProps {
    pub told: Rc<RunSteps>,
    /// How many steps are shown.
    pub shown: usize,
    pub ground: Ground,
    pub on_change: Callback<usize>,
}

/// The messages as arrows; a click on one leads to its step.
#[component]
fn Diagram(props: &DiagramProps) -> Html {
    let DiagramProps { told, shown, ground, on_change } = props;
    let (shown, steps) = (*shown, told.steps().len());
    let node = use_node_ref();
    let height = sequence_height(told.view(shown).rows.min(ROWS));
    let draw = use_callback((told.clone(), shown, *ground), |frame: Frame, (told, shown, ground)| {
        let view = told.view(*shown);
        let theme = ground.theme();
        sequence_svg(frame, &theme, (&told.sequence(), &view), &Captions::default())
    });
    let onclick = {
        let (told, node, on_change) = (told.clone(), node.clone(), on_change.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(element) = node.cast::<Element>() else {
                return;
            };
            let (_, y) = place_within(&element, &event);
            if let Some(step) = step_at(&told.sequence(), &told.view(shown), y) {
                on_change.emit(step);
            }
        })
    };
    let onkeydown = {
        let on_change = on_change.clone();
        Callback::from(move |event: KeyboardEvent| {
            let Some((_, go)) = find(KEYS, &event) else {
                return;
            };
            event.prevent_default();
            event.stop_propagation();
            on_change.emit(match go {
                Go::By(by) => shown.saturating_add_signed(by).min(steps),
                Go::First => 0,
                Go::Last => steps,
            });
        })
    };
    let make = {
        let told = told.clone();
        Callback::from(move |()| {
            let first = shown.saturating_sub(MOST / 2);
            let first = first.min(steps.saturating_sub(MOST));
            messages_table(&told.finished.run.messages, told.steps(), first, MOST)
        })
    };
    let left_out = told.finished.run.messages.left_out;
    html! {
        <section class="slot-picture message-diagram" aria-label="Messages">
            <h2>{ "Messages" }<small id="message-place">{ step_place(&told.finished.run.messages, told.steps(), shown) }</small></h2>
            <div class="message-arrows" ref={node} {onclick} {onkeydown} tabindex="0" role="group"
                aria-label="Sequence diagram: arrow keys go from step to step" data-tip="A click on a row, and the arrow keys, lead to other steps.">
                <Picture id="message-sequence" {height} {draw}
                    label="Brokers and agents as lines, the messages around the current step as arrows between them; the steps follow in a table" />
            </div>
            if left_out > 0 {
                <p class="hint" id="messages-left-out">{ format!("{} more messages were not recorded.", words::plural(left_out as usize, "message")) }</p>
            }
            <Numbers id="message-numbers" summary="Messages as table" title="Messages in the order of steps" {make} />
        </section>
    }
}
