//! States of the page and of its views: actions in, state out.

/// A state that changes by actions alone.
pub trait Reduce {
    type Action;

    /// Changes the state by an action.
    fn apply(&mut self, action: Self::Action);
}
