//! Pictures of messages, held against plain counts.

use building::{Plan, plain, plan, run_of, troubled};
use proptest::prelude::*;

use super::words::{step_place, step_words, verdict_words, verdicts};
use super::*;
use crate::prelude::*;
use crate::tests::{is_well_formed, keep};
use experiment::{Scenario, run};
use scheduling::engine::messages::{Booking, Fate, Message, MessageKind, Offer, Verdict};
use scheduling::engine::testing::{bar_run, job};

mod building;
mod loads;
mod sequence;
mod words;

/// A message of one task in the first second.
fn message(kind: MessageKind, agent: u32, fate: Fate) -> Message {
    Message { kind, broker: 0, agent, round: 0, sent: 0, arrives: 0, fate, tasks: 1, refused: 0 }
}
