//! Jobs that share slots, under several managers (Hollingsworth and Maneewongvatana 1999, Sects. 2.3 and 2.4).
//!
//! Every cluster has slots that are shared. They are split in all clusters at once, and the jobs that start in them
//! are given new ones in one order for all clusters, since a job over several clusters has the same start in all.

use std::collections::BTreeMap;

use super::{CalendarSimulation, Part};
use crate::availability::calendar::{Demand, FAR_FUTURE, Rolled, Starting};
use workload::Time;

impl CalendarSimulation {
    /// Advances all clusters. Returns the slots that are split, and the jobs' commitments that are kept
    /// or broken by that.
    pub(super) fn roll_shared(&mut self) -> Vec<Rolled> {
        let mut starting: BTreeMap<(Time, bool, u32), Starting> = BTreeMap::new();
        for cluster in &mut self.clusters {
            cluster.calendar.roll(self.now);
            let split = cluster.shared_mut().map(|it| it.split(self.now));
            for it in split.into_iter().flatten() {
                starting.insert((it.slot.start, !it.demand.fixed, it.job), it);
            }
        }
        let mut rolled = vec![Rolled::default(); self.clusters.len()];
        for it in starting.into_values() {
            let parts = std::mem::take(&mut self.parts[it.job as usize]);
            if self.give_new_start(&it, &parts) {
                parts.iter().for_each(|part| rolled[part.cluster].freed = true);
            }
            self.parts[it.job as usize] = parts;
        }
        rolled
    }

    /// A job that starts in a slot that was split gets the first start in it that all its clusters have, or if there is
    /// none the first afterwards. Whether that is another than before.
    fn give_new_start(&mut self, it: &Starting, parts: &[Part]) -> bool {
        let demand = &it.demand;
        let until = if demand.fixed { it.start + 1 } else { it.slot.end };
        let kept = self.first_common(parts, demand, it.start, until);
        let from = it.slot.start.max(demand.ready);
        let found = kept.or_else(|| self.first_common(parts, demand, from, FAR_FUTURE));
        // Behind all bookings there is room.
        let start = found.unwrap_or(FAR_FUTURE);
        self.clusters[parts[0].cluster].broken += u64::from(kept.is_none());
        for part in parts {
            let demand = part.demand(demand);
            self.clusters[part.cluster].book(it.job, &demand, start);
            if start != it.start {
                self.tell_shared(part.cluster, part.cluster, it.job);
            }
        }
        if start != it.start {
            self.starts.remove(&(it.start, it.job));
            self.starts.insert((start, it.job));
            if !demand.fixed {
                self.members.remove(parts, it.start, it.job);
                self.members.insert(parts, start, it.job);
            }
        }
        kept.is_none() || start != it.start
    }

    /// All parts of a job that shares slots move to the earliest start that all of them can have.
    pub(super) fn move_shared_group(&mut self, manager: usize, job: u32) -> bool {
        let Some(before) = self.start_of(job) else {
            return false;
        };
        let Ok(demand) = self.demand(&self.jobs[job as usize]) else {
            return false;
        };
        let parts = self.take_back(manager, job);
        let ready = demand.ready.max(self.now);
        let earlier = self.first_common(&parts, &demand, ready, before);
        let start = earlier.unwrap_or(before);
        self.book(job, manager, &demand, start, &parts);
        self.parts[job as usize] = parts;
        earlier.is_some()
    }

    /// The first start at `ready` or later and before `until` at which all clusters have enough for their parts.
    fn first_common(&self, parts: &[Part], demand: &Demand, ready: Time, until: Time) -> Option<Time> {
        let mut start = ready;
        loop {
            let mut latest = start;
            for part in parts {
                let shared = self.clusters[part.cluster].shared()?;
                let found = shared.first_fit(part.demand(demand), start, until)?;
                latest = latest.max(found);
            }
            let agrees = |part: &Part| {
                let shared = self.clusters[part.cluster].shared();
                shared.is_some_and(|it| it.has_room(part.demand(demand), latest))
            };
            if parts.iter().all(agrees) {
                return Some(latest);
            }
            start = latest.max(start + 1);
        }
    }

    /// The next start at which a job over several clusters is looked for: there is no calendar of sums of shared slots.
    pub(super) fn next_shared(&self, demand: &Demand) -> Option<Time> {
        let calendar = &self.clusters[0].calendar;
        let start = if demand.fixed { calendar.exactly(demand)?.start } else { calendar.grid().boundary(demand.ready) };
        (start <= FAR_FUTURE).then_some(start)
    }

    /// The managers above hear of the present booking of a job in a cluster, changed by an action
    /// of a manager.
    pub(super) fn tell_shared(&mut self, cluster: usize, by: usize, job: u32) {
        if let Some(shared) = self.clusters[cluster].shared() {
            let booking = shared.booking(job);
            self.beliefs.tell(cluster, by, self.now, job, booking);
        }
    }
}

impl Part {
    pub(super) fn demand(&self, of_job: &Demand) -> Demand {
        Demand { nodes: self.nodes, ..*of_job }
    }
}

/// The node seconds that every cluster has supplied to jobs of others, and those that its own jobs have
/// consumed at others. Of a job that has not ended its limit counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trade {
    /// For each cluster.
    pub supply: Vec<i64>,
    /// For each cluster.
    pub consumption: Vec<i64>,
}

impl Trade {
    /// No trade between `clusters` clusters.
    pub fn new(clusters: usize) -> Self {
        Self { supply: vec![0; clusters], consumption: vec![0; clusters] }
    }

    /// A job of a cluster runs for `time` on these nodes; with `time` negative, a correction because
    /// it ran shorter than expected.
    pub fn add(&mut self, home: usize, parts: &[Part], time: Time) {
        for part in parts.iter().filter(|it| it.cluster != home) {
            let work = i64::from(part.nodes).saturating_mul(time);
            for side in [&mut self.supply[part.cluster], &mut self.consumption[home]] {
                *side = side.saturating_add(work);
            }
        }
    }

    /// How much more a cluster has consumed than supplied, as the paper counts its balance (Figures 7
    /// and 9).
    pub fn balance(&self, cluster: usize) -> i64 {
        self.consumption[cluster].saturating_sub(self.supply[cluster])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_supplies_another_consumes() {
        let mut trade = Trade::new(3);
        let part = |cluster, nodes| Part { cluster, nodes };
        trade.add(0, &[part(0, 4), part(1, 2), part(2, 1)], 100);
        trade.add(1, &[part(0, 3)], 10);
        assert_eq!(trade.supply, [30, 200, 100]);
        assert_eq!(trade.consumption, [300, 30, 0]);
        assert_eq!([0, 1, 2].map(|it| trade.balance(it)), [270, -170, -100]);
        trade.add(0, &[part(1, 2)], -50);
        assert_eq!((trade.supply[1], trade.consumption[0]), (100, 200));
    }
}
