//! Undo, redo, reset.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::state::Dispatch;
use slotscope::page::history::Experiment;
use slotscope::page::settings::step;
use slotscope::page::state::{Action, EditAction};

#[derive(Properties, PartialEq)]
pub struct StepsProps {
    /// Whether there is something to undo, and to redo.
    pub can: (bool, bool),
    pub present: Rc<Experiment>,
    /// Where undoing leads to, and redoing.
    pub beside: [Option<Rc<Experiment>>; 2],
    pub dispatch: Dispatch,
}

/// Undo, redo, reset.
#[component]
pub fn Steps(props: &StepsProps) -> Html {
    let act = |action: fn() -> Action| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(action()))
    };
    let ((undo, redo), present, [before, next]) = (props.can, Some(&*props.present), &props.beside);
    html! {
        <div class="steps">
            <button type="button" id="undo" disabled={!undo} onclick={act(|| Action::Edit(EditAction::Undo))}
                title={title(before.as_deref(), present, "Ctrl+Z")}>{ "Undo" }</button>
            <button type="button" id="redo" disabled={!redo} onclick={act(|| Action::Edit(EditAction::Redo))}
                title={title(present, next.as_deref(), "Ctrl+Shift+Z")}>{ "Redo" }</button>
            <button type="button" id="reset" onclick={act(|| Action::Edit(EditAction::Reset))}
                title="Resets all controls to their state when the workload was opened">{ "Reset" }</button>
        </div>
    }
}

/// The step from one experiment to another, and the keys for it.
fn title(from: Option<&Experiment>, to: Option<&Experiment>, keys: &str) -> String {
    match from.zip(to).map(|(from, to)| step(&from.scenario, &to.scenario)).as_deref() {
        None | Some("") => keys.to_owned(),
        Some(step) => format!("{step} ({keys})"),
    }
}
