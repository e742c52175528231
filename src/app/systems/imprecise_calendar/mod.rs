//! Imprecise calendars on the page.

mod inside;

use super::cursor;
use super::{InsideProps, SystemPage};
use crate::app::context::prelude::*;
use slotscope::page::explained::Question;
use slotscope::system::imprecise_calendar::ImpreciseCalendar;

/// The settings of its inside view are in links: the page has them.
#[derive(Clone, PartialEq)]
pub struct InsideSettings;

#[hook]
pub fn use_inside_settings() -> InsideSettings {
    InsideSettings
}

impl SystemPage for ImpreciseCalendar {
    /// The calendar at the cursor.
    fn inside(&self, props: InsideProps) -> Html {
        html! {
            <inside::Calendar system={self.clone()} finished={props.finished} ground={props.ground}
                origin={props.origin} cursor={props.cursor} opened={props.opened} explained={props.explained}
                view_picture={props.view_picture} dispatch={props.dispatch} />
        }
    }

    fn question(&self, finished: &Finished, cursor: Option<Time>) -> Option<Question> {
        cursor::question(finished, cursor)
    }

    fn policies(&self) -> String {
        let it = self.configuration;
        format!("{}: {}", it.name(), it.about())
    }
}
