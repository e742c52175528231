//! What is said to the person at the edge of the page.

use yew::prelude::*;

use crate::app::state::{Action, Dispatch, Notice};

#[derive(Properties, PartialEq)]
pub struct NoticesProps {
    pub notices: Vec<Notice>,
    pub dispatch: Dispatch,
    /// What is said there beside.
    #[prop_or_default]
    pub children: Html,
}

/// The notices that have not been dismissed.
#[component]
pub fn Notices(props: &NoticesProps) -> Html {
    html! {
        <div class="notices" id="notices" aria-live="polite">
            { for props.notices.iter().map(|notice| html! {
                <One key={notice.number} notice={notice.clone()} dispatch={props.dispatch.clone()} />
            }) }
            { props.children.clone() }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct OneProps {
    notice: Notice,
    dispatch: Dispatch,
}

/// A notice that goes away by itself if nothing failed.
#[component]
fn One(props: &OneProps) -> Html {
    let Notice {
        number,
        failed,
        text,
        undo,
    } = props.notice.clone();
    {
        let dispatch = props.dispatch.clone();
        use_effect_with(number, move |_| {
            let timeout = (!failed).then(|| {
                gloo_timers::callback::Timeout::new(12_000, move || {
                    dispatch.dispatch(Action::Dismiss(number));
                })
            });
            move || drop(timeout)
        });
    }
    let dismiss = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Dismiss(number)))
    };
    let take_back = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Undo);
            dispatch.dispatch(Action::Dismiss(number));
        })
    };
    let role = if failed { "alert" } else { "status" };
    html! {
        <div class={classes!("notice", failed.then_some("failed"))} {role}>
            <p>{ text }</p>
            if undo {
                <button type="button" onclick={take_back}>{ "Undo" }</button>
            }
            <button type="button" class="icon" onclick={dismiss} aria-label="Dismiss">{ "×" }</button>
        </div>
    }
}

/// Shows a panic on the page, where a person sees it, beside the console.
pub fn show_panics() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        let text = "Something broke, and the page no longer answers. Load it again to go on; \
                    what broke is written in the browser's console.";
        let body = web_sys::window()
            .and_then(|window| window.document())
            .and_then(|document| Some((document.create_element("p").ok()?, document.body()?)));
        if let Some((notice, body)) = body {
            notice.set_class_name("broke");
            notice.set_text_content(Some(text));
            let _ = notice.set_attribute("role", "alert");
            let _ = body.append_child(&notice);
        }
    }));
}
