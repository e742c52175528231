//! The protocol of brokers and agents.
//!
//! One round of a broker, all in the order of time, and of cause at one time:
//!
//! 1. It sends its batch to all agents that are connected. Tasks that come meanwhile wait for the next one.
//! 2. An agent answers with its offers, also if it has none. It holds them for the lease.
//! 3. When all have answered, or the broker has waited long enough, it decides, and sends to every agent that made
//!    offers those that it takes; an agent whose offers come later, and are held, is told that none is taken.
//! 4. An agent reserves the offers that are taken and sends a receipt. Until the receipt comes, the decision is
//!    sent again; if none ever comes, the broker does not know whether those tasks are reserved, and gives them to
//!    no other agent.
//! 5. The tasks without an offer, and those that an agent refused, make the next batch, until a round reserves
//!    nothing. If agents did not answer in that round, refused, or held nodes for others, or none was connected,
//!    it is tried again after a wait.
//!
//! An agent that a broker has waited for in vain is connected no more, and connects again when it is up; so does
//! one that is down at the beginning. `broker_outages` has the rules for the tasks of a broker that goes down.

mod broker_outages;

use std::collections::BTreeMap;
use std::rc::Rc;

use super::agent::{Agent, Placed, Receipt};
use super::coordinator::Settled;
use super::coordinator::{Coordinator, JudgedOffer, Phase, RoundEnd};
use super::mail::{Event, Events, Mail, Payload};
use super::mail::{Links, SECOND, thousandths};
use super::nodes::Nodes;
use super::request::Request;
use super::run::Record;
use super::settings::Placement;
use super::told::{Watched, cause, rejection};
use super::{Broker, central};
use crate::engine::messages::{Booking, Fate};
use crate::engine::{Arrivals, Causes, Messages};
use crate::system::prelude::*;
use broker_outages::Change;
use workload::draw::{Draw, Stream};

/// The state of a run in progress.
pub(super) struct Protocol {
    pub settings: Broker,
    pub nodes: Nodes,
    pub requests: Vec<Request>,
    pub settled: Settled,
    pub record: Record,
    pub watched: Option<Watched>,
    pub agents: Vec<Agent>,
    brokers: Vec<Coordinator>,
    links: Links,
    events: Events,
    /// The jobs or tasks that are requested.
    pub jobs: Vec<Job>,
    /// Those that have not arrived, and the others in order of arrival.
    arrivals: Arrivals,
    pub arrived: Vec<u32>,
    /// How many of them a scheduler that knows all nodes has placed, or not.
    placed: usize,
    /// Whether a task is over: reserved for good or rejected; and the number of such tasks.
    over: Vec<bool>,
    /// Why the rejected ones were rejected.
    pub causes: Causes,
    pub over_count: usize,
    pub rounds: u64,
    failures: Draw,
    places: Draw,
    lease: Option<Time>,
    timeout: Time,
    /// When brokers go down and return, in the order of time, and how many of that have happened.
    changes: Vec<Change>,
    changed: usize,
    /// Tasks whose broker, like all others, is down: the first that returns takes them.
    unclaimed: Vec<u32>,
    /// How often a broker took up the task of another, or its own when it returned.
    pub taken_up: u64,
}

impl Protocol {
    /// A run of `jobs`, each with its request, none of which has arrived.
    pub fn new(settings: &Broker, nodes: Nodes, (jobs, requests): (Vec<Job>, Vec<Request>), seed: u64) -> Self {
        let agents = nodes.agents.len();
        let links = Links::new(settings, agents, seed);
        let usual = (3 * links.longest_round_trip()).max(SECOND);
        let booking = |it: &Request| Booking { broker: it.broker, ..Booking::default() };
        let lease = settings.lease.map(thousandths);
        let record = Record::new(Messages {
            brokers: settings.brokers,
            agents: nodes.agents.clone(),
            most_load: nodes.tables.iter().map(|it| it.most_load).collect(),
            lease,
            bookings: requests.iter().map(booking).collect(),
            ..Messages::default()
        });
        let mut protocol = Self {
            settled: Settled::new(requests.len()),
            record,
            watched: None,
            agents: vec![Agent::default(); agents],
            brokers: vec![Coordinator::new(agents); settings.brokers as usize],
            links,
            events: Events::default(),
            arrivals: Arrivals::of(&jobs),
            jobs,
            arrived: Vec::with_capacity(requests.len()),
            placed: 0,
            over: vec![false; requests.len()],
            over_count: 0,
            causes: Causes::default(),
            rounds: 0,
            failures: Draw::new(seed, Stream::FAILURES),
            places: Draw::new(seed, Stream::PLACES),
            lease,
            timeout: settings.timeout.map_or(usual, thousandths),
            changes: Change::of(settings),
            changed: 0,
            unclaimed: Vec::new(),
            taken_up: 0,
            settings: settings.clone(),
            nodes,
            requests,
        };
        protocol.connect_those_that_are_up();
        protocol
    }

    /// Performs the next step, if there is one: tasks that are submitted at one time, or an event.
    pub fn step(&mut self) -> bool {
        if self.placed < self.arrived.len() && self.settings.placement != Placement::Broker {
            self.place_some();
            return true;
        }
        let next = self.arrivals.next(&self.jobs);
        let submit = next.map(|(_, time)| time * SECOND);
        if self.brokers_change(submit) {
            return true;
        }
        match (submit, self.events.next_time()) {
            (None, None) => return false,
            (Some(submit), next) if next.is_none_or(|next| submit <= next) => self.submit(submit),
            _ => {
                let Some((now, event)) = self.events.pop() else {
                    return false;
                };
                self.settled.now = now;
                self.happens(now, event);
            }
        }
        true
    }

    /// The tasks that are submitted now go to their brokers.
    fn submit(&mut self, now: Time) {
        self.settled.now = now;
        let first = self.arrived.len();
        let second = now.div_euclid(SECOND);
        while let Some(task) = self.arrivals.pop_due(&self.jobs, second) {
            self.arrived.push(task);
            self.request_again(task);
        }
        if self.settings.placement != Placement::Broker {
            return;
        }
        for at in first..self.arrived.len() {
            self.give(self.arrived[at], now);
        }
        for broker in 0..self.brokers.len() as u32 {
            let it = &self.brokers[broker as usize];
            if it.phase == Phase::Idle && !it.waiting.is_empty() {
                self.begin(broker, Vec::new(), now);
            }
        }
    }

    /// Makes the request of a job anew whose submission another job has decided.
    fn request_again(&mut self, task: u32) {
        let job = &self.jobs[task as usize];
        if job.predecessor.is_some() {
            let broker = self.requests[task as usize].broker;
            let request = Request::of_job(job, task as usize, &self.settings);
            self.requests[task as usize] = Request { broker, ..request };
        }
    }

    fn happens(&mut self, now: Time, event: Event) {
        match event {
            Event::Arrives(mail) => self.arrives(mail, now),
            Event::Connects(broker, agent) => self.connects(broker, agent, now),
            Event::Again(broker, waits) => {
                let it = &mut self.brokers[broker as usize];
                if let Phase::Pause(left) = &mut it.phase
                    && it.waits == waits
                {
                    let left = std::mem::take(left);
                    self.begin(broker, left, now);
                }
            }
            Event::WaitedLong(broker, waits) => {
                if self.brokers[broker as usize].waits == waits {
                    self.waited_long(broker, now);
                }
            }
        }
    }

    /// A broker sends a batch to all agents that are connected.
    fn begin(&mut self, broker: u32, left: Vec<u32>, now: Time) {
        let it = &mut self.brokers[broker as usize];
        it.begin(left);
        let (batch, round, asked) = (it.batch.clone(), it.round, it.asked.clone());
        self.rounds += 1;
        for &task in &*batch {
            self.record.booking(task).round = round - 1;
        }
        for &agent in &asked {
            let payload = Payload::Batch(batch.clone());
            self.send(broker, agent, payload, now);
        }
        if asked.is_empty() { self.decide(broker, now) } else { self.wait(broker, now) }
    }

    fn wait(&mut self, broker: u32, now: Time) {
        let it = &mut self.brokers[broker as usize];
        it.waits += 1;
        let event = Event::WaitedLong(broker, it.waits);
        self.events.push(now + self.timeout, event);
    }

    fn send(&mut self, broker: u32, agent: u32, payload: Payload, now: Time) {
        let round = self.brokers[broker as usize].round;
        self.send_in(broker, agent, round, payload, now);
    }

    fn send_in(&mut self, broker: u32, agent: u32, round: u32, payload: Payload, now: Time) {
        let (takes, lost) = self.links.send(agent);
        let mut mail = Mail { broker, agent, round, payload, place: None, first_offer: None };
        // Rounds are counted from 0 in the record.
        mail.round -= 1;
        self.record.send(&mut mail, now, now + takes, lost);
        mail.round += 1;
        if !lost {
            self.events.push(now + takes, Event::Arrives(mail));
        }
    }

    fn arrives(&mut self, mail: Mail, now: Time) {
        let to_broker = matches!(mail.payload, Payload::Offers(..) | Payload::Receipt(_));
        if to_broker && !self.is_broker_up(mail.broker, now) {
            return self.record.arrived(&mail, Fate::Unheard);
        }
        match &mail.payload {
            Payload::Batch(tasks) => self.asked(&mail, tasks, now),
            Payload::Offers(offers, held) => self.offered(&mail, offers, *held, now),
            Payload::Decision(taken) => self.decided(&mail, taken, now),
            Payload::Receipt(receipt) => self.received(&mail, receipt, now),
        }
    }

    /// Whether an agent is down, and notes of a message that it was not heard.
    fn is_down(&mut self, mail: &Mail, now: Time) -> bool {
        let agent = &mut self.agents[mail.agent as usize];
        let own = self.settings.outages.iter();
        for it in own.filter(|it| it.agent == mail.agent && it.from * SECOND <= now) {
            // It may have been down since its last message, and have lost the offers that it held.
            let until = it.until.map_or(Time::MAX, |until| until * SECOND);
            if agent.heard_at < it.from * SECOND || now < until {
                agent.fail(until);
            }
        }
        agent.heard_at = now;
        let down = now < agent.down_until;
        let fate = if down { Fate::Unheard } else { Fate::Read };
        self.record.arrived(mail, fate);
        down
    }

    /// An agent gets a batch.
    fn asked(&mut self, mail: &Mail, tasks: &Rc<[u32]>, now: Time) {
        if self.is_down(mail, now) {
            return;
        }
        let chance = self.settings.failure_percent / 100.0;
        let fails = chance > 0.0 && self.failures.unit() < chance;
        let before = fails && self.failures.below(2) == 0;
        let until = now + self.settings.down * SECOND;
        let agent = &mut self.agents[mail.agent as usize];
        if before {
            return agent.fail(until);
        }
        agent.expire(now);
        if !agent.begins((mail.broker, mail.round)) {
            return self.record.arrived(mail, Fate::TooLate);
        }
        let held = agent.holds_for_others(mail.broker);
        let own = self.nodes.of_agent(mail.agent as usize);
        let batch = ((mail.broker, mail.round), &tasks[..]);
        let offers = agent.offer(&mut self.nodes, own, batch, &self.requests, (now, self.lease));
        if fails {
            agent.fail(until);
        }
        let payload = Payload::Offers(offers, held);
        self.send_in(mail.broker, mail.agent, mail.round, payload, now);
    }

    /// A broker gets offers.
    fn offered(&mut self, mail: &Mail, offers: &[super::agent::Offered], held: bool, now: Time) {
        let broker = &mut self.brokers[mail.broker as usize];
        let waits = matches!(&broker.phase, Phase::Offers(missing) if missing.contains(&mail.agent));
        if !waits || broker.round != mail.round {
            self.record.arrived(mail, Fate::TooLate);
            if self.lease.is_some() && !offers.is_empty() {
                let nothing = Payload::Decision(Rc::from([]));
                self.send_in(mail.broker, mail.agent, mail.round, nothing, now);
            }
            return;
        }
        self.record.arrived(mail, Fate::Read);
        for it in offers {
            self.record.booking(it.placed.task).offers += 1;
        }
        if held {
            broker.is_hampered();
        }
        let tables = &self.nodes.tables;
        let all_are_in = broker.offered(
            (mail.agent, offers),
            |node| tables[node as usize].capacity,
            mail.first_offer,
            self.settings.tie_rule,
            &mut tell(&mut self.record, &mut self.watched),
        );
        if all_are_in {
            self.decide(mail.broker, now);
        }
    }

    /// A broker decides with the offers that it has.
    fn decide(&mut self, broker: u32, now: Time) {
        let agents = self.agents.len();
        let it = &mut self.brokers[broker as usize];
        let mut offered = vec![false; agents];
        if let Phase::Offers(missing) = &it.phase {
            for agent in it.asked.iter().filter(|agent| !missing.contains(agent)) {
                offered[*agent as usize] = true;
            }
        }
        let decisions = it.decide(agents, &mut tell(&mut self.record, &mut self.watched));
        let decisions: Vec<Rc<[Placed]>> = decisions.into_iter().map(Rc::from).collect();
        if let Some(watched) = &mut self.watched
            && watched.is_of_broker(broker, &self.requests)
        {
            watched.decided(now);
        }
        let taken = (0..).zip(&decisions).filter(|it| !it.1.is_empty());
        let missing = taken.map(|(agent, it)| (agent, it.clone())).collect();
        it.phase = Phase::Receipts(missing, 1);
        for (agent, taken) in (0..).zip(decisions) {
            if offered[agent as usize] {
                self.send(broker, agent, Payload::Decision(taken), now);
            }
        }
        self.go_on(broker, now);
        if matches!(self.brokers[broker as usize].phase, Phase::Receipts(..)) {
            self.wait(broker, now);
        }
    }

    /// An agent gets a decision.
    fn decided(&mut self, mail: &Mail, taken: &[Placed], now: Time) {
        if self.is_down(mail, now) {
            return;
        }
        let agent = &mut self.agents[mail.agent as usize];
        agent.expire(now);
        let before: Vec<bool> = taken.iter().map(|it| self.is_reserved(it.task)).collect();
        let decision = ((mail.broker, mail.round), taken);
        let agent = &mut self.agents[mail.agent as usize];
        let receipt = agent.commit(&mut self.nodes, decision, &self.requests, now, &mut self.settled);
        for (it, before) in taken.iter().zip(before) {
            if !before && self.is_reserved(it.task) {
                let by = (mail.agent, mail.round - 1);
                self.record.reserved(*it, by, mail.place);
                self.is_over(it.task);
            }
        }
        if !taken.is_empty() {
            let payload = Payload::Receipt(receipt);
            self.send_in(mail.broker, mail.agent, mail.round, payload, now);
        }
    }

    fn is_reserved(&self, task: u32) -> bool {
        self.settled.nodes[task as usize].is_some()
    }

    /// A broker gets a receipt.
    fn received(&mut self, mail: &Mail, receipt: &Receipt, now: Time) {
        let broker = &mut self.brokers[mail.broker as usize];
        let waits = broker.round == mail.round && broker.received(mail.agent, receipt);
        let is_late = !waits && broker.received_late((mail.round, mail.agent), receipt);
        if !waits && !is_late {
            return self.record.arrived(mail, Fate::TooLate);
        }
        self.record.arrived(mail, Fate::Read);
        self.record.refused += receipt.refused.len() as u64;
        if is_late {
            for &task in receipt.reserved.iter().chain(&receipt.refused) {
                self.record.booking(task).in_doubt = false;
            }
        }
        if let Some(watched) = &mut self.watched {
            watched.answered(receipt, now);
        }
        self.go_on(mail.broker, now);
    }

    /// Which tasks their brokers know to be reserved.
    #[cfg(test)]
    pub fn told(&self) -> Vec<bool> {
        let mut told = vec![false; self.requests.len()];
        for &task in self.brokers.iter().flat_map(|it| &it.told) {
            assert!(!std::mem::replace(&mut told[task as usize], true), "told twice");
        }
        told
    }

    fn is_over(&mut self, task: u32) {
        if !std::mem::replace(&mut self.over[task as usize], true) {
            self.over_count += 1;
            self.release_successors(task);
        }
    }

    /// Submits the jobs that wait for one that is reserved for good or rejected, at a whole second that is not past.
    fn release_successors(&mut self, task: u32) {
        let now = self.settled.now;
        let second = now.div_euclid(SECOND) + Time::from(now.rem_euclid(SECOND) > 0);
        if self.is_reserved(task) {
            let end = self.requests[task as usize].done.max(second);
            self.arrivals.ended(&mut self.jobs, task, end);
        } else {
            self.arrivals.rejected(&mut self.jobs, task, second);
        }
    }
}

/// Records the verdict on each offer that was considered.
fn tell<'a>(record: &'a mut Record, watched: &'a mut Option<Watched>) -> impl FnMut(JudgedOffer) + use<'a> {
    move |(task, kept, verdict)| {
        record.considered(kept.offer, verdict);
        if let Some(watched) = watched {
            watched.considered(task, kept, verdict);
        }
    }
}

impl Protocol {
    /// Agents that are down when the first task is submitted connect when they are up.
    fn connect_those_that_are_up(&mut self) {
        let Some((_, first)) = self.arrivals.next(&self.jobs) else {
            return;
        };
        let now = first * SECOND;
        for agent in 0..self.agents.len() as u32 {
            if self.up_at(agent, now) == Some(now) {
                continue;
            }
            for broker in 0..self.brokers.len() as u32 {
                self.brokers[broker as usize].disconnect(agent);
                self.connects_when_up(broker, agent, now);
            }
        }
    }

    /// When an agent is up, at `now` or later, as far as is decided by now; none if it never is.
    fn up_at(&self, agent: u32, now: Time) -> Option<Time> {
        let mut up = now.max(self.agents[agent as usize].down_until);
        let mut own: Vec<_> = self.settings.outages.iter().filter(|it| it.agent == agent).collect();
        sort_by_key(&mut own, |it| it.from);
        for it in own {
            if it.from * SECOND <= up {
                up = up.max(it.until.map_or(Time::MAX, |until| until * SECOND));
            }
        }
        (up < Time::MAX).then_some(up)
    }

    fn connects_when_up(&mut self, broker: u32, agent: u32, now: Time) {
        if let Some(up) = self.up_at(agent, now) {
            let connects = Event::Connects(broker, agent);
            self.events.push(up + self.links.connecting(agent), connects);
        }
    }

    /// A broker has waited for agents in vain.
    fn disconnect_missing(&mut self, broker: u32, now: Time) {
        for agent in self.brokers[broker as usize].missing() {
            if self.brokers[broker as usize].disconnect(agent) {
                self.brokers[broker as usize].disconnections += 1;
                self.connects_when_up(broker, agent, now);
            }
        }
    }

    /// An agent connects, unless it has gone down meanwhile.
    fn connects(&mut self, broker: u32, agent: u32, now: Time) {
        if self.up_at(agent, now) == Some(now) {
            self.brokers[broker as usize].connect(agent)
        } else {
            self.connects_when_up(broker, agent, now)
        }
    }

    /// How often a broker took an agent for dead.
    pub fn disconnections(&self) -> u64 {
        self.brokers.iter().map(|it| it.disconnections).sum()
    }
}

impl Protocol {
    /// A scheduler that knows all nodes places the next tasks of those that are submitted, a limited number at a
    /// step.
    fn place_some(&mut self) {
        const MOST: usize = 64;
        let first = self.placed;
        self.placed = self.arrived.len().min(first + MOST);
        for at in first..self.placed {
            self.place(self.arrived[at]);
        }
    }

    /// A scheduler that knows all nodes finds a place, or none.
    fn place(&mut self, task: u32) {
        let request = &self.requests[task as usize];
        let of = (task, request);
        match central::place(&self.nodes, of, self.settings.placement, &mut self.places) {
            Some(it) => {
                self.nodes.add(it.node as usize, request);
                self.settled.reserve(it);
                self.is_over(task);
            }
            None => self.drop(task),
        }
    }
}

impl Protocol {
    /// A broker has waited long enough, for offers or for receipts.
    fn waited_long(&mut self, broker: u32, now: Time) {
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
    fn decides_again(&mut self, broker: u32, again: BTreeMap<u32, Rc<[Placed]>>, now: Time) {
        for (agent, taken) in again {
            self.send(broker, agent, Payload::Decision(taken), now);
        }
        self.wait(broker, now);
    }

    /// A broker waits no longer for receipts, if it did.
    fn gives_up(&mut self, broker: u32, now: Time) {
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
    fn go_on(&mut self, broker: u32, now: Time) {
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
    fn drop(&mut self, task: u32) {
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
