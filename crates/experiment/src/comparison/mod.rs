//! Scenarios side by side: criteria with confidence intervals over seeds, and what became of each
//! job under one and under another.
//!
//! Like sweeps it takes what runs came to, and makes none itself.

pub mod contrasts;
pub mod interval;
pub mod jobs;
pub mod sentences;
pub mod table;

pub use contrasts::{Contrast, contrasts};
pub use interval::{Interval, Quantiles};
pub use jobs::JobDifferences;
pub use table::{Basis, Cell, Row, rows};
