//! Why the present scenario has no run, and the remedy.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::state::{Callbacks, Dispatch};
use slotscope::experiment::System;
use slotscope::page::history::SAMPLE;
use slotscope::page::state::{Action, EditAction, NotRun};

#[derive(Properties, PartialEq)]
pub struct NotRunLineProps {
    pub not_run: NotRun,
    /// Whether there is a picture of an earlier run.
    pub has_picture: bool,
    /// Another system that can run the workload.
    pub other: Option<System>,
    pub dispatch: Dispatch,
    pub on_try_again: Callback<()>,
}

/// Says why the scenario was not run, and offers to try again where that may help. A page that has shown nothing yet opens
/// with the same scenario after a reload: there the line offers the ways out.
#[component]
pub fn NotRunLine(props: &NotRunLineProps) -> Html {
    let said = match &props.not_run {
        NotRun::Refused(why) => format!("This scenario cannot be run: {why}."),
        NotRun::Lost(why) => format!("The run of this scenario was lost: {why}."),
        NotRun::Cancelled => "This scenario was not run: its run was cancelled.".to_owned(),
    };
    let picture = if props.has_picture { " The picture still shows the previous run." } else { "" };
    let label = match &props.not_run {
        NotRun::Refused(_) => None,
        NotRun::Lost(_) => Some("Try again"),
        NotRun::Cancelled => Some("Run"),
    };
    let try_again = props.on_try_again.reform(|_: MouseEvent| ());
    let other = props.other.as_ref().map(|system| {
        let (key, name) = (system.model().key(), system.model().name());
        let onclick = props.dispatch.callback(move |_: MouseEvent| Action::Edit(EditAction::System(key)));
        html! { <button type="button" id="other-system" {onclick}>{ format!("Use {name}") }</button> }
    });
    let begin_anew = props.dispatch.callback(|_: MouseEvent| Action::Edit(EditAction::Take(Box::default(), SAMPLE)));
    html! {
        <div class="refused" role="alert" id="refused">
            <p>{ said + picture }</p>
            if let Some(label) = label {
                <button type="button" id="run-again" onclick={try_again}>{ label }</button>
            }
            if !props.has_picture {
                { for other }
                <button type="button" id="begin-anew" onclick={begin_anew} title="The sample with its usual settings; Undo brings this scenario back">{ "Begin anew" }</button>
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct NoWorkerLineProps {
    pub why: Rc<str>,
    pub on_try_again: Callback<()>,
}

/// Says that there is no worker, and offers to try again.
#[component]
pub fn NoWorkerLine(props: &NoWorkerLineProps) -> Html {
    let try_again = props.on_try_again.reform(|_: MouseEvent| ());
    html! {
        <div class="refused" role="alert" id="no-worker">
            <p>{ format!("Nothing can be computed: the page\u{2019}s worker does not start ({}). Requests are held until it does.", props.why) }</p>
            <button type="button" id="start-again" onclick={try_again}>{ "Try again" }</button>
        </div>
    }
}
