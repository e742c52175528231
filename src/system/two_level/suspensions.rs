//! Batch jobs that give way to reservations: Platform LSF in Table 1 (Kurowski et al. 2011).
//!
//! "Non-AR task suspended if it blocks AR task, resumed when AR ends."

use std::collections::BTreeMap;

use crate::availability::ProcessorSet;

/// The batch jobs on the processors of one provider, running or suspended, and what they have lent.
///
/// A suspended job keeps its place: the processors that no reservation uses stay idle for it, as the
/// memory of a stopped process stays where it is.
#[derive(Default)]
pub struct Suspensions {
    jobs: BTreeMap<u32, Holding>,
}

struct Holding {
    /// The job's own processors.
    own: ProcessorSet,
    /// Those of them that reservations use.
    lent: ProcessorSet,
    suspended: bool,
}

impl Suspensions {
    /// A batch job gets these processors.
    pub fn runs_on(&mut self, job: u32, own: ProcessorSet) {
        let mut lent = own.clone();
        lent.remove(&own);
        let suspended = false;
        self.jobs.insert(
            job,
            Holding {
                own,
                lent,
                suspended,
            },
        );
    }

    /// A batch job is done, or was preempted.
    pub fn ends(&mut self, job: u32) {
        self.jobs.remove(&job);
    }

    /// A reservation takes these processors. Returns the jobs that ran on some of them, which are
    /// suspended now; takes out of `processors` those that belong to a batch job.
    pub fn lend(&mut self, processors: &mut ProcessorSet) -> Vec<u32> {
        let mut suspended = Vec::new();
        let wanted = processors.clone();
        for (&job, holding) in &mut self.jobs {
            let mut shared = holding.own.clone();
            shared.keep(&wanted);
            if shared.is_empty() {
                continue;
            }
            if !holding.suspended {
                holding.suspended = true;
                suspended.push(job);
            }
            holding.lent.add(&shared);
            processors.remove(&shared);
        }
        suspended
    }

    /// A reservation gives these processors back. Takes out of them those that belong to a batch job.
    pub fn give_back(&mut self, processors: &mut ProcessorSet) {
        let given = processors.clone();
        for holding in self.jobs.values_mut() {
            holding.lent.remove(&given);
            processors.remove(&holding.own);
        }
    }

    /// The suspended jobs, and how many processors each keeps that no reservation uses.
    pub fn kept(&self) -> Vec<(u32, u32)> {
        let suspended = self.jobs.iter().filter(|(_, it)| it.suspended);
        let kept = |it: &Holding| it.own.count() - it.lent.count();
        suspended.map(|(&job, it)| (job, kept(it))).collect()
    }

    /// The suspended jobs that have all their processors again, and which: they go on.
    pub fn resume(&mut self) -> Vec<(u32, ProcessorSet)> {
        let whole = self.jobs.iter_mut();
        let whole = whole.filter(|(_, it)| it.suspended && it.lent.is_empty());
        whole
            .map(|(&job, holding)| {
                holding.suspended = false;
                (job, holding.own.clone())
            })
            .collect()
    }
}
