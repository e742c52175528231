//! The usage of processors by each owner, for fair share.

use std::collections::BTreeMap;
use std::sync::Arc;

use workload::Time;

/// The usage of each owner, user or group: processor seconds, each second counting the less the
/// longer ago it is, half after each half-life.
#[derive(Clone, Debug)]
pub struct OwnerUsage {
    /// The owner of each job of the run.
    owners: Arc<[u32]>,
    usage: Vec<Usage>,
    /// Seconds after which a past second counts half; 0 never forgets.
    half_life: Time,
}

/// The owner of each job, numbered from 0 in the order of their numbers in the log. Jobs whose log does not know it share
/// one. O(n log n).
pub fn owners_of(numbers: impl Iterator<Item = i64> + Clone) -> Arc<[u32]> {
    let mut places: BTreeMap<i64, u32> = numbers.clone().map(|it| (it, 0)).collect();
    for (number, place) in places.values_mut().zip(0..) {
        *number = place;
    }
    numbers.map(|it| places[&it]).collect()
}

#[derive(Clone, Copy, Debug, Default)]
struct Usage {
    /// Up to this time.
    until: Time,
    /// Processor seconds, faded to then.
    faded: f64,
    /// Processors in use since.
    processors: u32,
}

impl OwnerUsage {
    /// No usage yet. `owners` has the owner of each job of the run, numbered from 0; the half-life
    /// is in seconds.
    pub fn new(owners: Arc<[u32]>, half_life: Time) -> Self {
        let count = owners.iter().max().map_or(0, |&owner| owner as usize + 1);
        Self { owners, usage: vec![Usage::default(); count], half_life }
    }

    pub fn owner(&self, job: u32) -> u32 {
        self.owners[job as usize]
    }

    /// The usage of the owner of `job` up to `now`, in processor seconds, faded.
    pub fn used_by_owner(&self, job: u32, now: Time) -> f64 {
        self.usage[self.owner(job) as usize].at(now, self.half_life)
    }

    /// The usage of the owner of `job` as a whole number with the same order.
    pub fn order(&self, job: u32, now: Time) -> i64 {
        // Usages are never below zero, where numbers and their bits have the same order.
        self.used_by_owner(job, now).to_bits() as i64
    }

    /// A job has got processors at `now`.
    pub fn began(&mut self, now: Time, job: u32, processors: u32) {
        self.change(now, job, |in_use| in_use + processors);
    }

    /// A job has given processors back at `now`.
    pub fn ended(&mut self, now: Time, job: u32, processors: u32) {
        self.change(now, job, |in_use| in_use - processors);
    }

    fn change(&mut self, now: Time, job: u32, change: impl Fn(u32) -> u32) {
        let owner = self.owner(job) as usize;
        let usage = &mut self.usage[owner];
        usage.faded = usage.at(now, self.half_life);
        usage.until = now;
        usage.processors = change(usage.processors);
    }
}

impl Usage {
    /// The integral of the processors in use, each second faded by its age.
    fn at(&self, now: Time, half_life: Time) -> f64 {
        let seconds = (now - self.until) as f64;
        let processors = f64::from(self.processors);
        if half_life == 0 {
            return self.faded + processors * seconds;
        }
        let fading = libm::exp2(-seconds / half_life as f64);
        let mean_life = half_life as f64 / std::f64::consts::LN_2;
        self.faded * fading + processors * mean_life * (1.0 - fading)
    }
}
