//! The jobs that a batch job overtakes when it starts, and why it may: found after the policy has
//! decided.

use super::Simulation;
use crate::engine::decisions::{Overtaken, Overtaking, Room};
use crate::policy::local::turns::Turn;
use crate::policy::local::{Standing, Waiting};
use crate::system::prelude::*;
use crate::system::two_level::provider::{Outlook, Provider};

impl Simulation {
    /// Writes down the starts of a provider's last pass, which may have preempted running jobs. The
    /// queue is as the pass left it, without those that were preempted.
    pub(super) fn tell_batch_starts(&mut self, provider: usize, preempting: bool) {
        let Some(watching) = &self.watching else {
            return;
        };
        let started = watching.just_started(provider).to_vec();
        for (place, job) in started.iter().enumerate() {
            let is_last = place + 1 == started.len();
            let start = Start {
                here: &self.providers[provider],
                now: self.now,
                own: *job,
                started: &started,
                // A pass ends with the job that preempts.
                preempting: preempting && is_last,
            };
            let is_told = self.is_told(job.job);
            let overtaking = is_told.then(|| start.overtaking()).flatten();
            self.tell_started(provider, job.job, overtaking);
        }
    }

    /// Whether an entry on the job now stays in the log, as far as that is known.
    fn is_told(&self, job: u32) -> bool {
        match self.watching.as_ref().map(|it| it.log.watch()) {
            Some(Watch::Job(watched)) => watched == job,
            // Decisions before the last instant at or before the moment are forgotten.
            Some(Watch::Moment(time)) => self.next_time().is_none_or(|next| next == self.now || next > time),
            None => false,
        }
    }
}

/// A batch job that was started in the last pass of a provider.
struct Start<'a> {
    here: &'a Provider,
    now: Time,
    own: Waiting,
    /// All that the pass started.
    started: &'a [Waiting],
    /// Whether running jobs were preempted for it.
    preempting: bool,
}

impl Start<'_> {
    fn turn(&self, job: &Waiting) -> Turn {
        self.here.turn(job, self.now)
    }

    /// `None` if no job is overtaken. O(n) in the jobs that wait there, and in the promises of the
    /// provider.
    fn overtaking(&self) -> Option<Overtaking> {
        let own = self.turn(&self.own);
        let queue = self.here.queue();
        let passed = (0..queue.len()).filter(|&place| self.turn(&queue[place]) < own);
        let passed: Vec<usize> = passed.collect();
        let later = queue.iter().filter(|job| job.arrival < self.own.arrival).filter(|job| self.turn(job) > own);
        let later: Vec<Waiting> = later.copied().collect();
        let precedence = |other: &Waiting| self.here.precedence(self.own, *other);
        let overtaking = Overtaking {
            room: (!passed.is_empty()).then(|| self.room(&passed)),
            passed: Overtaken::of(passed.iter().map(|&place| queue[place].job).collect()),
            later: Overtaken::of(later.iter().map(|job| job.job).collect()),
            precedence: later.first().and_then(precedence),
        };
        let is_empty = overtaking.passed.is_empty() && overtaking.later.is_empty();
        (!is_empty).then_some(overtaking)
    }

    /// Why it may pass the jobs at these places of the queue.
    fn room(&self, passed: &[usize]) -> Room {
        if self.preempting {
            return Room::Preempting;
        }
        let promises = passed.iter().filter_map(|&place| self.promise(place));
        // The earliest, of equals the one that arrived first.
        match promises.min_by_key(|&(job, start)| (start, job.arrival)) {
            Some((job, start)) => self.room_beside(job, start),
            None => Room::Beside { needs: self.own.processors, free: self.outlook().free_until(self.limit()) },
        }
    }

    /// The job at this place and the start that it is promised, if it is.
    fn promise(&self, place: usize) -> Option<(Waiting, Time)> {
        match self.here.standing(place) {
            Standing::Promised { start } | Standing::Reserved { start } => Some((self.here.queue()[place], start)),
            _ => None,
        }
    }

    fn room_beside(&self, other: Waiting, promised: Time) -> Room {
        let (job, needs, ends) = (other.job, self.own.processors, self.limit());
        // As the calendar counts them: in whole slots, where it has such.
        let (from, _) = self.here.interval(other, promised);
        let (_, to) = self.here.interval(self.own, self.now);
        if promised <= self.now {
            return Room::Overrun;
        }
        if to <= from {
            return Room::EndsBefore { job, promised, ends };
        }
        let spare = self.outlook().free_between(from, to);
        if spare < needs {
            return Room::Overrun;
        }
        Room::BesidePromise { job, promised, needs, spare }
    }

    /// When it is believed to be over at the latest.
    fn limit(&self) -> Time {
        self.now.saturating_add(self.here.length(self.own))
    }

    /// The processors that it found at its turn: before its own start and those that followed, and
    /// with the promises that were made before it for the time of the pass.
    fn outlook(&self) -> Outlook {
        let own = self.turn(&self.own);
        let since = self.started.iter().filter(|job| self.turn(job) >= own);
        let since: Vec<Waiting> = since.copied().collect();
        let mut outlook = self.here.outlook(self.now, &since);
        let queue = self.here.queue();
        let mut before: Vec<usize> = (0..queue.len()).collect();
        before.retain(|&place| self.turn(&queue[place]) < own);
        sort_by_key(&mut before, |&place| self.turn(&queue[place]));
        for place in before {
            if let Standing::Promised { start } = self.here.standing(place)
                && start < Time::MAX
            {
                let job = queue[place];
                outlook.promise(self.here.interval(job, start), job.processors);
            }
        }
        outlook
    }
}
