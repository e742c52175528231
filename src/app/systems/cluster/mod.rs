//! The cluster on the page.

mod controls;

use yew::prelude::*;

use super::{ControlsProps, InsideProps, PlayerProps};
use slotscope::page::explained::Question;
use slotscope::page::state::Finished;
use slotscope::system::SystemModel;
use slotscope::system::cluster::Cluster;
use slotscope::workload::Time;

/// The settings of the view, which the page keeps while other views are shown.
#[derive(Clone, PartialEq)]
pub struct InsideSettings;

#[hook]
pub fn use_inside_settings() -> InsideSettings {
    InsideSettings
}

pub fn controls(settings: &Cluster, props: &ControlsProps) -> Html {
    html! {
        <controls::Controls options={settings.clone()} contents={props.contents.cloned()}
            providers={props.scenario.platform.len()} edit={props.edit.clone()}>
            { props.children.clone() }
        </controls::Controls>
    }
}

/// The order by its formula, and the placement with its explanation.
pub fn policies(settings: &Cluster) -> String {
    let placement = settings.placement;
    format!(
        "Order: {}. {}: {}",
        settings.order.text(),
        placement.name(),
        placement.about()
    )
}

pub fn inside(settings: &Cluster, _props: InsideProps) -> Html {
    html! { <p class="hint">{ settings.inside_about() }</p> }
}

pub fn question(_: &Cluster, _: &Finished, _: Option<Time>) -> Option<Question> {
    None
}

pub fn beside_player(_: &Cluster, _: PlayerProps) -> Html {
    Html::default()
}
