//! States of the `page` package as Yew keeps them, and the state of the page.

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

use serde_json::Value;
use web_sys::{Event, EventInit, EventTarget};
use yew::{Callback, Reducible, UseReducerDispatcher, UseReducerHandle};

use slotscope::page::Reduce;
use slotscope::page::state::{Action, EditAction, State};

/// Sends actions to the state of the page.
pub type Dispatch = UseReducerDispatcher<Reduced<State>>;

/// Makes callbacks that send actions.
pub trait Callbacks {
    /// A callback that sends the action made of its value.
    fn callback<T: 'static>(&self, action: impl Fn(T) -> Action + 'static) -> Callback<T>;
}

impl Callbacks for Dispatch {
    fn callback<T: 'static>(&self, action: impl Fn(T) -> Action + 'static) -> Callback<T> {
        self.to_callback().reform(action)
    }
}

/// The state of the page that a component is rendered from.
pub type StateHandle = UseReducerHandle<Reduced<State>>;

/// The present state of the page, for callbacks that live as long as the page.
pub type LatestState = Rc<RefCell<StateHandle>>;

/// A state of the `page` package, as a type of this program: Yew's trait can be implemented for no other.
#[derive(Clone, Default, PartialEq)]
pub struct Reduced<S>(pub S);

impl<S> Deref for Reduced<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.0
    }
}

impl<S: Reduce + Clone + 'static> Reducible for Reduced<S> {
    type Action = S::Action;

    fn reduce(self: Rc<Self>, action: S::Action) -> Rc<Self> {
        let mut state = Rc::unwrap_or_clone(self);
        state.0.apply(action);
        Rc::new(state)
    }
}

/// Makes callbacks that change the scenario.
#[derive(Clone, PartialEq)]
pub struct Edit {
    dispatch: Dispatch,
}

impl Edit {
    /// Changes go to `dispatch`.
    pub fn new(dispatch: Dispatch) -> Self {
        Self { dispatch }
    }

    /// A callback that sets the field at a path: a step of its own, or, of a control that moves or is typed into, part of
    /// the step until it settles or another control moves.
    pub fn set(&self, path: &str, moving: bool) -> Callback<Value> {
        let path = path.to_owned();
        self.act(move |value| EditAction::Set { path: path.clone(), value, moving })
    }

    /// A callback that hands on an edit of its own kind.
    pub fn act<T: 'static>(&self, edit: impl Fn(T) -> EditAction + 'static) -> Callback<T> {
        self.dispatch.callback(move |value| Action::Edit(edit(value)))
    }
}

/// Tells of a change where the browser does not: a control was set by code. It ends the step that undo takes back.
pub fn tell_change(control: &EventTarget) {
    let options = EventInit::new();
    options.set_bubbles(true);
    if let Ok(event) = Event::new_with_event_init_dict("change", &options) {
        let _ = control.dispatch_event(&event);
    }
}
