//! Pictures of messages, held against plain counts.

mod building;
mod dynamic_table;
mod loads;
mod pictures;
mod protocol;
mod sequence;
mod steps;
mod words;

use proptest::prelude::*;

use super::words::{step_place, step_words, verdict_words, verdicts};
use super::*;
use crate::tests::{is_well_formed, keep};
use crate::titles::within_margins;
use crate::{Area, Captions, Frame, Origin, Theme};
use building::{Plan, plain, plan, run_of, troubled};
use experiment::{Scenario, run};
use scheduling::engine::messages::{Booking, Fate, Message, MessageKind, Offer, Verdict};
use scheduling::engine::testing::{bar_run, job};
use workload::Time;

/// A message of one task in the first second.
fn message(kind: MessageKind, agent: u32, fate: Fate) -> Message {
    Message { kind, broker: 0, agent, round: 0, sent: 0, arrives: 0, fate, tasks: 1, refused: 0 }
}
