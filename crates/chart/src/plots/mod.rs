//! Charts of numbers: curves, bars, dots, and numbers over time. Their axes, meshes, lines and bands are
//! plotters' ([`plot`]); missing elements are drawn beside them.

pub mod curves;
pub mod histogram;
pub mod paper_curves;
pub mod period_search;
pub(crate) mod plot;
pub mod profile;
pub mod queue;
pub mod reproduction;
pub mod steps;
pub mod strips;
pub mod trade_off;
