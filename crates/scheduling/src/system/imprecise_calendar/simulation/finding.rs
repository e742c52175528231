//! How a manager finds a place: it looks into its shadow calendars, and asks before it reserves.

use std::collections::BTreeSet;

use super::beliefs::Belief;
use super::requests::Declined;
use super::{CalendarSimulation, Part};
use crate::availability::calendar::{Calendar, CalendarPlace, Demand, FAR_FUTURE};
use crate::engine::decisions::Candidate;
use workload::Time;

/// A place that has been found: all that were asked have agreed.
#[derive(Clone, Debug)]
pub struct Found {
    /// When the job starts.
    pub start: Time,
    pub parts: Vec<Part>,
    /// The offers of the clusters, as far as the manager knows them.
    pub offers: Vec<Candidate>,
}

/// How often managers asked, and were declined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inquiries {
    /// Inquiries of managers above those of the clusters.
    pub sent: u64,
    /// Inquiries whose time was no longer free.
    pub declined: u64,
    /// Reservations for several clusters at once that one of them declined, so that none was made.
    pub aborted: u64,
    /// Reserves, where messages take time, and those that failed.
    pub reserves: u64,
    pub failed: u64,
}

/// An offer of a cluster as a manager believes it to be.
struct Offer {
    start: Time,
    /// The rank: of equal offers the one of the lowest rank is taken.
    rank: usize,
    cluster: usize,
}

impl CalendarSimulation {
    /// The first fit of a manager for a job. `None` if there never is one.
    pub(super) fn find(&mut self, job: u32, manager: usize, demand: &Demand) -> Option<Found> {
        let clusters = &self.tree.manager(manager).clusters;
        if let [cluster] = clusters[..] {
            let start = self.clusters[cluster].belief().earliest(demand)?;
            let parts = vec![Part { cluster, nodes: demand.nodes }];
            return Some(Found { start, parts, offers: Vec::new() });
        }
        let nodes = clusters.iter().map(|&it| self.clusters[it].calendar.nodes());
        let largest = nodes.max().unwrap_or(0);
        if demand.nodes <= largest {
            self.find_cluster(job, manager, demand)
        } else {
            self.find_group(job, manager, demand)
        }
    }

    /// The calendar of a cluster as a manager believes it to be.
    fn believed(&self, manager: usize, cluster: usize) -> Belief<'_> {
        match self.clusters[cluster].belief() {
            own @ Belief::Shared(_) => self.beliefs.of(manager, cluster).map_or(own, Belief::Shared),
            Belief::Alone(_) => Belief::Alone(self.believed_alone(manager, cluster)),
        }
    }

    /// A manager's belief about a cluster with slots that a job has for itself.
    pub(super) fn believed_alone(&self, manager: usize, cluster: usize) -> &Calendar {
        let own = &self.clusters[cluster].calendar;
        self.shadows.hint(manager, cluster).unwrap_or(own)
    }

    /// The cluster that offers the earliest start. A cluster that declines answers with its earliest
    /// start, so none declines twice.
    fn find_cluster(&mut self, job: u32, manager: usize, demand: &Demand) -> Option<Found> {
        let home = self.homes[job as usize] as usize;
        let clusters = self.tree.manager(manager).clusters.iter();
        let offer = |&cluster: &usize| {
            let start = self.believed(manager, cluster).earliest(demand)?;
            Some(Offer { start, rank: self.settings.ties.rank(cluster, home, self.clusters.len()), cluster })
        };
        let mut offers: Vec<Offer> = clusters.filter_map(offer).collect();
        let best = |offers: &[Offer]| -> Option<usize> {
            let best = offers.iter().enumerate();
            let best = best.min_by_key(|(_, it)| (it.start, it.rank));
            best.map(|(index, _)| index)
        };
        loop {
            let index = best(&offers)?;
            let Offer { start, cluster, .. } = offers[index];
            self.inquiries.sent += 1;
            let asked = [Part { cluster, nodes: demand.nodes }];
            let own = self.clusters[cluster].belief();
            if own.agrees(demand, start) {
                self.tell_inquiry((job, manager), start, &asked, &[], None);
                let candidate = |it: &Offer| Candidate {
                    provider: it.cluster as u32,
                    taken: it.cluster == cluster,
                    waiting: 0,
                    free: self.clusters[it.cluster].nodes.free(),
                    start: Some(it.start),
                };
                return Some(Found { start, parts: asked.to_vec(), offers: offers.iter().map(candidate).collect() });
            }
            self.inquiries.declined += 1;
            let instead = own.earliest(demand);
            match instead {
                Some(start) => offers[index].start = start,
                None => drop(offers.remove(index)),
            }
            let declined = [(cluster, None)];
            self.tell_inquiry((job, manager), start, &asked, &declined, instead);
        }
    }

    /// Several clusters that have enough together from the same time on: first the job's own, then in
    /// their order as much as each has.
    ///
    /// In two phases: all are asked for their part, and only if all agree all reserve; one that declines
    /// answers with the nodes that it has, and the whole is tried again. The calendar of the sums shows
    /// the times at which no search is needed.
    fn find_group(&mut self, job: u32, manager: usize, demand: &Demand) -> Option<Found> {
        let home = self.homes[job as usize] as usize;
        let mut clusters = self.tree.manager(manager).clusters.clone();
        clusters.sort_by_key(|&it| self.settings.ties.rank(it, home, self.clusters.len()));
        // Clusters that have reported their state.
        let mut known = BTreeSet::new();
        let mut ready = demand.ready;
        loop {
            let start = self.next_start(manager, demand, ready)?;
            let place = CalendarPlace::at(self.grid(), start, demand.length);
            if place.to > FAR_FUTURE {
                return None;
            }
            loop {
                let room = |cluster: usize| {
                    if known.contains(&cluster) {
                        self.clusters[cluster].belief().room(demand, start)
                    } else {
                        self.believed(manager, cluster).room(demand, start)
                    }
                };
                let Some(parts) = split(&clusters, demand.nodes, room) else {
                    break;
                };
                self.inquiries.sent += parts.len() as u64;
                let declines = |part: &Part| {
                    let own = self.clusters[part.cluster].belief();
                    let has = own.room(demand, start);
                    (has < part.nodes).then_some((part.cluster, Some(has)))
                };
                let declined: Vec<Declined> = parts.iter().filter_map(declines).collect();
                self.tell_inquiry((job, manager), start, &parts, &declined, None);
                if declined.is_empty() {
                    return Some(Found { start, parts, offers: Vec::new() });
                }
                self.inquiries.declined += declined.len() as u64;
                self.inquiries.aborted += 1;
                known.extend(declined.iter().map(|&(cluster, _)| cluster));
            }
            ready = start.saturating_add(1);
        }
    }

    /// The next start at `ready` or later at which the sum of all nodes is enough, as a manager believes:
    /// a job with a fixed time gets the finest slot that begins then, if that is possible.
    pub(super) fn next_start(&self, manager: usize, demand: &Demand, ready: Time) -> Option<Time> {
        let wanted = Demand { ready, fixed: demand.fixed && ready == demand.ready, ..*demand };
        if !self.settings.one_job_per_slot {
            return self.next_shared(&wanted);
        }
        let sum = self.shadows.sum(manager)?;
        Some(sum.earliest(&wanted)?.start)
    }
}

/// As much from each as it has, in their order; `None` if that is not enough.
pub(super) fn split(clusters: &[usize], nodes: u32, room: impl Fn(usize) -> u32) -> Option<Vec<Part>> {
    let (mut left, mut parts) = (nodes, Vec::new());
    for &cluster in clusters {
        let nodes = room(cluster).min(left);
        if nodes > 0 {
            parts.push(Part { cluster, nodes });
            left -= nodes;
        }
        if left == 0 {
            return Some(parts);
        }
    }
    None
}
