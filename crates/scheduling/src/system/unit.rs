//! Units of the numbers of knobs and figures.

/// The unit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Seconds.
    Seconds,
    Hours,
    /// Hundredths.
    Percent,
    /// 0 to 1, written as percent.
    Share,
    Processors,
    Providers,
    Jobs,
    /// A number of things that the name of the figure names.
    Count,
    /// Processor seconds.
    Work,
    /// A factor.
    Times,
}

impl Unit {
    /// The unit after a number, or in parentheses on an axis; empty for a factor.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Seconds | Self::Work => "s",
            Self::Hours => "h",
            Self::Percent => "%",
            Self::Processors => "processors",
            Self::Providers => "providers",
            Self::Jobs => "jobs",
            Self::Share | Self::Count | Self::Times => "",
        }
    }

    /// The unit in which figures of different units stand side by side: times in seconds, parts as shares,
    /// numbers of things as such.
    pub const fn base(self) -> Self {
        match self {
            Self::Hours => Self::Seconds,
            Self::Percent => Self::Share,
            Self::Processors | Self::Providers | Self::Jobs => Self::Count,
            Self::Seconds | Self::Share | Self::Count | Self::Work | Self::Times => self,
        }
    }

    /// How much of its [`Unit::base`] one of it is.
    pub const fn size(self) -> f64 {
        match self {
            Self::Hours => 3_600.0,
            Self::Percent => 0.01,
            _ => 1.0,
        }
    }
}
