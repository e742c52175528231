//! What views tried, told to the state for a hand-in.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::clock::now;
use crate::app::context::state::{Dispatch, StateHandle};
use slotscope::page::classroom::answers::answers_of;
use slotscope::page::classroom::sums;
use slotscope::page::classroom::visit::VisitAction;
use slotscope::page::state::Action;

/// Tells the state which explorations, searches and sweeps have come to their end, and which answers of lessons were
/// given.
#[hook]
pub fn use_visit(state: &StateHandle) {
    let (dispatch, trade_offs) = (&state.dispatcher(), &state.trade_off);
    let exploring = trade_offs.exploring.clone();
    let exploring = exploring.filter(|it| !it.runs.is_running() && !it.is_brief());
    let number = exploring.as_ref().map(|it| it.runs.question());
    use_sum(dispatch, number, exploring, sums::exploring);
    let searching = trade_offs.searching.clone();
    let searching = searching.filter(|it| !it.is_running());
    let number = searching.as_ref().map(|it| it.round());
    use_sum(dispatch, number, searching, sums::searching);
    let sweep = state.curves.sweep.clone();
    let sweep = sweep.filter(|it| !it.runs.is_running() && !state.curves.is_live);
    let number = sweep.as_ref().map(|it| it.runs.question());
    use_sum(dispatch, number, sweep, sums::sweep);
    let (dispatch, lessons) = (dispatch.clone(), state.lessons.clone());
    // It changes with each answer.
    use_effect_with(lessons.result(), move |_| {
        let open = lessons.open();
        let answers = open.map_or_else(Vec::new, |(lesson, progress)| answers_of(lesson, progress));
        if !answers.is_empty() {
            dispatch.dispatch(Action::Visit(VisitAction::Answered(answers)));
        }
    });
}

/// Tells of many runs that have come to their end, once for each number, in the words of `sum`.
#[hook]
fn use_sum<T: 'static>(dispatch: &Dispatch, number: Option<u32>, runs: Option<Rc<T>>, sum: fn(&T) -> Option<String>) {
    let dispatch = dispatch.clone();
    use_effect_with(number, move |_| {
        if let Some(words) = runs.and_then(|it| sum(&it)) {
            let action = VisitAction::Summed(words, now() / 1000.0);
            dispatch.dispatch(Action::Visit(action));
        }
    });
}
