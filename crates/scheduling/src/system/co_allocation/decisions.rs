//! Decisions of this system and its reasons for waits and rejections, with their facts, and their words.

use serde::{Deserialize, Serialize};

use crate::engine::decisions::Claims;
use crate::system::prelude::*;

/// A decision on a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnDecision {
    /// It waits: an attempt to place it found too few servers that are idle for all of its time.
    TooFewIdle {
        /// Which attempt it was, counted from 1.
        attempt: u32,
        /// The start that was tried.
        start: Time,
        /// When the job would have ended.
        until: Time,
        needs: u32,
        /// How many of those that it may take are idle throughout.
        idle: u32,
        /// The jobs that have others at some time of it.
        claims: Claims,
        /// Whether its user chose the servers.
        chosen: bool,
    },
    /// It is rejected: it was tried as often as it may be, and found too few servers every time.
    NoAttempt {
        needs: u32,
        /// How often it was tried.
        attempts: u32,
        /// The last start that was tried.
        last: Time,
        /// Whether its user chose the servers.
        chosen: bool,
    },
    /// It is rejected: its user chose another number of servers than it needs.
    ChosenCount { needs: u32, chosen: u32 },
    /// Alternatives to the request.
    Instead(Vec<Alternative>),
}

/// An alternative to a job's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alternative {
    pub from: Time,
    /// Until when.
    pub to: Time,
    /// How many processors are idle throughout.
    pub processors: u32,
}

/// Why a request has no place: for a reason that other systems have as well, or for one of our own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// As in other systems.
    Common(Rejection),
    /// Only here.
    Own(OwnDecision),
}

impl Why {
    /// What a report counts it as.
    pub(super) fn cause(&self) -> Cause {
        match self {
            Self::Common(why) => why.cause().unwrap_or_default(),
            Self::Own(OwnDecision::ChosenCount { .. }) => Cause::ChosenCount,
            Self::Own(_) => Cause::NoAttempt,
        }
    }
}

impl From<Rejection> for Why {
    fn from(why: Rejection) -> Self {
        Self::Common(why)
    }
}

impl From<Why> for Rejection {
    fn from(why: Why) -> Self {
        match why {
            Why::Common(why) => why,
            Why::Own(said) => Self::Own(Own::of(&said)),
        }
    }
}

impl From<OwnDecision> for Decision {
    fn from(said: OwnDecision) -> Self {
        Self::Own(Own::of(&said))
    }
}

impl From<OwnDecision> for Reason {
    fn from(said: OwnDecision) -> Self {
        let blockers = match &said {
            OwnDecision::TooFewIdle { claims, .. } => claims.blockers(),
            _ => Vec::new(),
        };
        Self::Own(Own::of(&said).blocked_by(blockers))
    }
}

/// An own decision in words.
pub(super) fn words(own: &Own, speaker: &Speaker) -> Option<Sentence> {
    let mut to = Sentence::default();
    match own.read()? {
        OwnDecision::TooFewIdle { attempt, start, until, needs, idle, claims, chosen } => {
            let (start, until) = (speaker.at(start), speaker.at(until));
            let servers = if chosen { "chosen servers" } else { "servers" };
            to.say(format!("attempt {attempt} at {start}: {idle} of {needs} {servers} idle until {until}; "));
            speaker.say_claims(&mut to, &claims, &[Claimant::Booked]);
        }
        OwnDecision::NoAttempt { needs, attempts, last, chosen } => {
            let (tries, last) = (times(attempts), speaker.at(last));
            let found = if chosen {
                format!("the {needs} chosen servers were never all idle")
            } else {
                format!("never found {needs} idle servers")
            };
            to.say(format!("rejected: tried {tries}, last at {last}, and {found}"));
        }
        OwnDecision::ChosenCount { needs, chosen } => {
            to.say(format!("rejected: it needs {needs} servers, and {chosen} were chosen for it"));
        }
        OwnDecision::Instead(alternatives) => {
            let said = alternatives.iter().map(|it| {
                let (from, to) = (speaker.at(it.from), speaker.at(it.to));
                format!("{} from {from} to {to}", it.processors)
            });
            to.say(match alternatives[..] {
                [] => "no servers are idle instead".to_owned(),
                _ => format!("idle instead: {}", said.collect::<Vec<_>>().join("; ")),
            });
        }
    }
    Some(to)
}

/// How often: `once`, `7 times`.
fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}
