//! The queue of a local scheduler: which batch jobs start.

use super::*;

impl Naive<'_> {
    pub fn start_batch_jobs(&mut self, machine: usize) {
        let local = &self.settings.local;
        let last = local.queues.last();
        let queue = *local.queues.get(machine).or(last).unwrap_or(&local.queue);
        let period = match queue {
            QueuePolicy::Lsf => local.period,
            _ => local.pass_period,
        };
        if period > 0 && self.now % period != 0 {
            return;
        }
        let happened = std::mem::take(&mut self.machines[machine].has_changed);
        let mut order = self.machines[machine].waiting.clone();
        match queue {
            QueuePolicy::Lsf => order.sort_by_key(|&job| {
                let limit = self.left[job].limit.unwrap_or(Time::MAX);
                let tie = match self.settings.local.lsf_ties {
                    LsfTies::Arrival => 0,
                    LsfTies::Latest => -(job as Time),
                    LsfTies::ShorterLimit => limit,
                };
                (-i64::from(self.size_of(job)), tie)
            }),
            QueuePolicy::Sjf => order.sort_by_key(|&job| self.left[job].limit.unwrap_or(Time::MAX)),
            QueuePolicy::Ppp => order.sort_by_key(|&job| self.urgency(job)),
            QueuePolicy::Fss => order.sort_by_key(|&job| self.used_by_owner_of(machine, job)),
            _ => {}
        }
        match queue {
            QueuePolicy::Conservative => self.conservative(machine, &order),
            // With a job over its limit the head is promised the next second, whenever one asks: it
            // matters that decisions are taken only when a job arrives or ends (Sect. 4.4.3).
            QueuePolicy::Easy if happened => self.easy(machine, &order),
            QueuePolicy::Easy => {}
            QueuePolicy::Ordered if happened => self.ordered(machine, &order),
            QueuePolicy::Ordered => {}
            QueuePolicy::Fcfs => {
                let _ = order.into_iter().all(|job| self.start_if_it_fits(machine, job));
            }
            QueuePolicy::Pppd => self.preemptive(machine),
            _ => {
                for job in order {
                    self.start_if_it_fits(machine, job);
                }
            }
        }
    }

    /// On how many processors it runs: a reservation may have been given fewer than it asked for.
    pub fn size_of(&self, job: usize) -> u32 {
        self.fates[job].as_ref().map(|it| it.size).unwrap_or(self.jobs[job].processors)
    }

    pub fn start_if_it_fits(&mut self, machine: usize, job: usize) -> bool {
        let size = self.size_of(job);
        let limit = self.left[job].limit;
        let here = &mut self.machines[machine];
        let Some(processors) = here.place_for(size, self.now, limit) else {
            return false;
        };
        here.waiting.retain(|&it| it != job);
        for &processor in &processors {
            here.batch[processor as usize] = Some(job);
        }
        self.start_stint(job, processors);
        true
    }

    /// The batch job runs from now on, on these processors.
    pub fn start_stint(&mut self, job: usize, processors: Vec<u32>) {
        let now = self.now;
        let Left { run_time, limit } = self.left[job];
        let Some(fate) = &mut self.fates[job] else {
            return;
        };
        let until = limit.map_or(Time::MAX, |it| now + it);
        let here = &mut self.machines[fate.provider];
        if here.habits.batch_jobs_count {
            here.promise(job, fate.size, (now, until), Some(processors.clone()));
        }
        let may_run = match (limit, self.settings.local.over_limit) {
            (Some(limit), OverLimit::Kill) => limit,
            _ => Time::MAX,
        };
        fate.killed = run_time > may_run;
        fate.end = now + run_time.min(may_run);
        fate.released = fate.end;
        fate.completion = match self.settings.completion {
            _ if !self.jobs[job].is_reservation() => fate.end,
            Completion::Job => fate.end,
            Completion::Reservation => self.booked_until[job],
            Completion::Requested => fate.start + self.jobs[job].requested_time,
        };
        fate.held = if here.habits.batch_jobs_count { (now, here.habits.up(until)) } else { (now, -1) };
        fate.ran += fate.end - now;
        if fate.stints.is_empty() {
            (fate.start, fate.promised) = (now, now);
        }
        fate.stints.push((now, fate.end, processors));
    }

    /// The batch job stops now, to go on or to begin anew later.
    pub fn interrupt(&mut self, job: usize, what_then: Preempted) {
        let now = self.now;
        let (run_time, limit) = (
            self.on_what_it_was_given(job, self.jobs[job].run_time),
            self.on_what_it_was_given(job, self.jobs[job].requested_time),
        );
        let Some(fate) = &mut self.fates[job] else {
            return;
        };
        let Some(stint) = fate.stints.last_mut() else {
            return;
        };
        let ran = now - stint.0.max(fate.start);
        stint.1 = now;
        fate.ran -= fate.end - now;
        fate.released = -1;
        let left = &mut self.left[job];
        match what_then {
            Preempted::Resume => {
                left.run_time -= ran;
                left.limit = left.limit.map(|it| (it - ran).max(1));
            }
            Preempted::Restart => {
                fate.lost += fate.ran;
                fate.ran = 0;
                left.run_time = run_time;
                left.limit = left.limit.map(|_| limit);
            }
        }
    }

    fn easy(&mut self, machine: usize, order: &[usize]) {
        let mut head = 0;
        while head < order.len() && self.start_if_it_fits(machine, order[head]) {
            head += 1;
        }
        let Some(&waits) = order.get(head) else {
            return;
        };
        let size = self.jobs[waits].processors;
        let limit = self.left[waits].limit.unwrap_or(Time::MAX);
        let here = &mut self.machines[machine];
        if let Some(start) = here.earliest(self.now + 1, limit, size) {
            here.promise(waits, size, (start, start.saturating_add(limit)), None);
        }
        for &job in &order[head + 1..] {
            self.start_if_it_fits(machine, job);
        }
        self.machines[machine].forget(waits);
    }

    fn conservative(&mut self, machine: usize, order: &[usize]) {
        let ended = std::mem::take(&mut self.machines[machine].a_job_ended);
        for &job in order {
            let here = &mut self.machines[machine];
            if ended || here.promise_to(job).is_none() {
                let size = self.jobs[job].processors;
                let limit = self.left[job].limit.unwrap_or(Time::MAX);
                here.forget(job);
                // One without an earliest time is asked again when a job ends.
                let start = here.earliest(self.now, limit, size).unwrap_or(Time::MAX);
                here.promise(job, size, (start, start.saturating_add(limit)), None);
            }
        }
        for &job in order {
            let promise = self.machines[machine].promise_to(job);
            if promise.is_some_and(|it| it.from == self.now) {
                self.machines[machine].forget(job);
                assert!(self.start_if_it_fits(machine, job));
            }
        }
    }
}
