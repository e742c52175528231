//! Co-allocation on the page.

mod inside;

use super::{ControlsProps, InsideProps, PlayerProps};
use crate::app::context::prelude::*;
use slotscope::page::explained::Question;
use slotscope::system::co_allocation::CoAllocation;

pub use inside::{IdlePeriodsSettings as InsideSettings, use_settings as use_inside_settings};

pub fn controls(_: &CoAllocation, _: &ControlsProps) -> Html {
    nothing()
}

/// The idle periods at the cursor, and a search among them.
pub fn inside(settings: &CoAllocation, props: InsideProps) -> Html {
    html! {
        <inside::IdlePeriods system={settings.clone()} finished={props.finished} settings={props.settings.co_allocation}
            ground={props.ground} origin={props.origin} cursor={props.cursor} view_picture={props.view_picture} dispatch={props.dispatch} />
    }
}

pub fn question(_: &CoAllocation, _: &Finished, _: Option<Time>) -> Option<Question> {
    None
}

pub fn beside_player(_: &CoAllocation, _: PlayerProps) -> Html {
    nothing()
}

/// The policies of a scenario by the names that tables and legends have for them, each with its explanation.
pub fn policies(settings: &CoAllocation) -> String {
    let (by, length) = (settings.selection, settings.length);
    format!("{}: {} {}: {}", by.name(), by.about(), length.name(), length.about())
}
