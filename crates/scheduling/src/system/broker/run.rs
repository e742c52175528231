//! A run in progress, and its result.

use super::agent::{Offered, Placed};
use super::coordinator::NONE;
use super::mail::{Mail, Payload, SECOND};
use super::measures::measures;
use super::nodes::Nodes;
use super::request::{Request, schedule};
use super::simulation::Protocol;
use super::told::Watched;
use super::{Broker, request};
use crate::engine;
use crate::engine::messages::{Booking, Fate, Message, MessageKind, Offer, Verdict};
use crate::engine::{BatchNames, Groups, Messages, Of};
use crate::system::booked::{Event, explanation, of_booked};
use crate::system::prelude::*;
use workload::task_batch::{NODE_POINTS, TaskBatch};

/// A run of a batch or of the jobs of a log.
pub(super) struct BrokerSimulation {
    pub platform: Vec<u32>,
    pub protocol: Protocol,
    of: Of,
    groups: Groups,
    watch: Option<Watch>,
}

impl BrokerSimulation {
    /// The jobs of a log, sorted by submission, as tasks.
    pub fn of_log(settings: &Broker, platform: &[u32], jobs: Vec<Job>, seed: u64) -> Self {
        let requests = jobs.iter().enumerate().map(|(place, job)| Request::of_job(job, place, settings)).collect();
        let nodes = Nodes::of_platform(platform, settings);
        Self {
            groups: nodes.groups(),
            platform: platform.to_vec(),
            protocol: Protocol::new(settings, nodes, (jobs, requests), seed),
            of: Of::default(),
            watch: None,
        }
    }

    /// A batch on `nodes` nodes. Tasks are numbered by their names, if all names are numbers; they are in
    /// order of submission, then of the file.
    pub fn of_batch(settings: &Broker, batch: &TaskBatch, nodes: usize, seed: u64) -> Self {
        let platform = vec![NODE_POINTS; nodes];
        let mut order: Vec<usize> = (0..batch.tasks.len()).collect();
        base::ordering::sort_by_key(&mut order, |&task| batch.tasks[task].submit);
        let numbers: Option<Vec<u32>> =
            batch.tasks.iter().map(|it| it.name.parse().ok().filter(|n: &u32| n.to_string() == it.name)).collect();
        let tasks = || order.iter().map(|&task| (&batch.tasks[task], task));
        let requests = tasks().enumerate().map(|(place, it)| Request::of_task(it.0, place, settings));
        let jobs = tasks().map(|(it, task)| {
            let number = numbers.as_ref().map(|it| it[task]);
            request::job_of(it, task, number)
        });
        let nodes = Nodes::of_batch(batch, &platform, settings);
        Self {
            of: Of::Batch(BatchNames {
                tasks: tasks().map(|it| it.0.name.clone()).collect(),
                nodes: nodes.names.clone(),
            }),
            groups: nodes.groups(),
            protocol: Protocol::new(settings, nodes, (jobs.collect(), requests.collect()), seed),
            platform,
            watch: None,
        }
    }

    /// The events of a task, in order.
    fn happened(&self, outcome: &crate::engine::Outcome, task: u32) -> Vec<Event> {
        let at = task as usize;
        let protocol = &self.protocol;
        let node = outcome.provider;
        let mut told = vec![(protocol.jobs[at].eligible(), task, node, Decision::Submitted)];
        let watched = protocol.watched.as_ref().filter(|it| it.is_of(task));
        let talk = watched.iter().flat_map(|it| it.told.iter());
        told.extend(talk.map(|(at, it)| (*at, task, node, it.clone().into())));
        if protocol.settled.nodes[at].is_some() {
            let booked = protocol.settled.at[at].div_euclid(SECOND);
            told.extend(of_booked(outcome, task, booked));
        }
        told
    }
}

impl Simulation for BrokerSimulation {
    fn advance(&mut self, instants: usize) -> bool {
        for _ in 0..instants {
            if !self.protocol.step() {
                return true;
            }
        }
        false
    }

    fn standing(&self) -> Standing {
        let it = &self.protocol;
        Standing {
            jobs: it.jobs.len(),
            submitted: it.arrived.len(),
            settled: it.over_count,
            waiting: it.arrived.len() - it.over_count,
        }
    }

    fn watch(&mut self, watch: Watch) {
        self.watch = Some(watch);
        if let Watch::Job(task) = watch {
            self.protocol.watched = Some(Watched::new(task));
        }
    }

    fn explanation(&mut self) -> Option<Explanation> {
        let watch = self.watch?;
        let schedule = schedule(&self.platform, &self.protocol.requests, &self.protocol.settled);
        let outcomes = schedule.outcomes.iter().zip(0..);
        let asked = outcomes.filter(|(_, task)| match watch {
            Watch::Job(watched) => watched == *task,
            Watch::Moment(_) => true,
        });
        let events = asked.flat_map(|(it, task)| self.happened(it, task)).collect();
        Some(explanation(&schedule, &self.platform, events, watch))
    }

    fn finish(mut self: Box<Self>) -> engine::Run {
        // Leases also run out without a later message.
        for agent in &mut self.protocol.agents {
            agent.expire(Time::MAX);
        }
        let schedule = schedule(&self.platform, &self.protocol.requests, &self.protocol.settled);
        let measures = measures(&self, &schedule);
        let central = self.protocol.settings.placement != super::Placement::Broker;
        engine::Run {
            platform: self.platform,
            jobs: self.protocol.jobs,
            measures,
            schedule,
            causes: self.protocol.causes,
            of: self.of,
            groups: self.groups,
            messages: if central { crate::engine::Messages::default() } else { self.protocol.record.finish() },
            ..engine::Run::default()
        }
    }
}

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
