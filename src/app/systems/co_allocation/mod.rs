//! Co-allocation on the page.

mod choices;
mod controls;

use yew::prelude::*;

use super::{ControlsProps, InsideProps, PlayerProps};
use crate::page::state::Finished;
use crate::page::explained::Question;
use crate::system::SystemModel;
use crate::system::co_allocation::CoAllocation;
use crate::workload::Time;
pub use choices::policies;

/// Nothing is set in its inside view.
#[derive(Clone, PartialEq)]
pub struct InsideSettings;

#[hook]
pub fn use_inside_settings() -> InsideSettings {
    InsideSettings
}

pub fn controls(settings: &CoAllocation, props: &ControlsProps) -> Html {
    html! {
        <controls::Controls options={settings.clone()} edit={props.edit.clone()}>
            { props.children.clone() }
        </controls::Controls>
    }
}

/// What it does, in words: the idle periods themselves are not drawn.
pub fn inside(settings: &CoAllocation, _props: InsideProps) -> Html {
    html! { <p class="hint" id="co-allocation">{ settings.about() }</p> }
}

pub fn question(_: &CoAllocation, _: &Finished, _: Option<Time>) -> Option<Question> {
    None
}

pub fn beside_player(_: &CoAllocation, _: PlayerProps) -> Html {
    Html::default()
}
