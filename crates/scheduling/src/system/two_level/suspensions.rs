//! Batch jobs that give way to reservations: Platform LSF in Table 1 (Kurowski et al. 2011).
//!
//! "Non-AR task suspended if it blocks AR task, resumed when AR ends."

use std::collections::BTreeMap;

use crate::availability::ProcessorSet;

/// The batch jobs on the processors of one provider, running or suspended, and the processors that
/// they have lent.
///
/// A suspended job keeps its place: the processors that no reservation uses stay idle for it, as the
/// memory of a stopped process stays where it is.
#[derive(Default)]
pub struct Suspensions {
    jobs: BTreeMap<u32, Holding>,
    /// The jobs that outlast their reservations and have not gone on since, in the order in which
    /// those ended, with their processors. Of these batch jobs may have some, and reservations.
    outlasting: Vec<(u32, ProcessorSet)>,
    /// The processors that reservations use.
    reserved: Option<ProcessorSet>,
}

struct Holding {
    /// The job's own processors.
    own: ProcessorSet,
    /// The processors among them that reservations use.
    lent: ProcessorSet,
    suspended: bool,
}

impl Suspensions {
    /// A batch job gets these processors.
    pub fn runs_on(&mut self, job: u32, own: ProcessorSet) {
        let mut lent = own.clone();
        lent.remove(&own);
        let suspended = false;
        self.jobs.insert(job, Holding { own, lent, suspended });
    }

    /// A batch job is done, or was preempted. Takes out of its `processors` those that one that
    /// outlasts its reservation waits for.
    pub fn ends(&mut self, job: u32, processors: &mut ProcessorSet) {
        self.jobs.remove(&job);
        for (_, own) in &self.outlasting {
            processors.remove(own);
        }
    }

    /// The reservation on these processors is over, and its job is not done: it will resume there.
    pub fn outlast(&mut self, job: u32, own: ProcessorSet) {
        self.return_lent(&own);
        self.outlasting.push((job, own));
    }

    /// How many processors would be free if a running batch job stopped.
    pub fn would_free(&self, job: u32) -> Option<u32> {
        let mut own = self.jobs.get(&job)?.own.clone();
        for (_, others) in &self.outlasting {
            own.remove(others);
        }
        Some(own.count())
    }

    /// A reservation takes these processors. Returns the jobs that ran on some of them, which are
    /// suspended now; takes out of `processors` those that belong to a batch job.
    pub fn lend(&mut self, processors: &mut ProcessorSet) -> Vec<u32> {
        let mut suspended = Vec::new();
        let wanted = processors.clone();
        let reserved = self.reserved.get_or_insert_with(|| wanted.clone());
        reserved.add(&wanted);
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
        for (_, own) in &self.outlasting {
            processors.remove(own);
        }
        suspended
    }

    /// A reservation gives these processors back. Takes out of them those that belong to a batch job.
    pub fn give_back(&mut self, processors: &mut ProcessorSet) {
        self.return_lent(processors);
        for holding in self.jobs.values() {
            processors.remove(&holding.own);
        }
        for (_, own) in &self.outlasting {
            processors.remove(own);
        }
    }

    /// A reservation uses these no longer.
    fn return_lent(&mut self, given: &ProcessorSet) {
        for holding in self.jobs.values_mut() {
            holding.lent.remove(given);
        }
        if let Some(reserved) = &mut self.reserved {
            reserved.remove(given);
        }
    }

    /// The suspended jobs, and how many processors each keeps that no reservation uses.
    pub fn kept(&self) -> Vec<(u32, u32)> {
        let suspended = self.jobs.iter().filter(|(_, it)| it.suspended);
        let kept = |it: &Holding| it.own.count() - it.lent.count();
        let suspended = suspended.map(|(&job, it)| (job, kept(it)));
        let outlasting = self.outlasting.iter().enumerate().map(|(place, (job, own))| {
            let mut kept = own.clone();
            self.remove_used_by_others(&mut kept, place);
            (*job, kept.count())
        });
        suspended.chain(outlasting).collect()
    }

    /// Removes the processors that reservations use, those that batch jobs have, and those that
    /// jobs wait for whose reservations ended before that of the one at `place`.
    fn remove_used_by_others(&self, processors: &mut ProcessorSet, place: usize) {
        let batch = self.jobs.values().map(|it| &it.own);
        let before = self.outlasting[..place].iter().map(|(_, own)| own);
        for others in batch.chain(before).chain(&self.reserved) {
            processors.remove(others);
        }
    }

    /// The suspended jobs that have all their processors again, and these processors: they resume.
    /// Last those that outlast a reservation.
    pub fn resume(&mut self) -> Vec<(u32, ProcessorSet)> {
        let whole = self.jobs.iter_mut().filter(|(_, it)| it.suspended && it.lent.is_empty());
        let mut resumed: Vec<(u32, ProcessorSet)> = whole
            .map(|(&job, holding)| {
                holding.suspended = false;
                (job, holding.own.clone())
            })
            .collect();
        let mut place = 0;
        while place < self.outlasting.len() {
            let (job, own) = &self.outlasting[place];
            let mut left = own.clone();
            self.remove_used_by_others(&mut left, place);
            if left.count() < own.count() {
                place += 1;
                continue;
            }
            let (job, own) = (*job, self.outlasting.remove(place).1);
            self.runs_on(job, own.clone());
            resumed.push((job, own));
        }
        resumed
    }
}
