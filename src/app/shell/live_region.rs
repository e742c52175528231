//! The result of a run, for screen readers.

use std::rc::Rc;

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use slotscope::page::run_told::run_told;
use slotscope::page::state::Finished;

#[derive(Properties, PartialEq)]
pub struct SpokenProps {
    pub finished: Option<Rc<Finished>>,
}

/// A knob that is being turned makes many runs: the last is told, once it has been so for a while.
const REST_MS: u32 = 700;

/// A status line that is heard and not seen.
#[component]
pub fn LiveRegion(props: &SpokenProps) -> Html {
    let told = use_state_eq(String::new);
    let before = use_mut_ref(|| None::<Rc<Finished>>);
    {
        let told = told.setter();
        use_effect_with(props.finished.clone(), move |finished| {
            let timeout = finished.clone().map(|finished| {
                Timeout::new(REST_MS, move || {
                    let before = before.replace(Some(finished.clone()));
                    told.set(run_told(&finished, before.as_deref()));
                })
            });
            move || drop(timeout)
        });
    }
    html! { <p class="for-screen-readers" role="status" id="run-told">{ (*told).clone() }</p> }
}
