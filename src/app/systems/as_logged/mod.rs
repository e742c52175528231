//! The log itself on the page.

mod lacking;

use super::{ControlsProps, InsideProps, SystemPage};
use crate::app::context::prelude::*;
use slotscope::system::SystemModel;
use slotscope::system::as_logged::AsLogged;

/// Nothing is set in its inside view.
#[derive(Clone, PartialEq)]
pub struct InsideSettings;

#[hook]
pub fn use_inside_settings() -> InsideSettings {
    InsideSettings
}

impl SystemPage for AsLogged {
    /// There are no settings: a sentence says what the system shows.
    fn controls(&self, _props: &ControlsProps) -> Html {
        html! { <p class="hint" id="as-logged">{ self.card().about }</p> }
    }

    /// The missing data of the log: the jobs that could not be shown as they were.
    fn inside(&self, props: InsideProps) -> Html {
        html! { <lacking::Lacking finished={props.finished} view_picture={props.view_picture} dispatch={props.dispatch} /> }
    }

    fn policies(&self) -> String {
        self.card().about.to_owned()
    }
}
