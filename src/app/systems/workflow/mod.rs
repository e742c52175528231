//! Reservations for workflows on the page.

mod editor;
mod graph;

use super::{ControlsProps, InsideProps, PlayerProps};
use crate::app::context::prelude::*;
use slotscope::page::explained::Question;
use slotscope::system::workflow::Workflow;

/// The settings of the inside view, which the page keeps while other views are shown.
#[derive(Clone, PartialEq)]
pub struct InsideSettings {
    /// The task that is chosen.
    chosen: UseStateHandle<Option<usize>>,
    /// How many decisions of the scheduler are shown.
    step: UseStateHandle<Option<usize>>,
    /// How many rounds of sharing out are shown.
    round: UseStateHandle<Option<usize>>,
}

/// The settings, as the view begins with them.
#[hook]
pub fn use_inside_settings() -> InsideSettings {
    InsideSettings { chosen: use_state_eq(|| None), step: use_state_eq(|| None), round: use_state_eq(|| None) }
}

pub fn controls(_: &Workflow, _: &ControlsProps) -> Html {
    nothing()
}

/// The graph of the tasks.
pub fn inside(settings: &Workflow, props: InsideProps) -> Html {
    let InsideSettings { chosen, step, round } = props.settings.workflow;
    html! {
        <graph::Graph finished={props.finished.clone()} {chosen} ground={props.ground} view_picture={props.view_picture}>
            <graph::Placing finished={props.finished.clone()} scheduler={settings.scheduler} first={settings.first_assignment} {step} ground={props.ground} />
            <graph::Spare finished={props.finished.clone()} variant={settings.variant} threshold={settings.threshold_percent / 100.0} earliest_start={settings.earliest_start} {round} ground={props.ground} />
            <editor::EditRun finished={props.finished} take={props.take} />
        </graph::Graph>
    }
}

pub fn question(_: &Workflow, _: &Finished, _: Option<Time>) -> Option<Question> {
    None
}

pub fn beside_player(_: &Workflow, _: PlayerProps) -> Html {
    nothing()
}

/// The policies of a scenario by the names that tables and legends have for them, each with its explanation.
pub fn policies(settings: &Workflow) -> String {
    format!(
        "{}: {} {}: {}",
        settings.scheduler.name(),
        settings.scheduler.about(),
        settings.variant.name(),
        settings.variant.about()
    )
}
