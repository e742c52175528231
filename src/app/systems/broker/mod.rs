//! Brokers and agents on the page.

mod inside;

use super::{InsideProps, SystemPage};
use crate::app::context::prelude::*;
use slotscope::system::broker::{Broker, Placement};

pub use inside::{MessagesSettings as InsideSettings, use_settings as use_inside_settings};

impl SystemPage for Broker {
    /// The messages of brokers and agents.
    fn inside(&self, props: InsideProps) -> Html {
        html! {
            <inside::Messages finished={props.finished} settings={props.settings.broker} ground={props.ground}
                origin={props.origin} view_picture={props.view_picture} />
        }
    }

    fn policies(&self) -> String {
        let placement = format!("{}: {}", self.placement.name(), self.placement.about());
        match self.placement {
            Placement::Broker => {
                format!("{placement} Ties {}: {}", self.tie_rule.name().to_lowercase(), self.tie_rule.about())
            }
            _ => placement,
        }
    }
}
