//! The failures of the whole run.

use std::rc::Rc;

use yew::prelude::*;

use slotscope::chart::messages::Failures;
use slotscope::page::state::Finished;
use slotscope::page::words;

#[derive(Properties, PartialEq)]
pub struct TroubleProps {
    pub finished: Rc<Finished>,
}

/// The number of failures of each kind, or that there were none.
#[component]
pub fn Trouble(props: &TroubleProps) -> Html {
    let found = Failures::of(&props.finished.run.messages);
    if found == Failures::default() {
        return html! { <p class="hint" id="message-trouble">{ "Every message of this run was read, and every confirmed task reserved." }</p> };
    }
    let rows = found.listed().into_iter().map(|(name, count, meaning)| {
        html! {
            <div data-tip={meaning} data-of={name}><dt>{ name }</dt><dd>{ words::count(count as i64) }</dd></div>
        }
    });
    html! {
        <section id="message-trouble" aria-label="Failures">
            <h2>{ "Failures" }</h2>
            <dl class="facts">{ for rows }</dl>
        </section>
    }
}
