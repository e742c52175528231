//! Time goes forward by itself, from instant to instant of the run.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use crate::app::context::state::Dispatch;
use slotscope::page::state::{Action, ViewAction};
use slotscope::workload::Time;

/// Each instant is looked at for this many milliseconds.
const PACE: u32 = 400;

#[derive(Properties, PartialEq)]
pub struct ForwardProps {
    /// Whether the state at the cursor has arrived.
    pub is_told: bool,
    /// The next instant; none after the last.
    pub next: Option<Time>,
    pub dispatch: Dispatch,
}

/// A button that plays and pauses.
#[component]
pub fn Forward(props: &ForwardProps) -> Html {
    let plays = use_state_eq(|| false);
    {
        let (dispatch, setter) = (props.dispatch.clone(), plays.setter());
        use_effect_with((*plays, props.is_told, props.next), move |&state| {
            let timeout = match state {
                (true, true, Some(next)) => Some(Timeout::new(PACE, move || {
                    dispatch.dispatch(Action::View(ViewAction::Cursor(next)));
                })),
                (true, true, None) => {
                    setter.set(false);
                    None
                }
                _ => None,
            };
            move || drop(timeout)
        });
    }
    let (label, tip) = if *plays {
        ("Pause", "Stays at this moment.")
    } else {
        ("Play", "Advances from event to event: slots are split, and jobs become firm.")
    };
    let toggle = {
        let plays = plays.clone();
        Callback::from(move |_: MouseEvent| plays.set(!*plays))
    };
    html! {
        <button type="button" id="calendar-play" aria-pressed={plays.to_string()} data-tip={tip} onclick={toggle}>{ label }</button>
    }
}
