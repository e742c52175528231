//! The page without a browser: plain Rust, tested natively.

pub mod dropped_log;
pub mod implausible;
pub mod words;
