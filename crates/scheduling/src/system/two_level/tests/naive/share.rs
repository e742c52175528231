//! Fair share: the usage of each owner.

use super::*;

impl Naive<'_> {
    fn owner(&self, job: usize) -> i64 {
        match self.settings.local.fair_share.among {
            ShareAmong::Users => self.jobs[job].logged.user,
            ShareAmong::Groups => self.jobs[job].logged.group,
        }
    }

    /// Processor seconds of the job's owner on this machine, before now; none are forgotten.
    pub fn used_by_owner_of(&self, machine: usize, job: usize) -> Time {
        let among_groups = self.settings.local.fair_share.among == ShareAmong::Groups;
        self.used_by(machine, among_groups, self.owner(job))
    }

    /// Processor seconds of a user or a group on this machine, before now.
    pub fn used_by(&self, machine: usize, is_group: bool, owner: i64) -> Time {
        self.usage.get(&(machine, is_group, owner)).copied().unwrap_or(0)
    }

    /// The batch jobs that are forwarded now are reordered among themselves, those first whose owners have the least
    /// usage at all machines.
    pub fn put_in_order_of_usage(&mut self, forwarded: &[usize]) {
        let is_batch = |job: &usize| !self.jobs[*job].is_reservation();
        let batch: Vec<usize> = forwarded.iter().copied().filter(is_batch).collect();
        let places: Vec<usize> = batch.iter().map(|&job| self.arrivals[job]).collect();
        let used = |job: usize| -> Time {
            let machines = 0..self.machines.len();
            machines.map(|it| self.used_by_owner_of(it, job)).sum()
        };
        let mut ordered = batch;
        ordered.sort_by_key(|&job| (used(job), self.arrivals[job]));
        for (job, place) in ordered.into_iter().zip(places) {
            self.arrivals[job] = place;
        }
    }

    /// A second passes: each job on a processor adds it to its owner's usage.
    pub fn use_up(&mut self) {
        for machine in 0..self.machines.len() {
            let here = &self.machines[machine];
            let places = here.reserved.iter().zip(&here.batch);
            let runs = |job: &usize| !here.suspended.contains(job);
            let holders = places.filter_map(|it| it.0.or(it.1.filter(runs)));
            for job in holders.collect::<Vec<_>>() {
                let Logged { user, group, .. } = self.jobs[job].logged;
                for (is_group, owner) in [(false, user), (true, group)] {
                    *self.usage.entry((machine, is_group, owner)).or_default() += 1;
                }
            }
        }
    }
}
