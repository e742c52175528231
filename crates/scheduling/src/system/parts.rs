//! Parts of heterogeneous jobs: one entry of the queue, several jobs of the run.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use crate::engine::Stint;
use crate::system::prelude::*;

/// The heterogeneous jobs among the jobs of a run (Slurm: "heterogeneous job components"). Their parts start together or not
/// at all, so a system is given each as one job: sizes added, the longest limit, the longest run time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The jobs that a system is not given: the parts behind the first of each, which stand at the end of a run, as they
    /// are in the log, each with the index of its first part.
    others: Vec<(u32, Job)>,
    /// The first parts as they are in the log, with their indices.
    firsts: Vec<(u32, Job)>,
}

impl Parts {
    /// Makes one job of the parts of each heterogeneous job. A part that is a reservation stays alone. `jobs` are those of
    /// [`workload::select::select`]: the parts behind the first ones stand at the end. O(n).
    pub fn join(jobs: &mut Vec<Job>) -> Self {
        let is_part = |job: &Job| job.heterogeneous != 0 && !job.is_reservation();
        if !jobs.iter().any(is_part) {
            return Self::default();
        }
        let mut firsts: HashMap<(u32, Time), u32> = HashMap::new();
        let mut joined: Vec<Job> = Vec::with_capacity(jobs.len());
        let mut are_first = HashSet::new();
        let mut parts = Self::default();
        for job in jobs.drain(..) {
            let at = joined.len() as u32;
            let key = (job.heterogeneous, job.submit);
            let first = if is_part(&job) { *firsts.entry(key).or_insert(at) } else { at };
            if first == at {
                joined.push(job);
                continue;
            }
            let whole = &mut joined[first as usize];
            if are_first.insert(first) {
                parts.firsts.push((first, whole.clone()));
            }
            whole.processors = whole.processors.saturating_add(job.processors);
            whole.requested_time = whole.requested_time.max(job.requested_time);
            whole.run_time = whole.run_time.max(job.run_time);
            whole.eligible_after = whole.eligible_after.max(job.eligible_after);
            whole.is_unlimited |= job.is_unlimited;
            parts.others.push((first, job));
        }
        // Another part is no job of its own any more: the logged submission of a job that waits for one holds.
        let count = joined.len() as u32;
        for job in &mut joined {
            job.predecessor = job.predecessor.filter(|it| it.job < count);
        }
        *jobs = joined;
        parts
    }

    /// The index in a system of a job of the run.
    pub fn first_of(&self, jobs: usize, job: u32) -> u32 {
        let other = (job as usize).checked_sub(jobs);
        other.and_then(|at| self.others.get(at)).map_or(job, |it| it.0)
    }

    /// Gives each part behind the first a copy of the whole's entry in a column that has one for each job. O(n).
    fn lengthen<T: Copy>(&self, column: &mut Vec<T>) {
        let wholes = self.others.iter().map(|it| column[it.0 as usize]);
        let wholes: Vec<T> = wholes.collect();
        column.extend(wholes);
    }

    /// The run with the parts as jobs of their own again: each on its share of the processors, in order, and as long as
    /// it ran itself. O(n) if there are any.
    pub fn divide(self, run: &mut Run) {
        if self.others.is_empty() {
            return;
        }
        let first_other = run.jobs.len() as u32;
        let mut members: HashMap<u32, Vec<(u32, u32)>> = HashMap::new();
        for (at, job) in &self.firsts {
            members.insert(*at, vec![(*at, job.processors)]);
        }
        for (number, (first, job)) in (first_other..).zip(&self.others) {
            if let Some(of_first) = members.get_mut(first) {
                of_first.push((number, job.processors));
            }
        }
        self.lengthen(&mut run.schedule.outcomes);
        if !run.messages.bookings.is_empty() {
            self.lengthen(&mut run.messages.bookings);
        }
        for (number, (first, _)) in (first_other..).zip(&self.others) {
            let first = *first as usize;
            if run.schedule.outcomes[first].status == Status::Rejected {
                run.causes.note(number, run.causes.of(first));
            }
        }
        // Each with the submission that the run gave to the whole.
        for (first, job) in self.others {
            let part = part_of(&run.jobs[first as usize], job, &run.schedule.outcomes[first as usize]);
            run.jobs.push(part);
        }
        for (at, job) in self.firsts {
            let whole = &run.jobs[at as usize];
            run.jobs[at as usize] = part_of(whole, job, &run.schedule.outcomes[at as usize]);
        }
        divide_bars(&mut run.schedule, &members);
        for of_first in members.values() {
            for &(job, processors) in of_first {
                end_alone(&run.jobs[job as usize], &mut run.schedule.outcomes[job as usize], processors);
            }
        }
    }
}

/// A part as a job of the run: submitted with the whole. If the whole was interrupted, the part runs for as long as the
/// whole, since its own end would fall into one of several stints.
fn part_of(whole: &Job, part: Job, outcome: &Outcome) -> Job {
    let run_time = match outcome.interruptions {
        0 => part.run_time,
        _ => whole.run_time,
    };
    Job { submit: whole.submit, run_time, ..part }
}

/// Gives a part its own end and size within the time of the whole.
fn end_alone(job: &Job, outcome: &mut Outcome, processors: u32) {
    if outcome.status == Status::Rejected || outcome.start == NEVER {
        return;
    }
    outcome.processors = processors;
    let longer = outcome.ran - job.run_time;
    if longer > 0 || outcome.status == Status::Killed && longer == 0 {
        outcome.status = Status::Done;
        outcome.ran = job.run_time;
        outcome.end -= longer.max(0);
        outcome.completion -= longer.max(0);
    }
}

/// The bars of each whole, divided among its parts: the lowest processors are those of the first part.
fn divide_bars(schedule: &mut Schedule, members: &HashMap<u32, Vec<(u32, u32)>>) {
    let old = std::mem::take(&mut schedule.bars);
    let mut bars = Vec::with_capacity(old.len() + members.len());
    // Where the bars of each stint of a job begin, by where they began before.
    let mut moved: HashMap<(u32, u32), (u32, u32)> = HashMap::new();
    let mut at = 0;
    while at < old.len() {
        let job = old[at].job;
        let of_one = |it: &&Bar| it.job == job && it.start == old[at].start;
        let count = old[at..].iter().take_while(of_one).count();
        let stint = &old[at..at + count];
        let alone = [(job, u32::MAX)];
        let parts = members.get(&job).map_or(&alone[..], Vec::as_slice);
        let mut rest = stint.to_vec();
        rest.reverse();
        for &(part, processors) in parts {
            let begin = bars.len() as u32;
            take(&mut rest, processors, part, &mut bars);
            moved.insert((part, at as u32), (begin, bars.len() as u32 - begin));
        }
        at += count;
    }
    schedule.bars = bars;
    move_stints(schedule, members, &moved);
}

/// Takes bars of `processors` processors together from the end of `rest`, as bars of `job`.
fn take(rest: &mut Vec<Bar>, mut processors: u32, job: u32, bars: &mut Vec<Bar>) {
    while processors > 0
        && let Some(bar) = rest.pop()
    {
        let width = bar.last_processor - bar.first_processor + 1;
        let taken = width.min(processors);
        let last_processor = bar.first_processor + (taken - 1);
        bars.push(Bar { job, last_processor, ..bar });
        if taken < width {
            rest.push(Bar { first_processor: last_processor + 1, ..bar });
        }
        processors -= taken;
    }
}

fn move_stints(
    schedule: &mut Schedule,
    members: &HashMap<u32, Vec<(u32, u32)>>,
    moved: &HashMap<(u32, u32), (u32, u32)>,
) {
    let mut first_of: HashMap<u32, u32> = HashMap::new();
    for (first, parts) in members {
        first_of.extend(parts.iter().map(|it| (it.0, *first)));
    }
    for (job, outcome) in (0..).zip(&mut schedule.outcomes) {
        if let Some(&(begin, count)) = moved.get(&(job, outcome.first_bar)) {
            (outcome.first_bar, outcome.bar_count) = (begin, count);
        }
    }
    let earlier = std::mem::take(&mut schedule.earlier);
    for stint in earlier {
        let alone = [(stint.job, 0)];
        let parts = members.get(&stint.job).map_or(&alone[..], Vec::as_slice);
        for &(job, _) in parts {
            let place = moved.get(&(job, stint.first_bar)).copied();
            let (first_bar, bar_count) = place.unwrap_or((stint.first_bar, stint.bar_count));
            schedule.earlier.push(Stint { job, first_bar, bar_count, ..stint });
        }
    }
    schedule.earlier.sort_unstable();
}
