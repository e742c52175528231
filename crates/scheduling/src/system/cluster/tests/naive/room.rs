//! The room of a node over an interval.

use workload::Time;

use super::nodes::{Node, Types};
use super::requests::Asked;
use crate::policy::placement::{Gpus, Room};

/// What a job holds of a node, from when until when.
#[derive(Clone, Debug)]
pub struct Hold {
    pub job: usize,
    pub from: Time,
    pub until: Time,
    pub cores: u64,
    pub memory: u64,
    /// GPUs that it is bound to, and how much it has of each.
    pub bound: Vec<(usize, u16)>,
    /// Whole GPUs that are promised: which ones is open.
    pub counted: u32,
    /// For GPU clustering.
    pub kind: Option<u32>,
    /// Whether it is only promised.
    pub is_promise: bool,
}

impl Hold {
    fn is_at(&self, time: Time) -> bool {
        self.from <= time && time < self.until
    }

    fn overlaps(&self, from: Time, until: Time) -> bool {
        self.from < until && from < self.until
    }
}

/// What is free at a time.
#[derive(Debug)]
pub struct Free {
    pub cores: i64,
    pub memory: i64,
    /// How much is bound on each GPU.
    pub bound: Vec<i64>,
    /// Whole GPUs.
    pub whole: i64,
}

impl Node {
    pub fn free_at(&self, time: Time) -> Free {
        let mut free =
            Free { cores: self.cores as i64, memory: self.memory as i64, bound: vec![0; self.gpus as usize], whole: 0 };
        for hold in self.holds.iter().filter(|it| it.is_at(time)) {
            free.cores -= hold.cores as i64;
            free.memory -= hold.memory as i64;
            free.whole -= i64::from(hold.counted);
            for &(gpu, part) in &hold.bound {
                free.bound[gpu] += i64::from(part);
            }
        }
        free.whole += free.bound.iter().filter(|it| **it == 0).count() as i64;
        free
    }

    /// What is free at each moment of an interval at which that may change.
    fn free_over(&self, from: Time, until: Time) -> Vec<Free> {
        let mut moments = vec![from];
        for hold in &self.holds {
            for time in [hold.from, hold.until] {
                if from < time && time < until {
                    moments.push(time);
                }
            }
        }
        moments.into_iter().map(|it| self.free_at(it)).collect()
    }

    /// Whether there is room for one more chunk of a job.
    pub fn has_room(&self, asked: &Asked, partition: &Option<String>, types: &Types, from: Time, until: Time) -> bool {
        let chunk = &asked.chunk;
        let has_features = asked.features.iter().all(|it| self.features.contains(it));
        if !self.is_in(partition) || !has_features || !chunk.allows(types.find(&self.gpu_type)) {
            return false;
        }
        if self.outages.iter().any(|it| it.0 < until && from < it.1) {
            return false;
        }
        let held = || self.holds.iter().filter(|it| it.overlaps(from, until));
        if asked.is_exclusive && held().any(|it| it.job != asked.job) {
            return false;
        }
        if asked.is_distinct && held().any(|it| it.job == asked.job) {
            return false;
        }
        let free = self.free_over(from, until);
        let cores_and_memory = free.iter().all(|it| it.cores >= chunk.cores as i64 && it.memory >= chunk.memory as i64);
        cores_and_memory
            && match chunk.gpus {
                Gpus::None => true,
                Gpus::Share(share) => self.lowest_gpu(share, from, until).is_some(),
                Gpus::Whole(count) => free.iter().all(|it| it.whole >= i64::from(count)),
            }
    }

    /// Whether a GPU has room for a share.
    pub fn gpu_has_room(&self, gpu: usize, share: u16, from: Time, until: Time) -> bool {
        self.free_over(from, until).iter().all(|free| {
            let bound = free.bound[gpu];
            bound + i64::from(share) <= 1_000 && (bound > 0 || free.whole >= 1)
        })
    }

    /// The lowest GPU with room for a share.
    pub fn lowest_gpu(&self, share: u16, from: Time, until: Time) -> Option<usize> {
        (0..self.gpus as usize).find(|&gpu| self.gpu_has_room(gpu, share, from, until))
    }

    /// The lowest GPUs on which nothing is bound at a time.
    pub fn unbound(&self, count: u32, time: Time) -> Vec<usize> {
        let bound = self.free_at(time).bound;
        (0..bound.len()).filter(|&gpu| bound[gpu] == 0).take(count as usize).collect()
    }

    /// As the placement policies see it over an interval.
    pub fn room(&self, types: &Types, from: Time, until: Time) -> Room {
        let free = self.free_over(from, until);
        let least = |of: fn(&Free) -> i64| free.iter().map(of).min().unwrap_or(0).max(0);
        let mut gpus: Vec<u16> = Vec::new();
        for gpu in 0..self.gpus as usize {
            let most = free.iter().map(|it| it.bound[gpu]).max().unwrap_or(0);
            gpus.push(if self.gpu_has_room(gpu, 1, from, until) { (1_000 - most) as u16 } else { 0 });
        }
        as_many_whole(&mut gpus, least(|it| it.whole) as usize);
        let held = self.holds.iter().filter(|it| it.overlaps(from, until));
        Room {
            cores: least(|it| it.cores) as u64,
            memory: least(|it| it.memory) as u64,
            gpus,
            gpu_type: types.find(&self.gpu_type),
            kinds: held.filter_map(|it| it.kind).collect(),
        }
    }
}

/// Makes this number of the GPUs whole: the highest whole ones are full, or the lowest others are whole.
fn as_many_whole(gpus: &mut [u16], whole: usize) {
    let count = |gpus: &[u16]| gpus.iter().filter(|it| **it == 1_000).count();
    while count(gpus) > whole {
        let highest = gpus.iter().rposition(|it| *it == 1_000).expect("one");
        gpus[highest] = 0;
    }
    while count(gpus) < whole {
        let lowest = gpus.iter().position(|it| *it != 1_000).expect("one");
        gpus[lowest] = 1_000;
    }
}
