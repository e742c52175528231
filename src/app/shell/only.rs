//! A view by itself, within a slide or a page of a course: no panel, header or tabs, but all that it
//! answers to.

use yew::prelude::*;

use super::notice::Notices;
use super::state::Dispatch;
use super::tip::Tips;
use crate::page::state::Notice;
use crate::page::view::View;

#[derive(Properties, PartialEq)]
pub struct OnlyProps {
    pub view: View,
    /// The whole page with what is shown here.
    pub link: Option<String>,
    /// What stands in the way of a run, or is asked of the person.
    pub troubles: Html,
    pub notices: Vec<Notice>,
    pub dispatch: Dispatch,
    /// Hears that a control was let go.
    pub on_settle: Callback<Event>,
    pub children: Html,
}

/// A view by itself, with a way to the whole page.
#[component]
pub fn Only(props: &OnlyProps) -> Html {
    let view = props.view;
    html! {
        <div class="page only" onchange={&props.on_settle}>
            <main class="main">
                { props.troubles.clone() }
                <section class="view" id={format!("view-{}", view.id())} aria-label={view.title()}>
                    { props.children.clone() }
                </section>
                <p class="whole-page">
                    <a id="whole-page" href={props.link.clone()} target="_blank" rel="noopener">{ "Open in Slotscope" }</a>
                </p>
            </main>
            <Notices notices={props.notices.clone()} dispatch={props.dispatch.clone()} />
            <Tips />
        </div>
    }
}
