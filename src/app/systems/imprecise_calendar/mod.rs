//! Imprecise calendars on the page.

mod choices;
mod controls;
mod figures;

use yew::prelude::*;

use super::{ControlsProps, InsideProps, PlayerProps};
use crate::page::explained::Question;
use crate::page::state::Finished;
use crate::system::imprecise_calendar::ImpreciseCalendar;
use crate::workload::Time;
pub use choices::policies;

/// Nothing is set in its inside view.
#[derive(Clone, PartialEq)]
pub struct InsideSettings;

#[hook]
pub fn use_inside_settings() -> InsideSettings {
    InsideSettings
}

pub fn controls(settings: &ImpreciseCalendar, props: &ControlsProps) -> Html {
    html! {
        <controls::Controls options={settings.clone()} edit={props.edit.clone()}>
            { props.children.clone() }
        </controls::Controls>
    }
}

/// What the run's calendar came to.
pub fn inside(_: &ImpreciseCalendar, props: InsideProps) -> Html {
    html! { <figures::Figures finished={props.finished} view_picture={props.view_picture} /> }
}

pub fn question(_: &ImpreciseCalendar, _: &Finished, _: Option<Time>) -> Option<Question> {
    None
}

pub fn beside_player(_: &ImpreciseCalendar, _: PlayerProps) -> Html {
    Html::default()
}
