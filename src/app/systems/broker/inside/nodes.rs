//! The load of the nodes over time, as far as the agents' tables have come.

use std::rc::Rc;

use yew::prelude::*;

use super::run_steps::RunSteps;
use crate::app::context::theme::Ground;
use crate::app::control::data_table::Numbers;
use crate::app::files::picture::{Picture, use_width};
use slotscope::chart::messages::{loads_height, loads_svg, loads_table, node_window_words};
use slotscope::chart::{Captions, Frame, Origin};

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
