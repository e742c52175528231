//! A calendar of several levels: a row for each, its slots side by side, each as wide as the others.

mod rows;
#[cfg(test)]
mod tests;

pub use rows::{Cell, Row, RowsView, calendar_height, calendar_svg, cell_at};
