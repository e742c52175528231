//! Batch jobs that give way to reservations, and resume afterwards.

use super::Simulation;
use crate::policy::local::Waiting;
use crate::system::two_level::decisions::OwnDecision;

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
