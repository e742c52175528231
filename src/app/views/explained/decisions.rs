//! The decisions of a job, folded under a button that counts them.

use yew::prelude::*;

use slotscope::page::words;

#[derive(Properties, PartialEq)]
pub struct DecisionsProps {
    pub count: usize,
    /// Whether one of them is looked at, so that they are shown.
    pub shown: bool,
    /// Their list.
    pub children: Html,
}

#[component]
pub fn Decisions(props: &DecisionsProps) -> Html {
    let open = use_state_eq(|| props.shown);
    {
        let open = open.setter();
        use_effect_with(props.shown, move |&shown| {
            if shown {
                open.set(true);
            }
        });
    }
    let onclick = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let (sign, count) = (if *open { "▾" } else { "▸" }, words::count(props.count as i64));
    html! {
        <>
            <button type="button" id="explained-decisions" aria-expanded={open.to_string()} aria-controls="explained-list" {onclick}>
                { format!("{sign} {count} decisions") }
            </button>
            <div class="decisions" id="explained-list" hidden={!*open}>{ props.children.clone() }</div>
        </>
    }
}
