//! What the rows of the chart are: cores, GPUs or memory.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::Identity;
use crate::app::context::nothing;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::control::{Choice, Segmented, any_one_of, choice};
use slotscope::chart::Resource;
use slotscope::chart::gantt::resources::offered;
use slotscope::page::look::Looking;
use slotscope::page::state::{Action, Finished, ViewAction};

#[derive(Properties, PartialEq)]
pub struct RowsSwitchProps {
    pub finished: Rc<Finished>,
    pub resource: Resource,
    pub dispatch: Dispatch,
}

/// The resources that the run knows of its nodes, if it knows more than their cores.
#[component]
pub fn RowsSwitch(props: &RowsSwitchProps) -> Html {
    let offered = use_memo(Identity::of(&props.finished), |_| offered(&props.finished.run));
    if offered.len() < 2 {
        return nothing();
    }
    let on_turn = props.dispatch.callback(|rows| Action::View(ViewAction::Look(Looking::Rows(rows))));
    let choices: Vec<Choice<Resource>> = offered.iter().map(|&it| told(it)).collect();
    html! {
        <Segmented id="gantt-rows" label="Rows" offer={any_one_of(choices, props.resource, on_turn)} />
    }
}

fn told(resource: Resource) -> Choice<Resource> {
    match resource {
        Resource::Cores => choice(resource, "Cores", "A row is a core: the cores of each node, node after node."),
        Resource::Gpus => choice(
            resource,
            "GPUs",
            "The GPUs of each node, and on each the jobs that have it or a share of it. A GPU is a row, or several where jobs have shares.",
        ),
        Resource::Memory => choice(
            resource,
            "Memory",
            "The memory of each node, and how much of it each job has. A row is a GiB, or what the head of the chart says.",
        ),
    }
}
