//! Batch jobs: where they go, their starts, and their interruptions.

use super::{Progress, Simulation};
use crate::engine::{Course, NEVER};
use crate::policy::grid::Load;
use crate::policy::local::{Running, Waiting};
use crate::system::two_level::provider::Provider;
use crate::system::two_level::rules::BatchJobs;
use crate::system::two_level::{OverLimit, Preempted};
use crate::workload::Time;

impl Simulation {
    pub(super) fn allocate_batch_job(&mut self, job: u32) {
        let processors = self.jobs[job as usize].processors;
        let loads: Vec<Load> = self.providers.iter().map(Provider::load).collect();
        // A job larger than every provider stays as the recorder began it: rejected.
        let Some(chosen) = self.grid.batch.choose(processors, &loads) else {
            return;
        };
        self.recorder.allocate(job, chosen, processors, self.now);
        let provider = &mut self.providers[chosen];
        let unlimited = provider.rules.batch_jobs == BatchJobs::CountForEverWithoutLimit;
        if unlimited && !self.jobs[job as usize].limit_known {
            self.progress[job as usize].limit = Time::MAX;
        }
        let limit = self.progress[job as usize].limit;
        provider.submit(Waiting {
            job,
            processors,
            limit,
        });
    }

    /// One pass of the local policy: preempts the jobs that it preempts, starts those that it
    /// starts.
    pub(super) fn start_batch_jobs(&mut self, provider: usize) {
        let Some(decisions) = self.providers[provider].pass(self.now) else {
            return;
        };
        let mut requeued = Vec::new();
        for &place in &decisions.preempted {
            let job = self.providers[provider].running(place).job;
            requeued.push(self.preempt(provider, job));
        }
        let mut running = Vec::new();
        for &place in &decisions.started {
            let job = self.providers[provider].waiting(place);
            running.push(self.start_batch_job(provider, job));
        }
        let here = &mut self.providers[provider];
        here.settle(decisions);
        requeued.into_iter().for_each(|job| here.requeue(job));
        running.into_iter().for_each(|job| here.runs(job));
    }

    fn start_batch_job(&mut self, provider: usize, waiting: Waiting) -> Running {
        let Waiting {
            job,
            processors,
            limit,
        } = waiting;
        let now = self.now;
        let progress = &mut self.progress[job as usize];
        progress.runs = true;
        let run_time = progress.run_time;
        let killed = run_time > limit && self.settings.local.over_limit == OverLimit::Kill;
        let end = now + if killed { limit } else { run_time };
        let here = &mut self.providers[provider];
        let until = here.rules.round_up(now.saturating_add(limit));
        let course = Course {
            held_from: now,
            held_until: match here.rules.batch_jobs {
                BatchJobs::GiveWay => NEVER,
                _ => until,
            },
            start: now,
            end,
            released: end,
            completion: end,
            killed,
        };
        let free = &mut here.processors;
        self.recorder
            .start(job, course, |tell| free.take(processors, tell));
        self.running.push(end, job);
        here.began(now, job, processors);
        Running {
            job,
            processors,
            since: now,
            until,
        }
    }

    /// Takes its processors from a running job. What it is when it waits again.
    fn preempt(&mut self, provider: usize, job: u32) -> Waiting {
        let processors = self.interrupt(provider, job);
        let schedule = self.recorder.schedule();
        for bar in schedule.bars_of(job as usize) {
            let (first, last) = (bar.first_processor, bar.last_processor);
            self.providers[provider].processors.give(first, last);
        }
        if self.settings.local.preempted == Preempted::Restart {
            self.recorder.lose_work(job);
            self.progress[job as usize] = Progress::none(&self.jobs[job as usize]);
        }
        Waiting {
            job,
            processors,
            limit: self.progress[job as usize].limit,
        }
    }

    /// A running batch job stops at `now`: what it has done counts against what is left of it. Returns
    /// its size.
    pub(super) fn interrupt(&mut self, provider: usize, job: u32) -> u32 {
        let ran = self.recorder.interrupt(job, self.now);
        let progress = &mut self.progress[job as usize];
        progress.runs = false;
        progress.run_time -= ran;
        // A job that ran on past its limit asks for a second at a time from now on.
        progress.limit = progress.limit.saturating_sub(ran).max(1);
        let processors = self.jobs[job as usize].processors;
        self.providers[provider].stopped(self.now, job, processors);
        processors
    }
}
