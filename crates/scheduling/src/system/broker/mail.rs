//! Messages under way and future events, by time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use super::Broker;
use super::agent::{Offered, Placed, Receipt};
use crate::engine::messages::MessageKind;
use workload::Time;
use workload::draw::{Draw, Stream};

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

/// Thousandths in a second.
pub(super) const SECOND: Time = 1_000;

/// Seconds in thousandths, to the nearest.
pub(super) fn thousandths(seconds: f64) -> Time {
    (seconds * SECOND as f64).round() as Time
}

/// The links between brokers and one agent.
#[derive(Clone, Copy, Debug)]
struct Link {
    latency: Time,
    jitter: Time,
    /// From 0 to 1.
    loss: f64,
}

impl Broker {
    /// Whether a draw is made for messages on any link.
    pub(super) fn draws_on_links(&self) -> bool {
        let draws = |jitter: f64, loss: f64| thousandths(jitter) > 0 || loss > 0.0;
        draws(self.jitter, self.loss_percent)
            || self.links.iter().any(|it| draws(it.jitter.unwrap_or_default(), it.loss_percent.unwrap_or_default()))
    }
}

/// All links, and the random draws for them.
#[derive(Clone, Debug)]
pub(super) struct Links {
    of_agents: Vec<Link>,
    jitter: Draw,
    loss: Draw,
}

impl Links {
    /// The links of `agents` agents.
    pub fn new(settings: &Broker, agents: usize, seed: u64) -> Self {
        let usual = Link {
            latency: thousandths(settings.latency),
            jitter: thousandths(settings.jitter),
            loss: settings.loss_percent / 100.0,
        };
        let mut of_agents = vec![usual; agents];
        for it in &settings.links {
            let Some(link) = of_agents.get_mut(it.agent as usize) else {
                continue;
            };
            link.latency = it.latency.map_or(link.latency, thousandths);
            link.jitter = it.jitter.map_or(link.jitter, thousandths);
            link.loss = it.loss_percent.map_or(link.loss, |it| it / 100.0);
        }
        Self { of_agents, jitter: Draw::new(seed, Stream::JITTER), loss: Draw::new(seed, Stream::LOSS) }
    }

    /// The delay of a message to or from an agent, and whether it is lost. A number is drawn only where the
    /// outcome is uncertain.
    pub fn send(&mut self, agent: u32) -> (Time, bool) {
        let link = self.of_agents[agent as usize];
        let beyond = match link.jitter {
            0 => 0,
            most => (self.jitter.unit() * (most + 1) as f64) as Time,
        };
        let lost = link.loss > 0.0 && self.loss.unit() < link.loss;
        (link.latency + beyond, lost)
    }

    /// The time that an agent takes to connect to a broker.
    pub fn connecting(&self, agent: u32) -> Time {
        self.of_agents[agent as usize].latency
    }

    /// The longest way there and back.
    pub fn longest_round_trip(&self) -> Time {
        let longest = self.of_agents.iter().map(|it| it.latency + it.jitter).max();
        2 * longest.unwrap_or(0)
    }
}
