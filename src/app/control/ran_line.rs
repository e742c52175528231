//! The line to which a form folds once its runs have begun.

use web_sys::Element;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct RanLineProps {
    /// Begins the ids: `curves` for `curves-ran` and `curves-change`; the fields are `curves-fields`.
    pub of: &'static str,
    /// What was run, in a line.
    pub ran: AttrValue,
    pub folded: bool,
    pub on_fold: Callback<bool>,
}

/// What was run, and the button that opens the form or folds it.
#[component]
pub fn RanLine(props: &RanLineProps) -> Html {
    let (of, folded) = (props.of, props.folded);
    let onclick = props.on_fold.reform(move |_: MouseEvent| !folded);
    html! {
        <div class="ran-line">
            <p id={format!("{of}-ran")}>{ &props.ran }</p>
            <button type="button" id={format!("{of}-change")} {onclick} aria-expanded={(!folded).to_string()}
                aria-controls={format!("{of}-fields")}>{ if folded { "Change" } else { "Hide settings" } }</button>
        </div>
    }
}

/// The element that scrolls a form and its results: when the form folds it scrolls to its top, where the line and the
/// first results are.
#[hook]
pub fn use_top_when_folded(folded: bool) -> NodeRef {
    let node = use_node_ref();
    let scrolled = node.clone();
    use_effect_with(folded, move |folded| {
        if let Some(element) = scrolled.cast::<Element>().filter(|_| *folded) {
            element.set_scroll_top(0);
        }
    });
    node
}
