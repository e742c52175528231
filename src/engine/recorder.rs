//! Writes the schedule down while it happens.

use super::{Bar, NEVER, Outcome, Processors, Schedule, Status};
use crate::workload::Time;

/// A schedule in the making.
#[derive(Clone, Debug)]
pub struct Recorder {
    schedule: Schedule,
}

/// The times of a job that starts, all known at that moment: nothing here is preempted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Start time S.
    pub start: Time,
    /// When the job itself ends.
    pub end: Time,
    /// When its processors become free.
    pub released: Time,
    /// End time C.
    pub completion: Time,
    /// Whether it is stopped.
    pub killed: bool,
}

impl Recorder {
    /// An empty schedule for `jobs` jobs.
    pub fn new(jobs: usize) -> Self {
        let unseen = Outcome {
            status: Status::Rejected,
            provider: 0,
            allocated: NEVER,
            promised_start: NEVER,
            start: NEVER,
            end: NEVER,
            released: NEVER,
            completion: NEVER,
            first_bar: 0,
            bar_count: 0,
        };
        Self {
            schedule: Schedule {
                outcomes: vec![unseen; jobs],
                bars: Vec::with_capacity(jobs),
            },
        }
    }

    /// The job was sent to a provider at `now`.
    pub fn allocate(&mut self, job: u32, provider: usize, now: Time) {
        let outcome = &mut self.schedule.outcomes[job as usize];
        outcome.provider = provider as u32;
        outcome.allocated = now;
    }

    /// The job, a reservation, was booked to begin at `start`.
    pub fn promise(&mut self, job: u32, start: Time) {
        self.schedule.outcomes[job as usize].promised_start = start;
    }

    /// The job starts on the lowest free processors of its provider.
    pub fn start(&mut self, job: u32, course: Course, size: u32, processors: &mut Processors) {
        let Schedule { outcomes, bars } = &mut self.schedule;
        let outcome = &mut outcomes[job as usize];
        outcome.first_bar = bars.len() as u32;
        processors.take(size, |first_processor, last_processor| {
            bars.push(Bar {
                job,
                provider: outcome.provider,
                first_processor,
                last_processor,
                start: course.start,
                end: course.released,
            });
        });
        outcome.bar_count = bars.len() as u32 - outcome.first_bar;
        outcome.status = if course.killed {
            Status::Killed
        } else {
            Status::Done
        };
        if outcome.promised_start == NEVER {
            outcome.promised_start = course.start;
        }
        outcome.start = course.start;
        outcome.end = course.end;
        outcome.released = course.released;
        outcome.completion = course.completion;
    }

    /// The job's processors are free again.
    pub fn release(&self, job: u32, processors: &mut Processors) {
        for bar in self.schedule.bars_of(job as usize) {
            processors.give(bar.first_processor, bar.last_processor);
        }
    }

    /// The schedule so far.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The schedule, finished.
    pub fn finish(self) -> Schedule {
        self.schedule
    }
}
