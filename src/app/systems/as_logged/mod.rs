//! The log itself on the page.

mod lacking;

use super::{ControlsProps, InsideProps, PlayerProps};
use crate::app::context::prelude::*;
use slotscope::page::explained::Question;
use slotscope::system::SystemModel;
use slotscope::system::as_logged::AsLogged;

/// Nothing is set in its inside view.
#[derive(Clone, PartialEq)]
pub struct InsideSettings;

#[hook]
pub fn use_inside_settings() -> InsideSettings {
    InsideSettings
}

/// There are no settings: a sentence says what the system shows.
pub fn controls(settings: &AsLogged, _props: &ControlsProps) -> Html {
    html! { <p class="hint" id="as-logged">{ settings.card().about }</p> }
}

pub fn policies(settings: &AsLogged) -> String {
    settings.card().about.to_owned()
}

/// The missing data of the log: the jobs that could not be shown as they were.
pub fn inside(_settings: &AsLogged, props: InsideProps) -> Html {
    html! { <lacking::Lacking finished={props.finished} view_picture={props.view_picture} dispatch={props.dispatch} /> }
}

pub fn question(_: &AsLogged, _: &Finished, _: Option<Time>) -> Option<Question> {
    None
}

pub fn beside_player(_: &AsLogged, _: PlayerProps) -> Html {
    nothing()
}
