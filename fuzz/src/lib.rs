//! Fuzzing: bytes that nobody would write, given to everything that reads bytes.
//!
//! A [`Target`] takes any bytes and panics if something that must hold does not. The same targets are run in
//! two ways: by `cargo xtask fuzz`, for as long as one likes, where libFuzzer changes inputs by what they
//! reach in the code (`bin/guided.rs`), and by `cargo xtask test`, for some seconds, with changes drawn from
//! a seed ([`mutate`]). Both begin with the inputs in `corpus/`.

pub mod corpus;
pub mod draws;
pub mod memory;
pub mod mutate;
pub mod tally;
pub mod targets;
pub mod watch;

pub use tally::Tally;
pub use targets::{TARGETS, Target};
pub use watch::Watch;
