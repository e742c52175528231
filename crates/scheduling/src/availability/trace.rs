//! Algorithms 1 and 2 line by line: every line that is executed leaves a state.
//!
//! The lines are those of the corrected algorithms, as in [`super::Carts`]; [`ALGORITHM_1`] and
//! [`ALGORITHM_2`] are the text that a reader sees beside the states. Where the printed version
//! (Kurowski et al. 2011, Sects. 3.4 and 3.5) differs, [`PRINT_1`] and [`PRINT_2`] say so.

mod generation;
mod search;

pub use generation::{ALGORITHM_1, Change, Generation, GenerationState, PRINT_1};
pub use search::{ALGORITHM_2, Found, PRINT_2, Search, SearchState};

use super::BEGINNING;
use workload::Time;

/// A time as the states write it: the first slot begins at −∞.
pub fn time_in_words(time: Time) -> String {
    match time {
        BEGINNING => "−∞".to_owned(),
        time => time.to_string(),
    }
}
