//! A system's own figures, beside the criteria that all have.

use super::Unit;
pub use crate::engine::Measures;

/// Whether higher or lower values of a figure are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    Higher,
    Lower,
    Neither,
}

/// A figure that a system makes of its runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Its name in reports and tables: `jobs_over_the_top`.
    pub key: &'static str,
    /// Its name, capitalized.
    pub name: &'static str,
    /// Its definition, in a sentence.
    pub about: &'static str,
    pub unit: Unit,
    /// Whether higher or lower is better.
    pub better: Better,
    /// Whether it tells how many jobs ran: where it is weighed, runs of which other jobs ran are compared in just that.
    pub counts_ran: bool,
}

impl Measure {
    /// Key, name, meaning, unit and direction, in the order of the fields: many stand in tables.
    pub const fn new(key: &'static str, name: &'static str, about: &'static str, unit: Unit, better: Better) -> Self {
        Self { key, name, about, unit, better, counts_ran: false }
    }

    /// The same of a figure that tells how many jobs ran.
    pub const fn counting_ran(self) -> Self {
        Self { counts_ran: true, ..self }
    }
}
