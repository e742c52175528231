//! The state of a provider, for explanations of decisions.

use super::{Provider, next_multiple};
use crate::policy::local::turns::Turn;
use crate::policy::local::{Standing, Waiting};
use crate::policy::order_values::{OrderValues, Precedence};
use crate::system::two_level::rules::BatchJobs;
use workload::Time;

impl Provider {
    /// From now on the queue is read from outside.
    pub fn show_queue(&mut self) {
        self.queue.stay_closed();
        self.watched = true;
    }

    /// The batch jobs that wait, in order of arrival. Only of a provider that shows its queue.
    pub fn queue(&self) -> &[Waiting] {
        debug_assert_eq!(self.queue.jobs().len(), self.queue.len());
        self.queue.jobs()
    }

    /// How the job at this place of the queue stands with the policy.
    pub fn standing(&self, place: usize) -> Standing {
        self.policy.standing(self.queue(), place)
    }

    /// The part of a job's turn that decides whether it comes before another's: the lower comes
    /// first.
    pub fn turn(&self, job: &Waiting, now: Time) -> Turn {
        (self.policy.order(job, now), job.arrival)
    }

    /// The values that an order by formula gave the waiting jobs at the last pass.
    pub fn values(&self) -> Option<&OrderValues> {
        self.policy.values()
    }

    /// Why the turn of `ahead` came before that of `behind`, although it arrived later: by such values.
    pub fn precedence(&self, ahead: Waiting, behind: Waiting) -> Option<Precedence> {
        let came_later = ahead.arrival > behind.arrival;
        let values = self.values().filter(|_| came_later)?;
        values.precedence(ahead.job, behind.job)
    }

    /// Whether a running job may be preempted for a waiting one.
    pub fn gives_way(&self, running: u32, waiting: u32) -> bool {
        self.policy.gives_way(running, waiting)
    }

    /// The next multiple of its period, if that keeps it from acting at `now`.
    pub fn next_action(&self, now: Time) -> Option<Time> {
        let off = self.period > 0 && now.rem_euclid(self.period) != 0;
        off.then(|| next_multiple(now, self.period))
    }

    /// The interval in which the calendar would count a waiting job from `start` on.
    pub fn interval(&self, waiting: Waiting, start: Time) -> (Time, Time) {
        let end = start.saturating_add(self.length(waiting));
        (self.rules.round_down(start), self.rules.round_up(end))
    }

    /// Whether something happened that the policy has not been asked about.
    pub fn has_changed(&self) -> bool {
        self.changed
    }

    /// Whether batch jobs are suspended for reservations, and stand in no calendar.
    pub fn batch_jobs_give_way(&self) -> bool {
        self.rules.batch_jobs == BatchJobs::GiveWay
    }

    /// The suspended batch jobs, and how many processors each keeps.
    pub fn suspended(&self) -> Vec<(u32, u32)> {
        self.suspensions.as_ref().map_or_else(Vec::new, |it| it.kept())
    }
}
