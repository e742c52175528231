//! Views and lessons as steps of the browser's history, and links that are put into the address while
//! the page is open.

use gloo_events::EventListener;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HashChangeEvent, History};
use yew::prelude::*;

use super::address::{clear, follow, hash_of, present_hash, refusal, review, write};
use crate::app::context::state::{LatestState, StateHandle};
use slotscope::export::hand_in;
use slotscope::export::permalink;
use slotscope::page::places::{self, Gone, Place, Places};
use slotscope::page::state::{Action, OpenAction, Origin, TeachAction, ViewAction};
use slotscope::page::view::View;

/// Makes a step in the browser's history of every view and every step of a lesson that is opened, and goes
/// where the browser goes.
#[hook]
pub fn use_steps(latest: &LatestState) {
    let places = use_mut_ref(|| Places::new(mark().as_deref()));
    let state = latest.borrow().clone();
    let place = Place::new(state.view.shown, state.view.lesson.as_ref());
    {
        let places = places.clone();
        // The first place is known once no snapshot is being opened.
        use_effect_with((place, state.opening.is_under_way), move |(place, opening)| {
            let place = (!opening).then(|| place.clone());
            if let Some(step) = place.and_then(|it| places.borrow_mut().show(it)) {
                take(&step);
            }
        });
    }
    let latest = latest.clone();
    use_effect_with((), move |()| {
        let listeners = web_sys::window().map(|window| {
            let (here, state) = (places.clone(), latest.clone());
            let went = EventListener::new(&window, "popstate", move |_| {
                let gone = here.borrow_mut().go(mark().as_deref());
                let state = state.borrow().clone();
                go(gone, &state);
            });
            let changed = EventListener::new(&window, "hashchange", move |event| {
                let state = latest.borrow().clone();
                change(&mut places.borrow_mut(), &state, event.unchecked_ref());
            });
            [went, changed]
        });
        move || drop(listeners)
    });
}

/// The browser has gone to another entry.
fn go(gone: Gone, state: &StateHandle) {
    match gone {
        // The address has changed as well: that event opens its link.
        Gone::Elsewhere => {}
        Gone::Within(place) => {
            // The entry has the link of when it was left. Only the place is gone back to.
            if state.is_settled() {
                follow(state);
            } else if state.session.is_forgotten(state.history.present()) {
                clear();
            }
            state.dispatch(Action::View(ViewAction::Show(place.view)));
            if place.view == View::Lessons {
                state.dispatch(Action::Teach(TeachAction::Step(place.lesson)));
            }
        }
        Gone::Beyond => match permalink::read(&present_hash()) {
            Ok(snapshot) => {
                let step = OpenAction::Open(Box::new(snapshot), Origin::Link, None);
                state.dispatch(Action::Open(step));
            }
            Err(why) => state.dispatch(Action::complain(refusal(&why))),
        },
    }
}

/// The user has put another link into the address. The page's own writes make no such event, and steps to
/// entries of the page have been handled.
fn change(places: &mut Places, state: &StateHandle, event: &HashChangeEvent) {
    if mark().is_some_and(|mark| places.mark() == Some(mark)) {
        return;
    }
    if hand_in::is_link(hash_of(&event.new_url())) {
        // It is opened beside what the page shows.
        if let Some(mark) = places.mark() {
            take(&places::Step::Replace(mark));
        }
        write(hash_of(&event.old_url()));
        return state.dispatch(review(hash_of(&event.new_url())));
    }
    // Since then the page may have written its own into the address.
    match permalink::read(hash_of(&event.new_url())) {
        Ok(snapshot) => {
            let view = View::of(&snapshot.view).unwrap_or(state.view.shown);
            let place = Place::new(view, snapshot.lesson.as_ref());
            take(&places::Step::Replace(places.arrive(place)));
            let step = OpenAction::Open(Box::new(snapshot), Origin::Link, None);
            state.dispatch(Action::Open(step));
        }
        Err(why) => {
            if let Some(mark) = places.mark() {
                take(&places::Step::Replace(mark));
            }
            write(hash_of(&event.old_url()));
            state.dispatch(Action::complain(refusal(&why)));
        }
    }
}

/// The mark of the present entry.
fn mark() -> Option<String> {
    history()?.state().ok()?.as_string()
}

fn take(step: &places::Step) -> Option<()> {
    let history = history()?;
    match step {
        places::Step::Push(mark) => history.push_state(&JsValue::from_str(mark), "").ok(),
        places::Step::Replace(mark) => history.replace_state(&JsValue::from_str(mark), "").ok(),
    }
}

fn history() -> Option<History> {
    web_sys::window()?.history().ok()
}
