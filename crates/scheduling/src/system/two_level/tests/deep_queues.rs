//! Long queues: an index that finds jobs without examining each starts the same ones as a walk over
//! the queue.

use proptest::prelude::*;

use super::promises::{SlowConservative, run_watched, small};
use super::random::*;
use crate::availability::Request;
use crate::policy::local::{Known, LocalPass, LocalPolicy, Sizes, Standing, Waiting};
use crate::system::testing::numbered;
use crate::system::two_level::priorities::policies;
use crate::system::two_level::*;
use workload::{Job, Time};

/// A policy that gets its queue without an index, so that it walks.
struct Walks(Box<dyn LocalPolicy + Send>);

impl LocalPolicy for Walks {
    fn serves(&mut self, processors: u32) {
        self.0.serves(processors);
    }

    fn arrived(&mut self, job: &Waiting, known: Known) {
        self.0.arrived(job, known);
    }

    fn pass(&mut self, pass: &mut LocalPass) {
        self.0.pass(pass);
    }

    fn order(&self, job: &Waiting, now: Time) -> i64 {
        self.0.order(job, now)
    }

    fn standing(&self, queue: &[Waiting], place: usize) -> Standing {
        self.0.standing(queue, place)
    }

    fn gives_way(&self, running: u32, waiting: u32) -> bool {
        self.0.gives_way(running, waiting)
    }

    fn preempts(&self) -> bool {
        self.0.preempts()
    }

    fn began(&mut self, now: Time, job: u32, processors: u32) {
        self.0.began(now, job, processors);
    }

    fn ended(&mut self, now: Time, job: u32, processors: u32) {
        self.0.ended(now, job, processors);
    }
}

/// Conservative backfilling by its rule: in every compression each job is asked, in order of arrival,
/// whether it can move up.
#[derive(Default)]
struct PlainConservative {
    promised: Vec<Time>,
}

impl PlainConservative {
    fn compress(&mut self, pass: &mut LocalPass) {
        for (place, start) in self.promised.iter_mut().enumerate() {
            let job = pass.queue[place];
            let request = Request { ready: pass.now, deadline: None, length: job.limit, processors: job.processors };
            let calendar = &mut *pass.calendar;
            let Some(earlier) = calendar.earliest_fit_before(&request, *start) else {
                continue;
            };
            calendar.release(*start, *start + job.limit, job.processors);
            calendar.reserve(earlier, earlier + job.limit, job.processors);
            *start = earlier;
        }
    }
}

impl LocalPolicy for PlainConservative {
    fn pass(&mut self, pass: &mut LocalPass) {
        if !pass.ended.is_empty() {
            self.compress(pass);
        }
        for place in self.promised.len()..pass.queue.len() {
            let start = pass.earliest_fit(place, pass.now).unwrap();
            let job = pass.queue[place];
            let end = start + job.limit;
            pass.calendar.reserve(start, end, job.processors);
            self.promised.push(start);
        }
        for place in 0..pass.queue.len() {
            let (promised, job) = (self.promised[place], pass.queue[place]);
            if promised > pass.now || job.processors > pass.free() {
                continue;
            }
            // A job that overruns its limit was in its way.
            if promised < pass.now {
                let end = promised + job.limit;
                pass.calendar.release(promised, end, job.processors);
                pass.start(place);
            } else {
                pass.start_as_promised(place);
            }
        }
        let started = pass.started();
        let mut place = 0..;
        self.promised.retain(|_| !started.contains(&place.next().unwrap()));
    }
}

/// Far more jobs than the processors can take in the time in which they arrive.
fn many_jobs() -> impl Strategy<Value = Vec<Job>> {
    proptest::collection::vec(job(), 60..250).prop_map(numbered)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(150)))]

    #[test]
    fn what_is_found_by_turn_is_what_a_walk_finds(
        settings in any_settings(), platform in platform(), jobs in many_jobs()
    ) {
        let found = run(&settings, platform, &jobs);
        let mut policy = policies(&settings.local, &jobs, None, Sizes::SMALL);
        let walks = || -> Box<dyn LocalPolicy + Send> { Box::new(Walks(policy())) };
        let walked = Simulation::with_local_policy(&settings, platform, jobs, 1, Sizes::SMALL, walks);
        prop_assert_eq!(found, finish(walked, platform));
    }

    #[test]
    fn compression_moves_every_job_that_can_move(
        mut settings in settings(), platform in platform(), jobs in many_jobs()
    ) {
        everywhere(&mut settings, QueuePolicy::Conservative);
        let (plain, promises) = run_watched(
            &settings, platform, &jobs, PlainConservative::default,
            |policy, left| left.iter().copied().zip(policy.promised.iter().copied()).collect(),
        );
        // The queue is not read from outside: it may have gaps.
        prop_assert_eq!(&run(&settings, platform, &jobs), &plain);
        let (fast, promised) = run_watched(
            &settings, platform, &jobs, small, |policy, _| policy.promised().collect(),
        );
        prop_assert_eq!(fast, plain);
        prop_assert_eq!(promised, promises);
    }

    #[test]
    fn compression_takes_out_and_puts_back_every_job(
        mut settings in settings(), platform in platform(), jobs in many_jobs()
    ) {
        everywhere(&mut settings, QueuePolicy::Conservative);
        settings.local.over_limit = OverLimit::Kill;
        let (slow, promises) = run_watched(
            &settings, platform, &jobs, SlowConservative::default,
            |policy, left| left.iter().copied().zip(policy.promised.iter().copied()).collect(),
        );
        prop_assert_eq!(&run(&settings, platform, &jobs), &slow);
        let (fast, promised) = run_watched(
            &settings, platform, &jobs, small, |policy, _| policy.promised().collect(),
        );
        prop_assert_eq!(fast, slow);
        prop_assert_eq!(promised, promises);
    }

    #[test]
    fn fair_share_by_owner_starts_the_same_jobs_as_a_walk(
        mut settings in any_settings(), platform in platform(), jobs in many_jobs()
    ) {
        everywhere(&mut settings, QueuePolicy::Fss);
        prop_assume!(settings.validate(3).is_ok());
        let found = run(&settings, platform, &jobs);
        let mut policy = policies(&settings.local, &jobs, None, Sizes::SMALL);
        let walks = || -> Box<dyn LocalPolicy + Send> { Box::new(Walks(policy())) };
        let walked = Simulation::with_local_policy(&settings, platform, jobs, 1, Sizes::SMALL, walks);
        prop_assert_eq!(found, finish(walked, platform));
    }
}
