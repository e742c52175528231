//! How controls change the settings.

use yew::Callback;

use crate::app::context::edit::Edit;
use slotscope::system::two_level::TwoLevel;

impl Edit {
    /// A callback that sets something of the two-level grid's settings.
    pub fn set_option<T: 'static>(&self, set: impl Fn(&mut TwoLevel, T) + Copy + 'static) -> Callback<T> {
        self.set(move |scenario, value| set(TwoLevel::of_mut(&mut scenario.system), value))
    }
}
