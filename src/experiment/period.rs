//! The two periods δ: of the grid scheduler, and of the local queues.

use serde::{Deserialize, Serialize};

use super::{Scenario, System, names};
use crate::system::two_level::{QueuePolicy, TwoLevel};
use crate::workload::Time;

/// Whose period δ is meant. Kurowski et al. 2011 write δ for both: in Sect. 5.1 it is that of the
/// local queues, which LSF sorts every so often; in the experiments with reservations that of the
/// grid scheduler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeriodOf {
    /// The grid scheduler's.
    #[default]
    Grid,
    /// That of the local queues. Only largest size first (`lsf`) reads it.
    Local,
}

impl PeriodOf {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::Grid, Self::Local];

    /// Why a period that a scenario does not read is not varied.
    pub const UNREAD: &str =
        "only largest size first (lsf) reads the period of the local queues: choose it first";

    /// The period of a scenario, in seconds.
    pub fn of(self, scenario: &Scenario) -> Time {
        let System::TwoLevel(TwoLevel { grid, local, .. }) = &scenario.system;
        match self {
            Self::Grid => grid.period,
            Self::Local => local.period,
        }
    }

    /// Sets it; the other one is kept.
    pub fn set(self, scenario: &mut Scenario, period: Time) {
        let System::TwoLevel(TwoLevel { grid, local, .. }) = &mut scenario.system;
        match self {
            Self::Grid => grid.period = period,
            Self::Local => local.period = period,
        }
    }

    /// Whether a scenario reads it.
    pub fn is_read_by(self, scenario: &Scenario) -> bool {
        let System::TwoLevel(TwoLevel { local, .. }) = &scenario.system;
        self == Self::Grid || local.queue == QueuePolicy::Lsf
    }

    /// What an axis says, without a unit.
    pub fn label(self) -> &'static str {
        match self {
            Self::Grid => "period δ of the grid scheduler",
            Self::Local => "period δ of the local queues",
        }
    }

    /// What stands before a number: `grid δ`.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Grid => "grid δ",
            Self::Local => "local δ",
        }
    }

    /// A period as a knob that is set: `grid δ 10 min`, `on arrival`, `local δ 1 h`, `local δ 0`.
    pub fn named(self, period: Time) -> String {
        match (self, period) {
            (Self::Grid, 0) => names::period(0),
            _ => self.set_to(period),
        }
    }

    /// The same with a number in any case: `grid δ 0`.
    pub fn set_to(self, period: Time) -> String {
        match period {
            0 => format!("{} 0", self.symbol()),
            period => format!("{} {}", self.symbol(), names::period(period)),
        }
    }
}
