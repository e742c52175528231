//! A broker that has waited long enough, and the end of its rounds.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Protocol;
use crate::engine::Cause;
use crate::system::broker::agent::Placed;
use crate::system::broker::coordinator::{Phase, RoundEnd};
use crate::system::broker::mail::{Event, Payload};
use crate::system::broker::told::{cause, rejection};
use workload::Time;

impl Protocol {
    /// A broker has waited long enough, for offers or for receipts.
    pub(super) fn waited_long(&mut self, broker: u32, now: Time) {
        let it = &mut self.brokers[broker as usize];
        match &mut it.phase {
            Phase::Offers(_) => {
                self.disconnect_missing(broker, now);
                self.decide(broker, now);
            }
            Phase::Receipts(missing, tries) if *tries < self.settings.tries => {
                *tries += 1;
                let again = missing.clone();
                self.decides_again(broker, again, now);
            }
            Phase::Receipts(..) => {
                self.disconnect_missing(broker, now);
                self.gives_up(broker, now);
            }
            Phase::Idle | Phase::Pause(_) => {}
        }
    }

    /// A broker repeats its decision to agents, and waits for their receipts.
    pub(super) fn decides_again(&mut self, broker: u32, again: BTreeMap<u32, Rc<[Placed]>>, now: Time) {
        for (agent, taken) in again {
            self.send(broker, agent, Payload::Decision(taken), now);
        }
        self.wait(broker, now);
    }

    /// A broker waits no longer for receipts, if it did.
    pub(super) fn gives_up(&mut self, broker: u32, now: Time) {
        for task in self.brokers[broker as usize].give_up() {
            self.record.booking(task).in_doubt = true;
            self.causes.note(task, Cause::InDoubt);
            if let Some(watched) = &mut self.watched {
                watched.gives_up(task, now);
            }
            self.is_over(task);
        }
        self.go_on(broker, now);
    }

    /// Ends a round whose receipts have all arrived, and begins the next if there is one.
    pub(super) fn go_on(&mut self, broker: u32, now: Time) {
        let it = &mut self.brokers[broker as usize];
        if !matches!(&it.phase, Phase::Receipts(missing, _) if missing.is_empty()) {
            return;
        }
        let left = it.left();
        match it.end(left.len(), self.settings.tries) {
            RoundEnd::Next => self.begin(broker, left, now),
            RoundEnd::Later => {
                it.phase = Phase::Pause(left);
                it.waits += 1;
                let again = Event::Again(broker, it.waits);
                self.events.push(now + self.timeout, again);
            }
            RoundEnd::Idle => {
                it.phase = Phase::Idle;
                let more = !it.waiting.is_empty();
                left.into_iter().for_each(|task| self.drop(task));
                if more {
                    self.begin(broker, Vec::new(), now);
                }
            }
        }
    }

    /// A task that no broker places is over.
    pub(super) fn drop(&mut self, task: u32) {
        let (now, request) = (self.settled.now, &self.requests[task as usize]);
        let rejection = rejection(&self.nodes, request, now);
        let cause = cause(&rejection, &self.nodes, request);
        self.causes.note(task, cause);
        if let Some(watched) = &mut self.watched {
            watched.dropped(task, now, rejection);
        }
        self.is_over(task);
    }
}
