//! Undo, redo, reset.

use yew::prelude::*;

use crate::app::context::state::Dispatch;
use slotscope::page::state::{Action, EditAction};

#[derive(Properties, PartialEq)]
pub struct StepsProps {
    /// What can be undone and redone, in words.
    pub steps: [Option<String>; 2],
    pub dispatch: Dispatch,
}

/// Undo, redo, reset.
#[component]
pub fn Steps(props: &StepsProps) -> Html {
    let act = |action: fn() -> Action| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(action()))
    };
    let [undo, redo] = &props.steps;
    let title = |step: &Option<String>, keys: &str| match step.as_deref() {
        None | Some("") => keys.to_owned(),
        Some(step) => format!("{step} ({keys})"),
    };
    html! {
        <div class="steps">
            <button type="button" id="undo" disabled={undo.is_none()} onclick={act(|| Action::Edit(EditAction::Undo))}
                title={title(undo, "Ctrl+Z")}>{ "Undo" }</button>
            <button type="button" id="redo" disabled={redo.is_none()} onclick={act(|| Action::Edit(EditAction::Redo))}
                title={title(redo, "Ctrl+Shift+Z")}>{ "Redo" }</button>
            <button type="button" id="reset" onclick={act(|| Action::Edit(EditAction::Reset))}
                title="Resets all controls to their state when the workload was opened">{ "Reset" }</button>
        </div>
    }
}
