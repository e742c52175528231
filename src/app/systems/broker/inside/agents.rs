//! How many tasks each agent has got so far.

use std::rc::Rc;

use yew::prelude::*;

use super::run_steps::RunSteps;
use crate::app::context::theme::Ground;
use crate::app::control::data_table::Numbers;
use crate::app::files::picture::Picture;
use slotscope::chart::messages::{TasksByAgent, tasks_by_agent_height, tasks_by_agent_svg, tasks_table};
use slotscope::chart::{Captions, Frame};
use slotscope::page::words;

#[derive(Properties, PartialEq)]
pub struct AgentsProps {
    pub told: Rc<RunSteps>,
    /// How many steps are shown.
    pub shown: usize,
    pub ground: Ground,
}

/// A bar for each agent.
#[component]
pub fn Agents(props: &AgentsProps) -> Html {
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
