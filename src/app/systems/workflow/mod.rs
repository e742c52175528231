//! Reservations for workflows on the page.

mod choices;
mod controls;
mod graph;

use yew::prelude::*;

use super::{ControlsProps, InsideProps, PlayerProps};
use crate::page::explained::Question;
use crate::page::state::Finished;
use crate::system::workflow::Workflow;
use crate::workload::Time;
pub use choices::policies;

/// What a person has set in the inside view. The page keeps it while other views are shown.
#[derive(Clone, PartialEq)]
pub struct InsideSettings {
    /// The task that is chosen.
    chosen: UseStateHandle<Option<usize>>,
}

/// The settings, as the view begins with them.
#[hook]
pub fn use_inside_settings() -> InsideSettings {
    InsideSettings {
        chosen: use_state_eq(|| None),
    }
}

pub fn controls(settings: &Workflow, props: &ControlsProps) -> Html {
    html! { <controls::Controls options={settings.clone()} edit={props.edit.clone()} /> }
}

/// The graph of the tasks.
pub fn inside(_: &Workflow, props: InsideProps) -> Html {
    html! {
        <graph::Graph finished={props.finished} chosen={props.settings.workflow.chosen}
            ground={props.ground} view_picture={props.view_picture} />
    }
}

pub fn question(_: &Workflow, _: &Finished, _: Option<Time>) -> Option<Question> {
    None
}

pub fn beside_player(_: &Workflow, _: PlayerProps) -> Html {
    Html::default()
}
