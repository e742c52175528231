//! The decision log of a run: of all decisions on one task, or of the events at one moment.

use super::agent::Receipt;
use super::decisions::{ComparedOffer, LeastUsed, OwnDecision};
use super::mail::SECOND;
use super::nodes::Nodes;
use super::request::Request;
use crate::engine::messages::Verdict;
use crate::policy::broker::{KeptOffer, Wanted};
use crate::system::prelude::*;

/// A task that is watched while brokers and agents talk of it.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    task: u32,
    /// The offers of this round.
    offers: Vec<ComparedOffer>,
    /// The decisions so far, with their times in seconds.
    pub told: Vec<(Time, OwnDecision)>,
}

impl Watched {
    pub fn new(task: u32) -> Self {
        Self { task, offers: Vec::new(), told: Vec::new() }
    }

    pub fn is_of(&self, task: u32) -> bool {
        self.task == task
    }

    /// Whether this broker places it.
    pub fn is_of_broker(&self, broker: u32, requests: &[Request]) -> bool {
        requests.get(self.task as usize).is_some_and(|it| it.broker == broker)
    }

    /// Its broker goes down, or another takes it up.
    pub fn tell(&mut self, task: u32, now: Time, said: OwnDecision) {
        if task == self.task {
            // Offers to a broker that is down are lost.
            self.offers.clear();
            self.told.push((now / SECOND, said));
        }
    }

    /// Its broker waits for a receipt no longer.
    pub fn gives_up(&mut self, task: u32, now: Time) {
        if task == self.task {
            self.told.push((now / SECOND, OwnDecision::InDoubt));
        }
    }

    /// An offer was considered, or another took its place.
    pub fn considered(&mut self, task: u32, kept: KeptOffer, verdict: Verdict) {
        if task != self.task {
            return;
        }
        let present = self.offers.iter_mut().find(|it| it.agent == kept.agent);
        match present {
            Some(offer) => offer.verdict = verdict,
            None => self.offers.push(ComparedOffer {
                agent: kept.agent,
                provider: kept.node,
                load: kept.load,
                capacity: kept.capacity,
                verdict,
            }),
        }
    }

    /// A broker has decided.
    pub fn decided(&mut self, now: Time) {
        if !self.offers.is_empty() {
            let offers = std::mem::take(&mut self.offers);
            self.told.push((now / SECOND, OwnDecision::Compared(offers)));
        }
    }

    /// An agent has answered a decision.
    pub fn answered(&mut self, receipt: &Receipt, now: Time) {
        if receipt.refused.contains(&self.task) {
            self.told.push((now / SECOND, OwnDecision::Refused));
        }
    }

    /// No broker tries to place a task any more.
    pub fn dropped(&mut self, task: u32, now: Time, rejection: OwnDecision) {
        if task == self.task {
            self.told.push((now / SECOND, rejection));
        }
    }
}

/// Why no broker tries to place a task any more: it should have begun, or there is no offer.
pub(super) fn rejection(nodes: &Nodes, request: &Request, now: Time) -> OwnDecision {
    if request.wanted.start * SECOND < now {
        OwnDecision::Begun { start: request.wanted.start }
    } else {
        no_offer(nodes, request)
    }
}

/// Why there is no offer: no node has room, or the offers did not arrive.
fn no_offer(nodes: &Nodes, request: &Request) -> OwnDecision {
    let mut open = nodes.open_to(0..nodes.tables.len(), request);
    if open.any(|it| it.1.usage_for(&request.wanted, u32::MAX).is_some()) {
        return OwnDecision::NotAnswered;
    }
    let needs = request.wanted.load;
    if used_nodes(nodes, request).any(|it| it.usage + needs <= it.most) {
        OwnDecision::NodesShared
    } else {
        OwnDecision::NoOffer { needs, least: least_used(nodes, request) }
    }
}

/// What a report counts a rejection as.
pub(super) fn cause(rejection: &OwnDecision, nodes: &Nodes, request: &Request) -> Cause {
    match rejection {
        OwnDecision::NoOffer { needs, .. } => {
            let mut open = used_nodes(nodes, request).peekable();
            let is_too_large = open.peek().is_some() && open.all(|it| it.most < *needs);
            if is_too_large { Cause::TooLarge } else { Cause::NoRoom }
        }
        OwnDecision::NotAnswered => Cause::NotAnswered,
        OwnDecision::NodesShared => Cause::NodesShared,
        OwnDecision::Begun { .. } => Cause::Begun,
        OwnDecision::NoBroker => Cause::NoBroker,
        _ => Cause::NotKnown,
    }
}

/// The node with the most room for a task among those open to it, whether it fits or not.
fn least_used(nodes: &Nodes, request: &Request) -> Option<LeastUsed> {
    used_nodes(nodes, request).min_by_key(|it| u64::from(it.usage) * 1_000_000 / u64::from(it.capacity))
}

/// How far each node that is open to a task is used in its interval.
fn used_nodes<'a>(nodes: &'a Nodes, request: &'a Request) -> impl Iterator<Item = LeastUsed> + 'a {
    let wanted = Wanted { load: 0, ..request.wanted };
    let open = nodes.open_to(0..nodes.tables.len(), request);
    open.map(move |(node, table)| LeastUsed {
        provider: node as u32,
        usage: table.highest(&wanted),
        most: table.most_load,
        capacity: table.capacity,
    })
}
