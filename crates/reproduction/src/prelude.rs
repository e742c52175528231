//! The types of plans and findings that items of papers use, and their constructors.

pub(crate) use super::Open;
pub use super::numbers::*;
pub use super::{
    Case, Cell, Claim, Comparison, Figure, Findings, Item, Listing, Measured, Options, PairedDifference, Panel,
    Picture, Plan, Quantity, Row, Said, Series, ToldIn, Unavailable, Verdict,
};
pub use scheduling::criteria::Report;
pub use workload::Workload;

use std::borrow::Borrow;
use workload::select::Selection;

/// The cells of a plan, or why there are none.
pub type Planned = Result<Vec<Cell>, Unavailable>;

/// The base of an item on a log, without claims that more seeds may decide.
pub const ON_LOG: Item = Item {
    key: "",
    title: "",
    section: "",
    paper: "",
    needs_log: true,
    plan: |_, _| Ok(Vec::new()),
    conclude: |_, _, _| Findings::default(),
    open: Open::Never,
};

/// The base of an item that generates its inputs while it concludes: no log, no planned runs.
pub const MADE_UP: Item = Item { needs_log: false, ..ON_LOG };

impl Case {
    /// A case that the differences of two numbers decide, one for each seed.
    pub(crate) fn drawn(
        name: impl Into<String>,
        differences: impl IntoIterator<Item = f64>,
        said: Said,
        unit: ToldIn,
    ) -> Self {
        Self::of(name, &PairedDifference::drawn(differences), said, unit)
    }

    /// A case that counts or exact results decide.
    pub(crate) fn exact(name: impl Into<String>, holds: bool, evidence: impl Into<String>) -> Self {
        Self::new(name, Verdict::exact(holds), evidence)
    }
}

impl Measured {
    /// The mean and the deviation of a value of each run.
    pub(crate) fn each<T>(runs: &[T], value: impl Fn(&T) -> f64) -> Self {
        Self::of(&runs.iter().map(value).collect::<Vec<_>>())
    }
}

impl PairedDifference {
    /// Of differences that change with the seed, one for each.
    pub(crate) fn drawn(values: impl IntoIterator<Item = f64>) -> Self {
        Self::of(values.into_iter().collect(), true)
    }
}

impl Panel {
    /// A panel whose y axis begins at 0.
    pub(crate) fn from_zero(y_label: impl Into<String>, series: impl IntoIterator<Item = Series>) -> Self {
        Self { y_label: y_label.into(), from_zero: true, series: series.into_iter().collect() }
    }
}

impl Figure {
    /// Curves in panels side by side.
    pub(crate) fn curves(
        name: &str,
        title: impl Into<String>,
        caption: impl Into<String>,
        x_label: &str,
        panels: impl IntoIterator<Item = Panel>,
    ) -> Self {
        let picture = Picture::Curves { x_label: x_label.to_owned(), panels: panels.into_iter().collect() };
        Self { name: name.to_owned(), title: title.into(), caption: caption.into(), picture }
    }
}

/// The figure of that key of a report; NaN, which a table writes as a dash, where there is none.
pub fn measure(report: &Report, key: &str) -> f64 {
    report.measures.get(key).copied().unwrap_or(f64::NAN)
}

/// The arithmetic mean; NaN of no values.
pub fn mean(values: impl IntoIterator<Item = impl Borrow<f64>>) -> f64 {
    let values: Vec<f64> = values.into_iter().map(|it| *it.borrow()).collect();
    values.iter().sum::<f64>() / values.len() as f64
}

/// A number with its unit; a dash where there is none.
pub fn or_dash(value: Option<f64>, digits: usize, unit: &str) -> String {
    value.map_or("–".to_owned(), |it| number(it, digits) + unit)
}

/// What `of` makes of each seed, counted from 1, where it makes anything.
pub fn each_seed<T>(seeds: u32, of: impl Fn(u64) -> Option<T>) -> Vec<T> {
    (1..=u64::from(seeds)).filter_map(of).collect()
}

/// Jobs of these numbers that ran, none of them a reservation.
pub fn without_reservations(jobs: Option<(u64, u64)>) -> Selection {
    let (first_job, last_job) = jobs.unzip();
    let mut selection = Selection { first_job, last_job, ..Selection::default() };
    selection.reservations.percent = 0.0;
    selection
}
