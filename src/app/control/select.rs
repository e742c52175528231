//! One of several values, chosen from a list.

use yew::prelude::*;

use super::{List, Offer};

#[derive(Properties, PartialEq)]
pub struct SelectProps {
    pub id: AttrValue,
    /// The accessible name, where no label stands beside it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    pub offer: Offer,
    /// Whether to leave out the explanation of the chosen value.
    #[prop_or_default]
    pub terse: bool,
}

/// One of several values, with the explanation of the chosen one below.
#[component]
pub fn Select(props: &SelectProps) -> Html {
    let Offer { texts, chosen, on_turn } = &props.offer;
    let options: Vec<AttrValue> = texts.iter().map(|(label, _)| label.clone()).collect();
    let chosen = chosen.iter().position(|&it| it);
    let meaning = props.offer.chosen_text().map_or(AttrValue::default(), |(_, term)| term);
    let on_choose = on_turn.reform(|at| (at, true));
    html! {
        <>
            <List id={&props.id} label={props.label.clone()} tip={meaning.clone()} {options} {chosen} {on_choose} />
            if !props.terse && !meaning.is_empty() {
                <p class="hint">{ meaning }</p>
            }
        </>
    }
}
