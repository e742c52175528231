//! A pass of the local policy: its input, and the effects of its decisions.

use super::{Provider, work_of};
use crate::availability::Availability;
use crate::policy::local::{Ahead, Decisions, LocalPass, Named, Running, Waiting, remove_places};
use crate::system::two_level::rules::BatchJobs;
use workload::Time;

impl Provider {
    /// One pass of the local policy: its decisions, for [`Provider::settle`]; `None` if there is
    /// nothing to decide.
    pub fn pass(&mut self, now: Time) -> Option<Decisions> {
        if !self.changed || (self.period > 0 && now.rem_euclid(self.period) != 0) {
            return None;
        }
        self.changed = false;
        if self.queue.is_empty() || !self.held_up.is_empty() {
            // The ended jobs are still to be reported to the policy at its next decision.
            self.changed = !self.queue.is_empty();
            self.forget_ended_if_idle();
            return None;
        }
        self.calendar.forget_before(now);
        self.queue.prepare(|job| self.policy.filed(job));
        let (queue, left) = self.queue.parts();
        let idle = &self.processors;
        let named = self.names.as_mut().map(|names| {
            names.slots.forget_before(now);
            Named { slots: &mut names.slots, of: &names.of, idle: idle.free_set().clone() }
        });
        if let Some(believed) = &mut self.believed {
            believed.calendar.forget_before(now);
        }
        let mut decisions = std::mem::take(&mut self.decisions);
        let mut pass = LocalPass {
            now,
            queue,
            left,
            watched: self.watched,
            running: &self.running,
            ended: &self.ended,
            calendar: &mut *self.calendar,
            believed: self.believed.as_mut(),
            free: self.processors.free(),
            // Running jobs only ever give processors back; a reservation still to begin takes some.
            ahead: match self.rules.batch_jobs {
                BatchJobs::GiveWay => Ahead::GivesWay,
                _ if self.booked.is_empty() => Ahead::Clear,
                _ => Ahead::Calendar,
            },
            named: named.filter(|_| self.rules.batch_jobs != BatchJobs::GiveWay),
            room: std::mem::take(&mut self.room),
            decisions: &mut decisions,
        };
        self.policy.pass(&mut pass);
        self.room = pass.room;
        self.room.forget();
        self.ended.clear();
        Some(decisions)
    }

    /// The waiting job at this place of the queue.
    pub fn waiting(&self, place: usize) -> Waiting {
        self.queue.jobs()[place]
    }

    /// The running job at this place, if the policy preempts.
    pub fn running(&self, place: usize) -> Running {
        self.running[place]
    }

    /// Takes the jobs that a pass started out of the queue, and those that it preempted off the
    /// running ones.
    pub fn settle(&mut self, mut decisions: Decisions) {
        for &place in &decisions.started {
            let job = self.waiting(place);
            self.waiting_work -= work_of(job);
            self.waiting_processors -= u64::from(job.processors);
        }
        decisions.started.sort_unstable();
        self.queue.settle(&decisions.started);
        decisions.preempted.sort_unstable();
        remove_places(&mut self.running, &decisions.preempted);
        decisions.started.clear();
        decisions.bound.clear();
        decisions.preempted.clear();
        self.decisions = decisions;
    }

    fn forget_ended_if_idle(&mut self) {
        if self.queue.is_empty() {
            self.ended.clear();
        }
    }
}
