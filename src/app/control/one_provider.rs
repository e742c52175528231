//! A button that puts the scenario on one provider.

use yew::prelude::*;

use crate::app::context::state::Edit;
use slotscope::page::words;

#[derive(Properties, PartialEq)]
pub struct OneProviderProps {
    pub processors: u32,
    pub edit: Edit,
}

/// Puts the scenario on one provider as large as the log's machine.
#[component]
pub fn OneProvider(props: &OneProviderProps) -> Html {
    let processors = props.processors;
    let onclick = props.edit.set("platform", false).reform(move |_: MouseEvent| vec![processors].into());
    html! {
        <button type="button" class="one-provider" {onclick}>
            { format!("Use one provider of {}", words::processors(processors)) }
        </button>
    }
}
