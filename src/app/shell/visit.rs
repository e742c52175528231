//! What views tried, told to the state for a hand-in.

use yew::prelude::*;

use super::work::Work;
use crate::app::context::state::Dispatch;
use slotscope::page::classroom::answers::answers_of;
use slotscope::page::classroom::sums;
use slotscope::page::classroom::visit::VisitAction;
use slotscope::page::state::Action;

/// Tells the state which explorations, searches and sweeps have come to their end, and which answers of lessons were
/// given.
#[hook]
pub fn use_visit(dispatch: &Dispatch, work: &Work) {
    let trade_offs = &work.trading_off.trade_offs;
    let exploring = trade_offs.exploring.clone();
    let exploring = exploring.filter(|it| !it.runs.is_running());
    let number = exploring.as_ref().map(|it| it.runs.question());
    use_sum(
        dispatch,
        number,
        exploring.and_then(|it| sums::exploring(&it)),
    );
    let searching = trade_offs.searching.clone();
    let searching = searching.filter(|it| !it.is_running());
    let number = searching.as_ref().map(|it| it.round());
    use_sum(
        dispatch,
        number,
        searching.and_then(|it| sums::searching(&it)),
    );
    let sweep = work.sweeping.sweeps.sweep.clone();
    let sweep = sweep.filter(|it| !it.runs.is_running());
    let number = sweep.as_ref().map(|it| it.runs.question());
    use_sum(dispatch, number, sweep.and_then(|it| sums::sweep(&it)));
    let answers = work.teaching.lessons.open();
    let answers = answers.map(|(lesson, progress)| answers_of(lesson, progress));
    let dispatch = dispatch.clone();
    use_effect_with(answers.unwrap_or_default(), move |answers| {
        if !answers.is_empty() {
            let action = VisitAction::Answered(answers.clone());
            dispatch.dispatch(Action::Visit(action));
        }
    });
}

/// Tells of many runs that have come to their end, once for each number.
#[hook]
fn use_sum(dispatch: &Dispatch, number: Option<u32>, words: Option<String>) {
    let dispatch = dispatch.clone();
    use_effect_with(number, move |_| {
        if let Some(words) = words {
            dispatch.dispatch(Action::Visit(VisitAction::Summed(words)));
        }
    });
}
