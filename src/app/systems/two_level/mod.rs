//! The two-level grid on the page.

pub mod choices;
pub mod grid;
pub mod local;
pub mod local_systems;
pub mod queue_options;
pub mod readings;
pub mod slots;
