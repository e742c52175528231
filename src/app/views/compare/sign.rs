//! The letter of a scenario in its colour.

use yew::prelude::*;

use crate::app::context::theme::Ground;
use slotscope::experiment::words::differences::letter;

#[derive(Properties, PartialEq)]
pub struct SignProps {
    pub place: usize,
    pub ground: Ground,
}

/// The letter of a scenario, underlined in its colour.
#[component]
pub fn Sign(props: &SignProps) -> Html {
    let colour = props.ground.theme().compared(props.place).css();
    html! { <span class="sign" ~style={format!("--series: {colour}")}>{ letter(props.place) }</span> }
}
