//! Pictures of messages, held against plain counts.

mod building;
mod dynamic_table;
mod loads;
mod pictures;
mod protocol;
mod sequence;
mod steps;
mod words;
