//! The cluster on the page.

mod inside;
mod nodes;

use super::cursor;
use super::{ControlsProps, InsideProps, PlayerProps};
use crate::app::context::prelude::*;
use slotscope::page::explained::Question;
use slotscope::system::cluster::Cluster;

pub use inside::{NodesSettings as InsideSettings, use_settings as use_inside_settings};

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
    cursor::question(finished, cursor)
}

pub fn beside_player(_: &Cluster, _: PlayerProps) -> Html {
    nothing()
}
