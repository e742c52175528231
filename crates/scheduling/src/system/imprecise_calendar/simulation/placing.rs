//! Which manager takes a job: forwarding, promotion, bumping up (Hollingsworth and Maneewongvatana 1999,
//! Sects. 2.3 and 3.3).

use super::finding::Found;
use super::watching::shares;
use super::{CalendarSimulation, Part};
use crate::availability::calendar::{Demand, FAR_FUTURE};
use crate::engine::Cause;
use crate::engine::decisions::{Decision, Rejection};
use crate::system::imprecise_calendar::decisions::{OwnDecision, PassedUp};
use workload::{Job, Time};

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
