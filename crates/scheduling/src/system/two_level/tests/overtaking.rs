//! The jobs that a start overtakes, and why it may: counted again from the finished schedule.

use proptest::prelude::*;

use super::explained::{is_countable, limit_left, watched};
use super::local_systems::arrivals_in;
use super::naive::estimates::Habits;
use super::random::{batch_jobs, run, *};
use crate::engine::decisions::*;
use crate::system::moment::promises;
use crate::system::prelude::*;
use crate::system::two_level::{Promises, QueuePolicy, TwoLevel, *};

/// A batch job that its policy starts.
struct Start<'a> {
    settings: &'a TwoLevel,
    run: &'a Run,
    job: usize,
    provider: usize,
    now: Time,
    arrivals: &'a [usize],
}

impl Start<'_> {
    fn queue(&self) -> QueuePolicy {
        self.settings.local.queue_of(self.provider)
    }

    /// The place of a job in the order in which batch jobs came.
    fn arrival(&self, job: usize) -> usize {
        self.arrivals[job]
    }

    /// When a job got its processors, and when it gave them back, each time.
    fn stints(&self, job: usize) -> Vec<(Time, Time)> {
        let earlier = self.run.schedule.earlier_stints(job).iter();
        let mut stints: Vec<_> =
            earlier.map(|it| self.run.schedule.bars_of_stint(it)[0]).map(|bar| (bar.start, bar.end)).collect();
        let outcome = &self.run.schedule.outcomes[job];
        stints.push((outcome.held_from, outcome.released));
        stints
    }

    /// Whether the job is in the queue after everything that happens at this second.
    fn waits(&self, job: usize) -> bool {
        let outcome = &self.run.schedule.outcomes[job];
        let stints = self.stints(job);
        outcome.status != Status::Rejected
            && outcome.provider as usize == self.provider
            && outcome.allocated <= self.now
            && !self.run.jobs[job].is_reservation()
            && stints.iter().any(|it| it.0 > self.now)
            && stints.iter().all(|it| self.now < it.0 || it.1 <= self.now && it.0 < self.now)
    }

    /// Whether the second has one instant only, in which no job loses processors to another.
    fn is_plain(&self) -> bool {
        let jobs = 0..self.run.jobs.len();
        jobs.filter(|&it| self.run.schedule.outcomes[it].status != Status::Rejected)
            .flat_map(|it| self.stints(it))
            .all(|it| it != (self.now, self.now))
            && self.queue() != QueuePolicy::Pppd
    }

    /// The place of a job in the order of turns: for the policies whose order depends on the job
    /// alone.
    fn turn(&self, job: usize) -> Option<(i64, i64, usize)> {
        let wanted = &self.run.jobs[job];
        let turn = match self.queue() {
            QueuePolicy::Lsf => {
                let tie = match self.settings.local.lsf_ties {
                    LsfTies::Arrival => 0,
                    LsfTies::Latest => -(job as i64),
                    LsfTies::ShorterLimit => wanted.requested_time,
                };
                (-i64::from(wanted.processors), tie)
            }
            QueuePolicy::Sjf => (wanted.requested_time, 0),
            QueuePolicy::Ppp | QueuePolicy::Pppd | QueuePolicy::Fss | QueuePolicy::Ordered => {
                return None;
            }
            _ => (0, 0),
        };
        Some((turn.0, turn.1, self.arrival(job)))
    }

    /// Every job that waits although it arrived before, or had its turn before.
    fn check_overtaken(&self, told: Option<&Overtaking>) {
        let nobody = Overtaken::default();
        let passed = told.map_or(&nobody, |it| &it.passed);
        let later = told.map_or(&nobody, |it| &it.later);
        for &it in passed.listed.iter().chain(&later.listed) {
            let other = it as usize;
            let starts_now = self.stints(other).iter().any(|it| it.0 == self.now);
            assert!(self.waits(other) || starts_now, "{it} does not wait");
        }
        let waits = (0..self.run.jobs.len()).filter(|&it| self.waits(it));
        let waits: Vec<usize> = waits.collect();
        let own_arrival = self.arrival(self.job);
        let arrived = waits.iter().filter(|&&it| self.arrival(it) < own_arrival).count();
        if let (Some(own), true) = (self.turn(self.job), self.is_plain()) {
            let turn = |it: usize| self.turn(it).expect("a turn");
            let before = waits.iter().filter(|&&it| turn(it) < own);
            assert_eq!(*passed, self.first_of(before));
            let after = waits.iter().filter(|&&it| self.arrival(it) < own_arrival && turn(it) > own);
            assert_eq!(*later, self.first_of(after));
        } else if self.is_plain() && passed.others + later.others == 0 {
            let named = passed.listed.iter().chain(&later.listed);
            assert_eq!(named.filter(|&&it| self.arrival(it as usize) < own_arrival).count(), arrived);
        }
        assert_eq!(told.is_some_and(|it| it.room.is_some()), !passed.is_empty());
    }

    /// The fewest processors that are left in any second between two times, without this job and
    /// those whose turn came later, and with these promises.
    fn left(&self, from: Time, to: Time, and: &[(Time, Time, u32)]) -> i64 {
        let promised = promises(self.run, self.provider, self.now);
        let counts = |job: usize| {
            let later = !self.run.jobs[job].is_reservation() && self.turn(job) >= self.turn(self.job);
            !(later && self.stints(job).iter().any(|it| it.0 == self.now))
        };
        let capacity = i64::from(self.run.platform[self.provider]);
        let of = |second: Time| -> i64 {
            let held = promised.iter().filter(|it| counts(it.job as usize)).map(|it| {
                let it = it.commitment;
                (it.start, it.end, it.processors)
            });
            let taken = held.chain(and.iter().copied()).filter(|&(from, to, _)| (from..to).contains(&second));
            capacity - taken.map(|it| i64::from(it.2)).sum::<i64>()
        };
        (from..to).map(of).min().expect("a second at least")
    }

    /// When the job is over by its limit at the latest: never at a provider with SGE, if it has none.
    fn limit(&self) -> Time {
        let habits = Habits::of(&self.settings.local, self.provider);
        match habits.limit(&self.run.jobs[self.job]) {
            None => Time::MAX,
            Some(_) => self.now + limit_left(self.settings, self.run, self.job, self.now),
        }
    }

    /// Whether the figures can be counted from the schedule second by second.
    fn is_counted(&self) -> bool {
        let mut settings = self.settings.clone();
        if self.queue() == QueuePolicy::Conservative {
            // Its promises are taken from the moment.
            everywhere(&mut settings, QueuePolicy::Easy);
        }
        is_countable(&settings) && self.is_plain() && self.turn(self.job).is_some()
    }

    /// A promise of as many processors as the job needs.
    fn interval(&self, job: usize, start: Time) -> (Time, Time, u32) {
        let job = &self.run.jobs[job];
        (start, start + job.requested_time, job.processors)
    }

    /// The promises to those that wait: of EASY the earliest to the head, by the running jobs'
    /// limits; of conservative backfilling those in its calendar.
    fn promised(&self, jobs: &[Job], head: usize) -> Vec<(usize, Time)> {
        if self.queue() == QueuePolicy::Easy {
            let fits = |start: &Time| {
                let (from, to, processors) = self.interval(head, *start);
                self.left(from, to, &[]) >= i64::from(processors)
            };
            let start = (self.now + 1..).find(fits).expect("a place");
            return vec![(head, start)];
        }
        let watch = Watch::Moment(self.now);
        let (_, told) = watched(self.settings, &self.run.platform, jobs, watch);
        let moment = told.moment.expect("a moment");
        moment.providers[self.provider]
            .claims
            .iter()
            .filter(|it| it.claimant == Claimant::Promise)
            .map(|it| (it.job as usize, it.from))
            .collect()
    }

    /// The first of these jobs to come, and how many more.
    fn first_of<'a>(&self, jobs: impl Iterator<Item = &'a usize>) -> Overtaken {
        let mut listed: Vec<u32> = jobs.map(|&job| job as u32).collect();
        listed.sort_by_key(|&job| self.arrival(job as usize));
        let others = listed.split_off(listed.len().min(MOST_OVERTAKEN)).len() as u32;
        Overtaken { listed, others }
    }

    fn check_room(&self, jobs: &[Job], told: &Overtaking) {
        let Some(room) = told.room else { return };
        let wanted = self.run.schedule.outcomes[self.job].processors;
        let limit = self.limit();
        let promising = [QueuePolicy::Easy, QueuePolicy::Conservative];
        let is_ordered = self.queue() == QueuePolicy::Ordered;
        let makes_promises = is_ordered && self.settings.local.rule().makes_promises();
        let is_promising = promising.contains(&self.queue()) || makes_promises;
        match room {
            Room::Beside { needs, free } => {
                // No time may be found for a job that is passed.
                assert!(!is_promising || is_ordered);
                assert!(needs == wanted && free >= needs);
                if self.is_counted() {
                    assert_eq!(i64::from(free), self.left(self.now, limit, &[]));
                }
            }
            Room::EndsBefore { job, promised, ends } => {
                let is_estimated = is_ordered && !self.settings.local.estimate.is_limit();
                assert!(ends == limit || is_estimated && ends < limit);
                assert!(is_promising && ends <= promised);
                self.check_promise(jobs, told, job, promised);
            }
            Room::BesidePromise { job, promised, needs, spare } => {
                assert!(is_promising && needs == wanted && spare >= needs);
                self.check_promise(jobs, told, job, promised);
                if self.is_counted() {
                    assert!(limit > promised);
                    let promises = self.promised(jobs, job as usize);
                    let promises = promises.iter().map(|it| self.interval(it.0, it.1));
                    let promises: Vec<_> = promises.collect();
                    assert_eq!(i64::from(spare), self.left(promised, limit, &promises));
                }
            }
            Room::Preempting => {
                assert_eq!(self.queue(), QueuePolicy::Pppd);
                let mut all = (0..self.run.jobs.len()).flat_map(|it| self.stints(it));
                assert!(all.any(|it| it.1 == self.now), "nobody is preempted");
            }
            Room::BesideOnNodes { .. } | Room::OnNodes => panic!("nodes of a pool: {room:?}"),
            Room::Overrun => {
                assert_eq!(self.queue(), QueuePolicy::Conservative);
                assert_eq!(self.settings.local.over_limit, OverLimit::Ignore);
            }
        }
    }

    /// The promise is the earliest one to a job that is passed.
    fn check_promise(&self, jobs: &[Job], told: &Overtaking, job: u32, promised: Time) {
        let all_named = told.passed.others == 0;
        assert!(promised > self.now);
        assert!(!all_named || told.passed.listed.contains(&job));
        if self.queue() == QueuePolicy::Easy {
            assert_eq!(job, told.passed.listed[0], "the head");
        } else if self.queue() == QueuePolicy::Conservative && self.settings.local.over_limit == OverLimit::Kill {
            assert!(self.run.schedule.outcomes[job as usize].start <= promised);
        }
        if self.is_counted() && all_named {
            let promises = self.promised(jobs, job as usize);
            let passed = |it: &&(usize, Time)| told.passed.listed.contains(&(it.0 as u32));
            let earliest = promises.iter().filter(passed).min_by_key(|it| (it.1, self.arrival(it.0)));
            assert_eq!(earliest, Some(&(job as usize, promised)));
        }
    }
}

/// Every start of a job by its policy, with its explanation.
fn check_starts(settings: &TwoLevel, run: &Run, (jobs, arrivals): (&[Job], &[usize]), job: usize, entries: &[Entry]) {
    let provider = run.schedule.outcomes[job].provider as usize;
    let systems = &settings.local.systems;
    let suspends = systems.contains(&LocalSystem::PlatformLsf);
    for entry in entries {
        let Decision::Started { overtaking, .. } = &entry.decision else {
            continue;
        };
        // Under Platform LSF jobs resume that are not in the queue, and reservations may wait in it. A
        // job without a limit is the last where limits decide.
        if run.jobs[job].is_reservation() || suspends {
            continue;
        }
        let by_limit = match settings.local.queue_of(provider) {
            QueuePolicy::Sjf => true,
            QueuePolicy::Lsf => settings.local.lsf_ties == LsfTies::ShorterLimit,
            _ => false,
        };
        if by_limit && systems.contains(&LocalSystem::Sge) {
            continue;
        }
        // Under AR FCFS jobs may have come behind a reservation after it had started.
        let forwarded_now = |it: &Job| it.is_reservation() && settings.asked_at(it.submit) == entry.first;
        if settings.grid.reservation_queue == ReservationQueue::Fcfs && run.jobs.iter().any(forwarded_now) {
            continue;
        }
        let start = Start { settings, run, job, provider, now: entry.first, arrivals };
        start.check_overtaken(overtaking.as_ref());
        if let Some(overtaking) = overtaking {
            start.check_room(jobs, overtaking);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(120)))]

    #[test]
    fn every_start_that_overtakes_names_the_jobs_and_the_reason(
        settings in any_settings(), platform in platform(), jobs in jobs()
    ) {
        let run = run(&settings, platform, &jobs);
        let arrivals = arrivals_in(&settings, &run);
        for index in 0..jobs.len() {
            let watch = Watch::Job(index as u32);
            let (_, told) = watched(&settings, platform, &jobs, watch);
            if run.schedule.outcomes[index].status != Status::Rejected {
                check_starts(&settings, &run, (&jobs, &arrivals), index, &told.entries);
            }
        }
    }

    #[test]
    fn backfilling_says_before_or_beside_which_promise(
        settings in settings(), platform in platform(), jobs in jobs(), conservative: bool
    ) {
        let mut settings = settings;
        settings.local.over_limit = OverLimit::Kill;
        everywhere(&mut settings, if conservative { QueuePolicy::Conservative } else { QueuePolicy::Easy });
        let run = run(&settings, platform, &jobs);
        let arrivals = arrivals_in(&settings, &run);
        for index in 0..jobs.len() {
            let watch = Watch::Job(index as u32);
            let (_, told) = watched(&settings, platform, &jobs, watch);
            if run.schedule.outcomes[index].status != Status::Rejected {
                check_starts(&settings, &run, (&jobs, &arrivals), index, &told.entries);
            }
        }
    }

    #[test]
    fn a_moment_tells_of_its_starts_what_the_log_of_each_job_tells(
        settings in any_settings(), platform in platform(), jobs in jobs(), place in 0..60usize
    ) {
        let run = run(&settings, platform, &jobs);
        if let Some(outcome) = run.schedule.outcomes.get(place)
            && outcome.status != Status::Rejected
        {
            let (_, at) = watched(&settings, platform, &jobs, Watch::Moment(outcome.held_from));
            let (_, of) = watched(&settings, platform, &jobs, Watch::Job(place as u32));
            let started = |it: &&Entry| {
                it.job as usize == place && matches!(it.decision, Decision::Started { .. })
            };
            let then: Vec<&Entry> = at.entries.iter().filter(started).collect();
            let own: Vec<&Entry> = of.entries.iter().filter(started)
                .filter(|it| it.first == outcome.held_from).collect();
            // A second of several instants keeps the entries of all of them.
            prop_assert_eq!(then, own);
        }
    }
}

/// An order, and its summands as functions of a job and the time of the pass.
type Order = (&'static str, &'static [fn(&Job, f64) -> f64]);

fn size(job: &Job) -> f64 {
    job.processors.into()
}

fn wait(job: &Job, now: f64) -> f64 {
    now - job.submit as f64
}

const ORDERS: [Order; 4] = [
    ("size", &[|job, _| size(job)]),
    ("submit - 3 * wait", &[|job, _| job.submit as f64, |job, now| -3.0 * wait(job, now)]),
    (
        "limit + 10 * size - (wait + now)",
        &[|job, _| job.requested_time as f64, |job, _| 10.0 * size(job), |job, now| -wait(job, now), |_, now| -now],
    ),
    ("-wait / limit", &[|job, now| -wait(job, now) / job.requested_time as f64]),
];

fn ordered_settings(order: &str, backfill_order: Option<&str>, promises: u32) -> TwoLevel {
    let read = |text: &str| Formula::read(text).expect("a formula");
    let mut settings = TwoLevel::default();
    settings.grid.period = 0;
    settings.local.queue = QueuePolicy::Ordered;
    settings.local.order = read(order);
    settings.local.backfill_order = backfill_order.map(read);
    settings.local.promises = Promises::Count(promises);
    settings
}

fn value_of(order: &Order, job: &Job, now: Time) -> f64 {
    order.1.iter().map(|term| term(job, now as f64)).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(150)))]

    #[test]
    fn waiting_jobs_stand_by_their_values(
        jobs in batch_jobs(), order in 0..ORDERS.len(), backfill in 0..ORDERS.len(), promises in 0..3u32, first in 0..40i64
    ) {
        let (order, backfill) = (&ORDERS[order], &ORDERS[backfill]);
        let settings = ordered_settings(order.0, Some(backfill.0), promises);
        let last = run(&settings, &[16], &jobs).schedule.bars.iter().map(|bar| bar.end).max().unwrap_or(0);
        for time in (first..last).step_by(53) {
            let (_, told) = watched(&settings, &[16], &jobs, Watch::Moment(time));
            let here = &told.moment.expect("a moment").providers[0];
            let (Some(values), Some(now)) = (&here.values, here.looked) else { continue };
            let mut listed: Vec<u32> = values.jobs.iter().map(|it| it.job).collect();
            listed.sort_unstable();
            let mut waiting: Vec<u32> = here.queue.iter().map(|it| it.job).collect();
            waiting.sort_unstable();
            prop_assert_eq!(listed, waiting);
            for it in &values.jobs {
                let by = if it.backfills { backfill } else { order };
                let job = &jobs[it.job as usize];
                let (expected, sum) = (value_of(by, job, now), it.terms.iter().sum::<f64>());
                prop_assert!((it.value - expected).abs() <= 1e-9 * expected.abs(), "{} {expected}", it.value);
                prop_assert!(by.1.len() == 1 || (sum - expected).abs() <= 1e-9 * expected.abs(), "{sum} {expected}");
                prop_assert_eq!(it.terms.len(), if by.1.len() == 1 { 0 } else { by.1.len() });
            }
            for pair in values.jobs.windows(2) {
                let key = |at: usize| (pair[at].backfills, pair[at].value, pair[at].job);
                prop_assert!(key(0) < key(1), "{pair:?}");
            }
        }
    }

    #[test]
    fn a_job_is_behind_one_that_arrived_later_and_has_a_smaller_value(
        jobs in batch_jobs(), order in 0..ORDERS.len(), promises in 0..3u32
    ) {
        let order = &ORDERS[order];
        let settings = ordered_settings(order.0, None, promises);
        for index in 0..jobs.len() {
            let (_, told) = watched(&settings, &[16], &jobs, Watch::Job(index as u32));
            for entry in &told.entries {
                let precedence = match &entry.decision {
                    Decision::Waits(waits) => waits.behind.clone(),
                    Decision::Started { overtaking: Some(it), .. } => it.precedence.clone(),
                    _ => None,
                };
                let Some(it) = precedence else { continue };
                prop_assert!(it.ahead.job > it.behind.job && [it.ahead.job, it.behind.job].contains(&(index as u32)));
                prop_assert!(it.ahead.value < it.behind.value);
                for side in [it.ahead, it.behind] {
                    let expected = value_of(order, &jobs[side.job as usize], entry.first);
                    prop_assert!((side.value - expected).abs() <= 1e-9 * expected.abs());
                }
                prop_assert_eq!(it.term.is_some(), order.1.len() > 1);
            }
        }
    }
}
