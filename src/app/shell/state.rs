//! The state of the page as yew keeps it.

use std::rc::Rc;

use yew::{Reducible, UseReducerDispatcher};

use crate::page::state::{Action, State};

/// Sends actions to the state.
pub type Dispatch = UseReducerDispatcher<State>;

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        Rc::new(Rc::unwrap_or_clone(self).after(action))
    }
}
