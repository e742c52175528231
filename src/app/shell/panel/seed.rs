//! The seed: any whole number of 64 bits, more than a number field of the browser holds.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::context::terms;
use crate::app::control::Field;

#[derive(Properties, PartialEq)]
pub struct SeedProps {
    pub seed: u64,
    pub on_change: Callback<u64>,
}

/// The seed. An invalid seed is marked and not passed on.
#[component]
pub fn Seed(props: &SeedProps) -> Html {
    let typed = use_state(|| None::<String>);
    let wrong = typed.as_ref().is_some_and(|text| read(text).is_none());
    let shown = typed.as_ref().map_or_else(|| props.seed.to_string(), Clone::clone);
    let oninput = {
        let (typed, on_change) = (typed.clone(), props.on_change.clone());
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            if let Some(seed) = read(&text) {
                on_change.emit(seed);
            }
            typed.set(Some(text));
        })
    };
    // Once left, the field shows what counts.
    let onblur = Callback::from(move |_: FocusEvent| typed.set(None));
    html! {
        <Field of="seed" label="Seed" term={terms::SEED}>
            <span class={classes!("number", wrong.then_some("is-wrong"))}>
                <input type="text" id="seed" inputmode="numeric" value={shown} autocomplete="off"
                    aria-invalid={wrong.to_string()} {oninput} {onblur} />
                if wrong {
                    <span class="wrong" role="alert">{ format!("a whole number from 0 to {}", u64::MAX) }</span>
                }
            </span>
        </Field>
    }
}

fn read(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}
