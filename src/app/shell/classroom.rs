//! The ways to the dialogs of exercises for a class, and what stands in their place while their code is missing.

use yew::prelude::*;

use crate::app::context::state::Dispatch;
use crate::app::context::terms;
use crate::app::control::Dialog;
use slotscope::page::classroom::{ClassroomAction, Overlay};
use slotscope::page::state::Action;

#[derive(Properties, PartialEq)]
pub struct HandInButtonProps {
    /// How many hand-ins are under review.
    pub reviewed: usize,
    pub dispatch: Dispatch,
}

/// The button that opens *Hand in*; where there are hand-ins to review, that of *Review* stands in its place. The export
/// menu has both.
#[component]
pub fn HandInButton(props: &HandInButtonProps) -> Html {
    let show = |overlay| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(open(overlay)))
    };
    html! {
        if props.reviewed > 0 {
            <button type="button" id="review-open" aria-haspopup="dialog" onclick={show(Overlay::Review)}>{ format!("Review ({})", props.reviewed) }</button>
        } else {
            <button type="button" id="hand-in-open" aria-haspopup="dialog" onclick={show(Overlay::HandIn)}
                data-tip={terms::HAND_IN}>{ "Hand in" }</button>
        }
    }
}

fn open(overlay: Overlay) -> Action {
    Action::Classroom(ClassroomAction::Show(Some(overlay)))
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
    let on_close = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |()| dispatch.dispatch(Action::Classroom(ClassroomAction::Show(None))))
    };
    let try_again = props.on_try_again.reform(|_: MouseEvent| ());
    html! {
        <Dialog id="classroom-missing" title="Not available" open={props.open} {on_close}>
            <p>{ "This dialog could not be fetched: the network or the server is unavailable, or a newer version of the page has been published. Your work is kept. Try again; if that does not help, copy the link and reload the page." }</p>
            <div class="table-actions"><button type="button" class="primary" onclick={try_again}>{ "Try again" }</button></div>
        </Dialog>
    }
}
