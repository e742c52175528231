//! Estimates of run times, from the bullet "Estimates" of their description: jobs count until their estimates, and reservations
//! are kept by the limits, second by second.

use super::machine::Machine;
use super::*;
use crate::system::two_level::*;
use workload::{Job, Time};

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

/// The rules of a provider's local system.
#[derive(Clone, Copy)]
pub struct Habits {
    /// Promises begin and end at multiples of this many seconds.
    slot: Time,
    /// A reservation's job is killed this long before the reservation's end.
    pub killed_early: Time,
    /// That job is suspended instead.
    pub open: bool,
    /// Reservations, and batch jobs if they count, are bound to processors when they are promised.
    pub names_processors: bool,
    /// Running batch jobs stand in the way of reservations, and reservations in theirs.
    pub batch_jobs_count: bool,
    /// A batch job of which the log names no limit has none; elsewhere only one of which it says so.
    pub may_be_unlimited: bool,
}

impl Habits {
    pub fn of(local: &Local, provider: usize) -> Self {
        let last = local.systems.last();
        let system = local.systems.get(provider).or(last);
        let plain = Self {
            slot: 1,
            killed_early: 0,
            open: false,
            names_processors: false,
            batch_jobs_count: true,
            may_be_unlimited: false,
        };
        let named = Self { names_processors: true, ..plain };
        match system {
            None | Some(LocalSystem::Model) => Self {
                slot: match local.slots {
                    Slots::Variable => 1,
                    Slots::Fixed(length) => length,
                },
                names_processors: local.binding == Binding::Static,
                ..plain
            },
            Some(LocalSystem::PbsPro) => plain,
            Some(LocalSystem::Maui) => named,
            Some(LocalSystem::Sge) => Self { killed_early: local.sge_notice, may_be_unlimited: true, ..named },
            Some(LocalSystem::PlatformLsf) => Self {
                slot: 600,
                open: local.platform_lsf_reservations == LsfReservations::Open,
                batch_jobs_count: false,
                ..named
            },
        }
    }

    /// The start of the slot that holds this time.
    pub fn down(&self, time: Time) -> Time {
        time.div_euclid(self.slot) * self.slot
    }

    /// The end of the last slot that begins before this time.
    pub fn up(&self, time: Time) -> Time {
        match time {
            Time::MAX => Time::MAX,
            _ => (time + self.slot - 1).div_euclid(self.slot) * self.slot,
        }
    }

    /// A batch job's limit; `None` if it has none here.
    pub fn limit(&self, job: &Job) -> Option<Time> {
        let is_known = job.limit_known || !self.may_be_unlimited;
        (is_known && !job.is_unlimited).then_some(job.requested_time)
    }
}

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

impl Naive<'_> {
    /// "If AR is open tasks are suspended": they go on as batch jobs. Returns whether any job did.
    pub fn go_on_after_reservations(&mut self, machine: usize) -> bool {
        let mut any = false;
        while let Some((job, own)) = self.machines[machine].take_resumable() {
            for &processor in &own {
                self.machines[machine].batch[processor as usize] = Some(job);
            }
            self.start_stint(job, own);
            any = true;
        }
        any
    }

    /// Batch jobs whose processors were lent stop; those that have all of theirs again go on.
    pub fn suspend_and_go_on(&mut self, machine: usize) {
        if self.machines[machine].habits.batch_jobs_count {
            return;
        }
        let mut jobs: Vec<usize> = self.machines[machine].batch.iter().flatten().copied().collect();
        jobs.sort_unstable();
        jobs.dedup();
        for job in jobs {
            let here = &self.machines[machine];
            let own: Vec<_> = here.batch.iter().zip(&here.reserved).filter(|it| *it.0 == Some(job)).collect();
            let is_lent = own.iter().any(|it| it.1.is_some());
            let is_suspended = here.suspended.contains(&job);
            if is_lent == is_suspended {
                continue;
            }
            if is_lent {
                self.interrupt(job, Preempted::Resume);
                self.machines[machine].suspended.push(job);
            } else {
                let here = &mut self.machines[machine];
                here.suspended.retain(|&it| it != job);
                let mine = |it: &u32| here.batch[*it as usize] == Some(job);
                let processors = (0..here.capacity()).filter(mine).collect();
                self.start_stint(job, processors);
            }
        }
    }
}
