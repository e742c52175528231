//! Which jobs are highlighted, wherever one is.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::nothing;
use crate::app::context::state::{Callbacks, Dispatch};
use slotscope::page::state::{Action, ViewAction};
use slotscope::page::words;

#[derive(Properties, PartialEq)]
pub struct SelectedProps {
    /// By their numbers.
    pub selected: Rc<[u64]>,
    pub dispatch: Dispatch,
}

/// How many jobs are highlighted, and a way to let go of them; nothing if none is.
#[component]
pub fn Selected(props: &SelectedProps) -> Html {
    if props.selected.is_empty() {
        return nothing();
    }
    let onclick = props.dispatch.callback(move |_: MouseEvent| Action::View(ViewAction::Select(Rc::default())));
    html! {
        <span class="selected-chip" id="selected" data-count={props.selected.len().to_string()}>
            <span role="status">{ format!("{} selected", words::plural(props.selected.len(), "job")) }</span>
            <button type="button" class="icon" id="unselect" aria-label="Select no job" {onclick}>{ "×" }</button>
        </span>
    }
}
