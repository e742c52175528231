//! The controls that the panel and the views are made of.

mod browse;
pub mod data_table;
mod dialog;
mod field;
mod formula_field;
mod offer;
mod one_provider;
mod sentence;

pub use browse::{Browse, OpenFiles, one};
pub use dialog::Dialog;
pub use field::{Field, Fold, Number, Slider, Text, put_back, use_unfolded};
pub use formula_field::FormulaField;
pub use offer::{Checks, List, Offer, Segmented, Select, Switch, any_of, any_one_of, knob_choices, of_setting, one_of};
pub use one_provider::OneProvider;
pub use sentence::sentence;

use crate::app::context::terms::Term;
use slotscope::setting::Setting;

/// One value of a control that offers a few.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice<T> {
    pub value: T,
    /// Its text on the page.
    pub label: &'static str,
    /// Its explanation.
    pub term: Term,
}

/// Short for a [`Choice`], so that tables of them read well.
pub const fn choice<T: Copy>(value: T, label: &'static str, term: Term) -> Choice<T> {
    Choice { value, label, term }
}

/// The values of a setting, as its table has them.
pub fn choices<T: Setting>() -> impl Iterator<Item = Choice<T>> {
    let (values, rows) = T::TABLE;
    values.iter().zip(rows).map(|(&value, row)| choice(value, row.label, row.about))
}
