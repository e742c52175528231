//! Asks as soon as something is clicked, and again when the run is another.

use yew::prelude::*;

use super::Question;
use crate::app::state::{Activity, State, View};
use crate::app::views::slots;

/// Asks whatever the card needs to know, unless it is known, once the run is complete.
#[hook]
pub fn use_asking(state: &UseReducerHandle<State>, ask: &Callback<Question>) {
    let question = question(state);
    let ask = ask.clone();
    use_effect_with(question, move |question| {
        if let Some(question) = question {
            ask.emit(question.clone());
        }
    });
}

fn question(state: &State) -> Option<Question> {
    let finished = state.finished.as_ref()?;
    let is_current = state.activity == Activity::Idle && state.not_run.is_none();
    let question = match state.view {
        View::Slots => slots::question(finished, state.cursor)?,
        _ => Question {
            experiment: finished.experiment.clone(),
            watch: state.subject()?.watch(),
        },
    };
    let explained = state.explained.as_ref();
    let known = explained.is_some_and(|it| it.question.is_about(&question));
    (is_current && !known).then_some(question)
}
