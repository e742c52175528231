//! Tasks on machines over time while a plan is being made: placed tasks, candidates, reservations.

mod bars;
mod of_run;
mod placing;
mod spare_bars;
#[cfg(test)]
mod tests;

use crate::prelude::*;

pub use bars::Sharing;
pub use bars::{task_slots_height, task_slots_svg};
pub use of_run::PlanSteps;
pub use of_run::planned;
pub use of_run::{MOST_TASKS, SpareOf, sharing, spare_by_variant};
pub use placing::Placing;
pub use spare_bars::{spare_bars_height, spare_bars_svg, spare_table};

/// The kind of a piece of time on a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    /// A task that is placed, by its estimate.
    Estimate,
    /// The same on the critical path.
    Critical,
    /// The same of the group of tasks that is being placed.
    Present,
    /// Where the task that is looked at was until now.
    Was,
    /// Where the task that is looked at could go.
    Candidate,
    /// Where it goes.
    Chosen,
    /// Time that its reservation had behind the estimate already.
    Extra,
    /// Time that it has just been given.
    Given,
}

impl Tone {
    const ALL: [Self; 8] = [
        Self::Estimate,
        Self::Critical,
        Self::Present,
        Self::Was,
        Self::Candidate,
        Self::Chosen,
        Self::Extra,
        Self::Given,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Estimate => "estimate",
            Self::Critical => "estimate, on the critical path",
            Self::Present => "estimate, of the present group",
            Self::Was => "was here",
            Self::Candidate => "could go here",
            Self::Chosen => "goes here",
            Self::Extra => "reserved beyond the estimate",
            Self::Given => "given now",
        }
    }

    fn colour(self, theme: &Theme) -> Rgb {
        match self {
            Self::Estimate => theme.series[0],
            Self::Critical => theme.series[3],
            Self::Present => theme.series[2],
            Self::Was => theme.muted,
            Self::Candidate => theme.panel.mixed(theme.series[1], 0.35),
            Self::Chosen | Self::Given => theme.series[1],
            Self::Extra => theme.panel.mixed(theme.series[0], 0.35),
        }
    }
}

/// A piece of time on a machine, in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    pub machine: usize,
    pub from: f64,
    pub to: f64,
    pub tone: Tone,
    /// Its label; empty for most.
    pub name: String,
}

/// Data on their way from one machine to another: where and when they leave and arrive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transfer {
    pub from: (usize, f64),
    pub to: (usize, f64),
}

/// The content of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskSlots {
    /// The names of the machines: a row each.
    pub machines: Vec<String>,
    pub pieces: Vec<Piece>,
    pub transfers: Vec<Transfer>,
    /// Until when time is drawn, in seconds.
    pub end: f64,
    /// When all reservations have to end.
    pub deadline: Option<f64>,
}
