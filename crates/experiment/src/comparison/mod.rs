//! Scenarios side by side: criteria with confidence intervals over seeds, and the outcome of each
//! job under one and under another.
//!
//! As for sweeps, the caller makes the runs and passes in their results.

pub mod contrasts;
pub mod interval;
pub mod jobs;
pub mod sentences;
pub mod table;

pub use contrasts::{Contrast, contrasts, ordered_by};
pub use interval::{Interval, Quantiles};
pub use jobs::JobDifferences;
pub use table::{Basis, Cell, Row, Unjudged, rows};
