//! The usage that fair share computes with equals the usage in the schedule.

use std::sync::{Arc, Mutex};

use proptest::prelude::*;

use super::random::*;
use crate::engine::Run;
use crate::policy::local::{FairShare, LocalPass, LocalPolicy, Sizes};
use crate::system::two_level::*;
use workload::{Job, Time};

/// Time, owner's job, processor seconds.
type Usage = (Time, u32, f64);

/// Fair share that records the usage of the owner of each waiting job.
struct Watched {
    policy: FairShare,
    log: Arc<Mutex<Vec<Usage>>>,
}

impl LocalPolicy for Watched {
    fn pass(&mut self, pass: &mut LocalPass) {
        let used = |job: u32| self.policy.used_by_owner(job, pass.now);
        let usage = pass.queue.iter().map(|waiting| waiting.job).map(|job| (pass.now, job, used(job)));
        self.log.lock().unwrap().extend(usage);
        self.policy.pass(pass);
    }

    fn began(&mut self, now: Time, job: u32, processors: u32) {
        self.policy.began(now, job, processors);
    }

    fn ended(&mut self, now: Time, job: u32, processors: u32) {
        self.policy.ended(now, job, processors);
    }
}

fn owner(job: &Job) -> u32 {
    (job.logged.user + 1) as u32
}

fn run_watched(settings: &TwoLevel, platform: &[u32], jobs: &[Job], half_life: Time) -> (Run, Vec<Usage>) {
    let log = Arc::new(Mutex::new(Vec::new()));
    let owners: Arc<[u32]> = jobs.iter().map(owner).collect();
    let policy = || -> Box<dyn LocalPolicy + Send> {
        Box::new(Watched { policy: FairShare::new(owners.clone(), half_life), log: log.clone() })
    };
    let simulation = Simulation::with_local_policy(settings, platform, jobs.to_vec(), 1, Sizes::SMALL, policy);
    let run = finish(simulation, platform);
    let log = log.lock().unwrap().clone();
    (run, log)
}

/// The seconds from `start` to `end`, seen from `now`: each counts half after each half-life.
fn faded(start: Time, end: Time, now: Time, half_life: Time) -> f64 {
    let weight = |time: Time| 0.5f64.powf((now - time) as f64 / half_life as f64);
    (weight(end) - weight(start)) * half_life as f64 / 2f64.ln()
}

/// The usage of the owner of `job` at its provider before `now`, by the bars of the schedule.
fn by_the_schedule(run: &Run, job: u32, now: Time, half_life: Time) -> f64 {
    let bars = run.schedule.bars.iter().filter(|bar| {
        let of_same_owner = owner(&run.jobs[bar.job as usize]) == owner(&run.jobs[job as usize]);
        let here = run.schedule.outcomes[job as usize].provider == bar.provider;
        of_same_owner && here && bar.start < now
    });
    bars.map(|bar| {
        let processors = f64::from(bar.last_processor - bar.first_processor + 1);
        processors * faded(bar.start, bar.end.min(now), now, half_life)
    })
    .sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(400)))]

    #[test]
    fn past_usage_fades_by_its_age(
        mut settings in any_settings(),
        platform in platform(),
        jobs in jobs(),
        half_life in proptest::sample::select(&[1i64, 20, 1000][..]),
    ) {
        everywhere(&mut settings, QueuePolicy::Fss);
        let (run, log) = run_watched(&settings, platform, &jobs, half_life);
        for (now, job, used) in log {
            let expected = by_the_schedule(&run, job, now, half_life);
            let difference = (used - expected).abs();
            prop_assert!(
                difference <= 1e-9 * expected.max(1.0),
                "at {now} the owner of job {job} has used {used}, not {expected}"
            );
        }
    }
}
