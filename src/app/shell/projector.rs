//! The button that turns the page for a projector.

use yew::prelude::*;

use crate::app::context::state::{Callbacks, Dispatch};
use slotscope::page::state::{Action, LayoutAction};

#[derive(Properties, PartialEq)]
pub struct ButtonProps {
    pub on: bool,
    pub dispatch: Dispatch,
}

/// Draws the view for a projector, or no longer.
#[component]
pub fn ProjectorButton(props: &ButtonProps) -> Html {
    let onclick = props.dispatch.callback(|_: MouseEvent| Action::Layout(LayoutAction::Projector));
    html! {
        <button type="button" class="icon projector-button" id="projector" {onclick} aria-label="Projector" title="Projector (P)"
            aria-pressed={props.on.to_string()}>
            <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M2 3.5h16M3.5 3.5v9h13v-9M10 12.5v2M6.5 17.5l3.5-3 3.5 3" /></svg>
        </button>
    }
}
