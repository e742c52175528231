//! A view by itself, within a slide or a page of a course: no panel, header or tabs, but all that it
//! answers to.

use yew::prelude::*;

use super::notice::Notices;
use super::tip::Tips;
use crate::app::context::state::Dispatch;
use slotscope::page::state::Notice;
use slotscope::page::view::View;

#[derive(Properties, PartialEq)]
pub struct OnlyProps {
    pub view: View,
    /// The system's name for its inside view.
    pub inside: &'static str,
    /// The line that tells which run it is.
    pub line: Html,
    /// A link to the whole page in the state in which this view last was at rest.
    pub link: Option<AttrValue>,
    /// Makes the link to the present state.
    pub present_link: Callback<(), Option<String>>,
    /// Failures of a run, and requests to the user.
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
    // A moving view, such as the player, gets its link when the link is followed, not at every frame.
    let asked = use_state_eq(|| None);
    {
        let asked = asked.setter();
        use_effect_with(props.link.clone(), move |_| asked.set(None));
    }
    let ask = {
        let (present_link, asked) = (props.present_link.clone(), asked.setter());
        Callback::from(move |()| asked.set(present_link.emit(()).map(AttrValue::from)))
    };
    let href = (*asked).clone().or_else(|| props.link.clone());
    html! {
        <div class="page only" onchange={&props.on_settle}>
            <main class="main">
                { props.line.clone() }
                { props.troubles.clone() }
                <section class="view" id={format!("view-{}", view.id())} aria-label={view.title(props.inside)}>
                    { props.children.clone() }
                </section>
                <p class="whole-page">
                    <a id="whole-page" {href} target="_blank" rel="noopener" onpointerdown={ask.reform(|_| ())}
                        onfocus={ask.reform(|_| ())} onkeydown={ask.reform(|_| ())}>{ "Open in Slotscope" }</a>
                </p>
            </main>
            <Notices notices={props.notices.clone()} dispatch={props.dispatch.clone()} />
            <Tips />
        </div>
    }
}
