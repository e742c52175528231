//! How controls change the scenario.

use yew::Callback;

use crate::app::context::state::Dispatch;
use slotscope::experiment::Scenario;
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

    /// A callback that sets something of the scenario: a step of its own.
    pub fn set<T: 'static>(&self, set: impl Fn(&mut Scenario, T) + Copy + 'static) -> Callback<T> {
        self.callback("", false, set)
    }

    /// A callback for a control that moves or is typed into: its values are one step until it
    /// settles or another control moves.
    pub fn drag<T: 'static>(
        &self,
        control: &'static str,
        set: impl Fn(&mut Scenario, T) + Copy + 'static,
    ) -> Callback<T> {
        self.callback(control, true, set)
    }

    /// A callback that hands on an edit of its own kind.
    pub fn act<T: 'static>(&self, edit: impl Fn(T) -> EditAction + 'static) -> Callback<T> {
        let dispatch = self.dispatch.clone();
        Callback::from(move |value| dispatch.dispatch(Action::Edit(edit(value))))
    }

    fn callback<T: 'static>(
        &self,
        control: &'static str,
        moving: bool,
        set: impl Fn(&mut Scenario, T) + Copy + 'static,
    ) -> Callback<T> {
        let dispatch = self.dispatch.clone();
        Callback::from(move |value| {
            dispatch.dispatch(Action::Edit(EditAction::Change {
                control,
                moving,
                change: Box::new(move |scenario| set(scenario, value)),
            }));
        })
    }
}
