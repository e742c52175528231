//! Priorities, and the preemption that follows from them.

use super::*;

/// The lower, the more urgent: named values by their position, then the others by value, then
/// values that the log does not know.
pub fn urgency(priority: &Priority, job: &Job) -> (i64, i64) {
    let size = i64::from(job.processors);
    let is_limit = matches!(priority.by, PriorityBy::Limit | PriorityBy::Work);
    let value = match priority.by {
        _ if is_limit && job.is_unlimited => Time::MAX,
        PriorityBy::Size => size,
        PriorityBy::Limit => job.requested_time,
        PriorityBy::Work => size * job.requested_time,
        PriorityBy::Queue => job.logged.queue,
        PriorityBy::User => job.logged.user,
        PriorityBy::Group => job.logged.group,
    };
    if let Some(place) = priority.ranked.iter().position(|&it| it == value) {
        return (0, place as i64);
    }
    match priority.first {
        _ if value == UNKNOWN => (2, 0),
        PriorityFirst::High => (1, -value),
        PriorityFirst::Low => (1, value),
    }
}

impl Naive<'_> {
    pub fn urgency(&self, job: usize) -> (i64, i64) {
        urgency(&self.settings.local.priority, &self.jobs[job])
    }

    /// Every waiting job gets a turn, the most urgent first; jobs that are preempted meanwhile wait
    /// again, and their turn, being less urgent, is still to come.
    pub fn preemptive(&mut self, machine: usize) {
        let mut had_a_turn = Vec::new();
        let mut just_started = Vec::new();
        loop {
            let next = self.machines[machine]
                .waiting
                .iter()
                .copied()
                .filter(|it| !had_a_turn.contains(it))
                .min_by_key(|&it| self.urgency(it));
            let Some(job) = next else {
                return;
            };
            had_a_turn.push(job);
            if self.start_if_it_fits(machine, job) {
                just_started.push(job);
                continue;
            }
            let victims = self.victims(machine, job);
            if victims.is_empty() {
                continue;
            }
            for victim in victims {
                self.preempt(machine, victim);
            }
            self.settle_again(machine, &just_started);
            self.start_if_it_fits(machine, job);
            just_started.clear();
        }
    }

    /// Unless processors are named when it is decided that a job starts, the preempted jobs have
    /// left before the others get theirs.
    fn settle_again(&mut self, machine: usize, just_started: &[usize]) {
        let here = &mut self.machines[machine];
        if here.habits.names_processors && here.habits.batch_jobs_count {
            return;
        }
        let idle_but = |it: &Option<usize>| it.is_some_and(|job| just_started.contains(&job));
        for place in here.batch.iter_mut().filter(|it| idle_but(it)) {
            *place = None;
        }
        for &job in just_started {
            let mut processors = self.machines[machine].idle();
            processors.truncate(self.size_of(job) as usize);
            let here = &mut self.machines[machine];
            for &processor in &processors {
                here.batch[processor as usize] = Some(job);
            }
            if let Some(stint) = self.fates[job].as_mut().and_then(|it| it.stints.last_mut()) {
                stint.2 = processors;
            }
        }
    }

    fn fits_without(&self, machine: usize, job: usize, victims: &[usize]) -> bool {
        let mut rest = self.machines[machine].clone();
        for &victim in victims {
            rest.remove(victim);
        }
        let size = self.size_of(job);
        rest.place_for(size, self.now, self.left[job].limit).is_some()
    }

    /// The jobs that the job preempts: none if it would not fit even so.
    fn victims(&self, machine: usize, job: usize) -> Vec<usize> {
        let here = &self.machines[machine];
        let mut less_urgent: Vec<usize> = here.batch.iter().flatten().copied().collect();
        less_urgent.sort_unstable();
        less_urgent.dedup();
        less_urgent.retain(|it| !here.suspended.contains(it) && self.urgency(*it) > self.urgency(job));
        let since = |job: usize| self.fates[job].as_ref().map(|it| it.held.0);
        less_urgent.sort_by_key(|&it| (self.urgency(it), since(it), it));
        less_urgent.reverse();
        let enough = (1..=less_urgent.len()).find(|&count| self.fits_without(machine, job, &less_urgent[..count]));
        let Some(enough) = enough else {
            return Vec::new();
        };
        let taken = &less_urgent[..enough];
        let mut victims = taken.to_vec();
        for &spared in taken {
            let others: Vec<usize> = victims.iter().copied().filter(|&it| it != spared).collect();
            if self.fits_without(machine, job, &others) {
                victims = others;
            }
        }
        victims
    }

    fn preempt(&mut self, machine: usize, victim: usize) {
        self.interrupt(victim, self.settings.local.preempted);
        let here = &mut self.machines[machine];
        here.remove(victim);
        here.waiting.push(victim);
        here.waiting.sort_by_key(|&job| self.arrivals[job]);
    }
}
