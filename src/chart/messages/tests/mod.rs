//! Pictures of messages, held against plain counts.

mod building;
mod loads;
mod pictures;
mod sequence;
mod steps;
mod words;
