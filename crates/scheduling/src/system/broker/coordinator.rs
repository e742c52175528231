//! A broker: the batch that it places, its offers, and the decisions whose receipts it awaits. It does
//! nothing by itself: [`super::simulation`] delivers messages to it and sends its messages.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::agent::{Offered, Placed, Receipt};
use crate::engine::messages::Verdict;
use crate::policy::broker::{Considered, FinalSchedule, KeptOffer, TieRule};
use crate::system::prelude::*;

/// The event for which a broker waits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    /// Tasks.
    #[default]
    Idle,
    /// Offers of these agents.
    Offers(BTreeSet<u32>),
    /// Receipts of these agents, with the decisions sent to them; and the number of sendings.
    Receipts(BTreeMap<u32, Rc<[Placed]>>, u32),
    /// The time to try these tasks again.
    Pause(Vec<u32>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoundEnd {
    /// The next batch can be sent.
    Next,
    /// The next batch can be sent after a while: agents did not answer, or held their nodes for
    /// others.
    Later,
    /// No task is left.
    Idle,
}

/// An offer that was considered: its task, the offer, and the broker's verdict.
pub(super) type JudgedOffer = (u32, KeptOffer, Verdict);

/// Number of an offer that is not recorded.
pub(super) const NONE: u32 = u32::MAX;

/// A broker.
#[derive(Clone, Debug, Default)]
pub(super) struct Coordinator {
    pub phase: Phase,
    /// Rounds begun.
    pub round: u32,
    /// The tasks of this round.
    pub batch: Rc<[u32]>,
    /// Tasks that came meanwhile.
    pub waiting: Vec<u32>,
    /// The agents that were asked in this round.
    pub asked: Vec<u32>,
    /// Which agents are connected: those alone are asked ("all the agents that are connected in the system, at that
    /// time", Sect. 3.4).
    connected: Vec<bool>,
    /// How often it has taken an agent that did not answer for dead.
    pub disconnections: u64,
    /// How many reservations it has made on every agent.
    reservations: Vec<u32>,
    schedule: FinalSchedule,
    /// Offers that wait until all are in: the place of their task and themselves.
    all: Vec<(u32, KeptOffer)>,
    /// Tasks of this round with a receipt that reserves them, tasks that were refused, and tasks in
    /// doubt.
    reserved: usize,
    refused: Vec<u32>,
    in_doubt: Vec<u32>,
    /// Whether in this round an agent did not answer or none was connected, or one held nodes for others.
    hampered: bool,
    /// The number of fruitless rounds in a row.
    fruitless: u32,
    /// Receipts that it waits for no longer, by round and agent.
    given_up: BTreeSet<(u32, u32)>,
    /// Tasks of this round that others have taken up while it was down.
    handed_over: BTreeSet<u32>,
    /// How often it has begun to wait.
    pub waits: u32,
    /// The tasks that are reserved according to receipts.
    #[cfg(test)]
    pub told: Vec<u32>,
}

impl Coordinator {
    pub fn new(agents: usize) -> Self {
        Self { connected: vec![true; agents], reservations: vec![0; agents], ..Self::default() }
    }

    /// The agents that are connected.
    pub fn connected(&self) -> Vec<u32> {
        (0..).zip(&self.connected).filter(|it| *it.1).map(|it| it.0).collect()
    }

    pub fn connect(&mut self, agent: u32) {
        self.connected[agent as usize] = true;
    }

    /// An agent that is not there is asked no more until it connects. Whether it was connected.
    pub fn disconnect(&mut self, agent: u32) -> bool {
        std::mem::replace(&mut self.connected[agent as usize], false)
    }

    /// The agents whose answers it still awaits.
    pub fn missing(&self) -> Vec<u32> {
        match &self.phase {
            Phase::Offers(missing) => missing.iter().copied().collect(),
            Phase::Receipts(missing, _) => missing.keys().copied().collect(),
            Phase::Idle | Phase::Pause(_) => Vec::new(),
        }
    }

    /// Begins a round: the batch is the tasks that are left and those that wait, and all agents that are connected
    /// are asked.
    pub fn begin(&mut self, left: Vec<u32>) {
        let mut batch = left;
        batch.append(&mut self.waiting);
        self.schedule = FinalSchedule::new(batch.len());
        self.batch = batch.into();
        self.round += 1;
        let connected = self.connected();
        (self.reserved, self.hampered) = (0, connected.is_empty());
        self.phase = Phase::Offers(connected.iter().copied().collect());
        self.asked = connected;
        self.refused.clear();
        self.in_doubt.clear();
        self.handed_over.clear();
        self.all.clear();
    }

    /// The offers of an agent for the batch, in its order: the first has the number `first`, or none has one.
    /// Returns whether all agents have answered. `tell` is called with each verdict.
    pub fn offered(
        &mut self,
        (agent, offers): (u32, &[Offered]),
        capacity: impl Fn(u32) -> u32,
        first: Option<u32>,
        rule: TieRule,
        tell: &mut impl FnMut(JudgedOffer),
    ) -> bool {
        let mut place = 0;
        for (index, offer) in (0..).zip(offers) {
            // Offers are in the order of the batch.
            while self.batch[place] != offer.placed.task {
                place += 1;
            }
            let kept = KeptOffer {
                agent,
                node: offer.placed.node,
                load: offer.load,
                capacity: capacity(offer.placed.node),
                offer: first.map_or(NONE, |it| it + index),
            };
            match rule {
                TieRule::OnArrival => self.consider(place, kept, tell),
                TieRule::WhenAllAreIn => self.all.push((place as u32, kept)),
            }
        }
        match &mut self.phase {
            Phase::Offers(missing) => {
                missing.remove(&agent);
                missing.is_empty()
            }
            _ => false,
        }
    }

    fn consider(&mut self, place: usize, kept: KeptOffer, tell: &mut impl FnMut(JudgedOffer)) {
        let considered = self.schedule.consider(place, kept, &mut self.reservations);
        let (verdict, before) = match considered {
            Considered::First => (Verdict::First, None),
            Considered::LowerLoad(before) => (Verdict::LowerLoad, Some((before, Verdict::HigherLoad))),
            Considered::FewerReservations(before) => {
                (Verdict::FewerReservations, Some((before, Verdict::MoreReservations)))
            }
            Considered::HigherLoad => (Verdict::HigherLoad, None),
            Considered::MoreReservations => (Verdict::MoreReservations, None),
        };
        let task = self.batch[place];
        tell((task, kept, verdict));
        if let Some((before, verdict)) = before {
            tell((task, before, verdict));
        }
    }

    /// The decision for each agent: its offers that are taken, in batch order.
    pub fn decide(&mut self, agents: usize, tell: &mut impl FnMut(JudgedOffer)) -> Vec<Vec<Placed>> {
        if let Phase::Offers(missing) = &self.phase {
            self.hampered |= !missing.is_empty();
        }
        let mut all = std::mem::take(&mut self.all);
        sort_by_key(&mut all, |it| it.0);
        for (place, kept) in all {
            self.consider(place as usize, kept, tell);
        }
        let mut decisions = vec![Vec::new(); agents];
        for (kept, &task) in self.schedule.kept().iter().zip(&*self.batch) {
            if let Some(it) = kept {
                decisions[it.agent as usize].push(Placed { task, node: it.node });
            }
        }
        decisions
    }

    /// An agent could not offer all that it might have.
    pub fn is_hampered(&mut self) {
        self.hampered = true;
    }

    /// A receipt after its broker has given it up. Returns whether it is the first one; then the tasks are no
    /// longer in doubt. Refused tasks no longer count as reservations of its agent, and are not tried again.
    pub fn received_late(&mut self, (round, agent): (u32, u32), receipt: &Receipt) -> bool {
        let is_first = self.given_up.remove(&(round, agent));
        if is_first {
            self.reservations[agent as usize] -= receipt.refused.len() as u32;
            #[cfg(test)]
            self.told.extend(&receipt.reserved);
        }
        is_first
    }

    /// A receipt. Returns whether the broker waited for it. Refused tasks no longer count as
    /// reservations of the agent.
    pub fn received(&mut self, agent: u32, receipt: &Receipt) -> bool {
        let Phase::Receipts(missing, _) = &mut self.phase else {
            return false;
        };
        if missing.remove(&agent).is_none() {
            return false;
        }
        self.reserved += receipt.reserved.len();
        #[cfg(test)]
        self.told.extend(&receipt.reserved);
        self.reservations[agent as usize] -= receipt.refused.len() as u32;
        self.refused.extend(&receipt.refused);
        true
    }

    /// Stops waiting for the missing receipts: the broker does not know whether those tasks are reserved, and
    /// will not give them to another agent.
    pub fn give_up(&mut self) -> Vec<u32> {
        let Phase::Receipts(missing, _) = std::mem::take(&mut self.phase) else {
            return Vec::new();
        };
        let tasks = missing.values().flat_map(|it| it.iter().map(|it| it.task));
        self.in_doubt = tasks.collect();
        let given_up = missing.keys().map(|&agent| (self.round, agent));
        self.given_up.extend(given_up);
        self.phase = Phase::Receipts(BTreeMap::new(), 0);
        self.in_doubt.clone()
    }

    /// The tasks that are left when a round is over: those without an offer and those refused, in batch order.
    pub fn left(&self) -> Vec<u32> {
        let refused: BTreeSet<u32> = self.refused.iter().copied().collect();
        self.schedule
            .kept()
            .iter()
            .zip(&*self.batch)
            .filter(|(kept, task)| kept.is_none() || refused.contains(task))
            .map(|it| *it.1)
            .filter(|task| !self.handed_over.contains(task))
            .collect()
    }

    /// It goes down: returns the undecided tasks, which it gives away, and the numbers of the offers that it would
    /// have taken. Decided tasks whose receipts it awaits, and the number of its round, it keeps, as on a disk.
    pub fn fail(&mut self) -> (Vec<u32>, Vec<u32>) {
        let mut kept = Vec::new();
        // The events for which it waited do not come.
        self.waits += 1;
        let mut undecided = match &mut self.phase {
            Phase::Idle => Vec::new(),
            Phase::Pause(left) => std::mem::take(left),
            Phase::Offers(_) => {
                for it in self.schedule.kept().iter().flatten() {
                    self.reservations[it.agent as usize] -= 1;
                    kept.push(it.offer);
                }
                self.batch.to_vec()
            }
            Phase::Receipts(..) => {
                let left = self.left();
                self.handed_over.extend(&left);
                left
            }
        };
        if !matches!(self.phase, Phase::Receipts(..)) {
            self.phase = Phase::Idle;
        }
        undecided.append(&mut self.waiting);
        (undecided, kept)
    }

    /// The phase after a round that left `left` tasks: the next round, if this one reserved any; after a
    /// fruitless one only if a hindrance may pass, and at most `tries` times in a row.
    pub fn end(&mut self, left: usize, tries: u32) -> RoundEnd {
        let fruitful = self.reserved > 0;
        self.fruitless = if fruitful { 0 } else { self.fruitless + 1 };
        let ended = match left {
            0 => RoundEnd::Idle,
            _ if fruitful => RoundEnd::Next,
            _ if self.may_be_vain() && self.fruitless < tries => RoundEnd::Later,
            _ => RoundEnd::Idle,
        };
        if ended == RoundEnd::Idle {
            self.fruitless = 0;
        }
        ended
    }

    /// Whether the round was hindered, so that another one may succeed.
    fn may_be_vain(&self) -> bool {
        self.hampered || !(self.refused.is_empty() && self.in_doubt.is_empty())
    }
}

/// The final reservation of each task, whether its broker knows of it or not.
#[derive(Clone, Debug, Default)]
pub(super) struct Settled {
    /// The node of each task.
    pub nodes: Vec<Option<u32>>,
    /// When it was reserved, in thousandths.
    pub at: Vec<Time>,
    /// The time of the present event, in thousandths.
    pub now: Time,
}

impl Settled {
    /// `tasks` tasks, none of them reserved.
    pub fn new(tasks: usize) -> Self {
        Self { nodes: vec![None; tasks], at: vec![0; tasks], now: 0 }
    }

    /// A task is reserved on a node, for good and only once.
    pub fn reserve(&mut self, it: Placed) {
        let node = &mut self.nodes[it.task as usize];
        assert!(node.is_none(), "task {} is reserved already", it.task);
        *node = Some(it.node);
        self.at[it.task as usize] = self.now;
    }
}
