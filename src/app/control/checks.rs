//! Several of a few values.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::Choice;

#[derive(Properties, PartialEq)]
pub struct ChecksProps<T: Copy + PartialEq + 'static> {
    /// Each choice's is `id-0`, `id-1` …
    pub id: &'static str,
    /// The group's accessible name.
    pub label: &'static str,
    pub choices: Vec<Choice<T>>,
    pub chosen: Vec<T>,
    /// Hears all that are chosen, in the order of the choices.
    pub on_change: Callback<Vec<T>>,
}

/// Several of a few values: check boxes, drawn as chips.
#[component]
pub fn Checks<T>(props: &ChecksProps<T>) -> Html
where
    T: Copy + PartialEq + 'static,
{
    let checks = props.choices.iter().enumerate().map(|(index, choice)| {
        let id = format!("{}-{index}", props.id);
        let (turned, label, term) = (choice.value, choice.label, choice.term);
        let (all, chosen) = (props.choices.clone(), props.chosen.clone());
        let on = chosen.contains(&turned);
        let onchange = props.on_change.reform(move |event: Event| {
            let on = event.target_unchecked_into::<HtmlInputElement>().checked();
            let values = all.iter().map(|choice| choice.value);
            let kept = values.filter(|&it| {
                if it == turned {
                    on
                } else {
                    chosen.contains(&it)
                }
            });
            kept.collect::<Vec<T>>()
        });
        html! {
            <label class="check" data-tip={term}>
                <input type="checkbox" {id} checked={on} {onchange} /><span>{ label }</span>
            </label>
        }
    });
    html! {
        <div class="checks" role="group" id={props.id} aria-label={props.label}>{ for checks }</div>
    }
}
