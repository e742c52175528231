//! Which manager takes a job: forwarding, promotion, bumping up (Hollingsworth and Maneewongvatana 1999,
//! Sects. 2.3 and 3.3).

use super::finding::Found;
use super::watching::shares;
use super::{Part, Run};
use crate::availability::calendar::{Demand, FAR_FUTURE};
use crate::engine::decisions::{Decision, PassedUp, Rejection};
use crate::workload::{Job, Time};

impl Run {
    /// Finds a job its first place.
    pub(super) fn place(&mut self, job: u32) -> Result<(), Rejection> {
        let demand = self.demand(&self.jobs[job as usize])?;
        let home = self.homes[job as usize] as usize;
        let (manager, found) = self.climb(job, home, &demand)?;
        let deadline = self.jobs[job as usize].listed_deadline();
        if let Some(deadline) = deadline.filter(|&it| demand.end(found.start) > it) {
            return Err(Rejection::NoInterval { deadline });
        }
        let from = self.now;
        if self.tree.managers().len() > 1 && manager >= self.clusters.len() {
            self.tell_offers(job, from, &found);
        }
        self.book(job, manager, &demand, found.start, &found.parts);
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
        }
        self.placed[job as usize] = from;
        self.finest[job as usize] = self.grid().slot_at(found.start).level == 0;
        self.managers[job as usize] = manager as u32;
        self.parts[job as usize] = found.parts;
        Ok(())
    }

    /// Writes a place into the calendars of all its clusters, and tells those who subscribe to them.
    pub(super) fn book(
        &mut self,
        job: u32,
        manager: usize,
        demand: &Demand,
        start: Time,
        parts: &[Part],
    ) {
        for part in parts {
            let cluster = &mut self.clusters[part.cluster];
            cluster.book(job, &part.demand(demand), start);
            let changes = cluster.calendar.take_changes();
            self.shadows.tell(part.cluster, manager, self.now, changes);
            self.tell_shared(part.cluster, manager, job);
        }
    }

    /// From the manager of a job's own cluster up to the one that finds it a place.
    fn climb(
        &mut self,
        job: u32,
        home: usize,
        demand: &Demand,
    ) -> Result<(usize, Found), Rejection> {
        let has_room =
            |run: &Self, manager: usize| u64::from(demand.nodes) <= run.tree.manager(manager).nodes;
        let mut manager = home;
        if let Some(over) = self.over_deficit(home) {
            return match has_room(self, home) {
                true => self.found(job, home, demand),
                false => Err(over),
            };
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
        let mut best = self.found(job, manager, demand)?;
        let (most, deadline) = (
            self.settings.bump_after,
            self.jobs[job as usize].listed_deadline(),
        );
        let is_late = |start: Time| {
            most.is_some_and(|it| start - demand.ready > it)
                || deadline.is_some_and(|it| demand.end(start) > it)
        };
        // A job that has a place soon enough, or no manager above, stays.
        while is_late(best.1.start)
            && let Some(above) = self.tree.manager(manager).above
        {
            manager = above;
            let start = best.1.start;
            self.tell_passed_up(job, PassedUp::TooLate { start });
            if let Ok(found) = self.found(job, manager, demand)
                && found.1.start < start
            {
                best = found;
            }
        }
        Ok(best)
    }

    fn found(
        &mut self,
        job: u32,
        manager: usize,
        demand: &Demand,
    ) -> Result<(usize, Found), Rejection> {
        let found = self.find(job, manager, demand);
        let beyond = Rejection::BeyondHorizon {
            end: demand.ready.saturating_add(demand.length),
            horizon: FAR_FUTURE,
        };
        found.map(|it| (manager, it)).ok_or(beyond)
    }

    /// Why a cluster gets no nodes of others, if it has borrowed too many.
    fn over_deficit(&self, home: usize) -> Option<Rejection> {
        let limit = i64::from(self.settings.deficit_limit?) * 3_600;
        let owes = self.trade.balance(home);
        (owes > limit).then_some(Rejection::OverDeficit { owes, limit })
    }

    /// What a job asks for.
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
        Ok(Demand {
            nodes,
            length,
            ready,
            fixed: job.is_reservation(),
        })
    }
}
