//! One of several values, chosen from a list.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::Choice;

#[derive(Properties, PartialEq)]
pub struct SelectProps<T: Copy + PartialEq + 'static> {
    pub id: AttrValue,
    /// The accessible name, where no label stands beside it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    pub choices: &'static [Choice<T>],
    pub value: T,
    /// Whether to leave out what the chosen one means.
    #[prop_or_default]
    pub terse: bool,
    pub on_change: Callback<T>,
}

/// One of several values, with what the chosen one means below.
#[component]
pub fn Select<T>(props: &SelectProps<T>) -> Html
where
    T: Copy + PartialEq + 'static,
{
    let choices = props.choices;
    let on_change = props.on_change.clone();
    let onchange = Callback::from(move |event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        if let Some(choice) = choices.get(select.selected_index().max(0) as usize) {
            on_change.emit(choice.value);
        }
    });
    let chosen = choices.iter().find(|choice| choice.value == props.value);
    let options = choices.iter().map(|choice| {
        html! { <option selected={choice.value == props.value}>{ choice.label }</option> }
    });
    html! {
        <>
            <span class="select"><select id={&props.id} aria-label={props.label.clone()} {onchange}>{ for options }</select></span>
            if let Some(choice) = chosen.filter(|choice| !props.terse && !choice.term.is_empty()) {
                <p class="hint">{ choice.term }</p>
            }
        </>
    }
}
