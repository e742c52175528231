//! EASY and conservative backfilling keep their promises.

use std::sync::{Arc, Mutex};

use proptest::prelude::*;

use super::random::*;
use crate::policy::local::{Conservative, Easy, LocalPass, LocalPolicy, Sizes};
use crate::system::prelude::*;
use crate::system::two_level::{Simulation, *};

/// A promise as a policy stated it: when, to which job, for when.
pub type Promise = (Time, u32, Time);

/// The promises of a policy to the jobs left in the queue.
pub type Stated<P> = fn(&P, &[u32]) -> Vec<(u32, Time)>;

/// A policy that writes down the promises of another after each pass.
struct Watched<P> {
    policy: P,
    promises: Stated<P>,
    log: Arc<Mutex<Vec<Promise>>>,
}

impl<P: LocalPolicy> LocalPolicy for Watched<P> {
    fn pass(&mut self, pass: &mut LocalPass) {
        self.policy.pass(pass);
        let places = pass.queue.iter().enumerate();
        let left: Vec<u32> =
            places.filter(|(place, _)| !pass.started().contains(place)).map(|(_, waiting)| waiting.job).collect();
        let promises = (self.promises)(&self.policy, &left);
        let stated = promises.into_iter().map(|(job, start)| (pass.now, job, start));
        self.log.lock().unwrap().extend(stated);
    }
}

/// Conservative backfilling with structures that short queues fill.
pub fn small() -> Conservative {
    Conservative::new(Sizes::SMALL)
}

pub fn run_watched<P: LocalPolicy + Send + 'static>(
    settings: &TwoLevel,
    platform: &[u32],
    jobs: &[Job],
    fresh: fn() -> P,
    promises: Stated<P>,
) -> (Run, Vec<Promise>) {
    let log = Arc::new(Mutex::new(Vec::new()));
    let policy =
        || -> Box<dyn LocalPolicy + Send> { Box::new(Watched { policy: fresh(), promises, log: log.clone() }) };
    let simulation = Simulation::with_local_policy(settings, platform, jobs.to_vec(), 1, Sizes::SMALL, policy);
    let run = finish(simulation, platform);
    let log = log.lock().unwrap().clone();
    (run, log)
}

/// Whether the job's provider accepted a reservation after a pass at `since` and before the job started. Under
/// *AR FCFS* that may be in the same second.
fn reservation_came_between(settings: &TwoLevel, run: &Run, job: u32, since: Time) -> bool {
    let same_second = settings.grid.reservation_queue == ReservationQueue::Fcfs;
    let first = since + i64::from(!same_second);
    let mine = &run.schedule.outcomes[job as usize];
    run.jobs
        .iter()
        .zip(&run.schedule.outcomes)
        .filter(|(job, outcome)| job.is_reservation() && outcome.status != Status::Rejected)
        .any(|(_, outcome)| outcome.provider == mine.provider && (first..=mine.start).contains(&outcome.allocated))
}

/// The obvious twin: takes out and puts back every waiting job, without asking whether it helps.
#[derive(Default)]
pub struct SlowConservative {
    /// Promised starts, parallel to the queue.
    pub promised: Vec<Time>,
}

impl LocalPolicy for SlowConservative {
    fn pass(&mut self, pass: &mut LocalPass) {
        let queue = pass.queue;
        if !pass.ended.is_empty() {
            for (place, start) in self.promised.iter_mut().enumerate() {
                let job = queue[place];
                pass.calendar.release(*start, *start + job.limit, job.processors);
                *start = pass.earliest_fit(place, pass.now).unwrap();
                pass.calendar.reserve(*start, *start + job.limit, job.processors);
            }
        }
        for (place, job) in queue.iter().enumerate().skip(self.promised.len()) {
            let start = pass.earliest_fit(place, pass.now).unwrap();
            pass.calendar.reserve(start, start + job.limit, job.processors);
            self.promised.push(start);
        }
        for place in 0..queue.len() {
            if self.promised[place] == pass.now {
                pass.start_as_promised(place);
            }
        }
        let started = pass.started().to_vec();
        let mut place = 0;
        self.promised.retain(|_| {
            place += 1;
            !started.contains(&(place - 1))
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(800)))]

    #[test]
    fn easy_never_delays_the_heads_promised_start(
        mut settings in settings(), platform in platform(), jobs in jobs()
    ) {
        everywhere(&mut settings, QueuePolicy::Easy);
        // With a period the promised second may lie between two passes.
        settings.local.pass_period = 0;
        settings.local.over_limit = OverLimit::Kill;
        let head = |easy: &Easy, _: &[u32]| easy.promise().into_iter().collect();
        let (run, log) = run_watched(&settings, platform, &jobs, Easy::default, head);
        for (now, job, promised) in log {
            let start = run.schedule.outcomes[job as usize].start;
            prop_assert!(
                start <= promised || reservation_came_between(&settings, &run, job, now),
                "at {now} job {job} was promised {promised} and started at {start}"
            );
        }
    }

    #[test]
    fn conservative_never_delays_a_job(
        mut settings in settings(), platform in platform(), jobs in jobs()
    ) {
        everywhere(&mut settings, QueuePolicy::Conservative);
        settings.local.over_limit = OverLimit::Kill;
        let all = |policy: &Conservative, _: &[u32]| policy.promised().collect();
        let (run, log) = run_watched(&settings, platform, &jobs, small, all);
        for (now, job, promised) in log {
            let start = run.schedule.outcomes[job as usize].start;
            prop_assert!(
                start <= promised,
                "at {now} job {job} was promised {promised} and started at {start}"
            );
        }
    }

    #[test]
    fn conservative_equals_its_slow_twin(
        mut settings in settings(), platform in platform(), jobs in jobs()
    ) {
        everywhere(&mut settings, QueuePolicy::Conservative);
        settings.local.over_limit = OverLimit::Kill;
        let fast = run(&settings, platform, &jobs);
        let slow = Simulation::with_local_policy(&settings, platform, jobs, 1, Sizes::SMALL, || {
            Box::new(SlowConservative::default())
        });
        prop_assert_eq!(fast, finish(slow, platform));
    }
}
