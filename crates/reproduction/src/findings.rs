//! The findings of reproducing a table or a figure.

use serde::{Deserialize, Serialize};

use super::Options;
use super::claim::Claim;
use super::numbers::number;
use experiment::Scenario;
use experiment::comparison::interval::half_width;
use experiment::replicated::Spread;
use scheduling::criteria::{Criterion, Of};
use scheduling::system::Unit;
use workload::Time;

/// All findings on one table or figure, in the order in which they are shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Findings {
    /// The key of the item: `table-2`.
    pub item: String,
    /// Which jobs were taken and how the model was read, a sentence or two.
    pub setting: String,
    /// The paper's numbers beside ours.
    pub comparisons: Vec<Comparison>,
    /// Whether data were derived from these numbers, so that meeting them reproduces nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_derived_data: bool,
    /// The claims of the paper in words, each with a verdict.
    pub claims: Vec<Claim>,
    /// Tables of ours that have no counterpart in the paper, such as a ranking of readings.
    pub listings: Vec<Listing>,
    /// Listings too long to be read through, to be kept in files of their own.
    pub appendices: Vec<Appendix>,
    /// Pictures to draw.
    pub figures: Vec<Figure>,
    /// Further remarks: how close, which readings were tried, the likely cause of a difference.
    pub remarks: Vec<String>,
}

/// The results of a paper as they stand beside its document, which is their rendering.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// How its items were reproduced.
    pub options: Options,
    /// The logs, the paper's first.
    pub logs: Vec<WrittenLog>,
    /// Tables in place of logs, by the names of their files.
    pub tables: Vec<String>,
    /// The findings on each item, in the order of reading.
    pub findings: Vec<Findings>,
}

/// A log in such a document. It is named by its file, and no other thing of the machine is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenLog {
    /// The name of its file.
    pub name: String,
    /// Its role: `the paper's log`.
    pub role: String,
    /// How many records it has.
    pub records: usize,
    /// Its statement on itself: `, SP2 of the San Diego Supercomputer Center`.
    pub origin: String,
}

/// A table of the paper beside ours.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Its title.
    pub title: String,
    /// Its rows, in the paper's order.
    pub rows: Vec<Row>,
}

/// One number of the paper beside ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Which of the table's cells: `2 × 64, Random, FCFS`.
    pub label: String,
    /// The measured quantity.
    pub quantity: Quantity,
    /// The paper's number; none where the paper does not print one.
    pub paper: Option<f64>,
    /// Ours.
    pub ours: Measured,
    /// Where ours counts mean F from the submission: the same runs' from the ready time, as Sect. 4.3
    /// defines it, which the scenario shows that was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_ready: Option<Measured>,
    /// Index of the plan's cell that it was measured in, where it is one cell's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
}

impl Row {
    /// A number of ours beside that of the paper, where it prints one.
    pub fn new(label: impl Into<String>, quantity: Quantity, paper: impl Into<Option<f64>>, ours: Measured) -> Self {
        Self { label: label.into(), quantity, paper: paper.into(), ours, from_ready: None, cell: None }
    }

    /// The row, as measured in that cell of the plan.
    pub fn of_cell(self, cell: usize) -> Self {
        Self { cell: Some(cell), ..self }
    }

    /// The measured quantity, in a table's words.
    pub fn measure(&self) -> String {
        match self.from_ready {
            Some(_) => "mean F from submission (s)".to_owned(),
            None => self.quantity.name(),
        }
    }

    /// Ours less the paper's over the paper's; `None` where it is not known. For 0 there is none, unless
    /// ours is 0 as well, to the digits that a table gives.
    pub fn difference(&self) -> Option<f64> {
        let (paper, ours) = (self.paper?, self.ours.mean);
        if paper == 0.0 {
            let digits = self.quantity.digits();
            return (number(ours.abs(), digits) == number(0.0, digits)).then_some(0.0);
        }
        Some((ours - paper) / paper)
    }

    /// Whether ours lies within this share of the paper's number.
    pub fn is_within(&self, share: f64) -> bool {
        self.difference().is_some_and(|off| off.abs() <= share)
    }

    /// Whether the paper's number lies within two standard deviations of ours over the seeds; none
    /// where ours does not depend on the seed.
    pub fn within_two_deviations(&self) -> Option<bool> {
        let paper = self.paper.filter(|_| self.ours.deviation > 0.0)?;
        Some((paper - self.ours.mean).abs() <= 2.0 * self.ours.deviation)
    }
}

/// The quantity of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// U, from 0 to 1.
    MeanUtilization,
    /// F, in seconds.
    MeanFlowTime,
    /// D, in seconds.
    MeanTardiness,
    /// Seconds.
    WaitingTime,
    /// F of the batch jobs alone, in seconds.
    BatchFlowTime,
    /// F of the reservations alone, from the ready time, in seconds.
    ReservationFlowTime,
    /// How many jobs never ran.
    Rejected,
    /// From the first submission to the last completion, in seconds.
    Makespan,
    /// Seconds, of some other kind that the row names.
    Seconds,
    /// A number of things that the row names.
    Count,
    /// Percent of a quantity that the row names.
    Percent,
    /// A time of an example that is worked to the hundredth, in seconds.
    ExactTime,
}

impl Quantity {
    /// The figure of a report with this quantity; `None` if only the row names it.
    pub fn criterion(self) -> Option<Criterion> {
        Some(match self {
            Self::MeanUtilization => Criterion::UTILIZATION,
            Self::MeanFlowTime => Criterion::FLOW_TIME,
            Self::MeanTardiness => Criterion::TARDINESS,
            Self::WaitingTime => Criterion::WAITING_TIME,
            Self::BatchFlowTime => Criterion::BATCH_FLOW_TIME,
            Self::ReservationFlowTime => Criterion::RESERVATION_FLOW_TIME,
            Self::Rejected => Criterion::REJECTED,
            Self::Makespan => Criterion::MAKESPAN,
            Self::Seconds | Self::Count | Self::Percent | Self::ExactTime => return None,
        })
    }

    /// Its unit.
    pub fn unit(self) -> Unit {
        match self {
            Self::Count => Unit::Count,
            Self::Percent => Unit::Percent,
            _ => self.criterion().map_or(Unit::Seconds, Criterion::unit),
        }
    }

    /// Its name in a table: `mean F (s)`.
    pub fn name(self) -> String {
        match (self.words(), self.unit().symbol()) {
            (words, "") => words,
            (words, symbol) if words.is_empty() => symbol.to_owned(),
            (words, symbol) => format!("{words} ({symbol})"),
        }
    }

    /// Its name without the unit, for a sentence.
    pub fn words(self) -> String {
        let Some(criterion) = self.criterion() else {
            return String::new();
        };
        match (criterion.jobs(), criterion.letter()) {
            (Of::All, Some(letter)) => format!("mean {letter}"),
            (Of::All, None) => criterion.plain(),
            _ => criterion.label(),
        }
    }

    /// How many digits after the point a table gives it.
    pub fn digits(self) -> usize {
        match self.unit() {
            Unit::Share => 3,
            Unit::Count | Unit::Percent => 1,
            _ if self == Self::ExactTime => 2,
            _ => 0,
        }
    }
}

/// A number of ours: its mean over the seeds and how far they lie apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Arithmetic mean.
    pub mean: f64,
    /// Sample standard deviation; 0 of a single run.
    pub deviation: f64,
    /// How many runs, one a seed.
    pub runs: usize,
}

impl Measured {
    /// A number that no seed changes.
    pub fn exact(value: f64) -> Self {
        Self { mean: value, deviation: 0.0, runs: 1 }
    }

    /// Half the length of the mean's 95 % interval by Student's t; `None` of a single run.
    pub fn half_width(&self) -> Option<f64> {
        half_width(self.deviation, self.runs, 1)
    }

    /// The mean and the deviation of a value for each seed.
    pub fn of(values: &[f64]) -> Self {
        Spread::of(values).map_or_else(Self::default, |spread| Self {
            mean: spread.mean,
            deviation: spread.deviation,
            runs: spread.count,
        })
    }
}

/// A table of words and numbers, as they are to be printed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Listing {
    /// Its title.
    pub title: String,
    /// The heads of the columns.
    pub head: Vec<String>,
    /// The rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Listing {
    /// A table with these heads of its columns.
    pub fn new<S: Into<String>>(
        title: impl Into<String>,
        head: impl IntoIterator<Item = S>,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Self {
        let head = head.into_iter().map(Into::into).collect();
        Self { title: title.into(), head, rows: rows.into_iter().collect() }
    }

    /// A row, or a head: the first cells, then the others.
    pub fn row<const N: usize>(
        first: [impl Into<String>; N],
        others: impl IntoIterator<Item = impl Into<String>>,
    ) -> Vec<String> {
        first.into_iter().map(Into::into).chain(others.into_iter().map(Into::into)).collect()
    }
}

/// A listing that is kept in a file of its own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Appendix {
    /// The name of the file, without ending: `table-5-readings`.
    pub name: String,
    /// Its content.
    pub listing: Listing,
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn row(paper: Option<f64>, values: &[f64]) -> Row {
        Row {
            label: String::new(),
            quantity: Quantity::WaitingTime,
            paper,
            ours: Measured::of(values),
            from_ready: None,
            cell: None,
        }
    }

    #[test]
    fn a_row_tells_how_far_and_whether_within_two_deviations() {
        let near = row(Some(14.0), &[10.0, 12.0, 14.0]);
        assert_eq!((near.ours.mean, near.ours.deviation), (12.0, 2.0));
        assert_eq!(near.within_two_deviations(), Some(true));
        assert_eq!(near.difference(), Some(-2.0 / 14.0));
        let far = row(Some(16.1), &[10.0, 12.0, 14.0]);
        assert_eq!(far.within_two_deviations(), Some(false));
        assert_eq!(row(Some(14.0), &[12.0]).within_two_deviations(), None);
        assert_eq!(row(Some(0.0), &[12.0]).difference(), None);
        assert_eq!(row(Some(0.0), &[-0.4, 0.0]).difference(), Some(0.0));
        assert_eq!(row(None, &[12.0]).difference(), None);
    }
}
