//! Pure decisions over their inputs: no clock, no event queue, no schedule.

pub mod broker;
pub mod formula;
pub mod grid;
pub mod local;
pub mod order_values;
pub mod placement;
pub mod spare_time;
pub mod usage;
pub mod workflow;
