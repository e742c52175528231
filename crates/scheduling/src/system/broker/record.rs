//! The record of messages during a run.

use super::agent::{Offered, Placed};
use super::coordinator::NONE;
use super::mail::{Mail, Payload};
use crate::engine::Messages;
use crate::engine::messages::{Booking, Fate, Message, MessageKind, Offer, Verdict};
use workload::Time;

/// The messages of a run in progress, and figures of all of them, kept or not.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    messages: Messages,
    /// How many were sent, lost, and not heard.
    pub sent: u64,
    pub lost: u64,
    pub unheard: u64,
    /// How many batches arrived, and the sum of their delays, in thousandths of a second.
    pub delivered: u64,
    pub delivery: Time,
    /// How many confirmed offers could not be reserved any more.
    pub refused: u64,
}

impl Record {
    /// An empty record of a run with the given brokers, agents, loads, lease and tasks.
    pub fn new(messages: Messages) -> Self {
        Self { messages, ..Self::default() }
    }

    /// A message is sent; its place in the list, if there is one for it, and that of its first offer likewise.
    pub fn send(&mut self, mail: &mut Mail, sent: Time, arrives: Time, lost: bool) {
        let kind = mail.payload.kind();
        let (tasks, refused) = mail.payload.counts();
        self.sent += 1;
        self.lost += u64::from(lost);
        if kind == MessageKind::Batch && !lost {
            self.delivered += 1;
            self.delivery += arrives - sent;
        }
        if self.messages.list.len() >= Messages::MOST {
            self.messages.left_out += 1;
            return;
        }
        mail.place = Some(self.messages.list.len() as u32);
        self.messages.list.push(Message {
            kind,
            broker: mail.broker,
            agent: mail.agent,
            round: mail.round,
            sent,
            arrives,
            fate: if lost { Fate::Lost } else { Fate::Sent },
            tasks: tasks as u32,
            refused: refused as u32,
        });
        if let Payload::Offers(offers, _) = &mail.payload {
            mail.first_offer = self.offers(mail.place, offers);
        }
    }

    /// The offers of a message: the place of the first, if all are kept.
    fn offers(&mut self, message: Option<u32>, offers: &[Offered]) -> Option<u32> {
        let message = message?;
        let first = self.messages.offers.len();
        if first + offers.len() > Messages::MOST_OFFERS {
            return None;
        }
        let offers = offers.iter().map(|it| Offer {
            message,
            job: it.placed.task,
            provider: it.placed.node,
            load: it.load,
            verdict: Verdict::Unseen,
        });
        self.messages.offers.extend(offers);
        Some(first as u32)
    }

    /// A message has arrived, and this became of it.
    pub fn arrived(&mut self, mail: &Mail, fate: Fate) {
        self.unheard += u64::from(fate == Fate::Unheard);
        if let Some(place) = mail.place {
            self.messages.list[place as usize].fate = fate;
        }
    }

    /// A broker has considered an offer.
    pub fn considered(&mut self, offer: u32, verdict: Verdict) {
        if offer != NONE {
            self.messages.offers[offer as usize].verdict = verdict;
        }
    }

    pub fn booking(&mut self, job: u32) -> &mut Booking {
        &mut self.messages.bookings[job as usize]
    }

    /// A job is reserved on a node of an agent, by a decision.
    pub fn reserved(&mut self, it: Placed, (agent, round): (u32, u32), decision: Option<u32>) {
        let booking = self.booking(it.task);
        booking.agent = Some(agent);
        booking.round = round;
        booking.decision = decision;
    }

    pub fn bookings(&self) -> &[Booking] {
        &self.messages.bookings
    }

    pub fn finish(self) -> Messages {
        self.messages
    }
}
