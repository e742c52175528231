//! Pictures to draw, as data: this room knows no charts.

use serde::{Deserialize, Serialize};

use super::Measured;
use experiment::Scenario;
use workload::Time;

/// A picture with its words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The name of its file, without ending: `figure-8`.
    pub name: String,
    /// In bold above it.
    pub title: String,
    /// Beneath the title: which jobs, which policies.
    pub caption: String,
    /// The picture.
    pub picture: Picture,
}

/// The content of a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picture {
    /// Lines with dots and bands of spread, in panels side by side.
    Curves {
        /// The title of the x axis, with its unit.
        x_label: String,
        /// From left to right.
        panels: Vec<Panel>,
    },
    /// How many of each class.
    Histogram {
        /// The quantity of the classes, with the unit.
        x_label: String,
        /// The counted quantity.
        y_label: String,
        /// Name and count of each class, from left to right.
        classes: Vec<(String, f64)>,
    },
    /// The Gantt chart of a run, which its caller makes first.
    Gantt {
        /// Which of the logs.
        log: usize,
        /// The scenario of the run.
        scenario: Box<Scenario>,
        /// From when to when, in seconds of the log; the whole schedule where it is empty.
        window: (Time, Time),
    },
    /// Reservations of a workflow's tasks, a row for each machine.
    Slots {
        /// The name of each machine.
        machines: Vec<String>,
        /// The reservations, in any order.
        slots: Vec<PlannedSlot>,
        /// When all are to end, in seconds.
        deadline: f64,
    },
    /// Processors held over time, one strip per run; the caller makes the runs first.
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
    /// The runs that have to be made before it can be drawn, with the log of each; the caller
    /// passes them to the drawing code in this order.
    pub fn runs(&self) -> Vec<(usize, &Scenario)> {
        match self {
            Self::Curves { .. } | Self::Histogram { .. } | Self::Slots { .. } => Vec::new(),
            Self::Gantt { log, scenario, .. } => vec![(*log, scenario)],
            Self::Utilization { log, strips, .. } => strips.iter().map(|(_, scenario)| (*log, scenario)).collect(),
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
    /// The title of the y axis, with its unit.
    pub y_label: String,
    /// Whether the y axis begins at 0 even if the data does not.
    pub from_zero: bool,
    /// The lines.
    pub series: Vec<Series>,
}

/// A line of a chart.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// x and the measured value there.
    pub points: Vec<(f64, Measured)>,
}
