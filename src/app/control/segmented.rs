//! A few values side by side, one of them chosen.

use yew::prelude::*;

use super::Offer;

/// This many letters fit into one row of the side panel.
const ONE_ROW: usize = 40;

#[derive(Properties, PartialEq)]
pub struct SegmentedProps {
    /// The group's id; each choice's is `id-0`, `id-1` …
    pub id: AttrValue,
    /// The group's accessible name.
    pub label: AttrValue,
    pub offer: Offer,
}

/// A few values side by side: radio buttons, drawn as one bar, or as two rows where they are many.
#[component]
pub fn Segmented(props: &SegmentedProps) -> Html {
    let Offer { texts, chosen, on_turn } = &props.offer;
    let segments = texts.iter().zip(chosen).enumerate().map(|(index, ((label, term), &checked))| {
        let id = format!("{}-{index}", props.id);
        let onchange = on_turn.reform(move |_: Event| (index, true));
        let tip = (!term.is_empty()).then(|| term.clone());
        html! {
            <label for={id.clone()} data-tip={tip}>
                <input type="radio" {id} name={&props.id} {checked} {onchange} />
                <span>{ label }</span>
            </label>
        }
    });
    let letters: usize = texts.iter().map(|(label, _)| label.chars().count()).sum();
    let many = texts.len() > 4 || letters > ONE_ROW;
    html! {
        <div class={classes!("segmented", many.then_some("rows"))} role="radiogroup" id={&props.id} aria-label={&props.label}>
            { for segments }
        </div>
    }
}
