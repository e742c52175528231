//! The log itself: what happened, as the baseline of every comparison.
//!
//! The system decides nothing. Every job starts when the log says that it started, at its submission and its
//! logged wait, and runs as long as the log says, on the processors that the log names. Where it names none, the processors are ours,
//! by first fit. A job that the log calls stopped at its limit is killed here as well; where the log says so of no
//! job, it is unknown. Jobs that were drawn or listed as advance reservations are batch jobs here: the log knows
//! no reservations.

mod simulation;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::{Better, Card, Measure, SystemModel, Unit};
use crate::system::prelude::*;
use workload::WorkloadKind;

/// The settings: there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AsLogged {}

/// Jobs that did not find enough free processors.
pub(crate) const OVER_THE_TOP: &str = "jobs_over_the_top";
/// Measure: jobs that are not on the processors that the log names.
pub(crate) const ELSEWHERE: &str = "jobs_elsewhere";
/// Measure: jobs whose wait the log does not give.
pub(crate) const WITHOUT_WAIT: &str = "jobs_without_wait";
/// Measure: jobs whose run time the log does not give.
pub(crate) const WITHOUT_RUN_TIME: &str = "jobs_without_run_time";

const MEASURES: &[Measure] = &[
    Measure {
        key: OVER_THE_TOP,
        name: "Jobs that exceed the machine",
        about: "Jobs for which too few processors are free when the log starts them: the log lacks ends of other jobs, or its machine was larger. They are drawn below the line under its processors.",
        unit: Unit::Jobs,
        better: Better::Neither,
        counts_ran: false,
    },
    Measure {
        key: ELSEWHERE,
        name: "Jobs on other processors than logged",
        about: "Jobs that run on other processors than those that the log names: they are not free when the log starts the job, not all there, or not as many as the job has. Counted where the log names processors or nodes.",
        unit: Unit::Jobs,
        better: Better::Neither,
        counts_ran: false,
    },
    Measure {
        key: WITHOUT_WAIT,
        name: "Jobs without a wait",
        about: "Jobs of which the log does not say how long they waited: they are left out.",
        unit: Unit::Jobs,
        better: Better::Neither,
        counts_ran: false,
    },
    Measure {
        key: WITHOUT_RUN_TIME,
        name: "Jobs without a run time",
        about: "Jobs of which the log does not say how long they ran: they are left out.",
        unit: Unit::Jobs,
        better: Better::Neither,
        counts_ran: false,
    },
];

const CARD: Card = Card {
    key: "as_logged",
    name: "As logged",
    about: "The schedule of the log: every job starts when the log says so, and runs as long as it says. No scheduler decides; compare other systems with it.",
    inside: "Missing data",
    inside_about: "As logged: the schedule of the log itself, without a scheduler. Listed are the jobs with missing data, the jobs for which the machine has no room, and the jobs that are not where the log has them.",
    takes: &[WorkloadKind::Log],
    measures: MEASURES,
    books: false,
    is_the_log: true,
    ..crate::system::CARD
};

impl SystemModel for AsLogged {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn words(&self, _of: &Surroundings, _changed: &Changed) -> Vec<String> {
        vec!["as the log has it".to_owned()]
    }
}

impl Simulated for AsLogged {
    fn start(&self, input: Input) -> Result<Box<dyn Simulation>, String> {
        let (platform, placements) = (input.platform, input.placements);
        let run = simulation::AsItHappened::new(platform, input.jobs()?, placements);
        Ok(Box::new(run))
    }

    fn own_words(&self, own: &Own, speaker: &Speaker) -> Option<Sentence> {
        words(own, speaker)
    }
}

// Records of this system about a job, with their facts, and their words. The system decides
// nothing.

/// Facts from the log about a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum OwnDecision {
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
fn words(own: &Own, speaker: &Speaker) -> Option<Sentence> {
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

/// The rows above one provider, and the jobs on them. First fit: the lowest free neighbouring rows.
#[derive(Clone, Debug, Default)]
struct OverTheTop {
    /// Rows in use, first and last inclusive, ascending.
    taken: Vec<(u32, u32)>,
    /// How many rows were ever used.
    most: u32,
}

impl OverTheTop {
    /// Takes `count` neighbouring rows, the lowest free ones, and returns the first of them.
    /// O(taken).
    pub fn take(&mut self, count: u32) -> u32 {
        let mut first = 0u32;
        let mut place = self.taken.len();
        for (at, &(start, end)) in self.taken.iter().enumerate() {
            if start - first >= count {
                place = at;
                break;
            }
            first = end + 1;
        }
        let last = first + (count - 1);
        self.taken.insert(place, (first, last));
        self.most = self.most.max(last + 1);
        first
    }

    /// Frees the rows that begin at `first`. O(taken).
    pub fn give(&mut self, first: u32) {
        self.taken.retain(|&(start, _)| start != first);
    }

    /// How many rows were ever used.
    pub fn rows(&self) -> u32 {
        self.most
    }
}
