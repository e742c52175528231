//! Messages under way and future events, by time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use super::agent::{Offered, Placed, Receipt};
use crate::engine::messages::MessageKind;
use workload::Time;

/// The content of a message.
#[derive(Clone, Debug)]
pub(super) enum Payload {
    /// Tasks to be placed.
    Batch(Rc<[u32]>),
    /// The tasks that an agent could place, and whether it held offers for other brokers.
    Offers(Vec<Offered>, bool),
    /// The offers that are taken.
    Decision(Rc<[Placed]>),
    /// The tasks that are reserved or refused.
    Receipt(Receipt),
}

impl Payload {
    pub fn kind(&self) -> MessageKind {
        match self {
            Self::Batch(_) => MessageKind::Batch,
            Self::Offers(..) => MessageKind::Offers,
            Self::Decision(_) => MessageKind::Decision,
            Self::Receipt(_) => MessageKind::Receipt,
        }
    }

    /// How many tasks it is about, and how many were refused.
    pub fn counts(&self) -> (usize, usize) {
        match self {
            Self::Batch(tasks) => (tasks.len(), 0),
            Self::Offers(offers, _) => (offers.len(), 0),
            Self::Decision(taken) => (taken.len(), 0),
            Self::Receipt(it) => (it.reserved.len(), it.refused.len()),
        }
    }
}

/// A message under way.
#[derive(Clone, Debug)]
pub(super) struct Mail {
    pub broker: u32,
    pub agent: u32,
    pub round: u32,
    pub payload: Payload,
    /// Its place in the list of messages, if that has one for it.
    pub place: Option<u32>,
    /// The place of its first offer in the list of offers likewise.
    pub first_offer: Option<u32>,
}

/// Something that happens.
#[derive(Clone, Debug)]
pub(super) enum Event {
    /// A message arrives.
    Arrives(Mail),
    /// A broker has waited long enough for offers or receipts, if that is still its last wait.
    WaitedLong(u32, u32),
    /// An agent connects to a broker.
    Connects(u32, u32),
    /// A broker tries again the tasks that the round left, if that is still its last wait.
    Again(u32, u32),
}

/// Events by time, those of one time in the order in which they were caused.
#[derive(Debug, Default)]
pub(super) struct Events {
    heap: BinaryHeap<Reverse<(Time, u64, usize)>>,
    slots: Vec<Option<Event>>,
    free: Vec<usize>,
    count: u64,
}

impl Events {
    /// Something is to happen. O(log n).
    pub fn push(&mut self, time: Time, event: Event) {
        let slot = match self.free.pop() {
            Some(slot) => {
                self.slots[slot] = Some(event);
                slot
            }
            None => {
                self.slots.push(Some(event));
                self.slots.len() - 1
            }
        };
        self.heap.push(Reverse((time, self.count, slot)));
        self.count += 1;
    }

    /// When the next one happens.
    pub fn next_time(&self) -> Option<Time> {
        self.heap.peek().map(|it| it.0.0)
    }

    /// The next one. O(log n).
    pub fn pop(&mut self) -> Option<(Time, Event)> {
        let Reverse((time, _, slot)) = self.heap.pop()?;
        self.free.push(slot);
        Some((time, self.slots[slot].take()?))
    }
}
