//! The cluster on the page.

mod inside;
mod nodes;

use yew::prelude::*;

use crate::app::context::nothing;

use super::{ControlsProps, InsideProps, PlayerProps};
pub use inside::{NodesSettings as InsideSettings, use_settings as use_inside_settings};
use slotscope::page::explained::Question;
use slotscope::page::state::Finished;
use slotscope::system::cluster::Cluster;
use slotscope::workload::Time;

pub fn controls(settings: &Cluster, props: &ControlsProps) -> Html {
    html! { <nodes::Nodes nodes={settings.nodes.clone()} contents={props.contents.cloned()} edit={props.edit.clone()} /> }
}

/// The order by its formula, and the placement with its explanation.
pub fn policies(settings: &Cluster) -> String {
    let placement = settings.placement;
    format!("Order: {}. {}: {}", settings.order.text(), placement.name(), placement.about())
}

/// The nodes at the cursor, and why jobs wait for them.
pub fn inside(settings: &Cluster, props: InsideProps) -> Html {
    html! {
        <inside::Nodes system={settings.clone()} finished={props.finished} settings={props.settings.cluster} ground={props.ground}
            origin={props.origin} cursor={props.cursor} explained={props.explained} view_picture={props.view_picture} dispatch={props.dispatch} />
    }
}

pub fn question(_: &Cluster, finished: &Finished, cursor: Option<Time>) -> Option<Question> {
    inside::question(finished, cursor)
}

pub fn beside_player(_: &Cluster, _: PlayerProps) -> Html {
    nothing()
}
