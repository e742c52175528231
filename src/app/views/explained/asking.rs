//! Asks as soon as something is clicked, and again when the run is another.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use crate::app::context::state::StateHandle;
use crate::app::systems;
use slotscope::page::explained::Question;
use slotscope::page::state::{Activity, State};
use slotscope::page::view::View;

/// In the player a moment is asked about when the cursor has stood there for this many milliseconds: not
/// while it is dragged from one to the next.
const REST: u32 = 150;

/// Asks whatever the view needs to know, unless it is known, once the run is complete. In the player
/// nothing while time is `playing`: each moment would be past when the answer is there.
#[hook]
pub fn use_asking(state: &StateHandle, playing: bool, ask: &Callback<Question>) {
    let question = question(state, playing);
    let ask = ask.clone();
    use_effect_with(question, move |question| {
        let rest = question.clone().and_then(|(rests, question)| {
            if rests {
                return Some(Timeout::new(REST, move || ask.emit(question)));
            }
            ask.emit(question);
            None
        });
        move || drop(rest)
    });
}

/// The question, and whether the cursor has to rest before.
fn question(state: &State, playing: bool) -> Option<(bool, Question)> {
    let finished = state.run.finished.as_ref()?;
    let plays = state.view.shown == View::Play;
    if playing && plays {
        return None;
    }
    let is_current = state.run.activity == Activity::Idle && state.run.not_run.is_none();
    let question = match state.view.shown {
        View::Slots => systems::question(finished, state.view.cursor)?,
        _ => Question { experiment: finished.experiment.clone(), watch: state.view.subject()?.watch() },
    };
    let known = state.view.explained.as_ref().is_some_and(|it| it.question.is_about(&question));
    (is_current && !known).then_some((plays, question))
}
