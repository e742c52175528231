//! The run of the two-level model, instant by instant.

mod batch;
mod offers;
mod overtaking;
mod reasons;
mod reservations;
mod watching;

use crate::engine::{Arrivals, Causes, EventQueue, Recorder};
use crate::policy::local::{Arrival, LocalPolicy, Sizes};
use crate::system::prelude::*;
use workload::LogNames;

use self::watching::Watching;
use super::estimates::Estimates;
use super::grid::GridScheduler;
use super::priorities::policies;
use super::provider::Provider;
use super::rules::Rules;
use super::{FlexibleStart, ReservationQueue, TwoLevel};

/// A run in progress. It can be advanced in pieces, so that its caller stays responsive.
pub struct Simulation {
    settings: TwoLevel,
    /// In the order in which they become eligible as far as the log tells, then of submission.
    jobs: Vec<Job>,
    /// The jobs that have not arrived.
    arrivals: Arrivals,
    /// How many have ended or were rejected.
    settled: usize,
    /// How far each of them has come.
    progress: Vec<Progress>,
    grid: GridScheduler,
    estimates: Estimates,
    providers: Vec<Provider>,
    /// Jobs on processors, by the time at which those become free. A job that is interrupted stays
    /// behind with a time that is not its own any more.
    running: EventQueue,
    recorder: Recorder,
    now: Time,
    /// The decision log, if the run is watched.
    watching: Option<Box<Watching>>,
}

/// How far a job has come.
#[derive(Clone, Copy, Debug)]
struct Progress {
    /// Its place in the order in which batch jobs come to their providers, once it has been forwarded; the order of
    /// submission, unless the grid scheduler forwards them in another.
    arrival: Arrival,
    /// Its remaining processing time, in seconds.
    run_time: Time,
    /// Its remaining limit, in seconds; of a reservation the length that it is made for.
    limit: Time,
    /// Whether it is on processors.
    runs: bool,
    /// How far an open reservation is.
    outlasts: Outlasts,
}

/// How a job stands to the end of its reservation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outlasts {
    /// It is done or killed by then, or is a batch job.
    No,
    /// It will not be done when its reservation ends.
    Will,
    /// Its reservation is over: it is a batch job now.
    Has,
}

impl Simulation {
    /// A run of `jobs`, sorted by submission and number, on providers of `platform` processors, with the names behind the
    /// log's numbers.
    pub fn new(settings: &TwoLevel, platform: &[u32], jobs: Vec<Job>, names: Option<&LogNames>, seed: u64) -> Self {
        let policies = policies(&settings.local, &jobs, names, Sizes::USUAL);
        Self::with_local_policy(settings, platform, jobs, seed, Sizes::USUAL, policies)
    }

    /// A run of a log of numbers with index structures of these sizes.
    pub fn with_sizes(settings: &TwoLevel, platform: &[u32], jobs: Vec<Job>, seed: u64, sizes: Sizes) -> Self {
        let policies = policies(&settings.local, &jobs, None, sizes);
        Self::with_local_policy(settings, platform, jobs, seed, sizes, policies)
    }

    /// A run with a local policy that the caller makes.
    pub fn with_local_policy(
        settings: &TwoLevel,
        platform: &[u32],
        jobs: Vec<Job>,
        seed: u64,
        sizes: Sizes,
        mut policy: impl FnMut() -> Box<dyn LocalPolicy + Send>,
    ) -> Self {
        let local = &settings.local;
        let providers = platform.iter().enumerate().map(|(index, &count)| {
            let rules = Rules::of(local, index);
            let period = local.period_of(local.queue_of(index));
            let mut provider = Provider::new(count, policy(), period, rules, sizes);
            if settings.grid.flexible_start == FlexibleStart::BesideReservation {
                provider.keep_reserved();
            }
            if local.has_estimates(index) {
                provider.believe();
            }
            provider
        });
        Self {
            providers: providers.collect(),
            grid: GridScheduler::new(settings, &jobs, seed),
            estimates: Estimates::new(local, jobs.len()),
            settings: settings.clone(),
            recorder: Recorder::new(jobs.len()),
            progress: jobs.iter().map(Progress::none).collect(),
            arrivals: Arrivals::of(&jobs),
            jobs,
            settled: 0,
            running: EventQueue::default(),
            now: Time::MIN,
            watching: None,
        }
    }

    /// Goes on for at most `instants` instants; `true` when all is done.
    pub fn advance(&mut self, instants: usize) -> bool {
        !(0..instants).all(|_| self.instant())
    }

    /// How far the run has come.
    pub fn standing(&self) -> Standing {
        let queues = self.providers.iter().map(|provider| provider.load().waiting as usize);
        Standing {
            jobs: self.jobs.len(),
            submitted: self.arrivals.count(),
            settled: self.settled,
            waiting: queues.sum::<usize>() + self.grid.queue().count(),
        }
    }

    /// The processors of each provider.
    pub fn platform(&self) -> Vec<u32> {
        self.providers.iter().map(|it| it.calendar.capacity()).collect()
    }

    /// Why jobs were rejected so far; leaves none behind.
    pub fn take_causes(&mut self) -> Causes {
        self.recorder.take_causes()
    }

    /// The jobs and the schedule, as far as it has come.
    pub fn finish(self) -> (Vec<Job>, Schedule) {
        (self.jobs, self.recorder.finish())
    }

    /// Processes all events of the next instant: all ends, then the beginnings of reservations and estimates that are
    /// outlived, then all submissions, then one pass of the grid scheduler, then one of each local scheduler in the order of
    /// the platform.
    ///
    /// Its larger parts are kept apart: a browser optimizes a function as a whole, and the whole of this one
    /// took it longest.
    fn instant(&mut self) -> bool {
        let Some(now) = self.next_time() else {
            return false;
        };
        if let Some(watching) = &mut self.watching
            && !watching.goes_on_to(now)
        {
            return false;
        }
        self.now = now;
        while let Some(job) = self.running.pop_due(now) {
            // Unless it was interrupted after that time was noted.
            let its_own = self.recorder.schedule().outcomes[job as usize].released == now;
            if its_own && self.progress[job as usize].runs {
                self.end(job);
            }
        }
        for provider in 0..self.providers.len() {
            self.begin_reservations(provider);
            self.providers[provider].expire_estimates(now);
        }
        self.admit();
        self.forward();
        if self.watching.is_some() {
            self.observe_grid();
        }
        for provider in 0..self.providers.len() {
            self.local_pass(provider);
            if self.watching.is_some() {
                self.observe(provider);
            }
        }
        true
    }

    /// Gives the grid scheduler the jobs that have become eligible.
    fn admit(&mut self) {
        while let Some(job) = self.arrivals.pop_due(&self.jobs, self.now) {
            self.estimates.submitted(job, &self.jobs[job as usize]);
            let is_reservation = self.jobs[job as usize].is_reservation();
            self.grid.submit(job, is_reservation, |it| {
                let other = &self.jobs[it as usize];
                (other.eligible(), other.submit, it)
            });
            self.tell(job, None, |_| Decision::Submitted);
        }
    }

    /// A pass of the grid scheduler.
    ///
    /// Under "AR FCFS" a reservation has "the same priority as non-AR tasks" (Sect. 4.4.2): the local
    /// schedulers decide on the batch jobs that were forwarded before it, and only then is it booked.
    fn forward(&mut self) {
        let is_fcfs = self.settings.grid.reservation_queue == ReservationQueue::Fcfs;
        let mut undecided = false;
        while let Some((job, arrival)) = self.grid.next_due(self.now) {
            self.progress[job as usize].arrival = arrival;
            let is_reservation = self.jobs[job as usize].is_reservation();
            if is_fcfs && is_reservation && std::mem::take(&mut undecided) {
                (0..self.providers.len()).for_each(|it| self.local_pass(it));
            }
            undecided |= !is_reservation;
            self.allocate(job);
        }
    }

    /// A pass of a local scheduler.
    fn local_pass(&mut self, provider: usize) {
        self.begin_reservations(provider);
        self.resume_batch_jobs(provider);
        self.start_batch_jobs(provider);
        // A job that was preempted may have stood in the way of one that outlasts its reservation.
        while self.resume_batch_jobs(provider) {
            self.start_batch_jobs(provider);
        }
    }

    fn next_time(&self) -> Option<Time> {
        let arrival = self.arrivals.next(&self.jobs).map(|it| it.1);
        let own = self.providers.iter().filter_map(|provider| provider.next_time(self.now));
        [arrival, self.running.next_time(), self.grid.next_time(self.now)].into_iter().flatten().chain(own).min()
    }

    fn allocate(&mut self, job: u32) {
        if self.jobs[job as usize].is_reservation() {
            self.allocate_reservation(job);
        } else {
            self.allocate_batch_job(job);
        }
    }

    /// A job gives its processors back for good.
    fn end(&mut self, job: u32) {
        if self.progress[job as usize].outlasts == Outlasts::Will {
            return self.outlast(job);
        }
        let outcome = self.recorder.schedule().outcomes[job as usize];
        self.give_processors(outcome.provider as usize, job);
        let provider = &mut self.providers[outcome.provider as usize];
        provider.end(self.now, job, outcome.held_until, outcome.processors);
        self.grid.ended(self.now, job, outcome.processors);
        let ended = &self.jobs[job as usize];
        self.estimates.ended(job, ended, self.now, outcome.ran);
        self.progress[job as usize].runs = false;
        self.settled += 1;
        if self.is_batch_job(job) {
            self.arrivals.ended(&mut self.jobs, job, self.now);
        }
        self.tell_ended(job);
    }

    /// A job has got its processors.
    fn began(&mut self, provider: usize, job: u32, processors: u32) {
        self.providers[provider].began(self.now, job, processors);
        self.grid.began(self.now, job, processors);
    }

    fn is_batch_job(&self, job: u32) -> bool {
        !self.jobs[job as usize].is_reservation() || self.progress[job as usize].outlasts == Outlasts::Has
    }

    /// Frees the processors of the job's last stint.
    fn give_processors(&mut self, provider: usize, job: u32) {
        let is_reservation = !self.is_batch_job(job);
        let bars = self.recorder.schedule().bars_of(job as usize);
        let ranges = bars.iter().map(|bar| (bar.first_processor, bar.last_processor));
        self.providers[provider].give(job, is_reservation, ranges);
    }
}

impl Progress {
    /// The progress of a job that has not begun.
    fn none(job: &Job) -> Self {
        Self {
            arrival: Arrival::default(),
            run_time: job.run_time,
            limit: job.limit(),
            runs: false,
            outlasts: Outlasts::No,
        }
    }
}
