//! The notices at the edge of the page.

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;

use super::permalink;
use crate::app::context::prelude::*;
use slotscope::experiment::System;
use slotscope::page::history::SAMPLE;
use slotscope::page::line_above::run_told;
use slotscope::page::state::{EditAction, NotRun, Notice, NoticeAction, Offer, Said};
use slotscope::page::{account, dropped_log};

/// An offer's name in ids.
fn id(offer: &Offer) -> &'static str {
    match offer {
        Offer::Providers(_) => "keep-providers",
        Offer::Share(_) => "start-with-share",
        Offer::AllocatedSizes => "allocated-sizes",
        Offer::Dependencies => "honour-dependencies",
        Offer::System(_) => "use-system",
        Offer::Quicker(_) => "quicker",
        Offer::ReadAgain(_) => "read-again",
    }
}

/// The label of its button.
fn label(offer: &Offer) -> String {
    match offer {
        Offer::Providers(former) => {
            let platform = &former.scenario.platform;
            if former.scenarios().all(|it| it.platform == *platform) {
                format!("Keep my {}", words::platform(platform))
            } else {
                "Keep my platforms".to_owned()
            }
        }
        Offer::Share(percent) => {
            format!("Start with {} reservations", dropped_log::percent(*percent))
        }
        Offer::AllocatedSizes => "Use the sizes that were given".to_owned(),
        Offer::Dependencies => "Honour the preceding jobs".to_owned(),
        Offer::System(key) => System::of_key(key).as_ref().map_or_else(String::new, account::use_system),
        Offer::Quicker(label) => (*label).to_owned(),
        Offer::ReadAgain(_) => "Try again".to_owned(),
    }
}

#[derive(Properties, PartialEq)]
pub struct NoticesProps {
    pub notices: Vec<Notice>,
    pub dispatch: Dispatch,
    #[prop_or_default]
    pub children: Html,
}

/// The notices that have not been dismissed, of which the stylesheet shows the last.
#[component]
pub fn Notices(props: &NoticesProps) -> Html {
    html! {
        <div class="notices" id="notices" aria-live="polite">
            { props.children.clone() }
            { for props.notices.iter().map(|notice| html! {
                <One key={notice.number} notice={notice.clone()} dispatch={props.dispatch.clone()} />
            }) }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct OneProps {
    notice: Notice,
    dispatch: Dispatch,
}

/// A notice that goes away by itself if nothing failed and it is not to stay.
#[component]
fn One(props: &OneProps) -> Html {
    let Notice { number, said } = props.notice.clone();
    let Said { failed, text, stays, undo, offers } = said;
    {
        let dispatch = props.dispatch.clone();
        let goes_away = !failed && !stays;
        // An offer takes longer to read.
        let milliseconds = if offers.is_empty() { 12_000 } else { 40_000 };
        use_effect_with(number, move |_| {
            let timeout = goes_away.then(|| {
                gloo_timers::callback::Timeout::new(milliseconds, move || {
                    dispatch.dispatch(Action::Notice(NoticeAction::Dismiss(number)));
                })
            });
            move || drop(timeout)
        });
    }
    let dismiss = props.dispatch.callback(move |_: MouseEvent| Action::Notice(NoticeAction::Dismiss(number)));
    let take_back = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Edit(EditAction::Undo));
            dispatch.dispatch(Action::Notice(NoticeAction::Dismiss(number)));
        })
    };
    let offering = (!offers.is_empty()).then_some("offering");
    let offers = offers.into_iter().map(|offer| {
        let (id, label) = (id(&offer), label(&offer));
        let accept = props.dispatch.callback(move |_: MouseEvent| Action::Accept(number, offer.clone()));
        html! { <button type="button" {id} onclick={accept}>{ label }</button> }
    });
    let role = if failed { "alert" } else { "status" };
    html! {
        <div class={classes!("notice", failed.then_some("failed"), offering)} {role}>
            { told(text) }
            if undo {
                <button type="button" onclick={take_back}>{ "Undo" }</button>
            }
            { for offers }
            <button type="button" class="icon" onclick={dismiss} aria-label="Dismiss">{ "×" }</button>
        </div>
    }
}

/// The text: one line, which opens where it is longer.
fn told(text: String) -> Html {
    const LINE: usize = 100;
    match text.chars().count() > LINE {
        true => html! { <details><summary>{ text }</summary></details> },
        false => html! { <p>{ text }</p> },
    }
}

/// Says on the page that it has failed, beside Yew's own tree, which may be damaged; keeps what has not been written, and
/// offers to load the page again.
pub fn show_panics() {
    // Yew puts a hook of its own in place of any other.
    yew::set_custom_panic_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        say_failed();
        permalink::leave();
    }));
}

/// One failure may lead to others: the first is told.
fn say_failed() -> Option<()> {
    let document = web_sys::window()?.document()?;
    let body = document.body()?;
    if document.get_element_by_id("page-failed").is_some() {
        return None;
    }
    let notice = document.create_element("div").ok()?;
    notice.set_id("page-failed");
    notice.set_class_name("broke");
    notice.set_attribute("role", "alert").ok()?;
    let words = document.create_element("p").ok()?;
    words.set_text_content(Some(
        "The page has failed and no longer responds. What you set is kept: load the page again to continue. \
         The browser\u{2019}s console has the error.",
    ));
    let button = document.create_element("button").ok()?;
    button.set_id("page-failed-reload");
    button.set_attribute("type", "button").ok()?;
    button.set_text_content(Some("Reload"));
    EventListener::new(&button, "click", |_| reload()).forget();
    notice.append_child(&words).ok()?;
    notice.append_child(&button).ok()?;
    body.append_child(&notice).ok()?;
    Some(())
}

/// Loads the page again.
pub fn reload() {
    if let Some(window) = web_sys::window() {
        let _ = window.location().reload();
    }
}

#[derive(Properties, PartialEq)]
pub struct NotRunLineProps {
    pub not_run: NotRun,
    /// Whether there is a picture of an earlier run.
    pub has_picture: bool,
    /// Another system that can run the workload.
    pub other: Option<System>,
    pub dispatch: Dispatch,
    pub on_try_again: Callback<()>,
}

/// Says why the scenario was not run, and offers to try again where that may help. A page that has shown nothing yet opens
/// with the same scenario after a reload: there the line offers the ways out.
#[component]
pub fn NotRunLine(props: &NotRunLineProps) -> Html {
    let said = match &props.not_run {
        NotRun::Refused(why) => format!("This scenario cannot be run: {why}."),
        NotRun::Lost(why) => format!("The run of this scenario was lost: {why}."),
        NotRun::Cancelled => "This scenario was not run: its run was cancelled.".to_owned(),
    };
    let picture = if props.has_picture { " The picture still shows the previous run." } else { "" };
    let label = match &props.not_run {
        NotRun::Refused(_) => None,
        NotRun::Lost(_) => Some("Try again"),
        NotRun::Cancelled => Some("Run"),
    };
    let try_again = props.on_try_again.reform(|_: MouseEvent| ());
    let other = props.other.as_ref().map(|system| {
        let (key, name) = (system.model().key(), system.model().name());
        let onclick = props.dispatch.callback(move |_: MouseEvent| Action::Edit(EditAction::System(key)));
        html! { <button type="button" id="other-system" {onclick}>{ format!("Use {name}") }</button> }
    });
    let begin_anew = props.dispatch.callback(|_: MouseEvent| Action::Edit(EditAction::Take(Box::default(), SAMPLE)));
    html! {
        <div class="refused" role="alert" id="refused">
            <p>{ said + picture }</p>
            if let Some(label) = label {
                <button type="button" id="run-again" onclick={try_again}>{ label }</button>
            }
            if !props.has_picture {
                { for other }
                <button type="button" id="begin-anew" onclick={begin_anew} title="The sample with its usual settings; Undo brings this scenario back">{ "Begin anew" }</button>
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct NoWorkerLineProps {
    pub why: Rc<str>,
    pub on_try_again: Callback<()>,
}

/// Says that there is no worker, and offers to try again.
#[component]
pub fn NoWorkerLine(props: &NoWorkerLineProps) -> Html {
    let try_again = props.on_try_again.reform(|_: MouseEvent| ());
    html! {
        <div class="refused" role="alert" id="no-worker">
            <p>{ format!("Nothing can be computed: the page\u{2019}s worker does not start ({}). Requests are held until it does.", props.why) }</p>
            <button type="button" id="start-again" onclick={try_again}>{ "Try again" }</button>
        </div>
    }
}

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
