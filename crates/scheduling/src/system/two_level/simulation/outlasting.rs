//! Jobs that are not done when their open reservation ends: "if AR is open tasks are suspended"
//! (Kurowski et al. 2011, Table 1).
//!
//! Such a job has its reservation's processors no longer, but is not killed: it is a batch job from
//! then on, suspended like those that gave way to the reservation. Those resume first, each on its
//! own processors; it resumes when no other job has any of its processors.

use super::{Outlasts, Progress, Simulation};
use crate::system::two_level::OverLimit;
use crate::system::two_level::decisions::OwnDecision;
use workload::Time;

use super::offers::on;

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
