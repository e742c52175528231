//! The systems, each assembled from the rooms above.

pub mod two_level;
