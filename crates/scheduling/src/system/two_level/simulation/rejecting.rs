//! Jobs that no provider takes.

use super::Simulation;
use crate::engine::decisions::{Decision, Rejection};
use crate::system::two_level::{ReservationAllocation, Routed};

impl Simulation {
    /// No provider takes the job: it is over, and the jobs that wait for it are submitted and join this pass.
    #[cold]
    pub(super) fn reject(&mut self, job: u32) {
        let rejection = self.rejection(job);
        self.recorder.reject(job, rejection.cause().unwrap_or_default());
        if self.watching.is_some() {
            self.tell_at(self.now, job, None, Decision::Rejected(rejection));
            self.is_over(job);
        }
        self.settled += 1;
        self.arrivals.rejected(&mut self.jobs, job, self.now);
        self.admit();
    }

    /// Why no provider takes the job: none that it may go to is large enough, or none has an interval in time.
    fn rejection(&self, job: u32) -> Rejection {
        let wanted = &self.jobs[job as usize];
        let partition = ReservationAllocation::StaticPartition;
        let partitioned = self.settings.grid.reservation_allocation == partition;
        let open = self
            .providers
            .iter()
            .enumerate()
            .filter(|(index, _)| !partitioned || wanted.is_reservation() == (*index == 0))
            .filter(|(index, _)| self.settings.grid.allows(Routed::of(wanted), *index));
        let most = open.map(|(_, it)| it.load().processors).max().unwrap_or(0);
        match wanted.reservation {
            Some(request) if request.flexibility.least_of(wanted.processors) <= most => {
                Rejection::NoInterval { deadline: request.deadline }
            }
            _ => Rejection::TooLarge { needs: wanted.processors, most },
        }
    }
}
