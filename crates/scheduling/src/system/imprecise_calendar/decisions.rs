//! Decisions of managers on a job, and the place of the job: with their facts, and their words.

use serde::{Deserialize, Serialize};

use super::managers::{Inquiry, Request, RequestKind};
use crate::engine::decisions::Share;
use crate::system::prelude::*;
use base::text::{list, period};

/// A decision on a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnDecision {
    /// A manager passes it on to the one above.
    PassedUp(PassedUp),
    /// A manager asked providers whether they have room for it, and all have.
    Agreed(Request),
    /// Not all of them have: none reserves.
    Declined(Request),
    /// A manager had them reserve it, and not all had room any more: none keeps it.
    NotReserved(Request),
    /// It was sent to several providers, which serve it together.
    SentToSeveral(Vec<Share>),
    /// It waits: it has its place, from the beginning of a slot on, or from a time within one.
    InSlot {
        /// When the slot begins.
        from: Time,
        /// How long it is, in seconds.
        length: Time,
        /// When it will be split into finer ones; `None` if there are none.
        split: Option<Time>,
    },
    /// It is rejected: the cluster that it comes from has consumed too much at others.
    OverDeficit {
        /// How many processor seconds more than it has supplied.
        owes: i64,
        /// How many it may.
        limit: i64,
    },
}

/// Why a manager passes a job on to the one above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PassedUp {
    /// It is submitted there: it is too large or too long for the lower one.
    Promoted,
    /// It needs more processors than there are beneath the lower one.
    TooLarge { nodes: u32 },
    /// The first place that the lower one has is too far away.
    TooLate {
        /// When that begins.
        start: Time,
    },
}

impl From<OwnDecision> for Decision {
    fn from(said: OwnDecision) -> Self {
        Self::Own(Own::of(&said))
    }
}

impl From<OwnDecision> for Reason {
    fn from(said: OwnDecision) -> Self {
        Self::Own(Own::of(&said))
    }
}

impl From<OwnDecision> for Rejection {
    fn from(said: OwnDecision) -> Self {
        Self::Own(Own::of(&said))
    }
}

/// An own decision in words.
pub(super) fn words(own: &Own, speaker: &Speaker) -> Option<Sentence> {
    Some(Sentence::of(match own.read()? {
        OwnDecision::PassedUp(why) => passed_up(speaker, why),
        OwnDecision::Agreed(request) | OwnDecision::Declined(request) => asked(speaker, RequestKind::Inquiry, &request),
        OwnDecision::NotReserved(request) => asked(speaker, RequestKind::Reserve, &request),
        OwnDecision::SentToSeveral(shares) => format!("sent to {}", speaker.shared(&shares)),
        OwnDecision::InSlot { from, length, split } => {
            let (from, length) = (speaker.at(from), period(length));
            match split {
                Some(split) => {
                    format!("vague: in a slot of {length} from {from} on, which is split at {}", speaker.at(split))
                }
                None => format!("firm: in a finest slot, of {length}, from {from} on"),
            }
        }
        OwnDecision::OverDeficit { owes, limit } => {
            let hours = |seconds: i64| seconds / 3_600;
            format!(
                "rejected: it needs nodes of other clusters, but its cluster already owes {} node hours, more than {}",
                hours(owes),
                hours(limit)
            )
        }
    }))
}

fn passed_up(speaker: &Speaker, why: PassedUp) -> String {
    match why {
        PassedUp::Promoted => "promoted to the manager above: too large or too long for its own".to_owned(),
        PassedUp::TooLarge { nodes } => {
            format!("forwarded to the manager above: there are {nodes} nodes here")
        }
        PassedUp::TooLate { start } => {
            let start = speaker.at(start);
            format!("bumped up to the manager above: the first place here is at {start}")
        }
    }
}

/// A manager's request and its answer: the processors, the start, and the providers that declined with their
/// alternatives.
fn asked(speaker: &Speaker, kind: RequestKind, request: &Request) -> String {
    let shares: Vec<Share> = request.asked.iter().map(|it| it.share).collect();
    let (asks, none) = match kind {
        RequestKind::Inquiry => ("asks for", "and no cluster reserves"),
        RequestKind::Reserve => ("reserves", "and no cluster keeps its part"),
    };
    let start = speaker.at(request.start);
    let asks = format!("{asks} {} from {start} on", speaker.shared(&shares));
    match (&request.asked[..], request.instead) {
        ([_], _) if request.is_agreed() => format!("{asks}: agreed"),
        ([_], Some(then)) => format!("{asks}: declined, it offers {}", speaker.at(then)),
        ([_], None) => format!("{asks}: declined, it offers no time"),
        (_, _) if request.is_agreed() => format!("{asks}: all agree"),
        (asked, _) => {
            let declined = asked.iter().filter(|it| !it.agrees);
            let declined: Vec<String> = declined.map(|it| declined_by(speaker, it)).collect();
            format!("{asks}: declined by {}, {none}", list(&declined))
        }
    }
}

/// A provider that declined its part, and how much it has.
fn declined_by(speaker: &Speaker, it: &Inquiry) -> String {
    let provider = speaker.provider(it.share.provider);
    match it.has {
        Some(has) => format!("{provider} (it has {has})"),
        None => provider,
    }
}
