//! Co-allocation on the page.

mod inside;

use super::{InsideProps, SystemPage};
use crate::app::context::prelude::*;
use slotscope::system::co_allocation::CoAllocation;

pub use inside::{IdlePeriodsSettings as InsideSettings, use_settings as use_inside_settings};

impl SystemPage for CoAllocation {
    /// The idle periods at the cursor, and a search among them.
    fn inside(&self, props: InsideProps) -> Html {
        html! {
            <inside::IdlePeriods system={self.clone()} finished={props.finished} settings={props.settings.co_allocation}
                ground={props.ground} origin={props.origin} cursor={props.cursor} view_picture={props.view_picture} dispatch={props.dispatch} />
        }
    }

    fn policies(&self) -> String {
        let (by, length) = (self.selection, self.length);
        format!("{}: {} {}: {}", by.name(), by.about(), length.name(), length.about())
    }
}
