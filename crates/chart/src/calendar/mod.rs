//! A calendar of several levels: a row for each, its slots side by side, each as wide as the others; and what a manager
//! believes of the calendars beneath it.

mod beliefs;
mod rows;
#[cfg(test)]
mod tests;

pub use beliefs::{BeliefRow, BeliefsView, Piece, beliefs_height, beliefs_svg};
pub use rows::{Cell, Row, RowsView, calendar_height, calendar_svg, calendar_table, cell_at};
