//! Orders by formula as values of a setting: those that the browser keeps, and those of the literature.

use yew::prelude::*;

use crate::app::context::nothing;
use crate::app::control::{Checks, Fold, Offer};
use crate::app::files::kept_formulas;
use slotscope::page::formula_edit::{OfferedOrder, offered_orders};
use slotscope::system::Knob;

#[derive(Properties, PartialEq)]
pub struct OrdersProps {
    /// The id of the part; that of its choices ends in `-choices`.
    pub id: AttrValue,
    pub knob: &'static Knob,
    /// The chosen orders, as the setting takes them.
    pub chosen: Vec<String>,
    pub on_change: Callback<Vec<String>>,
}

/// A part that folds, with a check box for each order; nothing for a setting that takes no formula.
#[component]
pub fn Orders(props: &OrdersProps) -> Html {
    let kept = use_memo((), |()| kept_formulas::all());
    let choices = props.knob.choices();
    let Some(choices) = choices.filter(|it| !it.by_formula.is_empty()) else {
        return nothing();
    };
    let offered = offered_orders(choices, &kept, &props.chosen);
    let texts = offered.iter().map(|it| (it.label.clone().into(), it.formula.clone().into()));
    let texts = texts.collect();
    let chosen = offered.iter().map(|it| it.chosen).collect();
    let on_turn = {
        let on_change = props.on_change.clone();
        Callback::from(move |(at, on): (usize, bool)| {
            let kept = offered.iter().enumerate();
            let kept = kept.filter(|(place, it)| if *place == at { on } else { it.chosen });
            on_change.emit(kept.map(|(_, it): (_, &OfferedOrder)| it.value.clone()).collect());
        })
    };
    let note = match props.chosen.len() {
        0 => String::new(),
        count => format!("{count} chosen"),
    };
    html! {
        <Fold id={props.id.clone()} title="Orders by formula" {note}>
            <Checks id={format!("{}-choices", props.id)} label="Orders by formula" offer={Offer::new(texts, chosen, on_turn)} />
        </Fold>
    }
}
