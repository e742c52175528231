//! The decision that only this system makes, in words.

use serde::{Deserialize, Serialize};

use crate::engine::decisions::{Decision, Own, Rejection};
use crate::system::speaker::Sentence;

/// Why a task is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Said {
    /// A task that it waits for has failed, or ended too late.
    NoData,
}

impl From<Said> for Decision {
    fn from(said: Said) -> Self {
        Self::Rejected(Rejection::Own(Own::of(&said)))
    }
}

/// The same in words.
pub(super) fn words(own: &Own) -> Option<Sentence> {
    let Said::NoData = own.read()?;
    Some(Sentence::of(
        "never runs: a task that it depends on failed, or ended too late",
    ))
}
