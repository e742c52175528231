//! The processors that a waiting job finds when its turn comes: those free now, and the promises
//! ahead.

use super::Provider;
use crate::availability::{Availability, CartsSr, ProcessorSet, Step};
use crate::policy::local::{Standing, Waiting};
use crate::system::prelude::*;
use crate::system::two_level::rules::BatchJobs;

/// Free processors of a provider from an instant on, as they were in the middle of a pass. It is a
/// copy: queries do not change the provider.
pub struct Outlook {
    now: Time,
    /// Processors that no job uses now.
    pub free: u32,
    /// Whether promises for later keep a job from starting.
    looks_ahead: bool,
    steps: Vec<Step>,
    /// Corrections to the steps: from, to, and the processors to add.
    changes: Vec<(Time, Time, i64)>,
    named: Option<Named>,
}

/// The free processors by name, under static binding.
struct Named {
    slots: CartsSr,
    idle: ProcessorSet,
}

/// Too few processors somewhere in an interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The fewest in the interval.
    pub least: i64,
    /// When there are too few, in order: each from one time until before another.
    pub when: Vec<(Time, Time)>,
    /// The idle processors, where the same ones have to be free throughout.
    idle: Option<ProcessorSet>,
}

impl Provider {
    /// The processors before these jobs, started in the last pass, got theirs.
    pub fn outlook(&self, now: Time, before: &[Waiting]) -> Outlook {
        let names = self.names.as_ref().filter(|_| self.rules.batch_jobs != BatchJobs::GiveWay);
        let mut outlook = Outlook {
            now,
            free: self.processors.free(),
            looks_ahead: self.rules.batch_jobs != BatchJobs::GiveWay && !self.booked.is_empty(),
            steps: match &self.believed {
                Some(believed) => believed.calendar.steps(),
                None => self.calendar.steps(),
            },
            changes: Vec::new(),
            named: names.map(|names| Named { slots: names.slots.clone(), idle: self.processors.free_set().clone() }),
        };
        for job in before {
            let until = now.saturating_add(self.length(*job));
            outlook.free += job.processors;
            if self.rules.batch_jobs != BatchJobs::GiveWay {
                let interval = (self.rules.round_down(now), self.rules.round_up(until));
                outlook.change(interval, job.processors.into());
            }
            let bound = self.names.as_ref().and_then(|names| names.of.get(&job.job));
            if let (Some(named), Some(bound)) = (&mut outlook.named, bound) {
                named.slots.release(now, until, bound);
                named.idle.add(bound);
            }
        }
        outlook
    }

    /// The counts of processors by the limits of all jobs, before these jobs, started in the last pass, got theirs.
    pub(super) fn outlook_by_limits(&self, now: Time, before: &[Waiting]) -> Outlook {
        let held = |job: &Waiting| {
            let until = now.saturating_add(job.limit);
            (now, until, i64::from(job.processors))
        };
        Outlook {
            now,
            free: self.processors.free(),
            looks_ahead: true,
            steps: self.calendar.steps(),
            changes: before.iter().map(held).collect(),
            named: None,
        }
    }

    /// The processors that the waiting job at this place found, if these jobs were started after
    /// it: without its own promise.
    pub fn outlook_of(&self, place: usize, now: Time, before: &[Waiting]) -> Outlook {
        let mut outlook = self.outlook(now, before);
        if let Standing::Reserved { start } = self.standing(place) {
            let job = self.waiting(place);
            outlook.looks_ahead = true;
            outlook.change((start, start.saturating_add(job.limit)), job.processors.into());
        }
        outlook
    }

    /// The processors, by name, that this job holds or is promised, under static binding.
    pub fn bound(&self, job: u32) -> Option<&ProcessorSet> {
        self.names.as_ref()?.of.get(&job)
    }
}

impl Outlook {
    fn change(&mut self, (from, to): (Time, Time), processors: i64) {
        self.changes.push((from, to, processors));
    }

    /// Adds a promise of `processors` processors, those of lowest name, as the local scheduler does
    /// for the time of a pass.
    pub fn promise(&mut self, (from, to): (Time, Time), processors: u32) {
        self.looks_ahead = true;
        self.change((from, to), -i64::from(processors));
        if let Some(named) = &mut self.named {
            let bound = named.slots.free_throughout(from, to).lowest(processors);
            named.slots.reserve(from, to, &bound);
        }
    }

    /// Where promises leave fewer than `processors` to a job that runs from now until `to`; `None` if
    /// nowhere.
    pub fn shortage_ahead(&self, processors: u32, to: Time) -> Option<Shortage> {
        if !self.looks_ahead {
            return None;
        }
        let Some(named) = &self.named else {
            return self.shortage(processors, self.now, to);
        };
        let mut free = named.slots.free_throughout(self.now, to);
        free.keep(&named.idle);
        (free.count() < processors).then(|| Shortage {
            least: free.count().into(),
            when: vec![(self.now, to)],
            idle: Some(named.idle.clone()),
        })
    }

    /// Where the count of free processors is below `processors` between two times; `None` if nowhere.
    pub fn shortage(&self, processors: u32, from: Time, to: Time) -> Option<Shortage> {
        let mut times: Vec<Time> = self.steps.iter().map(|step| step.start).collect();
        times.extend(self.changes.iter().flat_map(|&(from, to, _)| [from, to]));
        times.retain(|time| (from + 1..to).contains(time));
        times.extend([from, to]);
        times.sort_unstable();
        times.dedup();
        let mut shortage = Shortage { least: i64::MAX, when: Vec::new(), idle: None };
        for pair in times.windows(2) {
            let free = self.free_at(pair[0]);
            shortage.least = shortage.least.min(free);
            if free < i64::from(processors) {
                match shortage.when.last_mut() {
                    Some(last) if last.1 == pair[0] => last.1 = pair[1],
                    _ => shortage.when.push((pair[0], pair[1])),
                }
            }
        }
        (!shortage.when.is_empty()).then_some(shortage)
    }

    /// The fewest processors that are free now and not promised at any time until `to`.
    pub fn free_until(&self, to: Time) -> u32 {
        if self.looks_ahead { self.free.min(self.free_between(self.now, to)) } else { self.free }
    }

    /// The fewest processors that are not promised at any time between two times; where they have
    /// names, those that are idle and free throughout from now on.
    pub fn free_between(&self, from: Time, to: Time) -> u32 {
        if let Some(named) = &self.named {
            let mut free = named.slots.free_throughout(self.now, to);
            free.keep(&named.idle);
            return free.count();
        }
        let shortage = self.shortage(u32::MAX, from, to);
        shortage.map_or(u32::MAX, |it| it.least.max(0) as u32)
    }

    fn free_at(&self, time: Time) -> i64 {
        let step = self.steps.partition_point(|step| step.start <= time);
        let changes = self.changes.iter().filter(|&&(from, to, _)| (from..to).contains(&time));
        self.steps[step - 1].free + changes.map(|&(.., more)| more).sum::<i64>()
    }
}

impl Shortage {
    /// Too few in a whole interval, in which there are `least` at the fewest.
    pub fn throughout(interval: (Time, Time), least: i64) -> Self {
        Self { least, when: vec![interval], idle: None }
    }

    /// Whether the same processors have to be free throughout.
    pub fn is_by_name(&self) -> bool {
        self.idle.is_some()
    }

    /// Whether this claim, for processors of these names, is part of it.
    pub fn involves(&self, claim: &Claim, bound: Option<&ProcessorSet>) -> bool {
        let then = |&(from, to): &(Time, Time)| claim.from < to && from < claim.until;
        let there = match (&self.idle, bound) {
            (Some(idle), Some(bound)) => {
                let mut shared = bound.clone();
                shared.keep(idle);
                !shared.is_empty()
            }
            _ => true,
        };
        there && self.when.iter().any(then)
    }
}
