//! Tables of jobs in any form: a [`Mapping`] says what each column is.
//!
//! [`Table::of`] finds the columns, [`guess`] proposes a mapping, [`preview`] shows the first jobs by it, and
//! [`super::read_with`] reads the table. [`Known`] tables have a mapping already.

mod devices;
mod evidence;
mod guess;
mod key;
pub(super) mod known;
mod mapping;
mod read;
mod row;
mod rows;
mod sample;
#[cfg(test)]
mod tests;
mod values;

pub(super) use evidence::Limits;
pub use evidence::doubts;
pub use guess::guess;
pub use key::{Key, Takes, Unit};
pub(super) use known::Known;
pub use mapping::{Factor, Mapping, Missing, Source};
pub(super) use read::parse;
pub use read::{Previewed, preview};
pub use sample::{Table, TableColumn, Values};

/// Whether the beginning of a text is a table of jobs, rather than a list of reservations
/// ([`super::requests_csv`]): its columns are not three without a time of submission.
pub fn is_of_jobs(text: &[u8]) -> bool {
    Table::of(text).is_some_and(|table| {
        let is_list = table.columns.len() == 3 && guess(&table).get(Key::Submit).is_none();
        !is_list
    })
}
