//! The columns of the Jobs table: what explains them and how they are styled. What they say is in
//! [`slotscope::page::job_columns`].

use crate::app::terms::{self, Term};
use slotscope::criteria::job_fields::{JobField, ValueType};

/// What a column is, in plain words.
pub fn term(field: JobField) -> Term {
    match field {
        JobField::Kind => terms::RESERVATION,
        JobField::Provider => terms::PROVIDER,
        JobField::Wait => terms::WAIT,
        JobField::Processors => terms::SIZE,
        _ => field.row().about,
    }
}

/// The classes of its cells: those of times are as long as a date and a time of day.
pub fn class(field: JobField) -> &'static str {
    match field.row().values {
        ValueType::Moment => "n time",
        ValueType::Word | ValueType::Name => field.row().key,
        ValueType::Ranges => "ranges",
        ValueType::LogNumber
        | ValueType::Count
        | ValueType::Place
        | ValueType::Duration
        | ValueType::Factor => "n",
    }
}
