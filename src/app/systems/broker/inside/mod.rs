//! The Messages view: the messages between brokers and agents, step by step, and the loads of the nodes.

mod agents;
mod diagram;
mod nodes;
mod playing;
mod run_steps;
mod table;
mod trouble;

use std::rc::Rc;

use yew::prelude::*;

use self::agents::Agents;
use self::diagram::Diagram;
use self::nodes::Nodes;
use self::playing::Playing;
use self::run_steps::RunSteps;
use self::table::NodeTable;
use self::trouble::Trouble;
use crate::app::context::Identity;
use crate::app::context::theme::Ground;
use crate::app::files::view_picture::{ViewPicture, stacked, use_view_picture};
use slotscope::chart::messages::words::{step_words, verdicts};
use slotscope::chart::messages::{
    ROWS, TasksByAgent, intervals_table, loads_height, loads_svg, node_name, sequence_height, sequence_svg,
    tasks_by_agent_height, tasks_by_agent_svg,
};
use slotscope::chart::table::{heading_svg, height as table_height, table_svg};
use slotscope::chart::{Captions, Frame, Origin, Theme};
use slotscope::page::state::Finished;
use slotscope::page::words;
use slotscope::system::broker::Placement;

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
                    <NodeTable {told} {shown} node={of_table} origin={*origin} on_change={on_table} />
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
