//! An agent: what it offers, what it holds, what it has answered. It answers at once, or not at all.

use std::collections::BTreeMap;

use super::link::SECOND;
use super::nodes::Nodes;
use super::request::Request;
use super::simulation::Settled;
use crate::policy::broker::least_used;
use crate::workload::Time;

/// Which batch of which broker.
pub(super) type Round = (u32, u32);

/// A task on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub task: u32,
    pub node: u32,
}

/// An offer on its way: the load that the node would have, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offered {
    pub placed: Placed,
    pub load: u32,
}

/// What an agent answers to a decision: it is the same however often the decision comes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Receipt {
    /// What is reserved.
    pub reserved: Vec<u32>,
    /// What could not be, by then.
    pub refused: Vec<u32>,
}

/// Offers that are held for a broker.
#[derive(Clone, Debug)]
struct Held {
    round: Round,
    until: Time,
    offers: Vec<Placed>,
}

/// An agent. Its tables stand among all nodes; reservations and answers outlive it when it is down, as on a
/// disk, what it holds does not.
#[derive(Clone, Debug, Default)]
pub(super) struct Agent {
    held: Vec<Held>,
    answered: BTreeMap<Round, Receipt>,
    /// Until when it is down, in thousandths.
    pub down_until: Time,
    /// When a message came last.
    pub heard_at: Time,
    /// How many offers ran out before their decision came.
    pub expired: u64,
}

impl Agent {
    /// Takes a batch in its order, and reserves for each task the least used of its nodes on the clone of its
    /// tables ("a clone of the dynamic table"). With a lease, what it offers stays held until then, and is seen
    /// by the offers to others; without one the clone is dropped. Tasks whose start has passed get no offer.
    pub fn offer(
        &mut self,
        nodes: &mut Nodes,
        own: std::ops::Range<usize>,
        batch: (Round, &[u32]),
        requests: &[Request],
        (now, lease): (Time, Option<Time>),
    ) -> Vec<Offered> {
        let (round, tasks) = batch;
        let mut offers = Vec::new();
        for &task in tasks {
            let request = &requests[task as usize];
            if has_begun(request, now) {
                continue;
            }
            let open = nodes.open_to(own.clone(), request);
            let Some(fit) = least_used(open, &request.wanted) else {
                continue;
            };
            nodes.add(fit.node, request);
            offers.push(Offered {
                placed: Placed {
                    task,
                    node: fit.node as u32,
                },
                load: fit.usage + request.wanted.load,
            });
        }
        let placed = offers.iter().map(|it| it.placed);
        match lease {
            Some(lease) if !offers.is_empty() => self.held.push(Held {
                round,
                until: now + lease,
                offers: placed.collect(),
            }),
            Some(_) => {}
            None => take_back(nodes, placed, requests),
        }
        offers
    }

    /// Whether it holds anything for another broker.
    pub fn holds_for_others(&self, broker: u32) -> bool {
        self.held.iter().any(|it| it.round.0 != broker)
    }

    /// A broker that sends a batch waits for nothing of the one before: what is held for that goes.
    pub fn begin(&mut self, nodes: &mut Nodes, requests: &[Request], broker: u32) {
        let over = self.held.extract_if(.., |it| it.round.0 == broker);
        for it in over.collect::<Vec<_>>() {
            take_back(nodes, it.offers.into_iter(), requests);
        }
    }

    /// Lets go what is held no longer.
    pub fn expire(&mut self, nodes: &mut Nodes, requests: &[Request], now: Time) {
        let over = self.held.extract_if(.., |it| it.until < now);
        for it in over.collect::<Vec<_>>() {
            self.expired += it.offers.len() as u64;
            take_back(nodes, it.offers.into_iter(), requests);
        }
    }

    /// Goes down: what it held is forgotten.
    pub fn fail(&mut self, nodes: &mut Nodes, requests: &[Request], until: Time) {
        for it in std::mem::take(&mut self.held) {
            take_back(nodes, it.offers.into_iter(), requests);
        }
        self.down_until = self.down_until.max(until);
    }

    /// Commits what is confirmed, and lets go the rest of that round. What is no longer held is reserved if it
    /// still fits; what begins before now is refused. A decision that comes again is answered as before: a
    /// reservation is made once, and what was refused once stays so.
    pub fn commit(
        &mut self,
        nodes: &mut Nodes,
        (round, confirmed): (Round, &[Placed]),
        requests: &[Request],
        now: Time,
        settled: &mut Settled,
    ) -> Receipt {
        if let Some(before) = self.answered.get(&round) {
            return before.clone();
        }
        let of_round = self.held.iter().position(|it| it.round == round);
        let mut held = of_round.map_or_else(Vec::new, |at| self.held.remove(at).offers);
        held.sort_unstable_by_key(|it| it.task);
        let mut receipt = Receipt::default();
        let mut kept = vec![false; held.len()];
        let mut anew = Vec::new();
        for &it in confirmed {
            let request = &requests[it.task as usize];
            let place = held.binary_search_by_key(&it.task, |it| it.task);
            match place {
                _ if has_begun(request, now) => receipt.refused.push(it.task),
                Ok(place) => {
                    kept[place] = true;
                    settled.reserve(it);
                    receipt.reserved.push(it.task);
                }
                Err(_) => anew.push(it),
            }
        }
        let others = held.iter().zip(&kept).filter(|it| !it.1).map(|it| *it.0);
        take_back(nodes, others, requests);
        for it in anew {
            let request = &requests[it.task as usize];
            let table = &nodes.tables[it.node as usize];
            if table.usage_for(&request.wanted, u32::MAX).is_some() {
                nodes.add(it.node as usize, request);
                settled.reserve(it);
                receipt.reserved.push(it.task);
            } else {
                receipt.refused.push(it.task);
            }
        }
        self.answered.insert(round, receipt.clone());
        receipt
    }
}

/// Whether a task should be running by `now`, in thousandths.
fn has_begun(request: &Request, now: Time) -> bool {
    request.wanted.start * SECOND < now
}

fn take_back(nodes: &mut Nodes, offers: impl Iterator<Item = Placed>, requests: &[Request]) {
    for it in offers {
        nodes.remove(it.node as usize, &requests[it.task as usize]);
    }
}
