//! The answer of a comparison, above its charts.

use std::rc::Rc;

use yew::prelude::*;

use super::sign::Sign;
use crate::app::context::nothing;
use crate::app::context::theme::Ground;
use slotscope::page::compare::Sight;

#[derive(Properties, PartialEq)]
pub struct AnswerProps {
    pub sight: Rc<Sight>,
    /// How the scenarios differ, in words.
    pub names: Rc<Vec<String>>,
    pub baseline: usize,
    pub ground: Ground,
}

/// A sentence for each scenario beside the baseline, once both have run.
#[component]
pub fn Answer(props: &AnswerProps) -> Html {
    let told = (props.sight.clone(), props.names.clone(), props.baseline);
    let answers = use_memo(told, |(sight, names, baseline)| sight.answers(names, *baseline));
    if answers.is_empty() {
        return nothing();
    }
    let lines = answers.iter().map(|(place, text)| {
        html! { <li key={*place}><Sign place={*place} ground={props.ground} />{ " " }{ text }{ "." }</li> }
    });
    html! { <ul class="compare-answers" id="compare-answer" aria-label="Answer">{ for lines }</ul> }
}
