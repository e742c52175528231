//! Shared values that are told apart by which they are.

use std::rc::Rc;

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
