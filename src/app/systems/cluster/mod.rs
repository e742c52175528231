//! The cluster on the page.

mod inside;
mod nodes;

use super::cursor;
use super::{ControlsProps, InsideProps, SystemPage};
use crate::app::context::prelude::*;
use slotscope::page::explained::Question;
use slotscope::system::cluster::Cluster;

pub use inside::{NodesSettings as InsideSettings, use_settings as use_inside_settings};

impl SystemPage for Cluster {
    fn controls(&self, props: &ControlsProps) -> Html {
        html! { <nodes::Nodes nodes={self.nodes.clone()} contents={props.contents.cloned()} edit={props.edit.clone()} /> }
    }

    /// The nodes at the cursor, and why jobs wait for them.
    fn inside(&self, props: InsideProps) -> Html {
        html! {
            <inside::Nodes system={self.clone()} finished={props.finished} settings={props.settings.cluster} ground={props.ground}
                origin={props.origin} cursor={props.cursor} explained={props.explained} view_picture={props.view_picture} dispatch={props.dispatch} />
        }
    }

    fn question(&self, finished: &Finished, cursor: Option<Time>) -> Option<Question> {
        cursor::question(finished, cursor)
    }

    /// The order by its formula, and the placement with its explanation.
    fn policies(&self) -> String {
        let placement = self.placement;
        format!("Order: {}. {}: {}", self.order.text(), placement.name(), placement.about())
    }
}
