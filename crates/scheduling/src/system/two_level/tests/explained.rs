//! Explanations are true: their figures are counted again, from the finished schedule alone.

use proptest::prelude::*;

use super::local_systems::arrivals_in;
use super::random::*;
use crate::engine::decisions::*;
use crate::policy::local::Sizes;
use crate::system::moment::promises;
use crate::system::prelude::*;
use crate::system::two_level::decisions::OwnDecision;
use crate::system::two_level::{Simulation, *};

pub(super) fn watched(settings: &TwoLevel, platform: &[u32], jobs: &[Job], watch: Watch) -> (Run, Explanation) {
    let mut simulation = Simulation::with_sizes(settings, platform, jobs.to_vec(), 1, Sizes::SMALL);
    simulation.watch(watch);
    while !simulation.advance(1000) {}
    let explanation = simulation.explanation().expect("a watched run explains");
    (finish(simulation, platform), explanation)
}

/// The processors that each job holds at a provider at a moment, from the bars.
fn held(run: &Run, provider: usize, at: Time) -> Vec<(u32, u32)> {
    let here = |bar: &&Bar| bar.provider as usize == provider && bar.start <= at && at < bar.end;
    let mut held: Vec<(u32, u32)> = Vec::new();
    for bar in run.schedule.bars.iter().filter(here) {
        let processors = bar.last_processor - bar.first_processor + 1;
        match held.iter_mut().find(|(job, _)| *job == bar.job) {
            Some(known) => known.1 += processors,
            None => held.push((bar.job, processors)),
        }
    }
    held
}

/// Whether processors are free of effects of names, slots and overrun limits: then promises can be
/// counted from the finished schedule, second by second.
pub(super) fn is_countable(settings: &TwoLevel) -> bool {
    let local = &settings.local;
    local.systems.iter().all(|it| *it == LocalSystem::Model)
        && (local.binding, local.slots) == (Binding::Dynamic, Slots::Variable)
        && local.over_limit == OverLimit::Kill
        && !local.has_queue(QueuePolicy::Conservative)
}

/// A moment of a run, looked at again.
struct ObservedMoment<'a> {
    settings: &'a TwoLevel,
    run: &'a Run,
    provider: usize,
    now: Time,
    moment: &'a ProviderMoment,
}

impl ObservedMoment<'_> {
    fn queue(&self) -> QueuePolicy {
        self.settings.local.queue_of(self.provider)
    }

    fn capacity(&self) -> u32 {
        self.run.platform[self.provider]
    }

    /// Whether promises can be counted from the schedule, second by second.
    fn is_countable(&self) -> bool {
        let is_estimated = self.settings.local.has_estimates(self.provider);
        is_countable(self.settings) && !is_estimated
    }

    /// The fewest processors that are not promised in any second from now until `to`, without the
    /// promises `without` and with the promise `and`.
    fn least_free(&self, to: Time, without: &[u32], and: Option<(Time, Time, u32)>) -> i64 {
        let promised = promises(self.run, self.provider, self.now);
        let of = |second: Time| -> i64 {
            let counted = promised.iter().filter(|it| {
                let commitment = it.commitment;
                !without.contains(&it.job) && (commitment.start..commitment.end).contains(&second)
            });
            let taken: u32 = counted.map(|it| it.commitment.processors).sum();
            let added = and.filter(|&(from, to, _)| (from..to).contains(&second));
            i64::from(self.capacity()) - i64::from(taken) - i64::from(added.map_or(0, |it| it.2))
        };
        (self.now..to).map(of).min().expect("a second at least")
    }

    /// Batch jobs that started at this very moment: some of them after the job's turn.
    fn just_started(&self) -> Vec<u32> {
        let held = held(self.run, self.provider, self.now);
        let started = held.iter().filter(|(job, _)| {
            let mut own = self.run.schedule.bars.iter().filter(|bar| bar.job == *job);
            own.any(|bar| bar.start == self.now)
        });
        started.map(|(job, _)| *job).collect()
    }

    /// Whether a job of the provider runs past its limit.
    fn has_overdue(&self) -> bool {
        let held = held(self.run, self.provider, self.now);
        held.iter().any(|&(job, _)| {
            let limit = self.run.jobs[job as usize].requested_time;
            self.run.schedule.outcomes[job as usize].start + limit <= self.now
        })
    }

    fn check(&self, job: u32, waits: &Waits) {
        let outcome = &self.run.schedule.outcomes[job as usize];
        let limit = self.run.jobs[job as usize].requested_time;
        match waits.reason.own() {
            Some(OwnDecision::Behind { job: ahead, because }) => {
                assert_ne!(ahead, job);
                self.check_physical(ahead, &because);
            }
            Some(OwnDecision::WouldDelay { job: ahead, promised, needs, left, because }) => {
                let is_easy = self.queue() == QueuePolicy::Easy;
                assert!(is_easy || self.queue() == QueuePolicy::Ordered);
                assert!(is_easy || self.settings.local.rule().makes_promises());
                let arrivals = arrivals_in(self.settings, self.run);
                let place = |job: u32| arrivals[job as usize];
                let is_behind = !is_easy || place(ahead) < place(job);
                assert!(is_behind, "{job} is not behind {ahead}");
                // A promise is not kept while a job overruns its limit, which no calendar shows.
                let stands = promised > self.now || self.has_overdue();
                assert!(stands, "promised {promised} at {}", self.now);
                assert!(left < needs, "{needs} of {left} left");
                assert_eq!(needs, outcome.processors);
                match because.own() {
                    // Promised as well, behind another promise.
                    Some(OwnDecision::WouldDelay { .. }) => {
                        let promised = Some(promised);
                        assert!(!is_easy && ahead != job);
                        self.check(ahead, &Waits { promised, ..Waits::of(because) });
                    }
                    _ => self.check_physical(ahead, &because),
                }
                let is_only_promise = is_easy || self.settings.local.promises == Promises::Count(1);
                let countable = self.is_countable() && is_only_promise;
                if countable && self.just_started().is_empty() {
                    let to = self.now + limit;
                    assert!(self.least_free(to, &[], None) >= i64::from(needs));
                    let other = &self.run.jobs[ahead as usize];
                    let promise = (promised, promised + other.requested_time, other.processors);
                    let least = self.least_free(to, &[], Some(promise));
                    assert_eq!(least.max(0), i64::from(left));
                }
            }
            Some(OwnDecision::KeepsPromise) => {
                assert_eq!(self.queue(), QueuePolicy::Conservative);
                assert!(waits.promised.is_some());
            }
            Some(OwnDecision::Period { next }) => {
                let local = &self.settings.local;
                let period = match self.queue() {
                    QueuePolicy::Lsf => local.period,
                    _ => local.pass_period,
                };
                assert!(next > self.now && next % period == 0);
                assert!(next - self.now < period);
                assert!(outcome.processors <= self.moment.free);
            }
            _ => self.check_physical(job, &waits.reason),
        }
    }

    fn check_physical(&self, job: u32, reason: &Reason) {
        let wanted = self.run.schedule.outcomes[job as usize].processors;
        if let Reason::TooFewFree { needs, free, claims } = reason {
            assert_eq!(*needs, wanted);
            assert!(free < needs);
            return self.check_holders(job, *free, claims);
        }
        match reason.own() {
            Some(OwnDecision::Promised { needs, least_free, from, until, by_name, claims }) => {
                assert_eq!(needs, wanted);
                assert!(least_free < needs && needs <= self.moment.free_before(self));
                assert!(self.now <= from && from < until);
                assert!(!claims.listed.is_empty(), "somebody is promised them");
                assert!(claims.listed.iter().all(|it| !it.claimant.holds() && it.job != job));
                let countable = self.is_countable() && !by_name;
                if countable && self.just_started().is_empty() {
                    self.check_promised(job, needs, least_free, &claims);
                }
            }
            _ => panic!("no reason of its own: {reason:?}"),
        }
    }

    /// The claims are all that hold processors, and with the free ones they make up the provider.
    fn check_holders(&self, job: u32, free: u32, claims: &Claims) {
        let is_reservation = self.run.jobs[job as usize].is_reservation();
        let named = self.settings.local.binding == Binding::Static || !self.settings.local.systems.is_empty();
        if is_reservation && named {
            // Of a reservation that is held up by name only its own processors are counted.
            return;
        }
        assert_eq!(claims.processors() + u64::from(free), u64::from(self.capacity()));
        let held = held(self.run, self.provider, self.now);
        for claim in &claims.listed {
            assert!(claim.claimant.holds() && claim.processors > 0);
            if claim.claimant != Claimant::Suspended {
                assert!(held.contains(&(claim.job, claim.processors)), "{claim:?} {held:?}");
            }
        }
        if claims.others == 0 {
            let just_started = self.just_started();
            for (other, _) in held {
                let named = claims.listed.iter().any(|claim| claim.job == other);
                assert!(named || just_started.contains(&other), "job {other} is left out");
            }
        }
    }

    fn check_promised(&self, job: u32, needs: u32, least_free: u32, claims: &Claims) {
        let to = self.now + limit_left(self.settings, self.run, job as usize, self.now);
        assert_eq!(self.least_free(to, &[], None).max(0), i64::from(least_free));
        // Without those that are named it would fit.
        let named: Vec<u32> = claims.listed.iter().map(|it| it.job).collect();
        if claims.others == 0 {
            assert!(self.least_free(to, &named, None) >= i64::from(needs));
        }
    }
}

/// The remaining limit of a job at a moment.
pub(super) fn limit_left(settings: &TwoLevel, run: &Run, job: usize, now: Time) -> Time {
    let limit = run.jobs[job].requested_time;
    if settings.local.preempted == Preempted::Restart {
        return limit;
    }
    let ran: Time = run
        .schedule
        .earlier_stints(job)
        .iter()
        .map(|it| run.schedule.bars_of_stint(it)[0])
        .filter(|bar| bar.end <= now)
        .map(|bar| bar.end - bar.start)
        .sum();
    (limit - ran).max(1)
}

impl ProviderMoment {
    /// The free processors before the starts at this moment.
    fn free_before(&self, look: &ObservedMoment) -> u32 {
        let held = held(look.run, look.provider, look.now);
        let just_started = look.just_started();
        let started = held.iter().filter(|(job, _)| just_started.contains(job));
        self.free + started.map(|(_, processors)| processors).sum::<u32>()
    }
}

fn check_moment(settings: &TwoLevel, run: &Run, moment: &Moment) {
    let Some(now) = moment.time else { return };
    for (provider, here) in moment.providers.iter().enumerate() {
        let look = ObservedMoment { settings, run, provider, now: here.looked.unwrap_or(now), moment: here };
        let taken: u32 = held(run, provider, now).iter().map(|it| it.1).sum();
        let kept = here.claims.iter().filter(|it| it.claimant == Claimant::Suspended);
        let kept: u32 = kept.map(|it| it.processors).sum();
        assert_eq!(here.free + taken + kept, here.processors);
        assert_eq!(here.queue.len(), here.queue_length as usize, "few jobs wait");
        for queued in &here.queue {
            let waits = queued.waits.as_ref();
            let outcome = &run.schedule.outcomes[queued.job as usize];
            let waits = waits.unwrap_or_else(|| panic!("{now}: {} {outcome:?}", queued.job));
            assert!(outcome.allocated <= now);
            look.check(queued.job, waits);
        }
    }
}

/// The log of one job agrees with the schedule.
fn check_life(run: &Run, index: usize, entries: &[Entry]) {
    let (job, outcome) = (&run.jobs[index], &run.schedule.outcomes[index]);
    assert!(entries.iter().all(|entry| entry.job as usize == index));
    assert_eq!(entries[0].decision, Decision::Submitted);
    assert_eq!(entries[0].first, job.submit);
    let times = |wanted: fn(&Decision) -> bool| -> Vec<Time> {
        entries.iter().filter(|entry| wanted(&entry.decision)).map(|entry| entry.first).collect()
    };
    let rejected = times(|it| matches!(it, Decision::Rejected(_)));
    assert_eq!(rejected.len(), usize::from(outcome.status == Status::Rejected));
    if outcome.status == Status::Rejected {
        return;
    }
    let sent = times(|it| matches!(it, Decision::Sent(_) | Decision::Booked { .. }));
    assert_eq!(sent, [outcome.allocated]);
    let mut starts: Vec<Time> =
        run.schedule.earlier_stints(index).iter().map(|it| run.schedule.bars_of_stint(it)[0].start).collect();
    starts.push(outcome.held_from);
    assert_eq!(times(|it| matches!(it, Decision::Started { .. })), starts);
    let interrupted = times(|it| {
        matches!(it.own(), Some(OwnDecision::Preempted { .. } | OwnDecision::Suspended { .. } | OwnDecision::Outlasts))
    });
    assert_eq!(interrupted.len(), outcome.interruptions as usize);
    let ended = times(|it| matches!(it, Decision::Done | Decision::Killed));
    assert_eq!(ended, [outcome.end]);
    check_waiting(run, index, entries);
}

/// Whenever another batch job was started at its provider while it waited, it was looked at.
fn check_waiting(run: &Run, index: usize, entries: &[Entry]) {
    let outcome = &run.schedule.outcomes[index];
    if run.jobs[index].is_reservation() || outcome.start == outcome.allocated {
        return;
    }
    let passes = run.schedule.bars.iter().filter(|bar| {
        bar.provider == outcome.provider
            && !run.jobs[bar.job as usize].is_reservation()
            && (outcome.allocated..outcome.start).contains(&bar.start)
    });
    for time in passes.map(|bar| bar.start).chain([outcome.allocated]) {
        let covered = entries
            .iter()
            .any(|entry| matches!(entry.decision, Decision::Waits(_)) && (entry.first..=entry.last).contains(&time));
        assert!(covered, "nothing is said of {time}: {entries:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(250)))]

    #[test]
    fn every_moment_is_explained_truly(
        settings in often_ordered(), platform in platform(), jobs in jobs(), first in 0..40i64
    ) {
        let run = run(&settings, platform, &jobs);
        let last = run.schedule.bars.iter().map(|bar| bar.end).max().unwrap_or(0);
        for time in (first..last).step_by(41) {
            let (_, told) = watched(&settings, platform, &jobs, Watch::Moment(time));
            let moment = told.moment.expect("a moment");
            prop_assert!(moment.time.is_none_or(|it| it <= time));
            prop_assert!(moment.next.is_none_or(|it| it > time));
            check_moment(&settings, &run, &moment);
        }
    }

    #[test]
    fn the_log_of_a_job_tells_its_life(
        settings in often_ordered(), platform in platform(), jobs in jobs()
    ) {
        let run = run(&settings, platform, &jobs);
        for index in 0..jobs.len() {
            let watch = Watch::Job(index as u32);
            let (_, told) = watched(&settings, platform, &jobs, watch);
            prop_assert_eq!(told.left_out, 0);
            check_life(&run, index, &told.entries);
        }
    }

    #[test]
    fn watching_changes_nothing(
        settings in any_settings(), platform in platform(), jobs in jobs(), job in 0..60u32
    ) {
        let run = run(&settings, platform, &jobs);
        let (seen, _) = watched(&settings, platform, &jobs, Watch::Moment(Time::MAX));
        prop_assert_eq!(&seen.schedule, &run.schedule);
        let (seen, _) = watched(&settings, platform, &jobs, Watch::Job(job));
        let started = |it: &&Bar| it.start != NEVER;
        for (bar, other) in seen.schedule.bars.iter().zip(&run.schedule.bars).filter(|(a, _)| started(a)) {
            prop_assert_eq!((bar.job, bar.start, bar.first_processor), (other.job, other.start, other.first_processor));
        }
        if let Some(outcome) = run.schedule.outcomes.get(job as usize) {
            prop_assert_eq!(&seen.schedule.outcomes[job as usize], outcome);
        }
    }

    #[test]
    fn under_conservative_a_promise_is_kept(
        mut settings in settings(), platform in platform(), jobs in jobs()
    ) {
        everywhere(&mut settings, QueuePolicy::Conservative);
        settings.local.over_limit = OverLimit::Kill;
        let run = run(&settings, platform, &jobs);
        for (index, job) in jobs.iter().enumerate().filter(|(_, job)| !job.is_reservation()) {
            let (_, told) = watched(&settings, platform, &jobs, Watch::Job(index as u32));
            let start = run.schedule.outcomes[index].start;
            for entry in &told.entries {
                if let Decision::Waits(Waits { promised, reason, .. }) = &entry.decision {
                    prop_assert!(promised.is_some_and(|it| it >= start), "{:?} {:?} {}", job, reason, start);
                }
            }
        }
    }
}
