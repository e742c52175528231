//! The states of views as Yew keeps them.

use std::ops::Deref;
use std::rc::Rc;

use yew::Reducible;

use slotscope::page::reduce::Reduce;

/// A state of the `page` package, as a type of this program: Yew's trait can be implemented for no other.
#[derive(Clone, Default)]
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
