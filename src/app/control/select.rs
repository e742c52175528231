//! One of several values, chosen from a list.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::Offer;

#[derive(Properties, PartialEq)]
pub struct SelectProps {
    pub id: AttrValue,
    /// The accessible name, where no label stands beside it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    pub offer: Offer,
    /// Whether to leave out what the chosen one means.
    #[prop_or_default]
    pub terse: bool,
}

/// One of several values, with what the chosen one means below.
#[component]
pub fn Select(props: &SelectProps) -> Html {
    let Offer {
        texts,
        chosen,
        on_turn,
    } = &props.offer;
    let onchange = on_turn.reform(|event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        (select.selected_index().max(0) as usize, true)
    });
    let options = texts.iter().zip(chosen).map(|(&(label, _), &selected)| {
        html! { <option {selected}>{ label }</option> }
    });
    let meaning = props.offer.chosen_text().map_or("", |(_, term)| term);
    html! {
        <>
            <span class="select"><select id={&props.id} aria-label={props.label.clone()} data-tip={meaning} {onchange}>{ for options }</select></span>
            if !props.terse && !meaning.is_empty() {
                <p class="hint">{ meaning }</p>
            }
        </>
    }
}
