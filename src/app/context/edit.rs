//! How controls change the scenario.

use serde_json::Value;
use yew::Callback;

use crate::app::context::state::{Callbacks, Dispatch};
use slotscope::page::state::{Action, EditAction};

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
