//! How a manager finds a place: it looks into its shadow calendars, and asks before it reserves.

use std::collections::BTreeSet;

use super::beliefs::Belief;
use super::requests::Declined;
use super::watching::shares;
use super::{CalendarSimulation, Part};
use crate::availability::calendar::{Calendar, CalendarPlace, Demand, FAR_FUTURE};
use crate::engine::decisions::Candidate;
use crate::system::imprecise_calendar::decisions::{OwnDecision, PassedUp};
use crate::system::prelude::*;

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
            let best = offers.iter().enumerate().min_by_key(|(_, it)| (it.start, it.rank));
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

// Which manager takes a job: forwarding, promotion, bumping up (Hollingsworth and Maneewongvatana 1999,
// Sects. 2.3 and 3.3).

impl CalendarSimulation {
    /// A job is submitted: it gets its first place, at once or when messages have arrived, or none.
    pub(super) fn submit(&mut self, job: u32) {
        match self.place(job) {
            Ok(true) => self.has_place(),
            Ok(false) => {}
            Err(why) => self.reject(job, why),
        }
    }

    /// A job has got its first place.
    pub(super) fn has_place(&mut self) {
        self.sizes.add(self.size());
    }

    /// A job gets none.
    pub(super) fn reject(&mut self, job: u32, why: Rejection) {
        self.settled += 1;
        self.arrivals.rejected(&mut self.jobs, job, self.now);
        // Its own reason is the only one that not all systems have.
        let cause = why.cause().unwrap_or(Cause::OverDeficit);
        self.recorder.reject(job, cause);
        self.tell_rejected(job, why);
    }

    /// Finds a job its first place; whether it has it, or messages are under way.
    fn place(&mut self, job: u32) -> Result<bool, Rejection> {
        let demand = self.demand(&self.jobs[job as usize])?;
        let home = self.homes[job as usize] as usize;
        let (manager, found) = match self.first_manager(job, home, &demand)? {
            First::Only(found) => (home, found),
            First::Of(manager) if self.settings.message_time > 0 => {
                return self.negotiate(job, manager, demand);
            }
            First::Of(manager) => self.climb(job, manager, &demand)?,
        };
        if let Some(why) = self.misses_deadline(job, &demand, found.start) {
            return Err(why);
        }
        self.book(job, manager, &demand, found.start, &found.parts);
        self.note_reserve((job, manager), &found);
        self.take_place(job, manager, &demand, found);
        Ok(true)
    }

    /// Why a start is no good, if the job would end after the deadline that a list of requests names.
    pub(super) fn misses_deadline(&self, job: u32, demand: &Demand, start: Time) -> Option<Rejection> {
        let deadline = self.jobs[job as usize].listed_deadline()?;
        (demand.end(start) > deadline).then_some(Rejection::NoInterval { deadline })
    }

    /// Updates the run after a job has been booked at the place found for it.
    pub(super) fn take_place(&mut self, job: u32, manager: usize, demand: &Demand, found: Found) {
        let from = self.now;
        let home = self.homes[job as usize] as usize;
        if self.tree.managers().len() > 1 && manager >= self.clusters.len() {
            self.tell_offers(job, from, &found);
        }
        self.trade.add(home, &found.parts, demand.length);
        self.starts.insert((found.start, job));
        let first = found.parts[0].cluster;
        self.recorder.allocate(job, first, demand.nodes, from);
        if demand.fixed {
            let (start, end) = (found.start, found.start.saturating_add(demand.length));
            self.recorder.promise(job, start, end);
            let booked = Decision::Booked {
                start,
                end,
                processors: demand.nodes,
                offers: Vec::new(),
                shares: shares(&found.parts),
            };
            self.tell(job, from, booked);
        } else {
            self.movable[manager].insert(job);
            self.members.insert(&found.parts, found.start, job);
            let is_above = manager >= self.clusters.len();
            if is_above && (self.settings.staleness > 0 || self.settings.message_time > 0) {
                self.late_fits.insert(job);
            }
        }
        self.placed[job as usize] = from;
        self.finest[job as usize] = self.grid().slot_at(found.start).level == 0;
        self.managers[job as usize] = manager as u32;
        self.parts[job as usize] = found.parts;
    }

    /// Enters a place into the calendars of all its clusters, and informs the managers that keep
    /// copies of them.
    pub(super) fn book(&mut self, job: u32, manager: usize, demand: &Demand, start: Time, parts: &[Part]) {
        for part in parts {
            let cluster = &mut self.clusters[part.cluster];
            cluster.book(job, &part.demand(demand), start);
            let changes = cluster.calendar.take_changes();
            self.shadows.tell(part.cluster, manager, self.now, changes);
            self.tell_shared(part.cluster, manager, job);
        }
    }

    /// The manager that looks first for a place: that of the job's own cluster, or the one above to which it is
    /// promoted or forwarded.
    fn first_manager(&mut self, job: u32, home: usize, demand: &Demand) -> Result<First, Rejection> {
        let has_room = |run: &Self, manager: usize| u64::from(demand.nodes) <= run.tree.manager(manager).nodes;
        let mut manager = home;
        if let Some(over) = self.over_deficit(home) {
            return if has_room(self, home) { self.found(job, home, demand).map(First::Only) } else { Err(over) };
        }
        let is_promoted = self.settings.promote.takes(&self.jobs[job as usize]);
        if is_promoted && let Some(above) = self.tree.manager(manager).above {
            manager = above;
            self.tell_passed_up(job, PassedUp::Promoted);
        }
        while !has_room(self, manager) {
            let nodes = self.tree.manager(manager).nodes as u32;
            let Some(above) = self.tree.manager(manager).above else {
                let needs = demand.nodes;
                return Err(Rejection::TooLarge { needs, most: nodes });
            };
            manager = above;
            self.tell_passed_up(job, PassedUp::TooLarge { nodes });
        }
        Ok(First::Of(manager))
    }

    /// From the manager that looks first up to the one that finds a place soon enough.
    fn climb(&mut self, job: u32, first: usize, demand: &Demand) -> Result<(usize, Found), Rejection> {
        let mut manager = first;
        let mut best = (manager, self.found(job, manager, demand)?);
        // A job that has a place soon enough, or no manager above, stays.
        while self.is_late(job, demand, best.1.start)
            && let Some(above) = self.tree.manager(manager).above
        {
            manager = above;
            let start = best.1.start;
            self.tell_passed_up(job, PassedUp::TooLate { start });
            if let Ok(found) = self.found(job, manager, demand)
                && found.start < start
            {
                best = (manager, found);
            }
        }
        Ok(best)
    }

    /// Whether a start is so late that the job is bumped up.
    pub(super) fn is_late(&self, job: u32, demand: &Demand, start: Time) -> bool {
        let most = self.settings.bump_after;
        most.is_some_and(|it| start - demand.ready > it) || self.misses_deadline(job, demand, start).is_some()
    }

    fn found(&mut self, job: u32, manager: usize, demand: &Demand) -> Result<Found, Rejection> {
        self.find(job, manager, demand).ok_or_else(|| beyond(demand))
    }

    /// Why a cluster gets no nodes of others, if it has borrowed too many.
    fn over_deficit(&self, home: usize) -> Option<Rejection> {
        let limit = i64::from(self.settings.deficit_limit?) * 3_600;
        let owes = self.trade.balance(home);
        (owes > limit).then(|| OwnDecision::OverDeficit { owes, limit }.into())
    }

    pub(super) fn demand(&self, job: &Job) -> Result<Demand, Rejection> {
        let most = self.tree.managers().last().map_or(0, |it| it.nodes);
        let nodes = job.processors;
        if u64::from(nodes) > most {
            let most = most as u32;
            return Err(Rejection::TooLarge { needs: nodes, most });
        }
        let length = job.requested_time;
        if length <= 0 {
            return Err(Rejection::NoLength { length });
        }
        let ready = job.ready();
        if ready < job.submit {
            return Err(Rejection::ReadyBeforeSubmission { ready });
        }
        Ok(Demand { nodes, length, ready, fixed: job.is_reservation() })
    }
}

/// The manager that looks first for a place of a job.
enum First {
    /// The manager of its own cluster alone, which has found one.
    Only(Found),
    /// A manager, and those above it after that.
    Of(usize),
}

/// A job has no place at any time that is booked.
pub(super) fn beyond(demand: &Demand) -> Rejection {
    Rejection::BeyondHorizon { end: demand.ready.saturating_add(demand.length), horizon: FAR_FUTURE }
}
