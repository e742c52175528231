//! The controls that the panel and the views are made of.

mod browse;
mod checks;
pub mod data_table;
mod field;
mod list;
mod number;
mod number_list;
mod offer;
mod segmented;
mod select;
mod slider;
mod switch;

pub use browse::Browse;
pub use checks::Checks;
pub use field::{Field, Fold};
pub use list::List;
pub use number::Number;
pub use number_list::NumberList;
pub use offer::{Offer, any_of, any_one_of, knob_choices, label_of, one_of};
pub use segmented::Segmented;
pub use select::Select;
pub use slider::Slider;
pub use switch::Switch;

use crate::app::terms::Term;

/// One value of a control that offers a few.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice<T> {
    /// The value.
    pub value: T,
    /// What is read on the page.
    pub label: &'static str,
    /// What it means.
    pub term: Term,
}

/// Short for a [`Choice`], so that tables of them read well.
pub const fn choice<T: Copy>(value: T, label: &'static str, term: Term) -> Choice<T> {
    Choice { value, label, term }
}

/// Values by name and meaning: those of a knob in its order and with its words, so that neither is written
/// down again.
pub fn choices<T: Copy>(
    all: &[T],
    name: fn(T) -> &'static str,
    about: fn(T) -> &'static str,
) -> Vec<Choice<T>> {
    all.iter()
        .map(|&it| choice(it, name(it), about(it)))
        .collect()
}
