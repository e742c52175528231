//! A watched run: the entries of its decision log, and the time at which it may stop.

use super::cluster::{Booked, Cluster};
use super::finding::Found;
use super::requests::Requests;
use super::{CalendarSimulation, Part};
use crate::availability::calendar::FAR_FUTURE;
use crate::engine::decisions::{ProviderMoment, Queued, Share, Waits, WatchedLog};
use crate::system::imprecise_calendar::decisions::{OwnDecision, PassedUp};
use crate::system::prelude::*;

/// The watch, and the records so far.
pub struct Watching {
    pub log: WatchedLog,
    /// The last recorded place of the watched job: its start and its slot's length.
    told: Option<(Time, Time)>,
    /// The requests of managers so far.
    pub requests: Requests,
}

impl Watching {
    pub fn new(watch: Watch) -> Self {
        Self { log: WatchedLog::new(watch), told: None, requests: Requests::default() }
    }
}

pub(super) fn share(part: &Part) -> Share {
    Share { provider: part.cluster as u32, processors: part.nodes }
}

/// The parts of a job that several clusters serve together.
pub(super) fn shares(parts: &[Part]) -> Vec<Share> {
    match parts {
        [_] => Vec::new(),
        parts => parts.iter().map(share).collect(),
    }
}

impl CalendarSimulation {
    /// Records a decision, if the job is watched.
    pub(super) fn tell(&mut self, job: u32, at: Time, decision: Decision) {
        if let Some(watching) = &mut self.watching {
            let provider = self.parts[job as usize].first().map_or(0, |it| it.cluster);
            watching.log.tell(at, job, Some(provider as u32), decision);
        }
    }

    /// Where a job that waits has its place: in a slot that will be split, or for sure.
    pub(super) fn waits(&self, job: u32) -> Option<Waits> {
        let booking = self.booking(job)?;
        let grid = self.grid();
        let slot = booking.first_slot(grid);
        let place =
            OwnDecision::InSlot { from: slot.start, length: slot.end - slot.start, split: grid.split_time(slot) };
        Some(Waits { promised: Some(booking.start), ..Waits::of(place.into()) })
    }

    /// A job's place in the first of its clusters.
    fn booking(&self, job: u32) -> Option<Booked> {
        let first = self.parts[job as usize].first()?;
        self.clusters[first.cluster].booking(job)
    }

    /// A manager passes a job on to the one above it.
    pub(super) fn tell_passed_up(&mut self, job: u32, why: PassedUp) {
        if self.watching.is_some() {
            self.tell(job, self.now, OwnDecision::PassedUp(why).into());
        }
    }

    /// The offers of the clusters.
    pub(super) fn tell_offers(&mut self, job: u32, at: Time, found: &Found) {
        if let Some(watching) = &mut self.watching {
            let provider = found.parts[0].cluster as u32;
            let sent = match found.parts[..] {
                [_] => Decision::Sent(found.offers.clone()),
                _ => OwnDecision::SentToSeveral(shares(&found.parts)).into(),
            };
            watching.log.tell(at, job, Some(provider), sent);
        }
    }

    /// The job that is watched, if it has a place and has not started.
    fn watched_waiting(&self) -> Option<u32> {
        match self.watching.as_ref()?.log.watch() {
            Watch::Job(job) if self.waits_for_start(job) => Some(job),
            _ => None,
        }
    }

    fn waits_for_start(&self, job: u32) -> bool {
        self.start_of(job).is_some_and(|start| start > self.now && self.starts.contains(&(start, job)))
    }

    /// When the slot of the watched job is next split.
    pub(super) fn next_firmer(&self) -> Option<Time> {
        let booking = self.booking(self.watched_waiting()?)?;
        let grid = self.grid();
        grid.split_time(booking.first_slot(grid))
    }

    /// Records the present place of the watched job, if it has changed.
    pub(super) fn tell_places(&mut self) {
        let Some(job) = self.watched_waiting() else {
            return;
        };
        let Some(booking) = self.booking(job) else {
            return;
        };
        let slot = booking.first_slot(self.grid());
        let place = Some((booking.start, slot.end - slot.start));
        let is_new = self.watching.as_mut().is_some_and(|it| {
            let former = std::mem::replace(&mut it.told, place);
            former != place
        });
        if is_new && let Some(waits) = self.waits(job) {
            self.tell(job, self.now, Decision::Waits(waits));
        }
    }

    /// A job has no place.
    pub(super) fn tell_rejected(&mut self, job: u32, why: Rejection) {
        self.tell(job, self.now, Decision::Rejected(why));
        self.is_over(job);
    }

    /// A job is done.
    pub(super) fn tell_ended(&mut self, job: u32) {
        if self.watching.is_none() {
            return;
        }
        let decision = match self.recorder.schedule().outcomes[job as usize].status {
            Status::Killed => Decision::Killed,
            _ => Decision::Done,
        };
        self.tell(job, self.now, decision);
        self.is_over(job);
    }

    fn is_over(&mut self, job: u32) {
        if let Some(watching) = &mut self.watching {
            watching.log.is_over(job);
        }
    }
}

/// The most jobs waiting for their start that a moment lists.
const MOST_QUEUED: usize = 60;

/// The most jobs with nodes that a moment lists: more than any realistic queue has, since the
/// calendar is drawn from them.
const MOST_CLAIMS: usize = 20_000;

/// The most promises that a moment lists.
const MOST_PROMISED: usize = 400;

impl CalendarSimulation {
    /// How all stands after the last instant.
    pub(super) fn moment(&self, watching: &Watching) -> Moment {
        let clusters = 0..self.clusters.len();
        let at = match watching.log.watch() {
            Watch::Moment(at) => at.clamp(self.now, FAR_FUTURE.max(self.now)),
            Watch::Job(_) => self.now,
        };
        let providers = clusters.map(|it| self.provider(it, watching.log.time));
        Moment {
            time: watching.log.time,
            previous: watching.log.previous,
            next: self.next_time(),
            above: Vec::new(),
            above_count: 0,
            providers: providers.collect(),
            own: self.managed(&watching.requests, at).map(|it| Own::of(&it)),
        }
    }

    /// How all stands in a cluster.
    fn provider(&self, cluster: usize, looked: Option<Time>) -> ProviderMoment {
        let queued = |job: u32| Queued { job, waits: self.waits(job) };
        let mut claims = self.claims(cluster);
        sort_by_key(&mut claims, |it| (it.from, it.job));
        let promised = claims.iter().filter(|it| it.claimant == Claimant::Promise);
        let mut promised: Vec<Claim> = promised.copied().collect();
        sort_by_key(&mut promised, |it| it.job);
        let queue_length = promised.len() as u32;
        let queue = promised.iter().map(|it| queued(it.job)).take(MOST_QUEUED).collect();
        promised.truncate(MOST_PROMISED);
        claims.truncate(MOST_CLAIMS);
        let Cluster { calendar, nodes, .. } = &self.clusters[cluster];
        ProviderMoment {
            processors: calendar.nodes(),
            looked,
            free: nodes.free(),
            queue,
            queue_length,
            claims,
            promised,
            values: None,
        }
    }

    /// The jobs that have nodes of a cluster, now or later.
    fn claims(&self, cluster: usize) -> Vec<Claim> {
        let claim = |(job, booking): (u32, Booked)| {
            let is_reservation = self.jobs[job as usize].is_reservation();
            // Of a job that has no place yet clusters may hold parts.
            let has_begun = !self.starts.contains(&(booking.start, job)) && !self.messages.has(job);
            Claim {
                job,
                claimant: match (has_begun, is_reservation) {
                    (true, true) => Claimant::Reservation,
                    (true, false) => Claimant::Running,
                    (false, true) => Claimant::Booked,
                    (false, false) => Claimant::Promise,
                },
                processors: booking.demand.nodes,
                from: booking.start,
                until: booking.end(),
                gives_way: false,
                since: Some(self.placed[job as usize]),
            }
        };
        let bookings = self.clusters[cluster].bookings();
        bookings.into_iter().map(claim).collect()
    }
}
