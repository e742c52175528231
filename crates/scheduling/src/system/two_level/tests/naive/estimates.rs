//! Estimates of run times, from the bullet "Estimates" of their description: jobs count until their estimates, and reservations
//! are kept by the limits, second by second.

use super::machine::Machine;
use super::*;

/// How long a running job is believed to run.
#[derive(Clone, Copy)]
pub struct Belief {
    until: Time,
    outlived: usize,
}

/// Minutes after which an estimate is looked at again.
const MINUTES: [Time; 11] = [1, 5, 15, 30, 60, 120, 300, 600, 1200, 3000, 6000];

impl Naive<'_> {
    /// The estimate of a job that is submitted now.
    pub fn estimate_of(&self, job: usize) -> Option<Time> {
        let wanted = &self.jobs[job];
        let limit = self.limit_of(job);
        let of_user = |other: &usize| {
            let user = self.jobs[*other].logged.user;
            let ended = matches!(&self.fates[*other], Some(it) if (0..=self.now).contains(&it.released));
            user != UNKNOWN && user == wanted.logged.user && ended
        };
        let estimate = match self.settings.local.estimate {
            Estimate::Limit => return None,
            Estimate::RunTime => wanted.run_time,
            Estimate::Factor(factor) => (wanted.run_time as f64 * factor).ceil() as Time,
            Estimate::UserMean => {
                let mut ended: Vec<usize> = (0..self.jobs.len()).filter(of_user).collect();
                let fate = |job: usize| self.fates[job].as_ref().expect("a fate");
                ended.sort_by_key(|&it| (fate(it).released, it));
                match ended.as_slice() {
                    [.., a, b] => (fate(*a).ran + fate(*b).ran + 1).div_euclid(2),
                    _ => limit,
                }
            }
        };
        Some(estimate.min(limit).max(1))
    }

    /// Estimates that are outlived this second.
    pub fn outlive(&mut self) {
        for job in 0..self.jobs.len() {
            let (Some(belief), Some(fate)) = (self.beliefs[job], &self.fates[job]) else {
                continue;
            };
            let at_limit = fate.start.saturating_add(self.limit_of(job));
            if belief.until != self.now || fate.released <= self.now || at_limit <= self.now {
                continue;
            }
            let more = 60 * MINUTES[belief.outlived.min(MINUTES.len() - 1)];
            self.beliefs[job] = Some(Belief { until: at_limit.min(self.now + more), outlived: belief.outlived + 1 });
            self.machines[fate.provider].has_changed = true;
        }
    }

    /// The machine with running jobs until their estimates, if there are such.
    pub fn as_believed(&self, machine: usize) -> Option<Machine> {
        if self.settings.local.estimate == Estimate::Limit {
            return None;
        }
        let mut plan = self.machines[machine].clone();
        for promise in &mut plan.promises {
            if let Some(belief) = self.beliefs[promise.job] {
                promise.to = belief.until;
            }
        }
        Some(plan)
    }

    fn length(&self, job: usize) -> Time {
        self.estimates[job].unwrap_or(self.limit_of(job))
    }

    /// The end of time where the log says that it has none.
    fn limit_of(&self, job: usize) -> Time {
        if self.jobs[job].is_unlimited { Time::MAX } else { self.jobs[job].requested_time }
    }

    /// Starts the job if it fits: where there is a plan, by that and until its limit beside reservations.
    pub fn start_by_plan(&mut self, machine: usize, plan: &mut Option<Machine>, job: usize) -> bool {
        let Some(plan) = plan else {
            return self.start_if_it_fits(machine, job);
        };
        let size = self.jobs[job].processors;
        let mut idle = self.machines[machine].idle();
        if idle.len() < size as usize || !self.fits_at(machine, plan, job, self.now) {
            return false;
        }
        idle.truncate(size as usize);
        let until = self.now.saturating_add(self.length(job));
        self.beliefs[job] = Some(Belief { until, outlived: 0 });
        plan.promise(job, size, (self.now, until), None);
        let here = &mut self.machines[machine];
        here.waiting.retain(|&it| it != job);
        for &processor in &idle {
            here.batch[processor as usize] = Some(job);
        }
        self.start_stint(job, idle);
        true
    }

    /// Promises the job the first later second at which it fits.
    pub fn promise_by_plan(&self, machine: usize, plan: &mut Machine, job: usize) {
        let ends = plan.promises.iter().chain(&self.machines[machine].promises);
        let last = ends.map(|it| it.to).filter(|&it| it < Time::MAX).max().unwrap_or(0).max(self.now + 1);
        let mut later = self.now + 1..=last;
        if let Some(start) = later.find(|&it| self.fits_at(machine, plan, job, it)) {
            let end = start.saturating_add(self.length(job));
            plan.promise(job, self.jobs[job].processors, (start, end), None);
        }
    }

    fn fits_at(&self, machine: usize, plan: &Machine, job: usize, start: Time) -> bool {
        let wanted = &self.jobs[job];
        let size = wanted.processors;
        if plan.free_throughout(start, start.saturating_add(self.length(job))) < size {
            return false;
        }
        let here = &self.machines[machine];
        let limit = start.saturating_add(self.limit_of(job));
        let mut seconds = here
            .promises
            .iter()
            .filter(|it| self.jobs[it.job].is_reservation())
            .flat_map(|it| it.from.max(start)..it.to.min(limit));
        seconds.all(|second| here.count_at(second) >= i64::from(size))
    }
}
