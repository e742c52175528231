//! Why a waiting job does not start: found in one place, after the policies have decided.

use super::Simulation;
use super::offers::Proposal;
use super::watching::Watching;
use crate::engine::NEVER;
use crate::engine::decisions::{Claim, Claimant, Claims, Reason, Waits};
use crate::policy::local::{Standing, Waiting};
use crate::system::two_level::provider::{Outlook, Shortage};
use crate::workload::{Flexibility, Time};

impl Simulation {
    /// Why `job` waits at a provider; `None` if it does not wait there.
    pub(super) fn waits_at(&self, watching: &Watching, provider: usize, job: u32) -> Option<Waits> {
        let here = &self.providers[provider];
        if here.held_up.contains(&job) {
            let promised = self.recorder.schedule().outcomes[job as usize].promised_start;
            return Some(Waits {
                reason: self.held_up(provider, job),
                promised: Some(promised),
            });
        }
        let place = here.queue().iter().position(|it| it.job == job)?;
        self.waits_in_queue(watching, provider, place)
    }

    /// Why the job at this place of a provider's queue waits.
    ///
    /// First what the processors say, then what the policy says: unless it never came to the job's
    /// turn. `None` if the job could start, which after a pass it cannot.
    pub(super) fn waits_in_queue(
        &self,
        watching: &Watching,
        provider: usize,
        place: usize,
    ) -> Option<Waits> {
        let here = &self.providers[provider];
        let standing = here.standing(place);
        let promised = match standing {
            Standing::Promised { start } | Standing::Reserved { start } => Some(start),
            _ => None,
        };
        let reason = if let Some(&job) = here.held_up.first() {
            let because = Box::new(self.held_up(provider, job));
            Some(Reason::Behind { job, because })
        } else if let Standing::Behind { place: ahead } = standing {
            self.behind(watching, provider, ahead)
        } else {
            self.too_few(watching, provider, place)
                .or_else(|| self.held_back(watching, provider, place, standing))
                .or_else(|| {
                    Some(Reason::Period {
                        next: here.next_action(self.now)?,
                    })
                })
        };
        Some(Waits {
            reason: reason?,
            promised,
        })
    }

    /// The job waits for the one at the place `ahead`.
    fn behind(&self, watching: &Watching, provider: usize, ahead: usize) -> Option<Reason> {
        let here = &self.providers[provider];
        let job = here.queue()[ahead].job;
        let because = self.too_few(watching, provider, ahead);
        let because = because.or_else(|| {
            let next = here.next_action(self.now)?;
            Some(Reason::Period { next })
        });
        Some(Reason::Behind {
            job,
            because: Box::new(because?),
        })
    }

    /// What the policy has against a job that fits.
    fn held_back(
        &self,
        watching: &Watching,
        provider: usize,
        place: usize,
        standing: Standing,
    ) -> Option<Reason> {
        match standing {
            Standing::BehindPromise { place: head, start } => {
                self.would_delay(watching, provider, place, (head, start))
            }
            Standing::Reserved { .. } => Some(Reason::KeepsPromise),
            _ => None,
        }
    }

    fn would_delay(
        &self,
        watching: &Watching,
        provider: usize,
        place: usize,
        (head, promised): (usize, Time),
    ) -> Option<Reason> {
        let here = &self.providers[provider];
        let (waiting, ahead) = (here.queue()[place], here.queue()[head]);
        let mut outlook = self.outlook(watching, provider, place);
        outlook.promise(self.interval(provider, ahead, promised), ahead.processors);
        let to = self.now.saturating_add(waiting.limit);
        let shortage = outlook.shortage_ahead(waiting.processors, to)?;
        Some(Reason::WouldDelay {
            job: ahead.job,
            promised,
            needs: waiting.processors,
            left: shortage.least.max(0) as u32,
            because: Box::new(self.too_few(watching, provider, head)?),
        })
    }

    /// The interval in which the calendar would count a waiting job from `start` on.
    fn interval(&self, provider: usize, waiting: Waiting, start: Time) -> (Time, Time) {
        let rules = self.providers[provider].rules;
        let end = start.saturating_add(waiting.limit);
        (rules.round_down(start), rules.round_up(end))
    }

    fn outlook(&self, watching: &Watching, provider: usize, place: usize) -> Outlook {
        let here = &self.providers[provider];
        let later = self.started_after(watching, provider, &here.queue()[place]);
        here.outlook_of(place, self.now, &later)
    }

    /// Who has the processors that the job at this place lacks, now or before its limit.
    fn too_few(&self, watching: &Watching, provider: usize, place: usize) -> Option<Reason> {
        let here = &self.providers[provider];
        let waiting = here.queue()[place];
        let outlook = self.outlook(watching, provider, place);
        let mut claims = self.claims(provider);
        let later = self.started_after(watching, provider, &waiting);
        claims
            .retain(|claim| claim.job != waiting.job && later.iter().all(|it| it.job != claim.job));
        for claim in &mut claims {
            let batch = claim.claimant == Claimant::Running;
            claim.gives_way = batch && here.gives_way(claim.job, waiting.job);
        }
        if outlook.free < waiting.processors {
            claims.retain(|claim| claim.claimant.holds());
            return Some(Reason::TooFewFree {
                needs: waiting.processors,
                free: outlook.free,
                claims: Claims::of(claims),
            });
        }
        let to = self.now.saturating_add(waiting.limit);
        let shortage = outlook.shortage_ahead(waiting.processors, to)?;
        claims.retain(|claim| !claim.claimant.holds());
        let interval = (self.now, to);
        Some(self.promised(provider, waiting.processors, shortage, claims, interval))
    }

    /// Too few are promised to nobody: to whom these claims promise them.
    fn promised(
        &self,
        provider: usize,
        needs: u32,
        shortage: Shortage,
        mut claims: Vec<Claim>,
        (from, to): (Time, Time),
    ) -> Reason {
        let here = &self.providers[provider];
        claims.retain(|claim| shortage.involves(claim, here.bound(claim.job)));
        let by_name = shortage.is_by_name();
        let (from, until) = if by_name {
            // Names are short from the first of these claims to the last.
            let first = claims.iter().map(|claim| claim.from).min();
            let last = claims.iter().map(|claim| claim.until).max();
            (
                first.map_or(from, |it| it.max(from)),
                last.map_or(to, |it| it.min(to)),
            )
        } else {
            let last = shortage.when.last().map_or(to, |&(_, to)| to);
            (shortage.when.first().map_or(from, |&(from, _)| from), last)
        };
        Reason::Promised {
            needs,
            least_free: shortage.least.max(0) as u32,
            from,
            until,
            by_name,
            claims: Claims::of(claims),
        }
    }

    /// Why a reservation whose time has come does not begin: a job runs on past its limit.
    fn held_up(&self, provider: usize, job: u32) -> Reason {
        let here = &self.providers[provider];
        let needs = self.recorder.schedule().outcomes[job as usize].processors;
        let mut claims = self.claims(provider);
        claims.retain(|claim| claim.claimant.holds());
        let mut free = here.processors.free();
        if let Some(own) = here.bound(job) {
            let shared = |other: &crate::availability::ProcessorSet| {
                let mut shared = own.clone();
                shared.keep(other);
                shared.count()
            };
            free = shared(here.processors.free_set());
            for claim in &mut claims {
                claim.processors = here.bound(claim.job).map_or(0, shared);
            }
            claims.retain(|claim| claim.processors > 0);
        }
        Reason::TooFewFree {
            needs,
            free,
            claims: Claims::of(claims),
        }
    }

    /// Why a reservation is not booked to begin as early as it asks for; only of those that take
    /// nothing less.
    pub(super) fn waits_for_booking(&self, job: u32, chosen: &Proposal) -> Option<Waits> {
        let wanted = &self.jobs[job as usize];
        let asked = wanted.ready().max(self.now);
        let rigid = wanted.reservation?.flexibility == Flexibility::Rigid;
        if chosen.offer.start <= asked || !rigid {
            return None;
        }
        let provider = chosen.offer.provider;
        let outlook = self.providers[provider].outlook(self.now, &[]);
        let to = asked.saturating_add(chosen.length);
        let shortage = outlook.shortage(chosen.processors, asked, to)?;
        let mut claims = self.claims(provider);
        // A running batch job that gives way to reservations is not in the way of any.
        claims.retain(|claim| self.is_counted(provider, claim));
        let interval = (asked, to);
        let reason = self.promised(provider, chosen.processors, shortage, claims, interval);
        Some(Waits {
            reason,
            promised: Some(chosen.offer.start),
        })
    }

    fn is_counted(&self, provider: usize, claim: &Claim) -> bool {
        let gives_way = self.providers[provider].batch_jobs_give_way();
        !gives_way || matches!(claim.claimant, Claimant::Reservation | Claimant::Booked)
    }

    /// Everything that takes processors of a provider, now or later. O(jobs there).
    pub(super) fn claims(&self, provider: usize) -> Vec<Claim> {
        let here = &self.providers[provider];
        let outcomes = &self.recorder.schedule().outcomes;
        // Of a job that was interrupted several ends stand in the queue.
        let mut running: Vec<u32> = self.running.jobs().collect();
        running.sort_unstable();
        running.dedup();
        running.retain(|&job| {
            self.progress[job as usize].runs && outcomes[job as usize].provider == provider as u32
        });
        let mut claims: Vec<Claim> = running.iter().map(|&job| self.held_by(job)).collect();
        claims.extend(here.suspended().into_iter().map(|(job, kept)| Claim {
            claimant: Claimant::Suspended,
            processors: kept,
            until: Time::MAX,
            ..self.held_by(job)
        }));
        let booked = here.booked.jobs().chain(here.held_up.iter().copied());
        claims.extend(booked.map(|job| {
            let outcome = &outcomes[job as usize];
            let end = outcome
                .promised_start
                .saturating_add(self.progress[job as usize].limit);
            Claim {
                job,
                claimant: Claimant::Booked,
                processors: outcome.processors,
                from: here.rules.round_down(outcome.promised_start),
                until: here.rules.round_up(end),
                gives_way: false,
            }
        }));
        for (place, &waiting) in here.queue().iter().enumerate() {
            if let Standing::Reserved { start } = here.standing(place) {
                let (from, until) = self.interval(provider, waiting, start);
                claims.push(Claim {
                    job: waiting.job,
                    claimant: Claimant::Promise,
                    processors: waiting.processors,
                    from,
                    until,
                    gives_way: false,
                });
            }
        }
        claims
    }

    /// What a job on its processors holds, and until when at the latest.
    fn held_by(&self, job: u32) -> Claim {
        let outcome = &self.recorder.schedule().outcomes[job as usize];
        let is_reservation = self.jobs[job as usize].is_reservation();
        let limit = self.progress[job as usize].limit;
        Claim {
            job,
            claimant: match is_reservation {
                true => Claimant::Reservation,
                false => Claimant::Running,
            },
            processors: outcome.processors,
            from: outcome.held_from,
            until: match outcome.held_until {
                NEVER => outcome.held_from.saturating_add(limit),
                until => until,
            },
            gives_way: false,
        }
    }
}
