//! Batch jobs: where they go, their starts, and their interruptions.

use super::offers::on;
use super::{Outlasts, Progress, Simulation};
use crate::availability::ProcessorSet;
use crate::engine::{Course, NEVER};
use crate::policy::grid::Load;
use crate::policy::local::{Decisions, Known, Running, Waiting};
use crate::system::two_level::decisions::OwnDecision;
use crate::system::two_level::provider::Provider;
use crate::system::two_level::rules::BatchJobs;
use crate::system::two_level::{OverLimit, Preempted, Routed};
use workload::Time;

impl Simulation {
    pub(super) fn allocate_batch_job(&mut self, job: u32) {
        let processors = self.jobs[job as usize].processors;
        let loads: Vec<Load> = self.providers.iter().map(Provider::load).collect();
        let chosen = if self.settings.grid.routes.is_empty() {
            self.grid.batch.choose(processors, &loads)
        } else {
            let open = self.open_to(job, &loads);
            self.grid.batch.choose(processors, &open)
        };
        let Some(chosen) = chosen else {
            return self.reject(job);
        };
        self.tell_sent(job, chosen, &loads);
        self.recorder.allocate(job, chosen, processors, self.now);
        let limit = self.whole_limit(chosen, job);
        self.progress[job as usize].limit = limit;
        let waiting = Waiting { job, arrival: self.progress[job as usize].arrival, processors, limit };
        let known =
            Known { eligible: self.jobs[job as usize].eligible(), estimate: self.estimates.of(job).unwrap_or(limit) };
        self.providers[chosen].submit(waiting, known);
    }

    /// The loads for the allocation: a provider to which the job may not go counts as too small for it.
    fn open_to(&self, job: u32, loads: &[Load]) -> Vec<Load> {
        let routed = Routed::of(&self.jobs[job as usize]);
        let told = |(provider, load): (usize, &Load)| Load {
            processors: if self.settings.grid.allows(routed, provider) { load.processors } else { 0 },
            ..*load
        };
        loads.iter().enumerate().map(told).collect()
    }

    /// The limit of a batch job at a provider, in seconds; the end of time if it has none there.
    fn whole_limit(&self, provider: usize, job: u32) -> Time {
        let rules = self.providers[provider].rules;
        let job = &self.jobs[job as usize];
        if rules.batch_jobs == BatchJobs::CountForEverWithoutLimit && !job.limit_known {
            Time::MAX
        } else {
            job.limit()
        }
    }

    /// Passes of the local policy, until a pass preempts no job: a preempted job waits again, and
    /// may fit into the remaining processors.
    pub(super) fn start_batch_jobs(&mut self, provider: usize) {
        while let Some(decisions) = self.providers[provider].pass(self.now) {
            self.carry_out(provider, decisions);
        }
    }

    /// Preempts the jobs that a pass preempts, then starts those that it starts.
    #[inline(never)]
    fn carry_out(&mut self, provider: usize, decisions: Decisions) {
        if let Some(watching) = &mut self.watching {
            let here = &self.providers[provider];
            let started = decisions.started.iter().map(|&place| here.waiting(place));
            watching.passed(provider, started.collect());
        }
        let mut requeued = Vec::new();
        for &place in &decisions.preempted {
            let job = self.providers[provider].running(place).job;
            requeued.push(self.preempt(provider, job));
            // A pass ends with the job that preempts.
            if let Some(&by) = decisions.started.last() {
                self.tell(job, Some(provider), |run| {
                    let by = run.providers[provider].waiting(by).job;
                    OwnDecision::Preempted { by }.into()
                });
            }
        }
        let mut running = Vec::new();
        let mut bound = decisions.bound.iter().cloned();
        for &place in &decisions.started {
            let job = self.providers[provider].waiting(place);
            running.push(self.start_batch_job(provider, job, bound.next()));
        }
        self.providers[provider].settle(decisions);
        if self.watching.is_some() {
            self.tell_batch_starts(provider, !requeued.is_empty());
        }
        let here = &mut self.providers[provider];
        requeued.into_iter().for_each(|job| here.requeue(job));
        running.into_iter().for_each(|job| here.runs(job));
    }

    fn start_batch_job(&mut self, provider: usize, waiting: Waiting, bound: Option<ProcessorSet>) -> Running {
        let job = waiting.job;
        let (course, running) = self.course_of_batch_job(provider, waiting);
        let here = &mut self.providers[provider];
        self.recorder.start(job, course, |tell| {
            here.take_for_batch_job(waiting, bound, tell);
        });
        self.running.push(course.released, job);
        self.began(provider, job, waiting.processors);
        running
    }

    /// Its times if it gets its processors now, as reported to its local policy.
    pub(super) fn course_of_batch_job(&mut self, provider: usize, waiting: Waiting) -> (Course, Running) {
        let Waiting { job, processors, limit, .. } = waiting;
        let now = self.now;
        self.progress[job as usize].runs = true;
        let run_time = self.progress[job as usize].run_time;
        let killed = run_time > limit && self.settings.local.over_limit == OverLimit::Kill;
        let end = now + if killed { limit } else { run_time };
        let rules = self.providers[provider].rules;
        let until = rules.round_up(now.saturating_add(limit));
        let course = Course {
            held_from: now,
            held_until: match rules.batch_jobs {
                BatchJobs::GiveWay => NEVER,
                _ => until,
            },
            start: now,
            end,
            released: end,
            completion: self.completion(job, self.first_start(job), end),
            killed,
        };
        let running = Running { job, processors, since: now, until };
        (course, running)
    }

    /// When a job started that has been on processors before; now otherwise.
    fn first_start(&self, job: u32) -> Time {
        let outcome = &self.recorder.schedule().outcomes[job as usize];
        match outcome.interruptions {
            0 => self.now,
            _ => outcome.start,
        }
    }

    /// Takes its processors from a running job. Returns the job as it waits again.
    fn preempt(&mut self, provider: usize, job: u32) -> Waiting {
        self.interrupt(job, false);
        self.give_processors(provider, job);
        let processors = self.recorder.schedule().outcomes[job as usize].processors;
        self.providers[provider].preempted(self.now, job, processors);
        if self.settings.local.preempted == Preempted::Restart {
            self.recorder.lose_work(job);
            let whole = self.as_given(job);
            self.progress[job as usize] = match whole.outlasts {
                Outlasts::Has => whole,
                _ => Progress { limit: self.whole_limit(provider, job), ..whole },
            };
        }
        Waiting {
            job,
            arrival: self.progress[job as usize].arrival,
            processors,
            limit: self.progress[job as usize].limit,
        }
    }

    /// A running batch job stops: its progress is subtracted from its remaining time.
    #[cold]
    pub(super) fn interrupt(&mut self, job: u32, suspended: bool) {
        let ran = self.recorder.interrupt(job, self.now, suspended);
        let processors = self.recorder.schedule().outcomes[job as usize].processors;
        self.grid.ended(self.now, job, processors);
        let progress = &mut self.progress[job as usize];
        progress.runs = false;
        progress.run_time -= ran;
        // A job that ran on past its limit asks for a second at a time from now on.
        if progress.limit < Time::MAX {
            progress.limit = (progress.limit - ran).max(1);
        }
    }
}

// Jobs that are not done when their open reservation ends: "if AR is open tasks are suspended"
// (Kurowski et al. 2011, Table 1).
//
// Such a job has its reservation's processors no longer, but is not killed: it is a batch job from
// then on, suspended like those that gave way to the reservation. Those resume first, each on its
// own processors; it resumes when no other job has any of its processors.

impl Simulation {
    /// Whether a job that has run for `ran` seconds when its reservation ends goes on afterwards:
    /// not if it is at its limit.
    pub(super) fn may_outlast(&self, provider: usize, job: u32, ran: Time) -> bool {
        let at_its_limit = ran >= self.as_given(job).limit;
        let killed = at_its_limit && self.settings.local.over_limit == OverLimit::Kill;
        self.providers[provider].rules.open && !killed
    }

    /// The job as a batch job on the processors that it was given: on fewer than it asked for it takes
    /// longer, and may.
    pub(super) fn as_given(&self, job: u32) -> Progress {
        let wanted = &self.jobs[job as usize];
        let processors = self.recorder.schedule().outcomes[job as usize].processors;
        Progress {
            run_time: on(processors, wanted, wanted.run_time),
            limit: on(processors, wanted, wanted.requested_time),
            ..self.progress[job as usize]
        }
    }

    /// The reservation of a job that is not done is over.
    #[cold]
    pub(super) fn outlast(&mut self, job: u32) {
        let outcome = self.recorder.schedule().outcomes[job as usize];
        let provider = outcome.provider as usize;
        let limit = self.as_given(job).limit;
        self.progress[job as usize].limit = limit;
        self.progress[job as usize].outlasts = Outlasts::Has;
        self.interrupt(job, true);
        let bars = self.recorder.schedule().bars_of(job as usize);
        let ranges = bars.iter().map(|bar| (bar.first_processor, bar.last_processor));
        self.providers[provider].outlast(job, ranges);
        self.providers[provider].end(self.now, job, outcome.held_until, outcome.processors);
        self.tell(job, Some(provider), |_| OwnDecision::Outlasts.into());
    }
}

impl Simulation {
    /// A reservation takes some of a running batch job's processors: it stops, and keeps the rest.
    pub(super) fn suspend(&mut self, provider: usize, job: u32, by: u32) {
        self.interrupt(job, true);
        self.tell(job, Some(provider), |_| OwnDecision::Suspended { by }.into());
        let processors = self.recorder.schedule().outcomes[job as usize].processors;
        self.providers[provider].suspend(self.now, job, processors);
    }

    /// The suspended batch jobs of a provider that have all their processors again resume. Returns
    /// whether there were any.
    #[inline(never)]
    pub(super) fn resume_batch_jobs(&mut self, provider: usize) -> bool {
        let resumable = self.providers[provider].take_resumable();
        let any = !resumable.is_empty();
        for (job, own) in resumable {
            let waiting = Waiting {
                job,
                arrival: self.progress[job as usize].arrival,
                processors: self.recorder.schedule().outcomes[job as usize].processors,
                limit: self.progress[job as usize].limit,
            };
            let (course, running) = self.course_of_batch_job(provider, waiting);
            self.recorder.start(job, course, |tell| {
                own.ranges().for_each(|(first, last)| tell(first, last));
            });
            self.running.push(course.released, job);
            self.began(provider, job, waiting.processors);
            self.providers[provider].runs(running);
            self.tell_started(provider, job, None);
        }
        any
    }
}
