//! A few values side by side, one of them chosen.

use yew::prelude::*;

use super::Choice;

#[derive(Properties, PartialEq)]
pub struct SegmentedProps<T: Copy + PartialEq + 'static> {
    /// The group's id; each choice's is `id-0`, `id-1` …
    pub id: &'static str,
    /// The group's accessible name.
    pub label: &'static str,
    pub choices: &'static [Choice<T>],
    pub value: Option<T>,
    pub on_change: Callback<T>,
}

/// A few values side by side: radio buttons, drawn as one bar, or as two rows where they are many.
#[component]
pub fn Segmented<T>(props: &SegmentedProps<T>) -> Html
where
    T: Copy + PartialEq + 'static,
{
    let segments = props.choices.iter().enumerate().map(|(index, choice)| {
        let id = format!("{}-{index}", props.id);
        let on_change = props.on_change.reform({
            let value = choice.value;
            move |_: Event| value
        });
        let tip = (!choice.term.is_empty()).then_some(choice.term);
        html! {
            <label for={id.clone()} data-tip={tip}>
                <input type="radio" {id} name={props.id} checked={props.value == Some(choice.value)}
                    onchange={on_change} />
                <span>{ choice.label }</span>
            </label>
        }
    });
    let many = props.choices.len() > 4;
    html! {
        <div class={classes!("segmented", many.then_some("rows"))} role="radiogroup" id={props.id} aria-label={props.label}>
            { for segments }
        </div>
    }
}
