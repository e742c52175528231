//! The jobs that a start overtakes.

use super::ClusterSimulation;
use crate::engine::decisions::{Overtaken, Overtaking, Room};
use crate::policy::local::Instant;
use crate::system::cluster::waiting::WaitingJob;
use workload::Time;

impl ClusterSimulation {
    /// The waiting jobs that a job overtakes which the last pass starts; `None` if it overtakes none, or is not watched.
    /// O(n log n) for n waiting jobs.
    pub(super) fn overtaking(&self, job: &WaitingJob, at: &Instant) -> Option<Overtaking> {
        if !self.tells_of(job.job) {
            return None;
        }
        let turn = |it: &WaitingJob| (self.orders.key(it, false, at), it.arrival);
        let own = turn(job);
        let mut waiting: Vec<&WaitingJob> = self.waiting.all().collect();
        waiting.sort_unstable_by_key(|it| it.arrival);
        let (passed, others): (Vec<&WaitingJob>, Vec<_>) = waiting.into_iter().partition(|it| turn(it) < own);
        let later = others.iter().filter(|it| it.arrival < job.arrival);
        let jobs = |of: &[&WaitingJob]| of.iter().map(|it| it.job).collect::<Vec<u32>>();
        let overtaking = Overtaking {
            room: (!passed.is_empty()).then(|| self.room_beside(job, &passed)),
            passed: Overtaken::of(jobs(&passed)),
            later: Overtaken::of(later.map(|it| it.job).collect()),
            precedence: None,
        };
        let is_empty = overtaking.passed.is_empty() && overtaking.later.is_empty();
        (!is_empty).then_some(overtaking)
    }

    /// Why a job may pass others: by the earliest promise to one of them, of equals the one that arrived first.
    fn room_beside(&self, job: &WaitingJob, passed: &[&WaitingJob]) -> Room {
        let told = self.watching.as_ref().map_or(&[][..], |it| &it.told);
        let promised = |it: &&&WaitingJob| -> Option<(Time, u32)> {
            let told = told.iter().find(|told| told.job == it.job)?;
            Some((told.promise.as_ref()?.0, it.job))
        };
        let promises = passed.iter().filter_map(|it| promised(&it));
        let ends = self.now.saturating_add(job.limit);
        match promises.min_by_key(|it| it.0) {
            None => Room::OnNodes,
            Some((promised, job)) if ends <= promised => Room::EndsBefore { job, promised, ends },
            Some((promised, job)) => Room::BesideOnNodes { job, promised },
        }
    }
}
