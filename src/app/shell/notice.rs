//! What is said to the person at the edge of the page.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::shell::state::{Action, Dispatch, State};
use crate::page::dropped_log;
use crate::page::history::{Experiment, WorkloadKey};

/// What is said to the person at the edge of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Its number, later ones higher.
    pub number: u32,
    /// What it says.
    pub said: Said,
}

/// What a notice says, and what it offers.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// Whether something failed.
    pub failed: bool,
    /// What is said.
    pub text: String,
    /// Whether it offers to undo the last step.
    pub undo: bool,
    /// What else it offers, each at one click.
    pub offers: Vec<Offer>,
}

/// What a notice offers. Each is a step that can be undone, but to read something again.
#[derive(Clone, Debug, PartialEq)]
pub enum Offer {
    /// The providers of this experiment, for the log that is there now.
    Providers(Rc<Experiment>),
    /// So many percent of advance reservations.
    Share(f64),
    /// To read a workload that was not read.
    ReadAgain(WorkloadKey),
}

impl Offer {
    /// Its name in ids.
    fn id(&self) -> &'static str {
        match self {
            Self::Providers(_) => "keep-providers",
            Self::Share(_) => "start-with-share",
            Self::ReadAgain(_) => "read-again",
        }
    }

    /// What its button says.
    fn label(&self) -> String {
        match self {
            Self::Providers(_) => "Keep my providers".to_owned(),
            Self::Share(percent) => {
                format!("Start with {} reservations", dropped_log::percent(*percent))
            }
            Self::ReadAgain(_) => "Try again".to_owned(),
        }
    }
}

impl State {
    /// Says something.
    pub(super) fn say(&mut self, failed: bool, text: String, undo: bool) {
        self.say_all(Said {
            failed,
            text,
            undo,
            offers: Vec::new(),
        });
    }

    /// Says something that offers more than to undo it.
    pub fn say_all(&mut self, said: Said) {
        // Of two offers to undo, the older would take back a step that it does not name.
        self.notices
            .retain(|it| it.said.text != said.text && !(said.undo && it.said.undo));
        self.notice_numbers += 1;
        self.notices.push(Notice {
            number: self.notice_numbers,
            said,
        });
        if self.notices.len() > 4 {
            self.notices.remove(0);
        }
    }

    /// What notices offered belongs to a step that is no longer the last.
    pub(super) fn withdraw_offers(&mut self) {
        for notice in &mut self.notices {
            notice.said.undo = false;
            let offers = &mut notice.said.offers;
            offers.retain(|offer| matches!(offer, Offer::ReadAgain(_)));
        }
    }

    /// What a notice offers beside `taken`.
    pub(super) fn other_offers(&self, number: u32, taken: &Offer) -> Vec<Offer> {
        let notice = self.notices.iter().find(|notice| notice.number == number);
        let offers = notice.into_iter().flat_map(|notice| &notice.said.offers);
        offers.filter(|&offer| offer != taken).cloned().collect()
    }

    /// Takes away what was complained of up to that notice: something else has been done since.
    pub(super) fn mend(&mut self, last: u32) {
        self.notices
            .retain(|notice| !notice.said.failed || notice.number > last);
    }
}

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
    let Notice { number, said } = props.notice.clone();
    let Said {
        failed,
        text,
        undo,
        offers,
    } = said;
    {
        let dispatch = props.dispatch.clone();
        // Who is offered something reads longer.
        let stays = if offers.is_empty() { 12_000 } else { 40_000 };
        use_effect_with(number, move |_| {
            let timeout = (!failed).then(|| {
                gloo_timers::callback::Timeout::new(stays, move || {
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
    let offering = (!offers.is_empty()).then_some("offering");
    let offers = offers.into_iter().map(|offer| {
        let (id, label) = (offer.id(), offer.label());
        let dispatch = props.dispatch.clone();
        let accept = Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Accept(number, offer.clone()));
        });
        html! { <button type="button" {id} onclick={accept}>{ label }</button> }
    });
    let role = if failed { "alert" } else { "status" };
    html! {
        <div class={classes!("notice", failed.then_some("failed"), offering)} {role}>
            <p>{ text }</p>
            if undo {
                <button type="button" onclick={take_back}>{ "Undo" }</button>
            }
            { for offers }
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
