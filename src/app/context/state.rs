//! States of the `page` package as Yew keeps them, and the state of the page.

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

use yew::{Callback, Reducible, UseReducerDispatcher, UseReducerHandle};

use slotscope::page::reduce::Reduce;
use slotscope::page::state::{Action, State};

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
