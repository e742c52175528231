//! A watched run: the entries of its decision log, and the time at which it may stop.

use std::collections::BTreeMap;

use super::CoAllocationSimulation;
use crate::availability::idle_periods::IdlePeriods;
use crate::engine::Status;
use crate::engine::decisions::{Claim, Claims, Decision, Reason, Waits, Watch, WatchedLog};
use crate::system::co_allocation::decisions::{OwnDecision, Why};
use crate::system::co_allocation::request::{Placed, Unplaced};
use crate::system::co_allocation::{CoAllocation, Request};
use workload::Time;

/// The watch, and the records so far.
pub struct Watching {
    pub log: WatchedLog,
    /// Of the jobs that have not started: the attempt that failed last.
    pub failed: BTreeMap<u32, Reason>,
}

impl Watching {
    pub fn new(watch: Watch) -> Self {
        Self { log: WatchedLog::new(watch), failed: BTreeMap::new() }
    }
}

impl CoAllocationSimulation {
    /// Records a decision, if the job is watched.
    pub(super) fn tell(&mut self, job: u32, at: Time, decision: Decision) {
        if let Some(watching) = &mut self.watching {
            watching.log.tell(at, job, Some(0), decision);
        }
    }

    /// Finds a job its place, and writes down which attempts fail: of the watched job all of them, of a
    /// moment's jobs the last.
    pub(super) fn place_watched(&mut self, job: u32, request: &Request) -> Result<Placed, Unplaced> {
        let settings = self.settings.clone();
        match self.watching.as_ref().map(|it| it.log.watch()) {
            Some(Watch::Job(watched)) if watched == job => {
                let mut failed = Vec::new();
                let mut tell = |idle: &mut dyn IdlePeriods, attempt: u32, start: Time| {
                    let until = request.end(start);
                    failed.push((attempt, start, request.idle(idle, start, until)));
                };
                let found = request.place(&settings, self.idle.as_mut(), Some(&mut tell));
                for failed in failed {
                    self.tell_failed(job, request, failed);
                }
                found
            }
            Some(Watch::Moment(_)) => {
                let found = request.place(&settings, self.idle.as_mut(), None);
                let last = match &found {
                    Ok(placed) if placed.attempts > 1 => Some((placed.attempts - 1, placed.start - settings.step)),
                    Err(Unplaced { attempts, why: Why::Own(OwnDecision::NoAttempt { last, .. }) }) => {
                        Some((*attempts, *last))
                    }
                    _ => None,
                };
                if let Some((attempt, start)) = last {
                    let idle = request.idle(self.idle.as_mut(), start, request.end(start));
                    self.tell_failed(job, request, (attempt, start, idle));
                }
                found
            }
            _ => request.place(&settings, self.idle.as_mut(), None),
        }
    }

    /// An attempt of a job has failed: by its number, its start and how many servers are idle.
    fn tell_failed(&mut self, job: u32, request: &Request, (attempt, start, idle): (u32, Time, u32)) {
        let said = OwnDecision::TooFewIdle {
            attempt,
            start,
            until: request.end(start),
            needs: request.servers,
            idle,
            claims: self.in_the_way(request, start),
            chosen: request.chosen.is_some(),
        };
        let reason: Reason = said.into();
        if let Some(watching) = &mut self.watching {
            watching.failed.insert(job, reason.clone());
        }
        self.tell(job, self.now, Decision::Waits(Waits::of(reason)));
    }

    /// The jobs that have servers at some time of the request if it starts then, of those that it may take.
    fn in_the_way(&self, request: &Request, from: Time) -> Claims {
        let to = request.end(from);
        let overlaps = |claim: &Claim| claim.from < to && claim.until > from;
        let is_wanted = |claim: &Claim| {
            let place = self.places[claim.job as usize].as_ref();
            request
                .chosen
                .as_ref()
                .is_none_or(|chosen| place.is_some_and(|it| !chosen.parted_by(&it.servers).0.is_empty()))
        };
        let claims = self.claims().into_iter();
        Claims::of(claims.filter(|it| overlaps(it) && is_wanted(it)).collect())
    }

    /// A job has no place: the reason, and the alternatives.
    pub(super) fn tell_unplaced(&mut self, job: u32, request: &Request, unplaced: Unplaced) {
        if !self.watching.as_ref().is_some_and(|it| it.log.tells_of(job)) {
            return;
        }
        self.tell(job, self.now, Decision::Rejected(unplaced.why.into()));
        if unplaced.attempts > 0 {
            let settings: &CoAllocation = &self.settings;
            let instead = request.alternatives(settings, self.idle.as_mut());
            self.tell(job, self.now, OwnDecision::Instead(instead).into());
        }
        self.is_over(job);
    }

    /// A job has started: why it did not before is past.
    pub(super) fn started(&mut self, job: u32) {
        if let Some(watching) = &mut self.watching {
            watching.failed.remove(&job);
        }
    }

    /// A job gives its servers back.
    pub(super) fn tell_ended(&mut self, job: u32) {
        if self.watching.is_none() {
            return;
        }
        let outcome = self.recorder.schedule().outcomes[job as usize];
        let decision = match outcome.status {
            Status::Killed => Decision::Killed,
            _ => Decision::Done,
        };
        self.tell(job, outcome.end, decision);
        if outcome.end < self.now {
            self.tell(job, self.now, Decision::Released);
        }
        self.is_over(job);
    }

    fn is_over(&mut self, job: u32) {
        if let Some(watching) = &mut self.watching {
            watching.log.is_over(job);
        }
    }
}
