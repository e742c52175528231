//! The language against its rule.

mod errors;
mod helpers;
mod language;
mod naive;
mod pieces;
mod random;
