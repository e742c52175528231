//! The run of the two-level model, instant by instant.

mod reservations;

use crate::engine::{Course, EventQueue, Recorder, Schedule};
use crate::policy::grid::Load;
use crate::policy::local::{LocalPolicy, Waiting};
use crate::workload::{Job, Time};

use super::grid::GridScheduler;
use super::provider::{Provider, policy_of};
use super::{OverLimit, QueuePolicy, TwoLevel};

/// A run in progress. It can be advanced in pieces, so that whoever drives it stays responsive.
pub struct Simulation {
    settings: TwoLevel,
    /// In order of submission, then of number.
    jobs: Vec<Job>,
    /// How many of them have been submitted.
    submitted: usize,
    grid: GridScheduler,
    providers: Vec<Provider>,
    /// Jobs on processors, by the time at which those become free.
    running: EventQueue,
    recorder: Recorder,
    now: Time,
}

impl Simulation {
    /// A run of `jobs`, sorted by submission and number, on providers of `platform` processors.
    pub fn new(settings: &TwoLevel, platform: &[u32], jobs: Vec<Job>, seed: u64) -> Self {
        let queue = settings.local.queue;
        Self::with_local_policy(settings, platform, jobs, seed, || policy_of(queue))
    }

    /// The same with a local policy from elsewhere.
    pub fn with_local_policy(
        settings: &TwoLevel,
        platform: &[u32],
        jobs: Vec<Job>,
        seed: u64,
        mut policy: impl FnMut() -> Box<dyn LocalPolicy + Send>,
    ) -> Self {
        let period = match settings.local.queue {
            QueuePolicy::Lsf => settings.local.period,
            _ => 0,
        };
        let providers = platform.iter();
        Self {
            providers: providers
                .map(|&count| Provider::new(count, policy(), period))
                .collect(),
            grid: GridScheduler::new(settings, seed),
            settings: settings.clone(),
            recorder: Recorder::new(jobs.len()),
            jobs,
            submitted: 0,
            running: EventQueue::default(),
            now: Time::MIN,
        }
    }

    /// Goes on for at most `instants` instants; `false` when all is done.
    pub fn advance(&mut self, instants: usize) -> bool {
        (0..instants).all(|_| self.instant())
    }

    /// The share of the jobs that have been submitted, 0 to 1.
    pub fn progress(&self) -> f64 {
        self.submitted as f64 / self.jobs.len().max(1) as f64
    }

    /// The jobs and the schedule, as far as it has come.
    pub fn finish(self) -> (Vec<Job>, Schedule) {
        (self.jobs, self.recorder.finish())
    }

    /// Everything that happens at the next instant: all ends, then all submissions, then one pass
    /// of the grid scheduler, then one of each local scheduler in the order of the platform.
    fn instant(&mut self) -> bool {
        let Some(now) = self.next_time() else {
            return false;
        };
        self.now = now;
        while let Some(job) = self.running.pop_due(now) {
            self.end(job);
        }
        while self.submitted < self.jobs.len() && self.jobs[self.submitted].submit <= now {
            let is_reservation = self.jobs[self.submitted].is_reservation();
            self.grid.submit(self.submitted as u32, is_reservation);
            self.submitted += 1;
        }
        while let Some(job) = self.grid.next_due(now) {
            self.allocate(job);
        }
        for provider in 0..self.providers.len() {
            self.begin_reservations(provider);
            self.start_batch_jobs(provider);
        }
        true
    }

    fn next_time(&self) -> Option<Time> {
        let submission = self.jobs.get(self.submitted).map(|job| job.submit);
        let own = self.providers.iter();
        let own = own.filter_map(|provider| provider.next_time(self.now));
        [
            submission,
            self.running.next_time(),
            self.grid.next_time(self.now),
        ]
        .into_iter()
        .flatten()
        .chain(own)
        .min()
    }

    fn end(&mut self, job: u32) {
        let Job {
            processors,
            requested_time,
            ..
        } = self.jobs[job as usize];
        let outcome = self.recorder.schedule().outcomes[job as usize];
        let provider = &mut self.providers[outcome.provider as usize];
        self.recorder.release(job, &mut provider.processors);
        let promised = if self.jobs[job as usize].is_reservation() {
            self.length_of(job)
        } else {
            requested_time
        };
        let promised_end = outcome.start.saturating_add(promised);
        self.providers[outcome.provider as usize].end(self.now, promised_end, processors);
    }

    fn allocate(&mut self, job: u32) {
        if self.jobs[job as usize].is_reservation() {
            self.allocate_reservation(job);
        } else {
            self.allocate_batch_job(job);
        }
    }

    fn allocate_batch_job(&mut self, job: u32) {
        let Job {
            processors,
            requested_time: limit,
            ..
        } = self.jobs[job as usize];
        let loads: Vec<Load> = self.providers.iter().map(Provider::load).collect();
        // A job larger than every provider stays as the recorder began it: rejected.
        let Some(chosen) = self.grid.batch.choose(processors, &loads) else {
            return;
        };
        self.recorder.allocate(job, chosen, self.now);
        self.providers[chosen].submit(Waiting {
            job,
            processors,
            limit,
        });
    }

    fn start_batch_jobs(&mut self, provider: usize) {
        let now = self.now;
        let ignores_limits = self.settings.local.over_limit == OverLimit::Ignore;
        let (jobs, recorder, running) = (&self.jobs, &mut self.recorder, &mut self.running);
        self.providers[provider].pass(now, |processors, waiting| {
            let run_time = jobs[waiting.job as usize].run_time;
            let killed = run_time > waiting.limit && !ignores_limits;
            let end = now + if killed { waiting.limit } else { run_time };
            let course = Course {
                start: now,
                end,
                released: end,
                completion: end,
                killed,
            };
            recorder.start(waiting.job, course, waiting.processors, processors);
            running.push(end, waiting.job);
        });
    }
}
