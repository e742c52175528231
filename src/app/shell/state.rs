//! The state of the page as Yew keeps it.

use std::ops::Deref;
use std::rc::Rc;

use yew::{Reducible, UseReducerDispatcher, UseReducerHandle};

use slotscope::page::state::{Action, State};

/// Sends actions to the state.
pub type Dispatch = UseReducerDispatcher<Reduced>;

/// The state of this render, from which the next one is had by [`Dispatch`].
pub type StateHandle = UseReducerHandle<Reduced>;

/// The state, which Yew changes by actions.
#[derive(Clone)]
pub struct Reduced(pub State);

impl Deref for Reduced {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl Reducible for Reduced {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        Rc::new(Self(Rc::unwrap_or_clone(self).0.after(action)))
    }
}
