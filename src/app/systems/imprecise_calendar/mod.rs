//! Imprecise calendars on the page.

mod choices;
mod controls;
mod inside;
mod levels;
mod managers;
mod threshold;

use yew::prelude::*;

use crate::app::context::nothing;

use super::{ControlsProps, InsideProps, PlayerProps};
pub use choices::policies;
use slotscope::page::explained::Question;
use slotscope::page::state::Finished;
use slotscope::system::imprecise_calendar::ImpreciseCalendar;
use slotscope::workload::Time;

/// The settings of its inside view are in links: the page has them.
#[derive(Clone, PartialEq)]
pub struct InsideSettings;

#[hook]
pub fn use_inside_settings() -> InsideSettings {
    InsideSettings
}

pub fn controls(settings: &ImpreciseCalendar, props: &ControlsProps) -> Html {
    html! {
        <controls::Controls options={settings.clone()} clusters={props.scenario.platform.len()} edit={props.edit.clone()}>
            { props.children.clone() }
        </controls::Controls>
    }
}

/// The calendar at the cursor.
pub fn inside(system: &ImpreciseCalendar, props: InsideProps) -> Html {
    html! {
        <inside::Calendar system={system.clone()} finished={props.finished} ground={props.ground}
            origin={props.origin} cursor={props.cursor} opened={props.opened} explained={props.explained}
            view_picture={props.view_picture} dispatch={props.dispatch} />
    }
}

pub fn question(_: &ImpreciseCalendar, finished: &Finished, cursor: Option<Time>) -> Option<Question> {
    inside::question(finished, cursor)
}

pub fn beside_player(_: &ImpreciseCalendar, _: PlayerProps) -> Html {
    nothing()
}
