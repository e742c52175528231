//! The request for the file that a link names.

use web_sys::File;
use yew::prelude::*;

use crate::app::context::nothing;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::control::Browse;
use slotscope::export::snapshot::{FileMark, Source};
use slotscope::page::state::{Action, Awaited, OpenAction, Origin, Search};
use slotscope::page::words;

#[derive(Properties, PartialEq)]
pub struct AwaitedCardProps {
    pub awaited: Awaited,
    /// Whether a view is shown by itself: there is nothing to go back to.
    pub only: bool,
    /// The other file that was dropped.
    pub other: Option<FileMark>,
    pub on_files: Callback<Vec<File>>,
    pub dispatch: Dispatch,
}

/// Asks for the file that a link, the last session or a project names, in place of the views of a run.
#[component]
pub fn AwaitedCard(props: &AwaitedCardProps) -> Html {
    let Source::File(mark) = &props.awaited.snapshot.workload else {
        return nothing();
    };
    if props.awaited.search == Search::UnderWay {
        return nothing();
    }
    let step = |step: fn() -> OpenAction| props.dispatch.callback(move |_: MouseEvent| Action::Open(step()));
    let file = named(mark);
    let need = match props.awaited.origin {
        Origin::Link | Origin::Paper => format!("This link shows {file}."),
        Origin::Session => format!("The last session used {file}, which was not kept."),
        Origin::Project => format!("This project needs {file}, which it does not contain."),
        Origin::HandIn => format!("This hand-in was made on {file}."),
    };
    let digest = format!("Its SHA-256 begins with {}.", mark.digest);
    let leave = match props.only {
        true => nothing(),
        false => {
            html! { <button type="button" id="awaited-leave" onclick={step(|| OpenAction::Leave)}>{ "Not now" }</button> }
        }
    };
    html! {
        <section class="awaited" id="awaited" role="alert" aria-label="A file is needed" title={digest}>
            if let Some(other) = &props.other {
                <p><strong>{ need }</strong></p>
                <p id="awaited-other">{ format!("{} is a different file: its content does not match.", named(other)) }</p>
                <div class="awaited-choices">
                    <Browse id="awaited-file" label="File of the link" on_files={&props.on_files} />
                    <button type="button" id="awaited-with" onclick={step(|| OpenAction::TakeOther { with_link: true })}>{ "Open it in the state of the link" }</button>
                    <button type="button" id="awaited-without" onclick={step(|| OpenAction::TakeOther { with_link: false })}>{ "Open the file alone" }</button>
                    { leave.clone() }
                </div>
            } else {
                <p><strong>{ need }</strong>{ " Drop it here." }</p>
                <div class="awaited-choices">
                    <Browse id="awaited-file" label="File of the link" on_files={&props.on_files} />
                    { leave }
                </div>
            }
        </section>
    }
}

fn named(mark: &FileMark) -> String {
    format!("{} ({})", mark.name, words::bytes(mark.size))
}
