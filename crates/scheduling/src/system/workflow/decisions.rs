//! The decision that only this system makes, in words.

use crate::system::prelude::*;

use serde::{Deserialize, Serialize};

/// Why a task is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnDecision {
    /// A task that it waits for has failed, or ended too late.
    NoData,
}

impl From<OwnDecision> for Decision {
    fn from(said: OwnDecision) -> Self {
        Self::Rejected(Rejection::Own(Own::of(&said)))
    }
}

/// An own decision in words.
pub(super) fn words(own: &Own) -> Option<Sentence> {
    let OwnDecision::NoData = own.read()?;
    Some(Sentence::of("never runs: a task that it depends on failed, or ended too late"))
}
