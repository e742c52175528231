//! Writes the schedule down while it happens.

use super::{Bar, Cause, Causes, NEVER, Outcome, Schedule, Status, Stint};
use workload::Time;

/// A schedule in the making.
#[derive(Clone, Debug)]
pub struct Recorder {
    schedule: Schedule,
    causes: Causes,
}

/// The times of a job that gets its processors, valid if it is not interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// From when it holds the processors.
    pub held_from: Time,
    /// Until when they are promised to it; [`NEVER`] where no calendar counts it.
    pub held_until: Time,
    /// When the job starts: after `held_from` in a reservation that slots have widened.
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
        Self {
            schedule: Schedule {
                outcomes: vec![Outcome::UNSEEN; jobs],
                bars: Vec::with_capacity(jobs),
                earlier: Vec::new(),
            },
            causes: Causes::default(),
        }
    }

    /// The job was sent to a provider at `now`, to run on `processors` processors.
    pub fn allocate(&mut self, job: u32, provider: usize, processors: u32, now: Time) {
        let outcome = &mut self.schedule.outcomes[job as usize];
        outcome.provider = provider as u32;
        outcome.processors = processors;
        outcome.allocated = now;
    }

    pub fn reject(&mut self, job: u32, cause: Cause) {
        self.causes.note(job, cause);
    }

    /// The job, a reservation, was booked from `start` until `end`.
    pub fn promise(&mut self, job: u32, start: Time, end: Time) {
        let outcome = &mut self.schedule.outcomes[job as usize];
        (outcome.promised_start, outcome.promised_end) = (start, end);
    }

    /// The job gets processors: `take` passes on their ranges, first and last inclusive, ascending.
    pub fn start(&mut self, job: u32, course: Course, take: impl FnOnce(&mut dyn FnMut(u32, u32))) {
        let provider = self.schedule.outcomes[job as usize].provider as usize;
        self.start_on(job, course, |tell| {
            take(&mut |first, last| tell(provider, first, last));
        });
    }

    /// The job gets processors of several providers at once: `take` passes on their ranges with the
    /// index of the provider, first and last inclusive, ascending for each provider.
    pub fn start_on(&mut self, job: u32, course: Course, take: impl FnOnce(&mut dyn FnMut(usize, u32, u32))) {
        let Schedule { outcomes, bars, .. } = &mut self.schedule;
        let outcome = &mut outcomes[job as usize];
        outcome.first_bar = bars.len() as u32;
        take(&mut |provider, first_processor, last_processor| {
            bars.push(Bar {
                job,
                provider: provider as u32,
                first_processor,
                last_processor,
                start: course.held_from,
                end: course.released,
            });
        });
        outcome.bar_count = bars.len() as u32 - outcome.first_bar;
        outcome.status = if course.killed { Status::Killed } else { Status::Done };
        if outcome.promised_start == NEVER {
            outcome.promised_start = course.start;
        }
        if outcome.interruptions == 0 {
            outcome.start = course.start;
        }
        outcome.ran += course.end - course.start;
        outcome.held_from = course.held_from;
        outcome.held_until = course.held_until;
        outcome.end = course.end;
        outcome.released = course.released;
        outcome.completion = course.completion;
    }

    /// The job loses its processors at `now`: `suspended`, to resume on the same ones, or
    /// preempted. Returns how long it had run since it got them.
    pub fn interrupt(&mut self, job: u32, now: Time, suspended: bool) -> Time {
        let Schedule { outcomes, bars, earlier } = &mut self.schedule;
        let outcome = &mut outcomes[job as usize];
        earlier.push(Stint {
            job,
            first_bar: outcome.first_bar,
            bar_count: outcome.bar_count,
            held_until: outcome.held_until,
            suspended,
        });
        let first = outcome.first_bar as usize;
        for bar in &mut bars[first..first + outcome.bar_count as usize] {
            bar.end = now;
        }
        // A reservation that slots have widened holds them before its job starts.
        let ran = now - outcome.held_from.max(outcome.start);
        outcome.ran -= outcome.end - now;
        outcome.interruptions += 1;
        // Until it resumes, its end is unknown.
        (outcome.end, outcome.released, outcome.completion) = (NEVER, NEVER, NEVER);
        ran
    }

    /// For this long the job that has been started last did not run, though it kept its processors.
    pub fn was_suspended(&mut self, job: u32, seconds: Time) {
        self.schedule.outcomes[job as usize].ran -= seconds;
    }

    /// The job loses the work that it has done so far.
    pub fn lose_work(&mut self, job: u32) {
        let outcome = &mut self.schedule.outcomes[job as usize];
        outcome.lost += outcome.ran;
        outcome.ran = 0;
    }

    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Why jobs were rejected so far; leaves none behind.
    pub fn take_causes(&mut self) -> Causes {
        std::mem::take(&mut self.causes)
    }

    pub fn finish(mut self) -> Schedule {
        self.schedule.earlier.sort_unstable();
        self.schedule
    }
}
