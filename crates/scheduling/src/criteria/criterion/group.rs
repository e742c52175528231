//! The groups in which criteria are offered.

use super::{Criterion, Of};

/// A group of criteria.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FigureGroup {
    /// Of all jobs.
    All,
    /// The systems' own.
    Own,
    /// Of the batch jobs.
    Batch,
    Reservations,
    /// Of the jobs of one provider.
    Provider,
    /// Of the jobs of one class of sizes.
    Size,
    /// Of the jobs rejected for one cause.
    Cause,
}

impl FigureGroup {
    /// Its heading.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "All jobs",
            Self::Own => "Of this system alone",
            Self::Batch => "Batch jobs",
            Self::Reservations => "Reservations",
            Self::Provider => "By provider",
            Self::Size => "By size of the jobs",
            Self::Cause => "Rejected jobs by cause",
        }
    }
}

impl Criterion {
    /// The group in which it is offered.
    pub const fn group(self) -> FigureGroup {
        match self {
            Self::Own(_) => FigureGroup::Own,
            Self::Of(of, _) => match of {
                Of::All => FigureGroup::All,
                Of::Batch => FigureGroup::Batch,
                Of::Reservations => FigureGroup::Reservations,
                Of::Provider(_) => FigureGroup::Provider,
                Of::Size(_) => FigureGroup::Size,
                Of::Cause(_) => FigureGroup::Cause,
            },
        }
    }
}
