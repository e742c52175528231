//! Why a waiting job does not start: found in one place, after the policies have decided.

use super::Simulation;
use super::offers::Proposal;
use super::watching::Watching;
use crate::availability::ProcessorSet;
use crate::engine::decisions::{Claims, Waits};
use crate::policy::local::{Standing, Waiting};
use crate::policy::order_values::Precedence;
use crate::system::prelude::*;
use crate::system::two_level::decisions::OwnDecision;
use crate::system::two_level::provider::{Outlook, Provider, Shortage};
use workload::Flexibility;

/// How many jobs that wait for one another's promised starts a reason names, one after the other.
const MOST_PROMISES_TOLD: u32 = 2;

/// A provider at its last pass over its queue; it is unchanged since.
pub struct LastPass<'a> {
    run: &'a Simulation,
    watching: &'a Watching,
    provider: usize,
    here: &'a Provider,
    now: Time,
}

impl<'a> LastPass<'a> {
    /// The last look of a provider, if there was one.
    pub fn of(run: &'a Simulation, watching: &'a Watching, provider: usize) -> Option<Self> {
        Some(Self { run, watching, provider, here: &run.providers[provider], now: watching.looked(provider)? })
    }

    /// Why a job, batch job or reservation, waits there; `None` if it does not.
    pub fn waits_of(&self, job: u32) -> Option<Waits> {
        if self.here.held_up.contains(&job) {
            let outcome = &self.run.recorder.schedule().outcomes[job as usize];
            return Some(Waits { promised: Some(outcome.promised_start), ..Waits::of(self.held_up(job)) });
        }
        let place = self.here.queue().iter().position(|it| it.job == job)?;
        self.waits(place)
    }

    /// Why the job at this place of the queue waits.
    ///
    /// First too few processors, then the objection of the policy, or that the policy was not run: unless its
    /// pass ended before the job's turn. `None` if the job could start, which after a pass it cannot.
    pub fn waits(&self, place: usize) -> Option<Waits> {
        let standing = self.here.standing(place);
        let period = self.period();
        let promised = match standing {
            // Of the last pass, which this was not.
            Standing::Promised { .. } if period.is_some() => None,
            Standing::Promised { start } | Standing::Reserved { start } => Some(start),
            _ => None,
        };
        let reason = if let Some(&job) = self.here.held_up.first() {
            let because = self.held_up(job);
            OwnDecision::Behind { job, because }.into()
        } else if let Some(period) = period {
            self.too_few(place).unwrap_or(period)
        } else if let Standing::Behind { place: ahead } = standing {
            let because = self.too_few(ahead)?;
            let job = self.here.queue()[ahead].job;
            OwnDecision::Behind { job, because }.into()
        } else {
            self.too_few(place).or_else(|| self.held_back(place, standing))?
        };
        let behind = self.behind(place);
        Some(Waits { promised, behind, ..Waits::of(reason) })
    }

    /// The precedence of a job that arrived later over the one at this place: of the last that the pass started, else of
    /// the first that is promised a start.
    fn behind(&self, place: usize) -> Option<Precedence> {
        let queue = self.here.queue();
        self.here.values()?;
        let started = self.watching.started(self.provider).iter().rev().copied();
        let promised = self.promised_before(place).into_iter().map(|(other, _)| queue[other]);
        let mut ahead = started.chain(promised);
        ahead.find_map(|first| self.here.precedence(first, queue[place]))
    }

    /// The policy's objection to a job that fits.
    fn held_back(&self, place: usize, standing: Standing) -> Option<Reason> {
        match standing {
            Standing::BehindPromises | Standing::Promised { .. } => self.would_delay(place, MOST_PROMISES_TOLD),
            Standing::Reserved { .. } => Some(OwnDecision::KeepsPromise.into()),
            _ => None,
        }
    }

    /// The promises, for the time of the pass, to jobs whose turn came before that of the one at this place: place and start,
    /// in the order in which they were made.
    fn promised_before(&self, place: usize) -> Vec<(usize, Time)> {
        let queue = self.here.queue();
        let turn = |place: usize| self.here.turn(&queue[place], self.now);
        let own = turn(place);
        let promise = |other: usize| match self.here.standing(other) {
            Standing::Promised { start } if start < Time::MAX && turn(other) < own => Some((other, start)),
            _ => None,
        };
        let mut promises: Vec<_> = (0..queue.len()).filter_map(promise).collect();
        sort_by_key(&mut promises, |&(other, _)| turn(other));
        promises
    }

    /// It would delay the first of the promised jobs that are in its way. That one may be kept waiting by a promise as
    /// well: the reason of its wait is told down to `depth` such jobs, then that of the first of all promised jobs.
    fn would_delay(&self, place: usize, depth: u32) -> Option<Reason> {
        let queue = self.here.queue();
        let waiting = queue[place];
        let promises = self.promised_before(place);
        let mut outlook = self.outlook(place);
        for &(other, start) in &promises {
            let job = queue[other];
            outlook.promise(self.here.interval(job, start), job.processors);
        }
        let to = self.now.saturating_add(self.here.length(waiting));
        let shortage = outlook.shortage_ahead(waiting.processors, to)?;
        let is_in_the_way = |&&(other, start): &&(usize, Time)| {
            let (from, to) = self.here.interval(queue[other], start);
            let then = |&(first, last): &(Time, Time)| from < last && first < to;
            shortage.when.iter().any(then)
        };
        let &(ahead, promised) = promises.iter().find(is_in_the_way).or(promises.first())?;
        let further = || (depth > 0).then(|| self.would_delay(ahead, depth - 1)).flatten();
        let because = self.too_few(ahead).or_else(further).or_else(|| self.too_few(promises.first()?.0))?;
        let said = OwnDecision::WouldDelay {
            job: queue[ahead].job,
            promised,
            needs: waiting.processors,
            left: shortage.least.max(0) as u32,
            because,
        };
        Some(said.into())
    }

    fn period(&self) -> Option<Reason> {
        let next = self.here.next_action(self.now)?;
        Some(OwnDecision::Period { next }.into())
    }

    /// The jobs that were started after the turn of the one at this place.
    fn later(&self, place: usize) -> Vec<Waiting> {
        let turn = |job: &Waiting| self.here.turn(job, self.now);
        let own = turn(&self.here.queue()[place]);
        self.watching.started(self.provider).iter().copied().filter(|job| turn(job) > own).collect()
    }

    fn outlook(&self, place: usize) -> Outlook {
        self.here.outlook_of(place, self.now, &self.later(place))
    }

    /// The claims on the processors that the job at this place lacks, now or before its limit.
    fn too_few(&self, place: usize) -> Option<Reason> {
        let waiting = self.here.queue()[place];
        let needs = waiting.processors;
        let outlook = self.outlook(place);
        let to = self.now.saturating_add(self.here.length(waiting));
        if outlook.free < needs {
            let mut claims = self.claims_on(place);
            claims.retain(|claim| claim.claimant.holds());
            return Some(Reason::TooFewFree { needs, free: outlook.free, claims: Claims::of(claims) });
        }
        let (interval, shortage) = match outlook.shortage_ahead(needs, to) {
            Some(shortage) => ((self.now, to), shortage),
            None => {
                let (interval, least) = self.here.conflict(waiting, self.now, &self.later(place))?;
                (interval, Shortage::throughout(interval, least))
            }
        };
        let mut claims = self.claims_on(place);
        claims.retain(|claim| !claim.claimant.holds());
        Some(promised(self.here, needs, &shortage, claims, interval))
    }

    /// The claims of all others that the job at this place found when its turn came.
    fn claims_on(&self, place: usize) -> Vec<Claim> {
        let waiting = self.here.queue()[place];
        let later = self.later(place);
        let mut claims = self.run.claims(self.provider);
        claims.retain(|it| it.job != waiting.job && later.iter().all(|other| other.job != it.job));
        for claim in &mut claims {
            let is_batch = claim.claimant == Claimant::Running;
            claim.gives_way = is_batch && self.here.gives_way(claim.job, waiting.job);
        }
        claims
    }

    /// Why a reservation whose time has come does not begin: a job overruns its limit.
    fn held_up(&self, job: u32) -> Reason {
        let needs = self.run.recorder.schedule().outcomes[job as usize].processors;
        let mut claims = self.run.claims(self.provider);
        claims.retain(|claim| claim.claimant.holds());
        let mut free = self.here.processors.free();
        if let Some(own) = self.here.bound(job) {
            free = shared(own, self.here.processors.free_set());
            for claim in &mut claims {
                let bound = self.here.bound(claim.job);
                claim.processors = bound.map_or(0, |theirs| shared(own, theirs));
            }
            claims.retain(|claim| claim.processors > 0);
        }
        Reason::TooFewFree { needs, free, claims: Claims::of(claims) }
    }
}

impl Simulation {
    /// Why a reservation is not booked to begin as early as it asks for; only of those that take no
    /// less.
    pub(super) fn waits_for_booking(&self, job: u32, chosen: &Proposal) -> Option<Waits> {
        let wanted = &self.jobs[job as usize];
        let asked = wanted.ready().max(self.now);
        let is_rigid = wanted.reservation?.flexibility == Flexibility::Rigid;
        if chosen.offer.start <= asked || !is_rigid {
            return None;
        }
        let here = &self.providers[chosen.offer.provider];
        let outlook = here.outlook(self.now, &[]);
        let to = asked.saturating_add(chosen.length);
        let shortage = outlook.shortage(chosen.processors, asked, to)?;
        let mut claims = self.claims(chosen.offer.provider);
        if here.batch_jobs_give_way() {
            let of_reservation = [Claimant::Reservation, Claimant::Booked];
            claims.retain(|claim| of_reservation.contains(&claim.claimant));
        }
        let interval = (asked, to);
        let reason = promised(here, chosen.processors, &shortage, claims, interval);
        Some(Waits { promised: Some(chosen.offer.start), ..Waits::of(reason) })
    }
}

/// Too few processors are not promised in an interval: the claims that cause the shortage.
fn promised(
    here: &Provider,
    needs: u32,
    shortage: &Shortage,
    mut claims: Vec<Claim>,
    (from, to): (Time, Time),
) -> Reason {
    claims.retain(|claim| shortage.involves(claim, here.bound(claim.job)));
    let by_name = shortage.is_by_name();
    let (first, last) = if by_name {
        // Names are short from the first of these claims to the last.
        let first = claims.iter().map(|claim| claim.from).min();
        (first, claims.iter().map(|claim| claim.until).max())
    } else {
        let first = shortage.when.first().map(|&(from, _)| from);
        (first, shortage.when.last().map(|&(_, to)| to))
    };
    let said = OwnDecision::Promised {
        needs,
        least_free: shortage.least.max(0) as u32,
        from: first.map_or(from, |it| it.max(from)),
        until: last.map_or(to, |it| it.min(to)),
        by_name,
        claims: Claims::of(claims),
    };
    said.into()
}

/// How many processors two sets share.
fn shared(a: &ProcessorSet, b: &ProcessorSet) -> u32 {
    let mut shared = a.clone();
    shared.keep(b);
    shared.count()
}
