//! What stands beneath every component: the state and its dispatcher, the ground, keys, terms and the clock.

pub mod chord;
pub mod clock;
#[cfg(feature = "bench")]
pub mod drawings;
pub mod prelude;
pub mod printing;
pub mod state;
pub mod storage;
pub mod terms;
pub mod theme;

use std::rc::Rc;

/// An empty text: what a component shows that shows nothing. An empty tree has no place of its own in the document:
/// Yew 0.23 puts a sibling that comes before it in front of the node behind it, which may go in the same render, and
/// panics.
pub fn nothing() -> yew::Html {
    "".into()
}

/// A shared value as a dependency of a hook: equal to another one only if both are the same allocation.
///
/// It keeps the value alive. A bare address would not do: once a value is dropped the next one may lie at
/// the same address, and what was made of the old one would be taken for made of the new one.
#[derive(Debug)]
pub struct Identity<T: ?Sized>(Rc<T>);

impl<T: ?Sized> Identity<T> {
    pub fn of(value: &Rc<T>) -> Self {
        Self(value.clone())
    }
}

impl<T: ?Sized> Clone for Identity<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: ?Sized> PartialEq for Identity<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
