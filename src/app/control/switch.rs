//! Something that is on or off.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::context::terms::Term;

#[derive(Properties, PartialEq)]
pub struct SwitchProps {
    pub id: AttrValue,
    pub label: AttrValue,
    #[prop_or_default]
    pub term: Term,
    pub on: bool,
    pub on_change: Callback<bool>,
}

/// A labelled switch.
#[component]
pub fn Switch(props: &SwitchProps) -> Html {
    let onchange = props.on_change.reform(|event: Event| event.target_unchecked_into::<HtmlInputElement>().checked());
    let tip = (!props.term.is_empty()).then_some(props.term);
    html! {
        <label class="switch" for={&props.id} data-tip={tip}>
            <span>{ &props.label }</span>
            <input type="checkbox" role="switch" id={&props.id} checked={props.on} {onchange} />
        </label>
    }
}
