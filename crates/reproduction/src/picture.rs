//! Pictures to draw, as data: this room knows no charts.

use serde::{Deserialize, Serialize};

use super::Measured;
use experiment::Scenario;
use workload::Time;

/// A picture with its words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// What a file of it is called, without ending: `figure-8`.
    pub name: String,
    /// In bold above it.
    pub title: String,
    /// Beneath the title: which jobs, which policies.
    pub caption: String,
    /// What is drawn.
    pub picture: Picture,
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picture {
    /// Lines with dots and bands of spread, in panels side by side.
    Curves {
        /// What the x axis shows, with its unit.
        x_label: String,
        /// From left to right.
        panels: Vec<Panel>,
    },
    /// How many of each class.
    Histogram {
        /// What the classes are of, with the unit.
        x_label: String,
        /// What is counted.
        y_label: String,
        /// Name and count of each class, from left to right.
        classes: Vec<(String, f64)>,
    },
    /// The Gantt chart of a run: whoever draws it makes the run first.
    Gantt {
        /// Which of the logs.
        log: usize,
        /// What is to be run.
        scenario: Box<Scenario>,
        /// From when to when, in seconds of the log; the whole schedule where it is empty.
        window: (Time, Time),
    },
    /// Reservations of a workflow's tasks, a row for each machine.
    Slots {
        /// What each machine is called.
        machines: Vec<String>,
        /// The reservations, in any order.
        slots: Vec<PlannedSlot>,
        /// When all are to end, in seconds.
        deadline: f64,
    },
    /// Processors held over time, one strip a run: whoever draws it makes the runs first.
    Utilization {
        /// Which of the logs.
        log: usize,
        /// Name and scenario of each strip, from top to bottom.
        strips: Vec<(String, Scenario)>,
        /// From when to when, in seconds of the log; the whole schedules where it is empty.
        window: (Time, Time),
    },
}

impl Picture {
    /// What is to be run before it can be drawn, with the log of each; the runs are handed to
    /// whoever draws it in this order.
    pub fn runs(&self) -> Vec<(usize, &Scenario)> {
        match self {
            Self::Curves { .. } | Self::Histogram { .. } | Self::Slots { .. } => Vec::new(),
            Self::Gantt { log, scenario, .. } => vec![(*log, scenario)],
            Self::Utilization { log, strips, .. } => strips
                .iter()
                .map(|(_, scenario)| (*log, scenario))
                .collect(),
        }
    }
}

/// A reservation for a task. Times are seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlannedSlot {
    /// The task's name.
    pub name: String,
    /// The machine, by its place among the machines.
    pub machine: u32,
    /// When it begins.
    pub start: f64,
    /// When the task ends by its estimate.
    pub finish: f64,
    /// When it ends.
    pub until: f64,
}

/// One criterion against x.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Panel {
    /// What the y axis shows, with its unit.
    pub y_label: String,
    /// Whether the y axis begins at 0 even if the data does not.
    pub from_zero: bool,
    /// The lines.
    pub series: Vec<Series>,
}

/// A line of a chart.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// x and what was measured there.
    pub points: Vec<(f64, Measured)>,
}
