//! Brokers and agents on the page.

mod choices;
mod controls;
mod links;

use yew::prelude::*;

use super::{ControlsProps, InsideProps, PlayerProps};
use crate::page::explained::Question;
use crate::page::state::Finished;
use crate::system::broker::Broker;
use crate::workload::Time;
pub use choices::policies;

/// What a person has set in the inside view. The page keeps it while other views are shown.
#[derive(Clone, PartialEq)]
pub struct InsideSettings {}

/// The settings, as the view begins with them.
#[hook]
pub fn use_inside_settings() -> InsideSettings {
    InsideSettings {}
}

pub fn controls(settings: &Broker, props: &ControlsProps) -> Html {
    let nodes = props.scenario.platform.len();
    html! {
        <>
            <controls::Controls options={settings.clone()} {nodes} edit={props.edit.clone()} />
            { props.children.clone() }
        </>
    }
}

/// The messages of brokers and agents.
pub fn inside(_: &Broker, _: InsideProps) -> Html {
    Html::default()
}

pub fn question(_: &Broker, _: &Finished, _: Option<Time>) -> Option<Question> {
    None
}

pub fn beside_player(_: &Broker, _: PlayerProps) -> Html {
    Html::default()
}
