//! Undo, redo, reset.

use yew::prelude::*;

use crate::app::context::state::Dispatch;
use slotscope::page::state::{Action, EditAction};

#[derive(Properties, PartialEq)]
pub struct StepsProps {
    /// Whether there is something to undo, and to redo.
    pub can: (bool, bool),
    pub dispatch: Dispatch,
}

/// Undo, redo, reset.
#[component]
pub fn Steps(props: &StepsProps) -> Html {
    let act = |action: fn() -> Action| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(action()))
    };
    let (undo, redo) = props.can;
    html! {
        <div class="steps">
            <button type="button" id="undo" disabled={!undo} onclick={act(|| Action::Edit(EditAction::Undo))}
                title="Ctrl+Z">{ "Undo" }</button>
            <button type="button" id="redo" disabled={!redo} onclick={act(|| Action::Edit(EditAction::Redo))}
                title="Ctrl+Shift+Z">{ "Redo" }</button>
            <button type="button" id="reset" onclick={act(|| Action::Edit(EditAction::Reset))}
                title="Resets all controls to their state when the workload was opened">{ "Reset" }</button>
        </div>
    }
}
