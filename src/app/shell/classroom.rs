//! The ways to the dialogs of exercises for a class, and what stands in their place while their code is missing.

use yew::prelude::*;

use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::context::terms;
use crate::app::control::Dialog;
use slotscope::page::classroom::{ClassroomAction, Overlay};
use slotscope::page::state::Action;

#[derive(Properties, PartialEq)]
pub struct ClassroomButtonProps {
    /// The dialog that it opens.
    pub overlay: Overlay,
    pub dispatch: Dispatch,
}

/// A button that opens a dialog of the classroom.
#[component]
pub fn ClassroomButton(props: &ClassroomButtonProps) -> Html {
    let (overlay, dispatch) = (props.overlay, props.dispatch.clone());
    let show = move |_: MouseEvent| dispatch.dispatch(Action::Classroom(ClassroomAction::Show(Some(overlay))));
    let (id, label, tip) = match overlay {
        Overlay::HandIn => ("hand-in-open", "Hand in", Some(terms::HAND_IN)),
        Overlay::Review => ("review-open", "Review hand-ins", None),
    };
    html! { <button type="button" {id} aria-haspopup="dialog" onclick={show} data-tip={tip}>{ label }</button> }
}

#[derive(Properties, PartialEq)]
pub struct ClassroomMissingProps {
    pub open: bool,
    pub on_try_again: Callback<()>,
    pub dispatch: Dispatch,
}

/// Stands in place of a dialog whose code did not arrive.
#[component]
pub fn ClassroomMissing(props: &ClassroomMissingProps) -> Html {
    let on_close = props.dispatch.callback(|()| Action::Classroom(ClassroomAction::Show(None)));
    let try_again = props.on_try_again.reform(|_: MouseEvent| ());
    html! {
        <Dialog id="classroom-missing" title="Not available" open={props.open} {on_close}>
            <p>{ "This dialog could not be fetched: the network or the server is unavailable, or a newer version of the page has been published. Your work is kept. Try again; if that does not help, copy the link and reload the page." }</p>
            <div class="table-actions"><button type="button" class="primary" onclick={try_again}>{ "Try again" }</button></div>
        </Dialog>
    }
}
