//! Records of this system about a job, with their facts, and their words. The system decides
//! nothing.

use serde::{Deserialize, Serialize};

use crate::engine::decisions::{Decision, Own, Rejection};
use crate::system::speaker::{Sentence, Speaker};
use workload::Time;

/// Facts from the log about a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnDecision {
    /// It waits: the log has it start later.
    AsRecorded { start: Time },
    /// The log has it start now.
    StartedAsRecorded {
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

impl From<OwnDecision> for Decision {
    fn from(said: OwnDecision) -> Self {
        let own = Own::of(&said);
        match said {
            OwnDecision::NotLogged { .. } => Self::Rejected(Rejection::Own(own)),
            _ => Self::Own(own),
        }
    }
}

/// An own decision in words.
pub(super) fn words(own: &Own, speaker: &Speaker) -> Option<Sentence> {
    Some(Sentence::of(match own.read()? {
        OwnDecision::AsRecorded { start } => {
            format!("waits until {}, as the log has it", speaker.at(start))
        }
        OwnDecision::StartedAsRecorded { processors, free } => {
            let over = free
                .map_or(String::new(), |free| format!(", though only {free} are free: drawn beyond its processors"));
            let here = speaker.here();
            format!("starts on {processors} of {here}, as the log has it{over}")
        }
        OwnDecision::NotLogged { wait, run_time } => {
            let what = match (wait, run_time) {
                (true, true) => "how long it waited and ran",
                (true, false) => "how long it waited",
                _ => "how long it ran",
            };
            format!("left out: the log does not say {what}")
        }
    }))
}
