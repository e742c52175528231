//! The state of the page as Yew keeps it.

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

use yew::{Reducible, UseReducerDispatcher, UseReducerHandle};

use slotscope::page::state::{Action, State};

/// Sends actions to the state.
pub type Dispatch = UseReducerDispatcher<Reduced>;

/// The state that a component is rendered from.
pub type StateHandle = UseReducerHandle<Reduced>;

/// The state as it is now, for callbacks that live as long as the page.
pub type LatestState = Rc<RefCell<StateHandle>>;

/// The state, as a type of this program: Yew's trait can be implemented for no other.
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
