//! An agent: its offers, the offers that it holds, and its answers. It answers at once, or not at
//! all.

use std::collections::BTreeMap;
use std::ops::Range;

use super::coordinator::Settled;
use super::mail::SECOND;
use super::nodes::Nodes;
use super::request::Request;
use workload::Time;

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

/// An agent's answer to a decision: it is the same however often the decision comes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Receipt {
    /// The tasks that are reserved.
    pub reserved: Vec<u32>,
    /// The tasks that could not be reserved any more.
    pub refused: Vec<u32>,
}

/// Offers that are held for a broker.
#[derive(Clone, Debug)]
struct Held {
    round: Round,
    until: Time,
    offers: Vec<Placed>,
}

/// An agent. Its tables are in the list of all nodes; reservations and answers survive its outages, as on a
/// disk; held offers do not.
#[derive(Clone, Debug, Default)]
pub(super) struct Agent {
    held: Vec<Held>,
    answered: BTreeMap<Round, Receipt>,
    /// The last round of each broker of which the batch has come.
    last_rounds: BTreeMap<u32, u32>,
    /// Until when it is down, in thousandths.
    pub down_until: Time,
    /// When a message came last.
    pub heard_at: Time,
    /// How many offers ran out before their decision came.
    pub expired: u64,
}

impl Agent {
    /// Takes a batch in its order, and reserves for each task the least used of its nodes on the clone of its
    /// tables ("a clone of the dynamic table"), in which the offers that it holds for other brokers are reserved
    /// as well. With a lease, its offers are held until the lease ends. Tasks whose start has passed get no
    /// offer.
    pub fn offer(
        &mut self,
        nodes: &mut Nodes,
        own: Range<usize>,
        (round, tasks): (Round, &[u32]),
        requests: &[Request],
        (now, lease): (Time, Option<Time>),
    ) -> Vec<Offered> {
        let held = self.held.iter().flat_map(|it| it.offers.iter().copied());
        let held: Vec<Placed> = held.collect();
        let mut trial = nodes.trial_tables(own, tasks, requests);
        for it in &held {
            trial.add(it.node as usize, &requests[it.task as usize]);
        }
        let mut offers = Vec::new();
        for &task in tasks {
            let request = &requests[task as usize];
            if has_begun(request, now) {
                continue;
            }
            let Some(fit) = trial.least_used(request) else {
                continue;
            };
            trial.add(fit.node, request);
            offers.push(Offered {
                placed: Placed { task, node: fit.node as u32 },
                load: fit.usage + request.wanted.load,
            });
        }
        let added = held.iter().chain(offers.iter().map(|it| &it.placed));
        trial.drop(added, requests);
        if let (Some(lease), false) = (lease, offers.is_empty()) {
            self.held.push(Held { round, until: now + lease, offers: offers.iter().map(|it| it.placed).collect() });
        }
        offers
    }

    /// Whether it holds offers for another broker.
    pub fn holds_for_others(&self, broker: u32) -> bool {
        self.held.iter().any(|it| it.round.0 != broker)
    }

    /// A batch has arrived: returns whether no later batch of the same broker has overtaken it. A broker that
    /// sends a batch waits for no answer to its previous one: the offers held for that one are released.
    pub fn begins(&mut self, (broker, round): Round) -> bool {
        let last = self.last_rounds.entry(broker).or_default();
        if round <= *last {
            return false;
        }
        *last = round;
        self.held.retain(|it| it.round.0 != broker);
        true
    }

    /// Releases offers whose lease has ended.
    pub fn expire(&mut self, now: Time) {
        for it in self.held.extract_if(.., |it| it.until < now) {
            self.expired += it.offers.len() as u64;
        }
    }

    /// Goes down: the offers that it holds are lost.
    pub fn fail(&mut self, until: Time) {
        self.held.clear();
        self.down_until = self.down_until.max(until);
    }

    /// Commits the confirmed tasks, and releases the rest of that round. A task that is no longer held is
    /// reserved if it still fits; a task that begins before now is refused. A repeated decision gets the same
    /// answer: a reservation is made once, and a refused task stays refused.
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
        let held_before = self.held.len();
        self.held.retain(|it| it.round != round);
        let is_held = self.held.len() < held_before;
        // No other broker was offered the held load, and a broker's held offers do not block its own
        // tasks.
        let others = self.held.iter().filter(|it| !is_held && it.round.0 != round.0);
        let others: Vec<Placed> = others.flat_map(|it| it.offers.iter().copied()).collect();
        for it in &others {
            nodes.add(it.node as usize, &requests[it.task as usize]);
        }
        let mut receipt = Receipt::default();
        for &it in confirmed {
            let request = &requests[it.task as usize];
            let table = &nodes.tables[it.node as usize];
            // Checked for held tasks as well: a late decision of the same broker may have come in
            // between.
            let fits = table.usage_for(&request.wanted, u32::MAX).is_some();
            if has_begun(request, now) || !fits {
                receipt.refused.push(it.task);
                continue;
            }
            nodes.add(it.node as usize, request);
            settled.reserve(it);
            receipt.reserved.push(it.task);
        }
        for it in &others {
            nodes.remove(it.node as usize, &requests[it.task as usize]);
        }
        // A round has one decision for an agent: one that takes no offer need not be remembered.
        if !confirmed.is_empty() {
            self.answered.insert(round, receipt.clone());
        }
        receipt
    }
}

/// Whether a task should be running by `now`, in thousandths.
fn has_begun(request: &Request, now: Time) -> bool {
    request.wanted.start * SECOND < now
}
