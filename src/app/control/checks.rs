//! Several of a few values.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::Offer;

#[derive(Properties, PartialEq)]
pub struct ChecksProps {
    /// The group's id; each choice's is `id-0`, `id-1` …
    pub id: AttrValue,
    /// The group's accessible name.
    pub label: &'static str,
    pub offer: Offer,
}

/// Several of a few values: check boxes, drawn as chips.
#[component]
pub fn Checks(props: &ChecksProps) -> Html {
    let Offer { texts, chosen, on_turn } = &props.offer;
    let checks = texts.iter().zip(chosen).enumerate().map(|(index, ((label, term), &checked))| {
        let id = format!("{}-{index}", props.id);
        let onchange = on_turn.reform(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            (index, input.checked())
        });
        html! {
            <label class="check" data-tip={term}>
                <input type="checkbox" {id} {checked} {onchange} /><span>{ label }</span>
            </label>
        }
    });
    html! {
        <div class="checks" role="group" id={props.id.clone()} aria-label={props.label}>{ for checks }</div>
    }
}
