//! Imprecise calendars on the page.

mod inside;

use super::cursor;
use super::{ControlsProps, InsideProps, PlayerProps};
use crate::app::context::prelude::*;
use slotscope::page::explained::Question;
use slotscope::system::imprecise_calendar::ImpreciseCalendar;

/// The settings of its inside view are in links: the page has them.
#[derive(Clone, PartialEq)]
pub struct InsideSettings;

#[hook]
pub fn use_inside_settings() -> InsideSettings {
    InsideSettings
}

pub fn controls(_: &ImpreciseCalendar, _: &ControlsProps) -> Html {
    nothing()
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
    cursor::question(finished, cursor)
}

pub fn beside_player(_: &ImpreciseCalendar, _: PlayerProps) -> Html {
    nothing()
}

/// The policies of a scenario by the names that tables and legends have for them, each with its explanation.
pub fn policies(settings: &ImpreciseCalendar) -> String {
    let it = settings.configuration;
    format!("{}: {}", it.name(), it.about())
}
