//! What becomes of a job here, where nothing is decided: with the facts, and in words.

use serde::{Deserialize, Serialize};

use crate::engine::decisions::{Decision, Own, Rejection};
use crate::system::speaker::{Sentence, Speaker};
use workload::Time;

/// What the log has of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Said {
    /// It waits: the log has it start later.
    AsRecorded {
        /// When.
        start: Time,
    },
    /// The log has it start now.
    StartedAsRecorded {
        /// On how many processors.
        processors: u32,
        /// How many of its provider were free, if those were too few.
        free: Option<u32>,
    },
    /// It is rejected: the log says too little of it.
    NotLogged {
        /// Whether it does not say how long it waited.
        wait: bool,
        /// Whether it does not say how long it ran.
        run_time: bool,
    },
}

impl From<Said> for Decision {
    fn from(said: Said) -> Self {
        let own = Own::of(&said);
        match said {
            Said::NotLogged { .. } => Self::Rejected(Rejection::Own(own)),
            _ => Self::Own(own),
        }
    }
}

/// The same in words.
pub(super) fn words(own: &Own, speaker: &Speaker) -> Option<Sentence> {
    Some(Sentence::of(match own.read()? {
        Said::AsRecorded { start } => {
            format!("waits until {}, as the log has it", speaker.at(start))
        }
        Said::StartedAsRecorded { processors, free } => {
            let over = free.map_or(String::new(), |free| {
                format!(", though only {free} are free: drawn beyond its processors")
            });
            let here = speaker.here();
            format!("starts on {processors} of {here}, as the log has it{over}")
        }
        Said::NotLogged { wait, run_time } => {
            let what = match (wait, run_time) {
                (true, true) => "how long it waited and ran",
                (true, false) => "how long it waited",
                _ => "how long it ran",
            };
            format!("left out: the log does not say {what}")
        }
    }))
}
