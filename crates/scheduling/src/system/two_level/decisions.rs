//! Decisions of this system and its reasons for waits, with their facts, and their words.

use serde::{Deserialize, Serialize};

use crate::engine::decisions::Claims;
use crate::system::prelude::*;

/// A decision on a job, or the reason why it does not start now. All counts are of processors of its provider, as they were
/// when the job was considered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnDecision {
    /// The grid scheduler keeps it until its next pass.
    HeldAbove { until: Time },
    /// Its processors were given to a more urgent job.
    Preempted {
        /// Index of that job.
        by: u32,
    },
    /// It stands still while a reservation uses its processors.
    Suspended {
        /// Index of that job.
        by: u32,
    },
    /// Its reservation is over and it is not done: it is suspended, to resume as a batch job where
    /// it was.
    Outlasts,
    /// It waits: enough are free now, but not until its limit.
    Promised {
        needs: u32,
        /// The fewest that are promised to no job at any time until its limit: the same ones throughout
        /// if processors have names.
        least_free: u32,
        /// From when there are too few.
        from: Time,
        /// Until when, at the latest its limit.
        until: Time,
        /// Whether processors have names, so that the same ones must be free throughout.
        by_name: bool,
        /// The jobs to which they are promised.
        claims: Claims,
    },
    /// It waits: another job goes first and may not be overtaken.
    Behind {
        /// Index of that job.
        job: u32,
        /// Why that one waits.
        because: Reason,
    },
    /// It waits: it would fit, but delay the promised start of another job.
    WouldDelay {
        /// Index of that job.
        job: u32,
        /// The start that it is promised.
        promised: Time,
        /// How many this job needs.
        needs: u32,
        /// The fewest that are left beside the promise at any time until its limit.
        left: u32,
        /// Why that one waits.
        because: Reason,
    },
    /// It waits: there is room for it now, but it keeps the promise that it has until promises are looked over
    /// again.
    KeepsPromise,
    /// It waits: its scheduler acts only at multiples of its period.
    Period { next: Time },
}

impl From<OwnDecision> for Decision {
    fn from(said: OwnDecision) -> Self {
        Self::Own(Own::of(&said))
    }
}

impl From<OwnDecision> for Reason {
    fn from(said: OwnDecision) -> Self {
        let blockers = match &said {
            OwnDecision::Promised { claims, .. } => claims.blockers(),
            OwnDecision::Behind { job, because } | OwnDecision::WouldDelay { job, because, .. } => {
                let others = because.blockers().into_iter();
                std::iter::once(*job).chain(others.filter(|other| other != job)).collect()
            }
            _ => Vec::new(),
        };
        Self::Own(Own::of(&said).blocked_by(blockers))
    }
}

/// An own decision in words.
pub fn words(own: &Own, speaker: &Speaker) -> Option<Sentence> {
    let mut to = Sentence::default();
    match own.read()? {
        OwnDecision::HeldAbove { until } => {
            let until = speaker.at(until);
            to.say(format!("kept by the grid scheduler until {until}"));
        }
        OwnDecision::Preempted { by } => {
            to.say("preempted by ").name(by);
        }
        OwnDecision::Suspended { by } => {
            to.say("suspended for ").name(by);
        }
        OwnDecision::Outlasts => {
            to.say("suspended: its reservation is over, and it goes on as a batch job");
        }
        OwnDecision::Promised { needs, least_free, from, until, by_name, claims } => {
            let (same, throughout) = if by_name { (" of the same", " throughout") } else { ("", "") };
            let (from, until) = (speaker.at(from), speaker.at(until));
            to.say(format!("needs {needs}{same}, only {least_free} free{throughout} from {from} to {until}; "));
            speaker.say_claims(&mut to, &claims, &[Claimant::Booked]);
        }
        OwnDecision::Behind { job, because } => {
            to.say("behind ").name(job).say(", which ");
            speaker.say_reason(&mut to, &because);
        }
        OwnDecision::WouldDelay { job, promised, needs, left, because } => {
            to.say("fits now, but would delay ").name(job);
            to.say(format!(", promised {}, which leaves {left} of the {needs} that it needs; ", speaker.at(promised)));
            to.name(job).say(" ");
            speaker.say_reason(&mut to, &because);
        }
        OwnDecision::KeepsPromise => {
            to.say("there is room now, but promises are revised only when a job ends");
        }
        OwnDecision::Period { next } => {
            let next = speaker.at(next);
            to.say(format!("fits now, but the scheduler acts only at multiples of its period, next at {next}"));
        }
    }
    Some(to)
}
