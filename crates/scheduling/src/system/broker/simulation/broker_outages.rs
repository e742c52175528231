//! Brokers that go down and return, and the brokers that take up their tasks.
//!
//! The paper has it that no single failure stops the algorithm: a broker "does not maintain state information about any
//! resource" (Moise et al. 2008, Sect. 3.1), and where state is kept locally "no critical information is lost; the
//! scheduling algorithm can be run without taking into consideration the failed entity" (Sect. 1). So any other broker
//! can place the tasks that it had not decided:
//!
//! - The next broker that is up, in the order of their numbers, takes them up at once; if none is up, the first that
//!   returns. Tasks that are submitted while their broker is down go the same way. They stay where they went.
//! - Its decided tasks stay with it, since agents may have reserved them. When it is back it sends those decisions
//!   again until it has the receipts; if it never comes back these tasks stay in doubt.
//! - It hears no message. Agents that were connected to it are so again when it is back. Offers that they hold for it
//!   lapse by the lease; without a lease they hold none.

use super::super::decisions::OwnDecision;
use super::Protocol;
use crate::engine::messages::Verdict;
use crate::system::broker::Broker;
use crate::system::broker::coordinator::Phase;
use crate::system::broker::mail::SECOND;
use crate::system::prelude::*;

/// A broker goes down, or an outage of it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    at: Time,
    goes_down: bool,
    broker: u32,
}

impl Change {
    /// All of them in the order of time; at one time outages end before others begin, then by number.
    pub fn of(settings: &Broker) -> Vec<Self> {
        let mut changes = Vec::new();
        for it in &settings.broker_outages {
            let change = |at: Time, goes_down| Self { at: at * SECOND, goes_down, broker: it.broker };
            changes.push(change(it.from, true));
            changes.extend(it.until.map(|until| change(until, false)));
        }
        sort_by_key(&mut changes, |it| (it.at, it.goes_down, it.broker));
        changes
    }
}

impl Protocol {
    /// Lets a broker go down or return if that is the next event. Returns whether it was.
    pub(super) fn brokers_change(&mut self, submit: Option<Time>) -> bool {
        let Some(&change) = self.changes.get(self.changed) else {
            return false;
        };
        let others = [submit, self.events.next_time()];
        if others.into_iter().flatten().any(|it| it < change.at) {
            return false;
        }
        self.changed += 1;
        self.settled.now = change.at;
        match change.goes_down {
            true => self.goes_down(change.broker, change.at),
            false if self.is_broker_up(change.broker, change.at) => {
                self.returns(change.broker, change.at);
            }
            false => {}
        }
        true
    }

    /// Whether a broker hears messages.
    pub(super) fn is_broker_up(&self, broker: u32, now: Time) -> bool {
        let mut own = self.settings.broker_outages.iter();
        !own.any(|it| {
            let is_over = it.until.is_some_and(|until| until * SECOND <= now);
            it.broker == broker && it.from * SECOND <= now && !is_over
        })
    }

    /// A task that is submitted goes to its broker, or to the one that stands in for it.
    pub(super) fn give(&mut self, task: u32, now: Time) {
        let broker = self.requests[task as usize].broker;
        if self.is_broker_up(broker, now) {
            self.brokers[broker as usize].waiting.push(task)
        } else {
            self.hand_over(broker, vec![task], now)
        }
    }

    fn goes_down(&mut self, broker: u32, now: Time) {
        let (undecided, kept) = self.brokers[broker as usize].fail();
        for offer in kept {
            self.record.considered(offer, Verdict::Unseen);
        }
        if !self.is_up_after(broker, now) {
            self.gives_up(broker, now);
        }
        self.hand_over(broker, undecided, now);
    }

    /// It takes up the tasks that no broker has, and asks again for the receipts that it has not got.
    fn returns(&mut self, broker: u32, now: Time) {
        let waiting = std::mem::take(&mut self.unclaimed);
        if let Phase::Receipts(missing, tries) = &mut self.brokers[broker as usize].phase {
            *tries = 1;
            let again = missing.clone();
            self.decides_again(broker, again, now);
        }
        self.take_up(broker, waiting, now);
    }

    /// The tasks of a broker that is down go to the next one that is up; where none is they wait for one.
    fn hand_over(&mut self, broker: u32, tasks: Vec<u32>, now: Time) {
        for &task in &tasks {
            self.tell(task, now, OwnDecision::BrokerDown);
        }
        let brokers = self.settings.brokers;
        let mut others = (1..brokers).map(|it| (broker + it) % brokers);
        if let Some(other) = others.find(|&it| self.is_broker_up(it, now)) {
            return self.take_up(other, tasks, now);
        }
        if (0..brokers).any(|it| self.is_up_after(it, now)) {
            return self.unclaimed.extend(tasks);
        }
        for task in tasks {
            self.tell(task, now, OwnDecision::NoBroker);
            self.causes.note(task, Cause::NoBroker);
            self.is_over(task);
        }
    }

    fn take_up(&mut self, broker: u32, tasks: Vec<u32>, now: Time) {
        for &task in &tasks {
            self.tell(task, now, OwnDecision::TakenUp { broker });
            self.requests[task as usize].broker = broker;
            self.record.booking(task).broker = broker;
        }
        self.taken_up += tasks.len() as u64;
        let it = &mut self.brokers[broker as usize];
        it.waiting.extend(tasks);
        if it.phase == Phase::Idle && !it.waiting.is_empty() {
            self.begin(broker, Vec::new(), now);
        }
    }

    fn is_up_after(&self, broker: u32, now: Time) -> bool {
        let mut later =
            self.settings.broker_outages.iter().filter_map(|it| Some(it.until? * SECOND)).filter(|&it| it > now);
        later.any(|it| self.is_broker_up(broker, it))
    }

    fn tell(&mut self, task: u32, now: Time, said: OwnDecision) {
        if let Some(watched) = &mut self.watched {
            watched.tell(task, now, said);
        }
    }
}
