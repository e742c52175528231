//! The explanations and styles of the columns of the Jobs table. [`slotscope::page::job_columns`] has their contents.

use crate::app::context::terms::{self, Term};
use slotscope::criteria::job_fields::{JobField, ValueType};

/// The explanation of a column.
pub fn term(field: JobField) -> Term {
    match field {
        JobField::Kind => terms::RESERVATION,
        JobField::Provider => terms::PROVIDER,
        JobField::Wait => terms::WAIT,
        JobField::Processors => terms::SIZE,
        _ => field.row().about,
    }
}

/// The style classes of its cells. Cells of times have room for a date and a time of day.
pub fn class(field: JobField) -> &'static str {
    match field.row().values {
        ValueType::Moment => "n time",
        ValueType::Word | ValueType::Name => field.row().key,
        ValueType::Ranges => "ranges",
        ValueType::LogNumber | ValueType::Count | ValueType::Place | ValueType::Duration | ValueType::Factor => "n",
    }
}
