//! A watched run: the entries of its decision log, and the time at which it may stop.

use std::collections::BTreeSet;

use super::reasons::LastPass;
use super::{Progress, Simulation, reasons};
use crate::engine::decisions::{Candidate, MOST_CANDIDATES, Overtaking, ProviderMoment, Queued, WatchedLog};
use crate::policy::grid::Load;
use crate::policy::local::Waiting;
use crate::system::prelude::*;
use crate::system::two_level::decisions::OwnDecision;
use crate::system::two_level::provider::Provider;
use crate::system::two_level::{BatchAllocation, Routed};

/// The watch, and the records so far.
pub struct Watching {
    pub log: WatchedLog,
    /// Numbers the instants; several may have the same time.
    instant: u64,
    /// The last look of each provider.
    looks: Vec<PassRecord>,
}

/// The record of a provider's last pass over its queue.
#[derive(Clone, Default)]
struct PassRecord {
    time: Option<Time>,
    /// In which instant.
    instant: u64,
    /// In which instant its policy last made a pass, and which jobs that started.
    passed: u64,
    started: Vec<Waiting>,
    /// In which instant the time of a reservation last came.
    reservations: u64,
}

impl Watching {
    pub fn new(watch: Watch, providers: usize) -> Self {
        Self { log: WatchedLog::new(watch), instant: 0, looks: vec![PassRecord::default(); providers] }
    }

    /// The next instant is at `now`; whether the run goes on to it.
    pub fn goes_on_to(&mut self, now: Time) -> bool {
        let goes_on = self.log.goes_on_to(now);
        self.instant += u64::from(goes_on);
        goes_on
    }

    /// A local policy has started these jobs in a pass.
    pub fn passed(&mut self, provider: usize, started: Vec<Waiting>) {
        let look = &mut self.looks[provider];
        look.passed = self.instant;
        look.started = started;
    }

    /// The jobs that a provider's policy started in its last pass.
    pub fn just_started(&self, provider: usize) -> &[Waiting] {
        &self.looks[provider].started
    }

    /// Reservations of a provider have had their time come.
    pub fn had_reservations(&mut self, provider: usize) {
        self.looks[provider].reservations = self.instant;
    }

    /// The jobs that a provider started when it last looked.
    pub fn started(&self, provider: usize) -> &[Waiting] {
        let look = &self.looks[provider];
        if look.passed == look.instant { &look.started } else { &[] }
    }

    /// When a provider last looked at its queue.
    pub fn looked(&self, provider: usize) -> Option<Time> {
        self.looks[provider].time
    }
}

impl Simulation {
    /// Keeps a log of the subject of `watch`, from the beginning. The run ends with that subject.
    pub fn watch(&mut self, watch: Watch) {
        self.watching = Some(Box::new(Watching::new(watch, self.providers.len())));
        self.providers.iter_mut().for_each(Provider::show_queue);
    }

    /// The decision log, if the run was watched.
    pub fn explanation(&mut self) -> Option<Explanation> {
        let watching = self.watching.take()?;
        let moment = match watching.log.watch() {
            Watch::Job(_) => None,
            Watch::Moment(_) => Some(self.moment(&watching)),
        };
        Some(watching.log.explanation(moment))
    }

    /// Records a decision made now, if the job is watched.
    pub(super) fn tell(&mut self, job: u32, provider: Option<usize>, decision: impl FnOnce(&Self) -> Decision) {
        if self.watching.is_some() {
            let decision = decision(self);
            self.tell_at(self.now, job, provider, decision);
        }
    }

    #[cold]
    pub(super) fn tell_at(&mut self, at: Time, job: u32, provider: Option<usize>, decision: Decision) {
        if let Some(watching) = &mut self.watching {
            let provider = provider.map(|it| it as u32);
            watching.log.tell(at, job, provider, decision);
        }
    }

    /// After everything that a provider decides at an instant: why the watched job waits there.
    #[cold]
    pub(super) fn observe(&mut self, provider: usize) {
        let Some(mut watching) = self.watching.take() else {
            return;
        };
        let (instant, look) = (watching.instant, &mut watching.looks[provider]);
        let looked = self.providers[provider].has_changed() || look.passed == instant || look.reservations == instant;
        if looked {
            (look.time, look.instant) = (Some(self.now), instant);
        }
        let waits = match watching.log.watch() {
            Watch::Job(job) if looked => {
                let look = reasons::LastPass::of(self, &watching, provider);
                let waits = look.and_then(|look| look.waits_of(job));
                waits.map(|waits| (job, waits))
            }
            _ => None,
        };
        self.watching = Some(watching);
        if let Some((job, waits)) = waits {
            self.tell_at(self.now, job, Some(provider), Decision::Waits(waits));
        }
    }

    /// After the grid scheduler's pass: whether the watched job stays in its queue.
    #[cold]
    pub(super) fn observe_grid(&mut self) {
        let watched = self.watching.as_ref().map(|it| it.log.watch());
        if let Some(Watch::Job(job)) = watched
            && self.grid.queue().any(|waiting| waiting == job)
            && let Some(until) = self.grid.next_time(self.now)
        {
            self.tell_at(self.now, job, None, OwnDecision::HeldAbove { until }.into());
        }
    }

    /// A batch job goes to `chosen`.
    pub(super) fn tell_sent(&mut self, job: u32, chosen: usize, loads: &[Load]) {
        if self.watching.is_none() {
            return;
        }
        // The jobs that the allocation counts.
        let counts_reservations = self.settings.grid.batch_allocation == BatchAllocation::LoadBalancingWithReservations;
        let routed = Routed::of(&self.jobs[job as usize]);
        let open = loads.iter().enumerate();
        let candidates = open.filter(|it| self.settings.grid.allows(routed, it.0)).map(|(provider, load)| Candidate {
            provider: provider as u32,
            taken: provider == chosen,
            waiting: if counts_reservations { load.waiting + load.waiting_reservations } else { load.waiting },
            free: load.free,
            start: None,
        });
        let decision = Decision::Sent(shortened(candidates.collect()));
        self.tell_at(self.now, job, Some(chosen), decision);
    }

    /// A reservation is booked where it was `taken`, of these proposals.
    pub(super) fn tell_booked(&mut self, job: u32, proposals: &[super::offers::Proposal], taken: usize) {
        if self.watching.is_none() {
            return;
        }
        let chosen = &proposals[taken];
        let provider = chosen.offer.provider;
        if let Some(waits) = self.waits_for_booking(job, chosen) {
            self.tell_at(self.now, job, Some(provider), Decision::Waits(waits));
        }
        let offers = proposals.iter().map(|it| Candidate {
            provider: it.offer.provider as u32,
            taken: it.offer.provider == provider,
            waiting: it.offer.waiting_reservations,
            free: self.providers[it.offer.provider].processors.free(),
            start: Some(it.offer.start),
        });
        let decision = Decision::Booked {
            start: chosen.offer.start,
            end: chosen.offer.start.saturating_add(chosen.length),
            processors: chosen.processors,
            offers: shortened(offers.collect()),
            shares: Vec::new(),
        };
        self.tell_at(self.now, job, Some(provider), decision);
    }

    /// The job gives its processors back for good.
    pub(super) fn tell_ended(&mut self, job: u32) {
        if self.watching.is_none() {
            return;
        }
        let outcome = self.recorder.schedule().outcomes[job as usize];
        let provider = Some(outcome.provider as usize);
        let decision = match outcome.status {
            Status::Killed => Decision::Killed,
            _ => Decision::Done,
        };
        self.tell_at(outcome.end, job, provider, decision);
        if outcome.end < self.now {
            self.tell_at(self.now, job, provider, Decision::Released);
        }
        self.is_over(job);
    }

    /// A job gets processors, and may overtake others.
    pub(super) fn tell_started(&mut self, provider: usize, job: u32, overtaking: Option<Overtaking>) {
        self.tell(job, Some(provider), |run| {
            let outcome = run.recorder.schedule().outcomes[job as usize];
            let Progress { limit, .. } = run.progress[job as usize];
            let until = outcome.held_from.saturating_add(limit);
            Decision::Started {
                processors: outcome.processors,
                until: until.max(outcome.held_until),
                again: outcome.interruptions > 0,
                overtaking,
                shares: Vec::new(),
            }
        });
    }

    pub(super) fn is_over(&mut self, job: u32) {
        if let Some(watching) = &mut self.watching {
            watching.log.is_over(job);
        }
    }
}

/// The first candidates, and the one that was taken.
fn shortened(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut place = 0;
    candidates.retain(|it| {
        place += 1;
        place <= MOST_CANDIDATES || it.taken
    });
    candidates
}

/// The most jobs of a queue that a moment lists, with the reasons for their waits.
const MOST_QUEUED: usize = 60;

/// The most jobs that take processors of a provider that a moment lists.
const MOST_LISTED: usize = 400;

impl Simulation {
    /// How all stands after the last instant.
    pub(super) fn moment(&self, watching: &Watching) -> Moment {
        let above = self.grid.queue();
        Moment {
            time: watching.log.time,
            previous: watching.log.previous,
            next: self.next_time(),
            above: above.take(MOST_QUEUED).collect(),
            above_count: self.grid.queue().count() as u32,
            providers: (0..self.providers.len()).map(|provider| self.provider_moment(watching, provider)).collect(),
            own: None,
        }
    }

    fn provider_moment(&self, watching: &Watching, provider: usize) -> ProviderMoment {
        let here = &self.providers[provider];
        let queue = here.queue();
        let look = LastPass::of(self, watching, provider);
        let queued = (0..queue.len().min(MOST_QUEUED))
            .map(|place| Queued { job: queue[place].job, waits: look.as_ref().and_then(|look| look.waits(place)) });
        let mut claims = self.claims(provider);
        let promised = claims.iter().filter(|it| it.claimant == Claimant::Promise).cloned().collect();
        sort_by_key(&mut claims, |claim| (claim.from, claim.job));
        claims.truncate(MOST_LISTED);
        let waiting: BTreeSet<u32> = queue.iter().map(|it| it.job).collect();
        let values = here.values().cloned().map(|mut it| {
            it.jobs.retain(|it| waiting.contains(&it.job));
            it.jobs.truncate(MOST_QUEUED);
            it
        });
        ProviderMoment {
            processors: here.load().processors,
            free: here.processors.free(),
            looked: watching.looked(provider),
            queue: queued.collect(),
            queue_length: queue.len() as u32,
            claims,
            promised,
            values,
        }
    }
}
