//! Which offer a broker takes for a task.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use base::setting::setting;

setting! {
    /// Among offers of the same load the agent with fewer reservations wins: when that is asked.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum TieRule {
        /// As offers arrive, one agent after the other, as the paper has it.
        #[default]
        OnArrival {
            key: "on_arrival",
            name: "On arrival",
            about: "Offers are compared as they arrive, agent by agent: agents in the middle end up with fewer reservations.",
        }
        /// Task by task once all offers are in, so that every agent's count is of the same tasks.
        WhenAllAreIn {
            key: "when_all_are_in",
            name: "When all are in",
            about: "Offers are compared task by task after all have arrived: reservations are distributed evenly.",
        }
    }
}

/// An offer that is kept for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptOffer {
    pub agent: u32,
    /// The node that it reserves.
    pub node: u32,
    /// The load that the node would have, in points.
    pub load: u32,
    /// The points of the node.
    pub capacity: u32,
    /// The caller's number for it.
    pub offer: u32,
}

/// The result for an offer that was considered, and for the one that stood before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Considered {
    /// It is the first for its task.
    First,
    /// It takes the place of this one, since its load is lower.
    LowerLoad(KeptOffer),
    /// It replaces this one, whose load is the same, since its agent has fewer reservations.
    FewerReservations(KeptOffer),
    /// The one that is there has a lower load.
    HigherLoad,
    /// The one that is there has the same load, and its agent no more reservations.
    MoreReservations,
}

/// The paper's *finalSched*: the offer kept for each task of a batch, by its place there.
#[derive(Clone, Debug, Default)]
pub struct FinalSchedule {
    kept: Vec<Option<KeptOffer>>,
}

impl FinalSchedule {
    /// For a batch of `tasks` tasks, without any offer.
    pub fn new(tasks: usize) -> Self {
        Self { kept: vec![None; tasks] }
    }

    /// The offer kept for each task.
    pub fn kept(&self) -> &[Option<KeptOffer>] {
        &self.kept
    }

    /// Considers an offer for the task at `place`: the lower load wins, shares of their nodes compared; of
    /// equal ones that of the agent with fewer reservations, "the less loaded agent"; if these are equal as
    /// well, the one that came first. `reservations` of each agent move with every change. O(1).
    pub fn consider(&mut self, place: usize, offer: KeptOffer, reservations: &mut [u32]) -> Considered {
        let Some(before) = self.kept[place] else {
            reservations[offer.agent as usize] += 1;
            self.kept[place] = Some(offer);
            return Considered::First;
        };
        let of_agent = |it: &KeptOffer| reservations[it.agent as usize];
        let fewer = of_agent(&offer) < of_agent(&before);
        match (compare_load(&offer, &before), fewer) {
            (Ordering::Greater, _) => return Considered::HigherLoad,
            (Ordering::Equal, false) => return Considered::MoreReservations,
            (Ordering::Less, _) | (Ordering::Equal, true) => {}
        }
        reservations[before.agent as usize] -= 1;
        reservations[offer.agent as usize] += 1;
        self.kept[place] = Some(offer);
        match compare_load(&offer, &before) {
            Ordering::Less => Considered::LowerLoad(before),
            _ => Considered::FewerReservations(before),
        }
    }
}

fn compare_load(a: &KeptOffer, b: &KeptOffer) -> Ordering {
    let share = |of: &KeptOffer, other: &KeptOffer| u64::from(of.load) * u64::from(other.capacity);
    share(a, b).cmp(&share(b, a))
}
