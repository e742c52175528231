//! The letter of a scenario in its colour, and lines that begin with it.

use yew::prelude::*;

use crate::app::context::nothing;
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

/// Texts of scenarios, by their places, as a list; nothing without a text.
pub fn lines(
    [id, class, label]: [&'static str; 3],
    texts: impl IntoIterator<Item = (usize, String)>,
    ground: Ground,
) -> Html {
    let texts = texts.into_iter().map(|(place, text)| {
        html! { <li key={place} data-place={letter(place).to_string()}><Sign {place} {ground} />{ " " }{ text }</li> }
    });
    let lines: Vec<Html> = texts.collect();
    match lines.is_empty() {
        true => nothing(),
        false => html! { <ul {class} {id} aria-label={label}>{ for lines }</ul> },
    }
}
