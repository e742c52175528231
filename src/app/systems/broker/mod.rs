//! Brokers and agents on the page.

mod inside;

use super::{ControlsProps, InsideProps, PlayerProps};
use crate::app::context::prelude::*;
use slotscope::page::explained::Question;
use slotscope::system::broker::{Broker, Placement};

pub use inside::{MessagesSettings as InsideSettings, use_settings as use_inside_settings};

pub fn controls(_: &Broker, _: &ControlsProps) -> Html {
    nothing()
}

/// The messages of brokers and agents.
pub fn inside(_: &Broker, props: InsideProps) -> Html {
    html! {
        <inside::Messages finished={props.finished} settings={props.settings.broker} ground={props.ground}
            origin={props.origin} view_picture={props.view_picture} />
    }
}

pub fn question(_: &Broker, _: &Finished, _: Option<Time>) -> Option<Question> {
    None
}

pub fn beside_player(_: &Broker, _: PlayerProps) -> Html {
    nothing()
}

/// The policies of a scenario by the names that tables and legends have for them, each with its explanation.
pub fn policies(settings: &Broker) -> String {
    let placement = format!("{}: {}", settings.placement.name(), settings.placement.about());
    match settings.placement {
        Placement::Broker => {
            format!("{placement} Ties {}: {}", settings.tie_rule.name().to_lowercase(), settings.tie_rule.about())
        }
        _ => placement,
    }
}
