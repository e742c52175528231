//! Reservations for workflows on the page.

mod editor;
mod graph;

use super::{InsideProps, SystemPage};
use crate::app::context::prelude::*;
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

impl SystemPage for Workflow {
    /// The graph of the tasks.
    fn inside(&self, props: InsideProps) -> Html {
        let InsideSettings { chosen, step, round } = props.settings.workflow;
        html! {
            <graph::Graph finished={props.finished.clone()} {chosen} ground={props.ground} view_picture={props.view_picture}>
                <graph::Placing finished={props.finished.clone()} scheduler={self.scheduler} first={self.first_assignment} {step} ground={props.ground} />
                <graph::Spare finished={props.finished.clone()} variant={self.variant} threshold={self.threshold_percent / 100.0} earliest_start={self.earliest_start} {round} ground={props.ground} />
                <editor::EditRun finished={props.finished} take={props.take} />
            </graph::Graph>
        }
    }

    fn policies(&self) -> String {
        format!(
            "{}: {} {}: {}",
            self.scheduler.name(),
            self.scheduler.about(),
            self.variant.name(),
            self.variant.about()
        )
    }
}
