//! The fields of a job of a run, one table ([`JobField`]). Queries, colours, the table of jobs on the page and the jobs
//! CSV take from it which fields they have, and what a job has in each.

mod rows;
#[cfg(test)]
mod tests;

use crate::engine::Run;
pub use rows::JobField;
use rows::LISTED_FIRST;

/// What the table says of one field.
pub struct Row {
    /// What programs call it: its column in the jobs CSV.
    pub key: &'static str,
    /// What stands at the head of its column on the page.
    pub title: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// What its values are.
    pub values: ValueType,
    /// What the job at a place of a run has there, which must be one of its jobs; `None` where it never came to that.
    /// O(1), but for a name, which is copied.
    pub value: fn(&Run, usize) -> Option<Value>,
    /// What queries call it, if jobs can be found by it: lower-case letters.
    pub filter: Option<&'static str>,
    /// How it colours charts, if it does.
    pub colour: Option<Colour>,
    /// Whether the table of jobs on the page has a column of it.
    pub in_table: bool,
    /// Whether the jobs CSV of a run has a column of it.
    pub in_csv: fn(&Run) -> bool,
}

/// A field as the colours of charts.
pub struct Colour {
    /// What it is called in lists, in legends and in links.
    pub name: &'static str,
    /// What the colours tell apart, in a sentence.
    pub about: &'static str,
}

/// What the values of a field are, and so how they are compared, coloured and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// The log's number of something, or [`workload::UNKNOWN`].
    LogNumber,
    /// How many.
    Count,
    /// The place of something in a list: counted from 0 in files, from 1 for people.
    Place,
    /// A point in time.
    Moment,
    /// A length of time.
    Duration,
    /// A factor.
    Factor,
    /// One of a few words.
    Word,
    /// A name of its own.
    Name,
    /// Ranges of numbers; the lowest number stands for them.
    Ranges,
}

impl ValueType {
    /// Whether it is a time: whole numbers of it are ticks of the run, others seconds.
    pub const fn is_time(self) -> bool {
        matches!(self, Self::Moment | Self::Duration)
    }
}

/// What a job has in a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number; of a time, ticks of the run.
    Whole(i64),
    /// A number with a fraction; of a time, seconds.
    Real(f64),
    /// A word, and its place among the words of the field.
    Word(&'static str, i64),
    /// A name of its own.
    Name(String),
}

impl JobField {
    /// What the job at a place of a run has there, which must be one of its jobs; `None` where it never came to that.
    /// O(1), but for a name, which is copied.
    pub fn value(self, run: &Run, at: usize) -> Option<Value> {
        (self.row().value)(run, at)
    }

    /// The same if it is a whole number; of a time, in ticks of the run.
    pub fn whole(self, run: &Run, at: usize) -> Option<i64> {
        match self.value(run, at) {
            Some(Value::Whole(number)) => Some(number),
            _ => None,
        }
    }

    /// The same if it is a number, as people read it: times in seconds, places counted from 1.
    pub fn number(self, run: &Run, at: usize) -> Option<f64> {
        match (self.value(run, at)?, self.row().values) {
            (Value::Whole(ticks), values) if values.is_time() => Some(run.tick.seconds(ticks)),
            (Value::Whole(place), ValueType::Place) => Some((place + 1) as f64),
            (Value::Whole(number), _) => Some(number as f64),
            (Value::Real(number), _) => Some(number),
            (Value::Word(..) | Value::Name(_), _) => None,
        }
    }

    /// The field that queries call by this name.
    pub fn of_filter(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|it| it.row().filter == Some(name))
    }

    /// All fields, in the order in which filters and colours are listed.
    pub fn listed() -> impl Iterator<Item = Self> {
        let others = Self::ALL
            .into_iter()
            .filter(|it| !LISTED_FIRST.contains(it));
        LISTED_FIRST.into_iter().chain(others)
    }
}
