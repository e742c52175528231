//! The fields of a job of a run, one table ([`JobField`]). Queries, colours, the table of jobs on the page and the jobs
//! CSV take their fields and the values of jobs from it.

mod rows;
#[cfg(test)]
mod tests;

use std::fmt::{self, Write};

use crate::engine::{Bar, Run};
pub use rows::JobField;
use rows::LISTED_FIRST;
use workload::NameKind;

/// One field: its names, its values, and its uses.
pub struct Row {
    /// Its name for programs, such as the column in the jobs CSV.
    pub key: &'static str,
    /// The title of its column on the page.
    pub title: &'static str,
    /// Its meaning, in a sentence.
    pub about: &'static str,
    /// The type of its values.
    pub values: ValueType,
    /// The value of the job at this index of a run; `None` if the job has none, such as the start of a rejected job.
    /// The index must be below the number of jobs. O(1), except that a name is copied.
    pub value: fn(&Run, usize) -> Option<Value>,
    /// Its name in queries, in lower-case letters; `None` if queries cannot ask for it.
    pub filter: Option<&'static str>,
    /// Its colours in charts; `None` if charts are not coloured by it.
    pub colour: Option<Colour>,
    /// What its numbers are the numbers of, if the log may have names for them.
    pub names: Option<NameKind>,
    /// Whether the table of jobs on the page has a column of it.
    pub in_table: bool,
    /// Whether the jobs CSV of a run has a column of it.
    pub in_csv: fn(&Run) -> bool,
}

/// The colours of charts by a field.
pub struct Colour {
    /// Its name in lists, in legends and in links.
    pub name: &'static str,
    /// The meaning of the colours, in a sentence.
    pub about: &'static str,
}

/// The type of the values of a field: it determines how they are compared, coloured and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// The log's number of something, or [`workload::UNKNOWN`].
    LogNumber,
    /// A number of things.
    Count,
    /// A place in a list: counted from 0 in files, from 1 on the page.
    Place,
    /// A point in time.
    Moment,
    /// A length of time.
    Duration,
    Factor,
    /// One of a few words.
    Word,
    /// Any text.
    Name,
    /// Ranges of numbers, sorted by their lowest number.
    Ranges,
}

impl ValueType {
    /// Whether it is a time: its whole numbers are ticks of the run, its fractions seconds.
    pub const fn is_time(self) -> bool {
        matches!(self, Self::Moment | Self::Duration)
    }
}

/// The value of a job in a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number; of a time, ticks of the run.
    Whole(i64),
    /// A number with a fraction; of a time, seconds.
    Real(f64),
    /// A word, and its place among the words of the field.
    Word(&'static str, i64),
    /// Any text.
    Name(String),
}

impl JobField {
    /// The value of the job at this index of a run ([`Row::value`]).
    pub fn value(self, run: &Run, at: usize) -> Option<Value> {
        (self.row().value)(run, at)
    }

    /// The value if it is a whole number; of a time, in ticks of the run.
    pub fn whole(self, run: &Run, at: usize) -> Option<i64> {
        match self.value(run, at) {
            Some(Value::Whole(number)) => Some(number),
            _ => None,
        }
    }

    /// The name behind the number of a job, if the log has names for such numbers.
    pub fn name(self, run: &Run, at: usize) -> Option<&str> {
        run.names()?.of(self.row().names?, self.whole(run, at)?)
    }

    /// The value if it is a number, as on the page: times in seconds, places counted from 1.
    pub fn number(self, run: &Run, at: usize) -> Option<f64> {
        match (self.value(run, at)?, self.row().values) {
            (Value::Whole(ticks), values) if values.is_time() => Some(run.tick.seconds(ticks)),
            (Value::Whole(place), ValueType::Place) => Some((place + 1) as f64),
            (Value::Whole(number), _) => Some(number as f64),
            (Value::Real(number), _) => Some(number),
            (Value::Word(..) | Value::Name(_), _) => None,
        }
    }

    /// The field with this name in queries.
    pub fn of_filter(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|it| it.row().filter == Some(name))
    }

    /// All fields, in the order in which filters and colours are listed.
    pub fn listed() -> impl Iterator<Item = Self> {
        let others = Self::ALL.into_iter().filter(|it| !LISTED_FIRST.contains(it));
        LISTED_FIRST.into_iter().chain(others)
    }
}

/// Writes the processors of bars as ranges, such as `0-15,32`. Processors of another provider than `provider` have its
/// place in front, counted from `first_place`: `0-15,2:0-7`. O(bars).
///
/// # Errors
///
/// Those of `text`.
pub fn write_ranges(text: &mut impl Write, bars: &[Bar], provider: u32, first_place: u32) -> fmt::Result {
    for (at, bar) in bars.iter().enumerate() {
        if at > 0 {
            text.write_char(',')?;
        }
        if bar.provider != provider {
            write!(text, "{}:", bar.provider + first_place)?;
        }
        write!(text, "{}", bar.first_processor)?;
        if bar.last_processor > bar.first_processor {
            write!(text, "-{}", bar.last_processor)?;
        }
    }
    Ok(())
}
